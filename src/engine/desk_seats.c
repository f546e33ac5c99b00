/* A supervisor's hand on the map: block, unblock, release. */
#include "config.h"

#include "src/engine/desk.h"

#include <string.h>

#include "src/engine/run.h"

struct seats_wish {
    const char *show;
    const char *const *labels;
    int count;
    uint8_t open_to;
    const struct uuid *holders; /* of a release: who was seen to hold each; NULL: whoever does */
};

enum { SEATS_AT_ONCE = 5000 };

static enum verdict check_named_once(struct run *run, const struct plan *plan, const int *seats,
                                     int count)
{
    unsigned char *named = arena_alloc(run->arena, (size_t)plan->seat_count);
    for (int i = 0; i < count; i++) {
        if (!named[seats[i]]++)
            continue;
        refusal_add_seat(&run->why, seats[i]);
        return refuse(&run->why, VERDICT_DUPLICATE_SEAT, NULL);
    }
    return VERDICT_OK;
}

static enum verdict read_seats(struct run *run, const struct seats_wish *wish,
                               struct snapshot *snapshot, int **seats)
{
    struct show show;
    enum verdict verdict = run_find_show(run, wish->show, &show);
    if (verdict)
        return verdict;
    *seats = arena_array(run->arena, (size_t)wish->count, sizeof **seats);
    return run_read_seats(run, show.no, wish->labels, wish->count, snapshot, *seats);
}

static enum verdict read_wish(struct run *run, const struct seats_wish *wish,
                              struct snapshot *snapshot, int **seats)
{
    enum verdict verdict = run_allowed(run, RIGHT_BLOCK);
    if (!verdict)
        verdict = run_needs_reason(run);
    if (!verdict && (wish->count < 1 || wish->count > SEATS_AT_ONCE))
        verdict = refuse(&run->why, VERDICT_INVALID, "Name 1 to %d seats at once, not %d.",
                         SEATS_AT_ONCE, wish->count);
    if (!verdict)
        verdict = read_seats(run, wish, snapshot, seats);
    return verdict ? verdict : check_named_once(run, snapshot->plan, *seats, wish->count);
}

static void fingerprint_wish(struct fingerprint *print, const struct seats_wish *wish)
{
    fingerprint_text(print, wish->show);
    fingerprint_labels(print, wish->labels, wish->count);
    fingerprint_number(print, wish->open_to);
}

/* ---- block and unblock -------------------------------------------------------------------- */

static enum verdict step_block(struct run *run, const void *request)
{
    const struct seats_wish *wish = request;
    struct snapshot snapshot;
    int *seats;
    enum verdict verdict = read_wish(run, wish, &snapshot, &seats);
    return verdict ? verdict
                   : hold_decide_block(&snapshot, seats, wish->count, wish->open_to, run->cs,
                                       &run->why);
}

void desk_seats_block(struct desk *desk, const struct act_meta *meta, const char *show,
                      const char *const *labels, int count, uint8_t open_to, struct outcome *out)
{
    const struct seats_wish wish = {show, labels, count, open_to, NULL};
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_BLOCK);
    fingerprint_wish(&print, &wish);
    run_act(desk, meta, out, &print, step_block, &wish);
}

static enum verdict step_unblock(struct run *run, const void *request)
{
    const struct seats_wish *wish = request;
    struct snapshot snapshot;
    int *seats;
    enum verdict verdict = read_wish(run, wish, &snapshot, &seats);
    return verdict ? verdict
                   : hold_decide_unblock(&snapshot, seats, wish->count, run->cs, &run->why);
}

void desk_seats_unblock(struct desk *desk, const struct act_meta *meta, const char *show,
                        const char *const *labels, int count, struct outcome *out)
{
    const struct seats_wish wish = {show, labels, count, 0, NULL};
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_UNBLOCK);
    fingerprint_wish(&print, &wish);
    run_act(desk, meta, out, &print, step_unblock, &wish);
}

/* ---- release whatever stands in the way --------------------------------------------------- */

/*
 * Each seat on its own merits: held ones leave their holds, blocked ones are opened, free ones are
 * free already. Sold ones, those being paid for and those that changed hands since they were
 * looked at are refused and named; the rest is done.
 */
struct release_sort {
    int *blocked, blocked_count;
    int *held, held_count;
    int refused, changed_hands;
    uint8_t *verdicts; /* enum verdict, by seat of the plan */
    bool *was_free;    /* by seat of the plan, too */
};

static void refuse_seat(struct run *run, struct release_sort *sort, int seat, enum verdict verdict)
{
    sort->refused++;
    sort->verdicts[seat] = (uint8_t)verdict;
    run_name_label(run, plan_seat_label(run->plan, seat, arena_alloc(run->arena, SEAT_TEXT)));
}

/* seen: who held it when it was looked at, NULL when nobody asks. */
static void sort_seat(struct run *run, const struct snapshot *snapshot, int seat,
                      const struct uuid *seen, struct release_sort *sort)
{
    const struct seat_state *state = &snapshot->state[seat];
    bool held = state->status == SEAT_HELD && !seat_hold_over(state, run->now);
    bool blocked = state->status == SEAT_BLOCKED;
    if (state->status == SEAT_SOLD) {
        refuse_seat(run, sort, seat, VERDICT_SEAT_TAKEN);
    } else if ((held || blocked) && seen && !uuid_equal(seen, &state->holder)) {
        refuse_seat(run, sort, seat, VERDICT_VERSION_CONFLICT);
        sort->changed_hands++;
    } else if (blocked) {
        sort->blocked[sort->blocked_count++] = seat;
    } else if (held) {
        sort->held[sort->held_count++] = seat;
    } else {
        sort->was_free[seat] = true;
    }
}

