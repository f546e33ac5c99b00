#include "config.h"

#include "src/domain/checkin.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/row/steps.h"
#include "src/domain/sale_money.h"

static bool is_a_step(enum checkin_status from, enum checkin_status to)
{
    bool known = false;
    for (enum act act = ACT_BAG; act <= ACT_BAG_STOP; act++)
        known |= row_may_step(&steps_checkin, (int)from, (int)act, (int)to);
    return known;
}

bool checkin_may_become(const struct checkin *before, const struct checkin *after)
{
    enum checkin_status from = before ? before->status : CHECKIN_IN_PROGRESS;
    if (!is_a_step(from, after->status))
        return false;
    if (from == CHECKIN_IN_PROGRESS)
        return after->paid == 0;
    return after->status != CHECKIN_COMPLETED ||
           (after->fee == before->fee && after->weight_g == before->weight_g);
}

/* It was weighed at this door before, which had not heard of that itself when it lost the house. */
static bool is_weighed_anew(const struct checkin *kept, const struct checkin *step)
{
    return kept->status == CHECKIN_WAITING && !step->version && checkin_may_become(NULL, step);
}

bool checkin_follows(const struct checkin *kept, const struct checkin *step)
{
    if (!kept)
        return !step->version && checkin_may_become(NULL, step);
    if (strcmp(kept->till, step->till) == 0)
        return checkin_may_become(kept, step) || is_weighed_anew(kept, step);
    return kept->version == step->version && strcmp(kept->till, step->seen_till) == 0 &&
           checkin_may_become(kept, step);
}

/* ---- whose bag it is ---------------------------------------------------------------------- */

enum verdict checkin_now(const struct checkin *kept, const struct admission *admission,
                         struct checkin *now, struct refusal *why)
{
    bool waits = kept && kept->status == CHECKIN_WAITING;
    if (waits || (kept && admission->inside && kept->entry == admission->entries)) {
        *now = *kept;
        return VERDICT_OK;
    }
    *now = (struct checkin){
        .ticket = admission->ticket, .entry = admission->entries, .show = admission->show};
    if (admission->inside)
        return VERDICT_OK;
    return refuse(why, VERDICT_STATE_CONFLICT, "Nobody is in with this ticket; scan it first.");
}

/* ---- what is written ---------------------------------------------------------------------- */

static struct checkin *write_checkin(const struct checkin *now, enum act act, struct changeset *cs)
{
    struct checkin *after = LIST_ADD(cs->arena, &cs->checkins);
    *after = *now;
    after->at = cs->now;
    text_copy(after->seen_till, sizeof after->seen_till, now->till);
    text_copy(after->till, sizeof after->till, cs->actor.till);
    *LIST_ADD(cs->arena, &cs->notes) =
        (struct change_note){.act = act, .show = now->show, .subject = now->ticket};
    return after;
}

/* In the log, "27.5 kg" and the fee in minor units: a bag has no currency of its own. */
static void note_bag(const struct checkin *after, struct changeset *cs)
{
    char weight[WEIGHT_TEXT];
    struct change_note *note = &cs->notes.at[cs->notes.count - 1];
    snprintf(note->note, sizeof note->note, "%s %s kg, fee %" PRId64,
             checkin_status_name(after->status), weight_text(after->weight_g, weight), after->fee);
}

/* ---- the bag ------------------------------------------------------------------------------ */

int64_t bag_fee(const struct bag_rule *rule, int32_t weight_g)
{
    return weight_g > rule->limit_g ? rule->fee : 0;
}

static enum verdict not_in_progress(const struct checkin *now, struct refusal *why)
{
    char weight[WEIGHT_TEXT];
    weight_said(now->weight_g, weight);
    if (now->status == CHECKIN_WAITING)
        return refuse(why, VERDICT_FEE_DUE,
                      "A bag of %s kg waits for its fee; take the fee, or give it up and weigh "
                      "again.",
                      weight);
    return refuse(why, VERDICT_CHECKIN_COMPLETE, "This check-in is completed, with a bag of %s kg.",
                  weight);
}

enum verdict checkin_decide_weigh(const struct checkin *now, const struct bag_rule *rule,
                                  int32_t weight_g, struct changeset *cs, struct refusal *why)
{
    if (weight_g < 0 || weight_g > BAG_MOST_G)
        return refuse(why, VERDICT_INVALID, "A bag weighs between 0 and %d kg.", BAG_MOST_G / 1000);
    int64_t fee = bag_fee(rule, weight_g);
    struct checkin next = *now;
    if (checkin_step(&next, ACT_BAG, fee ? CHECKIN_WAITING : CHECKIN_COMPLETED, NULL))
        return not_in_progress(now, why);
    struct checkin *after = write_checkin(&next, ACT_BAG, cs);
    after->weight_g = weight_g;
    after->fee = fee;
    note_bag(after, cs);
    return VERDICT_OK;
}

