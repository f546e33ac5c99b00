/* A decision: what it does in words, a reason, the number of seats, then Enter. */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/conflict.h"
#include "ui/dialog.h"

enum { DECISION_ROWS = 9, DECISION_COLUMNS = 76 };

/* L10N: why a conflict is decided so; at most 15 columns each. */
static const char *const reasons[CONFIRM_REASONS] = {N_("they agreed"), N_("equal seats"),
                                                     N_("not reached"), N_("no time"), N_("other")};

enum conflict_outcome decision_of(int choice)
{
    static const enum conflict_outcome outcomes[CONFLICT_CHOICES] = {
        CONFLICT_SAME, CONFLICT_OTHER, CONFLICT_REFUND, CONFLICT_DUE, CONFLICT_KEEP};
    return outcomes[choice - 1];
}

/* ---- what is possible ---------------------------------------------------------------------- */

int64_t decision_sum(const struct conflict *at)
{
    return at->paid - at->total;
}

static bool are_free(const struct conflict *at)
{
    for (int i = 0; i < at->seat_count; i++)
        if (at->seats[i].status != SEAT_AVAILABLE)
            return false;
    return at->seat_count > 0;
}

bool decision_possible(const struct conflict *at, enum conflict_outcome outcome)
{
    bool sold = !uuid_is_zero(&at->sale);
    if (at->outcome == CONFLICT_DUE)
        return outcome == CONFLICT_REFUND && decision_sum(at) > 0;
    if (at->outcome != CONFLICT_OPEN)
        return false;
    if (outcome == CONFLICT_SAME) /* what could not be written has money, and no ticket */
        return sold && at->heading != MERGE_PLAIN && are_free(at);
    if (outcome == CONFLICT_OTHER)
        return sold && at->offer_count > 0;
    return outcome == CONFLICT_KEEP || decision_sum(at) > 0;
}

/* ---- keys ---------------------------------------------------------------------------------- */

/* As it was paid; a gift card's money goes to a card. */
static enum tender way_back(const struct conflict *at)
{
    return at->tender == TENDER_CASH ? TENDER_CASH : TENDER_CARD;
}

/* A conflict about no seat is one thing. */
static int things(const struct conflict *at)
{
    return at->seat_count > 0 ? at->seat_count : 1;
}

void decision_open(struct conflicts *conflicts, enum conflict_outcome outcome,
                   struct effects *effects)
{
    struct decision *decision = &conflicts->decision;
    if (!decision_possible(conflicts->one, outcome)) {
        effect_say(effects, "%s", _("This cannot be decided here; the choices stand below."));
        return;
    }
    *decision =
        (struct decision){.open = true, .outcome = outcome, .tender = way_back(conflicts->one)};
    confirm_start(&decision->confirm, reasons, things(conflicts->one));
}

/* How the money goes back is chosen before the reason. */
static bool way_key(struct decision *decision, int32_t code)
{
    if (decision->outcome != CONFLICT_REFUND || decision->confirm.reason ||
        (code != 'c' && code != 'd'))
        return false;
    decision->tender = code == 'c' ? TENDER_CASH : TENDER_CARD;
    return true;
}

static void send(struct conflicts *conflicts, struct effects *effects)
{
    const struct decision *decision = &conflicts->decision;
    struct cmd *cmd = effect_send(effects, CMD_DECIDE);
    cmd->u.decide = (struct desk_decision){
        .conflict = conflicts->one->id, .outcome = decision->outcome, .tender = decision->tender};
    cmd->meta.reason = arena_strdup(cmd->meta.arena, confirm_reason(&decision->confirm));
    conflicts->acting = cmd->id;
}

void decision_key(struct conflicts *conflicts, int32_t code, struct effects *effects)
{
    struct decision *decision = &conflicts->decision;
    if (conflicts->acting || way_key(decision, code))
        return;
    if (confirm_key(&decision->confirm, code, effects))
        send(conflicts, effects);
}

/* ---- drawing ------------------------------------------------------------------------------- */

static void draw_way(struct canvas *canvas, struct area row, int *column, const char *key,
                     const char *text, bool chosen)
{
    *column = draw_printf(canvas, row, 0, *column, STYLE_KEY, "%s ", key);
    *column = draw_text(canvas, row, 0, *column, chosen ? STYLE_FOCUS : STYLE_DIALOG, text) + 2;
}

static void draw_effect(const struct conflicts *conflicts, struct canvas *canvas, struct area rows)
{
    const struct decision *decision = &conflicts->decision;
    const struct conflict *at = conflicts->one;
    struct area second = area_part(rows, 1, 0, 1, -1);
    char text[CONFLICT_LINE], seats[CONFLICT_LINE / 2];
    int column = 0;
    conflict_choice(at, decision->outcome, text);
    draw_cut(canvas, rows, 0, 0, STYLE_STRONG, text);
    if (decision->outcome == CONFLICT_REFUND) {
        draw_way(canvas, second, &column, "c", _("cash"), decision->tender == TENDER_CASH);
        draw_way(canvas, second, &column, "d", _("card"), decision->tender == TENDER_CARD);
    } else if (decision->outcome == CONFLICT_OTHER) {
        draw_cut(canvas, second, 0, 0, STYLE_DIALOG,
                 conflict_seats(at->offer, at->offer_count, seats, sizeof seats));
    } else {
        draw_cut(canvas, second, 0, 0, STYLE_DIALOG,
                 conflict_seats(at->seats, at->seat_count, seats, sizeof seats));
    }
}

void decision_draw(const struct conflicts *conflicts, const struct view *view,
                   struct canvas *canvas, struct area body)
{
    const struct conflict *at = conflicts->one;
    char title[ASK_TITLE];
    /* L10N: title of a dialog, with an order's code: "DECIDE B-7K3QM9"; at most 60 columns */
    snprintf(title, sizeof title, _("DECIDE %s"), at->code);
    struct area inside =
        dialog_draw(canvas, dialog_place(body, DECISION_ROWS, DECISION_COLUMNS), view->tier, title);
    draw_effect(conflicts, canvas, area_part(inside, 0, 0, 2, -1));
    confirm_draw(&conflicts->decision.confirm, canvas,
                 area_part(inside, inside.rows - CONFIRM_ROWS, 0, CONFIRM_ROWS, -1),
                 at->seat_count ? /* L10N: at most 60 columns; the number is typed behind it */
                     _("Type the number of seats it is about, then Enter:")
                                : /* L10N: the same for what is about no seat */
                     _("Type 1, then Enter:"));
}
