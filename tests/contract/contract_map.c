/* A show with its seats: the plan as drawn, whole and by rows, and what changed since. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

static struct snapshot read_map(struct contract *c)
{
    struct snapshot map;
    assert_int_equal(c->store->ops->map_read(c->store, c->show_no, c->arena, &map, &c->err), RC_OK);
    return map;
}

static struct snapshot read_rows(struct contract *c, const char *a, const char *b)
{
    const char *const labels[] = {a, b};
    struct snapshot rows;
    assert_int_equal(
        c->store->ops->rows_read(c->store, c->show_no, labels, b ? 2 : 1, c->arena, &rows, &c->err),
        RC_OK);
    return rows;
}

static void assert_same_seat(const struct plan *x, int i, const struct plan *y, int j)
{
    const struct plan_seat *a = &x->seats[i], *b = &y->seats[j];
    assert_int_equal(a->no, b->no);
    assert_int_equal(a->row, b->row);
    assert_int_equal(a->cell, b->cell);
    assert_true(a->x == b->x && a->y == b->y);
    assert_int_equal(a->class_no, b->class_no);
    assert_int_equal(a->flags, b->flags);
    assert_string_equal(plan_seat_number(x, a), plan_seat_number(y, b));
    assert_string_equal(plan_seat_guid(x, a), plan_seat_guid(y, b));
}

static void assert_same_rows(const struct plan *a, const struct plan *b)
{
    assert_int_equal(a->section_count, b->section_count);
    for (int i = 0; i < a->section_count; i++) {
        const struct plan_section *s = &a->sections[i], *t = &b->sections[i];
        assert_string_equal(s->name, t->name);
        assert_int_equal(s->first_row, t->first_row);
        assert_int_equal(s->row_count, t->row_count);
        assert_int_equal(s->first_seat, t->first_seat);
        assert_int_equal(s->seat_count, t->seat_count);
        assert_true(s->x == t->x && s->y == t->y);
    }
    assert_int_equal(a->row_count, b->row_count);
    for (int i = 0; i < a->row_count; i++) {
        const struct plan_row *r = &a->rows[i], *t = &b->rows[i];
        assert_string_equal(r->label, t->label);
        assert_int_equal(r->section, t->section);
        assert_int_equal(r->first, t->first);
        assert_int_equal(r->count, t->count);
        assert_int_equal(r->line, t->line);
    }
}

static void assert_same_areas(const struct plan *a, const struct plan *b)
{
    assert_int_equal(a->area_count, b->area_count);
    for (int i = 0; i < a->area_count; i++) {
        const struct plan_area *p = &a->areas[i], *q = &b->areas[i];
        assert_int_equal(p->kind, q->kind);
        assert_true(p->x == q->x && p->y == q->y && p->width == q->width &&
                    p->height == q->height && p->rotation == q->rotation);
        assert_true(p->text_x == q->text_x && p->text_y == q->text_y &&
                    p->text_size == q->text_size);
        assert_string_equal(p->text, q->text);
        assert_string_equal(p->colour, q->colour);
        assert_string_equal(p->border, q->border);
        assert_string_equal(p->text_colour, q->text_colour);
        assert_string_equal(p->guid, q->guid);
        assert_int_equal(p->section, q->section);
        assert_int_equal(p->point_count, q->point_count);
        for (int k = 0; k < p->point_count; k++)
            assert_true(p->points[k].x == q->points[k].x && p->points[k].y == q->points[k].y);
    }
}

static void assert_same_plan(const struct plan *a, const struct plan *b)
{
    assert_string_equal(a->name, b->name);
    assert_true(a->focal_x == b->focal_x && a->focal_y == b->focal_y);
    assert_true(a->width == b->width && a->height == b->height);
    assert_int_equal(a->class_count, b->class_count);
    for (int i = 0; i < a->class_count; i++) {
        assert_string_equal(a->classes[i].name, b->classes[i].name);
        assert_string_equal(a->classes[i].colour, b->classes[i].colour);
    }
    assert_same_rows(a, b);
    assert_int_equal(a->seat_count, b->seat_count);
    for (int i = 0; i < a->seat_count; i++)
        assert_same_seat(a, i, b, i);
    assert_same_areas(a, b);
}

static void the_map_is_the_plan_as_it_was_drawn(void **state)
{
    struct contract *c = *state;
    struct snapshot map = read_map(c);
    assert_true(map.whole);
    assert_same_plan(map.plan, c->plan);
}

static void the_hall_gives_back_its_plan_and_its_document(void **state)
{
    struct contract *c = *state;
    struct plan *plan;
    const char *document;
    assert_int_equal(
        c->store->ops->hall_plan(c->store, c->hall_no, c->arena, &plan, &document, &c->err), RC_OK);
    assert_same_plan(plan, c->plan);
    assert_string_equal(document, "hall Studio\n");
}

static void a_new_show_opens_its_seats_and_keeps_house_seats_back(void **state)
{
    struct contract *c = *state;
    struct snapshot map = read_map(c);
    for (int i = 0; i < map.plan->seat_count; i++) {
        bool house = (map.plan->seats[i].flags & SEAT_HOUSE) != 0;
        assert_int_equal(map.state[i].status, house ? SEAT_BLOCKED : SEAT_AVAILABLE);
        assert_int_equal(map.state[i].version, 1);
        assert_int_equal(map.state[i].open_to, 0);
        assert_int_equal(map.state[i].allotment, 0);
        assert_true(uuid_is_zero(&map.state[i].holder));
    }
}

static void the_map_shows_how_each_seat_stands(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-B-2", NULL, NULL);
    struct snapshot map = read_map(c);
    int seat = plan_find_seat(map.plan, "Stalls-B-2");
    assert_int_equal(map.state[seat].status, SEAT_HELD);
    assert_true(uuid_equal(&map.state[seat].holder, &hold.id));
    assert_int_equal(map.state[seat].held_until, hold.expires_at);
    assert_int_equal(map.state[seat + 1].status, SEAT_AVAILABLE);
}

static void the_map_knows_the_end_of_the_log(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", "Stalls-A-2", NULL);
    struct apply_result result = apply(c, cs);
    assert_true(result.last_event > 0);
    assert_int_equal(read_map(c).last_event, result.last_event);
    assert_int_equal(read_rows(c, "Stalls-A-1", NULL).last_event, result.last_event);
}

static void a_seat_comes_with_its_whole_row(void **state)
{
    struct contract *c = *state;
    struct snapshot rows = read_rows(c, "Stalls-A-3", NULL);
    assert_false(rows.whole);
    assert_int_equal(rows.plan->row_count, 1);
    assert_int_equal(rows.plan->section_count, 1);
    assert_int_equal(rows.plan->seat_count, 6);
    assert_int_equal(rows.plan->rows[0].first, 0);
    assert_int_equal(rows.plan->rows[0].count, 6);
    assert_int_equal(rows.plan->rows[0].line, 4);
    assert_int_equal(rows.plan->sections[0].row_count, 1);
    assert_int_equal(rows.plan->sections[0].seat_count, 6);
    assert_true(plan_neighbours(rows.plan, 2, 3));
    assert_false(plan_neighbours(rows.plan, 3, 4)); /* the aisle */
    assert_int_equal(rows.plan->seats[3].flags, SEAT_AISLE);
    assert_string_equal(plan_seat_number(rows.plan, &rows.plan->seats[4]), "5");
}

