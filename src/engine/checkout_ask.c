/* What a customer asks of a checkout: to begin, how it stands, and to end it. */
#include "config.h"

#include <string.h>

#include "src/base/text.h"
#include "src/domain/checkin.h"
#include "src/engine/bag_rows.h"
#include "src/engine/checkout_parts.h"
#include "src/engine/desk_checkout.h"

/* ---- beginning ---------------------------------------------------------------------------- */

struct begin {
    struct run run;
    struct checkout *checkout;
    const struct checkout_wish *wish;
    const char *ticket; /* whose bag's fee it is; NULL: the wish's holds */
    struct intent *intent;
    struct hold *holds;
};

static enum verdict check_holds(struct begin *begin)
{
    struct run *run = &begin->run;
    const struct checkout_wish *wish = begin->wish;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict && (wish->hold_count < 1 || wish->hold_count > INTENT_HOLDS))
        verdict = refuse(&run->why, VERDICT_INVALID, NULL);
    if (!verdict)
        verdict =
            run_read_holds(run, wish->holds, wish->holds + 1, wish->hold_count - 1, &begin->holds);
    for (int i = 0; !verdict && i < wish->hold_count; i++) {
        verdict = hold_check_owner(&begin->holds[i], &run->meta->actor, run->now, &run->why);
        if (!verdict)
            verdict = hold_check_not_paying(&begin->holds[i], &run->why);
    }
    return verdict;
}

static void add_seats(struct begin *begin, const struct hold *hold, struct intent_seat *seats)
{
    for (int i = 0; i < hold->seat_count; i++) {
        if (!hold->seats[i].live)
            continue;
        struct intent_seat *seat = &seats[begin->intent->seat_count++];
        text_copy(seat->label, sizeof seat->label, hold->seats[i].label);
        seat->type = TYPE_ADULT;
    }
}

static void list_seats(struct begin *begin)
{
    int most = 1;
    for (int i = 0; i < begin->wish->hold_count; i++)
        most += begin->holds[i].seat_count;
    struct intent_seat *seats = arena_array(begin->run.arena, (size_t)most, sizeof *seats);
    for (int i = 0; i < begin->wish->hold_count; i++)
        add_seats(begin, &begin->holds[i], seats);
    begin->intent->seats = seats;
}

/* Named ones go to their seats, the others to the seats that are left, as the quote does it. */
static void set_types(struct begin *begin, const struct quote *quote)
{
    struct intent_seat *seats =
        arena_array(begin->run.arena, (size_t)begin->intent->seat_count + 1, sizeof *seats);
    for (int i = 0; i < begin->intent->seat_count && i < quote->count; i++) {
        seats[i] = begin->intent->seats[i];
        seats[i].type = quote->lines[i].type;
    }
    begin->intent->seats = seats;
}

/* Nobody is kept waiting longer than his seats can be kept. */
static int64_t deadline_of(const struct begin *begin)
{
    int64_t until = begin->run.now + begin->checkout->paying_ms;
    for (int i = 0; i < begin->wish->hold_count; i++)
        if (begin->holds[i].ceiling_at - CHECKOUT_GRACE_MS < until)
            until = begin->holds[i].ceiling_at - CHECKOUT_GRACE_MS;
    return until;
}

static enum verdict set_buyer(struct begin *begin)
{
    const struct checkout_wish *wish = begin->wish;
    struct intent *intent = begin->intent;
    const char *email = wish->email ? wish->email : begin->holds[0].email;
    bool fits =
        text_copy(intent->name, sizeof intent->name, wish->name ? wish->name : "") &&
        text_copy(intent->email, sizeof intent->email, email) &&
        text_copy(intent->voucher, sizeof intent->voucher, wish->voucher ? wish->voucher : "");
    return fits ? VERDICT_OK : refuse(&begin->run.why, VERDICT_INVALID, NULL);
}

static enum verdict check_currency(struct begin *begin, const char *currency)
{
    const char *only = begin->checkout->currency;
    if (!only || strcmp(only, currency) == 0)
        return VERDICT_OK;
    return refuse(&begin->run.why, VERDICT_NOT_POSSIBLE,
                  "The payment provider of this house does not take %s.", currency);
}

