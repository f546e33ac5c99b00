#include "config.h"

#include "ui/admin_dialog.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/dialog.h"
#include "ui/format.h"

enum { COLUMNS_MAX = 80, SEAT_COLUMNS = 14, NOW_COLUMNS = 11, WHO_COLUMNS = 14, LEFT_COLUMNS = 7 };
enum { ROWS_AROUND = 8 }; /* frame, heads, reasons, number */

const char *admin_act_word(enum admin_act act)
{
    /* L10N: in the title of a dialog; at most 12 columns each. */
    static const char *const words[ADMIN_ACTS] = {[ADMIN_RELEASE] = N_("RELEASE"),
                                                  [ADMIN_BLOCK] = N_("BLOCK"),
                                                  [ADMIN_UNBLOCK] = N_("UNBLOCK")};
    return _(words[act]);
}

/* L10N: why a supervisor acts on seats; at most 15 columns each. */
static const char *const reasons[CONFIRM_REASONS] = {
    N_("house seats"), N_("customer asked"), N_("till stuck"), N_("technical"), N_("other")};

/* ---- what can be -------------------------------------------------------------------------- */

static enum admin_note note_release(const struct map *map, const struct seat_state *state,
                                    bool held)
{
    const struct hold *hold = held ? map_hold_of(map, state) : NULL;
    if (state->status == SEAT_SOLD)
        return ADMIN_SOLD;
    if (hold && hold->status == HOLD_PAYING)
        return ADMIN_PAYING;
    return held || state->status == SEAT_BLOCKED ? ADMIN_POSSIBLE : ADMIN_FREE;
}

static enum admin_note note_block(const struct seat_state *state, bool held)
{
    if (state->status == SEAT_SOLD)
        return ADMIN_SOLD;
    if (state->status == SEAT_BLOCKED && !state->open_to)
        return ADMIN_BLOCKED;
    return held ? ADMIN_HELD : ADMIN_POSSIBLE;
}

static enum admin_note note_of(enum admin_act act, const struct map *map,
                               const struct seat_state *state, int64_t now)
{
    bool held = state->status == SEAT_HELD && !seat_hold_over(state, now);
    if (act == ADMIN_RELEASE)
        return note_release(map, state, held);
    if (act == ADMIN_BLOCK)
        return note_block(state, held);
    return state->status == SEAT_BLOCKED ? ADMIN_POSSIBLE : ADMIN_NOT_BLOCKED;
}

static const char *note_word(enum admin_note note)
{
    /* L10N: why a seat stays as it is; the last column of a list, at most 25 columns each. */
    static const char *const words[] = {[ADMIN_POSSIBLE] = "",
                                        [ADMIN_SOLD] = N_("SOLD: refund it instead"),
                                        [ADMIN_PAYING] = N_("IN PAYMENT: not possible"),
                                        [ADMIN_FREE] = N_("free already"),
                                        [ADMIN_HELD] = N_("HELD: release it first"),
                                        [ADMIN_BLOCKED] = N_("blocked already"),
                                        [ADMIN_NOT_BLOCKED] = N_("not blocked")};
    return note == ADMIN_POSSIBLE ? "" : _(words[note]);
}

static void add(struct admin_dialog *dialog, const struct map *map, const struct view *view,
                int seat)
{
    struct admin_seat *line = &dialog->at[dialog->count++];
    line->seat = seat;
    line->state = model_state(view->model, seat);
    line->note = note_of(dialog->act, map, &line->state, view->now);
    dialog->possible += line->note == ADMIN_POSSIBLE;
}

static void tell_impossible(const struct admin_dialog *dialog, const struct view *view,
                            struct effects *effects)
{
    char label[SEAT_TEXT];
    const struct admin_seat *first = &dialog->at[0];
    plan_seat_label(view->model->map.plan, first->seat, label);
    if (dialog->count == 1)
        /* L10N: a seat, and why nothing can be done with it */
        effect_error(effects, _("%s stays as it is: %s."), label, note_word(first->note));
    else
        effect_error(effects, _("None of the %d marked seats can be: %s, for one, is %s."),
                     dialog->count, label, note_word(first->note));
}

bool admin_dialog_open(struct admin_dialog *dialog, enum admin_act act, const struct map *map,
                       const struct view *view, struct effects *effects)
{
    int marked = map->mark_count;
    admin_dialog_close(dialog);
    dialog->act = act;
    dialog->arena = arena_new();
    dialog->at = arena_array(dialog->arena, (size_t)marked + 1, sizeof *dialog->at);
    for (int i = 0; i < marked; i++)
        add(dialog, map, view, map->marks[i]);
    if (!marked)
        add(dialog, map, view, map->seat);
    confirm_start(&dialog->confirm, reasons, dialog->possible);
    dialog->open = dialog->possible > 0;
    if (!dialog->open) {
        tell_impossible(dialog, view, effects);
        admin_dialog_close(dialog);
    }
    return dialog->open;
}

void admin_dialog_close(struct admin_dialog *dialog)
{
    arena_free(&dialog->arena);
    *dialog = (struct admin_dialog){.open = false};
}

/* ---- keys --------------------------------------------------------------------------------- */

