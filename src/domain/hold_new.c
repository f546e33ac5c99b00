/*
 * A new hold: which of the wished seats are there already, which are in somebody's way, which must
 * be taken, and in what order (first what is given back, then what is taken).
 */
#include "config.h"

#include "src/domain/hold.h"

#include <string.h>
#include <strings.h>

#include "src/base/text.h"
#include "src/domain/gap.h"
#include "src/domain/hold_parts.h"
#include "src/base/tongue.h"

struct plan_of_act {
    const struct snapshot *snapshot;
    const struct hold_request *request;
    struct changeset *cs;
    struct refusal *why;
    struct seat_list wish;  /* all of it, sorted */
    struct seat_list take;  /* what the new hold takes */
    struct seat_list freed; /* seats of these rows that holds given up let go */
    const struct hold *has; /* whose first wished seat the holder has already */
};

/* ---- the request on its own ---------------------------------------------------------------- */

static enum verdict check_request(const struct plan_of_act *act)
{
    const struct hold_request *request = act->request;
    const struct show *show = &act->snapshot->show;
    if (request->count < 1 || request->count > HOLD_SEATS_MAX)
        return refuse(act->why, VERDICT_INVALID,
                      "A hold takes 1 to %d seats; make several holds for a large party.",
                      HOLD_SEATS_MAX);
    if (request->ttl_ms && (request->ttl_ms < 1000 || request->ttl_ms > show->ceiling_ms))
        return refuse(act->why, VERDICT_INVALID,
                      "A hold for this show lasts from 1 to %lld seconds; choose a time between.",
                      (long long)(show->ceiling_ms / 1000));
    if (strlen(request->email) >= EMAIL_TEXT)
        return refuse(act->why, VERDICT_INVALID,
                      "That e-mail address is longer than %d characters; give a shorter one.",
                      EMAIL_TEXT - 1);
    return VERDICT_OK;
}

static enum verdict check_show(const struct plan_of_act *act)
{
    if (act->snapshot->show.status == SHOW_OPEN)
        return VERDICT_OK;
    return refuse(act->why, VERDICT_SHOW_NOT_OPEN, NULL);
}

/* ---- what the holder has already ----------------------------------------------------------- */

/*
 * Is this hold the same wish again: by the same person at the same till for the same customer? A
 * clerk who holds a seat for one customer must not promise it to the next, and in a house where
 * nobody signs in all consoles act as one person.
 */
static bool same_wish(const struct plan_of_act *act, const struct hold *hold)
{
    const struct actor *actor = &act->cs->actor;
    return strcmp(hold->holder, actor->name) == 0 && strcmp(hold->till, actor->till) == 0 &&
           strcasecmp(hold->email, act->request->email) == 0;
}

/* The live one of the request's holds in which this seat is, or NULL. */
static const struct hold *hold_with(const struct plan_of_act *act, int seat)
{
    const struct seat_state *state = &act->snapshot->state[seat];
    if (state->status != SEAT_HELD || seat_hold_over(state, act->cs->now))
        return NULL;
    for (int i = 0; i < act->request->mine_count; i++) {
        const struct hold *hold = &act->request->mine[i];
        if (uuid_equal(&hold->id, &state->holder))
            return hold;
    }
    return NULL;
}

/* The holder's own. */
static const struct hold *mine_with(const struct plan_of_act *act, int seat)
{
    const struct hold *hold = hold_with(act, seat);
    return hold && same_wish(act, hold) ? hold : NULL;
}

static bool has_all(struct plan_of_act *act)
{
    for (int i = 0; i < act->wish.count; i++) {
        const struct hold *hold = mine_with(act, act->wish.at[i]);
        if (!hold)
            return false;
        if (i == 0)
            act->has = hold;
    }
    return true;
}

/*
 * One hold a customer: whom it is for decides, and for walk-ups, who keeps it. A hold that is being
 * paid for is as good as sold and stays; so does what a waiter was offered, who has yet to decide.
 */
static bool is_one_too_many(const struct plan_of_act *act, const struct hold *hold)
{
    return act->snapshot->show.one_hold && hold->status == HOLD_ACTIVE &&
           hold->source != SOURCE_WAITLIST && hold_is_alive(hold, act->cs->now) &&
           strcasecmp(hold->email, act->request->email) == 0 &&
           (*hold->email || strcmp(hold->holder, act->cs->actor.name) == 0);
}

/* A client of the web knows an address at most, which is no proof that the hold made elsewhere is
 * its customer's to give up. The staff of the house see the customer. */
