#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/domain/hall_maker.h"
#include "src/domain/plan_svg.h"
#include "src/domain/plan_text.h"
#include "tests/lib/builders.h"
#include "tests/lib/golden.h"

struct drawing {
    struct arena *arena;
    struct svg *svg;
};

static int a_drawing(void **state)
{
    struct drawing *drawing = x_alloc(sizeof *drawing);
    drawing->arena = arena_new();
    drawing->svg = svg_new();
    *state = drawing;
    return 0;
}

static int drawing_away(void **state)
{
    struct drawing *drawing = *state;
    svg_free(&drawing->svg);
    arena_free(&drawing->arena);
    free(drawing);
    return 0;
}

static struct plan *a_plan(struct drawing *drawing, const char *text)
{
    struct plan_faults *faults = arena_alloc(drawing->arena, sizeof *faults);
    struct plan *plan = plan_text_parse(text, strlen(text), drawing->arena, faults);
    assert_non_null(plan);
    return plan;
}

static const char *draw_hall(struct drawing *drawing, const struct plan *plan, const char *title)
{
    const struct heat_request heat = {.view = HEAT_CLASS, .plan = plan};
    const struct plan_svg_request request = {.plan = plan,
                                             .heat = heat_make(&heat, drawing->arena),
                                             .title = title,
                                             .subtitle = "",
                                             .arena = drawing->arena};
    plan_svg_write(drawing->svg, &request);
    assert_well_formed(svg_document(drawing->svg, NULL));
    return svg_document(drawing->svg, NULL);
}

static const char *draw_states(struct drawing *drawing, const struct scene *scene, bool dark)
{
    const struct heat_request heat = {.view = HEAT_STATE,
                                      .plan = scene->plan,
                                      .state = scene->snapshot.state,
                                      .show = &scene->snapshot.show,
                                      .now = NOW};
    const struct plan_svg_request request = {.plan = scene->plan,
                                             .heat = heat_make(&heat, drawing->arena),
                                             .title = "Hamlet",
                                             .subtitle = "Fri 20 Nov 19:30",
                                             .dark = dark,
                                             .arena = drawing->arena};
    plan_svg_write(drawing->svg, &request);
    assert_well_formed(svg_document(drawing->svg, NULL));
    return svg_document(drawing->svg, NULL);
}

static int times(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* ---- the empty hall ----------------------------------------------------------------------- */

static void a_small_hall_looks_as_it_did(void **state)
{
    struct drawing *drawing = *state;
    struct plan *plan = a_plan(drawing, "title A <small> & \"odd\" hall\n"
                                        "stage top Bühne\n"
                                        "class S Stalls #5E42ED\n"
                                        "class B Back\n"
                                        "section Stalls\n"
                                        "A wcS.SS\n"
                                        "B BB.BB#\n");
    assert_golden("hall.svg", draw_hall(drawing, plan, plan->name));
}

static void a_show_looks_as_it_did(void **state)
{
    struct drawing *drawing = *state;
    struct scene *scene = a_hall(drawing->arena, "=Stalls\n.wxh\nb.xx\n=Circle\n..x.");
    assert_golden("show.svg", draw_states(drawing, scene, false));
}

static void every_seat_of_a_small_hall_can_be_pointed_at(void **state)
{
    struct drawing *drawing = *state;
    struct plan *plan = hall_make_playhouse(drawing->arena);
    const char *svg = draw_hall(drawing, plan, plan->name);
    char label[SEAT_TEXT];
    assert_int_equal(times(svg, "</title></path>"), plan->seat_count);
    for (int i = 0; i < plan->seat_count; i += 97)
        assert_non_null(strstr(svg, plan_seat_label(plan, i, label)));
}

static void strangers_names_cannot_leave_their_place(void **state)
{
    struct drawing *drawing = *state;
    struct plan *plan = a_plan(drawing, "title X\nclass S <b>\nsection </g><script>\n<&> SSS\n");
    const char *svg = draw_hall(drawing, plan, "\"'><svg onload=x>\x1b[2J");
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "<svg onload"));
    assert_null(strchr(svg, '\x1b'));
}

