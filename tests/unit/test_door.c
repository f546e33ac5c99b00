/* The door: one rule a row, and their order. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/door.h"

enum { SHOW = 3, GATE = 2 };

static const int64_t now = INT64_C(1795196400000), hour = 3600000;

/* A good ticket at its own gate, in a house that knows all of its tickets. */
static struct door_question a_question(void)
{
    return (struct door_question){
        .seal = SEAL_GOOD,
        .ticket =
            {.show = SHOW, .gate = GATE, .generation = 1, .from = now - hour, .until = now + hour},
        .known = {.found = true, .status = TICKET_VALID, .generation = 1},
        .rules = {.show = SHOW, .gate = GATE, .complete = true, .listed = now},
        .now = now,
    };
}

typedef void (*change)(struct door_question *q);

static void nothing(struct door_question *q)
{
}
static void no_ticket(struct door_question *q)
{
    q->seal = SEAL_NO_TICKET;
}
static void cut_off(struct door_question *q)
{
    q->seal = SEAL_CUT_OFF;
}
static void newer(struct door_question *q)
{
    q->seal = SEAL_NEWER;
}
static void other_house(struct door_question *q)
{
    q->seal = SEAL_OTHER_HOUSE;
}
static void unknown_key(struct door_question *q)
{
    q->seal = SEAL_UNKNOWN_KEY;
}
static void ended_key(struct door_question *q)
{
    q->seal = SEAL_ENDED_KEY;
}
static void forged(struct door_question *q)
{
    q->seal = SEAL_FORGED;
}
static void typed(struct door_question *q)
{
    q->seal = SEAL_TYPED;
}

static void not_sold(struct door_question *q)
{
    q->known.found = false;
}
static void refunded(struct door_question *q)
{
    q->known.status = TICKET_REFUNDED;
}
static void exchanged(struct door_question *q)
{
    q->known.status = TICKET_EXCHANGED;
}
static void reprinted(struct door_question *q)
{
    q->known.status = TICKET_REPRINTED;
}
static void older_paper(struct door_question *q)
{
    q->known.generation = 2;
}
static void blocked(struct door_question *q)
{
    q->known.blocked = true;
}
static void unpaid(struct door_question *q)
{
    q->known.unpaid = true;
}
static void early(struct door_question *q)
{
    q->ticket.from = now + 1;
}
static void late(struct door_question *q)
{
    q->ticket.until = now;
}
static void endless(struct door_question *q)
{
    q->ticket.until = 0;
}
static void other_show(struct door_question *q)
{
    q->ticket.show = SHOW + 1;
}
static void other_gate(struct door_question *q)
{
    q->ticket.gate = GATE + 1;
}
static void any_gate(struct door_question *q)
{
    q->ticket.gate = 0;
}
static void main_door(struct door_question *q)
{
    q->rules.gate = 0;
}
static void inside(struct door_question *q)
{
    q->known.inside = true, q->known.entries = 1;
}
static void went_out(struct door_question *q)
{
    q->known.entries = 1;
}
static void reentry(struct door_question *q)
{
    q->rules.reentry = true;
}
static void leaving(struct door_question *q)
{
    q->rules.leaving = true;
}
static void skewed(struct door_question *q)
{
    q->rules.skew_ms = -DOOR_SKEW_MS - 1;
}
static void a_little_skewed(struct door_question *q)
{
    q->rules.skew_ms = DOOR_SKEW_MS;
}
static void cut_from_house(struct door_question *q)
{
    q->rules.complete = false;
}
static void old_list(struct door_question *q)
{
    cut_from_house(q);
    q->rules.listed = now - DOOR_LIST_MS - 1;
}
static void fresh_list(struct door_question *q)
{
    cut_from_house(q);
    q->rules.listed = now - DOOR_LIST_MS;
}

static const struct {
    change first, second;
    enum door_code code;
} rules[] = {
    {nothing, nothing, DOOR_ADMIT},
    {endless, nothing, DOOR_ADMIT},
    {any_gate, nothing, DOOR_ADMIT},
    {other_gate, main_door, DOOR_ADMIT},
    {no_ticket, nothing, DOOR_NO_TICKET},
    {cut_off, nothing, DOOR_CUT_OFF},
    {newer, nothing, DOOR_NEWER},
    {other_house, nothing, DOOR_OTHER_HOUSE},
    {unknown_key, nothing, DOOR_UNKNOWN_KEY},
    {ended_key, nothing, DOOR_UNKNOWN_KEY},
    {forged, nothing, DOOR_FORGED},
    {not_sold, nothing, DOOR_UNKNOWN},
    {not_sold, fresh_list, DOOR_ADMIT}, /* sold after the list was made */
    {refunded, nothing, DOOR_REFUNDED},
    {exchanged, nothing, DOOR_EXCHANGED},
    {reprinted, nothing, DOOR_REPRINTED},
    {older_paper, nothing, DOOR_REPRINTED},
    {blocked, nothing, DOOR_BLOCKED},
    {unpaid, nothing, DOOR_NOT_PAID},
    {early, nothing, DOOR_TOO_EARLY},
    {late, nothing, DOOR_TOO_LATE},
    {other_show, nothing, DOOR_OTHER_SHOW},
    {other_gate, nothing, DOOR_OTHER_GATE},
    {inside, nothing, DOOR_ALREADY_IN},
    {inside, reentry, DOOR_ALREADY_IN},
    {went_out, nothing, DOOR_NO_REENTRY},
    {went_out, reentry, DOOR_READMIT},
    {inside, leaving, DOOR_EXIT},
    {went_out, leaving, DOOR_NOT_IN},
    {nothing, leaving, DOOR_NOT_IN},
    {skewed, nothing, DOOR_CLOCK_WRONG},
    {a_little_skewed, nothing, DOOR_ADMIT},
    {old_list, nothing, DOOR_LIST_OLD},
    {fresh_list, nothing, DOOR_ADMIT},
    {typed, nothing, DOOR_TYPED},
    {typed, not_sold, DOOR_NO_TICKET},
    {typed, inside, DOOR_ALREADY_IN},
    {typed, refunded, DOOR_REFUNDED},
};

