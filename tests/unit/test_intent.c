/* Payment intents: what each answer, webhook and silence makes of one. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "src/base/text.h"
#include "src/domain/intent.h"
#include "src/domain/intent_bytes.h"
#include "tests/lib/builders.h"

/* ---- arranging ---------------------------------------------------------------------------- */

static struct intent an_intent(enum intent_here here, enum intent_there there)
{
    return (struct intent){.id = an_id(7),
                           .here = here,
                           .there = there,
                           .wanted = true,
                           .told = there != THERE_UNKNOWN,
                           .amount = 8400,
                           .made_at = NOW,
                           .deadline = NOW + 15 * MINUTE};
}

static void hear(struct intent *intent, enum intent_there there)
{
    const struct intent_news news = {.there = there};
    intent_hear(intent, &news, NOW);
}

#define assert_next(intent, step) assert_int_equal(intent_next(&(intent), NOW), step)

/* ---- the way it should go ------------------------------------------------------------------ */

static void seats_are_kept_before_the_provider_is_told(void **state)
{
    struct intent intent = an_intent(HERE_NEW, THERE_UNKNOWN);
    assert_next(intent, STEP_KEEP);
    intent_did(&intent, STEP_KEEP, DID_DONE, NOW);
    assert_next(intent, STEP_CREATE);
    assert_true(intent_take_up(&intent, STEP_CREATE, NOW));
    assert_true(intent.told);
}

static void money_that_is_reserved_is_taken_after_the_seats_are_sold(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_WAITING);
    hear(&intent, THERE_AUTHORISED);
    assert_next(intent, STEP_SELL);
    intent_did(&intent, STEP_SELL, DID_DONE, NOW);
    assert_next(intent, STEP_CAPTURE);
    hear(&intent, THERE_CAPTURED);
    assert_next(intent, STEP_NONE);
    assert_true(intent.next_at == INTENT_NEVER);
    assert_int_equal(intent_money_here(&intent), 8400);
    assert_int_equal(intent_money_there(&intent), 8400);
}

/* As at a house that went back, whose order lost its seats to somebody else. */
static void money_that_is_only_reserved_is_not_taken_for_an_order_that_was_taken_back(void **state)
{
    struct intent intent = an_intent(HERE_SOLD, THERE_WAITING);
    hear(&intent, THERE_AUTHORISED);
    assert_next(intent, STEP_CAPTURE); /* control */
    intent.given_back = intent.amount;
    assert_next(intent, STEP_CANCEL);
    hear(&intent, THERE_CANCELLED);
    assert_next(intent, STEP_NONE);
    assert_int_equal(intent_money_here(&intent), intent_money_there(&intent));
}

static void whoever_pays_is_given_time(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_UNKNOWN);
    hear(&intent, THERE_WAITING);
    assert_next(intent, STEP_NONE);
    assert_int_equal(intent_next(&intent, NOW + MINUTE), STEP_ASK);
    const struct intent_news same = {.there = THERE_WAITING};
    intent_answered(&intent, &same, NOW + MINUTE);
    assert_int_equal(intent_next(&intent, NOW + MINUTE), STEP_NONE);
}

/* The provider's call is late; whoever paid in time keeps his seats. */
static void it_is_asked_once_more_after_the_deadline(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_WAITING), paid = intent;
    const struct intent_news same = {.there = THERE_WAITING}, late = {.there = THERE_AUTHORISED};
    assert_int_equal(intent_next(&intent, intent.deadline), STEP_ASK);
    intent_answered(&intent, &same, intent.deadline);
    assert_int_equal(intent_next(&intent, intent.deadline), STEP_RELEASE);
    intent_answered(&paid, &late, paid.deadline);
    assert_int_equal(intent_next(&paid, paid.deadline), STEP_SELL);
}

static void a_silent_provider_is_not_waited_for_longer_than_the_seats_are_kept(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_WAITING);
    int64_t now = intent.deadline;
    while (intent_next(&intent, now) == STEP_ASK) {
        assert_true(now < intent.deadline + MINUTE);
        intent_unheard(&intent, now);
        now = intent.next_at;
    }
    assert_int_equal(intent_next(&intent, now), STEP_RELEASE);
    struct intent down = an_intent(HERE_PAYING, THERE_WAITING); /* nothing worked on it for hours */
    assert_int_equal(intent_next(&down, down.deadline + 300 * MINUTE), STEP_ASK);
}

