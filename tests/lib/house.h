/* A small house on a real local store in a temporary folder, with a clock that stands still. */
#ifndef LOGE_TESTS_LIB_HOUSE_H
#define LOGE_TESTS_LIB_HOUSE_H

#include "src/domain/ticket_code.h"
#include "src/engine/desk.h"

/* Stalls: A 1-4 aisle 5-8, B 1-8, C 1-8 (1 a wheelchair place, 2 its companion). */
#define HOUSE_SHOW "hamlet"

struct house_fixture {
    char dir[64], path[96];
    struct fake_clock time;
    uint64_t seed;
    struct desk desk;
    struct arena *arena;
    struct act_meta meta; /* anna, a clerk at till-1; tests change it at will */
    struct outcome out;
};

/* cmocka setup and teardown: *state is a struct house_fixture. */
int house_setup(void **state);
int house_teardown(void **state);

/* Hall, people and show, by ruth, in a house that has nothing; anna acts from then on. */
void house_furnish(struct house_fixture *house);

/* A second desk on the same file, with a clock of its own (which must outlive it). */
struct desk house_second_desk(struct house_fixture *house, const struct clock *clock);

/* Becomes mark (supervisor) or ruth (manager) or anna again. */
void house_become(struct house_fixture *house, const char *name, enum role role);
void house_reason(struct house_fixture *house, const char *reason);

/* A show more, with the same hall; prices 42.00 in class Stalls. */
struct show house_show(const char *id);

/* Holds the labels (ends with NULL) as who is acting now; the outcome is in house->out. */
void house_hold(struct house_fixture *house, const char *first, ...);
/* Sells the hold in house->out for exact cash. */
void house_sell(struct house_fixture *house);
/* Held and sold; it must work. */
void house_sell_two(struct house_fixture *house, const char *first, const char *second);

/* A key of the house, which ruth adds, and the ticket signed with it. */
void house_sign(struct house_fixture *house, const struct ticket *ticket,
                char code[TICKET_CODE_TEXT]);

/* How a seat stands: "available", "held", "sold", "blocked". */
const char *house_status(struct house_fixture *house, const char *label);

/* Fails the test when the audit finds anything. */
void house_verify(struct house_fixture *house);

/* Fails with the outcome's own sentence. */
#define ASSERT_VERDICT(house, expected)                                                   \
    do {                                                                                  \
        if ((house)->out.verdict != (expected))                                           \
            fail_msg("%s: %s", verdict_code((house)->out.verdict), (house)->out.message); \
    } while (0)

#endif
