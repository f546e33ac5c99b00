#include "config.h"

#include "src/domain/heat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/amount.h"
#include "src/domain/enum_text.h"
#include "src/domain/heat_parts.h"
#include "src/domain/price.h"
#include "src/domain/svg.h"

static const char *const heat_view_names[] = {"class", "state", "price", "holder", "age"};
ENUM_TEXT(heat_view, heat_view_names, HEAT_VIEW_COUNT)

/* ---- kinds -------------------------------------------------------------------------------- */

int heat_add_kind(struct heat_making *making, const char *name, enum heat_mark mark,
                  enum heat_tone tone)
{
    struct heat *heat = making->heat;
    struct heat_kind *kind = &heat->kinds[heat->kind_count];
    assert(heat->kind_count < HEAT_KINDS_MAX);
    text_copy(kind->name, sizeof kind->name, say(making->request->language, name));
    kind->mark = mark;
    kind->tone = tone;
    return heat->kind_count++;
}

void heat_put(struct heat_making *making, int seat, int kind)
{
    making->heat->kind_of[seat] = (uint8_t)kind;
    making->heat->kinds[kind].seats++;
}

enum seat_status heat_status(const struct heat_request *request, int seat)
{
    const struct seat_state *state = &request->state[seat];
    return seat_hold_over(state, request->now) ? SEAT_AVAILABLE : (enum seat_status)state->status;
}

/* Kinds nobody is of would only lengthen the legend. */
static void drop_empty(struct heat *heat, int seats)
{
    uint8_t moved[HEAT_KINDS_MAX] = {0};
    int kept = 0;
    for (int i = 0; i < heat->kind_count; i++) {
        moved[i] = (uint8_t)kept;
        if (heat->kinds[i].seats)
            heat->kinds[kept++] = heat->kinds[i];
    }
    heat->kind_count = kept;
    for (int i = 0; i < seats; i++)
        heat->kind_of[i] = moved[heat->kind_of[i]];
}

/* ---- the empty hall ----------------------------------------------------------------------- */

static void by_class(struct heat_making *making)
{
    const struct plan *plan = making->request->plan;
    for (int i = 0; i < plan->class_count; i++) {
        int no = heat_add_kind(making, "", (enum heat_mark)(i % HEAT_SHAPES), HEAT_SHADE);
        struct heat_kind *kind = &making->heat->kinds[no];
        text_copy(kind->name, sizeof kind->name, plan->classes[i].name);
        kind->shade = (uint8_t)(255 - 255 * i / plan->class_count);
        kind->numbered = true;
        if (!svg_is_colour(plan->classes[i].colour))
            continue;
        kind->tone = HEAT_OWN;
        text_copy(kind->colour, sizeof kind->colour, plan->classes[i].colour);
    }
    for (int i = 0; i < plan->seat_count; i++)
        heat_put(making, i, plan->seats[i].class_no);
}

/* ---- how the seats stand ------------------------------------------------------------------ */

static void by_state(struct heat_making *making)
{
    const struct heat_request *request = making->request;
    const int free = heat_add_kind(making, N_("free"), HEAT_RING, HEAT_FREE);
    const int wheel =
        heat_add_kind(making, N_("free wheelchair place"), HEAT_RING_SQUARE, HEAT_FREE);
    const int held = heat_add_kind(making, N_("held"), HEAT_DIAMOND, HEAT_HELD);
    const int sold = heat_add_kind(making, N_("sold"), HEAT_DISC, HEAT_SOLD);
    const int blocked = heat_add_kind(making, N_("blocked"), HEAT_CROSS, HEAT_SOLD);
    const int channel = heat_add_kind(making, N_("other channels only"), HEAT_DOT, HEAT_CHANNEL);
    const int kinds[SEAT_STATUS_COUNT] = {
        [SEAT_AVAILABLE] = free, [SEAT_HELD] = held, [SEAT_SOLD] = sold, [SEAT_BLOCKED] = blocked};
    making->heat->kinds[free].numbered = true;
    text_copy(making->heat->kinds[wheel].letter, sizeof making->heat->kinds[wheel].letter, "w");
    for (int i = 0; i < request->plan->seat_count; i++) {
        enum seat_status status = heat_status(request, i);
        int kind = kinds[status];
        if (status == SEAT_AVAILABLE && request->plan->seats[i].flags & SEAT_WHEELCHAIR)
            kind = wheel;
        if (status == SEAT_BLOCKED && request->state[i].open_to)
            kind = channel;
        heat_put(making, i, kind);
    }
}

/* ---- what the free ones cost -------------------------------------------------------------- */

struct priced {
    int class_no;
    int64_t price;
};

