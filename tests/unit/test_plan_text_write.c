#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/domain/hall_maker.h"
#include "src/domain/plan_letters.h"
#include "tests/unit/plan_files.h"
#include "tests/unit/plan_same.h"
#include "tests/unit/plan_tray.h"

static struct plan *a_hall(const char *text)
{
    struct plan *plan = plan_text_parse(text, strlen(text), arena, &faults);
    print_faults(&faults);
    if (!plan)
        fail_msg("not read:\n%s", text);
    return plan;
}

static const char *written(const struct plan *plan)
{
    const char *text = plan_text_write(plan, arena, &faults);
    print_faults(&faults);
    assert_non_null(text);
    return text;
}

static void survives(const struct plan *plan)
{
    const char *text = written(plan);
    const char *difference = plan_difference(plan, a_hall(text));
    if (difference)
        fail_msg("%s\n%s", difference, text);
}

static void holds(const struct plan *plan, const char *line)
{
    const char *text = written(plan);
    if (!strstr(text, line))
        fail_msg("expected %s in\n%s", line, text);
}

/* ---- round trips -------------------------------------------------------------------------- */

static void halls_we_ship_survive(void **state)
{
    survives(hall_make_studio(arena));
    survives(hall_make_playhouse(arena));
}

static void everything_that_can_be_drawn_survives(void **state)
{
    static const char *const halls[] = {
        "title T\nA oooo\n",
        "title \"\"\"Q\"\" \"\"\"\nstage bottom The Ring\nA oo\n",
        "title T\nstage left\nclass S Stalls #5E42ED\nclass s \"small #5E42ED\"\nA SsS\n",
        "title T\nstage right\nA o:o|o.o  :o\nB   :o\n",
        "title T\nstage none\nfocal -3.25 7\nA oo\n\n\nB oo\nsection Y\n\"C \"\"1\"\"\" oo\n",
        "title T\nstage centre FLOOR\nA oo\n",
        "title T\nsection X\nat -3 2.5\nturn 90\nA .o.\n+  w\nB oo\nsection Y\nA oo\n",
        ("title T\nsection X\nnumbers right 2 by 2\nA ooo\nB ooooooo\n= 1 2 3 5..9/2 11\n+ "
         "wcr#wc\n"),
        "title T\nsection X\nnumbers middle odd left\nA ooo:ooo\nsection Y\nnumbers left A\nA "
        "ooo\n",
        "title T\nA oooooooo\n= \"\" \"a b\" \"1..2\" 01 02 03 7 \"x\"\"y\"\n",
        "title T\nsection 二階席\n\"#1\" oo\n\"section\" oo\n\"+\" oo\n\"A..B\" oo\n\"\" oo\n",
        "title T\nsection A\nA    ooo\nsection B\nA  ooooooo\nsection C\nat 20 0\nA oo\n",
        "title T\nA ..oo\nB ..oo\n",
        "title T\nA :oo:\n",
    };
    for (int i = 0; i < COUNT_OF(halls); i++)
        survives(a_hall(halls[i]));
}

/* A small hall drawn by dice: sections, rows, gaps, marks, numbers. */
static int roll(uint32_t *dice, int sides)
{
    *dice = *dice * 1664525u + 1013904223u;
    return (int)((*dice >> 16) % (uint32_t)sides);
}

static const char *a_random_drawing(uint32_t *dice)
{
    static const char *const stages[] = {"top", "bottom", "left", "right", "centre", "none"};
    static const char *const ways[] = {
        "left", "right", "middle odd left", "middle even left", "left 5", "left 1 by 2"};
    static const char cells[] = "oooooooSSSSCC..::|wcr#";
    char *text = arena_alloc(arena, 4096), *at = text;
    at += sprintf(at, "title T\nstage %s\nclass S Stalls\nclass C Circle #123456\n",
                  stages[roll(dice, 6)]);
    int sections = 1 + roll(dice, 3);
    for (int s = 0; s < sections; s++) {
        at += sprintf(at, "section S%d\nnumbers %s\n", s, ways[roll(dice, 6)]);
        if (roll(dice, 3) == 0)
            at += sprintf(at, "at %d.%d %d\nturn %d\n", roll(dice, 40), roll(dice, 2) * 5,
                          roll(dice, 30) - 15, roll(dice, 4) * 90);
        int rows = 1 + roll(dice, 4);
        for (int r = 0; r < rows; r++) {
            at += sprintf(at, "%sR%d ", roll(dice, 4) ? "" : "\n", r);
            at += sprintf(at, "%*s", roll(dice, 4), "");
            int width = 1 + roll(dice, 12);
            for (int c = 0; c < width; c++)
                *at++ = cells[roll(dice, (int)(sizeof cells - 1))];
            at += sprintf(at, "o\n");
        }
    }
    return text;
}

static void random_drawings_survive(void **state)
{
    uint32_t dice = 7;
    for (int i = 0; i < 400; i++) {
        survives(a_hall(a_random_drawing(&dice)));
        arena_reset(arena);
    }
}

static void what_was_written_is_written_the_same_again(void **state)
{
    const char *text = written(hall_make_playhouse(arena));
    assert_string_equal(text, written(a_hall(text)));
}

