/*
 * Payment: the lines of the basket, who buys, how it is paid. Nothing is charged before Enter, and
 * Esc goes back with the seats still held.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/pay.h"
#include "ui/screens.h"

const struct action pay_actions[] = {
    /* L10N: hints behind their key in the last row; at most 12 columns each. */
    {PAY_COMMIT, "commit", "Enter", N_("commit"), N_("Take the money and sell the seats."),
     RIGHT_SELL, 1, 0},
    {PAY_CASH, "cash", "c", N_("cash"), N_("Cash: exact, or type the amount given."), RIGHT_SELL, 2,
     0},
    {PAY_CARD, "card", "d", N_("card"), N_("Card terminal, with its authorisation code."),
     RIGHT_SELL, 2, 0},
    {PAY_VOUCHER, "voucher", "v", N_("voucher"),
     N_("A voucher takes something off, a gift card pays like money."), RIGHT_SELL, 3, 0},
    {PAY_SPLIT, "split", "s", N_("split"),
     N_("Pay in parts: type an amount, then c, d or v; without one it is all that is left."),
     RIGHT_SELL, 3, 0},
    {PAY_PICKUP, "will-call", "w", N_("will-call"), N_("Keep the seats, to be paid at pickup."),
     RIGHT_SELL, 4, 0},
    {PAY_CUSTOMER, "customer", "a", N_("customer"), N_("Find or add the customer."), RIGHT_SELL, 3,
     0},
    {PAY_TYPE, "type", "t", N_("type"), N_("Change the price type of this line."), RIGHT_SELL, 4,
     0},
    {PAY_TYPE_ALL, "type-all", "T", "", N_("Change the price type of all lines."), RIGHT_SELL, 0,
     0},
    {PAY_DISCOUNT, "discount", "%", N_("discount"),
     N_("Take something off: 10%, 5.00, or 5.00/each; more than 10% is signed by a supervisor."),
     RIGHT_SELL, 5, 0},
    {PAY_REMOVE, "remove", "r", N_("remove"), N_("Let go of the seat of this line."), RIGHT_SELL, 5,
     0},
    {PAY_EXTEND, "extend", "x", "", N_("Hold on to the basket for some minutes more."), RIGHT_SELL,
     0, 0},
    {PAY_DIGIT, "given", "0 1 2 3 4 5 6 7 8 9 . ,", "",
     N_("Type the amount given over, or that of the next part."), RIGHT_SELL, 0, ACTION_CARD},
    {PAY_ERASE, "erase", "Backspace", "", N_("Take back the last digit, or the last part."),
     RIGHT_SELL, 0, 0},
};
const int pay_action_count = COUNT_OF(pay_actions);

static int64_t total_of(const struct view *view)
{
    return basket_total(view->model, view->draft);
}

static const char *currency_of(const struct view *view)
{
    return view->model->map.show.currency;
}

