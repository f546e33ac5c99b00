#include "config.h"

#include "ui/admin_feed.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"

enum { EVENTS_ASKED = 100, SEATS_BYTES = 90 };

void admin_feed_ask(struct admin_feed *feed, int32_t show, struct effects *effects)
{
    feed->again = feed->asking;
    if (feed->asking)
        return;
    struct cmd *cmd = effect_look(effects, CMD_EVENTS);
    cmd->u.events = (struct event_filter){.after = feed->last_event,
                                          .show = show,
                                          .seat = -1,
                                          .newest_first = true,
                                          .limit = EVENTS_ASKED};
    feed->asking = true;
}

/* ---- words -------------------------------------------------------------------------------- */

/* NULL: no act on seats. */
static const char *feed_word(enum act act)
{
    /* L10N: what somebody did with seats, as in "till-2 joe: took B15 B16"; at most 14 columns
     * each. */
    static const char *const words[ACT_COUNT] = {
        [ACT_HOLD] = NC_("feed", "took"),          [ACT_EXTEND] = NC_("feed", "holds longer"),
        [ACT_SELL] = NC_("feed", "sold"),          [ACT_RELEASE] = NC_("feed", "let go of"),
        [ACT_OVERRIDE] = NC_("feed", "released"),  [ACT_EXPIRE] = NC_("feed", "ran out of"),
        [ACT_TRANSFER] = NC_("feed", "gave away"), [ACT_BLOCK] = NC_("feed", "blocked"),
        [ACT_UNBLOCK] = NC_("feed", "unblocked"),  [ACT_REFUND] = NC_("feed", "refunded"),
        [ACT_EXCHANGE] = NC_("feed", "exchanged")};
    return words[act] ? C_("feed", words[act]) : NULL;
}

/* How many events from `at` on are of one act by one person. */
static int same_act(const struct evt *evt, int at)
{
    const struct event *first = &evt->u.events.at[at];
    int count = 1;
    while (at + count < evt->u.events.count &&
           uuid_equal(&first->key, &evt->u.events.at[at + count].key) &&
           evt->u.events.at[at + count].act == first->act)
        count++;
    return count;
}

/* Newest first in the log, so its seats are named from the back. */
static void word_act(const struct event *events, int count, char out[FEED_TEXT])
{
    struct seat_names seats = {.room = SEATS_BYTES};
    char clock[FORMAT_TEXT];
    for (int i = 0; i < count; i++)
        seat_names_add(&seats, events[count - 1 - i].label);
    char line[FEED_TEXT * 2];
    snprintf(line, sizeof line, "%s  %s%s%s: %s%s", format_clock(events[0].at, clock),
             events[0].till, events[0].till[0] ? " " : "", events[0].actor,
             feed_word(events[0].act), seats.text);
    text_copy(out, FEED_TEXT, line);
}

static void put_on_top(struct admin_feed *feed, char lines[FEED_LINES][FEED_TEXT], int count)
{
    int kept = feed->count + count > FEED_LINES ? FEED_LINES - count : feed->count;
    memmove(feed->lines[count], feed->lines[0], (size_t)kept * FEED_TEXT);
    memcpy(feed->lines[0], lines[0], (size_t)count * FEED_TEXT);
    feed->count = kept + count;
}

void admin_feed_answer(struct admin_feed *feed, const struct evt *evt, const struct view *view,
                       struct effects *effects)
{
    char lines[FEED_LINES][FEED_TEXT];
    int count = 0;
    feed->asking = false;
    if (evt->outcome.verdict != VERDICT_OK)
        return;
    for (int i = 0; i < evt->u.events.count && count < FEED_LINES; i += same_act(evt, i)) {
        const struct event *event = &evt->u.events.at[i];
        bool other = strcmp(event->actor, view->model->actor.name) != 0;
        if (other && event->seat >= 0 && feed_word(event->act))
            word_act(event, same_act(evt, i), lines[count++]);
    }
    if (evt->u.events.count && evt->u.events.at[0].id > feed->last_event)
        feed->last_event = evt->u.events.at[0].id;
    put_on_top(feed, lines, count);
    if (feed->again)
        admin_feed_ask(feed, view->model->map.show.no, effects);
}

/* Seats that do not fit are left out whole; the clock before them is no reason to leave all out. */
static void draw_line(const char *line, struct canvas *canvas, struct area row)
{
    char clock[FORMAT_TEXT];
    size_t length = strcspn(line, " ");
    text_copy(clock, length < sizeof clock ? length + 1 : sizeof clock, line);
    int column = draw_text(canvas, row, 0, 0, STYLE_DIM, clock);
    draw_words(canvas, row, 0, column + 2, STYLE_DIM, line + length + strspn(line + length, " "));
}

void admin_feed_draw(const struct admin_feed *feed, struct canvas *canvas, struct area rows)
{
    for (int i = 0; i < feed->count && i < rows.rows; i++)
        draw_line(feed->lines[i], canvas, area_part(rows, i, 0, 1, -1));
    if (feed->count == 0)
        draw_text(canvas, rows, 0, 0, STYLE_DIM, _("Nobody else has done anything here lately."));
}
