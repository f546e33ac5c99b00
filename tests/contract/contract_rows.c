/* People, vouchers, shifts and the waiting list: written, read back, changed, found. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

/* ---- staff ---------------------------------------------------------------------------------- */

static struct staff read_staff(struct contract *c, const char *name)
{
    struct staff staff = {0};
    bool found = false;
    assert_int_equal(c->store->ops->staff_read(c->store, name, &staff, &found, &c->err), RC_OK);
    assert_true(found);
    return staff;
}

static void put_staff(struct contract *c, struct staff staff)
{
    struct changeset *cs = an_act(c, ACT_STAFF);
    *LIST_ADD(c->arena, &cs->staff) = staff;
    expect_ok(c, cs);
}

static void staff_are_read_back_and_changed(void **state)
{
    struct contract *c = *state;
    put_staff(c, (struct staff){.name = "mark",
                                .role = ROLE_SUPERVISOR,
                                .failures = 2,
                                .locked_until = 4711,
                                .pin_hash = "$argon2id$x"});
    struct staff mark = read_staff(c, "mark");
    assert_string_equal(mark.name, "mark");
    assert_int_equal(mark.role, ROLE_SUPERVISOR);
    assert_false(mark.disabled);
    assert_int_equal(mark.failures, 2);
    assert_int_equal(mark.locked_until, 4711);
    assert_string_equal(mark.pin_hash, "$argon2id$x");
    assert_int_equal(mark.version, 1);
    struct staff changed = mark;
    changed.disabled = true;
    changed.failures = 0;
    strcpy(changed.badge, "7f$argon2id$y");
    put_staff(c, changed);
    mark = read_staff(c, "mark");
    assert_string_equal(mark.badge, "7f$argon2id$y");
    assert_true(mark.disabled);
    assert_int_equal(mark.failures, 0);
    assert_int_equal(mark.version, 2);
}

static void staff_are_listed_by_name(void **state)
{
    struct contract *c = *state;
    struct staff *staff;
    int count;
    put_staff(c, (struct staff){.name = "ruth", .role = ROLE_MANAGER, .pin_hash = "h"});
    put_staff(c, (struct staff){.name = "anna", .role = ROLE_CLERK, .pin_hash = "h"});
    assert_int_equal(c->store->ops->staff_list(c->store, c->arena, &staff, &count, &c->err), RC_OK);
    assert_int_equal(count, 2);
    assert_string_equal(staff[0].name, "anna");
    assert_string_equal(staff[1].name, "ruth");
}

static void two_people_of_one_name_are_stale(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_STAFF);
    put_staff(c, (struct staff){.name = "anna", .role = ROLE_CLERK, .pin_hash = "h"});
    *LIST_ADD(c->arena, &cs->staff) =
        (struct staff){.name = "anna", .role = ROLE_MANAGER, .pin_hash = "h"};
    expect_stale(c, cs);
    assert_int_equal(read_staff(c, "anna").role, ROLE_CLERK);
}

static void a_person_changed_meanwhile_is_stale(void **state)
{
    struct contract *c = *state;
    put_staff(c, (struct staff){.name = "anna", .role = ROLE_CLERK, .pin_hash = "h"});
    struct staff seen = read_staff(c, "anna");
    put_staff(c, seen);
    struct changeset *cs = an_act(c, ACT_STAFF);
    *LIST_ADD(c->arena, &cs->staff) = seen;
    expect_stale(c, cs);
}

/* ---- customers ------------------------------------------------------------------------------ */

static struct customer put_customer(struct contract *c, const char *name, const char *email,
                                    const char *phone)
{
    struct changeset *cs = an_act(c, ACT_CUSTOMER);
    struct customer *customer = LIST_ADD(c->arena, &cs->customers);
    customer->id = new_id(c);
    strcpy(customer->name, name);
    strcpy(customer->email, email);
    strcpy(customer->phone, phone);
    customer->created_at = c->time.wall;
    expect_ok(c, cs);
    return *customer;
}

