#include "config.h"

#include "tests/lib/till_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdlib.h>

#include "src/adapter/sodium_crypt.h"

const struct uuid till_file_device = {{0xd0, 1}};

void till_file_init_as(struct till_file *till, struct house_fixture *house, uint8_t device)
{
    const uint8_t seed[SIGN_SEED] = {42, device};
    *till =
        (struct till_file){.house = house, .house_id = {{0x11, 0xaa}}, .device = {{0xd0, device}}};
    till->crypt = (struct till_crypt){.crypt = sodium_crypt(), .device = till->device};
    till->crypt.crypt->sign_key(seed, &till->crypt.key);
    till->chain = till_crypt_chain(&till->crypt);
}

void till_file_init(struct till_file *till, struct house_fixture *house)
{
    till_file_init_as(till, house, till_file_device.b[1]);
}

void till_file_start(struct till_file *till)
{
    static const struct uuid boot = {{0xb0, 1}};
    struct err err;
    bool known;
    if (lite_till_open(till->house->path, till->crypt.crypt, &till->house->desk.clock, &till->file,
                       &err))
        fail_msg("%s", err.text);
    till->disk = lite_till_disk(till->file);
    till->core = (struct till_sync){.disk = &till->disk,
                                    .chain = {&till->chain, till->house_id, till->device},
                                    .revision = SYNC_REVISION,
                                    .clock = {boot, 1000, 1790000000000}};
    assert_int_equal(lite_till_meta(till->file, &till->core.meta, &known, &err), RC_OK);
    if (!known)
        till->core.meta = (struct till_meta){.device = till->device, .epoch = 1, .first_open = 1};
    till_start(&till->core, 7);
}

void till_file_stop(struct till_file *till)
{
    lite_till_close(&till->file);
}

int till_file_tamper(const struct till_file *till, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(till->house->path, &db), SQLITE_OK);
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
    return code;
}

void till_file_work_alone(struct till_file *till)
{
    till_file_start(till);
    assert_true(till_verify(&till->core));
    lite_till_journal(till->file, &till->core);
    till->house->desk.store = lite_till_store(till->file);
    till->machine = till->house->desk.clock;
    till->house->desk.clock = lite_till_clock(till->file);
    till->house->desk.alone = true;
}

void till_file_rest(struct till_file *till)
{
    till->house->desk.store = NULL;
    till->house->desk.clock = till->machine;
    till_file_stop(till);
}

int till_file_setup(void **state)
{
    struct till_file *till = x_alloc(sizeof *till);
    void *house;
    if (house_setup(&house))
        return -1;
    till_file_init(till, house);
    store_close(&till->house->desk.store);
    till_file_work_alone(till);
    *state = till;
    return 0;
}

int till_file_teardown(void **state)
{
    struct till_file *till = *state;
    void *house = till->house;
    till_file_rest(till);
    free(till);
    return house_teardown(&house);
}
