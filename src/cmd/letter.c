#include "config.h"

#include "src/cmd/letter.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/intl.h"
#include "src/cmd/view.h"

/* What a letter is about, as it is now. */
struct matter {
    struct call *call; /* of this letter only: its arena is the step's */
    const struct letter *letter;
    struct show show;
    struct sale sale;
    struct waiter waiter;
    struct hold hold;
    bool found;
};

/* ---- reading -------------------------------------------------------------------------------- */

static enum rc read_hold(struct matter *matter, const struct uuid *id, struct err *err)
{
    struct store *store = matter->call->desk.store;
    bool found = false;
    enum rc rc = store->ops->hold_read(store, id, matter->call->arena, &matter->hold, &found, err);
    matter->found = matter->found && found;
    return rc;
}

static enum rc read_subject(struct matter *matter, struct err *err)
{
    struct store *store = matter->call->desk.store;
    const struct uuid *id = &matter->letter->subject;
    enum rc rc = RC_OK;
    switch (matter->letter->kind) {
    case LETTER_SOLD:
    case LETTER_REFUNDED:
    case LETTER_MOVED:
        return store->ops->sale_read(store, id, NULL, matter->call->arena, &matter->sale,
                                     &matter->found, err);
    case LETTER_OFFERED:
        rc = store->ops->waiter_read(store, id, &matter->waiter, &matter->found, err);
        return rc || !matter->found ? rc : read_hold(matter, &matter->waiter.hold, err);
    case LETTER_RELEASED:
        matter->found = true;
        return read_hold(matter, id, err);
    case LETTER_KINDS:
        break;
    }
    return rc;
}

static enum rc read_matter(struct matter *matter, struct err *err)
{
    bool found = false;
    struct store *store = matter->call->desk.store;
    enum rc rc = read_subject(matter, err);
    if (!rc)
        rc = store->ops->show_by_no(store, matter->letter->show, matter->call->arena, &matter->show,
                                    &found, err);
    matter->found = matter->found && found;
    return rc;
}

/* ---- for web servers ------------------------------------------------------------------------ */

static const char *type_of(enum letter_kind kind)
{
    static const char *const names[] = {"sale.sold", "sale.refunded", "sale.moved",
                                        "waiter.offered", "hold.released"};
    return kind < LETTER_KINDS ? names[kind] : "";
}

static void write_subject(struct matter *matter)
{
    if (matter->letter->kind == LETTER_OFFERED)
        json_waiter(matter->call, "waiter", &matter->waiter);
    if (matter->letter->kind == LETTER_OFFERED || matter->letter->kind == LETTER_RELEASED)
        json_hold(matter->call, "hold", &matter->hold);
    else
        json_sale(matter->call, "sale", &matter->sale, NULL);
}

static void write_body(struct matter *matter, struct letter_text *out)
{
    struct json_out *doc = matter->call->doc = json_out_new();
    json_object_begin(doc);
    member_uuid(doc, "id", &matter->letter->id);
    member_text(doc, "type", type_of(matter->letter->kind));
    member_time(doc, "at", matter->letter->made_at);
    member_text(doc, "show", matter->show.id);
    write_subject(matter);
    json_object_end(doc);
    out->body = arena_strdup(matter->call->arena, json_out_text(doc, NULL));
    json_out_free(&matter->call->doc);
}

/* ---- for people ----------------------------------------------------------------------------- */

static const char *join(struct matter *matter, const char *text, const char *line)
{
    return arena_printf(matter->call->arena, "%s%s\n", text, line);
}

static const char *head(struct matter *matter, const char *sentence)
{
    char when[LOCAL_TEXT];
    return arena_printf(matter->call->arena, "%s\n\n%s\n%s\n\n", sentence, matter->show.title,
                        view_time(matter->call, matter->show.starts_at, when));
}

static const char *with_tickets(struct matter *matter, const char *text, int *count)
{
    struct arena *arena = matter->call->arena;
    *count = 0;
    for (int i = 0; i < matter->sale.ticket_count; i++) {
        const struct ticket *ticket = &matter->sale.tickets[i];
        if (ticket->status != TICKET_VALID)
            continue;
        ++*count;
        text = join(matter, text,
                    arena_printf(arena, _("Seat %s, ticket %s"), ticket->label, ticket->code));
    }
    return text;
}

