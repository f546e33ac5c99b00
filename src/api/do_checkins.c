/* The bag of whoever was let in at the door, by the ticket's id or short code. */
#include "config.h"

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/hold_answer.h"
#include "src/api/reply.h"
#include "src/base/member.h"
#include "src/domain/checkin.h"
#include "src/domain/doc.h"

static void ask(struct exchange *x, enum cmd_kind kind)
{
    x->cmd.u.bag.ticket = x->part[0];
    if (!exchange_ask(x, kind))
        return;
    struct json_out *doc = reply_doc(x);
    doc_checkin(doc, "checkin", x->evt.outcome.checked);
    member_bool(doc, "replay", x->evt.outcome.replay);
    reply_doc_end(x, 200);
}

void do_checkin_show(struct exchange *x)
{
    ask(x, CMD_CHECKIN);
}

void do_checkin_bag(struct exchange *x)
{
    int64_t grams;
    if (!body_need_thousandths(x, "weightKg", 0, BAG_MOST_G, &grams))
        return;
    x->cmd.u.bag.weight_g = (int32_t)grams;
    ask(x, CMD_BAG_WEIGH);
}

void do_checkin_pay(struct exchange *x)
{
    struct tender_line tender;
    if (!body_payment(x, "", &tender))
        return;
    x->cmd.u.bag.tenders = &tender;
    x->cmd.u.bag.tender_count = 1;
    ask(x, CMD_BAG_PAY);
}

void do_checkin_cancel(struct exchange *x)
{
    if (body_why(x))
        ask(x, CMD_BAG_STOP);
}
