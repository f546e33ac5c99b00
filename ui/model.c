#include "config.h"

#include "ui/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ui/model_private.h"

enum { CLOCKS_AGREE_MS = 2000 };

/* What a sold seat does not say itself, and its glyph remembers. */
enum seat_due { SEAT_SETTLED, SEAT_DUE, SEAT_CAME };

void model_init(struct model *model)
{
    *model = (struct model){.next_over = INT64_MAX};
    model->memory = x_alloc(sizeof *model->memory);
    model->memory->holds = arena_new();
}

void model_close_show(struct model *model)
{
    arena_free(&model->memory->map);
    seat_book_free(&model->memory->book);
    arena_free(&model->memory->sums);
    model->memory->disputed = NULL;
    model->memory->numbers = 0;
    model->open = false;
    model->map = (struct snapshot){.plan = NULL};
    model->sections = NULL;
    model->glyphs = NULL;
    model->total = (struct seat_sums){0};
    model->next_over = INT64_MAX;
}

void model_done(struct model *model)
{
    model_close_show(model);
    arena_free(&model->memory->holds);
    free(model->memory);
    model->memory = NULL;
}

/* ---- seats -------------------------------------------------------------------------------- */

static enum glyph free_glyph(const struct plan_seat *seat)
{
    return seat->flags & SEAT_WHEELCHAIR ? GLYPH_WHEELCHAIR : GLYPH_FREE;
}

/* Alone, a till vouches only for seats that are lent to it: others may be gone meanwhile. */
static enum glyph free_look(const struct model *model, int index, uint16_t allotment)
{
    const struct health_report *health = &model->health;
    if (allotment && allotment != health->till)
        return GLYPH_CHANNEL;
    if (health->map_as_of && !allotment)
        return GLYPH_STALE;
    return free_glyph(&model->map.plan->seats[index]);
}

bool model_is_provisional(const struct model *model, int seat)
{
    uint16_t allotment = seat_book_stand(model->memory->book, seat)->allotment;
    return model->health.map_as_of && (!allotment || allotment != model->health.till);
}

static enum glyph stand_look(const struct model *model, int index, enum seat_due due, int64_t now)
{
    static const enum glyph sold[] = {
        [SEAT_SETTLED] = GLYPH_SOLD, [SEAT_DUE] = GLYPH_UNPAID, [SEAT_CAME] = GLYPH_ADMITTED};
    const struct seat_state *stand = seat_book_stand(model->memory->book, index);
    switch ((enum seat_status)stand->status) {
    case SEAT_HELD:
        if (seat_hold_over(stand, now))
            break;
        return model_find_hold(model, &stand->holder) ? GLYPH_MINE : GLYPH_HELD;
    case SEAT_SOLD:
        return sold[due];
    case SEAT_BLOCKED:
        if (stand->open_to & CHANNEL_COUNTER)
            break;
        return stand->open_to ? GLYPH_CHANNEL : GLYPH_BLOCKED;
    case SEAT_AVAILABLE:
    case SEAT_STATUS_COUNT:
        break;
    }
    return free_look(model, index, stand->allotment);
}

/* What is held shows who may sell it and until when, whatever else is to be decided about it. */
static enum glyph look_of(const struct model *model, int index, enum seat_due due, int64_t now)
{
    enum glyph glyph = stand_look(model, index, due, now);
    const bool *disputed = model->memory->disputed;
    bool held = glyph == GLYPH_MINE || glyph == GLYPH_HELD;
    return disputed && disputed[index] && !held ? GLYPH_CONFLICT : glyph;
}

static int section_of(const struct model *model, int seat)
{
    return model->map.plan->rows[model->map.plan->seats[seat].row].section;
}

static void watch_end(struct model *model, int seat)
{
    enum glyph glyph = model->glyphs[seat];
    if (glyph != GLYPH_HELD && glyph != GLYPH_MINE)
        return;
    int64_t until = seat_book_stand(model->memory->book, seat)->held_until;
    if (until < model->next_over)
        model->next_over = until;
}

