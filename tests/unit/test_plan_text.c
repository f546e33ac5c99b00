#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "tests/unit/plan_same.h"
#include "tests/unit/plan_tray.h"

/* ---- builders ----------------------------------------------------------------------------- */

static const struct plan *a_hall(const char *text)
{
    memset(&faults, 0, sizeof faults);
    struct plan *plan = plan_text_parse(text, strlen(text), arena, &faults);
    print_faults(&faults);
    assert_non_null(plan);
    return plan;
}

#define HEAD "title T\nclass S Stalls #5E42ED\nclass C Circle\n"

static const char *labels_of(const struct plan *plan)
{
    static char all[2000];
    all[0] = '\0';
    for (int i = 0; i < plan->seat_count; i++) {
        char label[SEAT_TEXT];
        strcat(all, i ? " " : "");
        strcat(all, plan_seat_label(plan, i, label));
    }
    return all;
}

static void refused(const char *text, int line, int column, const char *sentence)
{
    memset(&faults, 0, sizeof faults);
    assert_null(plan_text_parse(text, strlen(text), arena, &faults));
    for (int i = 0; i < faults.count && i < PLAN_FAULTS_MAX; i++)
        if (faults.at[i].line == line && faults.at[i].column == column &&
            strstr(faults.at[i].text, sentence))
            return;
    print_faults(&faults);
    fail_msg("expected %d:%d %s", line, column, sentence);
}

/* ---- what a drawing means ----------------------------------------------------------------- */

static void the_smallest_hall_is_a_title_and_a_row(void **state)
{
    const struct plan *plan = a_hall("title My hall\nA oooo\n");
    assert_string_equal(plan->name, "My hall");
    assert_string_equal(labels_of(plan), "A-1 A-2 A-3 A-4");
    assert_int_equal(plan->class_count, 1);
    assert_string_equal(plan->classes[0].name, "Standard");
    assert_int_equal(plan->seats[0].no, -1);
    assert_string_equal(plan_seat_guid(plan, &plan->seats[0]), "");
}

static void seats_are_named_by_section_row_and_number(void **state)
{
    const struct plan *plan = a_hall(HEAD "section Grand Stalls\nA SS\nB S\nsection Circle\nA C\n");
    assert_string_equal(labels_of(plan),
                        "Grand Stalls-A-1 Grand Stalls-A-2 Grand Stalls-B-1 Circle-A-1");
    assert_int_equal(plan->section_count, 2);
    assert_int_equal(plan->sections[1].first_row, 2);
    assert_int_equal(plan->sections[1].first_seat, 3);
    assert_int_equal(plan->seats[3].class_no, 1);
    assert_string_equal(plan->classes[0].colour, "#5E42ED");
    assert_string_equal(plan->classes[1].colour, "");
}

static void gaps_aisles_and_walls_end_a_run(void **state)
{
    const struct plan *plan = a_hall(HEAD "A SS.S:S|S S\n");
    const int runs[] = {0, 0, 1, 2, 3, 4}, cells[] = {0, 1, 3, 5, 7, 9};
    for (int i = 0, run = 0; i < 6; i++) {
        run = plan_next_run(plan, i, run);
        assert_int_equal(run, runs[i]);
        assert_int_equal(plan->seats[i].cell, cells[i]);
    }
    assert_true(plan_neighbours(plan, 0, 1));
    assert_false(plan_neighbours(plan, 1, 2));
}

static void only_seats_beside_a_colon_stand_at_an_aisle(void **state)
{
    const struct plan *plan = a_hall(HEAD "A :SSS:S|S.S\n");
    const int aisle[] = {1, 0, 1, 1, 0, 0};
    for (int i = 0; i < 6; i++)
        assert_int_equal(!!(plan->seats[i].flags & SEAT_AISLE), aisle[i]);
}

static void marks_in_the_row_and_under_it_say_what_a_seat_is(void **state)
{
    const struct plan *plan = a_hall(HEAD "class C\nA wcr#oS\n+     rw\n+      #\n");
    const int flags[] = {SEAT_WHEELCHAIR, SEAT_COMPANION,  SEAT_RESTRICTED,
                         SEAT_HOUSE,      SEAT_RESTRICTED, SEAT_WHEELCHAIR | SEAT_HOUSE};
    for (int i = 0; i < 6; i++)
        assert_int_equal(plan->seats[i].flags, flags[i]);
    assert_int_equal(plan->seats[0].class_no, 1);
    assert_int_equal(plan->seats[5].class_no, 0);
    plan = a_hall(HEAD "section X\nclass C\nA wS\n");
    assert_int_equal(plan->seats[0].class_no, 1);
    assert_int_equal(plan->seats[1].class_no, 0);
}