bool admin_dialog_key(struct admin_dialog *dialog, int32_t code, struct effects *effects)
{
    if (code == KEYCODE_DOWN && dialog->top + 1 < dialog->count)
        dialog->top++;
    else if (code == KEYCODE_UP && dialog->top > 0)
        dialog->top--;
    else
        return confirm_key(&dialog->confirm, code, effects);
    return false;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static const char *status_word(const struct seat_state *state, int64_t now)
{
    if (seat_hold_over(state, now))
        return _("free");
    switch ((enum seat_status)state->status) {
    case SEAT_HELD:
        return _("held");
    case SEAT_SOLD:
        return _("sold");
    case SEAT_BLOCKED:
        return _("blocked");
    case SEAT_AVAILABLE:
    case SEAT_STATUS_COUNT:
        break;
    }
    return _("free");
}

static void draw_line(const struct admin_seat *line, const struct map *map, const struct view *view,
                      struct canvas *canvas, struct area row)
{
    char label[SEAT_TEXT], seat[SEAT_COLUMNS * 4 + 1], now[NOW_COLUMNS * 4 + 1];
    char holder[PERSON_TEXT + TILL_TEXT + 2] = "", who[WHO_COLUMNS * 4 + 1];
    char left[FORMAT_TEXT] = "";
    const struct hold *hold = map_hold_of(map, &line->state);
    if (hold)
        snprintf(holder, sizeof holder, "%s %s", hold->till, hold->holder);
    if (line->state.status == SEAT_HELD && line->state.held_until > view->now)
        format_left(line->state.held_until - view->now, left);
    text_fit(seat, sizeof seat, plan_seat_label(view->model->map.plan, line->seat, label),
             SEAT_COLUMNS, true);
    text_fit(now, sizeof now, status_word(&line->state, view->now), NOW_COLUMNS, true);
    text_fit(who, sizeof who, holder, WHO_COLUMNS, true);
    int column =
        draw_printf(canvas, row, 0, 0, STYLE_DIALOG, "%s %s %s %7s  ", seat, now, who, left);
    draw_text(canvas, row, 0, column, STYLE_STRONG, note_word(line->note));
}

static void draw_heads(struct canvas *canvas, struct area row)
{
    char seat[SEAT_COLUMNS * 4 + 1], now[NOW_COLUMNS * 4 + 1], who[WHO_COLUMNS * 4 + 1];
    char left[FORMAT_TEXT];
    text_fit(seat, sizeof seat, _("Seat"), SEAT_COLUMNS, true);
    text_fit(now, sizeof now, _("Now"), NOW_COLUMNS, true);
    text_fit(who, sizeof who, _("Holder"), WHO_COLUMNS, true);
    draw_printf(canvas, row, 0, 0, STYLE_STRONG, "%s %s %s %s  %s", seat, now, who,
                /* L10N: head of a column: how long it is still held; at most 7 columns */
                format_right(_("Left"), 7, left), _("Note"));
}

static void draw_list(const struct admin_dialog *dialog, const struct map *map,
                      const struct view *view, struct canvas *canvas, struct area list)
{
    int shown = dialog->count - dialog->top < list.rows ? dialog->count - dialog->top : list.rows;
    int more = dialog->count - dialog->top - shown;
    if (more > 0 && list.rows > 1)
        shown--;
    for (int i = 0; i < shown; i++)
        draw_line(&dialog->at[dialog->top + i], map, view, canvas, area_part(list, i, 0, 1, -1));
    if (more > 0 && list.rows > 1)
        draw_printf(canvas, list, shown, 0, STYLE_DIM,
                    ngettext("and %d more seat (Down, Up)", "and %d more seats (Down, Up)",
                             (unsigned long)more + 1),
                    more + 1);
}

static const char *number_prompt(enum admin_act act)
{
    /* L10N: before the number is typed; at most 50 columns each. */
    static const char *const prompts[ADMIN_ACTS] = {
        [ADMIN_RELEASE] = N_("Type the number of seats to release, then Enter:"),
        [ADMIN_BLOCK] = N_("Type the number of seats to block, then Enter:"),
        [ADMIN_UNBLOCK] = N_("Type the number of seats to unblock, then Enter:")};
    return _(prompts[act]);
}

static void title_of(const struct admin_dialog *dialog, char *out, size_t size)
{
    int refused = dialog->count - dialog->possible;
    if (refused)
        /* L10N: RELEASE 6 seats: 5 possible, 1 not */
        snprintf(out, size, _("%s %d seats: %d possible, %d not"), admin_act_word(dialog->act),
                 dialog->count, dialog->possible, refused);
    else
        snprintf(out, size, ngettext("%s %d seat", "%s %d seats", (unsigned long)dialog->count),
                 admin_act_word(dialog->act), dialog->count);
}

void admin_dialog_draw(const struct admin_dialog *dialog, const struct map *map,
                       const struct view *view, struct canvas *canvas, struct area body)
{
    char title[96];
    int most = body.rows - ROWS_AROUND > 8 ? 8 : body.rows - ROWS_AROUND;
    int lines = dialog->count < most ? dialog->count : most > 1 ? most : 1;
    struct area frame = dialog_place(body, lines + ROWS_AROUND - 2, COLUMNS_MAX);
    title_of(dialog, title, sizeof title);
    struct area inside = dialog_draw(canvas, frame, view->tier, title);
    draw_heads(canvas, area_part(inside, 0, 0, 1, -1));
    draw_list(dialog, map, view, canvas, area_part(inside, 1, 0, inside.rows - 4, -1));
    confirm_draw(&dialog->confirm, canvas,
                 area_part(inside, inside.rows - CONFIRM_ROWS, 0, CONFIRM_ROWS, -1),
                 number_prompt(dialog->act));
}