/* One seat is drawn otherwise from now on: two counters move. */
static bool look_at(struct model *model, int seat, enum seat_due due, int64_t now)
{
    enum glyph was = (enum glyph)model->glyphs[seat], is = look_of(model, seat, due, now);
    if (was != is) {
        struct seat_sums *section = &model->sections[section_of(model, seat)];
        section->of[was]--;
        section->of[is]++;
        model->total.of[was]--;
        model->total.of[is]++;
        model->glyphs[seat] = (uint8_t)is;
    }
    watch_end(model, seat);
    return was != is;
}

static enum seat_due due_of(const struct model *model, int seat)
{
    uint8_t glyph = model->glyphs[seat];
    return glyph == GLYPH_UNPAID ? SEAT_DUE : glyph == GLYPH_ADMITTED ? SEAT_CAME : SEAT_SETTLED;
}

/* A sold seat is as due as it was. */
static bool look_again(struct model *model, int seat, int64_t now)
{
    return look_at(model, seat, due_of(model, seat), now);
}

bool model_look_at_all(struct model *model, int64_t now)
{
    bool changed = false;
    model->next_over = INT64_MAX;
    if (!model->open)
        return false;
    for (int i = 0; i < model->map.plan->seat_count; i++)
        changed = look_again(model, i, now) || changed;
    return changed;
}

static void index_seats(struct model_memory *memory, const struct plan *plan)
{
    bool same = true;
    memory->numbers = 0;
    memory->index_of = NULL;
    for (int i = 0; i < plan->seat_count; i++) {
        same = same && plan->seats[i].no == i;
        if (plan->seats[i].no >= memory->numbers)
            memory->numbers = plan->seats[i].no + 1;
    }
    if (same)
        return;
    memory->index_of = arena_array(memory->sums, (size_t)memory->numbers + 1, sizeof(int32_t));
    for (int32_t no = 0; no < memory->numbers; no++)
        memory->index_of[no] = -1;
    for (int i = 0; i < plan->seat_count; i++)
        if (plan->seats[i].no >= 0)
            memory->index_of[plan->seats[i].no] = i;
}

/* The states are kept as a book; the rest is taken as it came. */
static void take_map(struct model *model, struct evt *evt)
{
    int count = evt->u.map.plan->seat_count;
    model->memory->book = seat_book_new(evt->u.map.state, count);
    if (evt->arena)
        arena_give_back(evt->arena, evt->u.map.state, (size_t)count * sizeof *evt->u.map.state);
    evt->u.map.state = NULL;
    model->memory->map = evt->arena;
    model->map = evt->u.map;
    evt->arena = NULL;
}

static void open_map(struct model *model, struct evt *evt, int64_t now)
{
    const struct plan *plan = evt->u.map.plan;
    model_close_show(model);
    take_map(model, evt);
    model->memory->sums = arena_new();
    model->sections =
        arena_array(model->memory->sums, (size_t)plan->section_count + 1, sizeof *model->sections);
    model->glyphs = arena_array(model->memory->sums, (size_t)plan->seat_count + 1, 1);
    index_seats(model->memory, plan);
    model->open = true;
    for (int i = 0; i < plan->section_count; i++) {
        int seats = plan->sections[i].seat_count;
        model->sections[i].seats = model->sections[i].of[GLYPH_FREE] = seats;
    }
    model->total.seats = model->total.of[GLYPH_FREE] = plan->seat_count;
    model_look_at_all(model, now);
}

static void note_change(struct model *model, int seat, uint8_t was)
{
    if (model->glyphs[seat] == was)
        return;
    if (model->change_count < CHANGES_MAX)
        model->changes[model->change_count] =
            (struct glyph_change){.seat = seat, .was = was, .is = model->glyphs[seat]};
    model->change_count++;
}

static bool apply_news(struct model *model, const struct evt *evt, int64_t now)
{
    bool changed = false;
    model->change_count = 0;
    for (int i = 0; i < evt->u.seats.count && model->open; i++) {
        const struct map_seat *news = &evt->u.seats.at[i];
        if (news->seat < 0 || news->seat >= model->map.plan->seat_count ||
            (!evt->u.seats.anew &&
             news->state.version <= seat_book_version(model->memory->book, news->seat)))
            continue;
        seat_book_put(model->memory->book, news->seat, &news->state);
        uint8_t was = model->glyphs[news->seat];
        look_at(model, news->seat, SEAT_SETTLED, now);
        note_change(model, news->seat, was);
        changed = true;
    }
    return changed;
}