static void several_seats_come_with_each_row_once_and_as_drawn(void **state)
{
    struct contract *c = *state;
    struct snapshot rows = read_rows(c, "Circle-A-1", "Stalls-A-2");
    char label[SEAT_TEXT];
    assert_int_equal(rows.plan->row_count, 2);
    assert_int_equal(rows.plan->section_count, 2);
    assert_int_equal(rows.plan->seat_count, 9);
    assert_string_equal(plan_seat_label(rows.plan, 0, label), "Stalls-A-1");
    assert_string_equal(plan_seat_label(rows.plan, 6, label), "Circle-A-1");
    assert_int_equal(rows.plan->sections[1].first_row, 1);
    assert_int_equal(rows.plan->sections[1].first_seat, 6);
    assert_int_equal(rows.plan->seats[6].row, 1);
    rows = read_rows(c, "Stalls-A-1", "Stalls-A-4");
    assert_int_equal(rows.plan->row_count, 1);
    rows = read_rows(c, "Stalls-A-1", "Stalls-B-4");
    assert_int_equal(rows.plan->row_count, 2);
    assert_int_equal(rows.plan->section_count, 1);
    assert_int_equal(rows.plan->sections[0].row_count, 2);
}

static void rows_know_every_class_and_the_focal_point(void **state)
{
    struct contract *c = *state;
    struct snapshot rows = read_rows(c, "Circle-A-1", NULL);
    assert_int_equal(rows.plan->class_count, 2);
    assert_string_equal(rows.plan->classes[rows.plan->seats[0].class_no].name, "Upstairs");
    assert_true(rows.plan->focal_x == c->plan->focal_x);
}