static int find_customers(struct contract *c, const char *text, struct customer **customers)
{
    int count = -1;
    assert_int_equal(
        c->store->ops->customer_find(c->store, text, 10, c->arena, customers, &count, &c->err),
        RC_OK);
    return count;
}

static void a_customer_is_read_back_and_changed(void **state)
{
    struct contract *c = *state;
    struct customer *found;
    struct customer eva = put_customer(c, "Eva Müller", "eva@example.org", "+49 30 1234567");
    assert_int_equal(find_customers(c, "Eva", &found), 1);
    assert_true(uuid_equal(&found[0].id, &eva.id));
    assert_string_equal(found[0].name, "Eva Müller");
    assert_string_equal(found[0].email, "eva@example.org");
    assert_string_equal(found[0].phone, "+49 30 1234567");
    assert_int_equal(found[0].created_at, c->time.wall);
    assert_int_equal(found[0].version, 1);
    struct changeset *cs = an_act(c, ACT_CUSTOMER);
    struct customer *row = LIST_ADD(c->arena, &cs->customers);
    *row = found[0];
    strcpy(row->name, "Eva Schmidt");
    expect_ok(c, cs);
    assert_int_equal(find_customers(c, "Müller", &found), 0);
    assert_int_equal(find_customers(c, "schmidt", &found), 1);
    assert_int_equal(found[0].version, 2);
}

static void customers_are_found_by_any_part_in_any_case(void **state)
{
    struct contract *c = *state;
    struct customer *found;
    put_customer(c, "Zoë Ångström", "zoe@example.org", "111");
    put_customer(c, "Ada Byron", "ada@example.com", "222");
    assert_int_equal(find_customers(c, "ÅNGSTRÖM", &found), 1);
    assert_int_equal(find_customers(c, "example.COM", &found), 1);
    assert_string_equal(found[0].name, "Ada Byron");
    assert_int_equal(find_customers(c, "22", &found), 1);
    assert_int_equal(find_customers(c, "%", &found), 0);
    assert_int_equal(find_customers(c, "", &found), 2);
    assert_string_equal(found[0].name, "Ada Byron");
}

static void no_more_customers_are_found_than_asked_for(void **state)
{
    struct contract *c = *state;
    struct customer *found;
    int count;
    put_customer(c, "Ada", "", "");
    put_customer(c, "Bea", "", "");
    assert_int_equal(
        c->store->ops->customer_find(c->store, "", 1, c->arena, &found, &count, &c->err), RC_OK);
    assert_int_equal(count, 1);
}

/* ---- vouchers ------------------------------------------------------------------------------- */

static struct voucher a_voucher(struct contract *c)
{
    return (struct voucher){.code = "SUMMER",
                            .kind = VOUCHER_PERCENT,
                            .value = 1500,
                            .budget = 50000,
                            .used = 300,
                            .max_uses = 10,
                            .uses = 2,
                            .max_tickets = 4,
                            .valid_from = 5,
                            .valid_until = 9,
                            .show = c->show_no};
}

static void a_voucher_is_read_back_and_changed(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_VOUCHER);
    struct voucher voucher = {0};
    bool found = false;
    *LIST_ADD(c->arena, &cs->vouchers) = a_voucher(c);
    expect_ok(c, cs);
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->voucher_read(c->store, "summer", &voucher, &found, &c->err), RC_OK);
    assert_true(found);
    assert_string_equal(voucher.code, "SUMMER");
    assert_int_equal(voucher.kind, VOUCHER_PERCENT);
    assert_int_equal(voucher.value, 1500);
    assert_int_equal(voucher.budget, 50000);
    assert_int_equal(voucher.used, 300);
    assert_int_equal(voucher.max_uses, 10);
    assert_int_equal(voucher.uses, 2);
    assert_int_equal(voucher.max_tickets, 4);
    assert_int_equal(voucher.valid_from, 5);
    assert_int_equal(voucher.valid_until, 9);
    assert_int_equal(voucher.show, c->show_no);
    assert_false(voucher.disabled);
    assert_int_equal(voucher.version, 1);
    cs = an_act(c, ACT_VOUCHER);
    voucher.uses++;
    voucher.show = 0;
    voucher.disabled = true;
    *LIST_ADD(c->arena, &cs->vouchers) = voucher;
    expect_ok(c, cs);
    assert_int_equal(ops->voucher_read(c->store, "SUMMER", &voucher, &found, &c->err), RC_OK);
    assert_int_equal(voucher.uses, 3);
    assert_int_equal(voucher.show, 0);
    assert_true(voucher.disabled);
    assert_int_equal(voucher.version, 2);
}

