/* Holds: seats kept for a customer until they are bought, let go, or the time is over. */
#include "config.h"

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/hold_answer.h"
#include "src/api/reply.h"
#include "src/domain/hold.h"

/* ---- new ------------------------------------------------------------------------------------- */

static bool read_best(struct exchange *x)
{
    struct best_request *request = &x->cmd.u.best.request;
    int64_t count, accessible;
    *request = (struct best_request){.class_no = -1, .section = -1, .channel = CHANNEL_WEB};
    if (!body_int(x, "count", 1, BEST_SEATS_MAX, &count) ||
        !body_int(x, "accessible", 0, BEST_SEATS_MAX, &accessible) ||
        !body_text(x, "class", NAME_TEXT, &x->cmd.u.best.class_name) ||
        !body_text(x, "section", SECTION_TEXT, &x->cmd.u.best.section_name) ||
        !body_bool(x, "aisle", &request->aisle) || !body_bool(x, "together", &request->together) ||
        !body_bool(x, "strict", &request->strict))
        return false;
    request->count = (int)count;
    request->accessible = (int)accessible;
    return true;
}

static void hold_best(struct exchange *x, const struct desk_hold *wish)
{
    struct json_t *outer;
    if (!body_enter(x, "best", &outer)) {
        reply_invalid(x, "Name the seats (\"showSeatIds\"), or ask for the best (\"best\").");
        return;
    }
    bool read = read_best(x);
    body_leave(x, outer);
    x->cmd.u.best.show = wish->show;
    x->cmd.u.best.email = wish->email;
    x->cmd.u.best.ttl_ms = wish->ttl_ms;
    if (read && exchange_ask(x, CMD_HOLD_BEST))
        hold_answer(x, wish->show);
}

static void hold_these(struct exchange *x, const struct desk_hold *wish)
{
    x->cmd.u.hold = *wish;
    if (exchange_ask(x, CMD_HOLD))
        hold_answer(x, wish->show);
}

void do_hold_new(struct exchange *x)
{
    struct desk_hold wish = {.source = SOURCE_WEB, .channel = CHANNEL_WEB};
    int64_t seconds;
    if (!body_need_text(x, "showId", SLUG_TEXT, &wish.show) || !body_email(x, &wish.email) ||
        !body_int(x, "ttlSeconds", 1, HOLD_SECONDS_MAX, &seconds) ||
        !body_texts(x, "showSeatIds", HOLD_SEATS_MAX, &wish.labels, &wish.count))
        return;
    wish.ttl_ms = seconds * 1000;
    if (wish.count && body_has(x, "best"))
        reply_invalid(x, "Name seats (\"showSeatIds\") or ask for the best (\"best\"), not both.");
    else if (wish.count)
        hold_these(x, &wish);
    else
        hold_best(x, &wish);
}

/* ---- one hold, by its id -----------------------------------------------------------------------
 */

void do_hold_show(struct exchange *x)
{
    struct hold hold;
    if (hold_of_client(x, &hold))
        hold_tell(x, &hold);
}

void do_hold_extend(struct exchange *x)
{
    struct hold hold;
    int64_t seconds;
    if (!body_int(x, "seconds", 1, HOLD_SECONDS_MAX, &seconds) || !hold_of_client(x, &hold))
        return;
    x->cmd.u.one_hold.hold = hold.id;
    x->cmd.u.one_hold.by_ms = seconds * 1000;
    if (exchange_ask(x, CMD_EXTEND))
        hold_answer_as(x, 200);
}

/* To another customer: the client that made it says so for the one who has it. */
void do_hold_transfer(struct exchange *x)
{
    struct hold hold;
    const char *email;
    if (!body_email(x, &email) || !body_why(x) || !hold_of_client(x, &hold))
        return;
    x->cmd.u.one_hold.hold = hold.id;
    x->cmd.u.one_hold.email = email;
    if (exchange_ask(x, CMD_TRANSFER))
        hold_answer_as(x, 200);
}

void do_hold_end(struct exchange *x)
{
    struct hold hold;
    if (!body_why(x) || !hold_of_client(x, &hold))
        return;
    x->cmd.u.one_hold.hold = hold.id;
    if (exchange_ask(x, CMD_RELEASE))
        released_answer(x);
}

/* ---- bought ------------------------------------------------------------------------------------
 */

void do_hold_confirm(struct exchange *x)
{
    struct hold hold;
    struct desk_sell wish = {.pickup = false};
    struct tender_line tender;
    if (!body_text(x, "name", NAME_TEXT, &wish.name) ||
        !body_text(x, "voucher", VOUCHER_TEXT, &wish.voucher) || !body_bool(x, "due", &wish.due) ||
        (!wish.due && !body_payment(x, ", or \"due\": true to pay later", &tender)) ||
        !hold_of_client(x, &hold))
        return;
    if (wish.due && body_has(x, "payment")) {
        reply_invalid(x, "Send \"payment\", or \"due\": true to pay later, not both.");
        return;
    }
    wish.hold = hold.id;
    wish.tenders = wish.due ? NULL : &tender;
    wish.tender_count = !wish.due;
    x->cmd.u.sell = wish;
    if (exchange_ask(x, CMD_SELL))
        sale_answer(x);
}
