#include "config.h"

#include "ui/door.h"

#include <stdio.h>
#include <string.h>

#include "src/domain/page.h"
#include "ui/format.h"

enum { WORD_ROWS = 5, ROOMY_ROWS = 12, HUGE_ROWS = 16 };

/* ---- the word ----------------------------------------------------------------------------- */

static enum style style_of(enum door_light light)
{
    static const enum style styles[] = {[DOOR_GREEN] = STYLE_HEALTH_GOOD,
                                        [DOOR_AMBER] = STYLE_HEALTH_POOR,
                                        [DOOR_RED] = STYLE_HEALTH_BAD};
    return styles[light];
}

struct ink {
    enum style style;
    const char *cell;
};

/* Each light has a shape of its own, so that no colour is needed to tell them apart. */
static const char *cell_of(enum door_light light, enum tier tier)
{
    static const char *const ascii[] = {"#", "?", "X"};
    static const char *const graphic[] = {"\u2588", "\u2592", "X"};
    return tier == TIER_ASCII ? ascii[light] : graphic[light];
}

/* A dot of the letters: `scale` rows high and as many columns wide. */
static void draw_dot(struct canvas *canvas, struct area area, int row, int column, int scale,
                     const struct ink *ink)
{
    for (int i = 0; i < scale; i++)
        draw_repeat(canvas, area, row * scale + i, column * scale, ink->style, ink->cell, scale);
}

static void draw_dots(struct canvas *canvas, struct area area, const char *lines, int scale,
                      const struct ink *ink)
{
    for (int row = 0; row < WORD_ROWS && *lines; row++) {
        int column = 0;
        for (; *lines && *lines != '\n'; lines++, column++)
            if (*lines != ' ')
                draw_dot(canvas, area, row, column, scale, ink);
        lines += *lines == '\n';
    }
}

/* In letters of five rows, or ten; a word that has no such letters, or no room, stands small. */
static void draw_word(struct canvas *canvas, struct area area, const char *word, int scale,
                      const struct ink *ink)
{
    struct arena *arena = arena_new();
    struct page page;
    int columns = area.columns / scale;
    page_start(&page, arena, columns < PAGE_WIDEST ? columns : PAGE_WIDEST);
    if (page_large(&page, word))
        draw_dots(canvas, area, page_text(&page), scale, ink);
    else if (scale > 1)
        draw_word(canvas, area, word, 1, ink);
    else
        draw_text(canvas, area, WORD_ROWS / 2, 0, ink->style, word);
    arena_free(&arena);
}

/* ---- what is the matter ------------------------------------------------------------------- */

static const char *label_of(const struct scanned *scanned)
{
    return scanned->seed[0] ? scanned->seed : scanned->ticket.label;
}

static void draw_reason(const struct door *door, struct canvas *canvas, struct area area,
                        enum style style)
{
    const struct scanned *scanned = &door->scanned;
    char clock[FORMAT_TEXT];
    int row =
        draw_wrapped(canvas, area_part(area, 0, 0, 2, -1), style, _(door_reason(scanned->code)));
    if (scanned->code == DOOR_ALREADY_IN || scanned->code == DOOR_NO_REENTRY)
        draw_printf(canvas, area, row, 0, STYLE_STRONG, "%s  %s  %s", label_of(scanned),
                    format_clock(scanned->admission.last_at, clock), scanned->admission.till);
    else
        draw_printf(canvas, area, row, 0, STYLE_STRONG, "%s  %s", label_of(scanned), scanned->sale);
}

/* How many rows a dot of the word has. */
static int scale_of(struct area body)
{
    return body.rows >= HUGE_ROWS ? 2 : 1;
}

/* Where the word ends and its reason begins. */
static int reason_row(struct area body)
{
    return WORD_ROWS * scale_of(body) + (body.rows >= ROOMY_ROWS ? 2 : 0);
}

static void draw_answer(const struct door *door, const struct view *view, struct canvas *canvas,
                        struct area body)
{
    enum door_code code = door->scanned.code;
    const struct ink ink = {style_of(door_light(code)), cell_of(door_light(code), view->tier)};
    draw_word(canvas, area_part(body, body.rows >= ROOMY_ROWS, 1, WORD_ROWS * scale_of(body), -1),
              C_("door", door_word(code)), scale_of(body), &ink);
    draw_reason(door, canvas, area_part(body, reason_row(body), 1, -1, body.columns - 1),
                ink.style);
}

static void draw_idle(const struct door *door, struct canvas *canvas, struct area body)
{
    draw_wrapped(canvas, area_part(body, 1, 1, -1, body.columns - 1), STYLE_STRONG,
                 door->leaving ? _("Scan the tickets of people who go out.") : _("Scan a ticket."));
}

/* ---- figures ------------------------------------------------------------------------------ */

static void draw_counters(const struct door *door, struct canvas *canvas, struct area body)
{
    char brief[96];
    snprintf(brief, sizeof brief, "%d / %d   X %d", door->count.inside, door->count.tickets,
             door->count.refused);
    char text[160];
    /* L10N: the door's figures: in the house, came at all, of all tickets, sent away */
    snprintf(text, sizeof text, _("in %d   came %d of %d   refused %d"), door->count.inside,
             door->count.entered, door->count.tickets, door->count.refused);
    draw_either(canvas, area_part(body, body.rows - 1, 1, 1, body.columns - 1), STYLE_TEXT, text,
                brief);
}

static void draw_last(const struct door *door, struct canvas *canvas, struct area area)
{
    for (int i = 0; i < door->last_count && i < area.rows; i++) {
        const struct scan *scan = &door->last[i];
        char clock[FORMAT_TEXT];
        draw_printf(canvas, area, i, 0, STYLE_DIM, "%s  %-6s  %s  %s",
                    format_clock(scan->at, clock),
                    C_("door", door_word((enum door_code)scan->code)), scan->label,
                    _(door_reason((enum door_code)scan->code)));
    }
}

void door_draw(const struct door *door, const struct view *view, struct canvas *canvas,
               struct area body)
{
    if (door->answered)
        draw_answer(door, view, canvas, body);
    else if (!door->asked)
        draw_idle(door, canvas, body);
    if (door->known)
        draw_counters(door, canvas, body);
    if (body.rows >= ROOMY_ROWS)
        draw_last(door, canvas,
                  area_part(body, reason_row(body) + 3, 1, body.rows - reason_row(body) - 5, -1));
    door_bag_draw(&door->bag, view, canvas, body);
    sign_draw(&door->sign, view->tier, canvas, body);
}
