#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/text.h"
#include "src/domain/hall_maker.h"
#include "src/domain/plan_draw.h"
#include "tests/unit/plan_same.h"

static struct arena *arena;
static struct plan_drawing empty;

enum { NOW = 1000 };

static int set_up(void **state)
{
    arena = arena_new();
    empty = (struct plan_drawing){.section = -1};
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

static struct plan *a_hall(const char *text)
{
    return a_drawn_hall(arena, text);
}

/* A show in which every seat is free; the returned states may be changed. */
static struct seat_state *a_show(const struct plan *plan, struct plan_drawing *drawing)
{
    struct seat_state *state = arena_array(arena, (size_t)plan->seat_count, sizeof *state);
    *drawing = (struct plan_drawing){.section = -1, .state = state, .now = NOW};
    return state;
}

static void shows(const char *drawn, const char *part)
{
    if (!strstr(drawn, part))
        fail_msg("expected %s in\n%s", part, drawn);
}

static void an_empty_hall_shows_classes_marks_and_row_labels_on_both_sides(void **state)
{
    const struct plan *plan = a_hall("title T\nclass S Stalls\nclass C Circle\nsection Stalls\n"
                                     "A SSS:SSS\n+ w     #\nsection Circle\n10 CCCC\n+  cr\n");
    assert_string_equal(plan_draw(plan, &empty, arena),
                        "  =====  STAGE  =====\n"
                        "\n"
                        "Stalls  6 seats\n"
                        " A  w S S   S S #  A\n"
                        "\n"
                        "Circle  4 seats\n"
                        "10     c r C C     10\n"
                        "\n"
                        "w wheelchair place   c companion   r restricted view   # house seat   "
                        "S Stalls   C Circle\n");
}

static void a_show_tells_how_every_seat_stands(void **state)
{
    struct plan_drawing drawing;
    const struct plan *plan = a_hall("title T\nA oooooooow\n");
    struct seat_state *seats = a_show(plan, &drawing);
    const struct uuid mine = {{7}};
    seats[1] = (struct seat_state){.status = SEAT_HELD, .held_until = NOW + 1};
    seats[2] = (struct seat_state){.status = SEAT_HELD, .held_until = NOW + 1, .holder = mine};
    seats[3].status = SEAT_SOLD;
    seats[4].status = SEAT_BLOCKED;
    seats[5] = (struct seat_state){.status = SEAT_BLOCKED, .open_to = CHANNEL_WEB};
    seats[6] = (struct seat_state){.status = SEAT_HELD, .held_until = NOW, .holder = mine};
    drawing.mine = &mine;
    drawing.mine_count = 1;
    shows(plan_draw(plan, &drawing, arena), "A  o h @ x # , o o w  A\n");
    shows(plan_draw(plan, &drawing, arena), "4 of 9 free\n");
    shows(plan_draw(plan, &drawing, arena),
          "o free   w wheelchair place, free   @ mine   h held   x sold   # blocked   "
          ", for another channel\n");
    drawing.glyphs = PLAN_GRAPHIC;
    shows(plan_draw(plan, &drawing, arena), "A  ○ ▒ ■ x # · ○ ○ w  A\n");
}

static void a_wide_hall_takes_one_column_a_seat(void **state)
{
    const struct plan *plan = a_hall("title T\nA oooooooooo\n");
    empty.columns = 20;
    shows(plan_draw(plan, &empty, arena), "A  SSSSSSSSSS  A\n");
    empty.columns = 26;
    shows(plan_draw(plan, &empty, arena), "A  S S S");
}

static void narrow_sections_stand_in_the_middle(void **state)
{
    const struct plan *plan = a_hall("title T\nsection X\nA oooooo\nsection Y\nB oo\n");
    shows(plan_draw(plan, &empty, arena), "B      S S      B\n");
}

static void the_stage_stands_where_it_is(void **state)
{
    const char *drawn =
        plan_draw(a_hall("title T\nstage bottom Ring\nA oooooooooooo\n"), &empty, arena);
    assert_true(strstr(drawn, "Ring") > strstr(drawn, "A  S"));
    drawn = plan_draw(a_hall("title T\nstage none\nA oo\n"), &empty, arena);
    assert_true(strstr(drawn, "STAGE") < strstr(drawn, "A  S"));
}

static void one_section_can_be_drawn_alone(void **state)
{
    const struct plan *plan = hall_make_arena(20000, arena);
    empty.section = 3;
    const char *drawn = plan_draw(plan, &empty, arena);
    shows(drawn, "104  500 seats\n");
    assert_null(strstr(drawn, "105"));
}

static void a_small_house_in_the_round_is_drawn_as_it_stands(void **state)
{
    const char *drawn = plan_draw(hall_make_studio(arena), &empty, arena);
    shows(drawn, "        B B B B B B B B B\n\n          F F F F F F F\n");
    shows(drawn, "FLOOR");
    int seats = 0;
    for (const char *at = drawn; at < strstr(drawn, "\n\nw wheel"); at++)
        seats += *at != ' ' && *at != '\n';
    assert_int_equal(seats, 62 + 5);
}

static void seats_too_close_to_draw_in_place_are_drawn_in_rows(void **state)
{
    struct plan *plan = a_hall("title T\nstage centre\nA oooooooo\nB oooooooo\n");
    for (int i = 8; i < 16; i++)
        plan->seats[i].y = 0.25f; /* almost the same line */
    plan_finish(plan);
    plan->focal_y = 0.1f;
    shows(plan_draw(plan, &empty, arena), "B  S S S");
}

static void a_large_hall_is_a_tile_a_section(void **state)
{
    struct plan_drawing drawing;
    const struct plan *plan = hall_make_arena(12000, arena);
    struct seat_state *seats = a_show(plan, &drawing);
    const struct uuid mine = {{7}};
    drawing.mine = &mine;
    drawing.mine_count = 1;
    for (int i = 0; i < 500; i++) {
        seats[i].status = SEAT_SOLD;                                   /* 101: nothing left */
        seats[500 + i].status = SEAT_BLOCKED;                          /* 102: closed */
        seats[1000 + i].status = i < 499 ? SEAT_SOLD : SEAT_AVAILABLE; /* 103: one left */
        seats[1500 + i].status = i < 250 ? SEAT_SOLD : SEAT_AVAILABLE; /* 104: half */
    }
    seats[2000] = (struct seat_state){.status = SEAT_HELD, .held_until = NOW + 1, .holder = mine};
    const char *drawn = plan_draw(plan, &drawing, arena);
    shows(drawn, "101:0 ");
    shows(drawn, "102:- ");
    shows(drawn, "103:1 ");
    shows(drawn, "104:5 ");
    shows(drawn, "105*9 ");
    shows(drawn, "106:9 ");
    shows(drawn, "PITCH");
    shows(drawn, "tenths free");
}

static void every_section_of_the_largest_hall_has_its_tile(void **state)
{
    const struct plan *plan = hall_make_arena(100000, arena);
    const char *drawn = plan_draw(plan, &empty, arena);
    for (int s = 0; s < plan->section_count; s++)
        shows(drawn, plan->sections[s].name);
    for (const char *line = drawn; *line; line = strchr(line, '\n') + 1)
        assert_true(strchr(line, '\n') - line <= 80);
    empty.columns = 3; /* whatever the page */
    shows(plan_draw(plan, &empty, arena), "101");
}

static const char *shout(const char *english)
{
    return strcmp(english, "free") == 0 ? "LIBRE" : english;
}

static void words_can_be_translated(void **state)
{
    struct plan_drawing drawing;
    const struct plan *plan = a_hall("title T\nA o\n");
    a_show(plan, &drawing);
    drawing.word = shout;
    shows(plan_draw(plan, &drawing, arena), "o LIBRE\n");
}

static void what_would_break_a_terminal_is_not_drawn(void **state)
{
    struct plan *plan = a_hall("title T\nsection X\nA o\n");
    strcpy(plan->sections[0].name, "a\x1b[2J");
    strcpy(plan->rows[0].label, "\x07");
    const char *drawn = plan_draw(plan, &empty, arena);
    shows(drawn, "a?[2J  1 seat\n");
    shows(drawn, "?  S  ?\n");
}

static void a_single_glyph_can_be_had(void **state)
{
    struct plan_drawing drawing;
    const struct plan *plan = a_hall("title T\nA ow\n");
    a_show(plan, &drawing);
    assert_string_equal(plan_seat_glyph(plan, &drawing, 0), "o");
    drawing.glyphs = PLAN_GRAPHIC;
    assert_string_equal(plan_seat_glyph(plan, &drawing, 0), "○");
    assert_string_equal(plan_seat_glyph(plan, &empty, 1), "w");
    assert_string_equal(plan_seat_glyph(plan, &empty, 0), "o");
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(an_empty_hall_shows_classes_marks_and_row_labels_on_both_sides),
        T(a_show_tells_how_every_seat_stands),
        T(a_wide_hall_takes_one_column_a_seat),
        T(narrow_sections_stand_in_the_middle),
        T(the_stage_stands_where_it_is),
        T(one_section_can_be_drawn_alone),
        T(a_small_house_in_the_round_is_drawn_as_it_stands),
        T(seats_too_close_to_draw_in_place_are_drawn_in_rows),
        T(a_large_hall_is_a_tile_a_section),
        T(every_section_of_the_largest_hall_has_its_tile),
        T(words_can_be_translated),
        T(what_would_break_a_terminal_is_not_drawn),
        T(a_single_glyph_can_be_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
