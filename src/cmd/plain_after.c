/*
 * The longer errands of plain mode: orders and what is done with them, the shift, the waiting list.
 * Each step says what it would do and offers numbers; what is not in a list is asked for as a word.
 */
#include "config.h"

#include <string.h>

#include "src/cmd/intl.h"
#include "src/cmd/plain.h"
#include "src/cmd/view.h"

enum { ORDERS_TOLD = 20 };

static const char *label_or_all(const char *what)
{
    return strcmp(what, "all") == 0 ? "" : what;
}

/* ---- orders --------------------------------------------------------------------------------- */

static int valid_tickets(const struct sale *sale)
{
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++)
        count += sale->tickets[i].status == TICKET_VALID;
    return count;
}

static void tell_order(struct plain *plain, const struct sale *sale)
{
    char money[MONEY_TEXT];
    int tickets = valid_tickets(sale);
    int number = plain_choice(plain, "order %s", sale->code);
    view_money(plain->call, sale->total, money);
    plain_say(n_("%d: %s, %s, %d ticket, %s", "%d: %s, %s, %d tickets, %s", (unsigned long)tickets),
              number, sale->code, sale->name, tickets, money);
}

void plain_orders(struct plain *plain, const struct said *said)
{
    struct store *store = plain->call->desk.store;
    const struct sale_filter filter = {.text = plain_said(said, 1), .limit = ORDERS_TOLD};
    struct sale *sales;
    struct err err;
    int count;
    if (!plain_may(plain, RIGHT_LOOK_UP))
        return;
    if (!*filter.text) {
        plain_say("%s", _("Whose order? Type a name, a code or a seat."));
        plain_ask(plain, "orders");
        return;
    }
    if (plain_failed(
            plain, store->ops->sale_list(store, &filter, plain->arena, &sales, &count, &err), &err))
        return;
    plain_choices_begin(plain);
    for (int i = 0; i < count; i++)
        tell_order(plain, &sales[i]);
    if (!count)
        plain_refuse(plain, _("No order has \"%.60s\" in it; try a name, a code or a seat."),
                     filter.text);
}

/* The order that stands behind the word; none is asked for. */
static bool read_order(struct plain *plain, const struct said *said, struct sale *sale)
{
    struct store *store = plain->call->desk.store;
    const char *code = plain_said(said, 1);
    struct err err;
    bool found = false;
    if (!plain_may(plain, RIGHT_LOOK_UP))
        return false;
    if (!*code) {
        plain_say("%s", _("Which order? Type its code; `orders` finds it."));
        plain_ask(plain, "%s", plain_said(said, 0));
        return false;
    }
    if (plain_failed(plain,
                     store->ops->sale_read(store, NULL, code, plain->arena, sale, &found, &err),
                     &err))
        return false;
    if (!found)
        plain_refuse(plain, _("No order has \"%.60s\" in it; try a name, a code or a seat."), code);
    return found;
}

static void offer_refunds(struct plain *plain, const struct sale *sale)
{
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].status == TICKET_VALID) {
            const char *label = sale->tickets[i].label;
            int number =
                plain_choice(plain, "refund %s %s", sale->code, plain_quoted(plain, label));
            plain_say(_("%d: refund %s"), number, label);
        }
    if (valid_tickets(sale) > 1)
        plain_say(_("%d: refund all of it"), plain_choice(plain, "refund %s all", sale->code));
}

void plain_order(struct plain *plain, const struct said *said)
{
    struct sale sale;
    if (!read_order(plain, said, &sale) || !plain_run(plain, "sale show %s", sale.code))
        return;
    plain_choices_begin(plain);
    if (sale.status == SALE_DUE)
        plain_say(_("%d: take its money in cash"),
                  plain_choice(plain, "sale pay %s --pay cash", sale.code));
    else if (!sale.collected_at && valid_tickets(&sale))
        plain_say(_("%d: hand its tickets over"),
                  plain_choice(plain, "sale collect %s", sale.code));
    offer_refunds(plain, &sale);
    if (valid_tickets(&sale))
        plain_say(_("%d: change its seats for those in the basket"),
                  plain_choice(plain, "exchange %s", sale.code));
}

