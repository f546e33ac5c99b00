#include "config.h"

#include "src/domain/wait_serve.h"

#include <string.h>

#include "src/domain/hold.h"

void wait_round_start(struct wait_round *round, const struct snapshot *snapshot, int64_t now,
                      struct arena *arena)
{
    size_t count = (size_t)snapshot->plan->seat_count;
    *round = (struct wait_round){.arena = arena, .snapshot = *snapshot, .now = now};
    round->snapshot.state = arena_array(arena, count, sizeof *snapshot->state);
    memcpy(round->snapshot.state, snapshot->state, count * sizeof *snapshot->state);
    round->index = best_index_new(snapshot->plan, arena);
}

bool wait_round_is_full(const struct wait_round *round, const struct changeset *cs)
{
    return round->offered >= round->most || cs->seats.count >= WAIT_ROUND_SEATS;
}

/* ---- finding seats -------------------------------------------------------------------------- */

static bool wish_of(const struct waiter *waiter, const struct wait_round *round,
                    struct best_request *wish)
{
    *wish = (struct best_request){
        .count = waiter->party,
        .class_no = waiter->class_no,
        .section = *waiter->section ? plan_find_section(round->snapshot.plan, waiter->section) : -1,
        .accessible = waiter->accessible,
        .aisle = waiter->aisle,
        .together = waiter->together,
        .stay = true, /* nothing is given up behind their back */
        .now = round->now,
        .channel = CHANNEL_WAITLIST,
    };
    return !*waiter->section || wish->section >= 0;
}

/* A party that was split sits at no aisle at all, perhaps. */
static bool as_wished(const struct best_result *seats)
{
    for (int i = 0; i < seats->relaxed_count; i++)
        if (strcmp(seats->relaxed[i], "aisle") == 0)
            return false;
    return true;
}

static bool same_wish(const struct waiter *a, const struct waiter *b)
{
    return a->party == b->party && a->class_no == b->class_no && a->accessible == b->accessible &&
           a->aisle == b->aisle && a->together == b->together &&
           strcmp(a->section, b->section) == 0;
}

static bool is_hopeless(const struct wait_round *round, const struct waiter *waiter)
{
    for (int i = 0; i < round->hopeless.count; i++)
        if (same_wish(round->hopeless.at[i], waiter))
            return true;
    return false;
}

static void give_up_on(struct wait_round *round, const struct waiter *waiter)
{
    *LIST_ADD(round->arena, &round->hopeless) = waiter;
}

static bool can_be_seated(struct wait_round *round, const struct waiter *waiter,
                          struct best_result *seats)
{
    struct best_request wish;
    if (waiter->status != WAIT_WAITING || waiter->show != round->snapshot.show.no ||
        is_hopeless(round, waiter))
        return false;
    if (wish_of(waiter, round, &wish) &&
        best_find(round->index, &round->snapshot, &wish, seats, NULL) == VERDICT_OK &&
        as_wished(seats))
        return true;
    give_up_on(round, waiter);
    return false;
}

int wait_next(struct wait_round *round, const struct waiter *waiters, int count,
              struct best_result *seats)
{
    for (int i = 0; i < count; i++)
        if (can_be_seated(round, &waiters[i], seats))
            return i;
    return -1;
}

/* ---- offers --------------------------------------------------------------------------------- */

static void take(struct wait_round *round, const struct best_result *seats, const struct uuid *hold)
{
    for (int i = 0; i < seats->count; i++) {
        struct seat_state *state = &round->snapshot.state[seats->seats[i]];
        state->status = SEAT_HELD;
        state->holder = *hold;
        state->held_until = INT64_MAX;
    }
}

static void note_offer(struct wait_round *round, const struct waiter *waiter,
                       const struct best_result *seats, const struct uuid *hold)
{
    take(round, seats, hold);
    if (round->offered++)
        return;
    round->first = *waiter;
    round->first.status = WAIT_OFFERED;
    round->first.version++;
    round->first.hold = *hold;
    round->first_seats = *seats;
}

/* Refused for these seats, not for the show: the search and the rule were not of one mind. */
static bool is_about_seats(enum verdict verdict)
{
    return verdict == VERDICT_SINGLE_SEAT_GAP || verdict == VERDICT_SEAT_TAKEN ||
           verdict == VERDICT_SEAT_BLOCKED;
}

static enum verdict offer(struct wait_round *round, const struct waiter *waiter,
                          const struct best_result *seats, struct changeset *cs,
                          struct refusal *why)
{
    const struct changeset before = *cs;
    const struct hold *existing = NULL;
    const struct hold_request hold = {
        .id = round->names[round->offered],
        .seats = seats->seats,
        .count = seats->count,
        .ttl_ms = round->ttl_ms,
        .email = waiter->email,
        .source = SOURCE_WAITLIST,
        .channel = CHANNEL_WAITLIST,
    };
    enum verdict verdict = hold_decide_new(&round->snapshot, &hold, cs, &existing, why);
    if (verdict) {
        *cs = before;
        return verdict;
    }
    wait_mark_offered(waiter, &hold.id, cs);
    note_offer(round, waiter, seats, &hold.id);
    return VERDICT_OK;
}

enum verdict wait_round_serve(struct wait_round *round, const struct waiter *waiters, int count,
                              struct changeset *cs, struct refusal *why)
{
    struct best_result seats;
    int at = 0;
    while (at < count && !wait_round_is_full(round, cs)) {
        int next = wait_next(round, waiters + at, count - at, &seats);
        if (next < 0)
            return VERDICT_OK;
        at += next;
        enum verdict verdict = offer(round, &waiters[at], &seats, cs, why);
        if (verdict && !is_about_seats(verdict))
            return verdict;
        if (verdict) {
            give_up_on(round, &waiters[at]);
            *why = (struct refusal){0};
        }
        at++;
    }
    return VERDICT_OK;
}

/* ---- one act of them all -------------------------------------------------------------------- */

static bool is_changed(const struct changeset *cs, const struct seat_guard *guard)
{
    for (int i = 0; i < cs->seats.count; i++)
        if (cs->seats.at[i].seat == guard->seat && cs->seats.at[i].show == guard->show)
            return true;
    return false;
}

static bool is_guarded(const struct changeset *cs, int before, const struct seat_guard *guard)
{
    for (int i = 0; i < before; i++)
        if (cs->guards.at[i].seat == guard->seat && cs->guards.at[i].show == guard->show)
            return true;
    return false;
}

void wait_round_end(struct changeset *cs)
{
    int kept = 0;
    for (int i = 0; i < cs->guards.count; i++) {
        const struct seat_guard guard = cs->guards.at[i];
        if (!is_changed(cs, &guard) && !is_guarded(cs, kept, &guard))
            cs->guards.at[kept++] = guard;
    }
    cs->guards.count = kept;
}