static void colours_that_are_none_are_not_passed_on(void **state)
{
    struct drawing *drawing = *state;
    struct plan *plan = a_plan(drawing, "title X\nstage top\nclass S Stalls\nsection S\nA SSS\n");
    strcpy(plan->classes[0].colour, "\"x");
    plan->areas[0].colour = "url(\"http://x\")";
    plan->areas[0].text_colour = "\"/>";
    const char *svg = draw_hall(drawing, plan, "");
    assert_null(strstr(svg, "url("));
}

static void a_plan_without_positions_stands_in_its_cells(void **state)
{
    struct drawing *drawing = *state;
    struct plan *plan = a_plan(drawing, "title X\nclass S Stalls\nsection S\nA SSS\nB SSS\n");
    for (int i = 0; i < plan->seat_count; i++)
        plan->seats[i].x = plan->seats[i].y = 0;
    const char *svg = draw_hall(drawing, plan, "");
    const char *first = strstr(svg, "<path d=\"M"), *second = strstr(first + 1, "<path d=\"M");
    assert_int_not_equal(strtol(first + 10, NULL, 10), strtol(second + 10, NULL, 10));
}

static struct plan_area an_area(enum area_kind kind, const char *text)
{
    return (struct plan_area){.kind = kind,
                              .x = 2,
                              .y = 1,
                              .width = 3,
                              .height = 2,
                              .rotation = 30,
                              .text = text,
                              .colour = "#abcdef",
                              .border = "#123456",
                              .text_colour = "#654321",
                              .guid = "",
                              .section = -1};
}

static void whatever_stands_around_the_seats_is_drawn(void **state)
{
    static const struct plan_point corners[] = {{0, 0}, {40, 0}, {40, 30}};
    struct drawing *drawing = *state;
    struct plan *plan = a_plan(drawing, "title X\nclass S Stalls\nsection S\nA SSS\n");
    struct plan_area areas[] = {an_area(AREA_RECTANGLE, "Bar"), an_area(AREA_CIRCLE, "Pillar"),
                                an_area(AREA_ELLIPSE, ""),      an_area(AREA_POLYGON, ""),
                                an_area(AREA_TEXT, "Exit"),     an_area(AREA_STAGE, "")};
    areas[3].points = corners;
    areas[3].point_count = 3;
    areas[4].text_size = 2;
    areas[5].height = 30;
    areas[5].text = "Runway";
    plan->areas = areas;
    plan->area_count = COUNT_OF(areas);
    const char *svg = draw_hall(drawing, plan, "");
    static const char *const parts[] = {">Bar<",    ">Pillar<",   ">Exit<",
                                        ">Runway<", "#abcdef",    "#123456",
                                        "#654321",  "rotate(30 ", "rotate(-90 "};
    for (int i = 0; i < COUNT_OF(parts); i++)
        assert_non_null(strstr(svg, parts[i]));
    assert_int_equal(times(svg, "<ellipse"), 2);
    assert_int_equal(times(svg, "<polygon"), 1);
}

/* The drawing is as wide as what is drawn farthest out: nothing lies outside the paper. */
static void areas_far_out_are_on_the_paper(void **state)
{
    struct drawing *drawing = *state;
    struct plan *plan = a_plan(drawing, "title X\nclass S Stalls\nsection S\nA SSS\n");
    struct plan_area bar = an_area(AREA_CIRCLE, "Bar");
    bar.x = 500;
    plan->areas = &bar;
    plan->area_count = 1;
    const char *svg = draw_hall(drawing, plan, "");
    float wide = strtof(strstr(svg, "viewBox=\"0 0 ") + strlen("viewBox=\"0 0 "), NULL);
    float centre = strtof(strstr(svg, "<ellipse cx=\"") + strlen("<ellipse cx=\""), NULL);
    assert_true(centre > 4000 && centre + 30 <= wide);
}