static void a_range_of_rows_is_drawn_once(void **state)
{
    assert_string_equal(labels_of(a_hall(HEAD "A..C SS\n")), "A-1 A-2 B-1 B-2 C-1 C-2");
    assert_string_equal(labels_of(a_hall(HEAD "C..A S\n")), "C-1 B-1 A-1");
    assert_string_equal(labels_of(a_hall(HEAD "skip I O\nG..P S\n")),
                        "G-1 H-1 J-1 K-1 L-1 M-1 N-1 P-1");
    assert_string_equal(labels_of(a_hall(HEAD "08..10 S\n")), "08-1 09-1 10-1");
    assert_string_equal(labels_of(a_hall(HEAD "Y..AB S\n")), "Y-1 Z-1 AA-1 AB-1");
    assert_string_equal(labels_of(a_hall(HEAD "\"A..C\" S\n")), "A..C-1");
}

static void marks_and_numbers_reach_every_row_of_a_range(void **state)
{
    const struct plan *plan = a_hall(HEAD "A..B SS\n+    w\n=    7 9\n");
    assert_string_equal(labels_of(plan), "A-7 A-9 B-7 B-9");
    assert_int_equal(plan->seats[2].flags, SEAT_WHEELCHAIR);
}

static void seats_are_counted_as_the_house_does(void **state)
{
    assert_string_equal(labels_of(a_hall(HEAD "section X\nnumbers right\nA SSS\n")),
                        "X-A-3 X-A-2 X-A-1");
    assert_string_equal(labels_of(a_hall(HEAD "section X\nnumbers left 101\nA SS\n")),
                        "X-A-101 X-A-102");
    assert_string_equal(labels_of(a_hall(HEAD "section X\nnumbers right 2 by 2\nA SSS\n")),
                        "X-A-6 X-A-4 X-A-2");
    assert_string_equal(labels_of(a_hall(HEAD "section X\nnumbers left A\nA SS\n")), "X-A-A X-A-B");
    assert_string_equal(
        labels_of(a_hall(HEAD "section X\nnumbers middle odd left\nA SSS:SSS\nB .SS:SS\n")),
        "X-A-5 X-A-3 X-A-1 X-A-2 X-A-4 X-A-6 X-B-3 X-B-1 X-B-2 X-B-4");
    assert_string_equal(labels_of(a_hall(HEAD "section X\nnumbers middle even left\nA SS:SS\n")),
                        "X-A-4 X-A-2 X-A-1 X-A-3");
}

static void the_way_of_counting_holds_until_it_changes_or_the_section_ends(void **state)
{
    const char *text =
        HEAD "section X\nnumbers right\nA SS\nnumbers left 5\nB SS\nsection Y\nA SS\n";
    assert_string_equal(labels_of(a_hall(text)), "X-A-2 X-A-1 X-B-5 X-B-6 Y-A-1 Y-A-2");
}

static void what_is_said_before_any_section_holds_in_all(void **state)
{
    const struct plan *plan =
        a_hall(HEAD "numbers right\nclass C\nsection X\nA oo\nsection Y\nA oo\n");
    assert_string_equal(labels_of(plan), "X-A-2 X-A-1 Y-A-2 Y-A-1");
    assert_int_equal(plan->seats[3].class_no, 1);
}

static void a_line_of_numbers_beats_every_rule(void **state)
{
    assert_string_equal(labels_of(a_hall(HEAD "A SSSSSS\n= 5..1/2 2..4/2 \"9..9\"\n")),
                        "A-5 A-3 A-1 A-2 A-4 A-9..9");
}

static void columns_and_lines_are_places_in_the_hall(void **state)
{
    const struct plan *plan = a_hall(HEAD "section X\nA    S:S\n\nB  S\nsection Y\nA    C\n");
    assert_true(plan->seats[0].x == 2 && plan->seats[0].y == 0);
    assert_true(plan->seats[1].x == 4);
    assert_int_equal(plan->seats[0].cell, 2);
    assert_true(plan->seats[2].x == 0 && plan->seats[2].y == 4); /* beyond the cross aisle */
    assert_true(plan->seats[3].x == 2 && plan->seats[3].y == 8);
    assert_int_equal(plan->seats[3].cell, 0);
}

