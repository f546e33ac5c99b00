#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/lib/builders.h"
#include "tests/lib/sale_builders.h"

enum { RING_MAX = 21 };

static struct office office;
static struct swap_place ring[RING_MAX];

static int tear_down(void **state)
{
    office_close(&office);
    return 0;
}

static struct swap_place a_place(int32_t seat)
{
    struct sell_request request = office_request(&office, office_hold(&office, seat, 1));
    assert_int_equal(office_sell(&office, &request), VERDICT_OK);
    const struct sale *sale = office_stored(&office);
    struct seat_now now = office_seats_now(&office, sale)[0];
    now.state.version = 100 + (uint32_t)seat;
    return (struct swap_place){.sale = sale, .seat = seat, .state = now.state};
}

/* Seats 1 to RING_MAX, each sold on its own. */
static int set_up(void **state)
{
    office_open(&office);
    for (int i = 0; i < RING_MAX; i++)
        ring[i] = a_place(i + 1);
    return 0;
}

static enum verdict swap(int count)
{
    return sale_decide_swap(&office.ids, ring, count, office_act(&office, ACT_EXCHANGE, "family"),
                            &office.why);
}

static void refused(int count, enum verdict wanted, const char *part)
{
    office_refused(&office, swap(count), wanted, part);
}

static struct ticket *ticket_of(int place)
{
    return &ring[place].sale->tickets[0];
}

static void each_seat_goes_to_the_next_owner_and_the_last_to_the_first(void **state)
{
    assert_int_equal(swap(3), VERDICT_OK);
    assert_int_equal(office.cs->seats.count, 3);
    for (int i = 0; i < 3; i++) {
        const struct seat_change *change = office_change_of(&office, i + 1);
        assert_int_equal(change->act, ACT_EXCHANGE);
        assert_int_equal(change->from, SEAT_SOLD);
        assert_int_equal(change->to, SEAT_SOLD);
        assert_int_equal(change->seen, 100 + i + 1);
        assert_true(uuid_equal(&change->was, &ring[i].sale->id));
        assert_true(uuid_equal(&change->holder, &ring[(i + 1) % 3].sale->id));
    }
}

static void owners_get_new_tickets_for_their_new_seats(void **state)
{
    ticket_of(1)->type = TYPE_CHILD;
    ticket_of(1)->price = 2100;
    assert_int_equal(swap(2), VERDICT_OK);
    assert_int_equal(office.cs->tickets.count, 4);
    const struct ticket *old = &office.cs->tickets.at[0], *fresh = &office.cs->tickets.at[1];
    assert_true(uuid_equal(&old->id, &ticket_of(1)->id));
    assert_int_equal(old->status, TICKET_EXCHANGED);
    assert_int_equal(old->version, 1);
    assert_int_equal(fresh->status, TICKET_VALID);
    assert_int_equal(fresh->version, 0);
    assert_int_equal(fresh->generation, 2);
    assert_int_equal(fresh->seat, 1);
    assert_string_equal(fresh->label, "A-1");
    assert_true(uuid_equal(&fresh->sale, &ring[1].sale->id));
    assert_int_equal(fresh->type, TYPE_CHILD);
    assert_int_equal(fresh->price, 2100);
    assert_string_not_equal(fresh->code, old->code);
}

static void no_money_moves(void **state)
{
    assert_int_equal(swap(2), VERDICT_OK);
    assert_int_equal(office.cs->payments.count, 0);
    assert_int_equal(office.cs->sales.count, 0);
}

static void two_to_twenty_can_swap(void **state)
{
    refused(0, VERDICT_INVALID, "2 to 20");
    refused(1, VERDICT_INVALID, "not 1");
    assert_int_equal(swap(2), VERDICT_OK);
    assert_int_equal(swap(20), VERDICT_OK);
    assert_int_equal(office.cs->seats.count, 20);
    refused(21, VERDICT_INVALID, "not 21");
}

static void the_same_place_twice_is_refused(void **state)
{
    ring[2] = ring[0];
    refused(3, VERDICT_DUPLICATE_SEAT, "A-1");
}

