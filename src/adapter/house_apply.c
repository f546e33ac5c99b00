#include "config.h"

#include "src/adapter/house_parts.h"

#include <string.h>

enum { HELD_REFUSALS = 1, ELSEWHERE_REFUSALS = 12 };
enum { WAIT_MS = 4 * LOCK_MS, FIRST_PAUSE_MS = 2, LONGEST_PAUSE_MS = 64 };
enum { LIAR_MS = 60000 }; /* for so long a show whose locks never end is served without them */
enum { EXTEND_MS = LOCK_MS / 2, KEEP_MS = WAIT_MS - LOCK_MS };

/* ---- what was sent before ------------------------------------------------------------------- */

static bool sent_before(const struct house_store *house, const struct uuid *key)
{
    for (int i = 0; i < SENT_KEYS; i++)
        if (uuid_equal(&house->sent[i], key))
            return true;
    return false;
}

static void remember_sent(struct house_store *house, const struct uuid *key)
{
    house->sent[house->sent_at] = *key;
    house->sent_at = (house->sent_at + 1) % SENT_KEYS;
}

/* ---- locks ---------------------------------------------------------------------------------- */

static struct lock_wish wish_for(const struct changeset *cs, const struct house_seats *seats,
                                 int first, struct lock_seat *locks)
{
    int end = house_end_of_show(seats, first);
    for (int i = first; i < end; i++)
        locks[i - first] = seats->at[i].lock;
    return (struct lock_wish){.show = seats->at[first].show,
                              .owner = cs->key,
                              .seats = locks,
                              .count = end - first,
                              .now = cs->now};
}

static void release_until(struct house_store *house, const struct changeset *cs,
                          const struct house_seats *seats, int until)
{
    struct lock_seat locks[LOCK_SEATS_MAX];
    for (int first = 0; first < until; first = house_end_of_show(seats, first)) {
        const struct lock_wish wish = wish_for(cs, seats, first, locks);
        house->front.lock->ops->release(house->front.lock, &wish);
    }
}

/* Show by show, in order; refused by one, the others are let go. */
static enum lock_answer take_locks(struct house_store *house, const struct changeset *cs,
                                   const struct house_seats *seats, struct lock_refusal *refusal,
                                   int32_t *show)
{
    struct lock_seat locks[LOCK_SEATS_MAX];
    enum lock_answer answer = LOCK_ABSENT;
    if (seats->count > LOCK_SEATS_MAX)
        return LOCK_ABSENT; /* a large act would hold Redis up longer than it could save */
    for (int first = 0; first < seats->count; first = house_end_of_show(seats, first)) {
        const struct lock_wish wish = wish_for(cs, seats, first, locks);
        answer = house->front.lock->ops->take(house->front.lock, &wish, refusal);
        *show = wish.show;
        if (answer != LOCK_TAKEN) {
            release_until(house, cs, seats, first);
            return answer;
        }
    }
    return answer;
}

/* Between half of it and all of it: whoever waits for the same seat comes back at another time. */
static int64_t next_pause(const struct changeset *cs, int turn)
{
    int64_t longest = turn < 5 ? FIRST_PAUSE_MS << turn : LONGEST_PAUSE_MS;
    return longest / 2 + longest * cs->key.b[8 + turn % 8] / 512;
}

static bool is_liar(const struct house_store *house, int32_t show)
{
    return house->liar == show && house_mono(house) < house->liar_until;
}

static void remember_liar(struct house_store *house, int32_t show)
{
    house->liar = show;
    house->liar_until = house_mono(house) + LIAR_MS;
}

/*
 * Who wants what another act works on waits here and not in the store, where each that waits is one
 * act more and keeps seats for which others wait. As a rule the seat is held when the other is
 * done, and then nobody has to ask. Should the other never end, its lock does, and one of those who
 * wait gets the next. A lock reported busy for longer than any lock can live is a lie: this act
 * goes on without it, and for a minute no act on the same show waits (a row of seats would cost
 * four seconds each).
 */
static enum lock_answer wait_for_locks(struct house_store *house, const struct changeset *cs,
                                       const struct house_seats *seats,
                                       struct lock_refusal *refusal, int32_t *show)
{
    bool waits = !cs->any_will_do && !sent_before(house, &cs->key);
    int64_t end = house_mono(house) + WAIT_MS;
    enum lock_answer answer = take_locks(house, cs, seats, refusal, show);
    waits = waits && answer == LOCK_BUSY && !is_liar(house, *show);
    for (int turn = 0; answer == LOCK_BUSY && waits && house_mono(house) < end; turn++) {
        house->clock.pause_ms(house->clock.ctx, next_pause(cs, turn));
        answer = take_locks(house, cs, seats, refusal, show);
    }
    if (answer == LOCK_BUSY && waits)
        remember_liar(house, *show);
    return answer;
}

