#include "config.h"

#include "src/domain/hall_maker.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gen/hall_texts.h"
#include "src/base/text.h"
#include "src/domain/plan_text.h"
#include "src/domain/seat_names.h"

/* ---- halls that are drawn ----------------------------------------------------------------- */

const char *hall_drawing(const char *name)
{
    if (strcmp(name, "studio") == 0)
        return hall_studio;
    return strcmp(name, "playhouse") == 0 ? hall_playhouse : NULL;
}

static struct plan *draw(const char *text, struct arena *arena)
{
    struct plan_faults *faults = arena_alloc(arena, sizeof *faults);
    struct plan *plan = plan_text_parse(text, strlen(text), arena, faults);
    assert(plan); /* a test reads every hall we ship */
    return plan;
}

struct plan *hall_make_studio(struct arena *arena)
{
    return draw(hall_studio, arena);
}

struct plan *hall_make_playhouse(struct arena *arena)
{
    return draw(hall_playhouse, arena);
}

/* ---- the arena ---------------------------------------------------------------------------- */

/* Lengths in seat widths of half a metre: a football pitch and the strip around it. */
enum {
    PITCH_LENGTH = 210,
    PITCH_WIDTH = 136,
    STRIP = 10,
    ROW_SEATS = 20,
    SECTION_ROWS = 25,
    ROW_DEPTH = 2,
    STAIRS = 3,      /* between two sections of a tier */
    TIER_GAP = 8,    /* between two tiers */
    FEW_SECTIONS = 8 /* a small arena still goes all the way round */
};

static const struct plan_class arena_classes[] = {
    {"Side", "#B03060"}, {"Corner", "#4169A0"}, {"End", "#2E8B57"}, {"Upper", "#C08020"}};

struct ring {
    float away;   /* of its front row from the pitch */
    float around; /* its length: a rectangle with round corners */
    int sections; /* there is room for */
};

struct builder {
    struct plan *plan;
    struct ring ring;
    int tier, place; /* place: of the section within its tier */
    int section_seats;
    struct seat_names names;
};

static struct ring ring_of_tier(int tier)
{
    struct ring ring = {.away = (float)(STRIP + tier * (SECTION_ROWS * ROW_DEPTH + TIER_GAP))};
    ring.around = 2 * (PITCH_LENGTH + PITCH_WIDTH) + 2 * (float)M_PI * ring.away;
    ring.sections = (int)(ring.around / (ROW_SEATS + STAIRS));
    return ring;
}

/* Where the middle of a section's front row stands, and which way is out. */
struct stand {
    float x, y, out_x, out_y;
};

/* Walks the ring clockwise from the middle of the top: along a side, around a corner, and on. */
static struct stand stand_of(const struct ring *ring, int place, int places)
{
    static const float sides[] = {PITCH_LENGTH / 2, PITCH_WIDTH, PITCH_LENGTH, PITCH_WIDTH,
                                  PITCH_LENGTH / 2};
    float left = ring->around * (float)place / (float)places;
    float corner = (float)M_PI / 2 * ring->away;
    float x = 0, y = -(PITCH_WIDTH / 2); /* on the edge of the pitch, the nearest to the ring */
    struct stand at = {0, 0, 0, -1};
    for (int i = 0; i < COUNT_OF(sides); i++) {
        float ahead_x = -at.out_y, ahead_y = at.out_x, walk = fminf(left, sides[i]);
        x += ahead_x * walk;
        y += ahead_y * walk;
        left -= walk;
        if (left < corner) {
            float angle = left / ring->away;
            at.out_x = at.out_x * cosf(angle) + ahead_x * sinf(angle);
            at.out_y = at.out_y * cosf(angle) + ahead_y * sinf(angle);
            break;
        }
        left -= corner;
        at.out_x = ahead_x;
        at.out_y = ahead_y;
    }
    at.x = x + at.out_x * ring->away;
    at.y = y + at.out_y * ring->away;
    return at;
}

static uint8_t class_of(int tier, const struct stand *stand)
{
    if (tier > 1)
        return 3;
    float across = fabsf(stand->out_y);
    return across > 0.9f ? 0 : across > 0.5f ? 1 : 2;
}

static float to_quarter(float length)
{
    return roundf(length * 4) / 4;
}

/* Wheelchair and companion places at the left end of every fourth section's front row. */
static uint8_t flags_of(const struct builder *builder, int row, int seat, int seats)
{
    uint8_t flags = seat == 0 || seat == seats - 1 ? SEAT_AISLE : 0;
    if (row == 0 && builder->place % 4 == 0 && seat < 4 && seats > 4)
        flags |= seat % 2 ? SEAT_COMPANION : SEAT_WHEELCHAIR;
    if (builder->tier > 1 && row == SECTION_ROWS - 1)
        flags |= SEAT_RESTRICTED;
    if (builder->tier == 0 && builder->place == 0 && row == 0 && seat >= seats - 4)
        flags |= SEAT_HOUSE;
    return flags;
}