/* Money that is found then takes the seats again. */
static void it_is_asked_again_before_it_is_closed(void **state)
{
    static const enum intent_there open[] = {THERE_WAITING, THERE_FAILED};
    for (int i = 0; i < COUNT_OF(open); i++) {
        struct intent intent = an_intent(HERE_RELEASED, open[i]), paid = intent;
        const struct intent_news same = {.there = open[i]}, late = {.there = THERE_AUTHORISED};
        assert_next(intent, STEP_ASK);
        intent_answered(&intent, &same, NOW);
        assert_next(intent, STEP_CANCEL);
        intent_answered(&intent, &same, NOW); /* it could not be closed: later, ever more slowly */
        assert_next(intent, STEP_NONE);
        assert_int_equal(intent.tries, 1);
        intent_answered(&paid, &late, NOW);
        assert_next(paid, STEP_RETAKE);
    }
    struct intent unwanted = an_intent(HERE_RELEASED, THERE_WAITING);
    unwanted.wanted = false; /* the buyer gave it up himself */
    assert_next(unwanted, STEP_CANCEL);
}

static void it_is_looked_at_no_later_than_at_its_deadline(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_WAITING);
    const struct intent_news same = {.there = THERE_WAITING};
    intent_answered(&intent, &same, intent.deadline - 1);
    assert_true(intent.next_at == intent.deadline);
}

/* ---- what fails ---------------------------------------------------------------------------- */

static void seats_that_cannot_be_kept_end_it_before_anybody_was_told(void **state)
{
    struct intent intent = an_intent(HERE_NEW, THERE_UNKNOWN);
    intent_did(&intent, STEP_KEEP, DID_REFUSED, NOW);
    assert_int_equal(intent.here, HERE_RELEASED);
    assert_next(intent, STEP_NONE);
}

static void a_failed_payment_lets_the_seats_go_and_is_closed(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_WAITING);
    hear(&intent, THERE_FAILED);
    assert_next(intent, STEP_RELEASE);
    intent_did(&intent, STEP_RELEASE, DID_DONE, NOW);
    assert_next(intent, STEP_ASK); /* he may have tried again */
    const struct intent_news same = {.there = THERE_FAILED};
    intent_answered(&intent, &same, NOW);
    assert_next(intent, STEP_CANCEL);
    hear(&intent, THERE_CANCELLED);
    assert_next(intent, STEP_NONE);
}

static void what_the_provider_does_not_take_is_let_go(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_UNKNOWN);
    intent_refused(&intent, NOW);
    assert_next(intent, STEP_RELEASE);
    intent_did(&intent, STEP_RELEASE, DID_DONE, NOW);
    assert_next(intent, STEP_NONE);
}

static void a_refusal_does_not_undo_what_was_heard(void **state)
{
    struct intent intent = an_intent(HERE_SOLD, THERE_AUTHORISED);
    intent_refused(&intent, NOW);
    assert_int_equal(intent.there, THERE_AUTHORISED);
    assert_int_equal(intent_next(&intent, intent.next_at), STEP_CAPTURE);
}

static void silence_is_asked_again_ever_more_slowly_and_never_guessed(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_UNKNOWN);
    int64_t now = NOW, last = 0;
    for (int i = 0; i < 12; i++) {
        intent_unheard(&intent, now);
        assert_int_equal(intent.there, THERE_UNKNOWN);
        assert_int_equal(intent_next(&intent, now), STEP_NONE);
        assert_true(intent.next_at - now >= last);
        last = intent.next_at - now;
        now = intent.next_at;
    }
    assert_int_equal(last, MINUTE);
}

