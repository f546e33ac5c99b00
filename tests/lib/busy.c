/* What happens to a console. */
#include "config.h"

#include "tests/lib/busy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/busy_private.h"

enum { FEW_FREE = 8, STEPS_A_CONSOLE = 400, STEPS_WRONG = 6, SEATS = 24 };
enum { SMALL_ROWS = 12, SMALL_COLUMNS = 40 };

/* ---- the house ----------------------------------------------------------------------------- */

/* Hashing as it should be would be most of what is done here. */
static bool verify_fast(const char *pin, const char *hash)
{
    (void)hash;
    return strcmp(pin, "1111") == 0 || strcmp(pin, "2222") == 0;
}

static void open_house(struct busy *busy)
{
    void *house;
    if (!getenv("TMPDIR") && access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 1);
    if (house_setup(&house))
        fail_msg("there is no house");
    busy->house = house;
    busy->crypt = *busy->house->desk.crypt;
    busy->crypt.pin_verify = verify_fast;
    busy->house->desk.crypt = &busy->crypt;
}

/* One time for the console, the desk and the store; a console that opens asks before it exists. */
static void set_house_clock(struct busy *busy)
{
    if (busy->till)
        busy->house->time = busy->till->clock;
}

/* ---- the line to the counter --------------------------------------------------------------- */

static void put(struct busy *busy, const struct evt *evt)
{
    assert_true(busy->count < BUSY_ANSWERS);
    busy->answers[busy->count++] = *evt;
}

static bool port_send(void *ctx, const struct cmd *cmd)
{
    struct busy *busy = ctx;
    struct evt evt;
    if (busy->full || busy->count > BUSY_ANSWERS / 2)
        return false;
    set_house_clock(busy);
    busy_check_command(busy, cmd);
    counter_serve(&busy->counter, cmd, &evt);
    busy_check_answer(busy, cmd, &evt);
    put(busy, &evt);
    return true;
}

static bool port_receive(void *ctx, struct evt *evt)
{
    struct busy *busy = ctx;
    if (!busy->till || busy->slow)
        return false;
    set_house_clock(busy);
    if (busy->count == 0)
        return busy->defect != BUSY_HEARS_NO_NEWS &&
               counter_follow(&busy->counter, evt) == FOLLOW_NEWS;
    *evt = busy->answers[0];
    busy->count--;
    memmove(busy->answers, busy->answers + 1, (size_t)busy->count * sizeof busy->answers[0]);
    busy->extended += evt->cmd == CMD_EXTEND;
    return true;
}

static int port_fd(void *ctx)
{
    (void)ctx;
    return -1;
}

/* ---- keys ---------------------------------------------------------------------------------- */

static void sell_unasked(struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    struct cmd cmd = {.id = 1, .kind = CMD_SELL};
    if (model->hold_count == 0)
        return;
    cmd.meta = (struct act_meta){.arena = arena_new(), .actor = model->actor};
    cmd.u.sell.hold = model->holds[0].id;
    if (!port_send(busy, &cmd))
        arena_free(&cmd.meta.arena);
}

