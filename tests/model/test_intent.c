/*
 * Payments against everything that can go wrong, in a world of values: a provider that loses
 * questions and answers and sends its messages late, twice and in any order; two completers that
 * die between any two steps and save on top of one another; a customer who pays, fails, or changes
 * his mind; somebody else who wants the same seats.
 *
 * The house is as the stores promise it: one key does one thing, rows are kept by version. In the
 * end, when nothing fails any more, the money at the provider is the money in the books, the seats
 * are sold exactly where there is money, and nothing was sold or charged twice.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/domain/intent.h"
#include "tests/lib/builders.h"

enum { COMPLETERS = 2, MESSAGES = 64, AMOUNT = 8400, SEEDS = 20000 };

/* What became of a key: once it has done something it never does anything else. */
enum key { KEY_UNUSED, KEY_SOLD, KEY_LET_GO };

struct completer {
    bool busy;
    struct intent copy;
    enum intent_step step;
    bool done; /* the step's effect is made, its answer not kept yet */
    enum intent_result result;
    struct intent_news news;
    bool heard, refused;
};

struct world {
    uint64_t seed;
    int64_t now;
    bool calm;      /* nothing fails any more */
    bool forgetful; /* a house that does not remember its keys: the control */
    bool fee;       /* a bag's is paid, not seats; held: its check-in waits for it */
    struct intent row;
    struct completer completers[COMPLETERS];

    /* the house */
    bool held, taken; /* the seats: kept for it, or somebody else's */
    enum key end, late;
    int64_t books;
    int sales;

    /* the provider */
    bool exists;
    enum intent_there there;
    int64_t refunded;
    struct intent_news sent[MESSAGES];
    int messages;
    int charges;
};

static uint32_t dice(struct world *w, uint32_t sides)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (uint32_t)(w->seed >> 20) % sides;
}

static bool fails(struct world *w)
{
    return !w->calm && dice(w, 4) == 0;
}

/* ---- the provider -------------------------------------------------------------------------- */

static void becomes(struct world *w, enum intent_there there)
{
    w->there = there;
    if (w->messages < MESSAGES)
        w->sent[w->messages++] = (struct intent_news){.there = there, .refunded = w->refunded};
}

static void ask_provider(struct world *w, const struct completer *c)
{
    switch (c->step) {
    case STEP_CREATE:
        if (!w->exists)
            becomes(w, THERE_WAITING);
        w->exists = true;
        break;
    case STEP_CAPTURE:
        if (w->there == THERE_AUTHORISED) {
            w->charges++;
            becomes(w, THERE_CAPTURED);
        }
        break;
    case STEP_CANCEL:
        if (w->there < THERE_CANCELLED)
            becomes(w, THERE_CANCELLED);
        break;
    case STEP_REFUND: /* the key says up to which sum, so that twice is once */
        if (w->there == THERE_CAPTURED) {
            w->refunded = c->copy.refunded + intent_to_refund(&c->copy);
            becomes(w, w->refunded == AMOUNT ? THERE_REFUNDED : THERE_CAPTURED);
        }
        break;
    case STEP_NONE:
    case STEP_KEEP:
    case STEP_ASK:
    case STEP_SELL:
    case STEP_RELEASE:
    case STEP_RETAKE:
    case STEP_TAKE_BACK:
        break;
    }
}

static void payer_acts(struct world *w)
{
    if (!w->exists || w->there > THERE_FAILED)
        return;
    static const enum intent_there tries[] = {THERE_FAILED, THERE_AUTHORISED, THERE_CAPTURED};
    enum intent_there there = tries[dice(w, 3)];
    if (there == THERE_CAPTURED)
        w->charges++;
    if (there > w->there)
        becomes(w, there);
}

/* A reservation does not last for ever. */
static void provider_forgets(struct world *w)
{
    if (w->there == THERE_AUTHORISED && dice(w, 16) == 0)
        becomes(w, THERE_CANCELLED);
}

