/*
 * Anything at all happens to one console: keys a person might press and keys nobody would, halves
 * of escape sequences, pastes, scanner bursts, sizes down to one cell, seats that change, answers
 * that come late or never. It must not fall over; nothing may be sold, given back or taken from
 * others without the key that confirms it, on a screen that shows what is confirmed; and the time
 * a hold has left never grows by itself.
 *
 * STEPS (4000) says how long, SEED what happens. `make torture` goes on for longer; CI runs it
 * under the sanitizers.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/hand.h"
#include "tests/lib/till.h"

enum { STEPS = 4000, HOLDS_MAX = 64, LEAST_ROWS = 12, LEAST_COLUMNS = 40 };

struct busy {
    struct till *till;
    struct fake_counter *fake;
    struct counter_port port;
    struct keys *keys;
    struct hand hand;
    /* what is being heard just now */
    bool pressing;
    int32_t code;
    char screen[32];
    int confirmed; /* acts that were confirmed */
    bool slow;
    /* the holds as they were known last */
    struct {
        struct uuid id;
        int64_t expires_at;
    } holds[HOLDS_MAX];
    int hold_count;
    int extended; /* answers that may make a hold last longer */
};

static int64_t wished(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoll(text, NULL, 10) : otherwise;
}

/* ---- what is asked of the counter ---------------------------------------------------------- */

/* Moves money, or takes what others have. */
static bool is_grave(enum cmd_kind kind)
{
    switch ((int)kind) {
    case CMD_SELL:
    case CMD_PAY:
    case CMD_REFUND:
    case CMD_EXCHANGE:
    case CMD_BLOCK:
    case CMD_UNBLOCK:
    case CMD_FREE_SEATS:
    case CMD_SHIFT_CLOSE:
    case CMD_SHIFT_MOVE:
        return true;
    default:
        return false;
    }
}

static void check_confirmed(struct busy *busy, const struct cmd *cmd)
{
    const struct canvas *canvas = busy->till->canvas;
    bool key =
        busy->pressing && (busy->code == KEYCODE_ENTER || busy->code == 'y' || busy->code == 'Y');
    if (!key)
        fail_msg("command %d was sent without a confirming key (%d, '%s')", cmd->kind,
                 (int)busy->code, busy->screen);
    if (canvas->rows < LEAST_ROWS || canvas->columns < LEAST_COLUMNS)
        fail_msg("command %d was confirmed on a screen of %dx%d, unseen", cmd->kind,
                 canvas->columns, canvas->rows);
    if (cmd->kind == CMD_SELL && strcmp(busy->screen, "pay") != 0)
        fail_msg("sold from the screen '%s'", busy->screen);
    busy->confirmed++;
}

static bool port_send(void *ctx, const struct cmd *cmd)
{
    struct busy *busy = ctx;
    const struct counter_port *fake = fake_counter_port(busy->fake);
    if (is_grave(cmd->kind))
        check_confirmed(busy, cmd);
    return fake->send(fake->ctx, cmd);
}

static bool port_receive(void *ctx, struct evt *evt)
{
    struct busy *busy = ctx;
    const struct counter_port *fake = busy->fake ? fake_counter_port(busy->fake) : NULL;
    if (!fake || !fake->receive(fake->ctx, evt))
        return false;
    busy->extended += evt->cmd == CMD_EXTEND;
    return true;
}

static int port_fd(void *ctx)
{
    const struct counter_port *fake = fake_counter_port(((struct busy *)ctx)->fake);
    return fake->fd(fake->ctx);
}

/* ---- what happens -------------------------------------------------------------------------- */

static void hear(struct busy *busy, const struct key_event *event)
{
    busy->pressing = event->kind == KEY_EVENT_PRESS;
    busy->code = event->code;
    snprintf(busy->screen, sizeof busy->screen, "%s", console_screen(busy->till->console));
    console_key(busy->till->console, event);
    busy->pressing = false;
    till_hear(busy->till);
}

static void press_names(struct busy *busy, const char *names)
{
    char copy[HAND_TEXT], *rest = copy;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name; (name = strsep(&rest, " "));) {
        struct key_event event = {.kind = KEY_EVENT_PRESS};
        if (key_parse(name, &event.code))
            hear(busy, &event);
    }
}

static void press_phrase(struct busy *busy)
{
    char keys[HAND_TEXT];
    press_names(busy, hand_next(&busy->hand, console_screen(busy->till->console), keys));
}

static void feed(struct busy *busy, const char *bytes, size_t size)
{
    struct key_event event;
    while (size > 0) {
        size_t fed = keys_feed(busy->keys, bytes, size, busy->till->clock.mono);
        while (keys_next(busy->keys, busy->till->clock.mono, &event))
            hear(busy, &event);
        bytes += fed;
        size -= fed;
    }
}

static void send_bytes(struct busy *busy)
{
    static const char *const halves[] = {
        "\033",     "\033[", "\033[1;",         "\033[200~ab\r", "\033[201~",  "\033O",
        "\033]52;", "\a",    "\033[<0;3;4M",    "\033[A",        "B-7K3QM9\r", "\xe3\x83",
        "\xff",     "\033P", "4006381333931\r", "2b\r",          "\033[1;5R"};
    char bytes[24];
    if (hand_pick(&busy->hand, 3)) {
        const char *half = halves[hand_pick(&busy->hand, COUNT_OF(halves))];
        feed(busy, half, strlen(half));
        return;
    }
    size_t size = (size_t)hand_pick(&busy->hand, sizeof bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)hand_pick(&busy->hand, 256);
    feed(busy, bytes, size);
}

