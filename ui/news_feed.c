#include "config.h"

#include "ui/news_feed.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"

enum { SEATS_NAMED = 4, CLOCK_COLUMNS = 6 };

enum deed { DEED_HELD, DEED_SOLD, DEED_FREED, DEED_BLOCKED, DEEDS };

/* ---- what was done ------------------------------------------------------------------------ */

static enum deed deed_of(const struct glyph_change *change)
{
    switch (change->is) {
    case GLYPH_HELD:
        return DEED_HELD;
    case GLYPH_SOLD:
    case GLYPH_UNPAID:
    case GLYPH_ADMITTED:
        return DEED_SOLD;
    case GLYPH_FREE:
    case GLYPH_WHEELCHAIR:
    case GLYPH_STALE:
        return DEED_FREED;
    case GLYPH_BLOCKED:
    case GLYPH_CHANNEL:
        return DEED_BLOCKED;
    default:
        return DEEDS;
    }
}

/* Sold by this till: its seats left the basket before the house told of them. */
static bool is_own_sale(const struct view *view, const struct glyph_change *change)
{
    const struct sale *sale = view->draft->sale;
    const struct seat_state state = model_state(view->model, change->seat);
    return sale && uuid_equal(&state.holder, &sale->id);
}

static bool is_mine(const struct view *view, const struct glyph_change *change)
{
    return change->was == GLYPH_MINE || change->is == GLYPH_MINE || is_own_sale(view, change);
}

/* ---- words -------------------------------------------------------------------------------- */

/* The section once, in front; NULL when the hall has only one. */
static const char *section_name(const struct plan *plan, int seat)
{
    return plan->section_count > 1 ? plan_section_of(plan, seat)->name : NULL;
}

static void put_line(struct news_feed *feed, int64_t now, const char *text)
{
    char clock[FORMAT_TEXT];
    int kept = feed->count < NEWS_LINES ? feed->count : NEWS_LINES - 1;
    memmove(&feed->lines[1], &feed->lines[0], (size_t)kept * sizeof feed->lines[0]);
    text_copy(feed->lines[0].clock, sizeof feed->lines[0].clock, format_clock(now, clock));
    text_copy(feed->lines[0].text, sizeof feed->lines[0].text, text);
    feed->count = kept + 1;
}

static const char *sentence(enum deed deed)
{
    /* L10N: what others did with seats, beside the map; the seats stand for %s */
    static const char *const words[DEEDS] = {[DEED_HELD] = N_("held %s"),
                                             [DEED_SOLD] = N_("sold %s"),
                                             [DEED_FREED] = N_("free again: %s"),
                                             [DEED_BLOCKED] = N_("blocked %s")};
    return _(words[deed]);
}

static void tell(struct news_feed *feed, const struct view *view, enum deed deed)
{
    const struct model *model = view->model;
    const struct plan *plan = model->map.plan;
    char seats[NEWS_TEXT / 2] = "", line[NEWS_TEXT];
    int count = 0;
    size_t used = 0;
    const char *before = NULL;
    for (int i = 0; i < model->change_count && i < CHANGES_MAX; i++) {
        const struct glyph_change *change = &model->changes[i];
        const struct plan_seat *seat = &plan->seats[change->seat];
        if (is_mine(view, change) || deed_of(change) != deed || ++count > SEATS_NAMED ||
            used >= sizeof seats)
            continue;
        const char *name = section_name(plan, change->seat);
        bool say_section = name && name != before;
        used +=
            (size_t)snprintf(seats + used, sizeof seats - used, "%s%s%s%s%s", count > 1 ? " " : "",
                             say_section ? name : "", say_section ? " " : "",
                             plan->rows[seat->row].label, plan_seat_number(plan, seat));
        before = name;
    }
    if (count > SEATS_NAMED && used < sizeof seats)
        snprintf(seats + used, sizeof seats - used, " +%d", count - SEATS_NAMED);
    snprintf(line, sizeof line, sentence(deed), seats);
    if (count)
        put_line(feed, view->now, line);
}

void news_feed_hear(struct news_feed *feed, const struct view *view)
{
    if (view->model->change_count > CHANGES_MAX) {
        char line[NEWS_TEXT];
        snprintf(line, sizeof line,
                 ngettext("%d seat changed at once", "%d seats changed at once",
                          (unsigned long)view->model->change_count),
                 view->model->change_count);
        put_line(feed, view->now, line);
        return;
    }
    for (int deed = 0; deed < DEEDS; deed++)
        tell(feed, view, (enum deed)deed);
}

/* ---- drawing ------------------------------------------------------------------------------ */

void news_feed_draw(const struct news_feed *feed, const struct view *view, struct canvas *canvas,
                    struct area frame)
{
    /* L10N: head of what happens at the other tills, beside the map; at most 30 columns */
    struct area inside = draw_frame(canvas, frame, view->tier, STYLE_TEXT, _("Other tills"));
    int row = 0;
    for (int i = 0; i < feed->count && row < inside.rows; i++) {
        draw_text(canvas, inside, row, 0, STYLE_DIM, feed->lines[i].clock);
        row += draw_wrapped(canvas, area_part(inside, row, CLOCK_COLUMNS, -1, -1), STYLE_TEXT,
                            feed->lines[i].text);
    }
    if (feed->count == 0)
        draw_wrapped(canvas, inside, STYLE_DIM,
                     _("What other tills do with these seats appears here."));
}
