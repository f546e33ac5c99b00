/* The counter on its thread: answers by id, other tills' acts seen as they happen. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/domain/rights.h"
#include "src/engine/counter_thread.h"
#include "sync/lite_store.h"
#include "tests/lib/house.h"

enum { PATIENCE_MS = 10000 };

struct fixture {
    struct house_fixture *house;
    struct clock clock;
    struct desk desk; /* the thread's own, on the same file */
    struct counter counter;
    struct counter_thread *thread;
    struct counter_port port;
    uint64_t last_id;
};

static int setup(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    void *house;
    if (house_setup(&house))
        return -1;
    f->house = house;
    f->clock = clock_system();
    f->desk = house_second_desk(f->house, &f->clock);
    counter_init(&f->counter, &f->desk);
    f->thread = counter_thread_start(&f->counter, NULL);
    assert_non_null(f->thread);
    f->port = counter_thread_port(f->thread);
    *state = f;
    return 0;
}

static const char *new_house(const struct fixture *f, char path[128])
{
    snprintf(path, 120, "%s/new.db", f->house->dir);
    return path;
}

static void remove_new_house(const struct fixture *f)
{
    char path[128];
    unlink(new_house(f, path));
    strcat(path, "-journal");
    unlink(path);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    counter_thread_stop(&f->thread);
    counter_close(&f->counter);
    store_close(&f->desk.store);
    remove_new_house(f);
    void *house = f->house;
    free(f);
    return house_teardown(&house);
}

static struct cmd ask(struct fixture *f, enum cmd_kind kind)
{
    struct cmd cmd = {.id = ++f->last_id, .kind = kind};
    cmd.meta.arena = arena_new();
    cmd.meta.actor = f->house->meta.actor;
    return cmd;
}

/* The next message of a kind; whatever else comes before it is dropped. */
static struct evt await(struct fixture *f, enum evt_kind kind)
{
    struct evt evt;
    for (;;) {
        while (!f->port.receive(f->port.ctx, &evt)) {
            struct pollfd fd = {.fd = f->port.fd(f->port.ctx), .events = POLLIN};
            if (poll(&fd, 1, PATIENCE_MS) != 1)
                fail_msg("nothing came from the counter");
        }
        if (evt.kind == kind)
            return evt;
        arena_free(&evt.arena);
    }
}

static struct evt answer_to(struct fixture *f, struct cmd *cmd)
{
    assert_true(f->port.send(f->port.ctx, cmd));
    struct evt evt = await(f, EVT_ANSWER);
    assert_int_equal(evt.id, cmd->id);
    assert_int_equal(evt.cmd, cmd->kind);
    return evt;
}

static struct evt open_show(struct fixture *f)
{
    struct cmd cmd = ask(f, CMD_OPEN_SHOW);
    cmd.u.show = HOUSE_SHOW;
    return answer_to(f, &cmd);
}

static void the_map_comes_whole(void **state)
{
    struct fixture *f = *state;
    struct evt map = open_show(f);
    assert_int_equal(map.outcome.verdict, VERDICT_OK);
    assert_int_equal(map.u.map.plan->seat_count, 25);
    arena_free(&map.arena);
}

static void another_tills_hold_is_seen_without_asking(void **state)
{
    struct fixture *f = *state;
    struct evt map = open_show(f);
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    assert_int_equal(f->house->out.verdict, VERDICT_OK);
    struct evt news = await(f, EVT_SEATS);
    assert_int_equal(news.id, 0);
    assert_int_equal(news.u.seats.count, 2);
    const struct map_seat *first = &news.u.seats.at[0];
    char label[SEAT_TEXT];
    assert_string_equal(plan_seat_label(map.u.map.plan, first->seat, label), "Stalls-B-1");
    assert_int_equal(first->state.status, SEAT_HELD);
    assert_int_equal(first->state.version, 2);
    assert_true(uuid_equal(&first->state.holder, &f->house->out.hold->id));
    arena_free(&news.arena);
    arena_free(&map.arena);
}