/* It may be under way still; only what is known to be there can be closed for good. */
static void what_nobody_heard_of_is_created_again_before_it_is_cancelled(void **state)
{
    struct intent intent = an_intent(HERE_RELEASED, THERE_UNKNOWN);
    assert_next(intent, STEP_NONE);
    intent.told = true;
    assert_next(intent, STEP_CREATE);
    const struct intent_news made = {.there = THERE_WAITING};
    intent_answered(&intent, &made, NOW);
    assert_next(intent, STEP_CANCEL);
}

/* ---- late ---------------------------------------------------------------------------------- */

static struct intent a_late_success(enum intent_there there)
{
    struct intent intent = an_intent(HERE_RELEASED, THERE_WAITING);
    hear(&intent, there);
    return intent;
}

static void a_late_success_takes_the_seats_again(void **state)
{
    struct intent intent = a_late_success(THERE_AUTHORISED);
    assert_next(intent, STEP_RETAKE);
    assert_true(intent_take_up(&intent, STEP_RETAKE, NOW));
    assert_int_equal(intent.here, HERE_LATE);
    assert_false(intent_take_up(&intent, STEP_RETAKE, NOW));
    intent_did(&intent, STEP_RETAKE, DID_DONE, NOW);
    assert_next(intent, STEP_CAPTURE);
}

static void a_late_success_without_seats_is_given_back(void **state)
{
    struct intent reserved = a_late_success(THERE_AUTHORISED);
    intent_did(&reserved, STEP_RETAKE, DID_GONE, NOW);
    assert_next(reserved, STEP_CANCEL);
    struct intent taken = a_late_success(THERE_CAPTURED);
    intent_did(&taken, STEP_RETAKE, DID_REFUSED, NOW);
    assert_next(taken, STEP_REFUND);
    assert_int_equal(intent_to_refund(&taken), 8400);
}

static void seats_that_were_freed_under_a_payment_are_taken_again(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_AUTHORISED);
    intent_did(&intent, STEP_SELL, DID_GONE, NOW);
    assert_next(intent, STEP_RETAKE);
}

static void a_sale_that_a_rule_forbids_gives_everything_back(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_AUTHORISED);
    intent_did(&intent, STEP_SELL, DID_REFUSED, NOW);
    assert_next(intent, STEP_RELEASE);
    intent_did(&intent, STEP_RELEASE, DID_DONE, NOW);
    assert_next(intent, STEP_CANCEL);
}

static void a_cancelled_checkout_never_takes_seats_again(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_WAITING);
    assert_true(intent_give_up(&intent, NOW));
    assert_next(intent, STEP_RELEASE);
    intent_did(&intent, STEP_RELEASE, DID_DONE, NOW);
    hear(&intent, THERE_CAPTURED);
    assert_next(intent, STEP_REFUND);
}

static void what_is_sold_cannot_be_cancelled(void **state)
{
    struct intent sold = an_intent(HERE_SOLD, THERE_AUTHORISED);
    struct intent late = an_intent(HERE_LATE, THERE_AUTHORISED);
    assert_false(intent_give_up(&sold, NOW));
    assert_false(intent_give_up(&late, NOW));
    assert_true(sold.wanted && late.wanted);
}

static void a_release_that_finds_the_seats_sold_is_a_sale(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_AUTHORISED);
    intent_did(&intent, STEP_RELEASE, DID_SELL, NOW);
    assert_int_equal(intent.here, HERE_SOLD);
    assert_next(intent, STEP_CAPTURE);
}

/* ---- giving back --------------------------------------------------------------------------- */

static void what_the_counter_gives_back_the_provider_gives_back(void **state)
{
    struct intent intent = an_intent(HERE_SOLD, THERE_CAPTURED);
    intent.given_back = 4200;
    assert_next(intent, STEP_REFUND);
    assert_int_equal(intent_to_refund(&intent), 4200);
    const struct intent_news news = {.there = THERE_CAPTURED, .refunded = 4200};
    intent_answered(&intent, &news, NOW);
    assert_next(intent, STEP_NONE);
    assert_int_equal(intent_money_here(&intent), intent_money_there(&intent));
}