static void rows_that_stand_upright_have_their_names_above_and_below(void **state)
{
    struct drawing *drawing = *state;
    const struct plan *plan = hall_make_studio(drawing->arena);
    const char *svg = draw_hall(drawing, plan, plan->name);
    assert_int_equal(times(svg, ">North<") + times(svg, ">East<"), 4); /* name and group title */
    assert_non_null(strstr(svg, "\">A</text>"));
    assert_non_null(strstr(svg, " text-anchor=\"start\">"));
}

static void an_empty_hall_is_still_a_document(void **state)
{
    struct drawing *drawing = *state;
    struct plan plan = {.width = 1, .height = 1};
    const char *svg = draw_hall(drawing, &plan, "");
    assert_non_null(strstr(svg, "</svg>"));
}

/* ---- a show ------------------------------------------------------------------------------- */

static void a_lobby_screen_is_black(void **state)
{
    struct drawing *drawing = *state;
    struct scene *scene = a_row(drawing->arena, "..xh");
    const char *svg = draw_states(drawing, scene, true);
    assert_non_null(strstr(svg, "fill=\"#000000\"/>"));
    assert_non_null(strstr(svg, "#00ff87"));
    assert_null(strstr(svg, "#005f00"));
}

static void the_legend_adds_up(void **state)
{
    struct drawing *drawing = *state;
    struct scene *scene = a_row(drawing->arena, "..xhb");
    const char *svg = draw_states(drawing, scene, false);
    static const char *const figures[] = {">free<", ">2<", ">40 %<", ">held<",
                                          ">20 %<", ">5<", ">100 %<"};
    for (int i = 0; i < COUNT_OF(figures); i++)
        assert_non_null(strstr(svg, figures[i]));
}

static void a_big_hall_is_a_few_paths_and_every_seat_is_in_them(void **state)
{
    struct drawing *drawing = *state;
    struct plan *plan = hall_make_arena(20000, drawing->arena);
    const char *svg = draw_hall(drawing, plan, plan->name);
    assert_true(times(svg, "<path") < 200);
    assert_true(times(svg, "m-4") + times(svg, "m0-4") >= plan->seat_count);
}

/* ---- by section --------------------------------------------------------------------------- */

static void sections_show_what_is_sold_of_what(void **state)
{
    struct drawing *drawing = *state;
    struct scene *scene = a_hall(drawing->arena, "=Stalls\nxxxh\nx..b\n=Box\n.");
    const struct plan_svg_request request = {
        .plan = scene->plan,
        .sections = heat_sections(scene->plan, scene->snapshot.state, NOW, drawing->arena),
        .title = "Hamlet",
        .subtitle = "",
        .arena = drawing->arena};
    plan_svg_write(drawing->svg, &request);
    const char *svg = svg_document(drawing->svg, NULL);
    assert_well_formed(svg);
    assert_non_null(strstr(svg, ">Stalls</text>"));
    assert_non_null(strstr(svg, ">57 %</text>"));
    assert_non_null(strstr(svg, ">4/7</text>"));
    assert_non_null(strstr(svg, ">0/1</text>"));
    assert_int_equal(times(svg, "<polygon"), 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, a_drawing, drawing_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_small_hall_looks_as_it_did),
        TEST(a_show_looks_as_it_did),
        TEST(every_seat_of_a_small_hall_can_be_pointed_at),
        TEST(strangers_names_cannot_leave_their_place),
        TEST(colours_that_are_none_are_not_passed_on),
        TEST(a_plan_without_positions_stands_in_its_cells),
        TEST(whatever_stands_around_the_seats_is_drawn),
        TEST(areas_far_out_are_on_the_paper),
        TEST(rows_that_stand_upright_have_their_names_above_and_below),
        TEST(an_empty_hall_is_still_a_document),
        TEST(a_lobby_screen_is_black),
        TEST(the_legend_adds_up),
        TEST(a_big_hall_is_a_few_paths_and_every_seat_is_in_them),
        TEST(sections_show_what_is_sold_of_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
