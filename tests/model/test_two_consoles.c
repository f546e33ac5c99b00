/*
 * Two consoles sell one hall against each other: two people with busy hands, each on a counter
 * thread with a connection of its own to one house file. Whatever they press, at the end no seat
 * was sold twice, the house verifies, both consoles know every seat as the store does, and both
 * screens show what a console shows that is opened only then.
 *
 * ACTS (300) says how many acts the log has to hold at the end, SEED which keys are pressed. `make
 * check-servers` lets them go on for 10,000, `make torture` does so again and again.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/theatre.h"

enum { ACTS = 300, PHRASES_AN_ACT = 60, EVENTS_A_PAGE = 1000, NEWS_MS = 50 };
enum { FEW_FREE = 200, SALES_BACK = 60, FREE_EVERY = 50 };

struct field {
    struct theatre theatre;
    struct stand anna, mark;
    struct hand coin; /* who is next */
    struct arena *arena;
};

static int64_t wished(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoll(text, NULL, 10) : otherwise;
}

static int set_up(void **state)
{
    struct field *field = x_alloc(sizeof *field);
    uint64_t seed = (uint64_t)wished("SEED", 1);
    theatre_make(&field->theatre);
    stand_open(&field->anna, &field->theatre, "T1",
               (struct hand){.seed = seed * 2 + 1, .person = "anna", .pin = "1111"});
    stand_open(&field->mark, &field->theatre, "T2",
               (struct hand){.seed = seed * 2 + 2, .person = "mark", .pin = "2222"});
    field->coin.seed = seed;
    field->arena = arena_new();
    *state = field;
    return 0;
}

static int take_down(void **state)
{
    struct field *field = *state;
    stand_close(&field->anna);
    stand_close(&field->mark);
    theatre_remove(&field->theatre);
    arena_free(&field->arena);
    free(field);
    return 0;
}

/* ---- what has to be true ------------------------------------------------------------------- */

/* What the log says; there is one show. */
struct logged {
    bool sold[THEATRE_SEATS];
    int sold_twice; /* times a seat went to "sold" that was sold already */
    int acts;       /* of the two tills */
    struct uuid last;
};

static bool of_a_console(const struct event *event)
{
    return strcmp(event->till, "T1") == 0 || strcmp(event->till, "T2") == 0;
}

static void follow_seat(struct logged *log, const struct event *event)
{
    if (event->seat < 0 || event->from == event->to)
        return;
    log->sold_twice += event->to == SEAT_SOLD && log->sold[event->seat];
    if (event->to == SEAT_SOLD || event->from == SEAT_SOLD)
        log->sold[event->seat] = event->to == SEAT_SOLD;
}

/* The events of one act stand together: they were written in one transaction. */
static void follow_log(struct logged *log, const struct event *events, int count)
{
    for (int i = 0; i < count; i++) {
        follow_seat(log, &events[i]);
        log->acts += of_a_console(&events[i]) && !uuid_equal(&events[i].key, &log->last);
        log->last = events[i].key;
    }
}

static struct logged read_log(struct theatre *theatre)
{
    struct store *store = theatre->desk.store;
    struct event_filter page = {.seat = -1, .limit = EVENTS_A_PAGE};
    struct logged log = {.acts = 0};
    int count;
    do {
        struct event *events;
        struct arena *arena = arena_new();
        assert_int_equal(store->ops->event_list(store, &page, arena, &events, &count, NULL), RC_OK);
        follow_log(&log, events, count);
        if (count)
            page.after = events[count - 1].id;
        arena_free(&arena);
    } while (count);
    return log;
}

static bool same_state(const struct seat_state *a, const struct seat_state *b)
{
    return a->status == b->status && a->version == b->version && a->held_until == b->held_until &&
           a->open_to == b->open_to && uuid_equal(&a->holder, &b->holder);
}

static bool drawn_right(enum glyph glyph, const struct seat_state *state)
{
    switch ((enum seat_status)state->status) {
    case SEAT_AVAILABLE:
        return glyph == GLYPH_FREE || glyph == GLYPH_WHEELCHAIR;
    case SEAT_HELD:
        return glyph == GLYPH_MINE || glyph == GLYPH_HELD;
    case SEAT_SOLD:
        return glyph == GLYPH_SOLD || glyph == GLYPH_UNPAID;
    case SEAT_BLOCKED:
        return state->open_to || glyph == GLYPH_BLOCKED;
    case SEAT_STATUS_COUNT:
        break;
    }
    return false;
}