/* ---- refund --------------------------------------------------------------------------------- */

static void ask_reason(struct plain *plain, const char *code, const char *what)
{
    static const char *const reasons[] = {N_("show cancelled"), N_("customer ill"),
                                          N_("wrong seats"), N_("sold twice")};
    const char *begun = arena_printf(plain->arena, "refund %s %s", code, plain_quoted(plain, what));
    plain_choices_begin(plain);
    for (int i = 0; i < COUNT_OF(reasons); i++) {
        int number = plain_choice(plain, "%s \"%s\"", begun, _(reasons[i]));
        plain_say("%d: %s", number, _(reasons[i]));
    }
    plain_say("%s", _("Why? Choose a number, or type the reason."));
    plain_ask(plain, "%s", begun);
}

static void ask_consent(struct plain *plain, const struct sale *sale, const struct said *said)
{
    const char *what = plain_said(said, 2);
    int tickets = *label_or_all(what) ? 1 : valid_tickets(sale);
    plain_choices_begin(plain);
    plain_say(n_("This gives back the money for %d ticket of order %s and frees its seat.",
                 "This gives back the money for %d tickets of order %s and frees their seats.",
                 (unsigned long)tickets),
              tickets, sale->code);
    plain_say(_("%d: do it"),
              plain_choice(plain, "refund %s %s %s yes", sale->code, plain_quoted(plain, what),
                           plain_quoted(plain, plain_said(said, 3))));
}

/* refund CODE [SEAT|all [REASON [yes]]] */
void plain_refund(struct plain *plain, const struct said *said)
{
    struct sale sale;
    if (!read_order(plain, said, &sale))
        return;
    const char *what = said->count > 2 ? plain_said(said, 2) : "all";
    const char *label = label_or_all(what);
    if (said->count < 4)
        ask_reason(plain, sale.code, what);
    else if (strcmp(plain_said(said, 4), "yes") != 0)
        ask_consent(plain, &sale, said);
    else
        plain_run(plain, "sale refund %s %s --reason %s", sale.code,
                  *label ? plain_quoted(plain, label) : "",
                  plain_quoted(plain, plain_said(said, 3)));
}

/* ---- exchange ------------------------------------------------------------------------------- */

/* exchange CODE [yes]: every seat of the order for those of the newest hold. */
void plain_exchange(struct plain *plain, const struct said *said)
{
    struct sale sale;
    char id[UUID_TEXT];
    if (!read_order(plain, said, &sale))
        return;
    const struct hold *hold = plain_held(plain);
    if (!hold) {
        plain_refuse(plain, "%s",
                     _("Hold the new seats first, then exchange; nothing was changed."));
    } else if (strcmp(plain_said(said, 2), "yes") != 0) {
        plain_choices_begin(plain);
        plain_say(_("This changes the seats of order %s for %s; a difference is paid in cash."),
                  sale.code, view_hold_seats(plain->call, hold));
        plain_say(_("%d: do it"), plain_choice(plain, "exchange %s yes", sale.code));
    } else {
        plain_run(plain, "sale exchange %s %s --pay cash", sale.code, uuid_text(&hold->id, id));
    }
}

/* ---- the shift ------------------------------------------------------------------------------ */

void plain_shift(struct plain *plain, const struct said *said)
{
    struct store *store = plain->call->desk.store;
    struct shift shift;
    struct err err;
    bool found = false;
    (void)said;
    if (plain_failed(
            plain,
            store->ops->shift_read(store, NULL, plain->meta.actor.till, &shift, &found, &err),
            &err))
        return;
    if (!found) {
        plain_say("%s", _("No shift is open at this till. How much money is in the drawer?"));
        plain_ask(plain, "shift open --float");
    } else if (plain_run(plain, "shift show")) {
        plain_choices_begin(plain);
        plain_say(_("%d: close the shift"), plain_choice(plain, "close"));
    }
}

