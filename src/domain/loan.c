#include "config.h"

#include "src/domain/loan.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/amount.h"
#include "src/domain/price.h"

bool loan_is_over(enum show_status status, int64_t starts_at, int64_t now)
{
    return status == SHOW_CLOSED || starts_at < now - LOAN_OVER_MS;
}

/* Another till's are not its own, and a hold that is over is still to be taken back. */
static bool can_be_lent(const struct snapshot *snapshot, const char *section, int seat)
{
    const struct plan *plan = snapshot->plan;
    const struct seat_state *state = &snapshot->state[seat];
    const char *name = plan->sections[plan->rows[plan->seats[seat].row].section].name;
    return state->status == SEAT_AVAILABLE && !state->allotment &&
           (!*section || strcmp(section, name) == 0);
}

int loan_choose(const struct snapshot *snapshot, const char *section, int missing, int32_t *seats)
{
    int count = 0;
    for (int seat = snapshot->plan->seat_count - 1; seat >= 0 && count < missing; seat--)
        if (can_be_lent(snapshot, section, seat))
            seats[count++] = snapshot->plan->seats[seat].no;
    return count;
}

/* ---- vouchers -------------------------------------------------------------------------------- */

bool voucher_has_budget(const struct voucher *voucher)
{
    return voucher->budget > 0 || voucher->kind == VOUCHER_GIFT;
}

bool voucher_has_uses(const struct voucher *voucher)
{
    return voucher->max_uses > 0 && voucher->kind != VOUCHER_GIFT;
}

static int64_t at_least_nothing(int64_t amount)
{
    return amount > 0 ? amount : 0;
}

static int64_t at_most(int64_t amount, int64_t most)
{
    return amount < most ? amount : most;
}

static int64_t free_money(const struct voucher *voucher)
{
    return at_least_nothing(voucher->budget - voucher->used - voucher->lent);
}

static int32_t free_uses(const struct voucher *voucher)
{
    return (int32_t)at_least_nothing((int64_t)voucher->max_uses - voucher->uses -
                                     voucher->lent_uses);
}

const struct voucher_loan *loan_of_till(const struct voucher_loan *loans, int count,
                                        const char *till)
{
    for (int i = 0; i < count; i++)
        if (strcmp(loans[i].till, till) == 0 && (loans[i].money || loans[i].uses))
            return &loans[i];
    return NULL;
}

/* "till-2 (80.00 EUR)", or "till-2 (20)" of orders. */
static void name_holder(struct voucher *voucher, const struct voucher_loan *loan,
                        const char *currency)
{
    char number[24], *end = voucher->held_by + strlen(voucher->held_by);
    size_t room = sizeof voucher->held_by - (size_t)(end - voucher->held_by);
    snprintf(number, sizeof number, "%d", (int)loan->uses);
    int size = snprintf(end, room, "%s%s (%s)", *voucher->held_by ? ", " : "", loan->till,
                        loan->money ? amount_text(loan->money, currency).text : number);
    if (size < 0 || (size_t)size >= room)
        *end = '\0'; /* the others are named */
}

static void forget_loans(struct voucher *voucher)
{
    voucher->own = voucher->held = 0;
    voucher->own_uses = voucher->held_uses = 0;
    *voucher->held_by = '\0';
}

void loan_tell(struct voucher *voucher, const struct voucher_loan *loans, int count,
               const char *till, const char *currency)
{
    forget_loans(voucher);
    for (int i = 0; i < count; i++) {
        if (!loans[i].money && !loans[i].uses)
            continue;
        if (strcmp(loans[i].till, till) == 0) {
            voucher->own += loans[i].money;
            voucher->own_uses += loans[i].uses;
            continue;
        }
        voucher->held += loans[i].money;
        voucher->held_uses += loans[i].uses;
        name_holder(voucher, &loans[i], currency);
    }
}

bool loan_covers(const struct voucher *voucher, const struct voucher_loan *own, int64_t gave)
{
    return (!voucher_has_budget(voucher) || (own && gave <= own->money)) &&
           (!voucher_has_uses(voucher) || (own && own->uses > 0));
}

