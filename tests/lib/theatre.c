#include "config.h"

#include "tests/lib/theatre.h"

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

#include "src/adapter/sodium_crypt.h"
#include "src/domain/hall_maker.h"
#include "sync/lite_store.h"
#include "tests/lib/temp_dir.h"

enum { ROWS = 24, COLUMNS = 80, MESSAGES = 100, TRIES = 20, STANDS_MAX = 4 };
/* A screen with room for a whole section, and the rows above and below its seats. */
enum { WIDE_ROWS = 60, WIDE_COLUMNS = 96, ROWS_ABOVE = 3, ROWS_BELOW = 8 };

/* ---- the house ----------------------------------------------------------------------------- */

static void done(const struct outcome *out)
{
    if (out->verdict)
        fail_msg("%s: %s", verdict_code(out->verdict), out->message);
}

struct act_meta theatre_manager(struct theatre *theatre)
{
    struct act_meta meta = {.arena = theatre->arena,
                            .actor = {.name = "ruth", .till = "T0", .role = ROLE_MANAGER}};
    return meta;
}

static void open_store(struct theatre *theatre)
{
    const struct house row = {.name = "The Playhouse", .currency = "EUR"};
    struct err err;
    if (!getenv("TMPDIR") && access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 1);
    temp_dir_make(theatre->dir, sizeof theatre->dir);
    snprintf(theatre->path, sizeof theatre->path, "%s/house.db", theatre->dir);
    theatre->desk = (struct desk){
        .crypt = sodium_crypt(), .clock = clock_system(), .ids = {.rng = rng_system()}};
    if (lite_store_create(theatre->path, &row, theatre->desk.crypt, &theatre->desk.clock,
                          &theatre->desk.store, &err))
        fail_msg("%s", err.text);
}

static int add_hall(struct theatre *theatre)
{
    struct outcome out;
    struct act_meta meta = theatre_manager(theatre);
    struct plan *plan = hall_make_playhouse(theatre->arena);
    const struct hall hall = {.id = "playhouse", .name = "The Playhouse"};
    assert_int_equal(plan->seat_count, THEATRE_SEATS);
    desk_plan_import(&theatre->desk, &meta, &hall, plan, "", &out);
    done(&out);
    return plan->class_count;
}

static void add_show(struct theatre *theatre, int classes)
{
    enum { DAY_MS = 86400000, MINUTE_MS = 60000 };
    struct outcome out;
    struct act_meta meta = theatre_manager(theatre);
    struct price *prices = arena_array(theatre->arena, (size_t)classes, sizeof *prices);
    for (int i = 0; i < classes; i++)
        prices[i] = (struct price){i, {4200 - 300 * i, 2100, 3300, 3300, 0}};
    const struct show show = {.id = THEATRE_SHOW,
                              .title = "Hamlet",
                              .hall = "playhouse",
                              .currency = "EUR",
                              .starts_at = clock_wall(&theatre->desk.clock) + DAY_MS,
                              .hold_ttl_ms = 15 * MINUTE_MS,
                              .extend_ms = 5 * MINUTE_MS,
                              .ceiling_ms = 120 * MINUTE_MS,
                              .gap_rule = true,
                              .fee = 200,
                              .tax_bp = 900,
                              .prices = prices,
                              .price_count = classes};
    desk_show_add(&theatre->desk, &meta, &show, &out);
    done(&out);
    desk_show_status(&theatre->desk, &meta, THEATRE_SHOW, SHOW_OPEN, &out);
    done(&out);
}

static void add_people(struct theatre *theatre)
{
    struct outcome out;
    struct act_meta meta = theatre_manager(theatre);
    desk_staff_put(&theatre->desk, &meta, "anna", ROLE_CLERK, false, "1111", &out);
    done(&out);
    desk_staff_put(&theatre->desk, &meta, "mark", ROLE_SUPERVISOR, false, "2222", &out);
    done(&out);
    desk_staff_put(&theatre->desk, &meta, "ruth", ROLE_MANAGER, false, "3333", &out);
    done(&out);
}