static enum verdict set_price(struct begin *begin)
{
    const struct checkout_wish *wish = begin->wish;
    struct intent *intent = begin->intent;
    const struct desk_sell sell = {.hold = wish->holds[0],
                                   .also = wish->holds + 1,
                                   .also_count = wish->hold_count - 1,
                                   .types = wish->types,
                                   .type_count = wish->type_count,
                                   .voucher = wish->voucher};
    struct quote quote;
    struct show show;
    struct outcome priced;
    enum verdict verdict = run_read_show(&begin->run, begin->holds[0].show, &show);
    if (verdict)
        return verdict;
    if (show.status != SHOW_OPEN)
        return refuse(&begin->run.why, VERDICT_SHOW_NOT_OPEN, NULL);
    verdict = check_currency(begin, show.currency);
    if (verdict)
        return verdict;
    desk_quote(begin->checkout->desk, begin->run.meta, &sell, &quote, &priced);
    if (priced.verdict)
        return refuse(&begin->run.why, priced.verdict, "%s", priced.message);
    if (quote.total <= 0)
        return refuse(&begin->run.why, VERDICT_NOT_POSSIBLE,
                      "Nothing is left for payment %d to pay; leave it out or lower the others.",
                      1);
    set_types(begin, &quote);
    intent->amount = quote.total;
    intent->show = show.no;
    memcpy(intent->show_id, show.id, sizeof intent->show_id);
    memcpy(intent->currency, show.currency, sizeof intent->currency);
    return VERDICT_OK;
}

static enum verdict prepare_holds(struct begin *begin)
{
    struct intent *intent = begin->intent;
    enum verdict verdict = check_holds(begin);
    if (verdict)
        return verdict;
    intent->deadline = deadline_of(begin);
    intent->hold_count = begin->wish->hold_count;
    memcpy(intent->hold, begin->wish->holds,
           (size_t)intent->hold_count * sizeof *begin->wish->holds);
    list_seats(begin);
    verdict = set_buyer(begin);
    return verdict ? verdict : set_price(begin);
}

static enum verdict set_fee(struct begin *begin, const struct checked *checked)
{
    const struct checkin *checkin = &checked->checkin;
    struct intent *intent = begin->intent;
    struct show show;
    enum verdict verdict = checkin_check_waiting(checkin, &begin->run.why);
    if (!verdict)
        verdict = run_read_show(&begin->run, checkin->show, &show);
    if (!verdict)
        verdict = check_currency(begin, checked->currency);
    if (verdict)
        return verdict;
    intent->ticket = checkin->ticket;
    intent->entry = checkin->entry;
    intent->asked = checkin->version;
    intent->amount = checkin->fee;
    intent->show = show.no;
    memcpy(intent->show_id, show.id, sizeof intent->show_id);
    memcpy(intent->currency, checked->currency, sizeof intent->currency);
    return VERDICT_OK;
}

static enum verdict prepare_fee(struct begin *begin)
{
    struct outcome looked;
    enum verdict verdict = run_allowed(&begin->run, RIGHT_BAG_FEE);
    if (verdict)
        return verdict;
    begin->intent->deadline = begin->run.now + begin->checkout->paying_ms;
    desk_checkin_look(begin->checkout->desk, begin->run.meta, begin->ticket, &looked);
    if (looked.verdict)
        return refuse(&begin->run.why, looked.verdict, "%s", looked.message);
    return set_fee(begin, looked.checked);
}

static enum verdict prepare(struct begin *begin)
{
    begin->intent->wanted = true;
    begin->intent->made_at = begin->run.now;
    begin->intent->next_at = begin->run.now + CHECKOUT_LEASE_MS;
    return begin->ticket ? prepare_fee(begin) : prepare_holds(begin);
}

static void print_wish(struct fingerprint *print, const struct checkout_wish *wish)
{
    struct intent asked = {0};
    text_copy(asked.voucher, sizeof asked.voucher, wish->voucher ? wish->voucher : "");
    text_copy(asked.name, sizeof asked.name, wish->name ? wish->name : "");
    text_copy(asked.email, sizeof asked.email, wish->email ? wish->email : "");
    fingerprint_row(print, &shape_intent, &asked);
    fingerprint_uuids(print, wish->holds, wish->hold_count);
    fingerprint_types(print, wish->types, wish->type_count);
}

static void print_begin(const struct begin *begin, uint8_t out[FINGERPRINT_SIZE])
{
    struct fingerprint print;
    fingerprint_start(&print, begin->checkout->desk->crypt, begin->ticket ? ACT_BAG_FEE : ACT_PAY);
    if (begin->ticket)
        fingerprint_text(&print, begin->ticket);
    else
        print_wish(&print, begin->wish);
    fingerprint_end(&print, out);
}

static enum verdict went_wrong(struct run *run, enum rc rc)
{
    return rc == RC_OK ? VERDICT_OK : (run->out->err.rc = rc, VERDICT_UNAVAILABLE);
}