/* The answer to the last step was lost, and what it did is seen now. */
static void what_is_due_for_nothing_is_not_looked_at_again(void **state)
{
    struct intent intent = an_intent(HERE_SOLD, THERE_CANCELLED);
    intent.given_back = intent.amount;
    assert_next(intent, STEP_NONE);
    assert_true(intent_take_up(&intent, STEP_NONE, NOW));
    assert_true(intent.next_at == INTENT_NEVER);
    assert_false(intent_take_up(&intent, STEP_NONE, NOW));
}

static void tickets_whose_money_is_gone_are_taken_back(void **state)
{
    struct intent intent = an_intent(HERE_SOLD, THERE_AUTHORISED);
    hear(&intent, THERE_CANCELLED);
    assert_next(intent, STEP_TAKE_BACK);
    intent_did(&intent, STEP_TAKE_BACK, DID_DONE, NOW);
    assert_next(intent, STEP_NONE);
    assert_int_equal(intent_money_here(&intent), 0);
}

static void tickets_that_cannot_be_taken_back_are_for_a_person(void **state)
{
    struct intent intent = an_intent(HERE_SOLD, THERE_CANCELLED);
    intent_did(&intent, STEP_TAKE_BACK, DID_REFUSED, NOW);
    assert_int_equal(intent.here, HERE_STUCK);
    assert_true(intent.next_at == INTENT_NEVER);
}

static void money_is_believed_even_after_a_cancellation(void **state)
{
    struct intent intent = an_intent(HERE_RELEASED, THERE_CANCELLED);
    intent.wanted = false;
    hear(&intent, THERE_CAPTURED);
    assert_next(intent, STEP_REFUND);
}

static void nobody_gives_back_more_than_there_was(void **state)
{
    struct intent intent = an_intent(HERE_SOLD, THERE_CAPTURED);
    const struct intent_news news = {.there = THERE_CAPTURED, .refunded = INT64_MAX};
    intent_hear(&intent, &news, NOW);
    assert_int_equal(intent.refunded, intent.amount);
}

/* ---- the fee of a bag ----------------------------------------------------------------------- */

/* Nobody wants it any more: who pays gave it up, a clerk has taken the fee, its time is over. */
enum mood { WAITED_FOR, GIVEN_UP, SETTLED, OVER };

static struct intent a_fee(enum intent_here here, enum intent_there there, enum mood mood)
{
    struct intent intent = an_intent(here, there);
    intent.ticket = an_id(8);
    intent.wanted = mood != GIVEN_UP;
    intent.settled = mood == SETTLED;
    intent.heard_at = NOW; /* it was just asked */
    if (mood == OVER)
        intent.deadline = NOW;
    return intent;
}

/* Here, there: what is done while the fee is waited for, given up, settled otherwise, and too late.
 */