/* ---- the house ------------------------------------------------------------------------------ */

static void sell(struct world *w, enum key *key)
{
    *key = KEY_SOLD;
    w->held = false;
    w->taken = true;
    w->books += AMOUNT;
    w->sales++;
}

static enum intent_result end_it(struct world *w, bool selling)
{
    if (w->forgetful)
        w->end = KEY_UNUSED;
    if (w->end == KEY_SOLD)
        return DID_SELL;
    if (w->end == KEY_LET_GO)
        return selling ? DID_GONE : DID_DONE;
    if (selling && w->held && w->now < w->row.deadline) {
        sell(w, &w->end);
        return DID_DONE;
    }
    if (selling)
        return DID_GONE;
    w->end = KEY_LET_GO;
    w->held = false;
    return DID_DONE;
}

static enum intent_result take_again(struct world *w)
{
    if (w->forgetful)
        w->late = KEY_UNUSED;
    if (w->late != KEY_UNUSED)
        return w->late == KEY_SOLD ? DID_SELL : DID_GONE;
    if (w->held || w->taken) {
        w->late = KEY_LET_GO;
        return DID_GONE;
    }
    sell(w, &w->late);
    return DID_DONE;
}

/* Of a bag: the check-in waits until money completes it, once, whoever's money it is. */
static enum intent_result act_at_door(struct world *w, const struct completer *c)
{
    switch (c->step) {
    case STEP_KEEP:
        return w->held ? DID_DONE : DID_REFUSED;
    case STEP_SELL:
    case STEP_RETAKE:
        if (w->end == KEY_SOLD && !w->forgetful)
            return DID_DONE;
        if (!w->held && !w->forgetful)
            return DID_GONE;
        sell(w, &w->end);
        return DID_DONE;
    case STEP_RELEASE:
        return w->end == KEY_SOLD ? DID_SELL : DID_DONE;
    case STEP_NONE:
    case STEP_CREATE:
    case STEP_ASK:
    case STEP_CAPTURE:
    case STEP_CANCEL:
    case STEP_REFUND:
    case STEP_TAKE_BACK:
        break;
    }
    fail_msg("the door is asked for step %d", c->step);
    return DID_UNKNOWN;
}

static enum intent_result act_in_house(struct world *w, const struct completer *c)
{
    switch (c->step) {
    case STEP_KEEP:
        if (w->taken && !w->held)
            return DID_REFUSED;
        w->held = w->end == KEY_UNUSED;
        return DID_DONE;
    case STEP_SELL:
        return end_it(w, true);
    case STEP_RELEASE:
        return end_it(w, false);
    case STEP_RETAKE: /* ends the first try as well, so that nobody is at it any more */
        return end_it(w, false) == DID_SELL ? DID_SELL : take_again(w);
    case STEP_TAKE_BACK:
        w->books = 0;
        w->taken = false;
        return DID_DONE;
    case STEP_NONE:
    case STEP_CREATE:
    case STEP_ASK:
    case STEP_CAPTURE:
    case STEP_CANCEL:
    case STEP_REFUND:
        break;
    }
    fail_msg("the house is asked for step %d", c->step);
    return DID_UNKNOWN;
}

/* A clerk takes the fee, or the bag is given up. */
static void clerk_acts(struct world *w)
{
    if (dice(w, 8) == 0)
        w->held = false;
}

static void others_act(struct world *w)
{
    if (w->fee) {
        clerk_acts(w);
        return;
    }
    if (w->held && w->now >= w->row.deadline)
        w->held = false; /* swept */
    else if (!w->held && !w->taken && w->row.here != HERE_NEW && dice(w, 8) == 0)
        w->taken = true;
    else if (w->sales == 0 && w->taken && dice(w, 8) == 0)
        w->taken = false;
}

/* Somebody at the counter refunds a ticket. */
static void counter_refunds(struct world *w)
{
    if (!w->fee && w->books == AMOUNT && w->row.here == HERE_SOLD && dice(w, 16) == 0)
        w->books -= AMOUNT / 2;
}

