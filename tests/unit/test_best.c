#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/domain/best.h"
#include "src/domain/gap.h"
#include "tests/lib/builders.h"
#include "tests/lib/fresh_arena.h"

/* ---- arranging ----------------------------------------------------------------------------- */

static struct best_result found;
static struct refusal why;

static struct best_request seats(int count)
{
    return (struct best_request){
        .count = count, .class_no = -1, .section = -1, .now = NOW, .channel = CHANNEL_COUNTER};
}

static enum verdict find(const struct scene *scene, struct best_request request)
{
    memset(&why, 0, sizeof why);
    const struct best_index *index = best_index_new(scene->plan, arena);
    return best_find(index, &scene->snapshot, &request, &found, &why);
}

/* "A-3 A-4 | B-1 (gap, together)": groups, and what was relaxed. */
static const char *best(const struct scene *scene, struct best_request request)
{
    char label[SEAT_TEXT];
    enum verdict verdict = find(scene, request);
    if (verdict)
        return verdict_code(verdict);
    char *text = arena_strdup(arena, "");
    for (int i = 0, group = 0, left = found.groups[0]; i < found.count; i++, left--) {
        const char *joint = i == 0 ? "" : left ? " " : " | ";
        if (!left)
            left = found.groups[++group];
        text = arena_printf(arena, "%s%s%s", text, joint,
                            plan_seat_label(scene->plan, found.seats[i], label));
    }
    assert_int_equal(found.adjacent, found.group_count == 1);
    for (int i = 0; i < found.relaxed_count; i++)
        text = arena_printf(arena, "%s%s%s%s", text, i ? ", " : " (", found.relaxed[i],
                            i == found.relaxed_count - 1 ? ")" : "");
    return text;
}

#define assert_best(drawing, request, expected) \
    assert_string_equal(best(a_hall(arena, drawing), request), expected)

/* ---- nearest, together --------------------------------------------------------------------- */

static void the_middle_of_the_first_row_is_best(void **state)
{
    assert_best(".......\n.......", seats(3), "A-3 A-4 A-5");
    assert_best(".......\n.......", seats(1), "A-4");
}

static void among_equals_the_first_in_the_plan_wins(void **state)
{
    assert_best("......", seats(1), "A-3");
    assert_best(".....", seats(2), "A-2 A-3");
}

static void a_party_sits_side_by_side_even_if_farther_back(void **state)
{
    assert_best("x..x..x\n.......", seats(3), "B-3 B-4 B-5");
    assert_best("..._...\n.......", seats(4), "B-2 B-3 B-4 B-5");
}

static void what_is_not_free_is_not_offered(void **state)
{
    assert_best("..xhb..\n.......", seats(3), "B-3 B-4 B-5");
    assert_best("..eee..", seats(3), "A-3 A-4 A-5");
    assert_best("..lll..\n.......", seats(3), "B-3 B-4 B-5");
}

static void restricted_view_counts_as_farther_away(void **state)
{
    assert_best("rrrrrrr\n.......", seats(3), "B-3 B-4 B-5");
    assert_best("..rrr..", seats(7), "A-1 A-2 A-3 A-4 A-5 A-6 A-7");
}

static void a_till_is_offered_what_was_lent_to_it(void **state)
{
    struct best_request request = seats(3);
    request.allotment = OTHER_TILL;
    assert_best("..lll..\n.......", request, "A-3 A-4 A-5");
}

static void a_block_is_open_to_its_channels(void **state)
{
    struct scene *scene = a_hall(arena, ".b.");
    scene->snapshot.state[1].open_to = CHANNEL_WEB;
    struct best_request request = seats(1);
    assert_string_equal(best(scene, request), "A-1");
    request.channel = CHANNEL_WEB;
    assert_string_equal(best(scene, request), "A-2");
}

/* ---- orphans ------------------------------------------------------------------------------- */

static void no_orphan_is_left_while_that_can_be_helped(void **state)
{
    assert_best("x.....x", seats(2), "A-2 A-3");
    assert_best("x...x\n.....", seats(2), "B-2 B-3");
    assert_best("#...#..", seats(2), "A-2 A-3");
}