static void a_section_can_stand_elsewhere_and_be_turned(void **state)
{
    const char *format = HEAD "section X\nat 10 -4.5\nturn %d\nA SS\nB S\n";
    const float x[] = {11, 10, 9, 10}, y[] = {-4.5f, -3.5f, -4.5f, -5.5f};
    for (int i = 0; i < 4; i++) {
        const struct plan *plan = a_hall(arena_printf(arena, format, i * 90));
        assert_true(plan->seats[0].x == 10 && plan->seats[0].y == -4.5f);
        assert_true(plan->seats[1].x == x[i] && plan->seats[1].y == y[i]);
    }
}

static void the_stage_is_what_everybody_looks_at(void **state)
{
    const struct plan *plan = a_hall(HEAD "A SSSSS\nB SSSSS\n");
    assert_int_equal(plan->area_count, 1);
    assert_int_equal(plan->areas[0].kind, AREA_STAGE);
    assert_string_equal(plan->areas[0].text, "STAGE");
    assert_true(plan->focal_x == 2 && plan->focal_y < 0);
    plan = a_hall(HEAD "stage bottom Ring\nA SSSSS\n");
    assert_string_equal(plan->areas[0].text, "Ring");
    assert_true(plan->focal_y > 0);
    plan = a_hall(HEAD "stage left\nA SSSSS\n");
    assert_true(plan->focal_x < 0 && plan->focal_y == 0);
    plan = a_hall(HEAD "stage right\nA SSSSS\n");
    assert_true(plan->focal_x > 4);
    plan = a_hall(HEAD "stage centre\nA SSSSS\n");
    assert_true(plan->focal_x == 2 && plan->focal_y == 0);
    plan = a_hall(HEAD "stage none\nA SSSSS\nE SSSSS\n");
    assert_int_equal(plan->area_count, 0);
    assert_true(plan->focal_x == 2 && plan->focal_y < 0);
    plan = a_hall(HEAD "focal 3 -7.25\nA SSSSS\n");
    assert_true(plan->focal_x == 3 && plan->focal_y == -7.25f);
}

static void editors_may_leave_a_mark_crlf_and_spaces(void **state)
{
    const struct plan *plan = a_hall("\xEF\xBB\xBFtitle T  \r\n# note\r\n\r\n  A  oo  \r\n");
    assert_string_equal(plan->name, "T");
    assert_string_equal(labels_of(plan), "A-1 A-2");
}

static void names_may_be_quoted_and_in_any_script(void **state)
{
    const struct plan *plan = a_hall("title \"A \"\"B\"\"\"\nclass É \"Épargne #5E42ED\" #000000\n"
                                     "section 二階席\n\"row\" É\n");
    assert_string_equal(plan->name, "A \"B\"");
    assert_string_equal(plan->classes[0].name, "Épargne #5E42ED");
    assert_string_equal(plan->classes[0].colour, "#000000");
    assert_string_equal(labels_of(plan), "二階席-row-1");
}

/* ---- refusals ----------------------------------------------------------------------------- */

static void faults_are_told_with_line_and_column(void **state)
{
    refused("A oo\n", 0, 0, "no title");
    refused("title T\n", 0, 0, "no seats");
    refused("title\nA o\n", 1, 6, "title is missing");
    refused("title T\ntitle U\nA o\n", 2, 1, "title already");
    refused("title T\nA ox\n", 2, 4, "\"x\" is not a class");
    refused("title T\nA oéo\n", 2, 4, "\"é\" is not a class");
    refused("title T\nA o\to\n", 2, 4, "tab");
    refused("title T\nA o\xff\n", 2, 4, "UTF-8");
    refused("title T\n# \x01\nA o\n", 2, 3, "U+0001");
    refused("title \xe2\x80\xaeT\nA o\n", 1, 7, "U+202E");
    refused("title T\nA\n", 2, 1, "row A has no seats");
    refused("title T\nA ..\n", 2, 1, "row A has no seats");
    refused("title T\nA oo\nA oo\n", 3, 3, "seat A-1 already, on line 2");
    refused("title T\nABCDEFGHIJKLMNOPQ o\n", 2, 1, "15 bytes");
    refused("title \"T\nA o\n", 1, 7, "no end");
    refused("title \"T\"x\nA o\n", 1, 10, "space must follow");
    refused("title \"T\" x\nA o\n", 1, 11, "nothing may follow");
}

