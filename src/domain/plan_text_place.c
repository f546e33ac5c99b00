#include "config.h"

#include "src/domain/plan_text_parts.h"

#include <limits.h>
#include <string.h>

/* Numbers the rows no `=` line numbered. */
static void number_row(struct plan_parser *parser, int row, int doubled_middle)
{
    const struct plan_row *drawn = &parser->rows.at[row];
    struct plan_seat *seats = parser->seats.at + drawn->first;
    struct number_row shape = {.count = drawn->count};
    while (shape.left < drawn->count && 2 * seats[shape.left].cell <= doubled_middle)
        shape.left++;
    for (int i = 0; i < drawn->count; i++) {
        char number[NUMBER_TEXT];
        number_scheme_at(&parser->row_drafts.at[row].scheme, shape, i, number);
        seats[i].name = seat_names_keep(&parser->names, number, "");
    }
}

static void number_section(struct plan_parser *parser, const struct plan_section *section)
{
    int leftmost = INT_MAX, rightmost = 0;
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
        int cell = parser->seats.at[i].cell;
        leftmost = cell < leftmost ? cell : leftmost;
        rightmost = cell > rightmost ? cell : rightmost;
    }
    for (int row = section->first_row; row < section->first_row + section->row_count; row++)
        if (!parser->row_drafts.at[row].numbered)
            number_row(parser, row, leftmost + rightmost);
}

/* x, y: right of and below the section's own corner, before it is turned. */
static void place_seat(struct plan_seat *seat, const struct section_draft *draft, float x, float y)
{
    float turned_x = x, turned_y = y;
    if (draft->turn == 90)
        turned_x = -y, turned_y = x;
    else if (draft->turn == 180)
        turned_x = -x, turned_y = -y;
    else if (draft->turn == 270)
        turned_x = y, turned_y = -x;
    seat->x = draft->x + turned_x;
    seat->y = draft->y + turned_y;
}

static void place_section(struct plan_parser *parser, int s)
{
    const struct plan_section *section = &parser->sections.at[s];
    const struct section_draft *draft = &parser->section_drafts.at[s];
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
        struct plan_seat *seat = &parser->seats.at[i];
        seat->cell -= draft->base;
        place_seat(seat, draft, (float)seat->cell, parser->row_drafts.at[seat->row].y);
    }
}

/* Sections without a place of their own keep their columns and stand one below the other. */
static void stack_sections(struct plan_parser *parser)
{
    int leftmost = INT_MAX;
    float y = 0;
    for (int s = 0; s < parser->sections.count; s++) {
        const struct section_draft *draft = &parser->section_drafts.at[s];
        if (!draft->at && draft->base >= 0 && draft->base < leftmost)
            leftmost = draft->base;
    }
    for (int s = 0; s < parser->sections.count; s++) {
        struct section_draft *draft = &parser->section_drafts.at[s];
        if (draft->at || draft->base < 0)
            continue;
        draft->x = (float)(draft->base - leftmost);
        draft->y = y;
        y += draft->depth + SECTION_STEP;
    }
}

static struct plan *assemble(struct plan_parser *parser)
{
    struct plan *plan = arena_alloc(parser->arena, sizeof *plan);
    *plan = (struct plan){.classes = parser->classes.at,
                          .class_count = parser->classes.count,
                          .sections = parser->sections.at,
                          .section_count = parser->sections.count,
                          .rows = parser->rows.at,
                          .row_count = parser->rows.count,
                          .seats = parser->seats.at,
                          .seat_count = parser->seats.count};
    memcpy(plan->name, parser->name, sizeof plan->name);
    plan_finish(plan);
    return plan;
}

static void raise_stage(struct plan_parser *parser, struct plan *plan)
{
    if (parser->stage == STAGE_NONE)
        return;
    plan->areas = arena_alloc(parser->arena, sizeof *plan->areas);
    plan->areas[0] = plan_stage_area(plan, parser->stage);
    plan->areas[0].text = arena_strdup(parser->arena, parser->stage_name);
    plan->area_count = 1;
}

struct plan *plan_parser_place(struct plan_parser *parser)
{
    struct plan *plan = assemble(parser); /* counts rows and seats of each section */
    for (int s = 0; s < plan->section_count; s++)
        number_section(parser, &plan->sections[s]);
    plan->names = seat_names_text(&parser->names);
    stack_sections(parser);
    for (int s = 0; s < plan->section_count; s++)
        place_section(parser, s);
    raise_stage(parser, plan);
    plan->width = plan->height = 0;
    plan_finish(plan);
    if (parser->focal_given) {
        plan->focal_x = parser->focal_x;
        plan->focal_y = parser->focal_y;
    }
    return plan;
}