static void each_rule_has_its_answer(void **state)
{
    for (int i = 0; i < COUNT_OF(rules); i++) {
        struct door_question q = a_question();
        rules[i].first(&q);
        rules[i].second(&q);
        if (door_decide(&q) != rules[i].code)
            fail_msg("row %d: %s instead of %s", i, door_code_name(door_decide(&q)),
                     door_code_name(rules[i].code));
    }
}

/* Signature, revoked, blocked, window, show and gate, already in, and what cannot be trusted. */
static void the_first_that_fails_is_the_answer(void **state)
{
    static const struct {
        change change;
        enum door_code code;
    } order[] = {
        {forged, DOOR_FORGED},         {refunded, DOOR_REFUNDED}, {blocked, DOOR_BLOCKED},
        {unpaid, DOOR_NOT_PAID},       {early, DOOR_TOO_EARLY},   {other_show, DOOR_OTHER_SHOW},
        {other_gate, DOOR_OTHER_GATE}, {inside, DOOR_ALREADY_IN}, {skewed, DOOR_CLOCK_WRONG},
        {old_list, DOOR_LIST_OLD},
    };
    for (int from = 0; from < COUNT_OF(order); from++) {
        struct door_question q = a_question();
        for (int i = from; i < COUNT_OF(order); i++)
            order[i].change(&q);
        assert_string_equal(door_code_name(door_decide(&q)), door_code_name(order[from].code));
    }
}

static void whoever_is_in_gets_out_whatever_the_hour_and_the_gate(void **state)
{
    struct door_question q = a_question();
    inside(&q);
    leaving(&q);
    late(&q);
    other_gate(&q);
    skewed(&q);
    assert_int_equal(door_decide(&q), DOOR_EXIT);
}

/* Every combination: green is only what the house signed, for this show, and is not known to be
 * given back. */
static void nothing_is_green_that_should_not_be(void **state)
{
    static const change bad[] = {forged,    other_house, unknown_key, refunded, exchanged,
                                 reprinted, older_paper, blocked,     unpaid,   early,
                                 late,      other_show,  other_gate,  inside,   went_out,
                                 skewed,    old_list};
    static const change other[] = {nothing, reentry, endless, any_gate, cut_from_house};
    for (int i = 0; i < COUNT_OF(bad); i++)
        for (int j = 0; j < COUNT_OF(other); j++) {
            struct door_question q = a_question();
            other[j](&q);
            bad[i](&q);
            bool back = bad[i] == went_out && other[j] == reentry;
            assert_int_equal(door_light(door_decide(&q)) == DOOR_GREEN, back);
        }
}

static void forged_and_returned_paper_cannot_be_let_in_by_anybody(void **state)
{
    static const enum door_code never[] = {
        DOOR_NO_TICKET,   DOOR_CUT_OFF,    DOOR_NEWER,        DOOR_OTHER_HOUSE, DOOR_FORGED,
        DOOR_UNKNOWN_KEY, DOOR_UNKNOWN,    DOOR_REFUNDED,     DOOR_EXCHANGED,   DOOR_REPRINTED,
        DOOR_BLOCKED,     DOOR_OTHER_SHOW, DOOR_OTHER_PRODUCT};
    for (int i = 0; i < COUNT_OF(never); i++)
        assert_false(door_may_override(never[i]));
    assert_true(door_may_override(DOOR_ALREADY_IN));
    assert_true(door_may_override(DOOR_CLOCK_WRONG));
    assert_false(door_may_override(DOOR_ADMIT));
}

static void every_code_has_a_name_a_word_and_a_reason(void **state)
{
    for (int i = 0; i < DOOR_CODE_COUNT; i++) {
        enum door_code back, code = (enum door_code)i;
        assert_true(door_code_parse(door_code_name(code), &back));
        assert_int_equal(back, code);
        assert_true(*door_word(code) && *door_reason(code));
    }
    enum door_code none;
    assert_false(door_code_parse("OPEN_SESAME", &none));
    assert_string_equal(door_word(DOOR_READMIT), "ADMIT");
    assert_string_equal(door_word(DOOR_LIST_OLD), "LOOK");
    assert_string_equal(door_word(DOOR_FORGED), "STOP");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_has_its_answer),
        cmocka_unit_test(the_first_that_fails_is_the_answer),
        cmocka_unit_test(whoever_is_in_gets_out_whatever_the_hour_and_the_gate),
        cmocka_unit_test(nothing_is_green_that_should_not_be),
        cmocka_unit_test(forged_and_returned_paper_cannot_be_let_in_by_anybody),
        cmocka_unit_test(every_code_has_a_name_a_word_and_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