/*
 * Has the front a say in this act any more? It may have told the truth a few times; after that,
 * and for whatever may be a replay, the store is asked.
 */
static bool believes(struct house_store *house, const struct changeset *cs, enum lock_answer answer)
{
    if (!uuid_equal(&house->refused, &cs->key)) {
        house->refused = cs->key;
        house->refusals = 0;
    }
    if (sent_before(house, &cs->key))
        return false;
    if (cs->any_will_do)
        return house->refusals < ELSEWHERE_REFUSALS; /* each is about other seats */
    return answer == LOCK_HELD && house->refusals < HELD_REFUSALS;
}

static void refuse_early(struct house_store *house, const struct changeset *cs, int32_t show,
                         const struct lock_refusal *refusal, struct apply_result *result)
{
    house->refusals++;
    house->counts.refused_early++;
    if (cs->any_will_do) {
        *result = (struct apply_result){
            .applied = APPLIED_BUSY, .busy_known = true, .busy_seat = refusal->seat};
        return; /* nothing is refused by that: the truth can wait */
    }
    *result = (struct apply_result){.applied = APPLIED_STALE};
    house->ask_truth = true;
    house->claim = *refusal;
    house->claim_show = show;
    result->fresh_count = 1;
    result->fresh = arena_alloc(cs->arena, sizeof *result->fresh);
    *result->fresh = (struct fresh_seat){show,
                                         refusal->seat,
                                         {.status = SEAT_HELD,
                                          .version = refusal->version,
                                          .holder = refusal->hold,
                                          .held_until = refusal->expires_at}};
}

/* ---- apply ---------------------------------------------------------------------------------- */

/* Then the locks stay until they are over: whoever came next would wait in there as well. */
static bool somebody_is_inside(const struct changeset *cs, const struct apply_result *result)
{
    return result->applied == APPLIED_BUSY && !cs->any_will_do;
}

struct kept_locks {
    struct house_store *house;
    const struct changeset *cs;
    const struct house_seats *seats;
    int64_t began, extended_at; /* monotonic */
    bool lost;
};

static bool extend_locks(const struct kept_locks *kept)
{
    struct lock_seat locks[LOCK_SEATS_MAX];
    struct lock *lock = kept->house->front.lock;
    for (int first = 0; first < kept->seats->count; first = house_end_of_show(kept->seats, first)) {
        const struct lock_wish wish = wish_for(kept->cs, kept->seats, first, locks);
        if (!lock->ops->extend(lock, &wish))
            return false;
    }
    return true;
}

/*
 * The store takes longer over the act than its locks last: whoever is let through meanwhile would
 * only queue in there. Not longer than others are patient, so that they need not take a slow till
 * for a lie. Locks that are lost are not asked for again; the store decides in any case.
 */
static void keep_locks(void *ctx)
{
    struct kept_locks *kept = ctx;
    int64_t now = house_mono(kept->house);
    if (kept->lost || now - kept->extended_at < EXTEND_MS || now - kept->began > KEEP_MS)
        return;
    kept->extended_at = now;
    kept->lost = !extend_locks(kept);
}

static enum rc apply_locked(struct house_store *house, const struct changeset *cs,
                            const struct house_seats *seats, struct apply_result *result,
                            struct err *err)
{
    const struct store_ops *ops = house->inner->ops;
    int64_t now = house_mono(house);
    struct kept_locks kept = {house, cs, seats, now, now, false};
    if (ops->meanwhile)
        ops->meanwhile(house->inner, &(struct meanwhile){keep_locks, &kept});
    enum rc rc = ops->apply(house->inner, cs, result, err);
    if (ops->meanwhile)
        ops->meanwhile(house->inner, NULL);
    return rc;
}

static enum rc ask_inner(struct house_store *house, const struct changeset *cs,
                         const struct house_seats *seats, struct apply_result *result,
                         struct err *err)
{
    house->counts.applies++;
    enum rc rc = seats->locked ? apply_locked(house, cs, seats, result, err)
                               : house->inner->ops->apply(house->inner, cs, result, err);
    remember_sent(house, &cs->key);
    if (!rc && result->applied == APPLIED_OK)
        house_tell(house, seats, &cs->key);
    else if (rc || !somebody_is_inside(cs, result))
        release_until(house, cs, seats, seats->count <= LOCK_SEATS_MAX ? seats->count : 0);
    if (!rc && result->applied == APPLIED_STALE) {
        house->ask_truth = true;
        house_learn(house, result->fresh, result->fresh_count);
    }
    return rc;
}

/*
 * With nobody to keep the rush off, new holds must not queue in the store: each that waits keeps
 * seats for which others wait. What is being paid for, extended or given back may wait its turn.
 */