static const char *with_money(struct matter *matter, const char *text)
{
    char money[MONEY_TEXT];
    struct arena *arena = matter->call->arena;
    const struct sale *sale = &matter->sale;
    text = arena_printf(arena, _("%s\nTotal: %s %s\n"), text,
                        money_said(sale->total, sale->currency, money), sale->currency);
    if (sale->total > sale->paid)
        text = join(matter, text,
                    arena_printf(arena, _("Still to be paid at the box office: %s %s"),
                                 money_said(sale->total - sale->paid, sale->currency, money),
                                 sale->currency));
    return text;
}

static void write_sale(struct matter *matter, struct letter_text *out)
{
    static const char *const sentences[] = {
        N_("Thank you for your order %s."),
        N_("Money was given back for your order %s."),
        N_("The seats of your order %s have changed."),
    };
    int tickets;
    struct arena *arena = matter->call->arena;
    enum letter_kind kind = matter->letter->kind;
    const char *text = head(matter, arena_printf(arena, _(sentences[kind]), matter->sale.code));
    text = with_tickets(matter, text, &tickets);
    if (!tickets)
        text = join(matter, text, _("No seat of this order is yours any more."));
    out->nothing = !tickets && kind != LETTER_REFUNDED;
    out->subject =
        arena_printf(arena, _("Your order %s: %s"), matter->sale.code, matter->show.title);
    out->text = with_money(matter, text);
}

static const char *seats_of(struct matter *matter)
{
    const char *seats = "";
    for (int i = 0; i < matter->hold.seat_count; i++)
        seats = arena_printf(matter->call->arena, "%s%s%s", seats, *seats ? ", " : "",
                             matter->hold.seats[i].label);
    return seats;
}

static void write_offer(struct matter *matter, struct letter_text *out)
{
    char until[LOCAL_TEXT];
    struct arena *arena = matter->call->arena;
    bool open = matter->hold.status == HOLD_ACTIVE &&
                matter->hold.expires_at > clock_wall(&matter->call->desk.clock);
    out->nothing = !open || matter->waiter.status != WAIT_OFFERED;
    out->subject = arena_printf(arena, _("Seats for %s"), matter->show.title);
    out->text = arena_printf(
        arena,
        _("%sSeats have become free, and we hold these for you until %s: %s\nBuy them before "
          "then; afterwards they go to the next in line.\n"),
        head(matter, arena_printf(arena, _("Dear %s,"), matter->waiter.name)),
        view_time(matter->call, matter->hold.expires_at, until), seats_of(matter));
}

static void write_release(struct matter *matter, struct letter_text *out)
{
    struct arena *arena = matter->call->arena;
    out->subject = arena_printf(arena, _("Seats for %s"), matter->show.title);
    out->text = arena_printf(
        arena,
        _("%sThe box office had to take back the seats that were held for you: %s\nPlease ask "
          "there for others.\n"),
        head(matter, _("We are sorry.")), seats_of(matter));
}

static void write_mail(struct matter *matter, struct letter_text *out)
{
    if (matter->letter->kind == LETTER_OFFERED)
        write_offer(matter, out);
    else if (matter->letter->kind == LETTER_RELEASED)
        write_release(matter, out);
    else
        write_sale(matter, out);
}

/* ---- both ----------------------------------------------------------------------------------- */

enum rc letter_write(void *ctx, struct chore_step *step, const struct letter *letter,
                     struct letter_text *out, struct err *err)
{
    struct call *call = arena_alloc(step->meta.arena, sizeof *call);
    *call = *(const struct call *)ctx;
    call->arena = step->meta.arena;
    call->desk = *step->desk;
    call->doc = NULL;
    call->till = NULL;
    memset(&call->shows, 0, sizeof call->shows);
    call->now = clock_wall(&step->desk->clock);
    struct matter matter = {.call = call, .letter = letter};
    enum rc rc = read_matter(&matter, err);
    out->nothing = !rc && !matter.found;
    if (rc || out->nothing)
        return rc;
    if (letter->channel == POST_MAIL)
        write_mail(&matter, out);
    else
        write_body(&matter, out);
    return RC_OK;
}
