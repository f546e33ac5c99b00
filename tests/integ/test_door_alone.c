/*
 * Bad tickets at a door that is alone, with real signatures: each has its own verdict, stands in
 * the journal, and nothing is green but what the house has signed for here, now and this once.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/engine/ticket_seal.h"
#include "tests/lib/lone.h"
#include "tests/lib/temp_dir.h"

enum { GATE = 1, OTHER_GATE = 2, HOUR = 3600 * 1000, DAY = 24 * HOUR, ENDLESS = 1 << 20 };

static struct fixture {
    struct house_fixture *house;
    struct lone lone;
    struct sign_key key, foreign; /* the house's, and somebody else's */
    struct ticket_key public;
    int32_t other_show;
    struct store_ops ops;
    struct replica_age age;
} f;

/* ---- the door -------------------------------------------------------------------------------- */

static enum rc replica_age(struct store *store, struct replica_age *age, bool *found,
                           struct err *err)
{
    (void)store, (void)err;
    *age = f.age;
    *found = true;
    return RC_OK;
}

static void make_keys(void)
{
    const uint8_t seed[SIGN_SEED] = {7}, other[SIGN_SEED] = {8};
    struct ticket_key key = {.kind = KEY_HOUSE};
    f.house->desk.crypt->sign_key(seed, &f.key);
    f.house->desk.crypt->sign_key(other, &f.foreign);
    memcpy(key.public, f.key.public, sizeof key.public);
    house_become(f.house, "mark", ROLE_SUPERVISOR);
    desk_key_add(&f.house->desk, &f.house->meta, &key, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    f.public = *f.house->out.key;
    f.public.id = 1;
}

static void make_other_show(void)
{
    const struct show show = house_show("lear");
    struct show made;
    house_become(f.house, "ruth", ROLE_MANAGER);
    desk_show_add(&f.house->desk, &f.house->meta, &show, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    desk_door_show(&f.house->desk, f.house->arena, show.id, &made, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    f.other_show = made.no;
}

static int set_up(void **state)
{
    void *house;
    temp_dir_in_memory();
    if (house_setup(&house))
        return -1;
    memset(&f, 0, sizeof f);
    f.house = house;
    make_keys();
    make_other_show();
    lone_begin(&f.lone, f.house);
    lone_go_alone(&f.lone);
    f.ops = *f.house->desk.store->ops;
    f.ops.replica_age = replica_age;
    f.house->desk.store->ops = &f.ops;
    f.age.listed = f.house->time.wall;
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    void *house = f.house;
    (void)state;
    lone_end(&f.lone);
    return house_teardown(&house);
}

/* ---- tickets --------------------------------------------------------------------------------- */

static const struct ticket *a_ticket(void)
{
    return &f.lone.theirs.sale->tickets[0];
}

/* A ticket of the house for this show, today, at any gate. */
static struct ticket_mark mark_of(const struct ticket *ticket)
{
    return (struct ticket_mark){.house = f.public.house,
                                .key = (uint16_t)f.public.id,
                                .show = ticket->show,
                                .seat = ticket->seat,
                                .ticket = ticket->id,
                                .generation = (uint16_t)ticket->generation,
                                .from = f.house->time.wall - HOUR,
                                .until = f.house->time.wall + DAY};
}

static const char *sealed_by(const struct sign_key *key, const struct ticket_mark *mark)
{
    char *text = arena_alloc(f.house->arena, TICKET_CODE_TEXT);
    assert_true(ticket_seal(f.house->desk.crypt, key, mark, text));
    return text;
}

static const char *sealed(const struct ticket_mark *mark)
{
    return sealed_by(&f.key, mark);
}

static const char *good(void)
{
    const struct ticket_mark mark = mark_of(a_ticket());
    return sealed(&mark);
}

/* ---- scanning -------------------------------------------------------------------------------- */

/* Every scan is one entry of the journal, whatever came of it. */
static enum door_code scan(const char *text)
{
    const struct desk_scan request = {.show = HOUSE_SHOW, .text = text, .gate = GATE};
    int before = lone_journalled(&f.lone);
    desk_scan(&f.house->desk, &f.house->meta, &request, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    assert_int_equal(lone_journalled(&f.lone), before + 1);
    return f.house->out.scanned->code;
}

static void assert_scan(const char *text, enum door_code expected)
{
    enum door_code code = scan(text);
    if (code != expected)
        fail_msg("%s, not %s: %.60s", door_code_name(code), door_code_name(expected), text);
}

static void assert_not_green(const char *text)
{
    enum door_code code = scan(text);
    if (door_light(code) == DOOR_GREEN)
        fail_msg("%s: %s", door_code_name(code), text);
}

static int admissions(void)
{
    struct store *store = f.house->desk.store;
    struct door_count count;
    struct show show;
    desk_door_show(&f.house->desk, f.house->arena, HOUSE_SHOW, &show, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    assert_int_equal(store->ops->door_count(store, show.no, &count, NULL), RC_OK);
    return count.entered;
}

/* After all that was tried: the ticket itself is still good. */
static void assert_good_still(void)
{
    assert_int_equal(admissions(), 0);
    assert_scan(good(), DOOR_ADMIT);
}

/* ---- codes that are none -----------------------------------------------------------------------
 */

static void a_good_one_is_admitted_once(void **state) /* and so the others could have been */
{
    (void)state;
    assert_scan(good(), DOOR_ADMIT);
    assert_scan(good(), DOOR_ALREADY_IN);
}

static void cut_off_anywhere_it_is_refused(void **state)
{
    (void)state;
    const char *whole = good();
    char part[TICKET_CODE_TEXT];
    for (int length = 0; length < TICKET_CODE_LENGTH; length++) {
        snprintf(part, sizeof part, "%.*s", length, whole);
        assert_not_green(part);
        snprintf(part, sizeof part, "%s", whole + TICKET_CODE_LENGTH - length);
        assert_not_green(part);
    }
    snprintf(part, sizeof part, "%.*s", TICKET_CODE_LENGTH / 2, whole);
    assert_scan(part, DOOR_CUT_OFF);
    assert_good_still();
}

static void changed_in_any_place_it_is_refused(void **state)
{
    (void)state;
    char text[TICKET_CODE_TEXT];
    const char *whole = good();
    for (int i = 0; i < TICKET_CODE_LENGTH; i++) {
        memcpy(text, whole, sizeof text);
        text[i] = text[i] == '7' ? '8' : '7';
        assert_not_green(text);
        text[i] = (char)(i % 2 ? '?' : 0x1d);
        assert_not_green(text);
    }
    assert_good_still();
}

static void longer_than_any_it_is_refused(void **state)
{
    (void)state;
    char *endless = arena_alloc(f.house->arena, ENDLESS + 1);
    memset(endless, 'A', ENDLESS);
    endless[ENDLESS] = '\0';
    assert_scan(endless, DOOR_NO_TICKET);
    memcpy(endless, good(), TICKET_CODE_LENGTH);
    assert_scan(endless, DOOR_CUT_OFF);
    assert_scan(arena_printf(f.house->arena, "%s0", good()), DOOR_CUT_OFF);
    assert_scan(arena_printf(f.house->arena, "%s%s", good(), good()), DOOR_CUT_OFF);
    assert_good_still();
}

static void garbage_is_no_ticket(void **state)
{
    (void)state;
    static const char *const none[] = {"\x1b[2J\x1b[31m",
                                       "'; DROP TABLE ticket; --",
                                       "\xff\xfe\x80",
                                       "4006381333931",
                                       "T-XXXXXXXXXX",
                                       "L",
                                       "%n%s%x",
                                       "\001\002\003\a\b\x7f",
                                       "   "};
    for (int i = 0; i < COUNT_OF(none); i++)
        assert_not_green(none[i]);
    assert_good_still();
}

/* ---- signed by somebody ------------------------------------------------------------------------
 */

static void a_forgery_is_one(void **state)
{
    (void)state;
    struct ticket_mark mark = mark_of(a_ticket());
    assert_scan(sealed_by(&f.foreign, &mark), DOOR_FORGED);
    mark.key = 9;
    assert_scan(sealed_by(&f.foreign, &mark), DOOR_UNKNOWN_KEY);
    assert_good_still();
}

static void a_ticket_of_another_house_is_called_so(void **state)
{
    (void)state;
    struct ticket_mark mark = mark_of(a_ticket());
    mark.house++;
    assert_scan(sealed_by(&f.foreign, &mark), DOOR_OTHER_HOUSE);
    assert_scan(sealed(&mark), DOOR_OTHER_HOUSE); /* whoever signed it */
    assert_good_still();
}

static void for_another_show_gate_or_day_it_is_refused(void **state)
{
    (void)state;
    struct ticket_mark mark = mark_of(a_ticket());
    mark.show = f.other_show;
    assert_scan(sealed(&mark), DOOR_OTHER_SHOW);
    mark = mark_of(a_ticket());
    mark.gate = OTHER_GATE;
    assert_scan(sealed(&mark), DOOR_OTHER_GATE);
    mark = mark_of(a_ticket());
    mark.from = f.house->time.wall + DAY;
    mark.until = 0;
    assert_scan(sealed(&mark), DOOR_TOO_EARLY);
    mark.from = f.house->time.wall - 2 * (int64_t)DAY;
    mark.until = f.house->time.wall - DAY;
    assert_scan(sealed(&mark), DOOR_TOO_LATE);
    assert_good_still();
}

/* ---- what became of it at this till, alone
 * ------------------------------------------------------- */

static void what_was_given_back_here_is_not_good_here(void **state)
{
    (void)state;
    const struct sale *sale = f.lone.ours.sale;
    const struct ticket_mark first = mark_of(&sale->tickets[0]),
                             second = mark_of(&sale->tickets[1]);
    const char *const one[] = {sale->tickets[0].label};
    house_reason(f.house, "ill");
    desk_reprint(&f.house->desk, &f.house->meta, sale->code, sale->tickets[1].label, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    desk_refund(&f.house->desk, &f.house->meta, sale->code, one, 1, false, -1, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    assert_scan(sealed(&first), DOOR_REFUNDED);
    assert_scan(sealed(&second), DOOR_REPRINTED);
    desk_sale_find(&f.house->desk, f.house->arena, sale->code, &f.house->out);
    sale = f.house->out.sale;
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket_mark now = mark_of(&sale->tickets[i]);
        if (sale->tickets[i].status == TICKET_VALID)
            assert_scan(sealed(&now), DOOR_ADMIT);
    }
    assert_int_equal(admissions(), 1);
}

static void what_is_not_paid_does_not_get_in(void **state)
{
    (void)state;
    const struct ticket_mark mark = mark_of(&f.lone.theirs.order->tickets[0]);
    assert_scan(sealed(&mark), DOOR_NOT_PAID);
}

/* ---- what this door cannot know
 * ------------------------------------------------------------------ */

static void with_an_old_list_somebody_has_to_look(void **state)
{
    (void)state;
    f.age.listed = f.house->time.wall - HOUR;
    assert_scan(good(), DOOR_LIST_OLD);
    f.age.listed = f.house->time.wall;
    assert_good_still();
}

static void from_what_age_on_it_is_old_the_house_says(void **state)
{
    (void)state;
    f.age.listed = f.house->time.wall - HOUR;
    f.age.list_ms = 2 * HOUR;
    assert_good_still();
}

/* With a reason; and nothing else that is refused. */
static void and_whether_a_scanner_lets_in_by_it(void **state)
{
    (void)state;
    const struct desk_scan request = {
        .show = HOUSE_SHOW, .text = good(), .gate = GATE, .override = true};
    house_become(f.house, "sam", ROLE_SCANNER);
    f.house->meta.reason = "the ticket is of today";
    f.age.listed = f.house->time.wall - HOUR;
    desk_scan(&f.house->desk, &f.house->meta, &request, &f.house->out);
    assert_int_equal(f.house->out.verdict, VERDICT_NOT_ALLOWED);
    f.age.list_scanner = true;
    f.age.skew_ms = HOUR; /* a clock that may be wrong is a supervisor's */
    house_become(f.house, "sam", ROLE_SCANNER);
    f.house->meta.reason = "the ticket is of today";
    desk_scan(&f.house->desk, &f.house->meta, &request, &f.house->out);
    assert_int_equal(f.house->out.verdict, VERDICT_NOT_ALLOWED);
    f.age.skew_ms = 0;
    house_become(f.house, "sam", ROLE_SCANNER);
    f.house->meta.reason = "the ticket is of today";
    desk_scan(&f.house->desk, &f.house->meta, &request, &f.house->out);
    ASSERT_VERDICT(f.house, VERDICT_OK);
    assert_int_equal(f.house->out.scanned->code, DOOR_OVERRIDE);
}

static void with_a_wrong_clock_too(void **state)
{
    (void)state;
    f.age.skew_ms = HOUR;
    assert_scan(good(), DOOR_CLOCK_WRONG);
    f.age.skew_ms = 0;
    f.age.listed = f.house->time.wall + HOUR; /* it was put back meanwhile */
    assert_scan(good(), DOOR_CLOCK_WRONG);
    f.age.listed = f.house->time.wall;
    assert_good_still();
}

static void the_code_on_paper_says_nothing_of_who_signed(void **state)
{
    (void)state;
    assert_scan(a_ticket()->code, DOOR_TYPED);
    assert_good_still();
}

#define DOOR(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DOOR(a_good_one_is_admitted_once),
        DOOR(cut_off_anywhere_it_is_refused),
        DOOR(changed_in_any_place_it_is_refused),
        DOOR(longer_than_any_it_is_refused),
        DOOR(garbage_is_no_ticket),
        DOOR(a_forgery_is_one),
        DOOR(a_ticket_of_another_house_is_called_so),
        DOOR(for_another_show_gate_or_day_it_is_refused),
        DOOR(what_was_given_back_here_is_not_good_here),
        DOOR(what_is_not_paid_does_not_get_in),
        DOOR(with_an_old_list_somebody_has_to_look),
        DOOR(from_what_age_on_it_is_old_the_house_says),
        DOOR(and_whether_a_scanner_lets_in_by_it),
        DOOR(with_a_wrong_clock_too),
        DOOR(the_code_on_paper_says_nothing_of_who_signed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