static void mixed_shows_are_refused(void **state)
{
    ticket_of(1)->show++;
    refused(2, VERDICT_NOT_POSSIBLE, "A-2 is for another show than A-1");
}

static void mixed_classes_are_refused(void **state)
{
    ticket_of(1)->class_no = 1;
    refused(2, VERDICT_NOT_POSSIBLE, "A-2 is of another price class than A-1");
}

static void a_ticket_that_is_not_valid_is_refused(void **state)
{
    ticket_of(1)->status = TICKET_REFUNDED;
    refused(2, VERDICT_TICKET_NOT_VALID, "refunded already");
    ring[1].seat = 99;
    refused(2, VERDICT_SEAT_NOT_FOUND, "not part of sale");
}

static void a_seat_that_has_moved_on_is_left_alone(void **state)
{
    ring[1].state.status = SEAT_HELD;
    refused(2, VERDICT_VERSION_CONFLICT, "A-2");
}

/* ---- reprint ------------------------------------------------------------------------------ */

static enum verdict reprint(int32_t seat, const char *reason)
{
    return sale_decide_reprint(&office.ids, ring[0].sale, seat,
                               office_act(&office, ACT_REPRINT, reason), &office.why);
}

static void a_reprint_has_a_new_code_and_the_old_one_stops(void **state)
{
    assert_int_equal(reprint(1, "lost"), VERDICT_OK);
    assert_int_equal(office.cs->tickets.count, 2);
    const struct ticket *old = &office.cs->tickets.at[0], *fresh = &office.cs->tickets.at[1];
    assert_int_equal(old->status, TICKET_REPRINTED);
    assert_int_equal(old->version, 1);
    assert_string_equal(old->code, ticket_of(0)->code);
    assert_int_equal(fresh->status, TICKET_VALID);
    assert_int_equal(fresh->generation, 2);
    assert_int_equal(fresh->version, 0);
    assert_int_equal(fresh->seat, 1);
    assert_int_equal(fresh->total, old->total);
    assert_string_not_equal(fresh->code, old->code);
    assert_false(uuid_equal(&fresh->id, &old->id));
    assert_int_equal(office.cs->seats.count, 0);
}

static void a_reprint_stays_on_record(void **state)
{
    assert_int_equal(reprint(1, "lost"), VERDICT_OK);
    assert_int_equal(office.cs->notes.count, 1);
    const struct change_note *note = &office.cs->notes.at[0];
    assert_int_equal(note->act, ACT_REPRINT);
    assert_int_equal(note->show, SHOW_NO);
    assert_true(uuid_equal(&note->subject, &ring[0].sale->id));
    assert_non_null(strstr(note->note, office.cs->tickets.at[1].code));
}

static void a_reprint_needs_a_reason(void **state)
{
    office_refused(&office, reprint(1, ""), VERDICT_INVALID, "A-1 needs a reason");
}

static void only_a_valid_ticket_is_reprinted(void **state)
{
    office_refused(&office, reprint(7, "lost"), VERDICT_SEAT_NOT_FOUND, "");
    ticket_of(0)->status = TICKET_REFUNDED;
    office_refused(&office, reprint(1, "lost"), VERDICT_TICKET_NOT_VALID, "refunded already");
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        RULE(each_seat_goes_to_the_next_owner_and_the_last_to_the_first),
        RULE(owners_get_new_tickets_for_their_new_seats),
        RULE(no_money_moves),
        RULE(two_to_twenty_can_swap),
        RULE(the_same_place_twice_is_refused),
        RULE(mixed_shows_are_refused),
        RULE(mixed_classes_are_refused),
        RULE(a_ticket_that_is_not_valid_is_refused),
        RULE(a_seat_that_has_moved_on_is_left_alone),
        RULE(a_reprint_has_a_new_code_and_the_old_one_stops),
        RULE(a_reprint_stays_on_record),
        RULE(a_reprint_needs_a_reason),
        RULE(only_a_valid_ticket_is_reprinted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