/* What the voucher takes off depends on every line. */
static void price_again(struct pay *pay, const struct view *view, struct effects *effects)
{
    if (view->draft->voucher.code[0])
        pay_ask_quote(pay, view, view->draft->voucher.code, effects);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void change_type(struct pay *pay, const struct view *view, bool all, struct effects *effects)
{
    struct arena *arena = arena_new();
    struct basket *basket = basket_look(view->model, view->draft, arena);
    bool changed = false;
    list_clamp(&pay->list, basket->count);
    if (basket->count > 0 && all)
        changed = basket_cycle_all(basket, view->model, view->draft);
    else if (basket->count > 0)
        changed = basket_cycle(basket, pay->list.cursor, view->model, view->draft);
    if (changed)
        price_again(pay, view, effects);
    else
        effect_say(effects, "%s", _("There is no other price for this seat."));
    arena_free(&arena);
}

/* Seats may have left the basket since the cursor was moved. */
static void remove_line(struct pay *pay, const struct view *view, struct effects *effects)
{
    struct arena *arena = arena_new();
    struct basket *basket = basket_look(view->model, view->draft, arena);
    list_clamp(&pay->list, basket->count);
    if (basket->count > 0) {
        const struct basket_line *line = &basket->lines[pay->list.cursor];
        struct cmd *cmd = effect_send(effects, CMD_RELEASE);
        const char **labels = arena_array(cmd->meta.arena, 1, sizeof *labels);
        labels[0] = arena_strdup(cmd->meta.arena, line->label);
        cmd->u.one_hold.hold = line->hold;
        cmd->u.one_hold.labels = labels;
        cmd->u.one_hold.count = 1;
    }
    arena_free(&arena);
}

/* ---- signing ------------------------------------------------------------------------------ */

static bool needs_signature(struct pay *pay, const struct view *view, bool for_discount)
{
    struct arena *arena = arena_new();
    const struct basket *basket = basket_look(view->model, view->draft, arena);
    enum right right = draft_needs(view->draft, basket, view->model->actor.role);
    arena_free(&arena);
    if (right == RIGHT_COUNT)
        return false;
    pay->sign_discount = for_discount;
    sign_open(&pay->sign, right,
              right == RIGHT_COMP ? _("Tickets for nothing need a supervisor's signature.")
                                  : _("This discount needs a supervisor's signature."));
    return true;
}

static void set_discount(struct pay *pay, const struct view *view, const char *text,
                         struct effects *effects)
{
    struct discount discount;
    char words[FORMAT_TEXT * 2];
    if (!discount_parse(text, currency_of(view), &discount)) {
        effect_error(effects, _("\"%.60s\" is no discount. Type 10%%, 5.00 or 5.00/each."), text);
        return;
    }
    view->draft->discount = discount;
    view->draft->approver = (struct actor){.name = ""};
    price_again(pay, view, effects);
    if (!needs_signature(pay, view, true) && discount.kind != DISCOUNT_NONE)
        effect_say(effects, _("Discount: %s."),
                   discount_words(&discount, currency_of(view), words, sizeof words));
}

static void drop_discount(struct pay *pay, const struct view *view, struct effects *effects)
{
    view->draft->discount = (struct discount){.kind = DISCOUNT_NONE};
    price_again(pay, view, effects);
    effect_say(effects, "%s", _("Not signed: there is no discount."));
}

/* ---- how it is paid ----------------------------------------------------------------------- */

static void add_part(struct pay *pay, const struct view *view, const struct tender_line *part,
                     int64_t balance, struct effects *effects)
{
    int64_t total = total_of(view);
    enum tenders_fault fault = tenders_add(&pay->tenders, part, total, currency_of(view), balance);
    tell_fault(fault, &pay->tenders, total, currency_of(view), effects);
}

static void choose(struct pay *pay, enum way way)
{
    if (pay->tenders.way != WAY_SPLIT || way == WAY_PICKUP || way == WAY_SPLIT)
        tenders_choose(&pay->tenders, way);
}

static void cash(struct pay *pay, const struct view *view, struct effects *effects)
{
    const struct tender_line part = {.tender = TENDER_CASH};
    if (pay->tenders.way == WAY_SPLIT)
        add_part(pay, view, &part, MONEY_MAX, effects);
    else
        choose(pay, WAY_CASH);
}

static void digit(struct pay *pay, const struct view *view, int32_t code, struct effects *effects)
{
    int64_t total = total_of(view);
    tell_fault(tenders_type(&pay->tenders, code, total), &pay->tenders, total, currency_of(view),
               effects);
}

/* "50, then card": of an amount that was typed first. */
static bool pays_a_part(const struct pay *pay)
{
    return tenders_types_first(&pay->tenders) && pay->tenders.typed[0];
}

/*
 * The terminal has charged the card, so its code outlives whatever becomes of the basket meanwhile:
 * it pays once the same sum is due again, and until then the clerk is told to keep or void it.
 */
static void tell_charged(const struct view *view, int64_t total, struct effects *effects)
{
    const char *code = view->draft->charged.auth;
    char then[FORMAT_TEXT], now[FORMAT_TEXT];
    if (draft_ended(view->draft, view->model) && !total)
        effect_error(effects,
                     /* L10N: at most 78 columns, with a code of six */
                     _("Hold expired. Card code %s is kept: Enter holds the same seats again."),
                     code);
    else if (!total)
        effect_error(effects,
                     /* L10N: at most 78 columns, with a code of six */
                     _("No seats left for card code %s. Void it at the terminal, or hold again."),
                     code);
    else
        effect_error(effects, _("The order costs %s, not %s. Void card code %s at the terminal."),
                     format_money(total, currency_of(view), now),
                     format_money(view->draft->charged.due, currency_of(view), then), code);
}

static void use_charged_card(struct pay *pay, const struct view *view, struct effects *effects)
{
    struct tender_line part = {.tender = TENDER_CARD};
    int64_t total = total_of(view);
    if (view->draft->charged.due != total) {
        tell_charged(view, total, effects);
        return;
    }
    text_copy(part.auth, sizeof part.auth, view->draft->charged.auth);
    add_part(pay, view, &part, MONEY_MAX, effects);
}

/* A code is not asked for when there is nothing to pay with it. */
static void card(struct pay *pay, const struct view *view, struct effects *effects)
{
    int64_t total = total_of(view);
    if (view->draft->charged.auth[0] && view->draft->charged.due == total &&
        pay->tenders.way != WAY_SPLIT && !pays_a_part(pay)) {
        tenders_choose(&pay->tenders, WAY_CARD);
        use_charged_card(pay, view, effects);
        return;
    }
    if (pay->tenders.way == WAY_SPLIT && tenders_left(&pay->tenders, total) <= 0) {
        tell_fault(TENDERS_NOTHING_LEFT, &pay->tenders, total, currency_of(view), effects);
        return;
    }
    choose(pay, pays_a_part(pay) ? WAY_SPLIT : WAY_CARD);
    pay->card_due = total;
    effect_ask_text(effects, PAY_ASK_AUTH, _("Authorisation code from the terminal: "));
}

/* A card's code that is taken back was mistyped, or has been voided. */
static void erase(struct pay *pay, const struct view *view)
{
    if (!pay->tenders.typed[0])
        view->draft->charged.auth[0] = '\0';
    if (!tenders_erase(&pay->tenders))
        tenders_choose(&pay->tenders, WAY_NONE);
}

static void pickup(struct pay *pay, const struct view *view, struct effects *effects)
{
    choose(pay, WAY_PICKUP);
    if (!view->draft->customer.name[0])
        effect_ask_text(effects, PAY_ASK_NAME, _("Name for the pickup: "));
}

static void card_code(struct pay *pay, const struct view *view, const char *code,
                      struct effects *effects)
{
    if (!*code)
        return;
    text_copy(view->draft->charged.auth, sizeof view->draft->charged.auth, code);
    view->draft->charged.due = pay->card_due;
    use_charged_card(pay, view, effects);
}

static void forget_voucher(struct draft *draft)
{
    draft->voucher = (struct voucher){.code = ""};
}

/* The code may be of a voucher or of a gift card: the house knows. "" takes the voucher back. */
static void voucher_code(struct pay *pay, const struct view *view, const char *code,
                         struct effects *effects)
{
    if (*code)
        pay_ask_quote(pay, view, code, effects);
    else if (view->draft->voucher.code[0])
        effect_say(effects, _("Voucher %s is not used."), view->draft->voucher.code);
    if (!*code)
        forget_voucher(view->draft);
}

/* A gift card that does not hold enough begins a split. */
static void gift_card(struct pay *pay, const struct view *view, const struct voucher *voucher,
                      struct effects *effects)
{
    int64_t balance = voucher_left(voucher);
    struct tender_line part = {.tender = TENDER_VOUCHER};
    char money[FORMAT_TEXT];
    text_copy(part.voucher, sizeof part.voucher, voucher->code);
    if (balance <= 0) {
        effect_error(effects, _("Gift card %s is used up."), voucher->code);
        return;
    }
    if (pay->tenders.way != WAY_SPLIT)
        tenders_choose(&pay->tenders,
                       balance < total_of(view) || pays_a_part(pay) ? WAY_SPLIT : WAY_GIFT);
    add_part(pay, view, &part, balance, effects);
    if (view->model->health.map_as_of && voucher->own < balance)
        effect_say(effects, _("Gift card %s: beyond %s the sale is PROVISIONAL."), voucher->code,
                   format_money(voucher->own, currency_of(view), money));
    else
        effect_say(effects, _("Gift card %s holds %s."), voucher->code,
                   format_money(balance, currency_of(view), money));
}

/* ---- what the clerk has seen ---------------------------------------------------------------- */

static void note_seen(struct pay *pay, const struct view *view)
{
    pay->seen_seats = model_basket_seats(view->model);
    pay->seen_total = total_of(view);
}

/* Another hand changed the basket: a supervisor's release, a hold that ended, a hold passed on. */
static bool has_changed(const struct pay *pay, const struct view *view)
{
    return pay->seen_seats != model_basket_seats(view->model) || pay->seen_total != total_of(view);
}

static void confirm_change(struct pay *pay, const struct view *view, struct effects *effects)
{
    char money[FORMAT_TEXT];
    note_seen(pay, view);
    effect_error(effects,
                 ngettext("The basket changed: %d seat, %s. Enter again sells it.",
                          "The basket changed: %d seats, %s. Enter again sells them.",
                          (unsigned long)pay->seen_seats),
                 pay->seen_seats, format_money(pay->seen_total, currency_of(view), money));
}

static bool pay_back(void *state, const struct view *view, struct effects *effects)
{
    struct pay *pay = state;
    if (pay->selling)
        effect_say(effects, "%s", _("The sale is on its way: its answer is awaited here."));
    if (!pay->sign.open)
        return pay->selling != 0;
    bool changed = has_changed(pay, view);
    sign_close(&pay->sign);
    if (pay->sign_discount)
        drop_discount(pay, view, effects);
    if (!changed)
        note_seen(pay, view);
    return true;
}

/* ---- selling ------------------------------------------------------------------------------ */

static void commit(struct pay *pay, const struct view *view, struct effects *effects)
{
    struct arena *arena = arena_new();
    const struct basket *basket = basket_look(view->model, view->draft, arena);
    int64_t total = basket->quote.total;
    enum tenders_fault fault = tenders_check(&pay->tenders, total, currency_of(view));
    if (pay->selling || pay->quoting || pay->holding)
        effect_say(effects, "%s", _("The answer of the box office is still to come."));
    else if (basket->count == 0 && draft_ended(view->draft, view->model))
        pay->holding = draft_ask_again(view->draft, view->model, effects);
    else if (basket->count == 0)
        effect_say(effects, "%s", _("The basket is empty."));
    else if (!basket->priced)
        effect_error(effects, "%s", basket->why.message);
    else if (has_changed(pay, view))
        confirm_change(pay, view, effects);
    else if (fault && pay->tenders.way == WAY_CARD && pay->tenders.count == 0)
        card(pay, view, effects); /* its code was not typed */
    else if (fault)
        tell_fault(fault, &pay->tenders, total, currency_of(view), effects);
    else if (pay->tenders.way == WAY_PICKUP && !view->draft->customer.name[0])
        effect_ask_text(effects, PAY_ASK_NAME, _("Name for the pickup: "));
    else if (!needs_signature(pay, view, false))
        pay_ask_sale(pay, view, basket, effects);
    arena_free(&arena);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void act_on_lines(struct pay *pay, const struct view *view, const struct input *input,
                         struct effects *effects)
{
    switch (input->action) {
    case PAY_TYPE:
        change_type(pay, view, false, effects);
        break;
    case PAY_TYPE_ALL:
        change_type(pay, view, true, effects);
        break;
    case PAY_REMOVE:
        remove_line(pay, view, effects);
        break;
    case PAY_EXTEND:
        effect_every_hold(effects, CMD_EXTEND);
        break;
    case PAY_CUSTOMER:
        effect_open(effects, "customers", "basket");
        break;
    case PAY_DISCOUNT:
        effect_ask_text(effects, PAY_ASK_DISCOUNT, _("Discount (10%, 5.00 or 5.00/each): "));
        break;
    default:
        break;
    }
}

static void act(struct pay *pay, const struct view *view, const struct input *input,
                struct effects *effects)
{
    switch (input->action) {
    case PAY_CASH:
        cash(pay, view, effects);
        break;
    case PAY_CARD:
        card(pay, view, effects);
        break;
    case PAY_VOUCHER:
        effect_ask_text(effects, PAY_ASK_CODE, _("Code of the voucher or gift card: "));
        break;
    case PAY_SPLIT:
        choose(pay, WAY_SPLIT);
        break;
    case PAY_PICKUP:
        pickup(pay, view, effects);
        break;
    case PAY_COMMIT:
        commit(pay, view, effects);
        break;
    case PAY_DIGIT:
        digit(pay, view, input->code, effects);
        break;
    case PAY_ERASE:
        erase(pay, view);
        break;
    default:
        act_on_lines(pay, view, input, effects);
    }
}

static void asked(struct pay *pay, const struct view *view, const struct input *input,
                  struct effects *effects)
{
    switch (input->action) {
    case PAY_ASK_AUTH:
        card_code(pay, view, input->text, effects);
        break;
    case PAY_ASK_CODE:
        voucher_code(pay, view, input->text, effects);
        break;
    case PAY_ASK_NAME:
        text_copy(view->draft->customer.name, NAME_TEXT, input->text);
        break;
    case PAY_ASK_DISCOUNT:
        set_discount(pay, view, input->text, effects);
        break;
    default:
        break;
    }
}

/* Its first digits may have come as keys. */
static void scanned(struct pay *pay, const struct view *view, const struct input *input,
                    struct effects *effects)
{
    for (int i = 0; i < input->count && pay->tenders.typed[0]; i++)
        tenders_erase(&pay->tenders);
    voucher_code(pay, view, input->text, effects);
}

static void pay_input(void *state, const struct view *view, const struct input *input,
                      struct effects *effects)
{
    struct pay *pay = state;
    int lines = model_basket_seats(view->model);
    bool changed = has_changed(pay, view); /* before this key, so not by it */
    if (sign_input(&pay->sign, input, effects))
        return;
    if (input->kind == INPUT_ANSWERED)
        asked(pay, view, input, effects);
    else if (input->kind == INPUT_SCAN)
        scanned(pay, view, input, effects);
    else if (input->kind == INPUT_SHOWN && lines == 0 && view->draft->last == DRAFT_SOLD)
        effect_back(effects); /* it is sold; there is nothing here any more */
    else if (input->kind == INPUT_ACTION &&
             !list_move(&pay->list, input->action, input->count, 5, lines))
        act(pay, view, input, effects);
    else
        (void)list_click(&pay->list, input, lines); /* only a key takes money */
    list_clamp(&pay->list, lines);
    if (!changed)
        note_seen(pay, view);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void refused(const struct evt *evt, struct effects *effects)
{
    effect_refused(effects, &evt->outcome);
}

static void quoted(struct pay *pay, const struct view *view, struct evt *evt,
                   struct effects *effects)
{
    const struct voucher *voucher = evt->outcome.voucher;
    pay->quoting = 0;
    if (evt->outcome.verdict != VERDICT_OK) {
        forget_voucher(view->draft);
        refused(evt, effects);
    } else if (voucher && voucher->kind == VOUCHER_GIFT) {
        gift_card(pay, view, voucher, effects);
    } else if (voucher) {
        view->draft->voucher = *voucher;
        view->draft->voucher_at = view->now;
        note_seen(pay, view);
    }
}

static void sold(struct pay *pay, const struct view *view, struct evt *evt, struct effects *effects)
{
    pay->selling = 0;
    if (evt->outcome.verdict != VERDICT_OK || !evt->outcome.sale) {
        refused(evt, effects);
        return;
    }
    draft_keep_sale(view->draft, evt);
    draft_next_customer(view->draft);
    effect_open(effects, "sold", "");
}

static void held_again(struct pay *pay, const struct view *view, struct evt *evt,
                       struct effects *effects)
{
    pay->holding = 0;
    if (evt->outcome.verdict != VERDICT_OK || !evt->outcome.hold) {
        refused(evt, effects);
        return;
    }
    draft_held_again(view->draft, evt->outcome.hold);
    note_seen(pay, view);
    if (view->draft->charged.auth[0] &&
        !tenders_have_code(&pay->tenders, view->draft->charged.auth))
        use_charged_card(pay, view, effects);
    effect_say(effects, "%s", _("The same seats are held again."));
}

static void let_go(struct pay *pay, const struct view *view, const struct evt *evt,
                   struct effects *effects)
{
    if (evt->outcome.verdict != VERDICT_OK) {
        refused(evt, effects);
        return;
    }
    if (model_basket_seats(view->model) > 0) {
        note_seen(pay, view);
        price_again(pay, view, effects);
        return;
    }
    draft_forget_ended(view->draft); /* on purpose: nothing to try again */
    effect_say(effects, "%s", _("The basket is empty."));
    effect_back(effects);
}

static void extended(const struct evt *evt, struct effects *effects)
{
    char clock[FORMAT_TEXT];
    if (evt->outcome.verdict != VERDICT_OK)
        refused(evt, effects);
    else if (evt->outcome.hold)
        effect_say(effects, _("Held until %s."),
                   format_clock(evt->outcome.hold->expires_at, clock));
}

static void pay_answer(void *state, const struct view *view, struct evt *evt,
                       struct effects *effects)
{
    struct pay *pay = state;
    if (sign_answer(&pay->sign, evt, &view->draft->approver, effects)) {
        effect_say(effects, _("Signed by %s. Enter takes the money."), view->draft->approver.name);
        if (view->draft->voucher.code[0])
            price_again(pay, view, effects);
    } else if (evt->cmd == CMD_SELL && evt->id == pay->selling) {
        sold(pay, view, evt, effects);
    } else if (evt->cmd == CMD_QUOTE && evt->id == pay->quoting) {
        quoted(pay, view, evt, effects);
    } else if (evt->cmd == CMD_HOLD && evt->id == pay->holding) {
        held_again(pay, view, evt, effects);
    } else if (evt->cmd == CMD_RELEASE) {
        let_go(pay, view, evt, effects);
    } else if (evt->cmd == CMD_EXTEND) {
        extended(evt, effects);
    }
    list_clamp(&pay->list, model_basket_seats(view->model));
}

/* ---- the screen --------------------------------------------------------------------------- */

static void pay_open(void *state, const struct view *view, const char *argument,
                     struct effects *effects)
{
    struct pay *pay = state;
    if (!view->model->open || !model_basket_seats_of(view->model, view->model->map.show.no)) {
        effect_say(effects, "%s",
                   model_basket_seats(view->model)
                       ? _("The seats you hold are for another show: open that one first.")
                       : _("You hold no seats. 2 b on the map holds the best two."));
        effect_back(effects);
        return;
    }
    if (view->draft->voucher.code[0])
        pay_ask_quote(pay, view, view->draft->voucher.code, effects);
    note_seen(pay, view);
    if (view->draft->charged.auth[0])
        effect_say(effects, _("Card code %s is kept: d pays with it."), view->draft->charged.auth);
    else
        effect_say(effects, "%s",
                   _("Nothing is charged until Enter. Esc goes back; the hold is kept."));
}

static void pay_close(void *state)
{
    sign_close(&((struct pay *)state)->sign);
}

static void pay_subject(const void *state, const struct view *view, char *out, size_t size)
{
    const struct show *show = &view->model->map.show;
    char when[FORMAT_TEXT];
    if (view->model->open)
        snprintf(out, size, "%s  %s", show->title, format_day_clock(show->starts_at, when));
}

static bool pay_typing(const void *state)
{
    return ((const struct pay *)state)->sign.open;
}

static bool pay_offers(const void *state, const struct view *view, const struct action *action)
{
    const struct pay *pay = state;
    bool lines = model_basket_seats(view->model) > 0;
    return !pay->sign.open && (lines || action->id == PAY_COMMIT);
}

const struct screen screen_pay = {
    .name = "pay",
    .title = N_("PAY"),
    .help = N_("Pay for the basket"),
    .right = RIGHT_SELL,
    .moves = MOVES_LIST,
    .actions = pay_actions,
    .action_count = COUNT_OF(pay_actions),
    .state_size = sizeof(struct pay),
    .open = pay_open,
    .close = pay_close,
    .subject = pay_subject,
    .draw = pay_draw,
    .input = pay_input,
    .answer = pay_answer,
    .typing = pay_typing,
    .back = pay_back,
    .offers = pay_offers,
};
