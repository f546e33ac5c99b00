/* Halls and shows: made, changed, and a plan imported again under seats that are in use. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/name_seat.h"

static struct hall read_hall(struct contract *c)
{
    struct hall hall = {0};
    bool found = false;
    assert_int_equal(c->store->ops->hall_find(c->store, "studio", &hall, &found, &c->err), RC_OK);
    assert_true(found);
    return hall;
}

static struct show read_show(struct contract *c, const char *id)
{
    struct show show = {0};
    bool found = false;
    assert_int_equal(c->store->ops->show_find(c->store, id, c->arena, &show, &found, &c->err),
                     RC_OK);
    assert_true(found);
    return show;
}

/* The imported plan without its first row's last seat, with a seat A-7 in its place. */
static struct plan *changed_plan(struct contract *c)
{
    struct plan *plan = arena_alloc(c->arena, sizeof *plan);
    *plan = *c->plan;
    plan->seats = arena_array(c->arena, CONTRACT_SEATS, sizeof *plan->seats);
    memcpy(plan->seats, c->plan->seats, CONTRACT_SEATS * sizeof *plan->seats);
    plan->seats[5].no = CONTRACT_SEATS; /* next_seat */
    name_seat(plan, 5, "7", "", c->arena);
    plan->seats[5].flags = SEAT_HOUSE;
    return plan;
}

static struct changeset *importing(struct contract *c, const struct plan *plan)
{
    struct changeset *cs = an_act(c, ACT_PLAN_IMPORT);
    struct hall_change *change = LIST_ADD(c->arena, &cs->halls);
    change->hall = read_hall(c);
    change->plan = plan;
    change->document = "hall Studio, drawn again\n";
    return cs;
}

static struct changeset *adding_show(struct contract *c, const char *id, int64_t starts_at)
{
    struct changeset *cs = an_act(c, ACT_SHOW_ADD);
    struct show *show = LIST_ADD(c->arena, &cs->shows);
    *show = read_show(c, "hamlet");
    show->no = 0;
    show->version = 0;
    show->starts_at = starts_at;
    strcpy(show->id, id);
    return cs;
}

static struct seat_state seat_in(struct contract *c, const struct snapshot *map, const char *label)
{
    int seat = plan_find_seat(map->plan, label);
    assert_true(seat >= 0);
    return map->state[seat];
}

static struct snapshot map_of(struct contract *c, int32_t show)
{
    struct snapshot map;
    assert_int_equal(c->store->ops->map_read(c->store, show, c->arena, &map, &c->err), RC_OK);
    return map;
}

/* ---- halls ---------------------------------------------------------------------------------- */

static void a_hall_is_read_back(void **state)
{
    struct contract *c = *state;
    struct hall hall = read_hall(c);
    assert_string_equal(hall.id, "studio");
    assert_string_equal(hall.name, "Studio");
    assert_true(hall.no > 0);
    assert_int_equal(hall.seats, CONTRACT_SEATS);
    assert_int_equal(hall.next_seat, CONTRACT_SEATS);
    assert_int_equal(hall.plan_version, 1);
    assert_int_equal(hall.version, 1);
    struct hall *halls;
    int count;
    assert_int_equal(c->store->ops->hall_list(c->store, c->arena, &halls, &count, &c->err), RC_OK);
    assert_int_equal(count, 1);
    assert_string_equal(halls[0].id, "studio");
}

static void a_second_hall_with_the_same_id_is_stale(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = importing(c, c->plan);
    cs->halls.at[0].hall.version = 0;
    cs->halls.at[0].hall.no = 0;
    expect_stale(c, cs);
}

static void a_plan_without_seat_numbers_is_refused(void **state)
{
    struct contract *c = *state;
    struct plan *plan = changed_plan(c);
    plan->seats[5].no = -1;
    expect_refused(c, importing(c, plan), VERDICT_INVALID);
    assert_int_equal(read_hall(c).plan_version, 1);
}

static void importing_again_keeps_seats_drops_and_adds(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    expect_ok(c, importing(c, changed_plan(c)));
    struct snapshot map = map_of(c, c->show_no);
    assert_int_equal(map.plan->seat_count, CONTRACT_SEATS);
    struct seat_state kept = seat_in(c, &map, "Stalls-A-1");
    assert_true(uuid_equal(&kept.holder, &hold.id));
    assert_int_equal(plan_find_seat(map.plan, "Stalls-A-6"), -1);
    assert_int_equal(seat_in(c, &map, "Stalls-A-7").status, SEAT_BLOCKED); /* a house seat */
    struct hall hall = read_hall(c);
    assert_int_equal(hall.plan_version, 2);
    assert_int_equal(hall.version, 2);
    assert_int_equal(hall.next_seat, CONTRACT_SEATS + 1);
    const char *document;
    struct plan *plan;
    assert_int_equal(
        c->store->ops->hall_plan(c->store, c->hall_no, c->arena, &plan, &document, &c->err), RC_OK);
    assert_string_equal(document, "hall Studio, drawn again\n");
    assert_sound(c);
}

