#include "config.h"

#include "src/cmd/hold_sell.h"

#include <stdio.h>

#include "src/cmd/intl.h"
#include "src/cmd/printing.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

const struct cmd_option sell_options[] = {
    {"pay", "HOW", N_("cash, card or gift; a part of the sum as cash=20.00"), true},
    {"given", "AMOUNT", N_("the cash that was handed over, for the change"), false},
    {"auth", "CODE", N_("the card terminal's authorisation code"), false},
    {"gift", "CODE", N_("the gift voucher of --pay gift"), true},
    {"type", "TYPES", N_("adult=2,child=1 in the order of the seats, or SEAT=child"), true},
    {"discount", "OFF", N_("10%, 5.00 off the order, or 5.00/each"), false},
    {"voucher", "CODE", N_("a voucher that lowers the price"), false},
    {"due", NULL, N_("reserve now, pay later"), false},
    {"pickup", NULL, N_("pay now, pick the tickets up later"), false},
    {"quote", NULL, N_("only say what it would cost; nothing changes"), false},
    {"name", "NAME", N_("who buys"), false},
    {"for", "EMAIL", N_("the buyer's address (else the hold's)"), false},
    {"reason", "REASON", N_("why, for a discount or tickets for nothing"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};

static void quote_lines(struct json_out *doc, const struct quote *quote)
{
    member_array(doc, "tickets");
    for (int i = 0; i < quote->count; i++) {
        const struct price_line *line = &quote->lines[i];
        member_object(doc, NULL);
        member_text(doc, "type", price_type_name(line->type));
        member_int(doc, "price", line->price);
        member_int(doc, "discount", line->discount);
        member_int(doc, "fee", line->fee);
        member_int(doc, "tax", line->tax);
        member_int(doc, "total", line->total);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static void quote_json(struct call *call, const struct quote *quote)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "quote");
    member_int(doc, "total", quote->total);
    member_int(doc, "tax", quote->tax);
    member_int(doc, "fees", quote->fees);
    member_int(doc, "discounts", quote->discounts);
    member_int(doc, "from_voucher", quote->from_voucher);
    member_text(doc, "currency", call->house.currency);
    quote_lines(doc, quote);
    json_object_end(doc);
    call_doc_end(call);
}

static int answer_quote(struct call *call, const struct desk_sell *wish)
{
    struct quote quote = {0};
    struct outcome out;
    char total[MONEY_TEXT], tax[MONEY_TEXT], off[MONEY_TEXT];
    desk_quote(&call->desk, &call->meta, wish, &quote, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json)
        quote_json(call, &quote);
    call_print(call, _("Total %s %s (tax %s, discounts %s)\n"),
               view_money(call, quote.total, total), call->house.currency,
               view_money(call, quote.tax, tax), view_money(call, quote.discounts, off));
    return EXIT_DONE;
}

int run_hold_sell(struct call *call)
{
    char name[NAME_TEXT], email[EMAIL_TEXT];
    struct desk_sell wish = {.voucher = args_value(&call->args, "voucher"),
                             .due = args_has(&call->args, "due"),
                             .pickup = args_has(&call->args, "pickup")};
    struct outcome found, out;
    if (!call_reason(call, false) || !option_name(call, "name", name, sizeof name) ||
        !option_name(call, "for", email, sizeof email) || !words_discount(call, &wish.discount) ||
        !words_types(call, &wish.types, &wish.type_count) ||
        !words_tenders(call, &wish.tenders, &wish.tender_count))
        return call->exit;
    if (wish.due && wish.tender_count)
        return call_fail(call, VERDICT_INVALID, _("--due is paid later; leave --pay out."));
    desk_hold_find(&call->desk, call->arena, args_word(&call->args, 0), &found);
    if (found.verdict)
        return call_refused(call, &found);
    wish.hold = found.hold->id;
    wish.name = name[0] ? name : NULL;
    wish.email = email[0] ? email : NULL;
    if (args_has(&call->args, "quote"))
        return answer_quote(call, &wish);
    desk_sell(&call->desk, &call->meta, &wish, &out);
    if (out.verdict)
        return call_refused(call, &out);
    answer_sale(call, &out, _("Sold."));
    printing_sale(call, &out, NULL, 0);
    return EXIT_DONE;
}
