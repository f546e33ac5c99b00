#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/conflict.h"

const char *conflict_brief(const struct conflict *at)
{
    /* L10N: what a conflict is, in a column of the list; at most 15 columns each. */
    static const char *const words[] = {[MERGE_PLAIN] = N_("broken"),
                                        [MERGE_PAID_WON] = N_("hold lost"),
                                        [MERGE_FIRST_WRITER] = N_("hold late"),
                                        [MERGE_RESEAT] = N_("sold twice"),
                                        [MERGE_DECIDE] = N_("to decide"),
                                        [MERGE_TWICE_IN] = N_("in twice"),
                                        [MERGE_REVOKED_IN] = N_("in, not valid"),
                                        [MERGE_BAG_TWICE] = N_("bag twice"),
                                        [MERGE_OVERPAID] = N_("overpaid"),
                                        [MERGE_PAPER] = N_("stray ticket"),
                                        [MERGE_OVER_BUDGET] = N_("voucher over"),
                                        [MERGE_SHIFT_TWICE] = N_("shift twice"),
                                        [MERGE_MOVED] = N_("changed twice")};
    _Static_assert(COUNT_OF(words) == MERGE_CLASS_COUNT, "every heading has its words");
    bool known = (size_t)at->heading < COUNT_OF(words);
    return _(words[known ? at->heading : MERGE_PLAIN]);
}

const char *conflict_sentence(const struct conflict *at)
{
    static const char *const sentences[] = {
        [MERGE_PLAIN] = N_("What the till did while it was cut off does not fit any more."),
        [MERGE_PAID_WON] = N_("Seats that somebody held were sold at a till that was cut off. The "
                              "paid sale has them."),
        [MERGE_FIRST_WRITER] =
            N_("A till that was cut off held seats that somebody else had taken first. No money "
               "was in it."),
        [MERGE_RESEAT] =
            N_("A till that was cut off sold seats that somebody else had taken first."),
        [MERGE_DECIDE] =
            N_("What the till did while it was cut off does not fit any more; somebody "
               "has to decide."),
        [MERGE_TWICE_IN] =
            N_("One ticket was let in at two doors that did not know of each other. Both are kept "
               "on record."),
        [MERGE_REVOKED_IN] =
            N_("A ticket that does not count any more (refunded, exchanged, printed again or "
               "blocked) was let in at a door that had not heard of it."),
        [MERGE_BAG_TWICE] =
            N_("A bag was checked in at two doors that did not know of each other. The first "
               "check-in stands."),
        [MERGE_OVERPAID] =
            N_("A till that was cut off took money for an order that was already paid or "
               "cancelled, or cancelled one that was paid. Give the money back."),
        [MERGE_PAPER] =
            N_("A till that was cut off handed out tickets that are no longer valid, or that "
               "somebody else has too. Take the paper back: only the house's ticket counts."),
        [MERGE_OVER_BUDGET] =
            N_("Tills that were cut off took more off a voucher than it had. The tickets are "
               "valid; ask for the rest or write it off."),
        [MERGE_SHIFT_TWICE] =
            N_("A shift was closed at the house and again at a till that was cut off, with "
               "different sums. The house's count stands; compare both."),
        [MERGE_MOVED] =
            N_("The same thing was changed at the house and at a till that was cut off. The "
               "house's version stands; ask which is right.")};
    _Static_assert(COUNT_OF(sentences) == MERGE_CLASS_COUNT, "every heading has its sentence");
    bool known = (size_t)at->heading < COUNT_OF(sentences);
    return _(sentences[known ? at->heading : MERGE_PLAIN]);
}

/* Nobody decided: what came home later says that they had gone out in between. */
static bool conflict_cleared(const struct conflict *at)
{
    return at->heading == MERGE_TWICE_IN && at->outcome == CONFLICT_FIRST;
}