static void a_dropped_seat_cannot_be_taken_any_more(void **state)
{
    struct contract *c = *state;
    struct changeset *late = taking(c, new_id(c), "Stalls-A-6", NULL, NULL);
    expect_ok(c, importing(c, changed_plan(c)));
    struct apply_result result = apply(c, late);
    assert_int_equal(result.applied, APPLIED_STALE);
    assert_int_equal(result.fresh_count, 0);
}

static void a_dropped_seat_does_not_count(void **state)
{
    struct contract *c = *state;
    struct plan *plan = changed_plan(c);
    memmove(&plan->seats[5], &plan->seats[6], 7 * sizeof *plan->seats); /* A-6 is gone */
    plan->seat_count--;
    expect_ok(c, importing(c, plan));
    struct section_count *sections;
    int count;
    assert_int_equal(c->store->ops->show_sections(c->store, c->show_no, c->time.wall, c->arena,
                                                  &sections, &count, &c->err),
                     RC_OK);
    assert_int_equal(sections[0].count.available, 9);
    assert_int_equal(read_hall(c).seats, CONTRACT_SEATS - 1);
    assert_int_equal(read_hall(c).next_seat, CONTRACT_SEATS);
}

static void a_seat_held_meanwhile_cannot_be_dropped(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = importing(c, changed_plan(c));
    take(c, "Stalls-A-6", NULL, NULL);
    const char *before = everything(c);
    expect_stale(c, cs);
    assert_string_equal(everything(c), before);
    assert_int_equal(read_hall(c).plan_version, 1);
}

static void a_seat_sold_meanwhile_cannot_be_dropped(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = importing(c, changed_plan(c));
    struct uuid none = {{0}};
    sell(c, take(c, "Stalls-A-6", NULL, NULL).id, none);
    expect_stale(c, cs);
}