static enum verdict open_row(struct begin *begin, bool *same)
{
    struct checkout *checkout = begin->checkout;
    uint8_t print[FINGERPRINT_SIZE];
    struct intent was;
    print_begin(begin, print);
    enum rc rc = checkout->intents->open(checkout->store, begin->intent, print, begin->run.arena,
                                         &was, same, &begin->run.out->err);
    if (rc == RC_OK)
        *begin->intent = was;
    if (rc == RC_OK && *same)
        checkout_tell(checkout, begin->intent);
    return went_wrong(&begin->run, rc);
}

static enum verdict judge(struct begin *begin)
{
    const struct intent *intent = begin->intent;
    if (intent->here == HERE_RELEASED && !intent->told)
        return refuse(&begin->run.why,
                      intent_is_fee(intent) ? VERDICT_STATE_CONFLICT : VERDICT_HOLD_EXPIRED, "%s",
                      intent->note);
    return VERDICT_OK;
}

static enum verdict refuse_other(struct begin *begin)
{
    if (!begin->intent->version)
        return refuse(&begin->run.why, VERDICT_PAYMENT_PENDING,
                      "A payment for this bag is under way; wait until it has gone through or "
                      "failed, or take the fee another way.");
    return refuse(&begin->run.why, VERDICT_KEY_REUSED,
                  "This key was used before for a different act; nothing was changed. Use a "
                  "new key for a new act.");
}

/* A row that was there before is answered as it is, whatever has become of its holds. */
static enum verdict start(struct begin *begin, bool known)
{
    bool same = true;
    enum verdict verdict = known ? VERDICT_OK : prepare(begin);
    if (!verdict)
        verdict = open_row(begin, &same);
    if (!verdict && !same)
        return refuse_other(begin);
    if (verdict)
        return verdict;
    if (!known)
        begin->intent->next_at = 0; /* ours, and nobody else's until the lease ends */
    verdict = went_wrong(&begin->run, checkout_go_on(begin->checkout, begin->run.meta,
                                                     begin->intent, &begin->run.out->err));
    return verdict ? verdict : judge(begin);
}

static void start_once(struct begin *begin, const struct act_meta *meta, struct outcome *out)
{
    struct checkout *checkout = begin->checkout;
    struct intent *intent = begin->intent;
    bool known = false;
    run_look(&begin->run, checkout->desk, meta, out);
    struct uuid id = meta->key;
    if (uuid_is_zero(&id))
        id = uuid_make(&checkout->desk->ids, begin->run.now);
    *intent = (struct intent){.id = id};
    enum verdict verdict =
        went_wrong(&begin->run, checkout->intents->read(checkout->store, &id, NULL, meta->arena,
                                                        intent, &known, &out->err));
    if (!known)
        *intent = (struct intent){.id = id};
    run_looked(&begin->run, verdict ? verdict : start(begin, known));
}

void checkout_start(struct checkout *checkout, const struct act_meta *meta,
                    const struct checkout_wish *wish, struct intent *intent, struct outcome *out)
{
    struct begin begin = {.checkout = checkout, .wish = wish, .intent = intent};
    start_once(&begin, meta, out);
}

void checkout_start_fee(struct checkout *checkout, const struct act_meta *meta, const char *ticket,
                        struct intent *intent, struct outcome *out)
{
    struct begin begin = {.checkout = checkout, .ticket = ticket, .intent = intent};
    start_once(&begin, meta, out);
}

/* ---- looking ------------------------------------------------------------------------------ */

static enum verdict find(struct run *run, struct checkout *checkout, const struct uuid *id,
                         struct intent *intent)
{
    bool found = false;
    enum rc rc = checkout->intents->read(checkout->store, id, NULL, run->arena, intent, &found,
                                         &run->out->err);
    if (rc != RC_OK || found)
        return went_wrong(run, rc);
    return refuse(&run->why, VERDICT_NOT_FOUND, NULL);
}

void checkout_find(struct checkout *checkout, const struct act_meta *meta, const struct uuid *id,
                   struct intent *intent, struct outcome *out)
{
    struct run run;
    run_look(&run, checkout->desk, meta, out);
    run_looked(&run, find(&run, checkout, id, intent));
}

/* Of whoever has gone out again, too. */
static enum verdict find_fee(struct run *run, struct checkout *checkout, const char *ticket,
                             struct intent *intent)
{
    struct bag_rows rows;
    struct uuid id;
    bool found = false, by_id = uuid_parse(ticket, &id);
    enum verdict verdict = run_allowed(run, RIGHT_BAG);
    if (verdict)
        return verdict;
    enum rc rc = bag_rows_read(run->desk->store, by_id ? &id : NULL, ticket, &rows, &run->out->err);
    if (rc == RC_OK && rows.weighed)
        rc = checkout->intents->of_ticket(checkout->store, &rows.kept.ticket, run->arena, intent,
                                          &found, &run->out->err);
    if (rc != RC_OK || found)
        return went_wrong(run, rc);
    return refuse(&run->why, VERDICT_NOT_FOUND, "There is no payment for a bag of ticket '%.40s'.",
                  ticket);
}

