/*
 * The checker of histories has to find what it is there for. One history that is sound, and then
 * the same with one thing wrong in it.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/seat.h"
#include "tests/fault/history_check.h"

#define A      "00000000-0000-7000-8000-00000000000a"
#define B      "00000000-0000-7000-8000-00000000000b"
#define C      "00000000-0000-7000-8000-00000000000c"
#define D      "00000000-0000-7000-8000-00000000000d"
#define HOLD_1 "00000000-0000-7000-8000-000000000011"
#define HOLD_2 "00000000-0000-7000-8000-000000000012"
#define SALE   "00000000-0000-7000-8000-000000000021"

/* Till one holds seat 7 and sells it; meanwhile till two wanted it, and got seat 8 instead. */
static const char *const sound[] = {
    "call " A " 100 hold",      "read 110 120 7:1:0 8:1:0",   "sent " A " 7:2:0:1:" HOLD_1,
    "told " A " 200 done",      "call " B " 300 sell",        "sent " B " 7:3:1:2:" SALE,
    "told " B " 400 done",      "call " C " 150 hold",        "sent " C " 7:2:0:1:" HOLD_2,
    "read 210 220 7:2:1 8:1:0", "sent " C " 8:2:0:1:" HOLD_2, "told " C " 260 done",
};
enum { CALL_SELL = 4, SELL_SENT = 5, SELL_TOLD = 6, SECOND_READ = 9, LINES = 12 };

struct witness {
    struct evidence evidence;
    struct findings findings;
    const char *lines[LINES];
};

static struct uuid id_of(const char *text)
{
    struct uuid id = {{0}};
    assert_true(!text || uuid_parse(text, &id));
    return id;
}

static void log_row(struct witness *w, int32_t seat, uint32_t version, enum act act, uint8_t was,
                    uint8_t became, const char *key, const char *subject)
{
    *LIST_ADD(w->evidence.history.arena, &w->evidence.log) =
        (struct log_row){id_of(key), id_of(subject), seat, version, act, was, became};
}

static void ends_as(struct witness *w, int32_t seat, uint32_t version, uint8_t status)
{
    *LIST_ADD(w->evidence.history.arena, &w->evidence.ends) =
        (struct seat_end){seat, version, status};
}

static int setup(void **state)
{
    static struct witness witness;
    struct witness *w = &witness;
    *w = (struct witness){.evidence = {.history = {.arena = arena_new()}}};
    memcpy(w->lines, sound, sizeof sound);
    log_row(w, 7, 2, ACT_HOLD, SEAT_AVAILABLE, SEAT_HELD, A, HOLD_1);
    log_row(w, 7, 3, ACT_SELL, SEAT_HELD, SEAT_SOLD, B, SALE);
    log_row(w, 8, 2, ACT_HOLD, SEAT_AVAILABLE, SEAT_HELD, C, HOLD_2);
    ends_as(w, 7, 3, SEAT_SOLD);
    ends_as(w, 8, 2, SEAT_HELD);
    ends_as(w, 9, 1, SEAT_AVAILABLE);
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    struct witness *w = *state;
    arena_free(&w->evidence.history.arena);
    return 0;
}

static void judge(struct witness *w)
{
    for (int i = 0; i < LINES; i++)
        assert_true(!w->lines[i] || history_line(&w->evidence.history, w->lines[i]));
    history_check(&w->evidence, &w->findings);
}

static void assert_sound(struct witness *w)
{
    judge(w);
    if (w->findings.count)
        fail_msg("%s", w->findings.text[0]);
}

static void assert_found_now(struct witness *w, const char *part)
{
    history_check(&w->evidence, &w->findings);
    for (int i = 0; i < w->findings.count && i < FINDINGS_KEPT; i++)
        if (strstr(w->findings.text[i], part))
            return;
    fail_msg("not found: %s", part);
}

static void assert_found(struct witness *w, const char *part)
{
    judge(w);
    assert_found_now(w, part);
}

static void a_sound_history_has_no_findings(void **state)
{
    assert_sound(*state);
}

static void what_nobody_knows_may_have_happened(void **state)
{
    struct witness *w = *state;
    w->lines[SELL_TOLD] = "told " B " 400 unknown";
    assert_sound(w);
    assert_int_equal(w->evidence.history.unknown, 1);
}

static void what_nobody_knows_may_not_have_happened(void **state)
{
    struct witness *w = *state;
    w->lines[SELL_TOLD] = NULL;
    w->evidence.log.at[1] = w->evidence.log.at[2];
    w->evidence.log.count = 2;
    w->evidence.ends.at[0] = (struct seat_end){7, 2, SEAT_HELD};
    assert_sound(w);
}

