/*
 * Everything that is known of one seat, in a card over the map that follows the cursor: price,
 * state and holder, what the plan says of it, whom a block is lifted for, and who sits beside it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/map_private.h"

enum { CARD_COLUMNS = 58, LABEL_COLUMNS = 13, FOOT_ROWS = 2, TEXT = 160 };

enum line { LINE_PRICE, LINE_STATE, LINE_PLACE, LINE_OPEN_TO, LINE_LEFT, LINE_RIGHT, LINES };

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " ");
}

static void price(const struct model *model, int seat, char out[TEXT])
{
    char money[FORMAT_TEXT] = "";
    int64_t amount = model_seat_price(model, seat);
    if (amount >= 0)
        format_money(amount, model->map.show.currency, money);
    snprintf(out, TEXT, "%s %s",
             model->map.plan->classes[model->map.plan->seats[seat].class_no].name, money);
}

static void state(const struct map *map, const struct view *view, char out[TEXT])
{
    char left[FORMAT_TEXT + 8], holder[TEXT / 2] = "";
    map_seat_left(map, view, left, sizeof left);
    const struct seat_state at = model_state(view->model, map->seat);
    map_seat_holder(map, &at, view->now, holder, sizeof holder);
    map_seat_doubt(view, map->seat, holder, sizeof holder);
    snprintf(out, TEXT, "%s%s%s", map_glyph_word(model_glyph(view->model, map->seat)), left,
             holder);
}

/* Of a seat that is not blocked: which till has it to itself. */
static const char *open_word(const struct model *model, int seat)
{
    const struct seat_state state = model_state(model, seat);
    if (state.status == SEAT_SOLD)
        return _("nobody");
    if (state.status == SEAT_HELD && !glyph_is_free(model_glyph(model, seat)))
        /* L10N: to whom a seat is open that somebody holds; at most 40 columns */
        return _("whoever holds it");
    if (!state.allotment)
        return _("everybody");
    return state.allotment == model->health.till ? _("this till, for selling offline")
                                                 : _("one till, for selling offline");
}

/* The same of any seat; of a blocked one, whom the block is lifted for. */
static void open_to(const struct model *model, int seat, char out[TEXT])
{
    static const struct {
        enum channel bit;
        const char *word;
    } channels[] = {{CHANNEL_COUNTER, N_("counter")},
                    {CHANNEL_WEB, N_("web")},
                    {CHANNEL_WAITLIST, N_("waiting list")}};
    const struct seat_state state = model_state(model, seat);
    size_t used = 0;
    out[0] = '\0';
    if (state.status != SEAT_BLOCKED) {
        text_copy(out, TEXT, open_word(model, seat));
        return;
    }
    for (int i = 0; i < COUNT_OF(channels) && used < TEXT; i++)
        if (state.open_to & channels[i].bit)
            used += (size_t)snprintf(out + used, TEXT - used, "%s%s", used ? ", " : "",
                                     _(channels[i].word));
    if (!used)
        text_copy(out, TEXT, _("nobody"));
}

static void neighbour(const struct model *model, int seat, int step, char out[TEXT])
{
    const struct plan *plan = model->map.plan;
    const struct plan_row *row = &plan->rows[plan->seats[seat].row];
    int other = seat + step;
    bool in_row = other >= row->first && other < row->first + row->count;
    if (!in_row)
        text_copy(out, TEXT, _("end of the row"));
    else if (!plan_neighbours(plan, seat < other ? seat : other, seat < other ? other : seat))
        text_copy(out, TEXT, _("aisle"));
    else
        snprintf(out, TEXT, "%s%s %s", row->label, plan_seat_number(plan, &plan->seats[other]),
                 map_glyph_word(model_glyph(model, other)));
}

static void word_line(const struct map *map, const struct view *view, enum line line,
                      char out[TEXT])
{
    const struct model *model = view->model;
    char marks[TEXT];
    switch (line) {
    case LINE_PRICE:
        price(model, map->seat, out);
        break;
    case LINE_STATE:
        state(map, view, out);
        break;
    case LINE_PLACE:
        map_seat_marks(&model->map.plan->seats[map->seat], marks, sizeof marks);
        text_copy(out, TEXT, *marks ? skip_blanks(marks) : _("nothing in particular"));
        break;
    case LINE_OPEN_TO:
        open_to(model, map->seat, out);
        break;
    case LINE_LEFT:
        neighbour(model, map->seat, -1, out);
        break;
    case LINE_RIGHT:
        neighbour(model, map->seat, 1, out);
        break;
    case LINES:
        break;
    }
}

void map_card_draw(const struct map *map, const struct view *view, struct canvas *canvas,
                   struct area body)
{
    /* L10N: what is said of a seat, in front of it; at most 12 columns each */
    static const char *const labels[LINES] = {
        [LINE_PRICE] = N_("Price"),     [LINE_STATE] = N_("State"),
        [LINE_PLACE] = N_("Place"),     [LINE_OPEN_TO] = N_("Open to"),
        [LINE_LEFT] = N_("Left of it"), [LINE_RIGHT] = N_("Right of it")};
    char label[SEAT_TEXT], text[TEXT];
    int rows = LINES + 2 < body.rows ? LINES + 2 : body.rows;
    int columns = CARD_COLUMNS < body.columns ? CARD_COLUMNS : body.columns;
    int below = body.rows >= rows + FOOT_ROWS ? FOOT_ROWS : 0; /* legend and line stay */
    struct area frame =
        area_part(body, body.rows - rows - below, body.columns - columns, rows, columns);
    plan_seat_label(view->model->map.plan, map->seat, label);
    struct area inside = draw_frame(canvas, frame, view->tier, STYLE_DIALOG, label);
    for (int line = 0; line < LINES; line++) {
        word_line(map, view, (enum line)line, text);
        draw_text(canvas, area_part(inside, line, 0, 1, LABEL_COLUMNS), 0, 0, STYLE_DIM,
                  _(labels[line]));
        draw_words(canvas, area_part(inside, line, LABEL_COLUMNS, 1, -1), 0, 0, STYLE_DIALOG, text);
    }
}