static void the_last_use_of_a_voucher_goes_to_one_of_two(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_VOUCHER);
    struct voucher voucher, *vouchers;
    bool found;
    int count;
    *LIST_ADD(c->arena, &cs->vouchers) = a_voucher(c);
    expect_ok(c, cs);
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->voucher_read(c->store, "SUMMER", &voucher, &found, &c->err), RC_OK);
    voucher.uses++;
    for (int i = 0; i < 2; i++) {
        cs = an_act(c, ACT_VOUCHER);
        *LIST_ADD(c->arena, &cs->vouchers) = voucher;
        if (i == 0)
            expect_ok(c, cs);
        else
            expect_stale(c, cs);
    }
    assert_int_equal(ops->voucher_list(c->store, c->arena, &vouchers, &count, &c->err), RC_OK);
    assert_int_equal(count, 1);
    assert_int_equal(vouchers[0].uses, 3);
}

/* ---- shifts --------------------------------------------------------------------------------- */

static struct shift read_shift(struct contract *c, const struct uuid *id, const char *till)
{
    struct shift shift;
    bool found = false;
    assert_int_equal(c->store->ops->shift_read(c->store, id, till, &shift, &found, &c->err), RC_OK);
    assert_true(found);
    return shift;
}

static void a_shift_is_found_by_its_till_while_it_is_open(void **state)
{
    struct contract *c = *state;
    struct uuid id = open_shift(c, "till-1");
    struct shift shift = read_shift(c, NULL, "till-1");
    assert_true(uuid_equal(&shift.id, &id));
    assert_string_equal(shift.till, "till-1");
    assert_string_equal(shift.staff, "anna");
    assert_string_equal(shift.currency, "EUR");
    assert_int_equal(shift.opened_at, c->time.wall);
    assert_int_equal(shift.closed_at, 0);
    assert_int_equal(shift.float_amount, 10000);
    assert_int_equal(shift.taken[TENDER_CASH], 0);
    assert_int_equal(shift.moved[MOVE_DROP], 0);
    assert_int_equal(shift.version, 1);
}

static void an_open_shift_can_be_had_without_its_sums(void **state)
{
    struct contract *c = *state;
    struct uuid id = open_shift(c, "till-1");
    sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, id);
    struct shift summed = read_shift(c, NULL, "till-1"), shift;
    bool found = false;
    assert_int_equal(c->store->ops->shift_open(c->store, "till-1", &shift, &found, &c->err), RC_OK);
    assert_true(found);
    assert_int_not_equal(summed.taken[TENDER_CASH], 0);
    assert_int_equal(shift.taken[TENDER_CASH], 0);
    memset(summed.taken, 0, sizeof summed.taken);
    summed.version = shift.version; /* payments count in the one that comes with the sums */
    assert_memory_equal(&shift, &summed, sizeof shift);
}

static void a_till_has_one_open_shift(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_SHIFT_OPEN);
    open_shift(c, "till-1");
    struct shift *second = LIST_ADD(c->arena, &cs->shifts);
    *second = read_shift(c, NULL, "till-1");
    second->id = new_id(c);
    second->version = 0;
    expect_stale(c, cs);
    open_shift(c, "till-2");
}