static void an_orphan_is_left_only_where_the_rule_yields(void **state)
{
    assert_best("x...x", seats(2), "A-2 A-3 (gap)");
    assert_best("x...x...x", seats(2), "A-4 | A-6 (together)");
}

static void who_wants_no_orphan_gets_none_even_where_the_rule_yields(void **state)
{
    struct best_request request = seats(2);
    request.no_orphan = true;
    assert_best("x...x", request, "NOT_ENOUGH_SEATS");
    assert_best("x...x\nx..x", request, "B-2 B-3");
}

static void a_show_without_the_rule_leaves_orphans_rather_than_split_a_party(void **state)
{
    struct scene *scene = a_hall(arena, "x...x...x");
    scene->snapshot.show.gap_rule = false;
    assert_string_equal(best(scene, seats(2)), "A-3 A-4 (gap)");
}

/* ---- wheelchairs --------------------------------------------------------------------------- */

static struct best_request party(int count, int wheelchairs)
{
    struct best_request request = seats(count);
    request.accessible = wheelchairs;
    return request;
}

static void kept_places_are_kept_unless_asked_for(void **state)
{
    assert_best("..wc..\n......", seats(2), "A-1 A-2");
    assert_best("wc", seats(1), "NOT_ENOUGH_SEATS");
}

static void a_wheelchair_place_is_found_with_its_companion(void **state)
{
    assert_best("......\n.wc...", party(2, 1), "B-2 B-3");
    assert_best(".w....\n...cw.", party(2, 1), "B-4 B-5");
}

static void the_rest_of_the_party_sits_beside_the_wheelchair(void **state)
{
    assert_best("......\n..wc..", party(4, 1), "B-2 B-3 B-4 B-5");
}

static void no_more_wheelchair_places_are_taken_than_asked_for(void **state)
{
    assert_best("wwx...\n...wc.", party(2, 1), "B-4 B-5");
    assert_best("wwx...\n...wc.", party(2, 2), "A-1 A-2");
}

static void wheelchairs_are_parted_only_when_they_must_be(void **state)
{
    assert_best("wc...x\n......\n.cw...", party(4, 2), "A-1 A-2 A-3 | C-3 (together)");
    assert_best("w.x\n...", party(3, 2), "NOT_ENOUGH_SEATS");
    assert_non_null(strstr(why.message, "2 wheelchair places"));
}

static void who_cannot_sit_beside_the_wheelchair_sits_elsewhere(void **state)
{
    assert_best("wc#.....", party(4, 1), "A-1 A-2 | A-3 A-4 (together)");
    assert_best("w#w#....", party(2, 2), "A-1 | A-2 (together)");
}

/* ---- wishes, and giving them up ------------------------------------------------------------ */

static struct scene *two_classes(void)
{
    struct scene *scene = a_hall(arena, "=Stalls\n......\n......\n=Circle\n......");
    scene->plan->class_count = 2;
    for (int i = 0; i < scene->plan->seat_count; i++)
        scene->plan->seats[i].class_no = i >= 4 && i < 6;
    for (int i = 12; i < 18; i++)
        scene->plan->seats[i].class_no = 1;
    return scene;
}

static void a_section_can_be_asked_for(void **state)
{
    struct best_request request = seats(2);
    request.section = 1;
    assert_string_equal(best(two_classes(), request), "Circle-C-3 Circle-C-4");
}

static void a_class_can_be_asked_for(void **state)
{
    struct best_request request = seats(2);
    request.class_no = 1;
    assert_string_equal(best(two_classes(), request), "Stalls-A-5 Stalls-A-6");
    request.count = 3;
    assert_string_equal(best(two_classes(), request), "Circle-C-2 Circle-C-3 Circle-C-4");
}

static void an_aisle_seat_can_be_asked_for(void **state)
{
    struct best_request request = seats(2);
    request.aisle = true;
    assert_best("......_..\n.........", request, "A-5 A-6");
    assert_best("......#..", request, "A-4 A-5 (aisle)");
}