static void ones_own_hold_is_answered_and_comes_as_news_too(void **state)
{
    struct fixture *f = *state;
    struct evt map = open_show(f);
    struct cmd cmd = ask(f, CMD_HOLD_BEST);
    cmd.u.best.show = HOUSE_SHOW;
    cmd.u.best.request =
        (struct best_request){.count = 2, .class_no = -1, .section = -1, .channel = 1};
    struct evt held = answer_to(f, &cmd);
    assert_int_equal(held.outcome.verdict, VERDICT_OK);
    assert_int_equal(held.outcome.hold->seat_count, 2);
    struct evt news = await(f, EVT_SEATS);
    assert_int_equal(news.u.seats.count, 2);
    arena_free(&news.arena);
    arena_free(&held.arena);
    arena_free(&map.arena);
}

static void a_refusal_travels_back_with_its_sentence(void **state)
{
    struct fixture *f = *state;
    struct cmd cmd = ask(f, CMD_OPEN_SHOW);
    cmd.u.show = "no-such-show";
    struct evt evt = answer_to(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_NOT_FOUND);
    assert_non_null(strstr(evt.outcome.message, "no-such-show"));
    arena_free(&evt.arena);
}

static void a_command_past_its_deadline_is_not_begun(void **state)
{
    struct fixture *f = *state;
    struct cmd cmd = ask(f, CMD_HOLD);
    static const char *const labels[] = {"Stalls-A-1"};
    cmd.deadline = 1;
    cmd.u.hold = (struct desk_hold){
        .show = HOUSE_SHOW, .labels = labels, .count = 1, .channel = CHANNEL_COUNTER};
    struct evt evt = answer_to(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_UNAVAILABLE);
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "available");
    arena_free(&evt.arena);
}