/* What was lent was promised, whatever became of the voucher since. */
int64_t loan_beyond(const struct voucher *voucher, const struct voucher_loan *own, int64_t gave)
{
    const bool gone = voucher->disabled;
    int64_t beyond = 0;
    if (voucher_has_budget(voucher))
        beyond = gave - (own ? own->money : 0) - (gone ? 0 : free_money(voucher));
    if (voucher_has_uses(voucher) && !(own && own->uses) && (gone || !free_uses(voucher)))
        beyond = gave;
    if (gone && !voucher_has_budget(voucher) && !voucher_has_uses(voucher))
        beyond = gave;
    return at_least_nothing(at_most(beyond, gave));
}

void loan_use(struct voucher *voucher, struct voucher_loan *own, int64_t gave)
{
    if (!own)
        return;
    const int64_t money = at_least_nothing(at_most(gave, own->money));
    const int32_t uses = voucher->kind != VOUCHER_GIFT && own->uses > 0;
    own->money -= money;
    own->uses -= uses;
    voucher->lent -= money;
    voucher->lent_uses -= uses;
}

/* ---- lending one ----------------------------------------------------------------------------- */

static enum verdict not_so_much(const struct loan_request *request, struct refusal *why)
{
    const struct voucher *voucher = request->voucher;
    if (!voucher_has_budget(voucher))
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "Voucher %s has %d uses free; lend at most that many.", voucher->code,
                      (int)free_uses(voucher));
    return refuse(why, VERDICT_NOT_POSSIBLE, "Voucher %s has %s free; lend at most that.",
                  voucher->code, amount_text(free_money(voucher), request->currency).text);
}

/* What falls to a till when nothing else was said. */
static void share_out(const struct loan_request *request, struct voucher_loan *more)
{
    const struct voucher *voucher = request->voucher;
    const int tills = request->tills > 0 && voucher->kind != VOUCHER_GIFT ? request->tills : 1;
    if (voucher_has_budget(voucher))
        more->money = free_money(voucher) / tills;
    if (voucher_has_uses(voucher))
        more->uses = free_uses(voucher) / tills;
}

static enum verdict choose_more(const struct loan_request *request, struct voucher_loan *more,
                                struct refusal *why)
{
    const struct voucher *voucher = request->voucher;
    more->money = request->money;
    more->uses = request->uses;
    if (!more->money && !more->uses)
        share_out(request, more);
    const bool has =
        (voucher_has_budget(voucher) || !more->money) && (voucher_has_uses(voucher) || !more->uses);
    if (!has || more->money < 0 || more->uses < 0)
        return refuse(
            why, VERDICT_INVALID,
            "Voucher %s has no such limit; lend money of a voucher with a budget, uses of "
            "one with a number of uses.",
            voucher->code);
    if (more->money > free_money(voucher) || more->uses > free_uses(voucher) ||
        (!more->money && !more->uses))
        return not_so_much(request, why);
    return VERDICT_OK;
}

enum verdict loan_decide(const struct loan_request *request, struct changeset *cs,
                         struct refusal *why)
{
    const struct voucher *voucher = request->voucher;
    struct voucher_loan more = {.money = 0};
    if (!voucher_has_budget(voucher) && !voucher_has_uses(voucher))
        return refuse(why, VERDICT_NOT_POSSIBLE,
                      "Voucher %s never runs out: every till can use it offline already.",
                      voucher->code);
    enum verdict verdict = voucher_check(voucher, voucher->show, cs->now, why);
    if (verdict == VERDICT_OK)
        verdict = choose_more(request, &more, why);
    if (verdict != VERDICT_OK)
        return verdict;
    struct voucher_loan *loan = LIST_ADD(cs->arena, &cs->loans);
    if (request->own)
        *loan = *request->own;
    loan->device = request->device;
    loan->money += more.money;
    loan->uses += more.uses;
    text_copy(loan->code, sizeof loan->code, voucher->code);
    text_copy(loan->till, sizeof loan->till, request->till);
    *LIST_ADD(cs->arena, &cs->vouchers) = *voucher; /* as it was seen */
    return VERDICT_OK;
}