static void a_seat_whose_hold_is_over_can_be_dropped(void **state)
{
    struct contract *c = *state;
    struct sweep_result swept;
    struct actor anna = {.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    take(c, "Stalls-A-6", NULL, NULL);
    pass_time(c, 15 * MINUTE_MS);
    expect_ok(c, importing(c, changed_plan(c)));
    assert_sound(c);
    assert_int_equal(c->store->ops->sweep(c->store, &anna, c->time.wall, 100, &swept, &c->err),
                     RC_OK);
    assert_int_equal(swept.seats, 1);
    assert_sound(c);
}

static void seats_in_use_are_those_held_or_sold_in_any_show(void **state)
{
    struct contract *c = *state;
    struct uuid none = {{0}};
    int32_t *seats;
    int count;
    sell(c, take(c, "Stalls-A-2", NULL, NULL).id, none);
    struct hold hold = take(c, "Stalls-A-5", NULL, NULL);
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->hall_seats_in_use(c->store, c->hall_no, c->time.wall, c->arena, &seats,
                                            &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 2);
    assert_int_equal(seats[0], seat_no(c, "Stalls-A-2"));
    assert_int_equal(seats[1], seat_no(c, "Stalls-A-5"));
    assert_int_equal(ops->hall_seats_in_use(c->store, c->hall_no, hold.expires_at, c->arena, &seats,
                                            &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 1);
}

static void a_closed_show_keeps_the_seats_it_had(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = an_act(c, ACT_SHOW_STATUS);
    struct show *show = LIST_ADD(c->arena, &cs->shows);
    *show = read_show(c, "hamlet");
    show->status = SHOW_CLOSED;
    expect_ok(c, cs);
    expect_ok(c, importing(c, changed_plan(c)));
    struct snapshot map = map_of(c, c->show_no);
    struct seat_state fresh = seat_in(c, &map, "Stalls-A-7");
    assert_int_equal(fresh.version, 0); /* not in this show */
    assert_int_equal(fresh.status, SEAT_BLOCKED);
    cs = an_act(c, ACT_SHOW_STATUS);
    show = LIST_ADD(c->arena, &cs->shows);
    *show = read_show(c, "hamlet");
    show->status = SHOW_OPEN;
    expect_ok(c, cs);
    map = map_of(c, c->show_no);
    assert_int_equal(seat_in(c, &map, "Stalls-A-7").version, 1); /* opened again: it is */
}

/* ---- a show that was seen ------------------------------------------------------------------- */

static void close_show(struct contract *c)
{
    struct changeset *cs = an_act(c, ACT_SHOW_STATUS);
    struct show *show = LIST_ADD(c->arena, &cs->shows);
    *show = read_show(c, "hamlet");
    show->status = SHOW_CLOSED;
    expect_ok(c, cs);
}

static void see(struct contract *c, struct changeset *cs, uint32_t version)
{
    *LIST_ADD(c->arena, &cs->shows_seen) = (struct show_guard){c->show_no, version};
}

static struct changeset *taking_of(struct contract *c, uint32_t version, bool at_once)
{
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    cs->at_once = at_once;
    see(c, cs, version);
    return cs;
}

static void what_was_decided_on_a_show_that_changed_is_stale(void **state)
{
    struct contract *c = *state;
    close_show(c);
    const char *before = everything(c);
    expect_stale(c, taking_of(c, 1, false));
    expect_stale(c, taking_of(c, 1, true));
    assert_string_equal(everything(c), before);
    expect_ok(c, taking_of(c, 2, true));
}

static void so_is_an_act_of_any_other_kind(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *late = selling(c, &hold, (struct uuid){{0}}, new_id(c));
    see(c, late, 1);
    close_show(c);
    expect_stale(c, late);
    late->at_once = true;
    expect_stale(c, late);
    late->shows_seen.at[0].seen = 2;
    expect_ok(c, late);
}

static void what_is_done_is_done_whatever_becomes_of_the_show(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking_of(c, 1, false);
    expect_ok(c, cs);
    close_show(c);
    assert_int_equal(apply(c, cs).applied, APPLIED_REPLAY);
}

static void a_show_that_is_not_there_was_not_seen(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    *LIST_ADD(c->arena, &cs->shows_seen) = (struct show_guard){c->show_no + 1000, 1};
    expect_stale(c, cs);
}

/* ---- shows ---------------------------------------------------------------------------------- */

static void a_show_is_read_back_as_it_was_written(void **state)
{
    struct contract *c = *state;
    struct show show = read_show(c, "hamlet"), same = {0};
    bool found = false;
    assert_string_equal(show.title, "Hamlet");
    assert_string_equal(show.hall, "studio");
    assert_string_equal(show.currency, "EUR");
    assert_int_equal(show.hall_no, c->hall_no);
    assert_int_equal(show.status, SHOW_OPEN);
    assert_int_equal(show.starts_at, CONTRACT_NOW + (int64_t)86400 * SECOND_MS);
    assert_int_equal(show.hold_ttl_ms, 15 * MINUTE_MS);
    assert_int_equal(show.extend_ms, 5 * MINUTE_MS);
    assert_int_equal(show.ceiling_ms, 120 * MINUTE_MS);
    assert_true(show.gap_rule);
    assert_false(show.one_hold);
    assert_int_equal(show.fee, 150);
    assert_int_equal(show.tax_bp, 700);
    assert_int_equal(show.version, 1);
    assert_int_equal(c->store->ops->show_by_no(c->store, show.no, c->arena, &same, &found, &c->err),
                     RC_OK);
    assert_true(found);
    assert_string_equal(same.id, "hamlet");
    assert_int_equal(same.price_count, 2);
}

static void a_second_show_with_the_same_id_is_stale(void **state)
{
    struct contract *c = *state;
    expect_stale(c, adding_show(c, "hamlet", CONTRACT_NOW));
}

static void a_show_in_no_hall_changes_nothing(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = adding_show(c, "macbeth", CONTRACT_NOW);
    strcpy(cs->shows.at[0].hall, "nowhere");
    assert_int_not_equal(apply(c, cs).applied, APPLIED_OK);
}

static void shows_are_listed_by_start_with_their_counts(void **state)
{
    struct contract *c = *state;
    struct uuid none = {{0}};
    struct show *shows;
    struct show_count *counts;
    int count;
    expect_ok(c, adding_show(c, "matinee", CONTRACT_NOW + 1000));
    sell(c, take(c, "Stalls-A-1", "Stalls-A-2", NULL).id, none);
    struct hold hold = take(c, "Stalls-B-1", NULL, NULL);
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(
        ops->show_list(c->store, c->time.wall, c->arena, &shows, &counts, &count, &c->err), RC_OK);
    assert_int_equal(count, 2);
    assert_string_equal(shows[0].id, "matinee");
    assert_int_equal(counts[0].available, CONTRACT_SEATS - 1);
    assert_int_equal(counts[0].blocked, 1);
    assert_int_equal(counts[1].available, CONTRACT_SEATS - 4);
    assert_int_equal(counts[1].held, 1);
    assert_int_equal(counts[1].sold, 2);
    assert_int_equal(counts[1].revenue, 2 * 4150);
    assert_int_equal(
        ops->show_list(c->store, hold.expires_at, c->arena, &shows, &counts, &count, &c->err),
        RC_OK);
    assert_int_equal(counts[1].held, 0);
    assert_int_equal(counts[1].available, CONTRACT_SEATS - 3);
    assert_int_equal(
        ops->show_list(c->store, c->time.wall, c->arena, &shows, NULL, &count, &c->err), RC_OK);
    assert_int_equal(shows[1].price_count, 2);
}

static void sections_are_counted_as_drawn(void **state)
{
    struct contract *c = *state;
    struct uuid none = {{0}};
    struct section_count *sections;
    int count;
    sell(c, take(c, "Circle-A-1", NULL, NULL).id, none);
    take(c, "Stalls-A-1", NULL, NULL);
    assert_int_equal(c->store->ops->show_sections(c->store, c->show_no, c->time.wall, c->arena,
                                                  &sections, &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 2);
    assert_string_equal(sections[0].section, "Stalls");
    assert_int_equal(sections[0].count.available, 9);
    assert_int_equal(sections[0].count.held, 1);
    assert_int_equal(sections[0].count.revenue, 0);
    assert_string_equal(sections[1].section, "Circle");
    assert_int_equal(sections[1].count.sold, 1);
    assert_int_equal(sections[1].count.blocked, 1);
    assert_int_equal(sections[1].count.revenue, 4150);
}

static void a_changed_show_keeps_its_seats(void **state)
{
    struct contract *c = *state;
    static const struct price dearer[] = {{0, {9900, 2000, 3200, 3200, 0}}};
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    struct changeset *cs = an_act(c, ACT_SHOW_STATUS);
    struct show *show = LIST_ADD(c->arena, &cs->shows);
    *show = read_show(c, "hamlet");
    show->status = SHOW_DRAFT;
    show->one_hold = true;
    show->prices = dearer;
    show->price_count = 1;
    expect_ok(c, cs);
    struct show after = read_show(c, "hamlet");
    assert_int_equal(after.status, SHOW_DRAFT);
    assert_true(after.one_hold);
    assert_int_equal(after.version, 2);
    assert_int_equal(after.prices[0].amount[TYPE_ADULT], 9900);
    assert_int_equal(after.prices[1].amount[TYPE_ADULT], 2500);
    struct seat_state seat = seat_now(c, "Stalls-A-1");
    assert_true(uuid_equal(&seat.holder, &hold.id));
    cs->key = new_id(c);
    expect_stale(c, cs); /* the same version a second time */
}

const struct CMUnitTest contract_hall_tests[] = {
    CONTRACT_TEST(a_hall_is_read_back),
    CONTRACT_TEST(a_second_hall_with_the_same_id_is_stale),
    CONTRACT_TEST(a_plan_without_seat_numbers_is_refused),
    CONTRACT_TEST(importing_again_keeps_seats_drops_and_adds),
    CONTRACT_TEST(a_dropped_seat_cannot_be_taken_any_more),
    CONTRACT_TEST(a_dropped_seat_does_not_count),
    CONTRACT_TEST(a_seat_held_meanwhile_cannot_be_dropped),
    CONTRACT_TEST(a_seat_sold_meanwhile_cannot_be_dropped),
    CONTRACT_TEST(a_seat_whose_hold_is_over_can_be_dropped),
    CONTRACT_TEST(seats_in_use_are_those_held_or_sold_in_any_show),
    CONTRACT_TEST(a_closed_show_keeps_the_seats_it_had),
    CONTRACT_TEST(what_was_decided_on_a_show_that_changed_is_stale),
    CONTRACT_TEST(so_is_an_act_of_any_other_kind),
    CONTRACT_TEST(what_is_done_is_done_whatever_becomes_of_the_show),
    CONTRACT_TEST(a_show_that_is_not_there_was_not_seen),
    CONTRACT_TEST(a_show_is_read_back_as_it_was_written),
    CONTRACT_TEST(a_second_show_with_the_same_id_is_stale),
    CONTRACT_TEST(a_show_in_no_hall_changes_nothing),
    CONTRACT_TEST(shows_are_listed_by_start_with_their_counts),
    CONTRACT_TEST(sections_are_counted_as_drawn),
    CONTRACT_TEST(a_changed_show_keeps_its_seats),
    {0},
};