/* ---- messages ----------------------------------------------------------------------------- */

/* An answer is some moments old when it is read: so much is no difference of clocks. */
static bool take_health(struct model *model, const struct health_report *health, int64_t now)
{
    int64_t ahead = health->at - (now - model->ahead_ms);
    bool vouches_otherwise =
        health->map_as_of != model->health.map_as_of || health->till != model->health.till;
    model->health = *health;
    if (vouches_otherwise)
        (void)model_look_at_all(model, now);
    if (health->at)
        model->ahead_ms = ahead < CLOCKS_AGREE_MS && ahead > -CLOCKS_AGREE_MS ? 0 : ahead;
    return true;
}

static bool take_hold(struct model *model, const struct hold *hold, int64_t now)
{
    model_replace_holds(model, hold, 1, false);
    model_seats_follow(model, hold);
    model_look_at_all(model, now);
    model_settle_basket(model, false, now);
    return true;
}

static bool is_sold(const struct model *model, int seat, const struct sale *sale)
{
    const struct seat_state state = model_state(model, seat);
    return state.status == SEAT_SOLD && uuid_equal(&state.holder, &sale->id);
}

/* A seat is due as long as it stands sold in the order that is. */
static void note_due(struct model *model, const struct sale *sale, int64_t now)
{
    for (int i = 0; i < sale->ticket_count; i++) {
        int seat = model_seat_by_no(model, sale->tickets[i].seat);
        if (sale->tickets[i].status != TICKET_VALID || seat < 0 || !is_sold(model, seat, sale))
            continue;
        look_at(model, seat, SEAT_DUE, now);
    }
}

/* Whose people were let in; one that is let in unpaid is still to be paid. */
static void note_admitted(struct model *model, const int32_t *numbers, int count, int64_t now)
{
    for (int i = 0; i < count; i++) {
        int seat = model_seat_by_no(model, numbers[i]);
        if (seat >= 0 && due_of(model, seat) != SEAT_DUE)
            look_at(model, seat, SEAT_CAME, now);
    }
}

static bool take_due(struct model *model, const struct evt *evt, int64_t now)
{
    if (!model->open)
        return false;
    for (int i = 0; i < model->map.plan->seat_count; i++)
        if (due_of(model, i) != SEAT_SETTLED)
            look_at(model, i, SEAT_SETTLED, now);
    for (int i = 0; i < evt->u.sales.count; i++)
        if (evt->u.sales.at[i].show == model->map.show.no)
            note_due(model, &evt->u.sales.at[i], now);
    note_admitted(model, evt->u.sales.admitted, evt->u.sales.admitted_count, now);
    return true;
}

/* Seats of the open show about which something is open to be decided, and no others. */
static bool take_conflicts(struct model *model, const struct evt *evt, int64_t now)
{
    const struct conflict *at = evt->u.conflicts.at;
    if (!model->open)
        return false;
    model->memory->disputed =
        arena_array(model->memory->sums, (size_t)model->map.plan->seat_count + 1, sizeof(bool));
    for (int i = 0; i < evt->u.conflicts.count; i++)
        for (int s = 0; s < at[i].seat_count; s++) {
            int seat = model_seat_by_no(model, at[i].seats[s].seat);
            if (at[i].outcome == CONFLICT_OPEN && at[i].show == model->map.show.no && seat >= 0)
                model->memory->disputed[seat] = true;
        }
    return model_look_at_all(model, now);
}

