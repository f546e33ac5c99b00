/*
 * The rows that a batch of journal entries changes: as the house has them, and as each entry that
 * is judged leaves them; and what of it is to be written.
 *
 * An act carries whole rows as its till saw them. Only what the act may change of a row (the table
 * in house_rows.c) is taken from it, the rest stays as the house has it, and sums and states that
 * follow from tickets and payments are counted anew. So an act that is independent of what moved
 * meanwhile is rebased by writing it.
 *
 * What becomes of an act's money never depends on its verdict: whoever took it has it. One that was
 * not done leaves its payments with the order, and one that cannot be written at all leaves them in
 * `money`, for the till's books.
 *
 * A till's clock may be anywhere: times are moved by as much as it is off. Nothing here writes.
 */
#ifndef LOGE_DOMAIN_HOUSE_ROWS_H
#define LOGE_DOMAIN_HOUSE_ROWS_H

#include "src/domain/merge.h"

/* A check-in as the last step of the batch leaves it. */
struct bag_row {
    struct checkin row;
    uint32_t seen; /* its version before the batch; 0: there was none */
};

struct house_rows {
    struct arena *arena;
    struct changeset *now;   /* rows that were read, then as the batch has left them so far */
    struct changeset *write; /* one row a thing; version: the one that must be found, 0 is new */
    struct changeset *money; /* of acts that cannot be written; a payment's sale is the act's key */
    LIST(struct bag_row) bags;
    bool bag_twice; /* one that another door had checked in was told of */
};

/* An act that was judged. */
struct house_act {
    const struct changeset *act;
    const struct entry *entry;
    int64_t made_at; /* by the house's clock */
    const struct merge_result *effect;
    const char *till; /* whose journal it is */
};

void house_rows_start(struct house_rows *rows, struct arena *arena);
/* The check-in as it is now; NULL: there is none. */
struct checkin *house_rows_checkin(const struct house_rows *rows, const struct checkin *step);

/* What an act that was done leaves. */
void house_rows_done(struct house_rows *rows, const struct house_act *done);
/* Of one that was not: its money, and tickets that do not count. */
void house_rows_lost(struct house_rows *rows, const struct house_act *lost);
/* Of one that cannot be written: its money, and the shift it is in. */
void house_rows_refused(struct house_rows *rows, const struct house_act *refused);

#endif
