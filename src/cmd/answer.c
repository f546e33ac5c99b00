/* What a command says when an act was done. */
#include "config.h"

#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/domain/doc.h"

void json_outcome_end(struct call *call, const struct outcome *out)
{
    member_bool(call->doc, "changed", out->changed);
    member_bool(call->doc, "replay", out->replay);
    call_doc_end(call);
}

static void say_done(struct call *call, const struct outcome *out, const char *done)
{
    call_say(call, "%s\n",
             out->replay    ? _("This had been done before; this is the first answer.")
             : out->changed ? done
                            : _("It was so already; nothing changed."));
}

int answer_done(struct call *call, const struct outcome *out, const char *done)
{
    if (out->verdict)
        return call_refused(call, out);
    if (call->json) {
        member_bool(call_doc(call), "done", true);
        json_outcome_end(call, out);
    }
    say_done(call, out, done);
    return EXIT_DONE;
}

/* These were not named: the customer may be standing at another till with them. */
static void print_given_up(struct call *call, const struct outcome *out)
{
    for (int i = 0; i < out->given_up_count; i++) {
        struct hold was = out->given_up[i];
        was.status = HOLD_ACTIVE; /* of its seats, those it had still */
        call_print(call, _("Freed   %s, held for this customer before by %s at %s\n"),
                   view_line(call, view_hold_seats(call, &was)), view_line(call, was.holder),
                   view_line(call, was.till));
    }
}

int answer_hold(struct call *call, const struct outcome *out, const char *done)
{
    if (call->json) {
        call_doc(call);
        json_hold(call, "hold", out->hold);
        doc_given_up(call->doc, out->given_up, out->given_up_count);
        json_outcome_end(call, out);
        return EXIT_DONE;
    }
    if (call->quiet)
        return EXIT_DONE;
    say_done(call, out, done);
    print_hold(call, out->hold);
    print_given_up(call, out);
    return EXIT_DONE;
}

static void print_money_back(struct call *call, const struct outcome *out)
{
    char amount[MONEY_TEXT];
    if (out->change)
        call_print(call, _("Change  %s\n"), view_money(call, out->change, amount));
    if (out->given_back)
        call_print(call, _("Back    %s\n"), view_money(call, out->given_back, amount));
}

int answer_sale(struct call *call, const struct outcome *out, const char *done)
{
    if (call->json) {
        call_doc(call);
        json_sale(call, "sale", out->sale, out);
        json_outcome_end(call, out);
        return EXIT_DONE;
    }
    if (call->quiet)
        return EXIT_DONE;
    say_done(call, out, done);
    print_sale(call, out->sale);
    print_money_back(call, out);
    return EXIT_DONE;
}

int answer_shift(struct call *call, const struct outcome *out, const char *done)
{
    if (call->json) {
        call_doc(call);
        doc_shift(call->doc, "shift", out->shift);
        json_outcome_end(call, out);
        return EXIT_DONE;
    }
    if (call->quiet)
        return EXIT_DONE;
    say_done(call, out, done);
    print_shift(call, out->shift);
    return EXIT_DONE;
}

int answer_list(struct call *call, const struct listed *listed)
{
    if (call->json) {
        member_array(call_doc(call), listed->key);
        listed->json(call, listed->rows, listed->count);
        json_array_end(call->doc);
        call_doc_end(call);
    } else if (listed->count) {
        listed->print(call, listed->rows, listed->count);
    } else {
        call_print(call, "%s\n", listed->none);
    }
    return EXIT_DONE;
}