/* ---- a completer ---------------------------------------------------------------------------- */

static bool save(struct world *w, struct intent *copy)
{
    if (copy->version != w->row.version)
        return false;
    copy->version++;
    w->row = *copy;
    return true;
}

static bool is_of_house(enum intent_step step)
{
    return step == STEP_KEEP || step == STEP_SELL || step == STEP_RELEASE || step == STEP_RETAKE ||
           step == STEP_TAKE_BACK;
}

/* The store finds by its payments what is owed. */
static void find_owed(struct world *w)
{
    if (w->row.here == HERE_SOLD && w->row.there == THERE_CAPTURED &&
        AMOUNT - w->books > w->row.refunded && w->row.next_at == INTENT_NEVER) {
        w->row.next_at = w->now;
        w->row.version++;
    }
}

static struct intent read_row(const struct world *w)
{
    struct intent copy = w->row;
    copy.given_back = w->sales ? AMOUNT - w->books : 0;
    copy.settled = w->fee && !w->held;
    return copy;
}

static void begin(struct world *w, struct completer *c)
{
    find_owed(w);
    *c = (struct completer){.copy = read_row(w)};
    if (dice(w, 4) == 0)
        c->copy.heard_at = 0; /* another program goes on with it */
    c->step = intent_next(&c->copy, w->now);
    bool kept = !intent_take_up(&c->copy, c->step, w->now) || save(w, &c->copy);
    c->busy = kept && c->step != STEP_NONE;
}

static void make_effect(struct world *w, struct completer *c)
{
    c->done = true;
    c->result = DID_UNKNOWN;
    if (fails(w))
        return; /* nobody heard the question */
    if (is_of_house(c->step))
        c->result = w->fee ? act_at_door(w, c) : act_in_house(w, c);
    else
        ask_provider(w, c);
    c->heard = !is_of_house(c->step);
    c->news = (struct intent_news){.there = w->there, .refunded = w->refunded};
    if (fails(w)) { /* nobody heard the answer */
        c->heard = false;
        c->result = DID_UNKNOWN;
    }
}

static void keep_answer(struct world *w, struct completer *c)
{
    if (c->heard)
        intent_answered(&c->copy, &c->news, w->now);
    else if (is_of_house(c->step))
        intent_did(&c->copy, c->step, c->result, w->now);
    else
        intent_unheard(&c->copy, w->now);
    save(w, &c->copy);
    c->busy = false;
}

static void completer_moves(struct world *w, struct completer *c)
{
    if (c->busy && fails(w) && dice(w, 2) == 0)
        c->busy = false; /* killed */
    else if (!c->busy)
        begin(w, c);
    else if (!c->done)
        make_effect(w, c);
    else
        keep_answer(w, c);
}

/* ---- messages and the customer --------------------------------------------------------------- */

static void deliver_one(struct world *w, int which)
{
    struct intent copy = read_row(w);
    intent_hear(&copy, &w->sent[which], w->now);
    assert_true(save(w, &copy));
}

static void customer_cancels(struct world *w)
{
    struct intent copy = read_row(w);
    if (dice(w, 12) == 0 && intent_give_up(&copy, w->now))
        assert_true(save(w, &copy));
}

/* ---- one life ------------------------------------------------------------------------------- */

/* NULL, or what should never be. */
static const char *fault_of(const struct world *w)
{
    int64_t money = w->there == THERE_CAPTURED ? AMOUNT - w->refunded : 0;
    if (w->sales > 1)
        return "sold twice";
    if (w->charges > 1 || w->refunded > AMOUNT)
        return "charged or refunded twice";
    if (!w->calm)
        return NULL;
    if (w->row.next_at != INTENT_NEVER || w->row.here == HERE_STUCK)
        return "it never ends";
    if (money != w->books)
        return "the money at the provider is not the money in the books";
    return w->exists && w->there < THERE_CANCELLED ? "it can still be paid" : NULL;
}

