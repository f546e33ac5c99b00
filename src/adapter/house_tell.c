/* After a commit: what the registry, the followers and the own map have to know. */
#include "config.h"

#include "src/adapter/house_parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- how seats stand after an act ----------------------------------------------------------- */

struct placed {
    const struct seat_change *change;
    int place;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->change->show != y->change->show)
        return x->change->show < y->change->show ? -1 : 1;
    if (x->change->seat != y->change->seat)
        return x->change->seat < y->change->seat ? -1 : 1;
    return x->place - y->place;
}

static struct placed *sort_changes(const struct changeset *cs)
{
    struct placed *sorted = arena_array(cs->arena, (size_t)cs->seats.count + 1, sizeof *sorted);
    for (int i = 0; i < cs->seats.count; i++)
        sorted[i] = (struct placed){&cs->seats.at[i], i};
    qsort(sorted, (size_t)cs->seats.count, sizeof *sorted, compare_placed);
    return sorted;
}

static const struct hold *hold_of(const struct changeset *cs, const struct uuid *id)
{
    for (int i = 0; i < cs->holds.count; i++)
        if (uuid_equal(&cs->holds.at[i].id, id))
            return &cs->holds.at[i];
    return NULL;
}

static uint16_t allotment_of(const struct house_store *house, const struct seat_change *change)
{
    const struct house_map *map = &house->map;
    if (!house_map_is(map, change->show) || change->seat >= map->index_count ||
        map->index_of[change->seat] < 0)
        return 0;
    return map->at.state[map->index_of[change->seat]].allotment;
}

static void start_seat(struct house_seat *seat, const struct seat_change *first)
{
    seat->show = first->show;
    seat->from = first->from;
    seat->row.seat = seat->lock.seat = first->seat;
    seat->lock.seen = first->seen;
    seat->lock.was = first->was;
}

static void end_seat(const struct house_store *house, struct house_seat *seat,
                     const struct seat_change *last, const struct changeset *cs)
{
    struct seat_state *state = &seat->row.state;
    const struct hold *hold = last->to == SEAT_HELD ? hold_of(cs, &last->holder) : NULL;
    state->version = last->seen + 1;
    state->status = last->to;
    state->allotment = allotment_of(house, last);
    if (last->to == SEAT_HELD || last->to == SEAT_SOLD)
        state->holder = last->holder;
    if (last->to == SEAT_HELD) {
        state->held_until = last->held_until;
        seat->lock.becomes = last->holder;
        seat->row.held_at = hold ? hold->created_at : cs->now;
        seat->row.source = hold ? source_name(hold->source) : NULL;
        seat->row.status = hold ? hold_status_name(hold->status) : NULL;
        snprintf(seat->row.holder, PERSON_TEXT, "%s", hold ? hold->holder : cs->actor.name);
    }
    if (last->to == SEAT_BLOCKED)
        state->open_to = last->open_to;
}

struct house_seats house_final_seats(const struct house_store *house, const struct changeset *cs)
{
    struct house_seats seats = {
        .at = arena_array(cs->arena, (size_t)cs->seats.count + 1, sizeof *seats.at)};
    const struct placed *sorted = sort_changes(cs);
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *change = sorted[i].change;
        assert(change); /* sort_changes names every one */
        const struct seat_change *next = i + 1 < cs->seats.count ? sorted[i + 1].change : NULL;
        struct house_seat *seat = &seats.at[seats.count];
        if (!seat->show)
            start_seat(seat, change);
        if (next && next->show == change->show && next->seat == change->seat)
            continue;
        end_seat(house, seat, change, cs);
        seats.count++;
    }
    return seats;
}

int house_end_of_show(const struct house_seats *seats, int first)
{
    int end = first;
    while (end < seats->count && seats->at[end].show == seats->at[first].show)
        end++;
    return end;
}

/* ---- telling -------------------------------------------------------------------------------- */

static void record_batch(struct house_store *house, const struct house_seat *seats, int count,
                         const struct uuid *token)
{
    struct registry_seat rows[REGISTRY_BATCH];
    struct feed_note notes[REGISTRY_BATCH];
    struct registry_record record = {.show = seats->show,
                                     .seats = rows,
                                     .count = count,
                                     .token = *token,
                                     .now = clock_wall(&house->clock)};
    for (int i = 0; i < count; i++) {
        rows[i] = seats[i].row;
        notes[i] = (struct feed_note){rows[i].seat, rows[i].state};
        record.moved[seats[i].from]--;
        record.moved[rows[i].state.status]++;
    }
    house->front.registry->ops->record(house->front.registry, &record);
    house->front.feed->ops->publish(house->front.feed, record.show, notes, count, record.moved);
}

void house_tell(struct house_store *house, const struct house_seats *seats,
                const struct uuid *token)
{
    int64_t now = house_mono(house);
    for (int first = 0, end; first < seats->count; first = end) {
        end = house_end_of_show(seats, first);
        if (end - first > REGISTRY_BATCH)
            end = first + REGISTRY_BATCH;
        record_batch(house, &seats->at[first], end - first, token);
    }
    for (int i = 0; i < seats->count; i++)
        if (house_map_is(&house->map, seats->at[i].show))
            house_map_learn(&house->map, seats->at[i].row.seat, &seats->at[i].row.state, now);
}

/* ---- learning ------------------------------------------------------------------------------- */

/* The front told of a hold, and the store knows nothing of it. */
static void heal_claim(struct house_store *house, int32_t seat, const struct seat_state *state)
{
    int32_t show = house->claim_show;
    if (seat != house->claim.seat)
        return;
    house->claim_show = 0;
    if (state->version >= house->claim.version)
        return;
    const struct registry_seat right = {
        .seat = seat, .state = *state, .instead_of = house->claim.version};
    const struct registry_record record = {
        .show = show, .seats = &right, .count = 1, .now = clock_wall(&house->clock)};
    house->front.registry->ops->record(house->front.registry, &record);
    house->counts.healed++;
}

static void learn_seat(struct house_store *house, int32_t show, int32_t seat,
                       const struct seat_state *state)
{
    if (house->claim_show == show)
        heal_claim(house, seat, state);
    if (house_map_is(&house->map, show))
        house_map_learn(&house->map, seat, state, house_mono(house));
}

/* What the registry let through and the store refused: it did not know yet. */
static void tell_fresh(struct house_store *house, const struct fresh_seat *seat)
{
    const struct registry_seat row = {.seat = seat->seat, .state = seat->state};
    const struct registry_record record = {
        .show = seat->show, .seats = &row, .count = 1, .now = clock_wall(&house->clock)};
    house->front.registry->ops->record(house->front.registry, &record);
}

void house_learn(struct house_store *house, const struct fresh_seat *seats, int count)
{
    for (int i = 0; i < count; i++) {
        learn_seat(house, seats[i].show, seats[i].seat, &seats[i].state);
        if (i < REGISTRY_BATCH)
            tell_fresh(house, &seats[i]);
    }
}

void house_learn_snapshot(struct house_store *house, const struct snapshot *snapshot)
{
    int32_t show = snapshot->show.no;
    if (house->claim_show != show && !house_map_is(&house->map, show))
        return;
    for (int i = 0; i < snapshot->plan->seat_count; i++)
        if (snapshot->state[i].version)
            learn_seat(house, show, snapshot->plan->seats[i].no, &snapshot->state[i]);
}