static void every_directive_says_what_it_wants(void **state)
{
    refused("title T\nstage up\nA o\n", 2, 7, "top, bottom");
    refused("title T\nstage\nA o\n", 2, 6, "where the stage stands");
    refused("title T\nfocal 1\nA o\n", 2, 8, "two lengths");
    refused("title T\nfocal 1 x\nA o\n", 2, 9, "number of seat widths");
    refused("title T\nfocal 1 1.1\nA o\n", 2, 9, "quarters");
    refused("title T\nfocal 1 1 1\nA o\n", 2, 11, "nothing may follow");
    refused("title T\nfocal 1 1e9\nA o\n", 2, 9, "number of seat widths");
    refused("title T\nfocal 1 -\nA o\n", 2, 9, "number of seat widths");
    refused("title T\nfocal 1 999999999999\nA o\n", 2, 9, "quarters");
    refused("title T\nclass\nA o\n", 2, 6, "letter and a name");
    refused("title T\nclass SS Stalls\nA o\n", 2, 7, "one letter");
    refused("title T\nclass w Wheel\nA o\n", 2, 7, "mean something already");
    refused("title T\nclass S A\nclass S B\nA o\n", 3, 7, "another class has this letter");
    refused("title T\nclass S A\nclass T A\nA o\n", 0, 0, "two classes named \"A\"");
    refused("title T\nclass S \"A\" blue\nA o\n", 2, 13, "colour looks like");
    refused("title T\nclass S \"A\" #000000 x\nA o\n", 2, 21, "nothing may follow");
    refused("title T\nclass S 01234567890123456789012345678901\nA o\n", 2, 9, "31 bytes");
    refused("title T\nclass S \"01234567890123456789012345678901\"\nA o\n", 2, 10, "31 bytes");
    refused("title T\nclass S \"\"\nA o\n", 0, 0, "no name");
    refused("title T\nsection X\nclass S\nA o\n", 3, 7, "no class has this letter");
    refused("title T\nsection\nA o\n", 2, 8, "name is missing");
    refused("title T\nsection X\nA o\nsection X\nB o\n", 4, 9, "already, on line 2");
    refused("title T\nsection X\nsection Y\nB o\n", 2, 0, "has no rows");
    refused("title T\nat 1 1\nA o\n", 2, 1, "into a section");
    refused("title T\nturn 90\nA o\n", 2, 1, "into a section");
    refused("title T\nsection X\nturn 45\nA o\n", 3, 6, "90");
    refused("title T\nsection X\nturn\nA o\n", 3, 5, "how far");
    refused("title T\nnumbers\nA o\n", 2, 8, "left, right");
    refused("title T\nnumbers up\nA o\n", 2, 9, "left, right");
    refused("title T\nnumbers middle\nA o\n", 2, 15, "which");
    refused("title T\nnumbers middle odd\nA o\n", 2, 19, "which");
    refused("title T\nnumbers middle odd right\nA o\n", 2, 20, "middle odd left");
    refused("title T\nnumbers left by\nA o\n", 2, 16, "by how much");
    refused("title T\nnumbers left by 0\nA o\n", 2, 17, "1 to 100");
    refused("title T\nnumbers left x1\nA o\n", 2, 14, "number or a letter");
    refused("title T\nskip 01234567890123456\nA o\n", 2, 6, "15 bytes");
}

static void ranges_must_make_sense(void **state)
{
    refused("title T\nA..3 o\n", 2, 1, "number to number");
    refused("title T\n1..x o\n", 2, 1, "number to number");
    refused("title T\n1..4/2 o\n", 2, 1, "do not reach");
    refused("title T\n1..4/0 o\n", 2, 1, "step");
    refused("title T\n1..99999 o\n", 2, 1, "too long");
    refused("title T\n1..99999999999999999999999999999999999999999999999 o\n", 2, 1, "longer than");
    refused("title T\nA oo\n= 1\n", 3, 1, "2 seats, not 1");
    refused("title T\nA oo\n= 1..3\n", 3, 1, "2 seats, not 3");
    refused("title T\nA oo\n= 1..x 2\n", 3, 3, "number to number");
    refused("title T\nA oo\n= 1 1\n", 2, 4, "A-1 already");
    refused("title T\nA oo\n= 1 2\n= 3 4\n", 4, 1, "numbers already");
    refused("title T\n= 1\nA o\n", 2, 1, "under a row");
    refused("title T\nA o\nnumbers left\n+ w\n", 4, 1, "under a row");
    refused("title T\nA o\n+  w\n", 3, 4, "no seat stands above");
    refused("title T\nA o\n+ x\n", 3, 3, "only w c r #");
    refused("title T\nA o\n+ w\n+ w\n+ w\n+ w\n+ w\n", 7, 1, "four lines");
}