static void the_section_is_given_up_before_the_class(void **state)
{
    struct scene *scene = two_classes();
    struct best_request request = seats(3);
    request.section = 0;
    request.class_no = 1;
    assert_string_equal(best(scene, request), "Circle-C-2 Circle-C-3 Circle-C-4 (section)");
    request.count = 6;
    scene->snapshot.state[12].status = SEAT_SOLD;
    assert_string_equal(
        best(scene, request),
        "Stalls-A-1 Stalls-A-2 Stalls-A-3 Stalls-A-4 Stalls-A-5 Stalls-A-6 (class)");
}

static void the_gap_rule_is_given_up_before_the_section(void **state)
{
    struct scene *scene = a_hall(arena, "=Stalls\nx...x\n=Circle\n.....");
    struct best_request request = seats(2);
    request.section = 0;
    assert_string_equal(best(scene, request), "Stalls-A-2 Stalls-A-3 (gap)");
}

static void the_aisle_is_given_up_before_the_gap_rule(void **state)
{
    struct best_request request = seats(2);
    request.aisle = true;
    assert_best("x.._\n.....", request, "A-2 A-3");
    assert_best("x..x_.\n.....", request, "A-2 A-3 (aisle)");
}

static void nothing_more_is_given_up_than_the_best_offer_needs(void **state)
{
    struct best_request request = seats(2);
    request.section = 0;
    request.aisle = true;
    assert_string_equal(best(a_hall(arena, "=Stalls\nxx\n=Circle\n...._.."), request),
                        "Circle-B-3 Circle-B-4 (section)");
}

static void a_strict_request_gives_up_nothing(void **state)
{
    struct best_request request = seats(2);
    request.strict = true;
    assert_best("x..x", request, "A-2 A-3");
    assert_best("x...x", request, "NOT_ENOUGH_SEATS");
    assert_best(".#.", request, "NOT_ENOUGH_SEATS");
    request.aisle = true;
    assert_best("....", request, "NOT_ENOUGH_SEATS");
}

/* ---- in groups ----------------------------------------------------------------------------- */

static void a_party_that_cannot_sit_together_sits_in_the_fewest_groups(void **state)
{
    assert_best("....\n....\n....", seats(5), "A-1 A-2 A-3 | B-2 B-3 (together)");
    assert_best("....#.\n..", seats(6), "A-1 A-2 A-3 A-4 | B-1 B-2 (together)");
    assert_best("#..#..#..#", seats(6), "A-1 A-2 | A-3 A-4 | A-5 A-6 (together)");
}

static void groups_in_one_row_are_judged_together_by_the_gap_rule(void **state)
{
    assert_best("x...x...x", seats(5), "A-2 A-3 A-4 | A-6 A-7 (gap, together)");
    assert_best("x...x...x", seats(4), "A-2 A-3 A-4 | A-6 (together)");
}

static void a_party_can_insist_on_sitting_together(void **state)
{
    struct best_request request = seats(3);
    request.together = true;
    assert_best("..#..", request, "NOT_ENOUGH_SEATS");
    assert_non_null(strstr(why.message, "not 3 seats left side by side"));
}

static void a_full_house_has_nothing_to_offer(void **state)
{
    assert_best("xx\nxx", seats(1), "NOT_ENOUGH_SEATS");
    assert_best(".x\nx.", seats(3), "NOT_ENOUGH_SEATS");
    assert_string_equal(why.message, verdict_sentence(VERDICT_NOT_ENOUGH_SEATS));
    assert_best("", seats(1), "NOT_ENOUGH_SEATS");
}

static void one_aisle_seat_is_enough_for_all_groups(void **state)
{
    struct best_request request = seats(4);
    request.aisle = true;
    assert_best("#..#.._", request, "A-1 A-2 | A-3 A-4 (together)");
}

/* ---- next offer ---------------------------------------------------------------------------- */

static void the_next_offer_is_the_next_best(void **state)
{
    struct scene *scene = a_hall(arena, "...\n...");
    struct best_request request = seats(2);
    static const char *const offers[] = {"A-1 A-2", "A-2 A-3", "B-1 B-2", "B-2 B-3"};
    for (request.skip = 0; request.skip < 4; request.skip++)
        assert_string_equal(best(scene, request), offers[request.skip]);
    request.count = 3;
    request.skip = 2;
    assert_string_equal(best(scene, request), "NOT_ENOUGH_SEATS");
    request.skip = 3;
    assert_string_equal(best(scene, request), "NOT_ENOUGH_SEATS");
    assert_non_null(strstr(why.message, "2 offers and no further one"));
}