static void add_seat(struct builder *builder, const struct stand *stand, int row, int seat,
                     int seats)
{
    struct plan *plan = builder->plan;
    float out = (float)(row * ROW_DEPTH), along = (float)seat - (float)(seats - 1) / 2;
    struct plan_seat *place = &plan->seats[plan->seat_count++];
    char number[NUMBER_TEXT];
    snprintf(number, sizeof number, "%d", seat + 1);
    *place =
        (struct plan_seat){.no = -1,
                           .row = plan_row_read(plan->row_count - 1),
                           .cell = seat + 1, /* right of the stairs */
                           .x = to_quarter(stand->x + stand->out_x * out - stand->out_y * along),
                           .y = to_quarter(stand->y + stand->out_y * out + stand->out_x * along),
                           .class_no = class_of(builder->tier, stand),
                           .flags = flags_of(builder, row, seat, seats),
                           .name = seat_names_keep(&builder->names, number, "")};
}

static void add_section(struct builder *builder, const struct stand *stand, int seats)
{
    struct plan *plan = builder->plan;
    struct plan_section *section = &plan->sections[plan->section_count++];
    snprintf(section->name, sizeof section->name, "%d%02d", builder->tier + 1, builder->place + 1);
    for (int row = 0; seats > 0; row++) {
        int wide = seats < ROW_SEATS ? seats : ROW_SEATS;
        struct plan_row *line = &plan->rows[plan->row_count++];
        line->section = plan->section_count - 1;
        snprintf(line->label, sizeof line->label, "%d", row + 1);
        for (int seat = 0; seat < wide; seat++)
            add_seat(builder, stand, row, seat, wide);
        seats -= wide;
    }
}

/* The last tier is shared out evenly, so that it too goes all the way round. */
static void add_tier(struct builder *builder, int seats_left)
{
    int places = (seats_left + builder->section_seats - 1) / builder->section_seats;
    if (places > builder->ring.sections)
        places = builder->ring.sections;
    for (builder->place = 0; builder->place < places && seats_left > 0; builder->place++) {
        int seats = seats_left < builder->section_seats ? seats_left : builder->section_seats;
        struct stand stand = stand_of(&builder->ring, builder->place, places);
        add_section(builder, &stand, seats);
        seats_left -= seats;
    }
}

static int seats_a_section(int seats)
{
    int most = ROW_SEATS * SECTION_ROWS;
    int even = (seats + FEW_SECTIONS - 1) / FEW_SECTIONS;
    return even < most ? even : most;
}

static struct plan *bare_plan(int seats, int section_seats, struct arena *arena)
{
    int sections = (seats + section_seats - 1) / section_seats;
    struct plan *plan = arena_alloc(arena, sizeof *plan);
    text_copy(plan->name, sizeof plan->name, "The Arena");
    plan->class_count = COUNT_OF(arena_classes);
    plan->classes = arena_array(arena, COUNT_OF(arena_classes), sizeof *plan->classes);
    memcpy(plan->classes, arena_classes, sizeof arena_classes);
    plan->sections = arena_array(arena, (size_t)sections, sizeof *plan->sections);
    plan->rows = arena_array(arena, (size_t)sections * SECTION_ROWS, sizeof *plan->rows);
    plan->seats = arena_array(arena, (size_t)seats, sizeof *plan->seats);
    return plan;
}

static void add_pitch(struct plan *plan, struct arena *arena)
{
    plan->areas = arena_alloc(arena, sizeof *plan->areas);
    plan->area_count = 1;
    plan->areas[0] = (struct plan_area){.kind = AREA_STAGE,
                                        .x = -(PITCH_LENGTH / 2),
                                        .y = -(PITCH_WIDTH / 2),
                                        .width = PITCH_LENGTH,
                                        .height = PITCH_WIDTH,
                                        .text = "PITCH",
                                        .colour = "",
                                        .border = "",
                                        .text_colour = "",
                                        .guid = "",
                                        .section = -1};
}

struct plan *hall_make_arena(int seats, struct arena *arena)
{
    assert(seats > 0 && seats <= PLAN_SEATS_MAX);
    struct builder builder = {.section_seats = seats_a_section(seats), .names = {.arena = arena}};
    struct plan *plan = builder.plan = bare_plan(seats, builder.section_seats, arena);
    for (builder.tier = 0; plan->seat_count < seats; builder.tier++) {
        builder.ring = ring_of_tier(builder.tier);
        add_tier(&builder, seats - plan->seat_count);
    }
    plan->names = seat_names_text(&builder.names);
    add_pitch(plan, arena);
    plan_finish(plan);
    return plan;
}