static int take_same_hold(const struct snapshot *snapshot, struct release_sort *sort,
                          const struct uuid *hold, int *group, int32_t *numbers)
{
    int taken = 0, left = 0;
    for (int i = 0; i < sort->held_count; i++) {
        int seat = sort->held[i];
        if (uuid_equal(&snapshot->state[seat].holder, hold)) {
            group[taken] = seat;
            numbers[taken++] = snapshot->plan->seats[seat].no;
        } else {
            sort->held[left++] = seat;
        }
    }
    sort->held_count = left;
    return taken;
}

static enum verdict release_one_hold(struct run *run, const struct snapshot *snapshot,
                                     struct release_sort *sort)
{
    struct uuid id = snapshot->state[sort->held[0]].holder;
    int *group = arena_array(run->arena, (size_t)sort->held_count, sizeof *group);
    int32_t *numbers = arena_array(run->arena, (size_t)sort->held_count, sizeof *numbers);
    int count = take_same_hold(snapshot, sort, &id, group, numbers);
    struct hold hold;
    enum verdict verdict = run_read_hold(run, &id, &hold);
    if (verdict)
        return verdict;
    if (hold.status != HOLD_PAYING)
        return hold_decide_release(&hold, numbers, count, END_ADMIN_OVERRIDE, run->cs, &run->why);
    for (int i = 0; i < count; i++)
        refuse_seat(run, sort, group[i], VERDICT_SEAT_TAKEN);
    return VERDICT_OK;
}

static enum verdict release_sorted(struct run *run, const struct snapshot *snapshot, int count,
                                   struct release_sort *sort)
{
    enum verdict verdict = VERDICT_OK;
    while (!verdict && sort->held_count)
        verdict = release_one_hold(run, snapshot, sort);
    if (!verdict && sort->blocked_count)
        verdict =
            hold_decide_unblock(snapshot, sort->blocked, sort->blocked_count, run->cs, &run->why);
    if (verdict || sort->refused < count)
        return verdict;
    if (sort->changed_hands == count)
        return refuse(&run->why, VERDICT_VERSION_CONFLICT,
                      "These seats have changed hands since and were not released; look again.");
    return refuse(&run->why, VERDICT_SEAT_TAKEN,
                  "These seats are sold or being paid for and were not released; refund the sale "
                  "instead.");
}

static void tell_each(struct run *run, const struct seats_wish *wish, const int *seats,
                      const struct release_sort *sort)
{
    struct seat_outcome *each = arena_array(run->arena, (size_t)wish->count, sizeof *each);
    for (int i = 0; i < wish->count; i++)
        each[i] = (struct seat_outcome){wish->labels[i], (enum verdict)sort->verdicts[seats[i]],
                                        sort->was_free[seats[i]]};
    run->out->each = each;
    run->out->each_count = wish->count;
}

static enum verdict step_release(struct run *run, const void *request)
{
    const struct seats_wish *wish = request;
    struct snapshot snapshot;
    int *seats;
    enum verdict verdict = read_wish(run, wish, &snapshot, &seats);
    if (!verdict)
        verdict = run_allowed(run, RIGHT_RELEASE_OTHERS);
    if (verdict)
        return verdict;
    size_t count = (size_t)wish->count, all = (size_t)snapshot.plan->seat_count;
    struct release_sort sort = {.blocked = arena_array(run->arena, count, sizeof(int)),
                                .held = arena_array(run->arena, count, sizeof(int)),
                                .verdicts = arena_alloc(run->arena, all),
                                .was_free = arena_array(run->arena, all, sizeof(bool))};
    for (int i = 0; i < wish->count; i++)
        sort_seat(run, &snapshot, seats[i], wish->holders ? &wish->holders[i] : NULL, &sort);
    verdict = release_sorted(run, &snapshot, wish->count, &sort);
    tell_each(run, wish, seats, &sort);
    return verdict;
}

/* The first answer names no seats: they stand in the wish, in the same order. */
static void name_each(const struct seats_wish *wish, struct outcome *out)
{
    for (int i = 0; i < wish->count && i < out->each_count; i++) {
        out->each[i].label = wish->labels[i];
        if (out->each[i].verdict && out->seat_count < REFUSAL_SEATS)
            out->seats[out->seat_count++] = wish->labels[i];
    }
}

void desk_seats_release(struct desk *desk, const struct act_meta *meta, const char *show,
                        const char *const *labels, int count, struct outcome *out)
{
    const struct desk_release release = {show, labels, NULL, count};
    desk_seats_release_seen(desk, meta, &release, out);
}

void desk_seats_release_seen(struct desk *desk, const struct act_meta *meta,
                             const struct desk_release *release, struct outcome *out)
{
    const struct seats_wish wish = {release->show, release->labels, release->count, 0,
                                    release->holders};
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_OVERRIDE);
    fingerprint_wish(&print, &wish);
    for (int i = 0; wish.holders && i < wish.count; i++)
        fingerprint_uuid(&print, &wish.holders[i]);
    run_act(desk, meta, out, &print, step_release, &wish);
    if (out->replay)
        name_each(&wish, out);
}
