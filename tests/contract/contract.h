/*
 * What any store must do, told as tests: the same sentences for SQLite, the null store and
 * whatever comes. A program that checks a store defines `the_store` and calls contract_main().
 *
 * The house of every test: hall "studio" (plan below), show "hamlet" in it, open, as a manager
 * would have made them, by apply. Times stand still until a test moves them.
 *
 *   Stalls   A  1 2 3 4 _ 5 6      aisle between 4 and 5
 *            B  1 2 3 4            wheelchair place B-4
 *   Circle   A  1 2 3              house seat A-3
 */
#ifndef LOGE_TESTS_CONTRACT_H
#define LOGE_TESTS_CONTRACT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/base/clock.h"
#include "src/port/store.h"

enum { CONTRACT_SEATS = 13, CONTRACT_PATH = 128 };
enum { SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS };
#define CONTRACT_NOW ((int64_t)1800000000000)

struct store_factory {
    const char *name;
    bool keeps; /* false: reads find nothing and apply only remembers keys */
    /* A new empty house under dir; open connects to the same one again. */
    enum rc (*create)(const char *dir, const struct clock *, struct store **, struct err *);
    enum rc (*open)(const char *dir, const struct clock *, struct store **, struct err *);
};
extern const struct store_factory the_store;

struct contract {
    char dir[CONTRACT_PATH];
    struct fake_clock time;
    struct clock clock;
    struct store *store;
    struct arena *arena;
    struct uuid_source ids;
    uint64_t seed;
    struct err err;
    struct plan *plan; /* what was imported */
    int32_t hall_no, show_no;
};

int contract_setup(void **state);
int contract_teardown(void **state);

#define CONTRACT_TEST(name) cmocka_unit_test_setup_teardown(name, contract_setup, contract_teardown)

/* The groups of sentences; each array ends with a NULL name. */
extern const struct CMUnitTest contract_key_tests[], contract_seat_tests[], contract_hold_tests[],
    contract_map_tests[], contract_hall_tests[], contract_sale_tests[], contract_row_tests[],
    contract_event_tests[], contract_door_tests[], contract_checkin_tests[], contract_sweep_tests[],
    contract_audit_tests[], contract_report_tests[];

int contract_main(void);

/* ---- builders ----------------------------------------------------------------------------- */

struct uuid new_id(struct contract *c);
/* By anna, clerk at till-1, now, under a key of its own. */
struct changeset *an_act(struct contract *c, enum act act);
/* Seat number of a label, as imported. */
int32_t seat_no(struct contract *c, const char *label);
/* How the seat stands, read from the store. */
struct seat_state seat_now(struct contract *c, const char *label);
struct seat_change *change(struct contract *c, struct changeset *cs, const char *label,
                           enum act act, enum seat_status to);
void guard(struct contract *c, struct changeset *cs, const char *label);
struct hold *hold_row(struct contract *c, struct changeset *cs, struct uuid id);

struct apply_result apply(struct contract *c, const struct changeset *cs);
void expect_ok(struct contract *c, const struct changeset *cs);
void expect_refused(struct contract *c, const struct changeset *cs, enum verdict verdict);
void expect_stale(struct contract *c, const struct changeset *cs);

/* Up to three labels, NULL for none: held by a new hold, 15 minutes from now. */
struct hold take(struct contract *c, const char *a, const char *b, const char *d);
/* The changeset of take(), not applied. */
struct changeset *taking(struct contract *c, struct uuid hold, const char *a, const char *b,
                         const char *d);
struct hold read_hold(struct contract *c, struct uuid id);

/* Sells the live seats of a hold at 40.00 each for cash, in the shift (zero: none). */
struct sale sell(struct contract *c, struct uuid hold, struct uuid shift);
struct changeset *selling(struct contract *c, const struct hold *hold, struct uuid shift,
                          struct uuid sale);
struct sale read_sale(struct contract *c, struct uuid id);
struct uuid open_shift(struct contract *c, const char *till);

/* Every seat, state and hold as text, to show that nothing changed. */
const char *everything(struct contract *c);

void pass_time(struct contract *c, int64_t ms);
void assert_sound(struct contract *c); /* audit_verify finds no fault */

#endif