/* close [AMOUNT [REASON]] */
void plain_close(struct plain *plain, const struct said *said)
{
    const char *amount = plain_said(said, 1), *reason = plain_said(said, 2);
    if (!*amount) {
        plain_say("%s", _("How much cash is in the drawer, float included?"));
        plain_ask(plain, "close");
    } else if (*reason) {
        plain_run(plain, "shift close --cash %s --reason %s", plain_quoted(plain, amount),
                  plain_quoted(plain, reason));
    } else if (!plain_run(plain, "shift close --cash %s", plain_quoted(plain, amount))) {
        plain_choices_begin(plain);
        plain_say(_("%d: count again"), plain_choice(plain, "close"));
        plain_say("%s", _("If the count is right, type why it differs."));
        plain_ask(plain, "close %s", plain_quoted(plain, amount));
    }
}

/* ---- the waiting list ----------------------------------------------------------------------- */

static void tell_waiter(struct plain *plain, const struct waiter *waiter)
{
    char id[UUID_TEXT];
    int number = plain_choice(plain, "wait leave %s", uuid_text(&waiter->id, id));
    plain_say(_("%d: take %s off the list (party of %d, %s)"), number, waiter->name, waiter->party,
              C_("waiter", wait_status_name(waiter->status)));
}

static bool read_waiters(struct plain *plain, struct waiter **waiters, int *count)
{
    struct store *store = plain->call->desk.store;
    struct show show;
    struct err err;
    bool found = false;
    *count = 0;
    return !plain_failed(
               plain, store->ops->show_find(store, plain->show, plain->arena, &show, &found, &err),
               &err) &&
           found &&
           !plain_failed(
               plain, store->ops->waiter_list(store, show.no, plain->arena, waiters, count, &err),
               &err);
}

void plain_waiting(struct plain *plain, const struct said *said)
{
    struct waiter *waiters;
    int count;
    (void)said;
    if (!plain_may(plain, RIGHT_LOOK_UP) || !plain_show_is_open(plain) ||
        !read_waiters(plain, &waiters, &count))
        return;
    plain_choices_begin(plain);
    plain_say(_("%d: put somebody on the list"), plain_choice(plain, "join"));
    if (count)
        plain_say(_("%d: hold seats for the next in line"),
                  plain_choice(plain, "wait serve %s", plain->show));
    else
        plain_say("%s", _("Nobody waits for this show."));
    for (int i = 0; i < count; i++)
        tell_waiter(plain, &waiters[i]);
}

static void add_waiter(struct plain *plain, const struct said *said)
{
    const char *contact = plain_said(said, 3);
    plain_run(plain, "wait add %s --name %s --party %s %s %s", plain->show,
              plain_quoted(plain, plain_said(said, 1)), plain_quoted(plain, plain_said(said, 2)),
              strchr(contact, '@') ? "--for" : "--phone", plain_quoted(plain, contact));
}

/* join [NAME [N [CONTACT]]] */
void plain_join(struct plain *plain, const struct said *said)
{
    const char *name = plain_said(said, 1), *party = plain_said(said, 2);
    if (!plain_show_is_open(plain))
        return;
    if (!*name) {
        plain_say("%s", _("Who waits? Type the name."));
        plain_ask(plain, "join");
    } else if (!*party) {
        plain_say(_("For how many seats does %s wait?"), name);
        plain_ask(plain, "join %s", plain_quoted(plain, name));
    } else if (!*plain_said(said, 3)) {
        plain_say(_("How can %s be told? Type an e-mail address or a phone number."), name);
        plain_ask(plain, "join %s %s", plain_quoted(plain, name), plain_quoted(plain, party));
    } else {
        add_waiter(plain, said);
    }
}
