#include "config.h"

#include "tests/lib/builders.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/domain/seat_names.h"

/* The hall as it grows; LISTs, because a drawing says how big it is only at its end. */
struct draft {
    struct arena *arena;
    LIST(struct plan_section) sections;
    LIST(struct plan_row) rows;
    struct seat_names names;
    LIST(struct plan_seat) seats;
    LIST(struct seat_state) states;
    LIST(int) wish;
    LIST(int) mine;
    bool aisle; /* the next seat stands at an aisle */
};

struct uuid an_id(uint8_t n)
{
    struct uuid id;
    memset(id.b, n, sizeof id.b);
    return id;
}

static void row_label(int index, char out[ROW_TEXT])
{
    if (index < 26)
        snprintf(out, ROW_TEXT, "%c", 'A' + index);
    else
        snprintf(out, ROW_TEXT, "%c%c", 'A' + index / 26 - 1, 'A' + index % 26);
}

static void section_begin(struct draft *draft, const char *name, size_t length)
{
    struct plan_section *section = LIST_ADD(draft->arena, &draft->sections);
    snprintf(section->name, sizeof section->name, "%.*s", (int)length, name);
    section->first_row = draft->rows.count;
    section->first_seat = draft->seats.count;
}

static void state_draw(struct draft *draft, char c, struct seat_state *state)
{
    int seat = draft->seats.count - 1;
    *state = (struct seat_state){.status = SEAT_AVAILABLE, .version = (uint32_t)(3 + seat % 5)};
    if (c == 'x')
        *state = (struct seat_state){
            .status = SEAT_SOLD, .version = state->version, .holder = an_id(0xee)};
    else if (c == 'b')
        state->status = SEAT_BLOCKED;
    else if (c == 'l')
        state->allotment = OTHER_TILL;
    else if (c == 'h' || c == 'e' || c == 'm') {
        state->status = SEAT_HELD;
        state->holder = c == 'm' ? an_id(0xaa) : an_id(0xbb);
        state->held_until = c == 'h' ? ANOTHER_DAY : c == 'e' ? NOW : NOW + 10 * MINUTE;
    }
    if (c == 'o')
        *LIST_ADD(draft->arena, &draft->wish) = seat;
    if (c == 'm')
        *LIST_ADD(draft->arena, &draft->mine) = seat;
}

static uint8_t flags_of(char c)
{
    return c == 'w' ? SEAT_WHEELCHAIR : c == 'c' ? SEAT_COMPANION : c == 'r' ? SEAT_RESTRICTED : 0;
}

static void seat_draw(struct draft *draft, char c, int cell)
{
    int row_no = draft->rows.count - 1;
    struct plan_row *row = &draft->rows.at[row_no];
    struct plan_seat *seat = LIST_ADD(draft->arena, &draft->seats);
    seat->no = SEAT_NO + draft->seats.count - 1;
    seat->row = plan_row_read(row_no);
    seat->flags = flags_of(c) | (draft->aisle ? SEAT_AISLE : 0);
    draft->aisle = false;
    seat->cell = cell;
    seat->x = (float)cell;
    seat->y = (float)row_no;
    char number[NUMBER_TEXT];
    snprintf(number, sizeof number, "%d", ++row->count);
    seat->name = seat_names_keep(&draft->names, number, "");
    state_draw(draft, c, LIST_ADD(draft->arena, &draft->states));
}

/* A wall or an aisle ends the run; the seats on both sides of an aisle stand at it. */
static void break_draw(struct draft *draft, char c)
{
    if (c == '#')
        return;
    draft->aisle = true;
    if (draft->rows.at[draft->rows.count - 1].count)
        draft->seats.at[draft->seats.count - 1].flags |= SEAT_AISLE;
}

static void row_draw(struct draft *draft, const char *line, size_t length)
{
    struct plan_row *row = LIST_ADD(draft->arena, &draft->rows);
    row->section = draft->sections.count - 1;
    row->first = draft->seats.count;
    row_label(draft->rows.count - 1, row->label);
    draft->aisle = false;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '#' || line[i] == '_' || line[i] == ' ') {
            break_draw(draft, line[i]);
            continue;
        }
        assert(strchr(".oxhembwlcr", line[i]));
        seat_draw(draft, line[i], (int)i);
    }
}

static void lines_draw(struct draft *draft, const char *drawing)
{
    if (*drawing != '=')
        section_begin(draft, "", 0);
    for (const char *line = drawing; *line;) {
        size_t length = strcspn(line, "\n");
        if (*line == '=')
            section_begin(draft, line + 1, length - 1);
        else
            row_draw(draft, line, length);
        line += length + (line[length] == '\n');
    }
}

static void sections_close(struct draft *draft)
{
    int last_row = draft->rows.count, last_seat = draft->seats.count;
    for (int i = draft->sections.count - 1; i >= 0; i--) {
        struct plan_section *section = &draft->sections.at[i];
        section->row_count = last_row - section->first_row;
        section->seat_count = last_seat - section->first_seat;
        last_row = section->first_row;
        last_seat = section->first_seat;
    }
}