/* ---- bad requests -------------------------------------------------------------------------- */

static void requests_out_of_range_are_invalid(void **state)
{
    struct scene *scene = two_classes();
    static const struct {
        int count, accessible, class_no, section, skip;
    } wrong[] = {{0, 0, -1, -1, 0},
                 {-1, 0, -1, -1, 0},
                 {BEST_SEATS_MAX + 1, 0, -1, -1, 0},
                 {2, 3, -1, -1, 0},
                 {2, -1, -1, -1, 0},
                 {2, 0, 2, -1, 0},
                 {2, 0, -2, -1, 0},
                 {2, 0, -1, 2, 0},
                 {2, 0, -1, -2, 0},
                 {2, 0, -1, -1, -1},
                 {2, 0, -1, -1, BEST_SKIP_MAX + 1}};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        struct best_request request = seats(wrong[i].count);
        request.accessible = wrong[i].accessible;
        request.class_no = wrong[i].class_no;
        request.section = wrong[i].section;
        request.skip = wrong[i].skip;
        assert_string_equal(best(scene, request), "INVALID");
        assert_true(why.message[0] != '\0');
    }
}

static void places_that_are_no_numbers_do_no_harm(void **state)
{
    struct scene *scene = a_hall(arena, "...");
    scene->plan->seats[0].x = NAN;
    scene->plan->seats[1].x = INFINITY;
    scene->plan->seats[2].x = -INFINITY;
    assert_string_equal(best(scene, seats(3)), "A-1 A-2 A-3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(the_middle_of_the_first_row_is_best),
        WITH_ARENA(among_equals_the_first_in_the_plan_wins),
        WITH_ARENA(a_party_sits_side_by_side_even_if_farther_back),
        WITH_ARENA(what_is_not_free_is_not_offered),
        WITH_ARENA(restricted_view_counts_as_farther_away),
        WITH_ARENA(a_till_is_offered_what_was_lent_to_it),
        WITH_ARENA(a_block_is_open_to_its_channels),
        WITH_ARENA(no_orphan_is_left_while_that_can_be_helped),
        WITH_ARENA(an_orphan_is_left_only_where_the_rule_yields),
        WITH_ARENA(who_wants_no_orphan_gets_none_even_where_the_rule_yields),
        WITH_ARENA(a_show_without_the_rule_leaves_orphans_rather_than_split_a_party),
        WITH_ARENA(kept_places_are_kept_unless_asked_for),
        WITH_ARENA(a_wheelchair_place_is_found_with_its_companion),
        WITH_ARENA(the_rest_of_the_party_sits_beside_the_wheelchair),
        WITH_ARENA(no_more_wheelchair_places_are_taken_than_asked_for),
        WITH_ARENA(wheelchairs_are_parted_only_when_they_must_be),
        WITH_ARENA(who_cannot_sit_beside_the_wheelchair_sits_elsewhere),
        WITH_ARENA(a_section_can_be_asked_for),
        WITH_ARENA(a_class_can_be_asked_for),
        WITH_ARENA(an_aisle_seat_can_be_asked_for),
        WITH_ARENA(the_section_is_given_up_before_the_class),
        WITH_ARENA(the_gap_rule_is_given_up_before_the_section),
        WITH_ARENA(the_aisle_is_given_up_before_the_gap_rule),
        WITH_ARENA(nothing_more_is_given_up_than_the_best_offer_needs),
        WITH_ARENA(a_strict_request_gives_up_nothing),
        WITH_ARENA(a_party_that_cannot_sit_together_sits_in_the_fewest_groups),
        WITH_ARENA(groups_in_one_row_are_judged_together_by_the_gap_rule),
        WITH_ARENA(a_party_can_insist_on_sitting_together),
        WITH_ARENA(a_full_house_has_nothing_to_offer),
        WITH_ARENA(one_aisle_seat_is_enough_for_all_groups),
        WITH_ARENA(the_next_offer_is_the_next_best),
        WITH_ARENA(requests_out_of_range_are_invalid),
        WITH_ARENA(places_that_are_no_numbers_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
