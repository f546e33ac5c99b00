#include "config.h"

#include "src/domain/shift.h"

#include <string.h>

#include <stdio.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/amount.h"
#include "src/domain/row/steps.h"

int64_t shift_expected(const struct shift *shift, enum tender tender)
{
    if (tender != TENDER_CASH)
        return shift->taken[tender];
    return shift->float_amount + shift->taken[TENDER_CASH] - shift->moved[MOVE_DROP] +
           shift->moved[MOVE_PAID_IN] - shift->moved[MOVE_PAID_OUT];
}

bool shift_is_counted(const struct shift *shift)
{
    return shift->closed_at && strcmp(shift->reason, SHIFT_SYNC) != 0;
}

bool shift_came_home_late(const struct shift *shift)
{
    return shift->closed_at && !shift_is_counted(shift) && shift->opened_at == shift->closed_at;
}

static struct change_note *add_note(const struct shift *shift, enum act act, struct changeset *cs)
{
    struct change_note *note = LIST_ADD(cs->arena, &cs->notes);
    *note = (struct change_note){.act = act, .subject = shift->id};
    return note;
}

static enum verdict check_open(const struct shift *shift, struct refusal *why)
{
    char when[TONGUE_WHEN_TEXT];
    if (!shift->closed_at)
        return VERDICT_OK;
    return refuse(why, VERDICT_SHIFT_CLOSED,
                  "The shift of till %s was closed at %s; open a new one.", shift->till,
                  tongue_when(shift->closed_at, when));
}

/* ---- open --------------------------------------------------------------------------------- */

static enum verdict check_float(int64_t float_amount, const char *currency, struct refusal *why)
{
    if (!currency_valid(currency))
        return refuse(why, VERDICT_INVALID, "A currency is three capital letters, like EUR.");
    if (float_amount < 0 || float_amount > MONEY_MAX)
        return refuse(why, VERDICT_INVALID, "A float is between nothing and %s.",
                      amount_text(MONEY_MAX, currency).text);
    return VERDICT_OK;
}

enum verdict shift_decide_open(const struct shift *existing, const struct uuid *id,
                               int64_t float_amount, const char *currency, struct changeset *cs,
                               struct refusal *why)
{
    char when[TONGUE_WHEN_TEXT];
    if (existing)
        return refuse(why, VERDICT_SHIFT_OPEN,
                      "%s has had a shift open at till %s since %s; close that one first.",
                      existing->staff, existing->till, tongue_when(existing->opened_at, when));
    enum verdict verdict = check_float(float_amount, currency, why);
    if (verdict != VERDICT_OK)
        return verdict;
    struct shift *row = LIST_ADD(cs->arena, &cs->shifts);
    *row = (struct shift){.id = *id, .opened_at = cs->now, .float_amount = float_amount};
    text_copy(row->till, sizeof row->till, cs->actor.till);
    text_copy(row->staff, sizeof row->staff, cs->actor.name);
    text_copy(row->currency, sizeof row->currency, currency);
    struct change_note *note = add_note(row, ACT_SHIFT_OPEN, cs);
    snprintf(note->note, sizeof note->note, "float %s",
             amount_kept(float_amount, row->currency).text);
    return VERDICT_OK;
}

/* ---- cash in and out of the till ---------------------------------------------------------- */

static enum verdict check_move(const struct shift *shift, enum move_kind kind, int64_t amount,
                               struct refusal *why)
{
    enum verdict verdict = check_open(shift, why);
    if (verdict != VERDICT_OK)
        return verdict;
    if (amount <= 0 || amount > MONEY_MAX)
        return refuse(why, VERDICT_INVALID,
                      "Name how much cash moves: more than nothing, at most %s.",
                      amount_text(MONEY_MAX, shift->currency).text);
    int64_t cash = shift_expected(shift, TENDER_CASH);
    if (kind != MOVE_PAID_IN && amount > cash)
        return refuse(why, VERDICT_AMOUNT_MISMATCH,
                      "%s cannot leave the till: it should hold %s; count it, or take less.",
                      amount_text(amount, shift->currency).text,
                      amount_text(cash, shift->currency).text);
    return VERDICT_OK;
}

