/* Reads written once for both stores (ask.h); what each does stands at its operation in store.h. */
#ifndef LOGE_PORT_STORED_H
#define LOGE_PORT_STORED_H

#include "src/domain/checkin.h"
#include "src/domain/door.h"
#include "src/port/ask.h"

#define STORED_READS(OP)  \
    OP(hall_find)         \
    OP(hall_list)         \
    OP(hall_seats_in_use) \
    OP(show_sections)     \
    OP(sale_read)         \
    OP(sale_list)         \
    OP(staff_list)        \
    OP(customer_find)     \
    OP(voucher_read)      \
    OP(voucher_list)      \
    OP(loan_list)         \
    OP(shift_open)        \
    OP(shift_read)        \
    OP(shift_list)        \
    OP(waiter_read)       \
    OP(waiter_list)       \
    OP(waiter_find)       \
    OP(key_list)          \
    OP(door_read)         \
    OP(checkin_read)      \
    OP(bag_rule_read)     \
    OP(door_count)        \
    OP(scan_list)         \
    OP(admitted)          \
    OP(event_list)        \
    OP(report)            \
    OP(receipt_read)

/* enum rc stored_hall_find(struct store *, const char *id ...), as struct store_ops has it. */
#define STORED_DECLARE(op) STORE_OP(op) stored_##op;
STORED_READS(STORED_DECLARE)
#define STORED_ENTRY(op) .op = stored_##op,

/* With the label of its seat. */
void told_ticket(struct ask *ask, struct ticket *ticket);

#endif