static void a_fee_goes_by_this_table(void **state)
{
    static const struct {
        enum intent_here here;
        enum intent_there there;
        enum intent_step step[OVER + 1];
    } table[] = {
        {HERE_NEW, THERE_UNKNOWN, {STEP_KEEP, STEP_KEEP, STEP_KEEP, STEP_KEEP}},
        {HERE_PAYING, THERE_UNKNOWN, {STEP_CREATE, STEP_RELEASE, STEP_RELEASE, STEP_RELEASE}},
        {HERE_PAYING, THERE_WAITING, {STEP_ASK, STEP_RELEASE, STEP_RELEASE, STEP_RELEASE}},
        {HERE_PAYING, THERE_FAILED, {STEP_RELEASE, STEP_RELEASE, STEP_RELEASE, STEP_RELEASE}},
        {HERE_PAYING, THERE_AUTHORISED, {STEP_CAPTURE, STEP_RELEASE, STEP_RELEASE, STEP_CAPTURE}},
        {HERE_PAYING, THERE_CANCELLED, {STEP_RELEASE, STEP_RELEASE, STEP_RELEASE, STEP_RELEASE}},
        {HERE_PAYING, THERE_CAPTURED, {STEP_SELL, STEP_RELEASE, STEP_SELL, STEP_SELL}},
        {HERE_PAYING, THERE_REFUNDED, {STEP_RELEASE, STEP_RELEASE, STEP_RELEASE, STEP_RELEASE}},
        {HERE_RELEASED, THERE_UNKNOWN, {STEP_CREATE, STEP_CREATE, STEP_CREATE, STEP_CREATE}},
        {HERE_RELEASED, THERE_WAITING, {STEP_CANCEL, STEP_CANCEL, STEP_CANCEL, STEP_CANCEL}},
        {HERE_RELEASED, THERE_FAILED, {STEP_CANCEL, STEP_CANCEL, STEP_CANCEL, STEP_CANCEL}},
        {HERE_RELEASED, THERE_AUTHORISED, {STEP_CAPTURE, STEP_CANCEL, STEP_CANCEL, STEP_CAPTURE}},
        {HERE_RELEASED, THERE_CANCELLED, {STEP_NONE, STEP_NONE, STEP_NONE, STEP_NONE}},
        {HERE_RELEASED, THERE_CAPTURED, {STEP_RETAKE, STEP_REFUND, STEP_RETAKE, STEP_RETAKE}},
        {HERE_RELEASED, THERE_REFUNDED, {STEP_NONE, STEP_NONE, STEP_NONE, STEP_NONE}},
        {HERE_LATE, THERE_CAPTURED, {STEP_RETAKE, STEP_RETAKE, STEP_RETAKE, STEP_RETAKE}},
        {HERE_SOLD, THERE_CAPTURED, {STEP_NONE, STEP_NONE, STEP_NONE, STEP_NONE}},
        {HERE_SOLD,
         THERE_REFUNDED,
         {STEP_TAKE_BACK, STEP_TAKE_BACK, STEP_TAKE_BACK, STEP_TAKE_BACK}},
        {HERE_STUCK, THERE_REFUNDED, {STEP_NONE, STEP_NONE, STEP_NONE, STEP_NONE}},
    };
    for (int i = 0; i < COUNT_OF(table); i++)
        for (enum mood mood = WAITED_FOR; mood <= OVER; mood++) {
            struct intent intent = a_fee(table[i].here, table[i].there, mood);
            intent.told = true;
            if (intent_next(&intent, NOW) != table[i].step[mood])
                fail_msg("%s, %s, mood %d: step %d", intent_here_name(intent.here),
                         intent_there_name(intent.there), mood, intent_next(&intent, NOW));
        }
}

static void a_fee_that_is_being_booked_cannot_be_given_up(void **state)
{
    struct intent taken = a_fee(HERE_PAYING, THERE_CAPTURED, WAITED_FOR);
    struct intent reserved = a_fee(HERE_PAYING, THERE_AUTHORISED, WAITED_FOR);
    assert_false(intent_give_up(&taken, NOW));
    assert_true(taken.wanted);
    assert_true(intent_give_up(&reserved, NOW));
}

static void money_that_finds_the_fee_paid_otherwise_goes_back(void **state)
{
    struct intent intent = a_fee(HERE_PAYING, THERE_CAPTURED, SETTLED);
    intent_did(&intent, STEP_SELL, DID_GONE, NOW);
    assert_next(intent, STEP_RETAKE);
    intent_did(&intent, STEP_RETAKE, DID_GONE, NOW);
    assert_next(intent, STEP_REFUND);
    assert_int_equal(intent_to_refund(&intent), 8400);
}

static void a_fee_is_awaited_by_the_check_in_that_it_was_asked_for(void **state)
{
    const struct checkin asked = {
        .ticket = an_id(8), .entry = 2, .status = CHECKIN_WAITING, .fee = 8400, .version = 3};
    struct intent intent = a_fee(HERE_PAYING, THERE_WAITING, WAITED_FOR);
    struct checkin paid = asked, other = asked, again = asked, later = asked;
    intent.entry = 2;
    intent.asked = 3;
    assert_true(intent_is_awaited_by(&intent, &asked));
    paid.status = CHECKIN_COMPLETED;
    other.ticket = an_id(9);
    again.version = 5; /* weighed again */
    later.entry = 3;
    assert_false(intent_is_awaited_by(&intent, &paid));
    assert_false(intent_is_awaited_by(&intent, &other));
    assert_false(intent_is_awaited_by(&intent, &again));
    assert_false(intent_is_awaited_by(&intent, &later));
}