static void open_tills(struct theatre *theatre)
{
    static const char *const who[] = {"ruth", "anna", "mark"}, *const tills[] = {"T0", "T1", "T2"};
    for (int i = 0; i < COUNT_OF(who); i++) {
        struct outcome out;
        struct act_meta meta = theatre_manager(theatre);
        snprintf(meta.actor.name, sizeof meta.actor.name, "%s", who[i]);
        snprintf(meta.actor.till, sizeof meta.actor.till, "%s", tills[i]);
        desk_shift_open(&theatre->desk, &meta, 10000, &out);
        done(&out);
    }
}

void theatre_make(struct theatre *theatre)
{
    *theatre = (struct theatre){.arena = arena_new()};
    open_store(theatre);
    add_show(theatre, add_hall(theatre));
    add_people(theatre);
    open_tills(theatre);
}

void theatre_remove(struct theatre *theatre)
{
    store_close(&theatre->desk.store);
    arena_free(&theatre->arena);
    temp_dir_remove(theatre->dir);
}

/* ---- the line to the counter --------------------------------------------------------------- */

static bool line_send(void *ctx, const struct cmd *cmd)
{
    struct stand *stand = ctx;
    return stand->line.send(stand->line.ctx, cmd);
}

static bool is_act(enum cmd_kind kind)
{
    return kind >= CMD_HOLD && kind < CMD_SWEEP;
}

static bool line_receive(void *ctx, struct evt *evt)
{
    struct stand *stand = ctx;
    while (stand->line.receive(stand->line.ctx, evt)) {
        if (evt->kind == EVT_SEATS && stand->deaf) {
            arena_free(&evt->arena);
            continue;
        }
        if (evt->kind == EVT_ANSWER && is_act(evt->cmd)) {
            stand->refused += evt->outcome.verdict != VERDICT_OK;
            stand->raced += evt->outcome.verdict == VERDICT_SEAT_TAKEN;
            stand->kept[evt->cmd] += evt->outcome.verdict == VERDICT_OK;
        }
        return true;
    }
    return false;
}

static int line_fd(void *ctx)
{
    struct stand *stand = ctx;
    return stand->line.fd(stand->line.ctx);
}

/* ---- the console --------------------------------------------------------------------------- */

static void sit_down(struct stand *stand)
{
    const struct console_options options = {
        .port = &stand->port, .clock = clock_system(), .till = stand->till, .rng = rng_system()};
    stand->console = console_new(&options);
}

void stand_open(struct stand *stand, struct theatre *theatre, const char *till, struct hand hand)
{
    struct err err;
    *stand = (struct stand){.till = till, .hand = hand, .desk = theatre->desk};
    stand->desk.ids = (struct uuid_source){.rng = rng_system()};
    if (lite_store_open(theatre->path, stand->desk.crypt, &stand->desk.clock, &stand->desk.store,
                        &err))
        fail_msg("%s", err.text);
    counter_init(&stand->counter, &stand->desk);
    stand->thread = counter_thread_start(&stand->counter, &err);
    assert_non_null(stand->thread);
    stand->line = counter_thread_port(stand->thread);
    stand->port = (struct counter_port){line_send, line_receive, line_fd, stand, NULL};
    stand->canvas = canvas_new(ROWS, COLUMNS);
    sit_down(stand);
}

void stand_close(struct stand *stand)
{
    console_free(&stand->console);
    counter_thread_stop(&stand->thread);
    counter_close(&stand->counter);
    store_close(&stand->desk.store);
    canvas_free(&stand->canvas);
}

/* Whoever quits comes back to a fresh console, as after a break. */
static void hear(struct stand *stand)
{
    if (console_done(stand->console)) {
        stand_settle(stand);
        console_free(&stand->console);
        sit_down(stand);
    }
    while (console_receive(stand->console, MESSAGES))
        continue;
    struct clock clock = clock_system();
    if (console_due(stand->console) <= clock_mono(&clock))
        console_tick(stand->console);
}

void stand_hear(struct stand *stand)
{
    hear(stand);
    if (console_dirt(stand->console) != DIRT_NONE)
        console_draw(stand->console, TIER_ASCII, stand->canvas);
}

