/* What has to hold, whatever happens to a console. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/lib/busy_private.h"
#include "ui/format.h"

enum { LEAST_ROWS = 12, LEAST_COLUMNS = 40 };

/* ---- what was confirmed -------------------------------------------------------------------- */

/* Undo lets go of what was held last, and a next offer of the one before: both can be had again by
 * a key. */
static bool lets_go_of_all(const struct busy *busy, const struct cmd *cmd)
{
    return cmd->u.one_hold.labels == NULL && busy->pressing && busy->code != 'u';
}

/* Moves money, or takes what others have, or all one has. */
static bool is_grave(const struct busy *busy, const struct cmd *cmd)
{
    switch ((int)cmd->kind) {
    case CMD_SELL:
    case CMD_PAY:
    case CMD_REFUND:
    case CMD_EXCHANGE:
    case CMD_BLOCK:
    case CMD_UNBLOCK:
    case CMD_FREE_SEATS:
    case CMD_SHIFT_CLOSE:
    case CMD_SHIFT_MOVE:
        return true;
    case CMD_RELEASE:
        return lets_go_of_all(busy, cmd);
    default:
        return false;
    }
}

/* What the screen says while such an act waits for its key: one of these. */
static const char *const *questions(const struct cmd *cmd)
{
    static const char *const sale[] = {"TOTAL", NULL};
    static const char *const move[] = {"writes it down", NULL};
    static const char *const dialog[] = {"no change", "then Enter", NULL};
    return cmd->kind == CMD_SELL ? sale : cmd->kind == CMD_SHIFT_MOVE ? move : dialog;
}

static const char *shown(struct busy *busy)
{
    return canvas_text(busy->till->canvas, busy->arena);
}

/* Only the first counts. */
static void __attribute__((format(printf, 2, 3))) fault(struct busy *busy, const char *fmt, ...)
{
    char text[256];
    va_list ap;
    if (busy->fault)
        return;
    va_start(ap, fmt);
    (void)!vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    busy->fault = x_alloc(BUSY_FAULT);
    snprintf(busy->fault, BUSY_FAULT, "%s (key %d, on '%s')\n%s", text, (int)busy->code,
             console_screen(busy->till->console), shown(busy));
}

static bool asks(struct busy *busy, const struct cmd *cmd)
{
    const char *const *question = questions(cmd);
    while (*question && !strstr(shown(busy), *question))
        question++;
    return *question != NULL;
}

void busy_check_answer(struct busy *busy, const struct cmd *cmd, const struct evt *evt)
{
    const struct sale *sale = evt->outcome.sale;
    char money[FORMAT_TEXT];
    if (cmd->kind != CMD_SELL || evt->outcome.verdict != VERDICT_OK || cmd->u.sell.due)
        return;
    busy->sums.sold++;
    if (!strstr(shown(busy), format_money(sale->total, sale->currency, money)))
        fault(busy, "%s was taken and did not stand on the screen", money);
}

void busy_check_command(struct busy *busy, const struct cmd *cmd)
{
    int32_t code = busy->code;
    if (!is_grave(busy, cmd))
        return;
    const struct canvas *canvas = busy->till->canvas;
    if (!busy->pressing || (code != KEYCODE_ENTER && code != 'y' && code != 'Y'))
        fault(busy, "command %d was sent without a key that confirms", (int)cmd->kind);
    if (canvas->rows < LEAST_ROWS || canvas->columns < LEAST_COLUMNS)
        fault(busy, "command %d was confirmed on a screen that shows nothing", (int)cmd->kind);
    if (!asks(busy, cmd))
        fault(busy, "command %d: what was confirmed did not stand on the screen", (int)cmd->kind);
    busy->sums.grave++;
}

/* ---- time ---------------------------------------------------------------------------------- */

static int known(const struct busy *busy, const struct uuid *id)
{
    for (int i = 0; i < busy->hold_count; i++)
        if (uuid_equal(&busy->holds[i].id, id))
            return i;
    return -1;
}

static void check_countdown(struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    int64_t more = busy->defect == BUSY_HOLD_GROWS ? 1 : 0;
    for (int i = 0; i < model->hold_count && !busy->extended; i++) {
        int at = known(busy, &model->holds[i].id);
        if (at >= 0 && model->holds[i].expires_at + more > busy->holds[at].expires_at)
            fault(busy, "a hold was prolonged by itself");
    }
    busy_forget_holds(busy);
    for (int i = 0; i < model->hold_count && i < BUSY_HOLDS; i++) {
        busy->holds[i].id = model->holds[i].id;
        busy->holds[i].expires_at = model->holds[i].expires_at;
        busy->hold_count++;
    }
    busy->extended = 0;
}

void busy_forget_holds(struct busy *busy)
{
    busy->hold_count = 0;
}

/* ---- the basket ---------------------------------------------------------------------------- */

static int seats_in_house(struct busy *busy, const char *person)
{
    struct store *store = busy->house->desk.store;
    const struct hold_filter mine = {
        .holder = person, .open_only = true, .now = busy->till->clock.wall};
    struct hold *holds;
    int count, seats = 0;
    struct err err = {.text = ""};
    if (store->ops->hold_list(store, &mine, busy->arena, &holds, &count, &err)) {
        fault(busy, "the holds cannot be read: %s", err.text);
        return 0;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < holds[i].seat_count; k++)
            seats += holds[i].seats[k].live;
    return seats;
}

static bool all_is_heard(const struct busy *busy)
{
    return busy->count == 0 && !busy->slow && !console_waiting(busy->till->console) &&
           console_model(busy->till->console)->open;
}

static void check_basket(struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    const struct canvas *canvas = busy->till->canvas;
    char says[64];
    if (!all_is_heard(busy) || !model->actor.name[0])
        return;
    int seats = seats_in_house(busy, model->actor.name);
    snprintf(says, sizeof says, seats == 1 ? "BASKET %d seat" : "BASKET %d seats", seats);
    if (model_basket_seats(model) != seats)
        fault(busy, "%d seats in the house, %d in the basket", seats, model_basket_seats(model));
    if (canvas->rows >= LEAST_ROWS && canvas->columns >= LEAST_COLUMNS &&
        !strstr(shown(busy), seats ? says : "BASKET empty"))
        fault(busy, "the screen does not say '%s'", seats ? says : "BASKET empty");
    busy->sums.baskets += seats > 0;
}

/* ---- the rest ------------------------------------------------------------------------------ */

static void check_sums(struct busy *busy)
{
    const struct model *model = console_model(busy->till->console);
    int32_t sum = 0;
    for (int i = 0; i < GLYPH_SEATS && model->open; i++) {
        if (model->total.of[i] < 0)
            fault(busy, "less than no seat is drawn as %d", i);
        sum += model->total.of[i];
    }
    if (model->open && sum != model->map.plan->seat_count)
        fault(busy, "%d seats are counted", (int)sum);
}

static void check_cursor(struct busy *busy)
{
    const struct canvas *canvas = busy->till->canvas;
    if (canvas->cursor_row < 0 || canvas->cursor_row >= canvas->rows || canvas->cursor_column < 0 ||
        canvas->cursor_column >= canvas->columns)
        fault(busy, "the cursor is not on the screen");
}

void busy_check(struct busy *busy)
{
    check_countdown(busy);
    check_basket(busy);
    check_sums(busy);
    check_cursor(busy);
}