enum rc house_apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                    struct err *err)
{
    struct house_store *house = house_of(store);
    struct house_seats seats = house_final_seats(house, cs);
    struct lock_refusal refusal = {0};
    int32_t show = 0;
    house->ask_truth = house->hearsay = false;
    house->ask_show = house->show_unsure = false;
    enum lock_answer answer = wait_for_locks(house, cs, &seats, &refusal, &show);
    if ((answer == LOCK_BUSY || answer == LOCK_HELD) && believes(house, cs, answer)) {
        refuse_early(house, cs, show, &refusal, result);
        result->by_front = true;
        return RC_OK;
    }
    seats.locked = answer == LOCK_TAKEN;
    struct changeset act = *cs;
    bool unguarded = answer == LOCK_ABSENT || (answer == LOCK_BUSY && is_liar(house, show));
    act.at_once = unguarded && cs->act == ACT_HOLD;
    house->counts.fallbacks += act.at_once;
    enum rc rc = ask_inner(house, &act, &seats, result, err);
    result->by_front = seats.locked;
    return rc;
}

/* ---- sweep ---------------------------------------------------------------------------------- */

static enum rc last_event(struct house_store *house, struct arena *arena, int64_t *id)
{
    const struct event_filter newest = {.seat = -1, .newest_first = true, .limit = 1};
    struct event *events;
    int count = 0;
    enum rc rc = house->inner->ops->event_list(house->inner, &newest, arena, &events, &count, NULL);
    *id = !rc && count ? events->id : 0;
    return rc;
}

static const struct uuid nobody;

/* What the sweep freed stands in the log; others may have written there meanwhile. */
static void tell_from_log(struct house_store *house, struct arena *arena, int64_t after, int limit)
{
    const struct event_filter since = {.seat = -1, .after = after, .limit = limit};
    struct event *events;
    int count = 0;
    if (house->inner->ops->event_list(house->inner, &since, arena, &events, &count, NULL))
        return;
    for (int i = 0; i < count; i++) {
        if (events[i].act != ACT_EXPIRE || events[i].seat < 0)
            continue;
        struct house_seat seat = {.show = events[i].show, .from = events[i].from};
        seat.row.seat = events[i].seat;
        seat.row.state.version = events[i].version;
        house_tell(house, &(struct house_seats){.at = &seat, .count = 1}, &nobody);
    }
}

static void tell_freed(struct house_store *house, struct arena *arena,
                       const struct sweep_result *swept)
{
    struct house_seats seats = {.at = arena_array(arena, (size_t)swept->seats, sizeof *seats.at),
                                .count = swept->seats};
    for (int i = 0; i < swept->seats; i++) {
        seats.at[i].show = swept->freed[i].show;
        seats.at[i].from = SEAT_HELD;
        seats.at[i].row.seat = swept->freed[i].seat;
        seats.at[i].row.state = swept->freed[i].state;
    }
    house_tell(house, &seats, &nobody);
}

static void mend_when_due(struct house_store *house)
{
    struct house_drift drift;
    int64_t now = house_mono(house);
    house_aside_collect(house);
    if (now - house->mended_at < MEND_MS || !house->follow)
        return;
    house->mended_at = now;
    if (!house_aside_check(house)) /* whatever comes of it, asked again in a minute */
        house->counts.drift_checks += !house_store_mend(&house->base, &drift, NULL);
}

static bool probe(struct house_store *house)
{
    struct registry *registry = house->front.registry;
    struct registry_count count;
    return registry->ops->count(registry, house->followed ? house->followed : 1,
                                clock_wall(&house->clock), &count);
}

/*
 * Nobody may be selling: a front that nobody asks is asked now and then, whether it is still there,
 * or there again. Once more when it seems gone, so that it was not just late.
 */
static void probe_when_idle(struct house_store *house)
{
    enum { IDLE_MS = 4000 };
    struct redis_link *link = house->front.link;
    if (!link || !house->follow || !redis_may_ask(link))
        return;
    bool idle = house_mono(house) - redis_counts(link).asked_at >= IDLE_MS;
    if ((idle || redis_breaker(link).state != BREAKER_CLOSED) && !probe(house))
        (void)probe(house);
}

void house_store_probe(struct store *store)
{
    probe_when_idle(house_of(store));
}

enum rc house_sweep(struct store *store, const struct actor *actor, int64_t now, int limit,
                    struct sweep_result *result, struct err *err)
{
    struct house_store *house = house_of(store);
    struct arena *arena = arena_new();
    int64_t before = 0;
    probe_when_idle(house);
    bool awake = house_awake(house);
    bool logged = awake && !house->inner->ops->tells_freed && !last_event(house, arena, &before);
    enum rc rc = house->inner->ops->sweep(house->inner, actor, now, limit, result, err);
    if (!rc && awake && result->freed)
        tell_freed(house, arena, result);
    else if (!rc && logged && result->seats)
        tell_from_log(house, arena, before, 2 * result->seats + CATCH_UP_MAX);
    arena_free(&arena);
    if (awake)
        mend_when_due(house);
    return rc;
}