/* ---- order and repetition ------------------------------------------------------------------ */

/* Every order of every set of messages, each once or twice. */
static void messages_may_come_in_any_order_and_twice(void **state)
{
    enum { STORY = 4, ORDERS = 256 };
    static const enum intent_there stories[][STORY] = {
        {THERE_WAITING, THERE_AUTHORISED, THERE_CAPTURED, THERE_REFUNDED},
        {THERE_WAITING, THERE_FAILED, THERE_AUTHORISED, THERE_CAPTURED},
        {THERE_WAITING, THERE_FAILED, THERE_AUTHORISED, THERE_CANCELLED},
    };
    for (int story = 0; story < COUNT_OF(stories); story++)
        for (int order = 0; order < ORDERS; order++) {
            struct intent intent = an_intent(HERE_PAYING, THERE_UNKNOWN);
            int heard = 0;
            for (int i = 0; i < STORY; i++) {
                int which = order >> (2 * i) & 3;
                heard |= 1 << which;
                hear(&intent, stories[story][which]);
                hear(&intent, stories[story][which]);
            }
            int last = 0;
            for (int i = 0; i < STORY; i++)
                if (heard >> i & 1)
                    last = i;
            assert_int_equal(intent.there, stories[story][last]);
        }
}

static void a_repeated_message_delays_nothing(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_AUTHORISED);
    intent.next_at = NOW;
    const struct intent_news news = {.there = THERE_WAITING};
    assert_false(intent_hear(&intent, &news, NOW));
    assert_next(intent, STEP_SELL);
}

static void the_first_name_it_is_given_stays(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_UNKNOWN);
    const struct intent_news first = {.there = THERE_WAITING, .ref = "pi_1", .token = "secret"};
    const struct intent_news other = {.there = THERE_WAITING, .ref = "pi_2"};
    intent_hear(&intent, &first, NOW);
    intent_hear(&intent, &other, NOW);
    assert_string_equal(intent.ref, "pi_1");
    assert_string_equal(intent.token, "secret");
}

static void its_code_in_the_books_fits_and_differs(void **state)
{
    char one[AUTH_TEXT], two[AUTH_TEXT];
    struct uuid a = an_id(0x5a), b = an_id(0x5a);
    b.b[15] = 1;
    assert_string_equal(intent_auth(&a, one), "a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a");
    assert_string_not_equal(one, intent_auth(&b, two));
}

/* ---- as bytes ------------------------------------------------------------------------------ */

static struct intent a_whole_intent(void)
{
    static const struct intent_seat seats[] = {{"Stalls-A-1", TYPE_ADULT},
                                               {"Stalls-A-2", TYPE_CHILD}};
    struct intent intent = an_intent(HERE_SOLD, THERE_CAPTURED);
    intent.hold[0] = an_id(8);
    intent.hold[1] = an_id(9);
    intent.hold_count = 2;
    intent.seats = seats;
    intent.seat_count = COUNT_OF(seats);
    intent.sale = an_id(10);
    intent.version = 12;
    memset(intent.print, 7, sizeof intent.print);
    text_copy(intent.till, sizeof intent.till, "shop");
    text_copy(intent.ref, sizeof intent.ref, "pi_1");
    text_copy(intent.email, sizeof intent.email, "eve@example.org");
    return intent;
}

static void what_is_kept_of_an_intent_is_read_as_it_was(void **state)
{
    static uint8_t bytes[INTENT_BYTES_MOST];
    const struct intent intent = a_whole_intent();
    struct intent again;
    struct arena *arena = arena_new();
    const size_t size = intent_write(&intent, bytes, sizeof bytes);
    assert_true(intent_read(bytes, size, arena, &again));
    assert_true(uuid_equal(&again.id, &intent.id));
    assert_true(uuid_equal(&again.hold[1], &intent.hold[1]));
    assert_true(uuid_equal(&again.sale, &intent.sale));
    assert_memory_equal(again.print, intent.print, sizeof intent.print);
    assert_int_equal(again.here, HERE_SOLD);
    assert_int_equal(again.there, THERE_CAPTURED);
    assert_int_equal(again.amount, 8400);
    assert_int_equal(again.version, 12);
    assert_int_equal(again.seat_count, 2);
    assert_string_equal(again.seats[1].label, "Stalls-A-2");
    assert_int_equal(again.seats[1].type, TYPE_CHILD);
    assert_string_equal(again.till, "shop");
    assert_string_equal(again.ref, "pi_1");
    arena_free(&arena);
}