static bool may_give_up(const struct plan_of_act *act, const struct hold *hold)
{
    return act->request->channel != CHANNEL_WEB || strcmp(hold->till, act->cs->actor.till) == 0;
}

static bool gives_up(const struct plan_of_act *act, const struct hold *hold)
{
    return is_one_too_many(act, hold) && may_give_up(act, hold);
}

static enum verdict check_elsewhere(const struct plan_of_act *act)
{
    for (int i = 0; i < act->request->mine_count; i++) {
        const struct hold *hold = &act->request->mine[i];
        if (is_one_too_many(act, hold) && !may_give_up(act, hold))
            return refuse(act->why, VERDICT_HELD_ELSEWHERE, NULL);
    }
    return VERDICT_OK;
}

static const struct hold *given_up_with(const struct plan_of_act *act, int seat)
{
    const struct hold *hold = hold_with(act, seat);
    return hold && gives_up(act, hold) ? hold : NULL;
}

static void list_add(struct plan_of_act *act, struct seat_list *list, int seat)
{
    if (list->count % 64 == 0)
        list->at = arena_grow(act->cs->arena, list->at, (size_t)list->count,
                              (size_t)list->count + 64, sizeof *list->at);
    list->at[list->count++] = seat;
}

/* Only the rows of the wish matter to the gap rule and to the wish. */
static void find_freed(struct plan_of_act *act)
{
    act->freed = (struct seat_list){act->snapshot, NULL, 0};
    if (!act->snapshot->show.one_hold)
        return;
    const struct plan *plan = act->snapshot->plan;
    int done = -1;
    for (int i = 0; i < act->wish.count; i++) {
        int row = plan->seats[act->wish.at[i]].row;
        if (row == done)
            continue;
        done = row;
        for (int s = plan->rows[row].first; s < plan->rows[row].first + plan->rows[row].count; s++)
            if (given_up_with(act, s))
                list_add(act, &act->freed, s);
    }
}

/* ---- what stands in the way ---------------------------------------------------------------- */

enum standing { STANDS_FREE, STANDS_MINE, STANDS_BLOCKED, STANDS_LENT, STANDS_TAKEN };

static enum standing standing_of(const struct plan_of_act *act, int seat)
{
    const struct seat_state *state = &act->snapshot->state[seat];
    if (given_up_with(act, seat))
        return STANDS_FREE;
    if (mine_with(act, seat))
        return STANDS_MINE;
    if (seat_is_free(state, act->cs->now, act->request->channel, act->request->allotment))
        return STANDS_FREE;
    if (state->status == SEAT_BLOCKED)
        return STANDS_BLOCKED;
    if (state->status == SEAT_AVAILABLE || seat_hold_over(state, act->cs->now))
        return STANDS_LENT;
    return STANDS_TAKEN;
}

static struct seat_list wished_that(struct plan_of_act *act, enum standing standing)
{
    struct seat_list list = {act->snapshot, NULL, 0};
    for (int i = 0; i < act->wish.count; i++)
        if (standing_of(act, act->wish.at[i]) == standing)
            list_add(act, &list, act->wish.at[i]);
    return list;
}

static enum verdict check_seats(struct plan_of_act *act)
{
    act->take = wished_that(act, STANDS_FREE);
    if (act->take.count == act->wish.count)
        return VERDICT_OK;
    struct seat_list seats = wished_that(act, STANDS_BLOCKED);
    if (seats.count)
        return hold_refuse_seats(
            act->why, VERDICT_SEAT_BLOCKED, &seats,
            N_("%s is blocked from sale; choose another seat or have it unblocked."),
            N_("%s are blocked from sale; choose others or have them unblocked."));
    seats = wished_that(act, STANDS_LENT);
    if (seats.count)
        return hold_refuse_seats(act->why, VERDICT_SEAT_BLOCKED, &seats,
                                 N_("%s is lent to another till; choose another seat."),
                                 N_("%s are lent to another till; choose others."));
    seats = wished_that(act, STANDS_TAKEN);
    if (seats.count)
        return hold_refuse_seats(act->why, VERDICT_SEAT_TAKEN, &seats,
                                 N_("%s is taken; choose another seat or ask for the best."),
                                 N_("%s are taken; choose others or ask for the best."));
    return VERDICT_OK;
}