static void a_lost_act_is_found(void **state)
{
    struct witness *w = *state;
    w->evidence.log.at[1] = w->evidence.log.at[2];
    w->evidence.log.count = 2;
    w->evidence.ends.at[0] = (struct seat_end){7, 2, SEAT_HELD};
    assert_found(w, "(sell) was told done and is lost");
}

static void half_an_act_is_found(void **state)
{
    struct witness *w = *state;
    w->lines[SELL_SENT] = "sent " B " 7:3:1:2:" SALE " 9:2:1:2:" SALE;
    assert_found(w, "not in the log as it was sent");
}

static void an_act_that_was_refused_and_done_is_found(void **state)
{
    struct witness *w = *state;
    w->lines[SELL_TOLD] = "told " B " 400 no";
    assert_found(w, "was told not done, and is in the log");
}

static void a_seat_sold_twice_is_found(void **state)
{
    struct witness *w = *state;
    w->evidence.log.at[2] = w->evidence.log.at[1];
    w->evidence.log.at[2].version = 4;
    assert_found(w, "begins elsewhere");
}

/* Of a shop, which sees no changeset: its answer stands for what was sent. */
static void to_a_shop(struct witness *w, const char *said)
{
    w->lines[SELL_SENT] = said;
}

static void what_a_shop_was_answered_is_enough(void **state)
{
    to_a_shop(*state, "said " B " 7:2");
    assert_sound(*state);
}

static void a_seat_that_a_shop_was_not_told_of_is_found(void **state)
{
    to_a_shop(*state, "said " B " 9:2");
    assert_found(*state, "not in the log as it was answered");
}

static void a_seat_that_a_shop_was_told_of_in_vain_is_found(void **state)
{
    to_a_shop(*state, "said " B " 7:2 9:2");
    assert_found(*state, "not in the log as it was answered");
}

static void what_a_shop_was_sold_and_the_house_lost_is_found(void **state)
{
    struct witness *w = *state;
    to_a_shop(w, "said " B " 7:2");
    w->evidence.log.at[1] = w->evidence.log.at[2];
    w->evidence.log.count = 2;
    w->evidence.ends.at[0] = (struct seat_end){7, 2, SEAT_HELD};
    assert_found(w, "(sell) was told done and is lost");
}

/* Ticket SALE comes to the door, and whoever is there is told this. */
static void scan(struct witness *w, const char *told)
{
    assert_true(history_line(&w->evidence.history, "call " D " 500 scan " SALE " 1 7 1"));
    assert_true(history_line(&w->evidence.history, told));
}

static void log_scan(struct witness *w, enum act act)
{
    *LIST_ADD(w->evidence.history.arena, &w->evidence.door) =
        (struct log_scan){id_of(D), id_of(SALE), act};
}

static void who_was_let_in_is_in_the_log(void **state)
{
    struct witness *w = *state;
    log_scan(w, ACT_ADMIT);
    judge(w);
    scan(w, "told " D " 510 in");
    history_check(&w->evidence, &w->findings);
    assert_int_equal(w->findings.count, 0);
}

static void a_scan_that_the_log_has_otherwise_is_found(void **state)
{
    struct witness *w = *state;
    log_scan(w, ACT_TURN_AWAY);
    judge(w);
    scan(w, "told " D " 510 in");
    assert_found_now(w, "was told otherwise");
}

static void a_scan_that_is_lost_is_found(void **state)
{
    struct witness *w = *state;
    judge(w);
    scan(w, "told " D " 510 out");
    assert_found_now(w, "was told otherwise");
}

static void a_scan_that_nobody_knows_may_be_lost(void **state)
{
    struct witness *w = *state;
    judge(w);
    scan(w, "told " D " 510 unknown");
    history_check(&w->evidence, &w->findings);
    assert_int_equal(w->findings.count, 0);
}

static void a_ticket_that_is_let_in_twice_is_found(void **state)
{
    struct witness *w = *state;
    log_scan(w, ACT_ADMIT);
    log_scan(w, ACT_ADMIT);
    assert_found(w, "was let in twice");
}

static void a_map_may_show_as_free_who_is_held_too_long(void **state)
{
    struct witness *w = *state;
    w->lines[SECOND_READ] = "read 210 220 7:2:99 8:1:99";
    assert_sound(w);
}

static void a_map_that_shows_as_free_what_is_sold_is_found(void **state)
{
    struct witness *w = *state;
    w->lines[SECOND_READ] = "read 410 420 7:3:99 8:2:99";
    assert_found(w, "which never was");
}