/* ---- readable ----------------------------------------------------------------------------- */

static void numbers_are_said_the_short_way(void **state)
{
    holds(a_hall("title T\nA ooo\n= 3..1\n"), "numbers right\n");
    holds(a_hall("title T\nA ooo:ooo\n= 5..1/2 2..6/2\n"), "numbers middle odd left\n");
    holds(a_hall("title T\nA ooo\nB ooo\nC ooo\n= 1 5 6\n"), "= 1 5 6\n");
    holds(a_hall("title T\nA oooooo\n= 101..106\n"), "= 101..106\n");
    holds(a_hall("title T\nA oooooo\n= 9..5/2 20 22 30\n"), "= 9..5/2 20 22 30\n");
}

static void classes_are_drawn_by_their_initials(void **state)
{
    const struct plan *plan =
        a_hall("title T\nclass 1 stalls\nclass 2 Side\nclass 3 Circle\nclass 4 \"9th\"\nA 1234\n");
    holds(plan, "A SACB\n");
}

static void every_class_has_a_letter_of_its_own(void **state)
{
    struct plan plan = {.class_count = PLAN_CLASSES_MAX};
    plan.classes = arena_array(arena, PLAN_CLASSES_MAX, sizeof *plan.classes);
    struct plan_letters letters = plan_class_letters(&plan);
    for (int i = 0; i < PLAN_CLASSES_MAX; i++) {
        assert_null(letters.of[i][1] ? NULL : strchr(PLAN_LETTERS_TAKEN, letters.of[i][0]));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(letters.of[i], letters.of[j]);
    }
}

/* ---- halls from elsewhere ----------------------------------------------------------------- */

static void same_seats(const struct plan *a, const struct plan *b)
{
    assert_int_equal(a->seat_count, b->seat_count);
    for (int i = 0; i < a->seat_count; i++) {
        char left[SEAT_TEXT], right[SEAT_TEXT];
        assert_string_equal(plan_seat_label(a, i, left), plan_seat_label(b, i, right));
        assert_int_equal(a->seats[i].flags, b->seats[i].flags);
        assert_int_equal(plan_neighbours(a, i, i + 1), plan_neighbours(b, i, i + 1));
        assert_int_equal(a->seats[i].class_no, b->seats[i].class_no);
    }
}

static void an_arena_is_straightened_and_keeps_its_seats(void **state)
{
    const struct plan *plan = hall_make_arena(3000, arena);
    same_seats(plan, a_hall(written(plan)));
    holds(plan, "stage centre PITCH\n");
}

static void an_imported_hall_is_straightened_and_keeps_its_seats(void **state)
{
    const char *json = read_test_file(arena, "tests/data/pretix/kammerspiele.json");
    struct plan *plan = pretix_plan_read(json, strlen(json), arena, &faults);
    assert_null(plan_text_write(plan, arena, &faults)); /* it has shapes, and rows without seats */
    assert_int_equal(faults.count, 3);
    json = read_test_file(arena, "tests/data/seatsio/barn.json");
    memset(&faults, 0, sizeof faults);
    plan = seatsio_chart_read(json, strlen(json), arena, &faults, NULL);
    plan->area_count = 0;
    same_seats(plan, a_hall(written(plan)));
}

/* ---- refusals ----------------------------------------------------------------------------- */

static void cannot_be_drawn(const struct plan *plan, const char *sentence)
{
    memset(&faults, 0, sizeof faults);
    assert_null(plan_text_write(plan, arena, &faults));
    if (!strstr(faults.at[0].text, sentence)) {
        print_faults(&faults);
        fail_msg("expected %s", sentence);
    }
}

static void what_cannot_be_drawn_is_refused_with_the_reason(void **state)
{
    struct plan *plan = a_hall("title T\nA oo\n");
    struct plan_area areas[2] = {plan->areas[0], plan->areas[0]};
    plan->areas = areas;
    plan->area_count = 2;
    cannot_be_drawn(plan, "one stage, not 2");
    areas[1].kind = AREA_POLYGON;
    cannot_be_drawn(plan, "no shapes or texts; this plan has 1");
    plan = a_hall("title T\nA oo\n");
    plan->seats[0].flags |= SEAT_AISLE;
    cannot_be_drawn(plan, "no room to draw the aisle at seat A-1");
    plan->seats[1].cell = PLAN_COLUMNS_MAX;
    cannot_be_drawn(plan, "at most 4000 characters wide");
    plan = a_hall("title T\nA oo\nB oo\n");
    plan->rows[1].count = 0;
    cannot_be_drawn(plan, "row \"B\" has no seats");
    plan->sections[0].seat_count = 0;
    cannot_be_drawn(plan, "section \"\" has no seats");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(halls_we_ship_survive),
        T(everything_that_can_be_drawn_survives),
        T(random_drawings_survive),
        T(what_was_written_is_written_the_same_again),
        T(numbers_are_said_the_short_way),
        T(classes_are_drawn_by_their_initials),
        T(every_class_has_a_letter_of_its_own),
        T(an_arena_is_straightened_and_keeps_its_seats),
        T(an_imported_hall_is_straightened_and_keeps_its_seats),
        T(what_cannot_be_drawn_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