static void signing_needs_the_right_asked_for(void **state)
{
    struct fixture *f = *state;
    struct cmd cmd = ask(f, CMD_SIGN_ACT);
    cmd.u.person.name = "anna";
    cmd.u.person.pin = "1111";
    cmd.u.person.right = RIGHT_TRANSFER_OTHERS;
    struct evt evt = answer_to(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_NOT_ALLOWED);
    arena_free(&evt.arena);
    cmd = ask(f, CMD_SIGN_ACT);
    cmd.u.person.name = "mark";
    cmd.u.person.pin = "2222";
    cmd.u.person.right = RIGHT_TRANSFER_OTHERS;
    evt = answer_to(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_int_equal(evt.u.actor.role, ROLE_SUPERVISOR);
    arena_free(&evt.arena);
}

/* Closed with 3.00 too much, the limit being what the counter was given. */
static enum verdict close_three_over(struct fixture *f)
{
    struct cmd cmd = ask(f, CMD_SHIFT_CLOSE);
    cmd.u.money.counted[TENDER_CASH] = 10300;
    struct evt evt = answer_to(f, &cmd);
    enum verdict verdict = evt.outcome.verdict;
    arena_free(&evt.arena);
    return verdict;
}

static void the_drawer_tells_its_currency_and_keeps_the_limit(void **state)
{
    struct fixture *f = *state;
    struct cmd open = ask(f, CMD_SHIFT_OPEN), look = ask(f, CMD_SHIFT);
    f->counter.difference_limit = 200;
    open.u.money.amount = 10000;
    struct evt evt = answer_to(f, &look);
    assert_null(evt.outcome.shift);
    assert_string_equal(evt.u.drawer.currency, "EUR");
    assert_int_equal(evt.u.drawer.difference_limit, 200);
    arena_free(&evt.arena);
    evt = answer_to(f, &open);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    arena_free(&evt.arena);
    assert_int_equal(close_three_over(f), VERDICT_AMOUNT_MISMATCH);
    f->counter.difference_limit = 300;
    assert_int_equal(close_three_over(f), VERDICT_OK);
}

static void a_waiting_list_names_the_places_of_its_show(void **state)
{
    struct fixture *f = *state;
    struct cmd cmd = ask(f, CMD_WAITERS);
    cmd.u.show = HOUSE_SHOW;
    struct evt evt = answer_to(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_string_equal(evt.u.waiters.show, HOUSE_SHOW);
    assert_int_equal(evt.u.waiters.section_count, 1);
    assert_string_equal(evt.u.waiters.sections[0], "Stalls");
    assert_string_equal(evt.u.waiters.classes[0], "Stalls");
    arena_free(&evt.arena);
}

static enum verdict look(struct fixture *f, struct cmd cmd)
{
    struct evt evt = answer_to(f, &cmd);
    enum verdict verdict = evt.outcome.verdict;
    arena_free(&evt.arena);
    return verdict;
}

static void a_clerk_sees_what_befell_a_hold_but_neither_log_nor_reports(void **state)
{
    struct fixture *f = *state;
    struct cmd report = ask(f, CMD_REPORT), events = ask(f, CMD_EVENTS), one = ask(f, CMD_EVENTS);
    events.u.events.seat = one.u.events.seat = -1;
    one.u.events.subject = (struct uuid){{1}};
    assert_int_equal(look(f, report), VERDICT_NOT_ALLOWED);
    assert_int_equal(look(f, events), VERDICT_NOT_ALLOWED);
    assert_int_equal(look(f, one), VERDICT_OK);
    house_become(f->house, "mark", ROLE_SUPERVISOR);
    events = ask(f, CMD_EVENTS);
    events.u.events.seat = -1;
    assert_int_equal(look(f, ask(f, CMD_REPORT)), VERDICT_OK);
    assert_int_equal(look(f, events), VERDICT_OK);
}

/* Where the newest hold came from, as somebody sees what befell it. */
static struct event origin_seen(struct fixture *f, const struct uuid *hold)
{
    struct cmd cmd = ask(f, CMD_EVENTS);
    cmd.u.events.seat = -1;
    cmd.u.events.subject = *hold;
    struct evt evt = answer_to(f, &cmd);
    assert_int_equal(evt.u.events.count, 1);
    struct event event = evt.u.events.at[0];
    arena_free(&evt.arena);
    return event;
}

static void only_who_may_read_the_log_sees_from_which_address_an_act_came(void **state)
{
    struct fixture *f = *state;
    f->house->meta.actor.origin = (struct act_origin){.address = "192.0.2.7", .client = "shop"};
    house_hold(f->house, "Stalls-B-1", NULL);
    const struct uuid hold = f->house->out.hold->id;
    struct event seen = origin_seen(f, &hold);
    assert_string_equal(seen.address, ""); /* a clerk */
    assert_string_equal(seen.client, "shop");
    house_become(f->house, "mark", ROLE_SUPERVISOR);
    seen = origin_seen(f, &hold);
    assert_string_equal(seen.address, "192.0.2.7");
}

/* The log as a supervisor narrows it; how many events there are, or -1 when it is refused. */
static int narrowed(struct fixture *f, const char *show, const char *seat, const char *order)
{
    struct cmd cmd = ask(f, CMD_AUDIT);
    cmd.u.audit.show = show;
    cmd.u.audit.seat = seat;
    cmd.u.audit.order = order;
    struct evt evt = answer_to(f, &cmd);
    int count = evt.outcome.verdict ? -1 : evt.u.events.count;
    arena_free(&evt.arena);
    return count;
}

static void the_log_is_narrowed_by_what_people_call_things(void **state)
{
    struct fixture *f = *state;
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    house_sell(f->house);
    const char *code = f->house->out.sale->code;
    assert_int_equal(narrowed(f, HOUSE_SHOW, "Stalls-B-1", NULL), -1); /* a clerk */
    house_become(f->house, "mark", ROLE_SUPERVISOR);
    assert_int_equal(narrowed(f, HOUSE_SHOW, "Stalls-B-1", NULL), 2);
    assert_int_equal(narrowed(f, HOUSE_SHOW, "Stalls-B-3", NULL), 0);
    assert_int_equal(narrowed(f, NULL, "Stalls-B-1", NULL), -1); /* of which show? */
    assert_int_equal(narrowed(f, "nowhere", NULL, NULL), -1);
    assert_true(narrowed(f, NULL, NULL, code) >= 2);
    assert_int_equal(narrowed(f, NULL, NULL, "B-222222"), -1);
}

/* ---- opening the store on the thread -------------------------------------------------------- */

static void begin_again(struct fixture *f, const char *(*begin)(void *, struct err *))
{
    counter_thread_stop(&f->thread);
    f->counter.begin = begin;
    f->thread = counter_thread_start(&f->counter, NULL);
    assert_non_null(f->thread);
    f->port = counter_thread_port(f->thread);
}

static const char *begin_well(void *ctx, struct err *err)
{
    return "The Playhouse";
}

static const char *begin_badly(void *ctx, struct err *err)
{
    (void)!err_set(err, RC_CORRUPT, "", "The house is damaged.");
    return NULL;
}

static _Atomic int watched;

static int count_watches(struct store *store)
{
    watched++;
    return -1;
}

static void serve(struct fixture *f, enum cmd_kind kind)
{
    struct cmd cmd = ask(f, kind);
    cmd.u.show = HOUSE_SHOW;
    assert_true(f->port.send(f->port.ctx, &cmd));
    struct evt evt = await(f, EVT_ANSWER);
    arena_free(&evt.arena);
}

/* What is never looked at never becomes empty, and would keep the thread awake. */
static void nothing_is_watched_before_a_show_is_open(void **state)
{
    struct fixture *f = *state;
    counter_thread_stop(&f->thread);
    struct store_ops ops = *f->desk.store->ops;
    const struct store_ops *real = f->desk.store->ops;
    ops.watch_fd = count_watches;
    f->desk.store->ops = &ops;
    watched = 0;
    begin_again(f, NULL);
    serve(f, CMD_SHOWS);
    serve(f, CMD_SHOWS);
    assert_int_equal(watched, 0);
    serve(f, CMD_OPEN_SHOW);
    serve(f, CMD_SHOWS);
    assert_true(watched > 0);
    counter_thread_stop(&f->thread);
    f->desk.store->ops = real;
}

static void commands_sent_before_the_store_is_open_are_served(void **state)
{
    struct fixture *f = *state;
    begin_again(f, begin_well);
    struct cmd cmd = ask(f, CMD_OPEN_SHOW);
    cmd.u.show = HOUSE_SHOW;
    assert_true(f->port.send(f->port.ctx, &cmd));
    struct evt opened = await(f, EVT_OPENED);
    assert_string_equal(opened.u.text, "The Playhouse");
    struct evt map = await(f, EVT_ANSWER);
    assert_int_equal(map.outcome.verdict, VERDICT_OK);
    arena_free(&map.arena);
}

static int go_ahead[2];
static char noted[SLUG_TEXT];

/* As slow as a disk may be. */
static void note_when_told(void *ctx, const char *person, const char *show)
{
    struct pollfd told = {.fd = go_ahead[0], .events = POLLIN};
    char go;
    if (poll(&told, 1, PATIENCE_MS) == 1 && read(go_ahead[0], &go, 1) == 1)
        snprintf(noted, sizeof noted, "%s", show);
}

static void nobody_waits_until_it_is_noted_what_he_opened(void **state)
{
    struct fixture *f = *state;
    counter_thread_stop(&f->thread);
    assert_int_equal(pipe(go_ahead), 0);
    f->counter.note_show = note_when_told;
    begin_again(f, NULL);
    struct evt map = open_show(f); /* answered, though nobody has told yet */
    assert_int_equal(map.outcome.verdict, VERDICT_OK);
    assert_string_equal(noted, "");
    assert_int_equal(write(go_ahead[1], "g", 1), 1);
    counter_thread_stop(&f->thread);
    assert_string_equal(noted, HOUSE_SHOW);
    arena_free(&map.arena);
    close(go_ahead[0]);
    close(go_ahead[1]);
}

static void a_store_that_cannot_be_opened_closes_the_counter(void **state)
{
    struct fixture *f = *state;
    begin_again(f, begin_badly);
    (void)await(f, EVT_CLOSED);
    assert_string_equal(counter_thread_fault(f->thread)->text, "The house is damaged.");
}

/* ---- a house without people ------------------------------------------------------------------ */

static bool owner(void *ctx, struct actor *actor)
{
    (void)ctx;
    text_copy(actor->name, sizeof actor->name, "owner");
    actor->role = ROLE_MANAGER;
    return true;
}

/* The counter of a house that has just been made. */
static void begin_new_house(struct fixture *f, bool owned)
{
    const struct house row = {.name = "New house", .currency = "EUR"};
    char path[128];
    struct err err;
    counter_thread_stop(&f->thread);
    store_close(&f->desk.store);
    assert_int_equal(
        lite_store_create(new_house(f, path), &row, f->desk.crypt, &f->clock, &f->desk.store, &err),
        RC_OK);
    f->counter.founder = owned ? owner : NULL;
    f->thread = counter_thread_start(&f->counter, NULL);
    f->port = counter_thread_port(f->thread);
}

static struct evt found(struct fixture *f, const char *name, const char *pin)
{
    struct cmd cmd = ask(f, CMD_FOUND);
    cmd.meta.actor = (struct actor){.till = "box-1"};
    cmd.meta.key = uuid_make(&f->house->desk.ids, clock_wall(&f->clock));
    cmd.u.person.name = name;
    cmd.u.person.pin = pin;
    return answer_to(f, &cmd);
}

static bool is_new(struct fixture *f)
{
    struct cmd cmd = ask(f, CMD_IS_NEW);
    struct evt evt = answer_to(f, &cmd);
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    arena_free(&evt.arena);
    return evt.u.is_new;
}

static void the_owner_of_a_new_house_makes_its_first_manager_and_no_second(void **state)
{
    struct fixture *f = *state;
    begin_new_house(f, true);
    assert_true(is_new(f));
    struct evt evt = found(f, "ida", "4711");
    assert_int_equal(evt.outcome.verdict, VERDICT_OK);
    assert_string_equal(evt.u.actor.name, "ida");
    assert_int_equal(evt.u.actor.role, ROLE_MANAGER);
    arena_free(&evt.arena);
    assert_false(is_new(f));
    evt = found(f, "eve", "4711");
    assert_int_equal(evt.outcome.verdict, VERDICT_NOT_ALLOWED);
    arena_free(&evt.arena);
}

static void who_does_not_own_the_house_makes_no_manager(void **state)
{
    struct fixture *f = *state;
    begin_new_house(f, false);
    assert_false(is_new(f));
    struct evt evt = found(f, "eve", "4711");
    assert_int_equal(evt.outcome.verdict, VERDICT_NOT_ALLOWED);
    arena_free(&evt.arena);
}

static void commands_left_behind_are_dropped_with_their_memory(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 20; i++) {
        struct cmd cmd = ask(f, CMD_SHOWS);
        if (!f->port.send(f->port.ctx, &cmd))
            arena_free(&cmd.meta.arena);
    }
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(the_map_comes_whole),
        RULE(another_tills_hold_is_seen_without_asking),
        RULE(ones_own_hold_is_answered_and_comes_as_news_too),
        RULE(a_refusal_travels_back_with_its_sentence),
        RULE(a_command_past_its_deadline_is_not_begun),
        RULE(signing_needs_the_right_asked_for),
        RULE(the_drawer_tells_its_currency_and_keeps_the_limit),
        RULE(a_waiting_list_names_the_places_of_its_show),
        RULE(a_clerk_sees_what_befell_a_hold_but_neither_log_nor_reports),
        RULE(only_who_may_read_the_log_sees_from_which_address_an_act_came),
        RULE(the_log_is_narrowed_by_what_people_call_things),
        RULE(nothing_is_watched_before_a_show_is_open),
        RULE(commands_sent_before_the_store_is_open_are_served),
        RULE(nobody_waits_until_it_is_noted_what_he_opened),
        RULE(a_store_that_cannot_be_opened_closes_the_counter),
        RULE(the_owner_of_a_new_house_makes_its_first_manager_and_no_second),
        RULE(who_does_not_own_the_house_makes_no_manager),
        RULE(commands_left_behind_are_dropped_with_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