static void a_shift_sums_what_it_took_and_moved(void **state)
{
    struct contract *c = *state;
    struct uuid id = open_shift(c, "till-1");
    sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, id);
    struct changeset *cs = an_act(c, ACT_SHIFT_MOVE);
    const enum move_kind kinds[] = {MOVE_DROP, MOVE_DROP, MOVE_PAID_OUT};
    for (int i = 0; i < 3; i++) {
        struct shift_move *move = LIST_ADD(c->arena, &cs->moves);
        move->id = new_id(c);
        move->shift = id;
        move->kind = kinds[i];
        move->amount = 100 * (i + 1);
        move->at = c->time.wall;
    }
    expect_ok(c, cs);
    struct shift shift = read_shift(c, &id, NULL);
    assert_int_equal(shift.taken[TENDER_CASH], 8300);
    assert_int_equal(shift.taken[TENDER_CARD], 0);
    assert_int_equal(shift.moved[MOVE_DROP], 300);
    assert_int_equal(shift.moved[MOVE_PAID_IN], 0);
    assert_int_equal(shift.moved[MOVE_PAID_OUT], 300);
}

static void a_closed_shift_keeps_what_was_counted(void **state)
{
    struct contract *c = *state;
    struct uuid id = open_shift(c, "till-1");
    struct changeset *cs = an_act(c, ACT_SHIFT_CLOSE);
    struct shift *row = LIST_ADD(c->arena, &cs->shifts), *shifts;
    *row = read_shift(c, &id, NULL);
    row->closed_at = c->time.wall + 5;
    for (int i = 0; i < TENDER_COUNT; i++) {
        row->expected[i] = 1000 + i;
        row->counted[i] = 2000 + i;
    }
    strcpy(row->reason, "a note was torn");
    expect_ok(c, cs);
    struct shift shift = read_shift(c, &id, NULL);
    assert_int_equal(shift.closed_at, c->time.wall + 5);
    for (int i = 0; i < TENDER_COUNT; i++) {
        assert_int_equal(shift.expected[i], 1000 + i);
        assert_int_equal(shift.counted[i], 2000 + i);
    }
    assert_string_equal(shift.reason, "a note was torn");
    assert_int_equal(shift.version, 2);
    bool found = true;
    int count;
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->shift_read(c->store, NULL, "till-1", &shift, &found, &c->err), RC_OK);
    assert_false(found);
    pass_time(c, 1000);
    struct uuid next = open_shift(c, "till-1");
    assert_int_equal(ops->shift_list(c->store, 0, c->arena, &shifts, &count, &c->err), RC_OK);
    assert_int_equal(count, 2);
    assert_true(uuid_equal(&shifts[0].id, &next));
    assert_int_equal(ops->shift_list(c->store, 1, c->arena, &shifts, &count, &c->err), RC_OK);
    assert_int_equal(count, 1);
}

static struct changeset *closing(struct contract *c, struct shift shift)
{
    struct changeset *cs = an_act(c, ACT_SHIFT_CLOSE);
    shift.closed_at = c->time.wall + 5;
    *LIST_ADD(c->arena, &cs->shifts) = shift;
    return cs;
}

static void a_shift_is_closed_by_sums_that_lack_no_sale(void **state)
{
    struct contract *c = *state;
    struct uuid id = open_shift(c, "till-1");
    struct shift read_before = read_shift(c, &id, NULL);
    sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, id);
    expect_stale(c, closing(c, read_before));
    assert_int_equal(read_shift(c, &id, NULL).closed_at, 0);
    expect_ok(c, closing(c, read_shift(c, &id, NULL)));
    assert_int_not_equal(read_shift(c, &id, NULL).closed_at, 0);
}

/* ---- waiting list --------------------------------------------------------------------------- */

