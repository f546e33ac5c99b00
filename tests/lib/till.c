#include "config.h"

#include "tests/lib/till.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/golden.h"

#define FRIDAY_EVENING ((int64_t)1795200060000)

static void fill_counting(void *ctx, void *buffer, size_t size)
{
    static uint8_t next;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buffer)[i] = next++;
}

static struct till *a_till(int rows, int columns, enum tier tier)
{
    struct till *till = x_alloc(sizeof *till);
    setenv("TZ", "UTC", 1);
    till->clock = (struct fake_clock){.wall = FRIDAY_EVENING, .mono = 1000000};
    till->arena = arena_new();
    till->tier = tier;
    till->canvas = canvas_new(rows, columns);
    return till;
}

static struct till *with_console(struct till *till, const struct counter_port *port, bool slow)
{
    struct console_options options = {.port = port,
                                      .clock = clock_fake(&till->clock),
                                      .till = "T3",
                                      .slow = slow,
                                      .rng = {.fill = fill_counting}};
    till->console = console_new(&options);
    till_hear(till);
    return till;
}

struct till *till_new_on(int rows, int columns, enum tier tier, const struct counter_port *port)
{
    return with_console(a_till(rows, columns, tier), port, false);
}

static struct till *with_fake(struct till *till, const struct plan *plan, bool slow)
{
    till->fake = fake_counter_new(clock_fake(&till->clock), plan);
    return with_console(till, fake_counter_port(till->fake), slow);
}

struct till *till_new_with(int rows, int columns, enum tier tier, const struct plan *plan)
{
    return with_fake(a_till(rows, columns, tier), plan, false);
}

struct till *till_new_slow(int rows, int columns)
{
    return with_fake(a_till(rows, columns, TIER_ASCII), NULL, true);
}

struct till *till_new(int rows, int columns, enum tier tier)
{
    return till_new_with(rows, columns, tier, NULL);
}

void till_free(struct till **till)
{
    if (!*till)
        return;
    console_free(&(*till)->console);
    fake_counter_free(&(*till)->fake);
    canvas_free(&(*till)->canvas);
    arena_free(&(*till)->arena);
    free(*till);
    *till = NULL;
}

int till_away(void **state)
{
    till_free((struct till **)state);
    return 0;
}

/* ---- driving ------------------------------------------------------------------------------ */

void till_hear(struct till *till)
{
    while (console_receive(till->console, 100))
        continue;
    console_draw(till->console, till->tier, till->canvas);
}

static void press(struct till *till, int32_t code)
{
    struct key_event event = {.kind = KEY_EVENT_PRESS, .code = code};
    console_key(till->console, &event);
    till_hear(till);
}

void till_keys(struct till *till, const char *names)
{
    char copy[1024], *rest = copy;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name; (name = strsep(&rest, " "));) {
        int32_t code;
        if (!*name)
            continue;
        if (!key_parse(name, &code))
            fail_msg("there is no key called %s", name);
        press(till, code);
    }
}

void till_type(struct till *till, const char *text)
{
    for (; *text; text++)
        press(till, *text);
}

static void give_text(struct till *till, const struct key_event *event)
{
    console_key(till->console, event);
    till_hear(till);
}

void till_scan(struct till *till, const char *code)
{
    bool late = *code < 'A' || *code > 'Z'; /* known for a code only after its first character */
    struct key_event event = {.kind = KEY_EVENT_SCAN, .text = code, .delivered = late};
    if (late)
        press(till, *code);
    give_text(till, &event);
}

void till_paste(struct till *till, const char *text)
{
    struct key_event event = {.kind = KEY_EVENT_PASTE, .text = text};
    give_text(till, &event);
}

void till_sign_in(struct till *till, const char *name)
{
    till_type(till, name);
    till_keys(till, "Enter");
    till_type(till, *name == 'a' ? "1111" : *name == 'm' ? "2222" : "3333");
    till_keys(till, "Enter");
}

struct till *till_at_map(fake_serve_fn *serve, void *ctx)
{
    struct till *till = till_new(24, 80, TIER_ASCII);
    if (serve)
        fake_counter_serve(till->fake, serve, ctx);
    till_sign_in(till, "anna");
    till_keys(till, "Enter Enter");
    return till;
}

void till_pass(struct till *till, int64_t ms)
{
    int64_t until = till->clock.mono + ms;
    for (int64_t due; (due = console_due(till->console)) <= until;) {
        int64_t step = due > till->clock.mono ? due - till->clock.mono : 0;
        till->clock.mono += step;
        till->clock.wall += step;
        console_tick(till->console);
        if (console_due(till->console) <= till->clock.mono)
            fail_msg("a tick at %lld settled nothing", (long long)till->clock.mono);
    }
    till->clock.wall += until - till->clock.mono;
    till->clock.mono = until;
    till_hear(till);
}

void till_resize(struct till *till, int rows, int columns)
{
    canvas_free(&till->canvas);
    till->canvas = canvas_new(rows, columns);
    till_hear(till);
}

/* ---- looking ------------------------------------------------------------------------------ */

const char *till_text(struct till *till)
{
    return canvas_text(till->canvas, till->arena);
}

bool till_shows(struct till *till, const char *text)
{
    return strstr(till_text(till), text) != NULL;
}

const char *till_row(struct till *till, int row)
{
    char *text = canvas_text(till->canvas, till->arena);
    while (row-- > 0)
        text = strchr(text, '\n') + 1;
    return arena_strndup(till->arena, text, strcspn(text, "\n"));
}

const char *till_message(struct till *till)
{
    const struct message *message = messages_shown(console_messages(till->console));
    return message ? message->text : "";
}

const char *till_screen(const struct till *till)
{
    return console_screen(till->console);
}

void till_assert_shows(struct till *till, const char *text)
{
    if (!till_shows(till, text))
        fail_msg("\"%s\" is not shown:\n%s", text, till_text(till));
}

void till_assert_message(struct till *till, const char *part)
{
    if (!strstr(till_message(till), part))
        fail_msg("the message is \"%s\", not \"%s\"", till_message(till), part);
}

/* ---- goldens ------------------------------------------------------------------------------ */

static char *picture(struct till *till)
{
    return arena_printf(till->arena, "%s--- styles; the cursor is at row %d, column %d\n%s",
                        canvas_text(till->canvas, till->arena), till->canvas->cursor_row + 1,
                        till->canvas->cursor_column + 1, canvas_styles(till->canvas, till->arena));
}

void till_golden(struct till *till, const char *name)
{
    assert_golden(arena_printf(till->arena, "%s.txt", name), picture(till));
}