/* The shift's row goes along unchanged: two drops at once must not see the same cash. */
enum verdict shift_decide_move(const struct shift *shift, const struct uuid *id,
                               enum move_kind kind, int64_t amount, struct changeset *cs,
                               struct refusal *why)
{
    enum verdict verdict = check_move(shift, kind, amount, why);
    if (verdict != VERDICT_OK)
        return verdict;
    struct shift *row = LIST_ADD(cs->arena, &cs->shifts);
    *row = *shift;
    struct shift_move *move = LIST_ADD(cs->arena, &cs->moves);
    *move = (struct shift_move){
        .id = *id, .shift = shift->id, .kind = kind, .amount = amount, .at = cs->now};
    text_copy(move->reason, sizeof move->reason, cs->reason);
    struct change_note *note = add_note(shift, ACT_SHIFT_MOVE, cs);
    snprintf(note->note, sizeof note->note, "%s %s", move_kind_name(kind),
             amount_kept(amount, shift->currency).text);
    return shift_step(row, ACT_SHIFT_MOVE, 0, why);
}

/* ---- close -------------------------------------------------------------------------------- */

static enum verdict check_count(const struct shift *shift, enum tender tender, int64_t counted,
                                struct refusal *why)
{
    int64_t least = tender == TENDER_CASH ? 0 : -MONEY_MAX;
    if (counted >= least && counted <= MONEY_MAX)
        return VERDICT_OK;
    return refuse(why, VERDICT_INVALID, "%s: what was counted must be between %s and %s.",
                  tongue_word("tender", tender_name(tender)),
                  amount_text(least, shift->currency).text,
                  amount_text(MONEY_MAX, shift->currency).text);
}

static enum verdict unexplained(const struct shift *shift, enum tender tender, int64_t counted,
                                struct refusal *why)
{
    int64_t expected = shift_expected(shift, tender);
    int64_t difference = counted < expected ? expected - counted : counted - expected;
    const char *sentence =
        counted < expected
            ? N_("%s: %s are missing. %s was counted where %s should be; count again, or give a "
                 "reason.")
            : N_("%s: %s too much. %s was counted where %s should be; count again, or give a "
                 "reason.");
    return refuse(
        why, VERDICT_AMOUNT_MISMATCH, sentence, tongue_word("tender", tender_name(tender)),
        amount_text(difference, shift->currency).text, amount_text(counted, shift->currency).text,
        amount_text(expected, shift->currency).text);
}

static bool over_limit(int64_t counted, int64_t expected, int64_t limit)
{
    return counted - expected > limit || expected - counted > limit;
}

static enum verdict check_counts(const struct shift *shift, const int64_t counted[TENDER_COUNT],
                                 int64_t limit, bool explained, struct refusal *why)
{
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++) {
        enum verdict verdict = check_count(shift, tender, counted[tender], why);
        if (verdict != VERDICT_OK)
            return verdict;
        if (!explained && over_limit(counted[tender], shift_expected(shift, tender), limit))
            return unexplained(shift, tender, counted[tender], why);
    }
    return VERDICT_OK;
}

static enum verdict write_close(const struct shift *shift, const int64_t counted[TENDER_COUNT],
                                struct changeset *cs, struct refusal *why)
{
    struct shift *row = LIST_ADD(cs->arena, &cs->shifts);
    *row = *shift;
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++) {
        row->expected[tender] = shift_expected(shift, tender);
        row->counted[tender] = counted[tender];
    }
    text_copy(row->reason, sizeof row->reason, cs->reason);
    struct change_note *note = add_note(shift, ACT_SHIFT_CLOSE, cs);
    snprintf(note->note, sizeof note->note, "cash %s counted, %s expected",
             amount_kept(row->counted[TENDER_CASH], shift->currency).text,
             amount_kept(row->expected[TENDER_CASH], shift->currency).text);
    return shift_step(row, ACT_SHIFT_CLOSE, cs->now, why);
}

enum verdict shift_decide_close(const struct shift *shift, const int64_t counted[TENDER_COUNT],
                                int64_t limit, struct changeset *cs, struct refusal *why)
{
    int64_t totals[TENDER_COUNT];
    enum verdict verdict = check_open(shift, why);
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++)
        totals[tender] =
            counted[tender] == SHIFT_AS_EXPECTED ? shift_expected(shift, tender) : counted[tender];
    if (verdict == VERDICT_OK)
        verdict = check_counts(shift, totals, limit, *cs->reason, why);
    if (verdict == VERDICT_OK)
        verdict = write_close(shift, totals, cs, why);
    return verdict;
}