void stand_press(struct stand *stand, const char *keys)
{
    char copy[HAND_TEXT], *rest = copy;
    snprintf(copy, sizeof copy, "%s", keys);
    for (char *name; (name = strsep(&rest, " "));) {
        struct key_event event = {.kind = KEY_EVENT_PRESS};
        if (!key_parse(name, &event.code))
            fail_msg("there is no key called '%s' (in '%s')", name, keys);
        console_key(stand->console, &event);
        hear(stand);
    }
    stand_hear(stand);
}

void stands_wait(struct stand *const *stands, int count, int ms)
{
    struct pollfd fds[STANDS_MAX];
    for (int i = 0; i < count; i++)
        fds[i] = (struct pollfd){.fd = line_fd(stands[i]), .events = POLLIN};
    (void)!poll(fds, (nfds_t)count, ms);
    for (int i = 0; i < count; i++)
        stand_hear(stands[i]);
}

void stand_settle(struct stand *stand)
{
    struct clock clock = clock_system();
    int64_t deadline = clock_mono(&clock) + THEATRE_PATIENCE_MS;
    struct pollfd fd = {.fd = line_fd(stand), .events = POLLIN};
    while (console_waiting(stand->console)) {
        if (clock_mono(&clock) > deadline)
            fail_msg("the counter does not answer");
        (void)!poll(&fd, 1, THEATRE_PATIENCE_MS);
        while (console_receive(stand->console, MESSAGES))
            continue;
    }
}

void stand_go_to_map(struct stand *stand)
{
    for (int i = 0; i < TRIES; i++) {
        char keys[HAND_TEXT];
        stand_settle(stand);
        if (strcmp(console_screen(stand->console), "map") == 0 &&
            console_model(stand->console)->open)
            return;
        const char *screen = console_screen(stand->console);
        if (strcmp(screen, "sign-in") == 0 || strcmp(screen, "lock") == 0)
            stand_press(stand, hand_next(&stand->hand, screen, keys));
        else if (strcmp(console_screen(stand->console), "shows") == 0)
            stand_press(stand, "C-c / Esc Enter"); /* the list may be narrowed to nothing */
        else
            stand_press(stand, "C-c Esc Esc g s");
    }
    struct arena *arena = arena_new(); /* the test ends here */
    fail_msg("%s cannot be brought to the map from '%s':\n%s", stand->till,
             console_screen(stand->console), canvas_text(stand->canvas, arena));
}

int stand_kept(const struct stand *stand)
{
    int kept = 0;
    for (int i = 0; i < CMD_KINDS; i++)
        kept += stand->kept[i];
    return kept;
}

/* ---- what it shows ------------------------------------------------------------------------- */

static void show_at(struct stand *stand, int rows, int columns)
{
    canvas_free(&stand->canvas);
    stand->canvas = canvas_new(rows, columns);
    console_draw(stand->console, TIER_ASCII, stand->canvas);
}

static char seat_letter(const char *text)
{
    if (strchr("<>[]", *text))
        return ' ';
    return *text == '@' ? 'h' : *text;
}

static char *seats_shown(const struct canvas *canvas, struct arena *arena)
{
    char *text = arena_alloc(arena, (size_t)canvas->rows * (size_t)(canvas->columns + 1) + 1);
    size_t used = 0;
    for (int row = ROWS_ABOVE; row < canvas->rows - ROWS_BELOW; row++) {
        for (int column = 0; column < canvas->columns; column++)
            text[used++] = seat_letter(canvas_at(canvas, row, column)->text);
        text[used++] = '\n';
    }
    text[used] = '\0';
    return text;
}

char *stand_picture(struct stand *stand, struct arena *arena)
{
    char *picture = arena_strdup(arena, "");
    stand_go_to_map(stand);
    show_at(stand, WIDE_ROWS, WIDE_COLUMNS);
    stand_press(stand, "g s Enter");
    stand_settle(stand);
    stand_hear(stand);
    for (int i = 0; i < console_model(stand->console)->map.plan->section_count; i++) {
        stand_press(stand, "Enter");
        picture = arena_printf(arena, "%s%s", picture, seats_shown(stand->canvas, arena));
        stand_press(stand, "- Tab");
    }
    show_at(stand, ROWS, COLUMNS);
    return picture;
}