static bool apply_answer(struct model *model, struct evt *evt, int64_t now)
{
    if (evt->outcome.verdict != VERDICT_OK)
        return false;
    if (cmd_signs_in(evt->cmd)) {
        model->actor = evt->u.actor;
    } else if (evt->cmd == CMD_OPEN_SHOW) {
        open_map(model, evt, now);
        model_settle_basket(model, false, now);
    } else if (evt->cmd == CMD_CLOSE_SHOW) {
        model_close_show(model);
    } else if (evt->cmd == CMD_BASKET) {
        model_replace_holds(model, evt->u.holds.at, evt->u.holds.count, true);
        model_look_at_all(model, now);
        model_settle_basket(model, false, now);
    } else if (evt->cmd == CMD_DUE) {
        return take_due(model, evt, now);
    } else if (evt->cmd == CMD_CONFLICTS) {
        return take_conflicts(model, evt, now);
    } else if (evt->cmd == CMD_SCALE) {
        model->weighed = evt->u.scale;
    } else if (evt->cmd == CMD_HEALTH) {
        take_health(model, &evt->u.health, now);
    } else if (evt->cmd == CMD_SELL && evt->outcome.sale) {
        model_drop_sold(model, evt->outcome.sale);
        model_look_at_all(model, now);
    } else if (evt->outcome.hold) {
        take_hold(model, evt->outcome.hold, now);
    } else {
        return false;
    }
    return true;
}

bool model_apply(struct model *model, struct evt *evt, int64_t now)
{
    switch (evt->kind) {
    case EVT_ANSWER:
        return apply_answer(model, evt, now);
    case EVT_SEATS:
        if (!apply_news(model, evt, now))
            return false;
        model_settle_basket(model, evt->u.seats.anew, now);
        return true;
    case EVT_HEALTH:
        return take_health(model, &evt->u.health, now);
    case EVT_PRINT:
        model->print = evt->u.print.sums;
        return true;
    case EVT_SCALE:
        model->weighed = evt->u.scale;
        return true;
    case EVT_OPENED:
    case EVT_CLOSED:
        return false;
    case EVT_PROGRESS:
    case EVT_LOST:
        return true;
    }
    return false;
}

void model_sign_out(struct model *model)
{
    model_close_show(model);
    model_replace_holds(model, NULL, 0, true);
    model->actor = (struct actor){.name = ""};
}

/* ---- looking ------------------------------------------------------------------------------ */

int model_seat_by_no(const struct model *model, int32_t no)
{
    if (no < 0 || no >= model->memory->numbers)
        return -1;
    return model->memory->index_of ? model->memory->index_of[no] : no;
}

struct seat_state model_state(const struct model *model, int seat)
{
    return seat_book_get(model->memory->book, seat);
}

enum glyph model_glyph(const struct model *model, int seat)
{
    assert(model->open && seat >= 0 && seat < model->map.plan->seat_count);
    return (enum glyph)model->glyphs[seat];
}

const struct hold *model_hold_of(const struct model *model, int seat)
{
    if (model_glyph(model, seat) != GLYPH_MINE)
        return NULL;
    const struct seat_state state = model_state(model, seat);
    return model_find_hold(model, &state.holder);
}

const struct hold *model_first_hold(const struct model *model)
{
    const struct hold *first = NULL;
    for (int i = 0; i < model->hold_count; i++)
        if (!first || model->holds[i].expires_at < first->expires_at)
            first = &model->holds[i];
    return first;
}

int model_basket_seats(const struct model *model)
{
    int count = 0;
    for (int i = 0; i < model->hold_count; i++)
        count += model->holds[i].seat_count;
    return count;
}

int model_basket_seats_of(const struct model *model, int32_t show)
{
    int count = 0;
    for (int i = 0; i < model->hold_count; i++)
        count += model->holds[i].show == show ? model->holds[i].seat_count : 0;
    return count;
}

int64_t model_class_price(const struct model *model, int class_no)
{
    const struct show *show = &model->map.show;
    for (int i = 0; i < show->price_count; i++)
        if (show->prices[i].class_no == class_no) {
            int64_t price = show->prices[i].amount[TYPE_ADULT];
            return price > 0 ? price + show->fee : price;
        }
    return -1;
}

int64_t model_seat_price(const struct model *model, int seat)
{
    return model_class_price(model, model->map.plan->seats[seat].class_no);
}

int model_sold(const struct seat_sums *sums)
{
    return sums->of[GLYPH_SOLD] + sums->of[GLYPH_UNPAID] + sums->of[GLYPH_ADMITTED];
}

int model_free(const struct seat_sums *sums)
{
    return sums->of[GLYPH_FREE] + sums->of[GLYPH_WHEELCHAIR] + sums->of[GLYPH_STALE];
}