void checkout_find_fee(struct checkout *checkout, const struct act_meta *meta, const char *ticket,
                       struct intent *intent, struct outcome *out)
{
    struct run run;
    run_look(&run, checkout->desk, meta, out);
    run_looked(&run, find_fee(&run, checkout, ticket, intent));
}

/* ---- ending it ---------------------------------------------------------------------------- */

static enum verdict too_late(struct run *run, const struct intent *intent)
{
    if (intent->here == HERE_SOLD && intent_is_fee(intent))
        return refuse(&run->why, VERDICT_CHECKIN_COMPLETE,
                      "This check-in is completed; nothing is to be paid.");
    if (intent->here == HERE_SOLD)
        return refuse(&run->why, VERDICT_ALREADY_PAID,
                      "These seats have been sold; refund the sale to free them.");
    return refuse(
        &run->why, VERDICT_PAYMENT_PENDING,
        "A payment for this hold is under way; wait until it has gone through or failed.");
}

static enum verdict give_up(struct run *run, struct checkout *checkout, const struct uuid *id,
                            struct intent *intent)
{
    for (int i = 0; i < CHECKOUT_TRIES; i++) {
        bool kept = false;
        enum verdict verdict = find(run, checkout, id, intent);
        if (verdict || (!intent->wanted && intent->here == HERE_RELEASED))
            return verdict;
        if (!intent_give_up(intent, clock_wall(&checkout->desk->clock)))
            return too_late(run, intent);
        verdict = went_wrong(run, checkout_save(checkout, intent, &kept, &run->out->err));
        if (verdict || kept)
            return verdict;
    }
    return refuse(&run->why, VERDICT_VERSION_CONFLICT, NULL);
}

static bool is_mine(const struct intent *intent, const struct seat_state *state)
{
    bool mine = uuid_equal(&state->holder, &intent->sale);
    for (int i = 0; i < intent->hold_count; i++)
        mine = mine || uuid_equal(&state->holder, &intent->hold[i]);
    return mine && (state->status == SEAT_HELD || state->status == SEAT_SOLD);
}

/* As the house has them: what the checkout believes is no news of the seats. */
static enum verdict read_released(struct run *run, const struct intent *intent,
                                  struct released_seat **out)
{
    const size_t count = (size_t)intent->seat_count;
    struct released_seat *released = arena_array(run->arena, count + 1, sizeof *released);
    const char **labels = arena_array(run->arena, count + 1, sizeof *labels);
    int *seats = arena_array(run->arena, count + 1, sizeof *seats);
    struct snapshot snapshot;
    for (size_t i = 0; i < count; i++)
        labels[i] = intent->seats[i].label;
    enum verdict verdict =
        run_read_seats(run, intent->show, labels, intent->seat_count, &snapshot, seats);
    for (size_t i = 0; i < count && !verdict; i++) {
        const struct seat_state *state = &snapshot.state[seats[i]];
        released[i] = (struct released_seat){.label = labels[i],
                                             .now = seat_hold_over(state, run->now) ? SEAT_AVAILABLE
                                                                                    : state->status,
                                             .released = !is_mine(intent, state)};
    }
    *out = released;
    return verdict;
}

void checkout_cancel(struct checkout *checkout, const struct act_meta *meta, const struct uuid *id,
                     struct intent *intent, struct released_seat **seats, int *count,
                     struct outcome *out)
{
    struct run run;
    run_look(&run, checkout->desk, meta, out);
    *count = 0;
    enum verdict verdict = give_up(&run, checkout, id, intent);
    if (!verdict)
        verdict = went_wrong(&run, checkout_go_on(checkout, meta, intent, &out->err));
    if (!verdict && intent->here == HERE_SOLD)
        verdict = too_late(&run, intent);
    if (!verdict)
        verdict = read_released(&run, intent, seats);
    if (!verdict)
        *count = intent->seat_count;
    run_looked(&run, verdict);
}

void checkout_cancel_fee(struct checkout *checkout, const struct act_meta *meta, const char *ticket,
                         struct intent *intent, struct outcome *out)
{
    struct run run;
    run_look(&run, checkout->desk, meta, out);
    struct intent newest;
    enum verdict verdict = find_fee(&run, checkout, ticket, &newest);
    if (!verdict)
        verdict = give_up(&run, checkout, &newest.id, intent);
    if (!verdict)
        verdict = went_wrong(&run, checkout_go_on(checkout, meta, intent, &out->err));
    if (!verdict && intent->here == HERE_SOLD)
        verdict = too_late(&run, intent);
    run_looked(&run, verdict);
}
