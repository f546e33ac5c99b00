/* Every sentence of the contract, in one run. */
#include "config.h"

#include "tests/contract/contract.h"

int contract_main(void)
{
    const struct CMUnitTest *const groups[] = {
        contract_key_tests,    contract_seat_tests,    contract_hold_tests,  contract_map_tests,
        contract_hall_tests,   contract_sale_tests,    contract_row_tests,   contract_event_tests,
        contract_door_tests,   contract_checkin_tests, contract_sweep_tests, contract_audit_tests,
        contract_report_tests,
    };
    struct CMUnitTest all[200];
    size_t count = 0;
    for (int i = 0; i < (the_store.keeps ? COUNT_OF(groups) : 1); i++)
        for (const struct CMUnitTest *test = groups[i]; test->name; test++)
            all[count++] = *test;
    return _cmocka_run_group_tests(the_store.name, all, count, NULL, NULL);
}