static int dearest_first(const void *a, const void *b)
{
    const struct priced *left = a, *right = b;
    if (left->price != right->price)
        return left->price < right->price ? 1 : -1;
    return left->class_no - right->class_no;
}

static void add_price(struct heat_making *making, const struct priced *priced, int rank, int count)
{
    const struct heat_request *request = making->request;
    int no = heat_add_kind(making, "", (enum heat_mark)(rank % HEAT_SHAPES), HEAT_SHADE);
    struct heat_kind *kind = &making->heat->kinds[no];
    text_copy(kind->name, sizeof kind->name, request->plan->classes[priced->class_no].name);
    kind->shade = (uint8_t)(255 - 215 * rank / count);
    kind->numbered = true;
    snprintf(kind->figures, sizeof kind->figures, "%s",
             priced->price < 0 ? say(request->language, N_("not sold"))
                               : amount_text(priced->price, request->show->currency).text);
}

static void by_price(struct heat_making *making)
{
    const struct heat_request *request = making->request;
    const struct plan *plan = request->plan;
    struct priced order[PLAN_CLASSES_MAX] = {{0}};
    int kind_of_class[PLAN_CLASSES_MAX];
    for (int i = 0; i < plan->class_count; i++)
        order[i] = (struct priced){i, price_of(request->show, i, TYPE_ADULT)};
    qsort(order, (size_t)plan->class_count, sizeof *order, dearest_first);
    for (int i = 0; i < plan->class_count; i++) {
        kind_of_class[order[i].class_no] = making->heat->kind_count;
        add_price(making, &order[i], i, plan->class_count);
    }
    const int taken = heat_add_kind(making, N_("not free"), HEAT_DOT, HEAT_QUIET);
    for (int i = 0; i < plan->seat_count; i++)
        heat_put(making, i,
                 heat_status(request, i) == SEAT_AVAILABLE ? kind_of_class[plan->seats[i].class_no]
                                                           : taken);
}

/* ---- all of it ---------------------------------------------------------------------------- */

void heat_put_quiet(struct heat_making *making)
{
    const struct heat_request *request = making->request;
    const int free = heat_add_kind(making, N_("free"), HEAT_RING, HEAT_QUIET);
    const int sold = heat_add_kind(making, N_("sold"), HEAT_DOT, HEAT_QUIET);
    const int blocked = heat_add_kind(making, N_("blocked"), HEAT_CROSS, HEAT_QUIET);
    for (int i = 0; i < request->plan->seat_count; i++) {
        enum seat_status status = heat_status(request, i);
        if (status != SEAT_HELD)
            heat_put(making, i,
                     status == SEAT_SOLD      ? sold
                     : status == SEAT_BLOCKED ? blocked
                                              : free);
    }
}

struct heat *heat_make(const struct heat_request *request, struct arena *arena)
{
    static void (*const makers[])(struct heat_making *) = {[HEAT_CLASS] = by_class,
                                                           [HEAT_STATE] = by_state,
                                                           [HEAT_PRICE] = by_price,
                                                           [HEAT_HOLDER] = heat_by_holder,
                                                           [HEAT_AGE] = heat_by_age};
    struct heat *heat = arena_alloc(arena, sizeof *heat);
    struct heat_making making = {.request = request, .arena = arena, .heat = heat};
    heat->view = request->view;
    heat->kinds = arena_array(arena, HEAT_KINDS_MAX, sizeof *heat->kinds);
    heat->kind_of = arena_alloc(arena, (size_t)request->plan->seat_count + 1);
    makers[request->view](&making);
    drop_empty(heat, request->plan->seat_count);
    return heat;
}

/* ---- by section --------------------------------------------------------------------------- */

static void count_seat(struct heat_section *section, enum seat_status status)
{
    int *const counts[SEAT_STATUS_COUNT] = {
        [SEAT_AVAILABLE] = &section->free,
        [SEAT_HELD] = &section->held,
        [SEAT_SOLD] = &section->sold,
        [SEAT_BLOCKED] = &section->blocked,
    };
    ++*counts[status];
}

struct heat_section *heat_sections(const struct plan *plan, const struct seat_state *state,
                                   int64_t now, struct arena *arena)
{
    const struct heat_request request = {.plan = plan, .state = state, .now = now};
    struct heat_section *sections =
        arena_array(arena, (size_t)plan->section_count + 1, sizeof *sections);
    for (int i = 0; i < plan->seat_count; i++)
        count_seat(&sections[plan_section_of(plan, i) - plan->sections], heat_status(&request, i));
    return sections;
}

int heat_percent_sold(const struct heat_section *section)
{
    int sellable = section->free + section->held + section->sold;
    return sellable ? (int)((int64_t)section->sold * 100 / sellable) : 0;
}