static void hear(struct busy *busy, const struct key_event *event)
{
    busy->pressing = event->kind == KEY_EVENT_PRESS;
    busy->code = event->code;
    if (busy->defect == BUSY_SELLS_UNSEEN)
        canvas_clear(busy->till->canvas);
    console_key(busy->till->console, event);
    if (busy->defect == BUSY_SELLS_UNASKED)
        sell_unasked(busy);
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

static void read_keys(struct busy *busy)
{
    struct key_event event;
    while (keys_next(busy->keys, busy->till->clock.mono, &event))
        hear(busy, &event);
}

static void feed(struct busy *busy, const char *bytes, size_t size)
{
    while (size > 0) {
        size_t fed = keys_feed(busy->keys, bytes, size, busy->till->clock.mono);
        read_keys(busy);
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
    static const int sizes[][2] = {{24, 80}, {1, 1},   {2, 3},   {24, 80},  {5, 20},  {11, 39},
                                   {12, 40}, {16, 60}, {24, 80}, {43, 132}, {1, 200}, {200, 1}};
    int at = hand_pick(&busy->hand, COUNT_OF(sizes));
    till_resize(busy->till, sizes[at][0], sizes[at][1]);
}

/* Mostly what lies between the halves of a sequence, sometimes more than a hold lasts. */
static void pass_time(struct busy *busy)
{
    till_pass(busy->till, hand_pick(&busy->hand, 8) ? hand_pick(&busy->hand, 300)
                                                    : hand_pick(&busy->hand, 200000));
    read_keys(busy);
}

/* ---- the others ---------------------------------------------------------------------------- */

static struct act_meta ruth(struct busy *busy)
{
    return (struct act_meta){.arena = busy->arena,
                             .actor = {.name = "ruth", .till = "till-2", .role = ROLE_MANAGER},
                             .reason = "show moved"};
}

static void others_hold(struct busy *busy, bool sell)
{
    struct act_meta meta = ruth(busy);
    struct outcome out = {0};
    const struct best_request two = {.count = 1 + hand_pick(&busy->hand, 3)};
    desk_hold_best(&busy->house->desk, &meta, HOUSE_SHOW, &two, NULL, &out);
    if (sell && out.verdict == VERDICT_OK) {
        const struct desk_sell wish = {.hold = out.hold->id};
        desk_sell(&busy->house->desk, &meta, &wish, &out);
    }
}

static const char *some_seat(struct busy *busy)
{
    int at = hand_pick(&busy->hand, SEATS);
    return arena_printf(busy->arena, "Stalls-%c-%d", 'A' + at / 8, at % 8 + 1);
}

/* A seat may be ours, and then we are told. */
static void others_free(struct busy *busy)
{
    struct act_meta meta = ruth(busy);
    struct outcome out = {0};
    const char *labels[] = {some_seat(busy)};
    desk_seats_release(&busy->house->desk, &meta, HOUSE_SHOW, labels, 1, &out);
}

static void others_block(struct busy *busy, bool again)
{
    struct act_meta meta = ruth(busy);
    struct outcome out = {0};
    const char *labels[] = {some_seat(busy)};
    if (again)
        desk_seats_unblock(&busy->house->desk, &meta, HOUSE_SHOW, labels, 1, &out);
    else
        desk_seats_block(&busy->house->desk, &meta, HOUSE_SHOW, labels, 1, 0, &out);
}

/* The back office takes orders back, or there would soon be nothing left to sell. */
static void others_refund(struct busy *busy)
{
    struct store *store = busy->house->desk.store;
    struct sale *sales;
    int count;
    struct err err = {.text = ""};
    if (store->ops->sale_list(store, &(struct sale_filter){.limit = 100}, busy->arena, &sales,
                              &count, &err))
        fail_msg("%s", err.text);
    for (int i = 0; i < count; i++) {
        struct act_meta meta = ruth(busy);
        struct outcome out = {0};
        if (sales[i].status == SALE_PAID)
            desk_refund(&busy->house->desk, &meta, sales[i].code, NULL, 0, false, -1, &out);
    }
}

static void meddle(struct busy *busy)
{
    int what = hand_pick(&busy->hand, 8);
    set_house_clock(busy);
    busy->sums.meddled++;
    if (what < 2)
        others_hold(busy, what == 1);
    else if (what < 5)
        others_free(busy);
    else if (what < 7)
        others_block(busy, what == 6);
    else
        others_refund(busy);
    till_hear(busy->till);
}

static void tell_of_link(struct busy *busy)
{
    static const enum health words[] = {HEALTH_LOCAL, HEALTH_ONLINE, HEALTH_DEGRADED,
                                        HEALTH_OFFLINE, HEALTH_READ_ONLY};
    struct evt evt = {.kind = EVT_HEALTH, .arena = arena_new()};
    evt.u.health.word = words[hand_pick(&busy->hand, COUNT_OF(words))];
    evt.u.health.at = busy->till->clock.wall;
    snprintf(evt.u.health.sentence, sizeof evt.u.health.sentence, "The link has changed.");
    put(busy, &evt);
    till_hear(busy->till);
}

/* Nothing is wrong for long. */
static void recover(struct busy *busy)
{
    const struct canvas *canvas = busy->till->canvas;
    if (hand_pick(&busy->hand, STEPS_WRONG))
        return;
    busy->slow = busy->full = false;
    if (canvas->rows < SMALL_ROWS || canvas->columns < SMALL_COLUMNS)
        till_resize(busy->till, 24, 80);
    till_hear(busy->till);
}

/* ---- one after another --------------------------------------------------------------------- */

static void drop_answers(struct busy *busy)
{
    while (busy->count > 0)
        arena_free(&busy->answers[--busy->count].arena);
}

/* A new console, and time goes on. */
static void sit_down(struct busy *busy)
{
    const bool mark = hand_pick(&busy->hand, 2);
    const enum tier tier = hand_pick(&busy->hand, 2) ? TIER_ASCII : TIER_GRAPHIC;
    struct fake_clock clock = busy->till ? busy->till->clock : (struct fake_clock){0, 0};
    till_free(&busy->till);
    keys_free(&busy->keys);
    drop_answers(busy);
    counter_close(&busy->counter);
    counter_init(&busy->counter, &busy->house->desk);
    busy->hand.person = mark ? "mark" : "anna";
    busy->hand.pin = mark ? "2222" : "1111";
    busy->till = till_new_on(24, 80, tier, &busy->port);
    if (clock.wall)
        busy->till->clock = clock;
    busy->keys = keys_new(KEYS_ESCAPE_MS);
    busy->slow = busy->full = false;
    busy_forget_holds(busy);
    busy->sums.restarts++;
}

static void something(struct busy *busy)
{
    int what = hand_pick(&busy->hand, 100);
    if (what < 60)
        press_phrase(busy);
    else if (what < 73)
        send_bytes(busy);
    else if (what < 81)
        pass_time(busy);
    else if (what < 87)
        resize(busy);
    else if (what < 95)
        meddle(busy);
    else if (what < 96)
        tell_of_link(busy);
    else if (what < 99)
        busy->slow = true;
    else
        busy->full = true;
}

static void keep_some_free(struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    if (!model->open || busy->slow || model_free(&model->total) >= FEW_FREE)
        return;
    set_house_clock(busy);
    others_refund(busy);
    till_hear(busy->till);
}

const char *busy_step(struct busy *busy)
{
    busy->arena = arena_new();
    if (console_done(busy->till->console) || hand_pick(&busy->hand, STEPS_A_CONSOLE) == 1)
        sit_down(busy);
    recover(busy);
    something(busy);
    keep_some_free(busy);
    busy_check(busy);
    arena_free(&busy->arena);
    return busy->fault;
}

bool busy_goes_on(const struct busy *busy)
{
    return busy->hand.left > 0;
}

struct busy_sums busy_sums(const struct busy *busy)
{
    return busy->sums;
}

void busy_verify(struct busy *busy)
{
    house_verify(busy->house);
}

void busy_break(struct busy *busy, enum busy_defect defect)
{
    busy->defect = defect;
}

struct busy *busy_new(struct hand hand)
{
    struct busy *busy = x_alloc(sizeof *busy);
    busy->hand = hand;
    busy->port = (struct counter_port){port_send, port_receive, port_fd, busy, NULL};
    open_house(busy);
    counter_init(&busy->counter, &busy->house->desk);
    sit_down(busy);
    return busy;
}

void busy_free(struct busy **busy)
{
    void *house = (*busy)->house;
    drop_answers(*busy);
    till_free(&(*busy)->till);
    keys_free(&(*busy)->keys);
    counter_close(&(*busy)->counter);
    free((*busy)->fault);
    free(*busy);
    *busy = NULL;
    assert_int_equal(house_teardown(&house), 0);
}