static void rows_show_how_each_seat_stands(void **state)
{
    struct contract *c = *state;
    struct hold hold = take(c, "Stalls-A-5", NULL, NULL);
    struct snapshot rows = read_rows(c, "Stalls-A-1", NULL);
    assert_int_equal(rows.state[4].status, SEAT_HELD);
    assert_true(uuid_equal(&rows.state[4].holder, &hold.id));
    assert_int_equal(rows.state[5].status, SEAT_AVAILABLE);
    assert_true(uuid_is_zero(&rows.state[5].holder));
}

static void labels_that_do_not_exist_add_nothing(void **state)
{
    struct contract *c = *state;
    assert_int_equal(read_rows(c, "Stalls-Z-1", NULL).plan->seat_count, 0);
    assert_int_equal(read_rows(c, "Stalls-Z-1", "Stalls-B-1").plan->seat_count, 4);
    assert_int_equal(read_rows(c, "'; DROP TABLE hold; --", "Stalls-B-1").plan->seat_count, 4);
}

static void a_show_that_does_not_exist_has_no_map(void **state)
{
    struct contract *c = *state;
    struct snapshot map;
    assert_int_equal(c->store->ops->map_read(c->store, 999, c->arena, &map, &c->err), RC_CONFIG);
}

static void a_show_comes_with_its_prices(void **state)
{
    struct contract *c = *state;
    struct snapshot map = read_map(c);
    assert_string_equal(map.show.id, "hamlet");
    assert_int_equal(map.show.price_count, 2);
    assert_int_equal(map.show.prices[0].amount[TYPE_ADULT], 4000);
    assert_int_equal(map.show.prices[1].class_no, 1);
    assert_int_equal(map.show.prices[1].amount[TYPE_CHILD], -1);
    assert_int_equal(map.show.prices[1].amount[TYPE_COMP], 0);
}

/* ---- as sums ----------------------------------------------------------------------------------
 */

static void sums_tell_how_every_seat_stands(void **state)
{
    struct contract *c = *state;
    struct map_digest sums, own = {0};
    if (!c->store->ops->map_digest)
        skip();
    take(c, "Stalls-B-2", "Circle-A-1", NULL);
    struct snapshot map = read_map(c);
    for (int i = 0; i < map.plan->seat_count; i++)
        digest_add(&own, c->arena, map.plan->seats[i].no, &map.state[i]);
    assert_int_equal(c->store->ops->map_digest(c->store, c->show_no, c->arena, &sums, &c->err),
                     RC_OK);
    assert_int_equal(sums.block_count, own.block_count);
    assert_int_equal(sums.blocks[0], own.blocks[0]);
    assert_int_equal(sums.last_event, map.last_event);
    assert_int_equal(sums.show_version, map.show.version);
    assert_int_equal(sums.plan_version, 1);
}