static struct waiter join_line(struct contract *c, const char *name)
{
    struct changeset *cs = an_act(c, ACT_WAIT_JOIN);
    struct waiter *waiter = LIST_ADD(c->arena, &cs->waiters);
    *waiter = (struct waiter){.id = new_id(c),
                              .show = c->show_no,
                              .party = 3,
                              .class_no = -1,
                              .accessible = 1,
                              .aisle = true,
                              .joined_at = c->time.wall};
    strcpy(waiter->name, name);
    strcpy(waiter->email, "w@example.org");
    strcpy(waiter->phone, "333");
    strcpy(waiter->section, "Stalls");
    expect_ok(c, cs);
    return *waiter;
}

static struct waiter read_waiter(struct contract *c, struct uuid id)
{
    struct waiter waiter = {0};
    bool found = false;
    assert_int_equal(c->store->ops->waiter_read(c->store, &id, &waiter, &found, &c->err), RC_OK);
    assert_true(found);
    return waiter;
}

static void a_place_in_line_is_read_back(void **state)
{
    struct contract *c = *state;
    struct waiter waiter = read_waiter(c, join_line(c, "Eva").id);
    assert_int_equal(waiter.show, c->show_no);
    assert_int_equal(waiter.status, WAIT_WAITING);
    assert_string_equal(waiter.name, "Eva");
    assert_string_equal(waiter.email, "w@example.org");
    assert_string_equal(waiter.phone, "333");
    assert_int_equal(waiter.party, 3);
    assert_int_equal(waiter.class_no, -1);
    assert_string_equal(waiter.section, "Stalls");
    assert_int_equal(waiter.accessible, 1);
    assert_true(waiter.aisle);
    assert_false(waiter.together);
    assert_int_equal(waiter.joined_at, c->time.wall);
    assert_true(uuid_is_zero(&waiter.hold));
    assert_int_equal(waiter.version, 1);
}