const char *conflict_state(const struct conflict *at, int64_t now)
{
    /* L10N: how a conflict stands, at the end of its row; at most 14 columns each. */
    static const char *const words[] = {
        [CONFLICT_FIRST] = N_("first has it"), [CONFLICT_SAME] = N_("same seats"),
        [CONFLICT_OTHER] = N_("other seats"),  [CONFLICT_REFUND] = N_("money back"),
        [CONFLICT_KEEP] = N_("left as it is"), [CONFLICT_DUE] = N_("MONEY DUE")};
    /* L10N: the same, of a ticket that was not in twice after all; at most 14 columns. */
    const char *cleared = _("cleared up");
    if (conflict_cleared(at))
        return cleared;
    if (at->outcome != CONFLICT_OPEN)
        return (size_t)at->outcome < COUNT_OF(words) ? _(words[at->outcome]) : "";
    if (at->deadline <= now)
        return _("LATE");
    return at->offer_count ? _("seats are kept") : _("open");
}

char *conflict_seats(const struct conflict_seat *seats, int count, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        const char *between = i ? ", " : "";
        if (used + strlen(between) + strlen(seats[i].label) + sizeof " ..." > size) {
            snprintf(out + used, size - used, " ...");
            return out;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", between, seats[i].label);
    }
    return out;
}

/* ---- the people ---------------------------------------------------------------------------- */

static void add(char out[CONFLICT_LINE], const char *text)
{
    size_t used = strlen(out);
    if (*text)
        snprintf(out + used, CONFLICT_LINE - used, "%s%s", used ? "  " : "", text);
}

void conflict_contact(const struct conflict *at, char out[CONFLICT_LINE])
{
    out[0] = '\0';
    add(out, at->name);
    add(out, at->phone);
    add(out, at->email);
    if (!out[0])
        text_copy(out, CONFLICT_LINE, _("Nobody's name is known; they will come to the door."));
}

static void tell_voucher(const struct conflict *at, const char *money, char out[CONFLICT_LINE])
{
    char line[CONFLICT_LINE];
    /* L10N: a voucher and a sum */
    snprintf(line, sizeof line, _("Voucher %s gave %s more than it had."), at->about, money);
    add(out, line);
}

/* Which money, paper or voucher it is about; false: seats. */
static bool tell_about(const struct conflict *at, char out[CONFLICT_LINE])
{
    char money[FORMAT_TEXT];
    out[0] = '\0';
    format_amount(at->amount, at->currency, money);
    if (at->heading == MERGE_OVERPAID)
        /* L10N: an order and a sum: "B-7K3QM9", "EUR 42.00" */
        snprintf(out, CONFLICT_LINE, _("Order %s: they paid %s too much."), at->about, money);
    else if (at->heading == MERGE_PAPER)
        /* L10N: a ticket or an order */
        snprintf(out, CONFLICT_LINE, _("Take back what was printed for %s."), at->about);
    else if (at->heading == MERGE_OVER_BUDGET)
        tell_voucher(at, money, out);
    else if (at->heading == MERGE_SHIFT_TWICE)
        /* L10N: a person and a sum */
        snprintf(out, CONFLICT_LINE, _("%s counted %s apart from the house."), at->about, money);
    else if (at->heading == MERGE_MOVED)
        /* L10N: what the till wrote: a name */
        snprintf(out, CONFLICT_LINE, _("The till wrote: %s"), at->about);
    else
        return false;
    return true;
}