static void live_a_moment(struct world *w)
{
    switch (dice(w, 8)) {
    case 0:
        payer_acts(w);
        break;
    case 1:
        if (w->messages)
            deliver_one(w, (int)dice(w, (uint32_t)w->messages));
        break;
    case 2:
        others_act(w);
        provider_forgets(w);
        break;
    case 3:
        w->now += dice(w, 2 * MINUTE);
        customer_cancels(w);
        counter_refunds(w);
        break;
    default:
        completer_moves(w, &w->completers[dice(w, COMPLETERS)]);
        break;
    }
}

static void come_to_rest(struct world *w)
{
    w->calm = true;
    for (int i = 0; i < 400 && (w->row.next_at != INTENT_NEVER || i < 40); i++) {
        for (int c = 0; c < COMPLETERS; c++)
            completer_moves(w, &w->completers[c]);
        w->now += MINUTE;
    }
}

static struct world a_world(uint64_t seed, bool fee)
{
    struct world w = {
        .seed = seed * 2654435761u + 88172645463325252u, .now = NOW, .fee = fee, .held = fee};
    w.row = (struct intent){.id = an_id(7),
                            .wanted = true,
                            .amount = AMOUNT,
                            .made_at = NOW,
                            .deadline = NOW + 15 * MINUTE,
                            .version = 1};
    if (fee)
        w.row.ticket = an_id(8);
    return w;
}

static int ends[2][HERE_STUCK + 1][THERE_REFUNDED + 1];

static const char *live(uint64_t seed, bool fee, bool forgetful)
{
    struct world w = a_world(seed, fee);
    int moments = 20 + (int)dice(&w, 200);
    w.forgetful = forgetful;
    for (int i = 0; i < moments; i++)
        live_a_moment(&w);
    come_to_rest(&w);
    ends[fee][w.row.here][w.there]++;
    return fault_of(&w);
}

static void live_all(bool fee)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const char *fault = live(seed, fee, false);
        if (fault)
            fail_msg("seed %llu: %s", (unsigned long long)seed, fault);
    }
}

static void money_and_seats_agree_whatever_happens(void **state)
{
    live_all(false);
}

static void so_do_money_and_the_fees_of_bags(void **state)
{
    live_all(true);
}

/* The world is worth something only when it goes to all these places. */
static void every_end_was_reached(void **state)
{
    assert_true(ends[0][HERE_SOLD][THERE_CAPTURED] > 0);
    assert_true(ends[0][HERE_SOLD][THERE_CANCELLED] > 0);
    assert_true(ends[0][HERE_RELEASED][THERE_CANCELLED] > 0);
    assert_true(ends[0][HERE_RELEASED][THERE_REFUNDED] > 0);
    assert_true(ends[0][HERE_RELEASED][THERE_UNKNOWN] > 0);
    assert_true(ends[1][HERE_SOLD][THERE_CAPTURED] > 0);
    assert_true(ends[1][HERE_RELEASED][THERE_CANCELLED] > 0);
    assert_true(ends[1][HERE_RELEASED][THERE_REFUNDED] > 0);
    assert_true(ends[1][HERE_RELEASED][THERE_UNKNOWN] > 0);
    /* Its money is ours before it is booked. */
    assert_int_equal(ends[1][HERE_SOLD][THERE_CANCELLED], 0);
    assert_int_equal(ends[1][HERE_STUCK][THERE_CANCELLED], 0);
}

static void a_house_without_keys_would_be_found_out(void **state)
{
    int faults = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        faults += live(seed, false, true) != NULL;
    assert_true(faults > 0);
    faults = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        faults += live(seed, true, true) != NULL;
    assert_true(faults > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_and_seats_agree_whatever_happens),
        cmocka_unit_test(so_do_money_and_the_fees_of_bags),
        cmocka_unit_test(every_end_was_reached),
        cmocka_unit_test(a_house_without_keys_would_be_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