static void all_faults_are_told_in_order_and_only_the_first_fifty_kept(void **state)
{
    char *text = arena_alloc(arena, 2000);
    strcpy(text, "title T\nstage up\n");
    for (int i = 0; i < 60; i++)
        strcat(text, arena_printf(arena, "%d x\n", i));
    assert_null(plan_text_parse(text, strlen(text), arena, &faults));
    assert_int_equal(faults.count, 61);
    for (int i = 0; i < PLAN_FAULTS_MAX; i++)
        assert_int_equal(faults.at[i].line, i + 2);
}

static void a_fault_never_quotes_what_would_break_a_terminal(void **state)
{
    plan_fault_add(&faults, 1, 1, "a\x1b[2J\xff\xe2\x80\xae é");
    assert_string_equal(faults.at[0].text, "a?[2J?? é");
}

static void files_and_halls_have_a_size(void **state)
{
    struct plan_faults *many = arena_alloc(arena, sizeof *many);
    assert_null(plan_text_parse("", (size_t)PLAN_BYTES_MAX + 1, arena, many));
    assert_non_null(strstr(many->at[0].text, "64 MiB"));
    char *line = arena_alloc(arena, PLAN_COLUMNS_MAX + 100);
    strcpy(line, "title T\nA ");
    memset(line + 10, 'o', PLAN_COLUMNS_MAX);
    refused(line, 2, PLAN_COLUMNS_MAX + 1, "longer than 4000");
    strcpy(line, "title T\n1..4000 ");
    memset(line + 16, 'o', 60);
    line[76] = '\0';
    refused(line, 2, 0, "at most 200000 seats");
    char *sections = arena_alloc(arena, 70000);
    char *at = stpcpy(sections, "title T\n");
    for (int i = 0; i < 4100; i++)
        at += sprintf(at, "section %d\n", i);
    assert_null(plan_text_parse(sections, strlen(sections), arena, many));
    char *skips = arena_alloc(arena, 1000);
    at = stpcpy(skips, "title T\nskip");
    for (int i = 0; i < 33; i++)
        at = stpcpy(at, " I");
    refused(skips, 2, 70, "32 labels");
    char *classes = arena_alloc(arena, 4000);
    at = stpcpy(classes, "title T\n");
    for (int i = 0; i < 65; i++)
        at += sprintf(at, "class %c%c c%d\n", 0xce + i / 60, 0x80 + 0x3f - i % 60, i);
    assert_null(plan_text_parse(classes, strlen(classes), arena, many));
}

static void a_hundred_thousand_seats_are_read(void **state)
{
    char *text = arena_alloc(arena, 20000);
    char *at = stpcpy(text, "title Big\n");
    for (int i = 0; i < 100; i++) {
        at += sprintf(at, "section %d\n1..20 ", i);
        memset(at, 'o', 50);
        at = stpcpy(at + 50, "\n");
    }
    const struct plan *plan = a_hall(text);
    assert_int_equal(plan->seat_count, 100000);
    assert_int_equal(plan_find_seat(plan, "99-20-50"), 99999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(the_smallest_hall_is_a_title_and_a_row),
        T(seats_are_named_by_section_row_and_number),
        T(gaps_aisles_and_walls_end_a_run),
        T(only_seats_beside_a_colon_stand_at_an_aisle),
        T(marks_in_the_row_and_under_it_say_what_a_seat_is),
        T(a_range_of_rows_is_drawn_once),
        T(marks_and_numbers_reach_every_row_of_a_range),
        T(seats_are_counted_as_the_house_does),
        T(the_way_of_counting_holds_until_it_changes_or_the_section_ends),
        T(what_is_said_before_any_section_holds_in_all),
        T(a_line_of_numbers_beats_every_rule),
        T(columns_and_lines_are_places_in_the_hall),
        T(a_section_can_stand_elsewhere_and_be_turned),
        T(the_stage_is_what_everybody_looks_at),
        T(editors_may_leave_a_mark_crlf_and_spaces),
        T(names_may_be_quoted_and_in_any_script),
        T(faults_are_told_with_line_and_column),
        T(every_directive_says_what_it_wants),
        T(ranges_must_make_sense),
        T(all_faults_are_told_in_order_and_only_the_first_fifty_kept),
        T(a_fault_never_quotes_what_would_break_a_terminal),
        T(files_and_halls_have_a_size),
        T(a_hundred_thousand_seats_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