static void tell_open(const struct conflict *at, char out[CONFLICT_LINE])
{
    char money[FORMAT_TEXT];
    if (tell_about(at, out))
        return;
    const char *text =
        at->heading == MERGE_PAID_WON ? _("The seats they held were sold; they hold them no more.")
        : at->heading == MERGE_TWICE_IN
            ? (conflict_cleared(at) ? _("They had gone out in between: nothing is wrong.")
                                    : _("Somebody else may sit there with a copy of their ticket."))
        : at->heading == MERGE_REVOKED_IN
            ? _("They sit there with a ticket that was given back or replaced.")
        : at->heading == MERGE_BAG_TWICE
            ? (uuid_is_zero(&at->sale) ? _("Nothing was paid the second time.")
                                       : _("They may have paid twice for one bag."))
        : uuid_is_zero(&at->sale) ? _("They have no seats, and paid nothing.")
        : at->offer_count         ? _("Their seats were sold to somebody else first. Others like "
                                              "them are kept.")
                                  : _("Their seats were sold to somebody else first, and none like "
                                              "them are kept.");
    text_copy(out, CONFLICT_LINE, text);
    /* What was done all the same, and told for another thing, may have used up a voucher too. */
    if (*at->about && (at->heading == MERGE_PAID_WON || at->heading == MERGE_REVOKED_IN)) {
        format_amount(at->amount, at->currency, money);
        tell_voucher(at, money, out);
    }
}

void conflict_tell(const struct conflict *at, char out[CONFLICT_LINE])
{
    char seats[CONFLICT_LINE / 2], money[FORMAT_TEXT];
    switch (at->outcome) {
    case CONFLICT_SAME:
        text_copy(out, CONFLICT_LINE,
                  _("They keep the seats they bought; their tickets are valid."));
        break;
    case CONFLICT_OTHER:
        /* L10N: seats stand in it */
        snprintf(out, CONFLICT_LINE,
                 _("Their seats are %s now, with new tickets; the old ones are "
                   "not valid."),
                 conflict_seats(at->offer, at->offer_count, seats, sizeof seats));
        break;
    case CONFLICT_REFUND:
        text_copy(out, CONFLICT_LINE,
                  at->heading == MERGE_BAG_TWICE  ? _("The fee was given back.")
                  : at->heading == MERGE_OVERPAID ? _("What they paid too much was given back.")
                                                  : _("They have no seats, and their money was "
                                                      "given back."));
        break;
    case CONFLICT_DUE:
        /* L10N: a sum stands in it: "EUR 42.00" */
        snprintf(out, CONFLICT_LINE,
                 at->heading == MERGE_BAG_TWICE  ? _("Their fee, %s, waits for them.")
                 : at->heading == MERGE_OVERPAID ? _("%s, paid too much, waits for them.")
                                                 : _("They have no seats; %s waits for them."),
                 format_amount(decision_sum(at), at->currency, money));
        break;
    case CONFLICT_KEEP:
        text_copy(out, CONFLICT_LINE, _("Nothing was changed for them."));
        break;
    case CONFLICT_OPEN:
    case CONFLICT_FIRST:
    case CONFLICT_OUTCOMES:
        tell_open(at, out);
        break;
    }
}

/* ---- what can be decided ------------------------------------------------------------------- */

void conflict_choice(const struct conflict *at, enum conflict_outcome outcome,
                     char out[CONFLICT_LINE])
{
    char money[FORMAT_TEXT];
    const char *sum = format_amount(decision_sum(at), at->currency, money);
    out[0] = '\0';
    /* L10N: what can be decided, behind its key; at most 70 columns each, with a sum in two. */
    if (outcome == CONFLICT_SAME)
        text_copy(out, CONFLICT_LINE, _("The same seats, which are free again; the tickets count"));
    else if (outcome == CONFLICT_OTHER)
        text_copy(out, CONFLICT_LINE, _("The seats that are kept for them, with new tickets"));
    else if (outcome == CONFLICT_REFUND)
        snprintf(out, CONFLICT_LINE, _("Give %s back now"), sum);
    else if (outcome == CONFLICT_DUE)
        snprintf(out, CONFLICT_LINE, _("Give %s back later: note that it is due"), sum);
    else if (outcome == CONFLICT_KEEP)
        text_copy(out, CONFLICT_LINE, _("Leave it as it is; nothing is moved or paid"));
}
