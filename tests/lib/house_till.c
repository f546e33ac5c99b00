#include "config.h"

#include "tests/lib/house_till.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/served.h"

enum { ROWS = 24, COLUMNS = 80 };

struct house_till {
    struct desk desk;
    struct clock clock;
    struct served *served;
    struct console *console;
    struct canvas *canvas;
    struct arena *arena;
};

struct house_till *house_till_new(struct house_fixture *house, const char *name)
{
    struct house_till *till = x_alloc(sizeof *till);
    setenv("TZ", "UTC", 1);
    till->clock = house->desk.clock;
    till->desk = house_second_desk(house, &till->clock);
    till->served = served_new(&till->desk, NULL, NULL);
    till->arena = arena_new();
    till->canvas = canvas_new(ROWS, COLUMNS);
    const struct console_options options = {.port = served_port(till->served),
                                            .clock = till->clock,
                                            .till = arena_strdup(till->arena, name),
                                            .rng = rng_system()};
    till->console = console_new(&options);
    house_till_hear(till);
    return till;
}

void house_till_free(struct house_till **till)
{
    console_free(&(*till)->console);
    served_free(&(*till)->served);
    store_close(&(*till)->desk.store);
    canvas_free(&(*till)->canvas);
    arena_free(&(*till)->arena);
    free(*till);
    *till = NULL;
}

/* ---- driving ------------------------------------------------------------------------------ */

void house_till_hear(struct house_till *till)
{
    while (console_receive(till->console, 100))
        continue;
    console_draw(till->console, TIER_ASCII, till->canvas);
}

static void press(struct house_till *till, int32_t code)
{
    struct key_event event = {.kind = KEY_EVENT_PRESS, .code = code};
    console_key(till->console, &event);
    house_till_hear(till);
}

void house_till_keys(struct house_till *till, const char *names)
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

void house_till_type(struct house_till *till, const char *text)
{
    for (; *text; text++)
        press(till, *text);
}

void house_till_scan(struct house_till *till, const char *code)
{
    bool late = *code < 'A' || *code > 'Z'; /* known for a code only after its first character */
    struct key_event event = {.kind = KEY_EVENT_SCAN, .text = code, .delivered = late};
    if (late)
        press(till, *code);
    console_key(till->console, &event);
    house_till_hear(till);
}

void house_till_sign_in(struct house_till *till, const char *name, const char *pin)
{
    house_till_type(till, name);
    house_till_keys(till, "Enter");
    house_till_type(till, pin);
    house_till_keys(till, "Enter");
    if (strcmp(house_till_screen(till), "till") == 0)
        house_till_keys(till, "Esc"); /* the float is counted later */
}

void house_till_resize(struct house_till *till, int rows, int columns)
{
    canvas_free(&till->canvas);
    till->canvas = canvas_new(rows, columns);
    house_till_hear(till);
}

/* ---- looking ------------------------------------------------------------------------------ */

const struct model *house_till_model(struct house_till *till)
{
    return console_model(till->console);
}

const char *house_till_screen(struct house_till *till)
{
    return console_screen(till->console);
}

const char *house_till_text(struct house_till *till)
{
    return canvas_text(till->canvas, till->arena);
}

bool house_till_shows(struct house_till *till, const char *text)
{
    return strstr(house_till_text(till), text) != NULL;
}

const char *house_till_message(struct house_till *till)
{
    const struct message *message = messages_shown(console_messages(till->console));
    return message ? message->text : "";
}
