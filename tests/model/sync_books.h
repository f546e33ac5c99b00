/*
 * Orders, tickets, money and drawers of the simulated world, as the house has them and as a till
 * shows them to its clerk.
 *
 * Books never change: whoever writes makes new ones beside the old (the rows that stayed are
 * shared), so a transaction keeps or drops a pointer, and a copy of a disk is one.
 */
#ifndef LOGE_TESTS_SYNC_BOOKS_H
#define LOGE_TESTS_SYNC_BOOKS_H

#include "src/domain/changeset.h"

enum book_kind {
    BOOK_SALES,
    BOOK_TICKETS,
    BOOK_PAYMENTS,
    BOOK_SHIFTS,
    BOOK_MOVES,
    BOOK_VOUCHERS,
    BOOK_LOANS, /* of vouchers, to tills */
    BOOK_CONFLICTS,
    BOOK_CHECKINS, /* of bags at the door */
    BOOK_OFFERS,   /* holds that keep other seats for whoever lost theirs */
    BOOKS
};

struct book {
    const void **at;
    int count, room;
};

struct books {
    struct book of[BOOKS];
};

#define BOOK_ROW(books, kind, row, i) ((const struct row *)(books)->of[kind].at[i])

const struct sale *books_sale(const struct books *books, const struct uuid *id);
const struct ticket *books_ticket(const struct books *books, const struct uuid *id);
const struct payment *books_payment(const struct books *books, const struct uuid *id);
const struct shift *books_shift(const struct books *books, const struct uuid *id);
const struct shift_move *books_move(const struct books *books, const struct uuid *id);
const struct voucher *books_voucher(const struct books *books, const char *code);
const struct hold *books_offer(const struct books *books, const struct uuid *id);
/* The newest of a ticket; NULL: there is none. */
const struct checkin *books_last_checkin(const struct books *books, const struct uuid *ticket);
/* Of one time that a ticket let somebody in. */
const struct checkin *books_checkin(const struct books *books, const struct checkin *like);

const struct voucher_loan *books_loan(const struct books *books, const char *code,
                                      const char *till);
/* A voucher as somebody spends it: with what is lent of it. */
struct voucher books_spend(const struct books *books, struct arena *arena, const char *code,
                           const char *till);

/* An order with its tickets and payments, and a shift with its sums, as decisions read them. */
struct sale *books_read_sale(const struct books *books, struct arena *arena, const struct uuid *id);
struct shift *books_read_shift(const struct books *books, struct arena *arena,
                               const struct uuid *id);
/* The shift that is open at a till; NULL: none is. */
const struct shift *books_open_shift(const struct books *books, const char *till);

/* What may be written from now on, until it is given to somebody as const. */
struct books *books_begin(const struct books *from, struct arena *arena);
void books_add(struct books *books, struct arena *arena, enum book_kind kind, const void *row);

/*
 * Writes rows as a store does: a new one that is not there, any other over the version that was
 * seen. grown: of vouchers only by how much they were used. False: a row is not as it was seen.
 */
bool books_write(struct books *books, struct arena *arena, const struct changeset *rows,
                 bool grown) MUST_USE;
/* What is left of a till's loans; the voucher's sum follows. */
void books_lend(struct books *books, struct arena *arena, const struct voucher_loan *loan);
/* A check-in as a batch leaves it, over the version that was there before the batch. */
bool books_put_checkin(struct books *books, struct arena *arena, const struct checkin *row,
                       uint32_t seen) MUST_USE;
/* An offer is made, taken or withdrawn; its seats stay those it was made of. */
bool books_put_offer(struct books *books, struct arena *arena, const struct hold *row) MUST_USE;
/* A conflict that was decided. */
void books_decide(struct books *books, struct arena *arena, const struct conflict *conflict);

/* Money that a refused entry took or gave, as an order without tickets that is named like the
 * entry (loge.sync_salvage). */
void books_salvage(struct books *books, struct arena *arena, const struct changeset *money);

/* How an order stands. */
struct order_sums {
    int64_t paid, total, kept; /* by its rows; kept: fees of refunded tickets */
    int valid;
};
struct order_sums books_sums(const struct books *books, const struct uuid *sale);

#endif
