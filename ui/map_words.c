/* What is said of a seat or a section, in the line under the map and in the card. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/map_private.h"

enum { MINUTE_MS = 60000 };
enum { PLACE_COLUMNS = 5, STATE_COLUMNS = 12 };

/* ---- words -------------------------------------------------------------------------------- */

const char *map_shows_word(enum map_shows shows)
{
    /* L10N: what the map shows of each seat; one word each, at most 8 columns. */
    static const char *const words[] = {[MAP_STATE] = N_("STATE"),
                                        [MAP_PRICE] = N_("PRICE"),
                                        [MAP_HOLDER] = N_("HOLDER"),
                                        [MAP_AGE] = N_("AGE")};
    return _(words[shows]);
}

const char *map_glyph_word(enum glyph glyph)
{
    /* L10N: what a seat is, in the legend under the map; at most 12 columns each. */
    static const char *const words[GLYPH_SEATS] = {
        [GLYPH_FREE] = N_("free"),
        [GLYPH_MINE] = N_("mine"),
        [GLYPH_HELD] = N_("held"),
        [GLYPH_UNPAID] = N_("unpaid"),
        [GLYPH_SOLD] = N_("sold"),
        [GLYPH_ADMITTED] = N_("admitted"),
        [GLYPH_BLOCKED] = N_("blocked"),
        [GLYPH_CHANNEL] = N_("not here"),
        [GLYPH_WHEELCHAIR] = N_("wheelchair"),
        [GLYPH_CONFLICT] = N_("conflict"),
        [GLYPH_STALE] = N_("not sure"),
    };
    return _(words[glyph]);
}

void map_legend_word(const struct view *view, enum glyph glyph, char out[FORMAT_TEXT * 2])
{
    char clock[FORMAT_TEXT];
    int64_t as_of = view->model->health.map_as_of;
    if (glyph == GLYPH_STALE && as_of)
        /* L10N: legend: seats that were free when the house was heard last; at most 24 columns */
        snprintf(out, (size_t)FORMAT_TEXT * 2, _("free as of %s"), format_clock(as_of, clock));
    else
        text_copy(out, (size_t)FORMAT_TEXT * 2, map_glyph_word(glyph));
}

void map_seat_doubt(const struct view *view, int seat, char *out, size_t size)
{
    enum glyph glyph = model_glyph(view->model, seat);
    char clock[FORMAT_TEXT];
    size_t used = strlen(out);
    if (glyph == GLYPH_STALE)
        /* L10N: of a seat at a till that is alone, with a time; at most 40 columns */
        snprintf(out + used, size - used, _("  free at %s, sold as PROVISIONAL"),
                 format_clock(view->model->health.map_as_of, clock));
    else if (glyph == GLYPH_CONFLICT)
        /* L10N: of a seat two tills sold; g y are keys */
        snprintf(out + used, size - used, "%s", _("  g y shows both sides"));
}

static void describe_section(const struct map *map, const struct view *view, char *out, size_t size)
{
    const struct seat_sums *sums = &view->model->sections[map->section];
    const struct plan_section *section = &view->model->map.plan->sections[map->section];
    char seats[FORMAT_TEXT];
    snprintf(out, size,
             /* L10N: one section: name, seats, free, held, sold, blocked; at most 76 columns */
             _("%s  %s seats  free %d  held %d  sold %d  blocked %d"), section->name,
             format_number(sums->seats, seats), model_free(sums), sums->of[GLYPH_HELD],
             model_sold(sums), sums->of[GLYPH_BLOCKED] + sums->of[GLYPH_CHANNEL]);
}

void map_seat_marks(const struct plan_seat *seat, char *out, size_t size)
{
    static const struct {
        int flag;
        const char *text;
    } extras[] = {{SEAT_AISLE, N_("aisle")},
                  {SEAT_WHEELCHAIR, N_("wheelchair place")},
                  {SEAT_COMPANION, N_("companion")},
                  {SEAT_RESTRICTED, N_("restricted view")},
                  {SEAT_HOUSE, N_("house seat")}};
    out[0] = '\0';
    for (int i = 0; i < COUNT_OF(extras); i++)
        if (seat->flags & extras[i].flag) {
            size_t used = strlen(out);
            snprintf(out + used, size - used, "  %s", _(extras[i].text));
        }
}