static void a_version_that_jumps_is_found(void **state)
{
    struct witness *w = *state;
    w->evidence.log.at[1].version = 4;
    assert_found(w, "from version 2 to 4");
}

static void an_act_of_another_hold_is_found(void **state)
{
    struct witness *w = *state;
    w->evidence.log.at[1].subject = id_of(HOLD_2);
    assert_found(w, "not in the log as it was sent");
}

static void an_act_that_nobody_asked_for_is_found(void **state)
{
    struct witness *w = *state;
    w->evidence.log.at[1].key = id_of(HOLD_2);
    assert_found(w, "nobody asked");
}

static void a_seat_that_a_sweep_freed_needs_no_asker(void **state)
{
    struct witness *w = *state;
    log_row(w, 8, 3, ACT_EXPIRE, SEAT_HELD, SEAT_AVAILABLE, NULL, HOLD_2);
    w->evidence.ends.at[1] = (struct seat_end){8, 3, SEAT_AVAILABLE};
    assert_sound(w);
}

static void a_seat_that_is_not_as_its_log_says_is_found(void **state)
{
    struct witness *w = *state;
    w->evidence.ends.at[1].status = SEAT_SOLD;
    assert_found(w, "its log is not");
}

static void an_order_against_the_clock_is_found(void **state)
{
    struct witness *w = *state;
    w->lines[CALL_SELL] = "call " B " 50 sell";
    w->lines[SELL_TOLD] = "told " B " 90 done";
    assert_found(w, "after a later one was answered");
}

static void a_stale_read_is_found(void **state)
{
    struct witness *w = *state;
    w->lines[SECOND_READ] = "read 210 220 7:1:0";
    assert_found(w, "after a newer one was answered");
}

static void a_read_of_the_future_is_found(void **state)
{
    struct witness *w = *state;
    w->lines[SECOND_READ] = "read 210 220 7:3:2";
    assert_found(w, "before anybody asked");
}

static void a_read_of_what_never_was_is_found(void **state)
{
    struct witness *w = *state;
    w->lines[SECOND_READ] = "read 210 220 7:2:2";
    assert_found(w, "which never was");
}

static void nonsense_is_no_history(void **state)
{
    static const char *const lines[] = {"", "call me", "told " A " 1 done", "sent " A " 7:2",
                                        "read 1 2 x"};
    struct witness *w = *state;
    for (int i = 0; i < COUNT_OF(lines); i++)
        assert_false(history_line(&w->evidence.history, lines[i]));
}

#define HISTORY_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HISTORY_TEST(a_sound_history_has_no_findings),
        HISTORY_TEST(what_nobody_knows_may_have_happened),
        HISTORY_TEST(what_nobody_knows_may_not_have_happened),
        HISTORY_TEST(a_lost_act_is_found),
        HISTORY_TEST(half_an_act_is_found),
        HISTORY_TEST(an_act_that_was_refused_and_done_is_found),
        HISTORY_TEST(a_seat_sold_twice_is_found),
        HISTORY_TEST(a_version_that_jumps_is_found),
        HISTORY_TEST(an_act_of_another_hold_is_found),
        HISTORY_TEST(an_act_that_nobody_asked_for_is_found),
        HISTORY_TEST(a_seat_that_a_sweep_freed_needs_no_asker),
        HISTORY_TEST(a_seat_that_is_not_as_its_log_says_is_found),
        HISTORY_TEST(an_order_against_the_clock_is_found),
        HISTORY_TEST(a_stale_read_is_found),
        HISTORY_TEST(a_read_of_the_future_is_found),
        HISTORY_TEST(a_read_of_what_never_was_is_found),
        HISTORY_TEST(what_a_shop_was_answered_is_enough),
        HISTORY_TEST(a_seat_that_a_shop_was_not_told_of_is_found),
        HISTORY_TEST(a_seat_that_a_shop_was_told_of_in_vain_is_found),
        HISTORY_TEST(what_a_shop_was_sold_and_the_house_lost_is_found),
        HISTORY_TEST(who_was_let_in_is_in_the_log),
        HISTORY_TEST(a_scan_that_the_log_has_otherwise_is_found),
        HISTORY_TEST(a_scan_that_is_lost_is_found),
        HISTORY_TEST(a_scan_that_nobody_knows_may_be_lost),
        HISTORY_TEST(a_ticket_that_is_let_in_twice_is_found),
        HISTORY_TEST(a_map_may_show_as_free_who_is_held_too_long),
        HISTORY_TEST(a_map_that_shows_as_free_what_is_sold_is_found),
        HISTORY_TEST(nonsense_is_no_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