static void the_line_is_in_order_of_joining_and_forgets_who_left(void **state)
{
    struct contract *c = *state;
    struct waiter *line;
    int count;
    struct waiter first = join_line(c, "Eva");
    pass_time(c, 10);
    join_line(c, "Ben");
    pass_time(c, 10);
    join_line(c, "Ida");
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = an_act(c, ACT_WAIT_SERVE);
    struct waiter *row = LIST_ADD(c->arena, &cs->waiters);
    *row = read_waiter(c, first.id);
    row->status = WAIT_OFFERED;
    row->hold = hold.id;
    expect_ok(c, cs);
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->waiter_list(c->store, c->show_no, c->arena, &line, &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 3);
    assert_string_equal(line[0].name, "Eva");
    assert_true(uuid_equal(&line[0].hold, &hold.id));
    assert_string_equal(line[1].name, "Ben");
    cs = an_act(c, ACT_WAIT_LEAVE);
    row = LIST_ADD(c->arena, &cs->waiters);
    *row = line[1];
    row->status = WAIT_LEFT;
    expect_ok(c, cs);
    assert_int_equal(ops->waiter_list(c->store, c->show_no, c->arena, &line, &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 2);
    assert_string_equal(line[1].name, "Ida");
}

static int find_waiters(struct contract *c, const struct waiter_filter *filter,
                        struct waiter **line)
{
    int count;
    struct waiter_filter whom = *filter;
    whom.show = c->show_no;
    whom.limit = whom.limit ? whom.limit : 100;
    assert_int_equal(c->store->ops->waiter_find(c->store, &whom, c->arena, line, &count, &c->err),
                     RC_OK);
    return count;
}

/* Eva, and what she was offered, are over when her hold is; those behind her wait in order. */
static void a_line_is_read_piece_by_piece(void **state)
{
    struct contract *c = *state;
    struct waiter *line;
    struct waiter eva = join_line(c, "Eva");
    pass_time(c, 10);
    const struct waiter ben = join_line(c, "Ben"); /* at the same moment as Ida */
    const struct waiter ida = join_line(c, "Ida");
    assert_int_equal(find_waiters(c, &(struct waiter_filter){.limit = 1}, &line), 1);
    assert_string_equal(line->name, "Eva");
    assert_int_equal(find_waiters(c, &(struct waiter_filter){.after = &eva}, &line), 2);
    const struct waiter *first = &line[0];
    assert_int_equal(find_waiters(c, &(struct waiter_filter){.after = first}, &line), 1);
    assert_true(uuid_equal(&line->id, &ben.id) || uuid_equal(&line->id, &ida.id));
    assert_false(uuid_equal(&line->id, &first->id));

    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = an_act(c, ACT_WAIT_SERVE);
    struct waiter *row = LIST_ADD(c->arena, &cs->waiters);
    *row = read_waiter(c, eva.id);
    row->status = WAIT_OFFERED;
    row->hold = hold.id;
    expect_ok(c, cs);
    assert_int_equal(find_waiters(c, &(struct waiter_filter){.hold = &hold.id}, &line), 1);
    assert_string_equal(line->name, "Eva");
    assert_int_equal(find_waiters(c, &(struct waiter_filter){.hold = &ben.id}, &line), 0);
    assert_int_equal(find_waiters(c, &(struct waiter_filter){.limit = 0}, &line), 2);
    const struct waiter_filter early = {.over_at = hold.expires_at - 1};
    const struct waiter_filter late = {.over_at = hold.expires_at};
    assert_int_equal(find_waiters(c, &early, &line), 0);
    assert_int_equal(find_waiters(c, &late, &line), 1);
    assert_string_equal(line->name, "Eva");
}

/* ---- the house ------------------------------------------------------------------------------ */

static void the_house_knows_its_name(void **state)
{
    struct contract *c = *state;
    struct house house;
    assert_int_equal(c->store->ops->house_read(c->store, &house, &c->err), RC_OK);
    assert_string_equal(house.name, "The House");
    assert_string_equal(house.currency, "EUR");
    assert_int_equal(house.created_at, CONTRACT_NOW);
    assert_true(house.schema > 0);
}

static void another_connection_sees_what_was_done(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct store *first = c->store;
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
    assert_int_equal(read_hold(c, hold.id).seat_count, 1);
    take(c, "Stalls-A-2", NULL, NULL);
    store_close(&c->store);
    c->store = first;
    assert_int_equal(seat_now(c, "Stalls-A-2").status, SEAT_HELD);
}

const struct CMUnitTest contract_row_tests[] = {
    CONTRACT_TEST(staff_are_read_back_and_changed),
    CONTRACT_TEST(staff_are_listed_by_name),
    CONTRACT_TEST(two_people_of_one_name_are_stale),
    CONTRACT_TEST(a_person_changed_meanwhile_is_stale),
    CONTRACT_TEST(a_customer_is_read_back_and_changed),
    CONTRACT_TEST(customers_are_found_by_any_part_in_any_case),
    CONTRACT_TEST(no_more_customers_are_found_than_asked_for),
    CONTRACT_TEST(a_voucher_is_read_back_and_changed),
    CONTRACT_TEST(the_last_use_of_a_voucher_goes_to_one_of_two),
    CONTRACT_TEST(a_shift_is_found_by_its_till_while_it_is_open),
    CONTRACT_TEST(an_open_shift_can_be_had_without_its_sums),
    CONTRACT_TEST(a_till_has_one_open_shift),
    CONTRACT_TEST(a_shift_sums_what_it_took_and_moved),
    CONTRACT_TEST(a_closed_shift_keeps_what_was_counted),
    CONTRACT_TEST(a_shift_is_closed_by_sums_that_lack_no_sale),
    CONTRACT_TEST(a_place_in_line_is_read_back),
    CONTRACT_TEST(the_line_is_in_order_of_joining_and_forgets_who_left),
    CONTRACT_TEST(a_line_is_read_piece_by_piece),
    CONTRACT_TEST(the_house_knows_its_name),
    CONTRACT_TEST(another_connection_sees_what_was_done),
    {0},
};
