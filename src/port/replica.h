/*
 * The house's rows on their way into a till's replica.
 *
 * A till that is new asks from a zeroed mark on and gets the house whole, piece by piece; later it
 * asks from its mark on and gets what changed. Each piece is written together with the mark behind
 * it, so a pull may stop anywhere and go on from there. A piece belongs behind one mark and no
 * other: one that comes twice, or late, is not taken. Rows are as the house has them now, which may
 * be later than the mark says; what changed since the mark comes again.
 *
 * Only the journal knows what the till itself has done. Rows that its own acts wrote are asked for
 * by name once the house has judged them all, and are then as the house says, or are not at all.
 */
#ifndef LOGE_PORT_REPLICA_H
#define LOGE_PORT_REPLICA_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/list.h"
#include "src/domain/entity.h"
#include "src/domain/row/row.h"

/*
 * What is sent, in the order of a first pull, and of which types its columns are: i a whole number
 * (or a truth), r a real, t text, b bytes. Columns stand in the order of the take_* statements in
 * data/sql, which is also that of the views loge.pull_* of the house; rows that src/domain/row
 * describes have theirs from there.
 */
#define REPLICA_TABLES(X)                                 \
    X(HOUSE, house, "tttiiiiii")                          \
    X(STAFF, staff, "tiii")                               \
    X(CUSTOMER, customer, row_types_customer)             \
    X(HALL, hall, "ittiiitrrrri")                         \
    X(DOCUMENT, document, "it")                           \
    X(CLASS, class, "iitt")                               \
    X(SECTION, section, "iitrr")                          \
    X(ROW, row, "iiiti")                                  \
    X(AREA, area, "iiirrrrrtttrrrttit")                   \
    X(SEAT, seat, "iiiiiirriittti")                       \
    X(SHOW, show, row_types_show)                         \
    X(PRICE, price, "iiiiiii")                            \
    X(TERMS, terms, "ii")                                 \
    X(SHIFT, shift, row_types_shift)                      \
    X(MOVE, move, row_types_shift_move)                   \
    X(STATE, state, "iiiibiiii")                          \
    X(HOLD, hold, row_types_hold)                         \
    X(CLAIM, claim, "bii")                                \
    X(SALE, sale, row_types_sale)                         \
    X(TICKET, ticket, row_types_ticket)                   \
    X(PAYMENT, payment, row_types_payment)                \
    X(VOUCHER, voucher, row_types_voucher)                \
    X(VOUCHER_LOAN, voucher_loan, row_types_voucher_loan) \
    X(WAITER, waiter, row_types_waiter)                   \
    X(KEY, key, row_types_ticket_key)                     \
    X(ADMISSION, admission, row_types_admission)          \
    X(CHECKIN, checkin, row_types_checkin)                \
    X(SCAN, scan, row_types_scan)

enum replica_table {
#define X(name, word, types) REPLICA_##name,
    REPLICA_TABLES(X)
#undef X
        REPLICA_TABLE_COUNT
};

/* How far a replica is; meaningful to the house only, kept by the till as it came. */
struct replica_mark {
    int64_t event; /* what changed up to this event of the house is there */
    int32_t step;  /* of a first pull that is not finished; 0: finished, or not begun */
    int64_t at;    /* in this step: after this key */
    struct uuid key;
    int64_t until; /* the event at which the first pull began */
};

/* A row that the till's own acts have written. */
struct replica_name {
    enum replica_table table; /* a sale stands for its tickets and payments, too, an admission for
                                 its bags, and a voucher for what is lent of it */
    struct uuid id;
    char code[VOUCHER_TEXT]; /* of a voucher */
};

struct replica_ask {
    struct replica_mark after;
    const struct replica_name *again;
    int again_count;
    int most; /* rows of a piece, about; 0: as many as are good */
};

/* Rows of one table: each column's length (4 bytes, big endian; -1: NULL) and bytes, numbers big
 * endian in 1, 2, 4 or 8 bytes. */
struct replica_part {
    enum replica_table table;
    int32_t rows;
    const uint8_t *bytes;
    size_t size;
};

struct replica_rows {
    struct replica_mark after, mark;  /* taken only by a replica that stands at `after` */
    bool anew;                        /* what there was is of no use any more, and goes first */
    bool more;                        /* ask again at once */
    int64_t now;                      /* the house's clock */
    const struct replica_name *again; /* every row asked for; one that does not come is no more */
    int again_count;
    LIST(struct replica_part) parts;
};

#endif
