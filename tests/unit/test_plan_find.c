#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/plan.h"
#include "tests/lib/builders.h"
#include "tests/lib/fresh_arena.h"
#include "tests/lib/name_seat.h"

static const char *label_of(const struct plan *plan, int seat)
{
    static char text[SEAT_TEXT];
    return plan_seat_label(plan, seat, text);
}

static struct plan *two_sections(void)
{
    return a_hall(arena, "=Stalls\n...\n....\n=Circle-Left\n..")->plan;
}

static void a_label_joins_what_is_not_empty(void **state)
{
    struct plan *plan = two_sections();
    assert_string_equal(label_of(plan, 0), "Stalls-A-1");
    assert_string_equal(label_of(plan, 8), "Circle-Left-C-2");
    assert_string_equal(label_of(a_row(arena, "..")->plan, 1), "A-2");
    plan->rows[0].label[0] = '\0';
    assert_string_equal(label_of(plan, 2), "Stalls-3");
    name_seat(plan, 2, "", "", arena);
    assert_string_equal(label_of(plan, 2), "Stalls");
}

static void the_longest_label_fits(void **state)
{
    struct plan *plan = a_row(arena, ".")->plan;
    memset(plan->sections[0].name, 's', SECTION_TEXT - 1);
    memset(plan->rows[0].label, 'r', ROW_TEXT - 1);
    name_seat(plan, 0, "nnnnnnnnnnnnnnn", "", arena);
    char text[SEAT_TEXT + 1];
    text[SEAT_TEXT] = 'z';
    assert_int_equal(strlen(plan_seat_label(plan, 0, text)), SEAT_TEXT - 1);
    assert_int_equal(text[SEAT_TEXT], 'z');
}

static void every_seat_is_found_by_its_label(void **state)
{
    struct plan *plan = two_sections();
    for (int seat = 0; seat < plan->seat_count; seat++)
        assert_int_equal(plan_find_seat(plan, label_of(plan, seat)), seat);
}

static void what_is_not_a_label_is_not_found(void **state)
{
    struct plan *plan = two_sections();
    static const char *const wrong[] = {"",           "Stalls",     "Stalls-A",
                                        "Stalls-A-",  "Stalls-A-4", "Stalls-A-11",
                                        "stalls-A-1", "A-1",        "Stalls-A-1 "};
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(plan_find_seat(plan, wrong[i]), -1);
}

static void sections_and_classes_are_found_by_name(void **state)
{
    struct plan *plan = two_sections();
    assert_int_equal(plan_find_section(plan, "Circle-Left"), 1);
    assert_int_equal(plan_find_section(plan, "Circle"), -1);
    assert_int_equal(plan_find_class(plan, "Standard"), 0);
    assert_int_equal(plan_find_class(plan, "Luxury"), -1);
}

static void a_few_labels_are_found_at_once(void **state)
{
    struct plan *plan = two_sections();
    const char *labels[] = {"Stalls-B-4", "nowhere", "Stalls-A-1", "Stalls-B-4"};
    int seats[4];
    assert_int_equal(plan_find_seats(plan, labels, 4, seats, arena), 1);
    assert_int_equal(seats[0], 6);
    assert_int_equal(seats[1], -1);
    assert_int_equal(seats[2], 0);
    assert_int_equal(seats[3], 6);
}

static struct plan *many_rows(int rows)
{
    char *drawing = arena_alloc(arena, (size_t)rows * 41 + 1);
    for (int i = 0; i < rows; i++)
        memcpy(drawing + i * 41, "........................................\n", 41);
    return a_hall(arena, drawing)->plan;
}

static void thousands_of_labels_are_found_at_once(void **state)
{
    struct plan *plan = many_rows(100);
    int count = plan->seat_count + 3;
    const char **labels = arena_array(arena, (size_t)count, sizeof *labels);
    int *seats = arena_array(arena, (size_t)count, sizeof *seats);
    for (int i = 0; i < plan->seat_count; i++)
        labels[plan->seat_count - 1 - i] = arena_strdup(arena, label_of(plan, i));
    labels[count - 3] = "A-41";
    labels[count - 2] = "A-1"; /* again */
    labels[count - 1] = "";
    assert_int_equal(plan_find_seats(plan, labels, count, seats, arena), 2);
    for (int i = 0; i < plan->seat_count; i++)
        assert_int_equal(seats[plan->seat_count - 1 - i], i);
    assert_int_equal(seats[count - 3], -1);
    assert_int_equal(seats[count - 2], 0);
    assert_int_equal(seats[count - 1], -1);
}

static void labels_with_empty_parts_are_found_among_many(void **state)
{
    struct plan *plan = many_rows(1);
    plan->rows[0].label[0] = '\0';
    name_seat(plan, 39, "", "", arena);
    const char *labels[] = {"", "39", "38", "37", "36", "35", "34", "33", "32", "-1"};
    int seats[COUNT_OF(labels)];
    assert_int_equal(plan_find_seats(plan, labels, COUNT_OF(labels), seats, arena), 1);
    assert_int_equal(seats[0], 39);
    for (int i = 1; i < 9; i++)
        assert_int_equal(seats[i], 39 - i);
}

static void of_two_seats_with_one_label_the_first_is_found(void **state)
{
    struct plan *plan = many_rows(1);
    name_seat(plan, 5, "39", "", arena);
    const char *labels[10] = {"A-39", "A-1", "A-2", "A-3", "A-4",
                              "A-5",  "A-7", "A-8", "A-9", "A-10"};
    int few[1], many[10];
    assert_int_equal(plan_find_seats(plan, labels, 1, few, arena), 0);
    assert_int_equal(plan_find_seats(plan, labels, 10, many, arena), 0);
    assert_int_equal(few[0], 5);
    assert_int_equal(many[0], 5);
}

static void neighbours_share_row_and_run(void **state)
{
    struct plan *plan = a_hall(arena, ".._..\n..")->plan;
    assert_true(plan_neighbours(plan, 0, 1));
    assert_false(plan_neighbours(plan, 1, 0));
    assert_false(plan_neighbours(plan, 0, 2));
    assert_false(plan_neighbours(plan, 1, 2)); /* the aisle */
    assert_false(plan_neighbours(plan, 3, 4)); /* the next row */
    assert_false(plan_neighbours(plan, 5, 6)); /* the end */
    assert_false(plan_neighbours(plan, -1, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(a_label_joins_what_is_not_empty),
        WITH_ARENA(the_longest_label_fits),
        WITH_ARENA(every_seat_is_found_by_its_label),
        WITH_ARENA(what_is_not_a_label_is_not_found),
        WITH_ARENA(sections_and_classes_are_found_by_name),
        WITH_ARENA(a_few_labels_are_found_at_once),
        WITH_ARENA(thousands_of_labels_are_found_at_once),
        WITH_ARENA(labels_with_empty_parts_are_found_among_many),
        WITH_ARENA(of_two_seats_with_one_label_the_first_is_found),
        WITH_ARENA(neighbours_share_row_and_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