static struct plan *plan_of(struct draft *draft)
{
    struct plan *plan = arena_alloc(draft->arena, sizeof *plan);
    struct plan_class *classes = arena_array(draft->arena, 1, sizeof *classes);
    snprintf(classes->name, sizeof classes->name, "Standard");
    *plan = (struct plan){.name = "Test hall",
                          .classes = classes,
                          .class_count = 1,
                          .sections = draft->sections.at,
                          .section_count = draft->sections.count,
                          .rows = draft->rows.at,
                          .row_count = draft->rows.count,
                          .seats = draft->seats.at,
                          .seat_count = draft->seats.count,
                          .names = seat_names_text(&draft->names)};
    for (int i = 0; i < plan->seat_count; i++)
        if (plan->seats[i].x + 1 > plan->width)
            plan->width = plan->seats[i].x + 1;
    plan->height = (float)plan->row_count;
    plan->focal_x = (plan->width - 1) / 2;
    plan->focal_y = -2;
    return plan;
}

static void hold_fill(struct scene *scene, struct hold *hold, const int *seats, int count)
{
    hold->seats = arena_array(scene->arena, (size_t)count, sizeof *hold->seats);
    hold->seat_count = count;
    for (int i = 0; i < count; i++) {
        struct hold_seat *seat = &hold->seats[i];
        seat->seat = scene->plan->seats[seats[i]].no;
        seat->live = true;
        seat->version = scene->snapshot.state[seats[i]].version;
        seat->class_no = scene->plan->seats[seats[i]].class_no;
        plan_seat_label(scene->plan, seats[i], seat->label);
    }
}

static struct hold annas_hold(struct uuid id)
{
    struct hold hold = {.id = id,
                        .show = SHOW_NO,
                        .status = HOLD_ACTIVE,
                        .source = SOURCE_COUNTER,
                        .created_at = NOW - 5 * MINUTE,
                        .expires_at = NOW + 10 * MINUTE,
                        .ceiling_at = NOW + 115 * MINUTE,
                        .version = 2};
    snprintf(hold.holder, sizeof hold.holder, "anna");
    snprintf(hold.till, sizeof hold.till, "till-1");
    return hold;
}

struct hold *a_hold(struct scene *scene, struct uuid id, const int *seats, int count)
{
    struct hold *hold = arena_alloc(scene->arena, sizeof *hold);
    *hold = annas_hold(id);
    hold_fill(scene, hold, seats, count);
    for (int i = 0; i < count; i++) {
        struct seat_state *state = &scene->snapshot.state[seats[i]];
        state->status = SEAT_HELD;
        state->holder = id;
        state->held_until = hold->expires_at;
    }
    return hold;
}

struct scene *a_hall(struct arena *arena, const char *drawing)
{
    struct draft draft = {.arena = arena, .names = {.arena = arena}};
    lines_draw(&draft, drawing);
    sections_close(&draft);
    struct scene *scene = arena_alloc(arena, sizeof *scene);
    scene->arena = arena;
    scene->plan = plan_of(&draft);
    scene->wish = draft.wish.at;
    scene->wish_count = draft.wish.count;
    scene->snapshot = (struct snapshot){
        .show = a_show(arena), .plan = scene->plan, .state = draft.states.at, .whole = true};
    scene->mine = annas_hold(an_id(0xaa));
    hold_fill(scene, &scene->mine, draft.mine.at, draft.mine.count);
    return scene;
}

struct scene *a_row(struct arena *arena, const char *drawing)
{
    return a_hall(arena, drawing);
}

struct show a_show(struct arena *arena)
{
    struct price *prices = arena_array(arena, 1, sizeof *prices);
    *prices = (struct price){.class_no = 0, .amount = {4200, 2100, 3360, 3360, 0}};
    return (struct show){.id = "hamlet-0412",
                         .title = "Hamlet",
                         .hall = "studio",
                         .currency = "EUR",
                         .no = SHOW_NO,
                         .hall_no = 1,
                         .status = SHOW_OPEN,
                         .starts_at = NOW + 180 * MINUTE,
                         .hold_ttl_ms = 15 * MINUTE,
                         .extend_ms = 5 * MINUTE,
                         .ceiling_ms = 120 * MINUTE,
                         .gap_rule = true,
                         .version = 1,
                         .prices = prices,
                         .price_count = 1};
}

static struct actor person(const char *name, const char *till, enum role role)
{
    struct actor actor = {.role = role};
    snprintf(actor.name, sizeof actor.name, "%s", name);
    snprintf(actor.till, sizeof actor.till, "%s", till);
    return actor;
}

struct actor anna(void)
{
    return person("anna", "till-1", ROLE_CLERK);
}

struct actor mark(void)
{
    return person("mark", "till-2", ROLE_SUPERVISOR);
}

struct changeset *a_changeset(struct arena *arena)
{
    struct changeset *cs = changeset_new(arena);
    cs->key = an_id(0x11);
    cs->now = NOW;
    cs->actor = anna();
    return cs;
}

const char *changes_of(const struct changeset *cs)
{
    char *text = arena_strdup(cs->arena, "");
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *change = &cs->seats.at[i];
        assert(change->show == SHOW_NO);
        assert(seat_transition(change->from, change->act, change->to));
        text = arena_printf(cs->arena, "%s%s%d:%s@%u", text, i ? " " : "", change->seat - SEAT_NO,
                            act_name(change->act), change->seen);
    }
    return text;
}

bool is_empty(const struct changeset *cs)
{
    return cs->seats.count + cs->guards.count + cs->holds.count == 0;
}
