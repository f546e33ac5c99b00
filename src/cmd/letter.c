#include "config.h"

#include "src/cmd/letter.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/web_tickets.h"
#include "src/domain/doc.h"
#include "src/port/token.h"

/* What a letter is about, as it is now. */
struct matter {
    struct call *call; /* of this letter only: its arena is the step's */
    const struct letter *letter;
    struct show show;
    struct sale sale;
    struct waiter waiter;
    struct hold hold;
    struct event *events; /* of expired holds */
    int event_count;
    struct show_count count; /* of the show, now */
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

/* The log's ids rise, so the letter's events are the first ones after the one before it. */
static enum rc read_expired(struct matter *matter, struct err *err)
{
    const struct letter *letter = matter->letter;
    struct store *store = matter->call->desk.store;
    const struct event_filter filter = {.after = letter->first_event - 1,
                                        .show = letter->show,
                                        .seat = -1,
                                        .limit =
                                            (int)(letter->last_event - letter->first_event + 1)};
    enum rc rc = store->ops->event_list(store, &filter, matter->call->arena, &matter->events,
                                        &matter->event_count, err);
    matter->found = matter->event_count > 0;
    return rc;
}

static enum rc count_show(struct matter *matter, struct err *err)
{
    struct store *store = matter->call->desk.store;
    struct section_count *sections;
    int count = 0;
    enum rc rc = store->ops->show_sections(store, matter->show.no, matter->call->now,
                                           matter->call->arena, &sections, &count, err);
    for (int i = 0; !rc && i < count; i++) {
        matter->count.available += sections[i].count.available;
        matter->count.held += sections[i].count.held;
        matter->count.sold += sections[i].count.sold;
        matter->count.blocked += sections[i].count.blocked;
    }
    return rc;
}

/* The hold it was sold from says where the sale came from; it may be gone. */
static enum rc read_sale(struct matter *matter, struct err *err)
{
    struct store *store = matter->call->desk.store;
    bool found = false;
    enum rc rc = store->ops->sale_read(store, &matter->letter->subject, NULL, matter->call->arena,
                                       &matter->sale, &matter->found, err);
    if (rc || !matter->found || uuid_is_zero(&matter->sale.hold))
        return rc;
    return store->ops->hold_read(store, &matter->sale.hold, matter->call->arena, &matter->hold,
                                 &found, err);
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
        return read_sale(matter, err);
    case LETTER_OFFERED:
        rc = store->ops->waiter_read(store, id, &matter->waiter, &matter->found, err);
        return rc || !matter->found ? rc : read_hold(matter, &matter->waiter.hold, err);
    case LETTER_RELEASED:
        matter->found = true;
        return read_hold(matter, id, err);
    case LETTER_EXPIRED:
        return read_expired(matter, err);
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
    if (!rc && matter->found && matter->letter->channel == POST_WEB)
        rc = count_show(matter, err);
    return rc;
}

/* ---- for web servers ------------------------------------------------------------------------ */

static const char *type_of(enum letter_kind kind)
{
    static const char *const names[] = {"sale.sold",      "sale.refunded", "sale.moved",
                                        "waiter.offered", "hold.released", "hold.expired"};
    return kind < LETTER_KINDS ? names[kind] : "";
}

static void add_hold_news(const struct hold *hold, struct told_change *news)
{
    news->source = source_name(hold->source);
    news->holder = doc_holder_kind(hold->source);
    if (hold->status == HOLD_ACTIVE || hold->status == HOLD_PAYING)
        news->until = hold->expires_at;
    else if (hold->end)
        news->reason = hold_end_name(hold->end);
}

static struct told_change news_of(const struct matter *matter)
{
    static const struct told_change of_kind[] = {
        [LETTER_SOLD] = {.event = "seat_sold", .reason = "sold", .holder = "customer"},
        [LETTER_REFUNDED] = {.event = "seat_released", .reason = "refunded"},
        [LETTER_MOVED] = {.event = "seat_moved", .reason = "exchanged", .holder = "customer"},
        [LETTER_OFFERED] = {.event = "seat_held", .reason = "waiting_list"},
        [LETTER_RELEASED] = {.event = "seat_released"},
        [LETTER_EXPIRED] = {.event = "seat_released", .reason = "ttl_expired"},
    };
    struct told_change news = of_kind[matter->letter->kind];
    if (!uuid_is_zero(&matter->hold.id))
        add_hold_news(&matter->hold, &news);
    return news;
}

/* Which seats, and whose hold each was in. */
static void write_expired(struct matter *matter)
{
    struct json_out *doc = matter->call->doc;
    member_array(doc, "seats");
    for (int i = 0; i < matter->event_count; i++) {
        const struct event *event = &matter->events[i];
        if (event->act != ACT_EXPIRE || event->id > matter->letter->last_event)
            continue;
        member_object(doc, NULL);
        member_text(doc, "seat", event->label);
        member_uuid(doc, "hold", &event->subject);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static void write_subject(struct matter *matter)
{
    if (matter->letter->kind == LETTER_EXPIRED) {
        write_expired(matter);
        return;
    }
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
    const struct told_change news = news_of(matter);
    doc_change(doc, &news);
    member_object(doc, "counts");
    doc_counts(doc, &matter->count);
    json_object_end(doc);
    write_subject(matter);
    json_object_end(doc);
    out->body = arena_strdup(matter->call->arena, json_out_text(doc, NULL));
    json_out_free(&matter->call->doc);
}

/* ---- as HTML -------------------------------------------------------------------------------- */

static const char *html_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\n':
        return "<br>\n";
    default:
        return NULL;
    }
}

/* A customer's own name is in it. */
static const char *html_text(const char *text, struct arena *arena)
{
    enum { LONGEST = 6 };
    char *out = arena_alloc(arena, strlen(text) * LONGEST + 1), *to = out;
    for (; *text; text++) {
        const char *instead = html_of(*text);
        if (instead)
            to = stpcpy(to, instead);
        else
            *to++ = *text;
    }
    *to = '\0';
    return out;
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

/* ---- tickets that go along ------------------------------------------------------------------ */

struct bundle { /* the tickets of a letter: each code as a picture within it, and all as a PDF */
    struct arena *arena;
    struct ticket_pages pages;
    struct pdf_ticket *page;
    struct post_part *parts;
    const char *html; /* of the pictures */
    int count;
};

static enum rc add_ticket(struct bundle *bundle, const struct sale *sale,
                          const struct ticket *ticket, struct err *err)
{
    struct arena *arena = bundle->arena;
    struct pdf_ticket *page = &bundle->page[bundle->count];
    struct drawn drawn;
    enum rc rc = ticket_page(&bundle->pages, sale, ticket, page, err);
    if (!rc)
        rc = ticket_png_draw(page->qr, arena, &drawn, err);
    if (rc)
        return rc;
    const char *cid = arena_printf(arena, "%s@tickets", ticket->code);
    bundle->parts[bundle->count++] =
        (struct post_part){.type = "image/png",
                           .name = arena_printf(arena, "%s.png", ticket->code),
                           .cid = cid,
                           .bytes = drawn.bytes,
                           .size = drawn.size};
    bundle->html = arena_printf(arena, "%s<p><b>%s</b><br><img src=\"cid:%s\" alt=\"%s\"></p>\n",
                                bundle->html, html_text(ticket->label, arena), cid, ticket->code);
    return RC_OK;
}

static enum rc add_pdf(struct bundle *bundle, const struct sale *sale, struct err *err)
{
    struct drawn drawn;
    enum rc rc = ticket_pdf_draw(bundle->page, bundle->count, bundle->arena, &drawn, err);
    if (!rc)
        bundle->parts[bundle->count] =
            (struct post_part){.type = "application/pdf",
                               .name = arena_printf(bundle->arena, "tickets-%s.pdf", sale->code),
                               .bytes = drawn.bytes,
                               .size = drawn.size};
    return rc;
}

static enum rc fill_bundle(struct bundle *bundle, const struct sale *sale, struct err *err)
{
    size_t room = (size_t)sale->ticket_count + 1;
    enum rc rc = RC_OK;
    bundle->page = arena_array(bundle->arena, room, sizeof *bundle->page);
    bundle->parts = arena_array(bundle->arena, room, sizeof *bundle->parts);
    for (int i = 0; i < sale->ticket_count && !rc; i++)
        if (web_ticket_counts(sale, &sale->tickets[i]))
            rc = add_ticket(bundle, sale, &sale->tickets[i], err);
    return rc || !bundle->count ? rc : add_pdf(bundle, sale, err);
}

static void put_bundle(const struct bundle *bundle, struct letter_text *out)
{
    if (!bundle->count)
        return;
    out->html = arena_printf(bundle->arena, "<html><body><p>%s</p>\n%s</body></html>\n",
                             html_text(out->text, bundle->arena), bundle->html);
    out->parts = bundle->parts;
    out->part_count = bundle->count + 1;
}

/* A service without a key sends the codes to read aloud, as a till prints them. */
static enum rc add_tickets(struct matter *matter, struct letter_text *out, struct err *err)
{
    struct bundle bundle = {.arena = matter->call->arena, .html = ""};
    enum rc rc = ticket_pages_begin(&bundle.pages, matter->call, err);
    if (!rc && bundle.pages.signing.ready)
        rc = fill_bundle(&bundle, &matter->sale, err);
    if (!rc)
        put_bundle(&bundle, out);
    ticket_pages_end(&bundle.pages);
    return rc;
}

/* ---- each kind ------------------------------------------------------------------------------ */

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

/* Whoever joined at a counter buys there: the shop does not know them. */
static bool joined_in_shop(struct matter *matter)
{
    const struct token_ops *ops;
    struct token *tokens;
    struct err err;
    int count = 0;
    struct call *call = matter->call;
    struct store *store = call->desk.store;
    if (!store->ops->tokens)
        return false;
    struct store *keeper = store->ops->tokens(store, &ops);
    if (ops->list(keeper, call->arena, &tokens, &count, &err))
        return false;
    for (int i = 0; i < count; i++)
        if (strcmp(tokens[i].name, matter->waiter.till) == 0 && !tokens[i].revoked_at)
            return true;
    return false;
}

static const char *way_to_buy(struct matter *matter)
{
    struct arena *arena = matter->call->arena;
    const char *code = matter->waiter.code;
    const char *shop = settings_text(matter->call->settings, SETTING_MAIL_SHOP);
    if (*shop && joined_in_shop(matter))
        return arena_printf(arena,
                            _("Buy them here: %s%coffer=%s\nOr say this code at the box office: "
                              "%s\n"),
                            shop, strchr(shop, '?') ? '&' : '?', code, code);
    return arena_printf(arena, _("Buy them with this code: %s\n"), code);
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
        _("%sSeats have become free, and we hold these for you until %s: %s\n%sAfterwards they "
          "go to the next in line.\n"),
        head(matter, arena_printf(arena, _("Dear %s,"), matter->waiter.name)),
        view_time(matter->call, matter->hold.expires_at, until), seats_of(matter),
        way_to_buy(matter));
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

static enum rc write_mail(struct matter *matter, struct letter_text *out, struct err *err)
{
    if (matter->letter->kind == LETTER_OFFERED)
        write_offer(matter, out);
    else if (matter->letter->kind == LETTER_RELEASED)
        write_release(matter, out);
    else
        write_sale(matter, out);
    bool tickets = matter->letter->kind == LETTER_SOLD || matter->letter->kind == LETTER_MOVED;
    return tickets && !out->nothing ? add_tickets(matter, out, err) : RC_OK;
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
        return write_mail(&matter, out, err);
    write_body(&matter, out);
    return RC_OK;
}