static void sums_of_a_show_that_does_not_exist_are_refused(void **state)
{
    struct contract *c = *state;
    struct map_digest sums;
    if (!c->store->ops->map_digest)
        skip();
    assert_int_equal(c->store->ops->map_digest(c->store, 999, c->arena, &sums, &c->err), RC_CONFIG);
}

/* ---- since ---------------------------------------------------------------------------------- */

static int since(struct contract *c, int64_t after, int limit, struct fresh_seat **seats)
{
    int count;
    int64_t last;
    assert_int_equal(c->store->ops->seats_since(c->store, c->show_no, after, limit, c->arena, seats,
                                                &count, &last, &c->err),
                     RC_OK);
    assert_int_equal(last, read_map(c).last_event);
    return count;
}

static void what_changed_since_is_told_once_a_seat_as_it_is_now(void **state)
{
    struct contract *c = *state;
    struct fresh_seat *seats;
    take(c, "Stalls-B-1", NULL, NULL);
    int64_t seen = read_map(c).last_event;
    assert_int_equal(since(c, seen, 10, &seats), 0);
    struct hold hold = take(c, "Stalls-A-1", "Stalls-A-2", NULL);
    struct changeset *cs = an_act(c, ACT_RELEASE);
    change(c, cs, "Stalls-A-2", ACT_RELEASE, SEAT_AVAILABLE);
    expect_ok(c, cs);
    assert_int_equal(since(c, seen, 10, &seats), 2);
    assert_int_equal(seats[0].show, c->show_no);
    assert_int_equal(seats[0].seat, seat_no(c, "Stalls-A-1"));
    assert_int_equal(seats[0].state.status, SEAT_HELD);
    assert_true(uuid_equal(&seats[0].state.holder, &hold.id));
    assert_int_equal(seats[1].state.status, SEAT_AVAILABLE);
    assert_int_equal(seats[1].state.version, 3);
}

static void too_much_change_means_reading_the_map_again(void **state)
{
    struct contract *c = *state;
    struct fresh_seat *seats;
    int64_t seen = read_map(c).last_event;
    take(c, "Stalls-A-1", "Stalls-A-2", "Stalls-A-3");
    assert_int_equal(since(c, seen, 3, &seats), 3);
    assert_int_equal(since(c, seen, 2, &seats), -1);
}

const struct CMUnitTest contract_map_tests[] = {
    CONTRACT_TEST(the_map_is_the_plan_as_it_was_drawn),
    CONTRACT_TEST(the_hall_gives_back_its_plan_and_its_document),
    CONTRACT_TEST(a_new_show_opens_its_seats_and_keeps_house_seats_back),
    CONTRACT_TEST(the_map_shows_how_each_seat_stands),
    CONTRACT_TEST(the_map_knows_the_end_of_the_log),
    CONTRACT_TEST(a_seat_comes_with_its_whole_row),
    CONTRACT_TEST(several_seats_come_with_each_row_once_and_as_drawn),
    CONTRACT_TEST(rows_know_every_class_and_the_focal_point),
    CONTRACT_TEST(rows_show_how_each_seat_stands),
    CONTRACT_TEST(labels_that_do_not_exist_add_nothing),
    CONTRACT_TEST(a_show_that_does_not_exist_has_no_map),
    CONTRACT_TEST(a_show_comes_with_its_prices),
    CONTRACT_TEST(sums_tell_how_every_seat_stands),
    CONTRACT_TEST(sums_of_a_show_that_does_not_exist_are_refused),
    CONTRACT_TEST(what_changed_since_is_told_once_a_seat_as_it_is_now),
    CONTRACT_TEST(too_much_change_means_reading_the_map_again),
    {0},
};
