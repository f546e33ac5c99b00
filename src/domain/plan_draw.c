#include "config.h"

#include "src/domain/plan_draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_draw_parts.h"
#include "src/domain/plan_stage.h"

/* Marks words for translation; whoever draws passes the translator. */
#define N_(text) text

enum { USUAL_COLUMNS = 80, SEATS_ONE_BY_ONE = 4000 };

static const struct {
    const char *ascii, *graphic, *word;
} looks[LOOK_CLASS] = {
    [LOOK_FREE] = {"o", "\u25cb", N_("free")},
    [LOOK_WHEELCHAIR] = {"w", "w", N_("wheelchair place, free")},
    [LOOK_MINE] = {"@", "\u25a0", N_("mine")},
    [LOOK_HELD] = {"h", "\u2592", N_("held")},
    [LOOK_SOLD] = {"x", "x", N_("sold")},
    [LOOK_BLOCKED] = {"#", "#", N_("blocked")},
    [LOOK_OTHER] = {",", "\u00b7", N_("for another channel")},
    [LOOK_PLAN_WHEELCHAIR] = {"w", "w", N_("wheelchair place")},
    [LOOK_PLAN_COMPANION] = {"c", "c", N_("companion")},
    [LOOK_PLAN_RESTRICTED] = {"r", "r", N_("restricted view")},
    [LOOK_PLAN_HOUSE] = {"#", "#", N_("house seat")},
};

/* ---- text --------------------------------------------------------------------------------- */

static void put_bytes(struct sketch *sketch, const char *bytes, size_t size)
{
    int want = sketch->text.count + (int)size + 1;
    if (want > sketch->text.room)
        LIST_RESERVE(sketch->arena, &sketch->text, want * 2);
    memcpy(sketch->text.at + sketch->text.count, bytes, size);
    sketch->text.count += (int)size;
}

void sketch_put(struct sketch *sketch, const char *fmt, ...)
{
    char line[512];
    va_list ap;
    va_start(ap, fmt);
    int length = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    put_bytes(sketch, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

void sketch_label(struct sketch *sketch, const char *label, int columns, bool right)
{
    char text[4 * PLAN_NAME_TEXT];
    int used = text_fit(text, sizeof text, label, columns, false);
    if (right)
        sketch_put(sketch, "%*s%s", columns - used, "", text);
    else
        sketch_put(sketch, "%s", text);
}

int sketch_columns(const struct sketch *sketch)
{
    return sketch->drawing->columns > 0 ? sketch->drawing->columns : USUAL_COLUMNS;
}

const char *sketch_word(const struct sketch *sketch, const char *english)
{
    return sketch->drawing->word ? sketch->drawing->word(english) : english;
}

/* ---- seats -------------------------------------------------------------------------------- */

bool sketch_is_free(const struct plan_drawing *drawing, int seat)
{
    const struct seat_state *state = &drawing->state[seat];
    return state->status == SEAT_AVAILABLE || seat_hold_over(state, drawing->now);
}

bool sketch_is_mine(const struct plan_drawing *drawing, int seat)
{
    const struct seat_state *state = &drawing->state[seat];
    if (state->status != SEAT_HELD || seat_hold_over(state, drawing->now))
        return false;
    for (int i = 0; i < drawing->mine_count; i++)
        if (memcmp(&drawing->mine[i], &state->holder, sizeof state->holder) == 0)
            return true;
    return false;
}

static enum look look_now(const struct sketch *sketch, int seat)
{
    const struct plan_drawing *drawing = sketch->drawing;
    const struct seat_state *state = &drawing->state[seat];
    if (sketch_is_free(drawing, seat))
        return sketch->plan->seats[seat].flags & SEAT_WHEELCHAIR ? LOOK_WHEELCHAIR : LOOK_FREE;
    if (state->status == SEAT_BLOCKED)
        return state->open_to ? LOOK_OTHER : LOOK_BLOCKED;
    if (state->status == SEAT_SOLD)
        return LOOK_SOLD;
    return sketch_is_mine(drawing, seat) ? LOOK_MINE : LOOK_HELD;
}

enum look sketch_look(const struct sketch *sketch, int seat)
{
    const struct plan_seat *place = &sketch->plan->seats[seat];
    if (sketch->drawing->state)
        return look_now(sketch, seat);
    return place->flags & SEAT_WHEELCHAIR   ? LOOK_PLAN_WHEELCHAIR
           : place->flags & SEAT_COMPANION  ? LOOK_PLAN_COMPANION
           : place->flags & SEAT_RESTRICTED ? LOOK_PLAN_RESTRICTED
           : place->flags & SEAT_HOUSE      ? LOOK_PLAN_HOUSE
                                            : (enum look)(LOOK_CLASS + place->class_no);
}

/* A Greek class letter has no ASCII: then the class is just a seat. */
static const char *glyph_of(const struct sketch *sketch, enum look look)
{
    bool ascii = sketch->drawing->glyphs == PLAN_ASCII;
    if (look < LOOK_CLASS)
        return ascii ? looks[look].ascii : looks[look].graphic;
    const char *letter = sketch->letters.of[look - LOOK_CLASS];
    return ascii && (unsigned char)letter[0] >= 0x80 ? looks[LOOK_FREE].ascii : letter;
}

const char *sketch_glyph(struct sketch *sketch, int seat)
{
    enum look look = sketch_look(sketch, seat);
    sketch->shown[look] = true;
    return glyph_of(sketch, look);
}

/* ---- the key ------------------------------------------------------------------------------ */

static void put_key(struct sketch *sketch)
{
    bool any = false;
    for (int look = 0; look < LOOK_COUNT; look++) {
        if (!sketch->shown[look])
            continue;
        sketch_put(sketch, "%s%s ", any ? "   " : "\n", glyph_of(sketch, (enum look)look));
        any = true;
        if (look < LOOK_CLASS)
            sketch_put(sketch, "%s", sketch_word(sketch, looks[look].word));
        else
            sketch_label(sketch, sketch->plan->classes[look - LOOK_CLASS].name, CLASS_TEXT, false);
    }
    sketch_put(sketch, any ? "\n" : "");
}

static struct sketch sketch_new(const struct plan *plan, const struct plan_drawing *drawing,
                                struct arena *arena)
{
    return (struct sketch){
        .plan = plan, .drawing = drawing, .arena = arena, .letters = plan_class_letters(plan)};
}

static bool stands_around(const struct plan *plan)
{
    enum stage_side side = plan_focal_side(plan);
    return side == STAGE_CENTRE || side == STAGE_LEFT || side == STAGE_RIGHT;
}

const char *plan_draw(const struct plan *plan, const struct plan_drawing *drawing,
                      struct arena *arena)
{
    struct sketch sketch = sketch_new(plan, drawing, arena);
    bool whole = drawing->section < 0;
    if (whole && plan->seat_count > SEATS_ONE_BY_ONE && plan->section_count > 1)
        sketch_tiles(&sketch);
    else if (!whole || !stands_around(plan) || !sketch_round(&sketch))
        sketch_rows(&sketch);
    put_key(&sketch);
    put_bytes(&sketch, "", 1);
    return sketch.text.at;
}

const char *plan_seat_glyph(const struct plan *plan, const struct plan_drawing *drawing, int seat)
{
    const struct sketch sketch = {.plan = plan, .drawing = drawing};
    enum look look = sketch_look(&sketch, seat);
    if (look >= LOOK_CLASS)
        look = LOOK_FREE;
    return drawing->glyphs == PLAN_ASCII ? looks[look].ascii : looks[look].graphic;
}