/* Seats a console knows otherwise than the store. */
static int wrong_seats(const struct stand *stand, const struct snapshot *truth)
{
    const struct model *model = console_model(stand->console);
    int wrong = 0;
    if (!model->open)
        return THEATRE_SEATS;
    for (int i = 0; i < truth->plan->seat_count; i++) {
        const struct seat_state known = model_state(model, i);
        wrong += !same_state(&known, &truth->state[i]) ||
                 !drawn_right(model_glyph(model, i), &truth->state[i]);
    }
    return wrong;
}

static struct snapshot read_truth(struct theatre *theatre)
{
    struct snapshot truth;
    struct outcome out = {0};
    desk_map(&theatre->desk, theatre->arena, THEATRE_SHOW, &truth, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    return truth;
}

static void assert_verifies(struct theatre *theatre)
{
    struct store *store = theatre->desk.store;
    struct audit_report report;
    struct err err = {.text = ""};
    if (store->ops->audit_verify(store, theatre->arena, NULL, &report, &err))
        fail_msg("%s", err.text);
    if (report.fault_count)
        fail_msg("%d faults, the first: %s", report.fault_count, report.faults[0].text);
}

/* ---- two pairs of hands -------------------------------------------------------------------- */

/* The back office takes orders back, or there would soon be nothing left to sell. */
static void give_seats_back(struct theatre *theatre, int32_t show)
{
    struct store *store = theatre->desk.store;
    const struct sale_filter filter = {.show = show, .limit = SALES_BACK * 4};
    struct arena *arena = arena_new();
    struct sale *sales;
    int count, back = 0;
    assert_int_equal(store->ops->sale_list(store, &filter, arena, &sales, &count, NULL), RC_OK);
    for (int i = 0; i < count && back < SALES_BACK; i++) {
        struct outcome out = {0};
        struct act_meta meta = theatre_manager(theatre);
        meta.arena = arena;
        meta.reason = "show moved";
        if (sales[i].status != SALE_PAID)
            continue;
        desk_refund(&theatre->desk, &meta, sales[i].code, NULL, 0, false, -1, &out);
        back += out.verdict == VERDICT_OK;
    }
    arena_free(&arena);
}

static void keep_some_free(struct field *field, int acts, int *looked_at)
{
    const struct model *model = console_model(field->anna.console);
    if (acts / FREE_EVERY == *looked_at || !model->open)
        return;
    *looked_at = acts / FREE_EVERY;
    if (model_free(&model->total) < FEW_FREE)
        give_seats_back(&field->theatre, model->map.show.no);
}

static void press_something(struct stand *stand)
{
    char keys[HAND_TEXT];
    stand_press(stand, hand_next(&stand->hand, console_screen(stand->console), keys));
}

static int all_kept(const struct field *field)
{
    return stand_kept(&field->anna) + stand_kept(&field->mark);
}

/* Mostly a person waits for the answer, and sometimes not. */
static void let_them(struct field *field, int wanted)
{
    int acts = all_kept(field), looked_at = 0;
    for (int phrases = 0; acts < wanted; phrases++) {
        bool anna = hand_pick(&field->coin, 2);
        struct stand *next = anna ? &field->anna : &field->mark;
        struct stand *other = anna ? &field->mark : &field->anna;
        if (phrases > wanted * PHRASES_AN_ACT)
            fail_msg("only %d acts came of %d phrases; one is at '%s'", acts, phrases,
                     console_screen(next->console));
        press_something(next);
        if (hand_pick(&field->coin, 4))
            stand_settle(next);
        stand_hear(other);
        acts = all_kept(field);
        keep_some_free(field, acts, &looked_at);
    }
}

/* Until both know what the store knows; the news are on their way. */
static int still_wrong(struct field *field, const struct snapshot *truth)
{
    struct stand *const both[] = {&field->anna, &field->mark};
    int wrong = THEATRE_SEATS;
    for (int waited = 0; wrong && waited < THEATRE_PATIENCE_MS; waited += NEWS_MS) {
        wrong = wrong_seats(both[0], truth) + wrong_seats(both[1], truth);
        if (wrong)
            stands_wait(both, 2, NEWS_MS);
    }
    return wrong;
}

/* As somebody sees it who comes in only now. */
static char *fresh_picture(struct field *field)
{
    struct stand ruth;
    stand_open(&ruth, &field->theatre, "T0",
               (struct hand){.seed = 1, .person = "ruth", .pin = "3333"});
    char *picture = stand_picture(&ruth, field->arena);
    stand_close(&ruth);
    return picture;
}

static int kept(const struct field *field, enum cmd_kind kind)
{
    return field->anna.kept[kind] + field->mark.kept[kind];
}

static void tell(const struct field *field, const struct logged *log)
{
    int raced = field->anna.raced + field->mark.raced;
    print_message("# %d acts of two consoles in the log, %d refused, %d of them in a race; held "
                  "%d, best %d, released "
                  "%d, sold %d, refunded %d, exchanged %d, blocked %d, freed by admin %d; "
                  "seed %" PRId64 "\n",
                  log->acts, field->anna.refused + field->mark.refused, raced,
                  kept(field, CMD_HOLD), kept(field, CMD_HOLD_BEST), kept(field, CMD_RELEASE),
                  kept(field, CMD_SELL), kept(field, CMD_REFUND), kept(field, CMD_EXCHANGE),
                  kept(field, CMD_BLOCK), kept(field, CMD_FREE_SEATS), wished("SEED", 1));
    assert_true(kept(field, CMD_HOLD_BEST) && kept(field, CMD_SELL) && kept(field, CMD_RELEASE));
    assert_true(raced > 0);
}

static void assert_log_agrees(const struct logged *log, const struct snapshot *truth)
{
    assert_int_equal(log->sold_twice, 0);
    for (int i = 0; i < truth->plan->seat_count; i++)
        assert_int_equal(log->sold[truth->plan->seats[i].no], truth->state[i].status == SEAT_SOLD);
}

static void both_end_as_the_store_and_nothing_is_sold_twice(void **state)
{
    struct field *field = *state;
    struct logged log = {.acts = 0};
    int wanted = (int)wished("ACTS", ACTS);
    while (log.acts < wanted) {
        let_them(field, all_kept(field) + wanted - log.acts);
        log = read_log(&field->theatre);
    }
    stand_go_to_map(&field->anna);
    stand_go_to_map(&field->mark);
    struct snapshot truth = read_truth(&field->theatre);
    assert_int_equal(still_wrong(field, &truth), 0);
    const char *fresh = fresh_picture(field);
    assert_string_equal(stand_picture(&field->anna, field->arena), fresh);
    assert_string_equal(stand_picture(&field->mark, field->arena), fresh);
    log = read_log(&field->theatre);
    assert_log_agrees(&log, &truth);
    assert_verifies(&field->theatre);
    tell(field, &log);
}

/* ---- that this could fail ------------------------------------------------------------------ */

static void a_console_that_hears_no_news_is_found_out(void **state)
{
    struct field *field = *state;
    stand_go_to_map(&field->anna);
    stand_go_to_map(&field->mark);
    field->anna.deaf = true;
    stand_press(&field->mark, "2 b");
    stand_settle(&field->mark);
    struct snapshot truth = read_truth(&field->theatre);
    while (wrong_seats(&field->mark, &truth))
        stands_wait((struct stand *const[]){&field->mark}, 1, NEWS_MS);
    stand_hear(&field->anna);
    assert_int_equal(wrong_seats(&field->anna, &truth), 2);
}

/* The pictures differ by the two seats, and by nothing else. */
static void a_screen_that_is_behind_is_found_out(void **state)
{
    struct field *field = *state;
    stand_go_to_map(&field->mark);
    const char *before = stand_picture(&field->mark, field->arena);
    stand_press(&field->mark, "2 b");
    stand_settle(&field->mark);
    stand_hear(&field->mark);
    const char *now = fresh_picture(field);
    int other = 0;
    assert_int_equal(strlen(before), strlen(now));
    for (size_t i = 0; before[i]; i++)
        other += before[i] != now[i];
    assert_int_equal(other, 2);
    assert_string_equal(stand_picture(&field->mark, field->arena), now);
}

static void a_seat_sold_twice_is_found_out(void **state)
{
    const struct event events[] = {{.seat = 7, .from = SEAT_HELD, .to = SEAT_SOLD},
                                   {.seat = 7, .from = SEAT_HELD, .to = SEAT_SOLD}};
    struct logged log = {.acts = 0};
    follow_log(&log, events, 2);
    assert_int_equal(log.sold_twice, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(both_end_as_the_store_and_nothing_is_sold_twice, set_up,
                                        take_down),
        cmocka_unit_test_setup_teardown(a_console_that_hears_no_news_is_found_out, set_up,
                                        take_down),
        cmocka_unit_test_setup_teardown(a_screen_that_is_behind_is_found_out, set_up, take_down),
        cmocka_unit_test(a_seat_sold_twice_is_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