static enum verdict check_gap(const struct plan_of_act *act)
{
    if (!act->snapshot->show.gap_rule || act->request->override_gap)
        return VERDICT_OK;
    const struct gap_view view = {.snapshot = act->snapshot,
                                  .now = act->cs->now,
                                  .channel = act->request->channel,
                                  .allotment = act->request->allotment,
                                  .freed = act->freed.at,
                                  .freed_count = act->freed.count};
    int alone = gap_find(&view, act->take.at, act->take.count);
    if (alone >= 0)
        return hold_refuse_seats(act->why, VERDICT_SINGLE_SEAT_GAP,
                                 &(struct seat_list){act->snapshot, &alone, 1},
                                 N_("%s would be left alone between taken seats; move along by "
                                    "one, or have it overridden "
                                    "with a reason."),
                                 NULL);
    gap_guard(&view, act->take.at, act->take.count, act->cs);
    return VERDICT_OK;
}

/* ---- the changeset ------------------------------------------------------------------------- */

static enum verdict let_go(const struct plan_of_act *act, const struct hold *hold)
{
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            hold_change_seat(act->cs, hold, &hold->seats[i], ACT_RELEASE, SEAT_AVAILABLE);
    return hold_put_closed(act->cs, hold, ACT_HOLD, END_USER_CANCELLED, act->why);
}

static const struct hold *put_new_hold(const struct plan_of_act *act)
{
    const struct hold_request *request = act->request;
    const struct show *show = &act->snapshot->show;
    int64_t now = act->cs->now, ttl = request->ttl_ms ? request->ttl_ms : show->hold_ttl_ms;
    struct hold *hold = LIST_ADD(act->cs->arena, &act->cs->holds);
    *hold = (struct hold){.id = request->id,
                          .show = show->no,
                          .status = HOLD_ACTIVE,
                          .source = request->source,
                          .created_at = now,
                          .expires_at = now + (ttl < show->ceiling_ms ? ttl : show->ceiling_ms),
                          .ceiling_at = now + show->ceiling_ms};
    text_copy(hold->holder, sizeof hold->holder, act->cs->actor.name);
    text_copy(hold->till, sizeof hold->till, act->cs->actor.till);
    text_copy(hold->email, sizeof hold->email, request->email);
    return hold;
}

static void take_seat(const struct plan_of_act *act, const struct hold *hold, int seat)
{
    const struct seat_state *state = &act->snapshot->state[seat];
    bool given_up = given_up_with(act, seat);
    uint32_t seen = given_up ? state->version + 1 : hold_end_overdue(act->cs, act->snapshot, seat);
    struct seat_change *change =
        hold_change_state(act->cs, act->snapshot, seat, ACT_HOLD, SEAT_HELD);
    change->seen = seen;
    if (state->status == SEAT_HELD)
        change->from = SEAT_AVAILABLE;
    change->holder = hold->id;
    change->held_until = hold->expires_at;
}

static enum verdict put_changes(const struct plan_of_act *act)
{
    enum verdict verdict = VERDICT_OK;
    for (int i = 0; i < act->request->mine_count && verdict == VERDICT_OK; i++)
        if (gives_up(act, &act->request->mine[i]))
            verdict = let_go(act, &act->request->mine[i]);
    act->cs->only_hold =
        act->snapshot->show.one_hold && act->request->everywhere && *act->request->email;
    const struct hold *hold = put_new_hold(act);
    for (int i = 0; i < act->take.count; i++)
        take_seat(act, hold, act->take.at[i]);
    return verdict;
}

enum verdict hold_decide_new(const struct snapshot *snapshot, const struct hold_request *request,
                             struct changeset *cs, const struct hold **existing,
                             struct refusal *why)
{
    struct plan_of_act act = {snapshot, request, cs, why, .wish = {snapshot, NULL, 0}};
    *existing = NULL;
    enum verdict verdict = check_request(&act);
    if (!verdict)
        verdict = hold_sort_wish(&act.wish, request->seats, request->count, cs, why);
    if (!verdict)
        verdict = check_show(&act);
    if (verdict)
        return verdict;
    if (has_all(&act)) {
        *existing = act.has;
        return VERDICT_OK;
    }
    verdict = check_elsewhere(&act);
    if (verdict)
        return verdict;
    find_freed(&act);
    verdict = check_seats(&act);
    if (!verdict)
        verdict = check_gap(&act);
    if (!verdict)
        verdict = put_changes(&act);
    return verdict;
}

enum source hold_source_of(enum role role, enum source wished)
{
    return role == ROLE_SCANNER ? SOURCE_SCANNER : wished;
}