/* ---- the fee ------------------------------------------------------------------------------ */

enum verdict checkin_check_waiting(const struct checkin *now, struct refusal *why)
{
    if (now->status == CHECKIN_WAITING)
        return VERDICT_OK;
    if (now->status == CHECKIN_COMPLETED)
        return refuse(why, VERDICT_CHECKIN_COMPLETE,
                      "This check-in is completed; nothing is to be paid.");
    return refuse(why, VERDICT_STATE_CONFLICT, "No bag waits for its fee; weigh it first.");
}

static enum verdict take_fee(const struct checkin *now, const struct fee_request *fee,
                             const struct changeset *cs, struct money_moves *money,
                             struct refusal *why)
{
    const struct money_in in = {.ids = fee->ids,
                                .sale = &now->ticket,
                                .shift = fee->shift,
                                .currency = fee->currency,
                                .show = now->show,
                                .due = now->fee,
                                .tenders = fee->tenders,
                                .tender_count = fee->tender_count,
                                .gifts = fee->gifts,
                                .gift_count = fee->gift_count};
    if (fee->tender_count > 1)
        return refuse(why, VERDICT_INVALID, "The fee of a bag is paid in one way, not in %d.",
                      fee->tender_count);
    return sale_take_money(&in, cs, money, why);
}

static void write_payment(const struct payment *payment, struct checkin *after)
{
    after->tender = payment->tender;
    after->paid = payment->amount;
    after->given = payment->given;
    after->shift = payment->shift;
    memcpy(after->auth, payment->auth, sizeof after->auth);
    memcpy(after->voucher, payment->voucher, sizeof after->voucher);
}

enum verdict checkin_decide_pay(const struct checkin *now, const struct fee_request *fee,
                                struct changeset *cs, int64_t *change, struct refusal *why)
{
    struct money_moves money = {0};
    struct checkin next = *now;
    if (checkin_step(&next, ACT_BAG_FEE, CHECKIN_COMPLETED, NULL))
        return checkin_check_waiting(now, why);
    enum verdict verdict = take_fee(now, fee, cs, &money, why);
    if (verdict != VERDICT_OK)
        return verdict;
    assert(money.payments.count == 1 && money.payments.at[0].amount == now->fee);
    struct checkin *after = write_checkin(&next, ACT_BAG_FEE, cs);
    write_payment(&money.payments.at[0], after);
    for (int i = 0; i < money.gifts.count; i++)
        *LIST_ADD(cs->arena, &cs->vouchers) = money.gifts.at[i];
    note_bag(after, cs);
    *change = money.change;
    return VERDICT_OK;
}

enum verdict checkin_decide_stop(const struct checkin *now, struct changeset *cs,
                                 struct refusal *why)
{
    struct checkin next = *now;
    if (checkin_step(&next, ACT_BAG_STOP, CHECKIN_IN_PROGRESS, NULL))
        return checkin_check_waiting(now, why);
    struct checkin *after = write_checkin(&next, ACT_BAG_STOP, cs);
    note_bag(after, cs);
    after->weight_g = 0;
    after->fee = 0;
    return VERDICT_OK;
}

/* ---- weights ------------------------------------------------------------------------------ */

enum { GRAMS = 1000, DECIMALS = 3 };

static int take_digits(const char **text, int most, int32_t *value)
{
    int count = 0;
    for (; **text >= '0' && **text <= '9' && count < most; count++)
        *value = *value * 10 + (*(*text)++ - '0');
    return count;
}

bool weight_parse(const char *text, int32_t *grams)
{
    int32_t value = 0;
    int decimals = 0;
    if (!take_digits(&text, DECIMALS, &value))
        return false;
    if (*text == '.' || *text == ',') {
        text++;
        decimals = take_digits(&text, DECIMALS, &value);
        if (!decimals)
            return false;
    }
    for (; decimals < DECIMALS; decimals++)
        value *= 10;
    *grams = value;
    return !*text;
}

static char *write_weight(int32_t grams, const char *mark, char out[WEIGHT_TEXT])
{
    int size =
        snprintf(out, WEIGHT_TEXT, "%" PRId32 "%s%03" PRId32, grams / GRAMS, mark, grams % GRAMS);
    /* One decimal stays. */
    for (int zeros = 0; zeros < DECIMALS - 1 && out[size - 1] == '0'; zeros++)
        out[--size] = '\0';
    return out;
}

char *weight_text(int32_t grams, char out[WEIGHT_TEXT])
{
    return write_weight(grams, ".", out);
}

char *weight_said(int32_t grams, char out[WEIGHT_TEXT])
{
    return write_weight(grams, tongue_word("number", "."), out);
}
