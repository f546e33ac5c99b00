#include "config.h"

#include "src/domain/plan_stage.h"

#include <math.h>
#include <string.h>

static const char *const side_names[] = {"none", "top", "bottom", "left", "right", "centre"};

const char *stage_side_name(enum stage_side side)
{
    return side_names[side];
}

bool stage_side_parse(const char *text, enum stage_side *out)
{
    for (int i = 0; i < (int)COUNT_OF(side_names); i++) {
        if (strcmp(text, side_names[i]) != 0)
            continue;
        *out = (enum stage_side)i;
        return true;
    }
    return false;
}

struct plan_box plan_seats_box(const struct plan *plan)
{
    struct plan_box box = {0, 0, 0, 0};
    for (int i = 0; i < plan->seat_count; i++) {
        const struct plan_seat *seat = &plan->seats[i];
        if (i == 0)
            box = (struct plan_box){seat->x, seat->y, seat->x, seat->y};
        box.left = fminf(box.left, seat->x);
        box.right = fmaxf(box.right, seat->x);
        box.top = fminf(box.top, seat->y);
        box.bottom = fmaxf(box.bottom, seat->y);
    }
    return box;
}

static void place_beside(struct plan_area *area, const struct plan_box *box, enum stage_side side)
{
    static const float DEPTH = 2, AWAY = 2;
    bool upright = side == STAGE_LEFT || side == STAGE_RIGHT;
    float along = upright ? box->bottom - box->top : box->right - box->left;
    float length = fmaxf(4, along / 2);
    area->width = upright ? DEPTH : length;
    area->height = upright ? length : DEPTH;
    area->x = (box->left + box->right - area->width) / 2;
    area->y = (box->top + box->bottom - area->height) / 2;
    if (side == STAGE_TOP)
        area->y = box->top - AWAY - DEPTH;
    else if (side == STAGE_BOTTOM)
        area->y = box->bottom + AWAY;
    else if (side == STAGE_LEFT)
        area->x = box->left - AWAY - DEPTH;
    else if (side == STAGE_RIGHT)
        area->x = box->right + AWAY;
}

struct plan_area plan_stage_area(const struct plan *plan, enum stage_side side)
{
    struct plan_area area = {.kind = AREA_STAGE,
                             .text = "",
                             .colour = "",
                             .border = "",
                             .text_colour = "",
                             .guid = "",
                             .section = -1};
    struct plan_box box = plan_seats_box(plan);
    place_beside(&area, &box, side);
    return area;
}

const struct plan_area *plan_stage(const struct plan *plan)
{
    for (int i = 0; i < plan->area_count; i++)
        if (plan->areas[i].kind == AREA_STAGE)
            return &plan->areas[i];
    return NULL;
}

enum stage_side plan_focal_side(const struct plan *plan)
{
    struct plan_box box = plan_seats_box(plan);
    if (plan->focal_y < box.top)
        return STAGE_TOP;
    if (plan->focal_y > box.bottom)
        return STAGE_BOTTOM;
    if (plan->focal_x < box.left)
        return STAGE_LEFT;
    return plan->focal_x > box.right ? STAGE_RIGHT : STAGE_CENTRE;
}

struct plan_point plan_usual_focal(const struct plan *plan)
{
    const struct plan_area *stage = plan_stage(plan);
    if (stage)
        return (struct plan_point){stage->x + stage->width / 2, stage->y + stage->height / 2};
    struct plan_box box = plan_seats_box(plan);
    return (struct plan_point){(box.left + box.right) / 2,
                               box.top - fmaxf(1, (box.bottom - box.top) / 8)};
}