static void resize(struct busy *busy)
{
    static const int sizes[][2] = {{1, 1},   {2, 3},   {4, 10},  {5, 20},   {11, 39}, {12, 40},
                                   {16, 60}, {24, 80}, {24, 80}, {43, 132}, {1, 200}, {200, 1}};
    int at = hand_pick(&busy->hand, COUNT_OF(sizes));
    till_resize(busy->till, sizes[at][0], sizes[at][1]);
}

static void change_seats(struct busy *busy)
{
    for (int i = hand_pick(&busy->hand, 40); i >= 0; i--) {
        enum seat_status status = (enum seat_status)hand_pick(&busy->hand, SEAT_STATUS_COUNT);
        fake_counter_seat(busy->fake, hand_pick(&busy->hand, 1100), status);
    }
    till_hear(busy->till);
}

static void take_away(struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    if (model->hold_count && model->holds[0].seat_count)
        fake_counter_take_away(busy->fake, model->holds[0].seats[0].seat,
                               "Supervisor MARK released it.");
    till_hear(busy->till);
}

static void answer_late(struct busy *busy)
{
    busy->slow = !busy->slow;
    fake_counter_slow(busy->fake, busy->slow);
    if (!busy->slow && hand_pick(&busy->hand, 2))
        fake_counter_let_go(busy->fake);
    till_hear(busy->till);
}

static void pass_time(struct busy *busy)
{
    struct key_event event;
    till_pass(busy->till, hand_pick(&busy->hand, 8) ? hand_pick(&busy->hand, 300)
                                                    : hand_pick(&busy->hand, 200000));
    while (keys_next(busy->keys, busy->till->clock.mono, &event))
        hear(busy, &event);
}

static void something(struct busy *busy)
{
    int what = hand_pick(&busy->hand, 100);
    if (what < 55)
        press_phrase(busy);
    else if (what < 70)
        send_bytes(busy);
    else if (what < 80)
        pass_time(busy);
    else if (what < 88)
        resize(busy);
    else if (what < 94)
        change_seats(busy);
    else if (what < 96)
        take_away(busy);
    else if (what < 99)
        answer_late(busy);
    else
        fake_counter_full(busy->fake, hand_pick(&busy->hand, 2));
}

/* ---- what has to be true ------------------------------------------------------------------- */

static int known(const struct busy *busy, const struct uuid *id)
{
    for (int i = 0; i < busy->hold_count; i++)
        if (uuid_equal(&busy->holds[i].id, id))
            return i;
    return -1;
}

static void check_countdown(struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    for (int i = 0; i < model->hold_count && !busy->extended; i++) {
        int at = known(busy, &model->holds[i].id);
        if (at >= 0 && model->holds[i].expires_at > busy->holds[at].expires_at)
            fail_msg("a hold was prolonged by itself");
    }
    busy->hold_count = 0;
    for (int i = 0; i < model->hold_count && i < HOLDS_MAX; i++) {
        busy->holds[i].id = model->holds[i].id;
        busy->holds[i].expires_at = model->holds[i].expires_at;
        busy->hold_count++;
    }
    busy->extended = 0;
}

static void check_sums(const struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    int32_t sum = 0;
    for (int i = 0; i < GLYPH_SEATS && model->open; i++) {
        assert_true(model->total.of[i] >= 0);
        sum += model->total.of[i];
    }
    assert_int_equal(sum, model->open ? model->map.plan->seat_count : 0);
}

static void check_canvas(const struct busy *busy)
{
    const struct canvas *canvas = busy->till->canvas;
    assert_in_range(canvas->cursor_row, 0, canvas->rows - 1);
    assert_in_range(canvas->cursor_column, 0, canvas->columns - 1);
}

/* ---- the run ------------------------------------------------------------------------------- */

static void sit_down(struct busy *busy)
{
    const bool mark = hand_pick(&busy->hand, 2);
    till_free(&busy->till);
    fake_counter_free(&busy->fake);
    keys_free(&busy->keys);
    busy->hand.person = mark ? "mark" : "anna";
    busy->hand.pin = mark ? "2222" : "1111";
    busy->till =
        till_new_on(24, 80, hand_pick(&busy->hand, 2) ? TIER_ASCII : TIER_GRAPHIC, &busy->port);
    busy->fake = fake_counter_new(clock_fake(&busy->till->clock), NULL);
    busy->keys = keys_new(KEYS_ESCAPE_MS);
    busy->slow = false;
    busy->hold_count = 0;
}

static void anything_may_happen(void **state)
{
    struct busy *busy = *state;
    int steps = (int)wished("STEPS", STEPS);
    for (int step = 0; step < steps; step++) {
        if (step % 500 == 0 || console_done(busy->till->console))
            sit_down(busy);
        something(busy);
        check_countdown(busy);
        check_sums(busy);
        check_canvas(busy);
    }
    print_message("# %d steps, %d grave acts, each confirmed\n", steps, busy->confirmed);
    assert_true(busy->confirmed > 0);
}

static int set_up(void **state)
{
    struct busy *busy = x_alloc(sizeof *busy);
    busy->port = (struct counter_port){port_send, port_receive, port_fd, busy};
    busy->hand.seed = (uint64_t)wished("SEED", 1);
    sit_down(busy);
    *state = busy;
    return 0;
}

static int take_down(void **state)
{
    struct busy *busy = *state;
    till_free(&busy->till);
    fake_counter_free(&busy->fake);
    keys_free(&busy->keys);
    free(busy);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(anything_may_happen, set_up, take_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