/* Who has it and since when, where the holds are known. */
void map_seat_holder(const struct map *map, const struct seat_state *state, int64_t now, char *out,
                     size_t size)
{
    const struct hold *hold = state->status == SEAT_HELD ? map_hold_of(map, state) : NULL;
    char since[FORMAT_TEXT];
    size_t used = strlen(out);
    if (!hold || hold->expires_at <= now)
        return;
    /* L10N: who holds a seat (till, person), and since what time */
    used += (size_t)snprintf(out + used, size - used, _("  %s %s since %s"), hold->till,
                             hold->holder, format_clock(hold->created_at, since));
    if (hold->status == HOLD_PAYING && used < size)
        snprintf(out + used, size - used, "%s", _("  IN PAYMENT"));
}

/* How long it is held, coarsely: a second that moves is bytes on the line. The hold that ends first
 * counts down in the basket row, to the second. */
void map_seat_left(const struct map *map, const struct view *view, char *out, size_t size)
{
    const struct model *model = view->model;
    const struct hold *mine = model_hold_of(model, map->seat);
    int64_t left = model_state(model, map->seat).held_until - view->now;
    char clock[FORMAT_TEXT];
    bool held = mine || model_glyph(model, map->seat) == GLYPH_HELD;
    out[0] = '\0';
    if (!held || (mine && mine == model_first_hold(model)))
        return;
    if (left > MINUTE_MS)
        /* L10N: how long a seat is still held; behind "held", at most 7 columns */
        snprintf(out, size, _(" %d min"), (int)((left + MINUTE_MS - 1) / MINUTE_MS));
    else
        snprintf(out, size, " %s", format_left(left, clock));
}

static void describe_seat(const struct map *map, const struct view *view, char *out, size_t size)
{
    const struct model *model = view->model;
    const struct plan_seat *seat = &model->map.plan->seats[map->seat];
    char money[FORMAT_TEXT] = "", extras[160], left[FORMAT_TEXT + 8];
    char place[ROW_TEXT + NUMBER_TEXT], padded_place[PLACE_COLUMNS * 4 + 1];
    char state[96], padded_state[sizeof state + STATE_COLUMNS];
    int64_t price = model_seat_price(model, map->seat);
    if (price >= 0)
        format_money(price, model->map.show.currency, money);
    map_seat_left(map, view, left, sizeof left);
    map_seat_marks(seat, extras, sizeof extras);
    const struct seat_state at = model_state(model, map->seat);
    map_seat_holder(map, &at, view->now, extras, sizeof extras);
    map_seat_doubt(view, map->seat, extras, sizeof extras);
    /* Columns that stand still: a cursor step then changes little more than the number. A state in
     * a longer tongue is told whole and moves the rest. */
    snprintf(place, sizeof place, "%s%s", model->map.plan->rows[seat->row].label,
             plan_seat_number(model->map.plan, seat));
    text_fit(padded_place, sizeof padded_place, place, PLACE_COLUMNS, true);
    snprintf(state, sizeof state, "%s%s", map_glyph_word(model_glyph(model, map->seat)), left);
    int columns = text_columns(state) > STATE_COLUMNS ? text_columns(state) : STATE_COLUMNS;
    text_fit(padded_state, sizeof padded_state, state, columns, true);
    snprintf(out, size, "%s  %s  %s %s%s", padded_place, padded_state,
             model->map.plan->classes[seat->class_no].name, money, extras);
}

void map_describe(const struct map *map, const struct view *view, char *out, size_t size)
{
    if (map->level == MAP_VENUE)
        describe_section(map, view, out, size);
    else
        describe_seat(map, view, out, size);
}
