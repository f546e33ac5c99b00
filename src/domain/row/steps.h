/*
 * How rows move: NAME.steps.def has a line for every step a row of that kind may take, FROM, by
 * which act, TO. Everything else is a bug, or somebody's attempt.
 *
 * The same lines judge in three places. Here, one function for each kind of row moves its state,
 * and nothing else assigns it (tests/steps.sh). SQLite's statements and PostgreSQL's triggers
 * (data/schema/pg) have the lines from data/sql2c.awk, and refuse what they lack, whoever asks. The
 * act is that of the changeset.
 *
 * A journal comes home with many acts at once, and the house writes a row as the last of them
 * leaves it: ACTS_ALONE is what a till's own acts may make of it, one after the other.
 * tests/unit/test_steps.c derives those lines from the others.
 */
#ifndef LOGE_DOMAIN_ROW_STEPS_H
#define LOGE_DOMAIN_ROW_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/domain/conflict.h"
#include "src/domain/entity.h"
#include "src/domain/row/row.h"
#include "src/domain/verdict.h"

/* Beside enum act; the numbers stand in PostgreSQL's triggers. */
enum {
    ACTS_NONE = 98, /* nobody said by which act */
    ACTS_ALONE = 99,
};

struct row_step {
    uint8_t from, act, to;
};

struct row_steps {
    const char *row;
    int statuses; /* 0 to this, without it */
    int count;
    const struct row_step *at;
};

extern const struct row_steps steps_hold, steps_sale, steps_ticket, steps_shift, steps_conflict,
    steps_checkin;

/* How rows of this shape move; NULL: they have no state. */
const struct row_steps *row_steps_of(const struct row_shape *shape);

/* Numbers from outside the enums are no step. */
bool row_may_step(const struct row_steps *steps, int from, int act, int to);

/* Moves the row, or VERDICT_STATE_CONFLICT and it stays as it is. */
enum verdict hold_step(struct hold *row, enum act act, enum hold_status to,
                       struct refusal *why) MUST_USE;
enum verdict sale_step(struct sale *row, enum act act, enum sale_status to,
                       struct refusal *why) MUST_USE;
enum verdict ticket_step(struct ticket *row, enum act act, enum ticket_status to,
                         struct refusal *why) MUST_USE;
enum verdict checkin_step(struct checkin *row, enum act act, enum checkin_status to,
                          struct refusal *why) MUST_USE;
enum verdict conflict_step(struct conflict *row, enum act act, enum conflict_outcome to,
                           struct refusal *why) MUST_USE;

/* A new order begins as one of two. */
void sale_begin(struct sale *row, bool is_due);

/* A shift is closed at a moment, `at`; 0: the act leaves it open. */
enum verdict shift_step(struct shift *row, enum act act, int64_t at, struct refusal *why) MUST_USE;

#endif