static void what_is_no_intent_is_not_read(void **state)
{
    static uint8_t bytes[INTENT_BYTES_MOST];
    const struct intent intent = a_whole_intent();
    struct intent again;
    struct arena *arena = arena_new();
    const size_t size = intent_write(&intent, bytes, sizeof bytes);
    for (size_t cut = 0; cut < size; cut++)
        assert_false(intent_read(bytes, cut, arena, &again));
    assert_int_equal(intent_write(&intent, bytes, size - 1), 0);
    bytes[0]++;
    assert_false(intent_read(bytes, size, arena, &again));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_kept_before_the_provider_is_told),
        cmocka_unit_test(money_that_is_reserved_is_taken_after_the_seats_are_sold),
        cmocka_unit_test(money_that_is_only_reserved_is_not_taken_for_an_order_that_was_taken_back),
        cmocka_unit_test(what_is_kept_of_an_intent_is_read_as_it_was),
        cmocka_unit_test(what_is_no_intent_is_not_read),
        cmocka_unit_test(whoever_pays_is_given_time),
        cmocka_unit_test(it_is_asked_once_more_after_the_deadline),
        cmocka_unit_test(a_silent_provider_is_not_waited_for_longer_than_the_seats_are_kept),
        cmocka_unit_test(it_is_asked_again_before_it_is_closed),
        cmocka_unit_test(it_is_looked_at_no_later_than_at_its_deadline),
        cmocka_unit_test(seats_that_cannot_be_kept_end_it_before_anybody_was_told),
        cmocka_unit_test(a_failed_payment_lets_the_seats_go_and_is_closed),
        cmocka_unit_test(what_the_provider_does_not_take_is_let_go),
        cmocka_unit_test(a_refusal_does_not_undo_what_was_heard),
        cmocka_unit_test(silence_is_asked_again_ever_more_slowly_and_never_guessed),
        cmocka_unit_test(what_nobody_heard_of_is_created_again_before_it_is_cancelled),
        cmocka_unit_test(a_late_success_takes_the_seats_again),
        cmocka_unit_test(a_late_success_without_seats_is_given_back),
        cmocka_unit_test(seats_that_were_freed_under_a_payment_are_taken_again),
        cmocka_unit_test(a_sale_that_a_rule_forbids_gives_everything_back),
        cmocka_unit_test(a_cancelled_checkout_never_takes_seats_again),
        cmocka_unit_test(what_is_sold_cannot_be_cancelled),
        cmocka_unit_test(a_release_that_finds_the_seats_sold_is_a_sale),
        cmocka_unit_test(what_the_counter_gives_back_the_provider_gives_back),
        cmocka_unit_test(what_is_due_for_nothing_is_not_looked_at_again),
        cmocka_unit_test(tickets_whose_money_is_gone_are_taken_back),
        cmocka_unit_test(tickets_that_cannot_be_taken_back_are_for_a_person),
        cmocka_unit_test(money_is_believed_even_after_a_cancellation),
        cmocka_unit_test(nobody_gives_back_more_than_there_was),
        cmocka_unit_test(a_fee_goes_by_this_table),
        cmocka_unit_test(a_fee_that_is_being_booked_cannot_be_given_up),
        cmocka_unit_test(money_that_finds_the_fee_paid_otherwise_goes_back),
        cmocka_unit_test(a_fee_is_awaited_by_the_check_in_that_it_was_asked_for),
        cmocka_unit_test(messages_may_come_in_any_order_and_twice),
        cmocka_unit_test(a_repeated_message_delays_nothing),
        cmocka_unit_test(the_first_name_it_is_given_stays),
        cmocka_unit_test(its_code_in_the_books_fits_and_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
