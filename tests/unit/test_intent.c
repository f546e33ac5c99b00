/* Payment intents: what each answer, webhook and silence makes of one. */
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

static void whoever_pays_is_given_time(void **state)
{
    struct intent intent = an_intent(HERE_PAYING, THERE_UNKNOWN);
    hear(&intent, THERE_WAITING);
    assert_next(intent, STEP_NONE);
    assert_int_equal(intent_next(&intent, NOW + MINUTE), STEP_ASK);
    const struct intent_news same = {.there = THERE_WAITING};
    intent_answered(&intent, &same, NOW + MINUTE);
    assert_int_equal(intent_next(&intent, NOW + MINUTE), STEP_NONE);
    assert_int_equal(intent_next(&intent, intent.deadline), STEP_RELEASE);
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
    hear(&intent, THERE_WAITING);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_kept_before_the_provider_is_told),
        cmocka_unit_test(money_that_is_reserved_is_taken_after_the_seats_are_sold),
        cmocka_unit_test(whoever_pays_is_given_time),
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
        cmocka_unit_test(messages_may_come_in_any_order_and_twice),
        cmocka_unit_test(a_repeated_message_delays_nothing),
        cmocka_unit_test(the_first_name_it_is_given_stays),
        cmocka_unit_test(its_code_in_the_books_fits_and_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
