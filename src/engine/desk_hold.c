/* New holds: seats named by a person, or the best the desk can find. */
#include "config.h"

#include "src/engine/desk.h"

#include <string.h>

#include "src/base/text.h"
#include "src/engine/run.h"
#include "src/engine/shape.h"

/* ---- shared by both ways ------------------------------------------------------------------ */

static bool is_a_strangers(const struct run *run, const struct seat_state *seat)
{
    const struct desk *desk = run->desk;
    for (int i = 0; i < DESK_STRANGERS && !desk->alone; i++)
        if (desk->strangers[i].version == seat->version &&
            uuid_equal(&desk->strangers[i].hold, &seat->holder) &&
            strcmp(desk->strangers[i].person, run->meta->actor.name) == 0)
            return true;
    return false;
}

static bool is_held(const struct seat_state *seat, int64_t now)
{
    return seat->status == SEAT_HELD && !seat_hold_over(seat, now);
}

/* Somebody has one, and it may be the person himself. */
static bool may_have_one(const struct run *run, const struct snapshot *snapshot,
                         const struct hold_request *request)
{
    for (int i = 0; i < request->count; i++) {
        const struct seat_state *seat = &snapshot->state[request->seats[i]];
        if (is_held(seat, run->now) && !is_a_strangers(run, seat))
            return true;
    }
    return false;
}

static bool is_among(const struct hold *holds, int count, const struct uuid *id)
{
    for (int i = 0; i < count; i++)
        if (uuid_equal(&holds[i].id, id))
            return true;
    return false;
}

/* All of the person's holds are known: whose seats are in none of them are somebody else's. */
static void remember_strangers(const struct run *run, const struct snapshot *snapshot,
                               const struct hold_request *request)
{
    struct desk *desk = run->desk;
    for (int i = 0; i < request->count; i++) {
        const struct seat_state *seat = &snapshot->state[request->seats[i]];
        if (!is_held(seat, run->now) || is_a_strangers(run, seat) ||
            is_among(request->mine, request->mine_count, &seat->holder))
            continue;
        struct desk_stranger *stranger = &desk->strangers[desk->next_stranger++ % DESK_STRANGERS];
        *stranger = (struct desk_stranger){.hold = seat->holder, .version = seat->version};
        text_copy(stranger->person, sizeof stranger->person, run->meta->actor.name);
    }
}

/* The holder's open holds matter only when a wished seat is held, or one hold is all they get. */
static enum verdict read_mine(struct run *run, const struct snapshot *snapshot,
                              struct hold_request *request)
{
    if (!snapshot->show.one_hold && !may_have_one(run, snapshot, request))
        return VERDICT_OK;
    /* A till that is alone knows of the others' holds by hearsay, and cannot end them. */
    request->everywhere = snapshot->show.one_hold && *request->email && !run->desk->alone;
    const struct hold_filter filter = {.show = snapshot->show.no,
                                       .holder = request->everywhere ? NULL : run->meta->actor.name,
                                       .email = *request->email ? request->email : NULL,
                                       .open_only = true,
                                       .now = run->now};
    struct hold *mine;
    struct store *store = run->desk->store;
    if (store->ops->hold_list(store, &filter, run->arena, &mine, &request->mine_count,
                              &run->out->err))
        return VERDICT_UNAVAILABLE;
    request->mine = mine;
    if (!*request->email)
        remember_strangers(run, snapshot, request);
    return VERDICT_OK;
}

static struct hold *copy_hold(struct run *run, const struct hold *hold)
{
    struct hold *copy = arena_alloc(run->arena, sizeof *copy);
    *copy = *hold;
    return copy;
}

/* Whoever asked did not name these: he is told. */
static void tell_given_up(struct run *run, const struct hold_request *request)
{
    struct outcome *out = run->out;
    out->given_up = arena_array(run->arena, (size_t)request->mine_count + 1, sizeof *out->given_up);
    for (int i = 0; i < run->cs->holds.count; i++)
        for (int k = 0; k < request->mine_count; k++)
            if (run->cs->holds.at[i].status == HOLD_CANCELLED &&
                uuid_equal(&run->cs->holds.at[i].id, &request->mine[k].id))
                out->given_up[out->given_up_count++] = request->mine[k];
}

static enum verdict decide_hold(struct run *run, const struct snapshot *snapshot,
                                struct hold_request *request)
{
    enum verdict verdict = read_mine(run, snapshot, request);
    if (verdict)
        return verdict;
    request->id = uuid_make(&run->ids.source, run->now);
    const struct hold *existing = NULL;
    verdict = hold_decide_new(snapshot, request, run->cs, &existing, &run->why);
    if (verdict)
        return verdict;
    run->out->hold = existing ? copy_hold(run, existing)
                              : shape_new_hold(run->cs, &request->id, snapshot->plan,
                                               request->seats, request->count);
    tell_given_up(run, request);
    return VERDICT_OK;
}

static enum verdict check_override(struct run *run, bool override_gap)
{
    if (!override_gap)
        return VERDICT_OK;
    enum verdict verdict = run_allowed(run, RIGHT_OVERRIDE_GAP);
    return verdict ? verdict : run_needs_reason(run);
}

/* ---- seats named by a person -------------------------------------------------------------- */

static enum verdict check_count(struct run *run, int count)
{
    if (count > 0 && count <= HOLD_SEATS_MAX)
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_INVALID,
                  "A hold takes 1 to %d seats, not %d; make several holds for a large party.",
                  HOLD_SEATS_MAX, count);
}

static enum verdict step_hold_new(struct run *run, const void *request)
{
    const struct desk_hold *wish = request;
    enum verdict verdict = run_allowed(run, RIGHT_HOLD);
    if (!verdict)
        verdict = check_override(run, wish->override_gap);
    if (!verdict)
        verdict = check_count(run, wish->count);
    struct show show;
    if (!verdict)
        verdict = run_find_show(run, wish->show, &show);
    if (verdict)
        return verdict;
    struct snapshot snapshot;
    int *seats = arena_array(run->arena, (size_t)wish->count, sizeof *seats);
    verdict = run_read_seats(run, show.no, wish->labels, wish->count, &snapshot, seats);
    if (verdict)
        return verdict;
    snapshot.show.one_hold |= wish->one_hold;
    struct hold_request decide = {
        .seats = seats,
        .count = wish->count,
        .ttl_ms = wish->ttl_ms,
        .email = wish->email ? wish->email : "",
        .source = hold_source_of(run->meta->actor.role, wish->source),
        .channel = wish->channel,
        .allotment = run->desk->allotment,
        .override_gap = wish->override_gap,
    };
    return decide_hold(run, &snapshot, &decide);
}

void desk_hold_new(struct desk *desk, const struct act_meta *meta, const struct desk_hold *wish,
                   struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_HOLD);
    fingerprint_text(&print, wish->show);
    fingerprint_labels(&print, wish->labels, wish->count);
    struct hold asked = {.source = wish->source};
    text_copy(asked.email, sizeof asked.email, wish->email ? wish->email : "");
    fingerprint_row(&print, &shape_hold, &asked);
    fingerprint_number(&print, wish->ttl_ms);
    fingerprint_number(&print, wish->override_gap | wish->one_hold << 1);
    run_act(desk, meta, out, &print, step_hold_new, wish);
}

/* ---- the best there are ------------------------------------------------------------------- */

static enum verdict find_best(struct run *run, const struct snapshot *snapshot,
                              const struct best_request *wish, struct best_result *best)
{
    struct best_request request = *wish;
    request.now = run->now;
    request.allotment = run->desk->allotment;
    const struct best_index *index = best_index_new(snapshot->plan, run->arena);
    return best_find(index, snapshot, &request, best, &run->why);
}

static bool is_busy(const struct run *run, int32_t seat)
{
    for (int i = 0; i < run->busy.count; i++)
        if (run->busy.at[i] == seat)
            return true;
    return false;
}

/* Rows that are left to others. The second time somebody was quicker there are many, who all look
 * for the same best seats: each looks in rows of its own choosing then. */
static bool *rows_left(const struct run *run, const struct plan *plan, bool spread)
{
    const struct rng *rng = &run->desk->ids.rng;
    size_t rows = (size_t)plan->row_count;
    bool *left = arena_array(run->arena, rows + 1, sizeof *left);
    uint8_t *chance = arena_array(run->arena, rows + 1, sizeof *chance);
    memset(left, 0, rows * sizeof *left);
    if (spread)
        rng->fill(rng->ctx, chance, rows);
    for (size_t i = 0; spread && i < rows; i++)
        left[i] = chance[i] % run->busy.count != 0;
    for (int i = 0; i < plan->seat_count; i++)
        if (is_busy(run, plan->seats[i].no))
            left[plan->seats[i].row] = true;
    return left;
}

/* As if nothing were free in a row in which somebody has a seat locked: he may leave a gap there.
 */
static void pass_over(struct run *run, const struct snapshot *from, bool spread,
                      struct snapshot *to)
{
    const struct plan *plan = from->plan;
    const bool *left = rows_left(run, plan, spread);
    *to = *from;
    to->state = arena_array(run->arena, (size_t)plan->seat_count + 1, sizeof *to->state);
    memcpy(to->state, from->state, (size_t)plan->seat_count * sizeof *to->state);
    for (int i = 0; i < plan->seat_count; i++)
        if (left[plan->seats[i].row])
            to->state[i].status = SEAT_SOLD;
}

static bool find_elsewhere(struct run *run, const struct snapshot *snapshot,
                           const struct best_request *wish, bool spread, struct best_result *best)
{
    struct best_result elsewhere;
    struct snapshot rest;
    pass_over(run, snapshot, spread, &rest);
    if (find_best(run, &rest, wish, &elsewhere) || elsewhere.relaxed_count > best->relaxed_count)
        return false;
    *best = elsewhere;
    return true;
}

/* Where nobody is at work, unless the offer would be a lesser one: that is worth a moment. */
static enum verdict find_unlocked(struct run *run, const struct snapshot *snapshot,
                                  const struct best_request *wish, struct best_result *best)
{
    run->any_will_do = true;
    enum verdict verdict = find_best(run, snapshot, wish, best);
    if (verdict || !run->busy.count)
        return verdict;
    run->any_will_do = (run->busy.count > 1 && find_elsewhere(run, snapshot, wish, true, best)) ||
                       find_elsewhere(run, snapshot, wish, false, best);
    run->why = (struct refusal){0};
    return VERDICT_OK;
}

static enum verdict resolve_names(struct run *run, const struct plan *plan, const char *class_name,
                                  const char *section_name, struct best_request *request)
{
    if (class_name && (request->class_no = plan_find_class(plan, class_name)) < 0)
        return refuse(&run->why, VERDICT_INVALID, "This hall has no price class '%.40s'.",
                      class_name);
    if (section_name && (request->section = plan_find_section(plan, section_name)) < 0)
        return refuse(&run->why, VERDICT_INVALID, "This hall has no section '%.60s'.",
                      section_name);
    return VERDICT_OK;
}

static enum verdict find_named(struct run *run, const struct desk_best *wish,
                               struct snapshot *snapshot, struct best_result *best)
{
    struct best_request request = wish->request;
    enum verdict verdict = run_read_map(run, wish->show, snapshot);
    if (!verdict)
        verdict =
            resolve_names(run, snapshot->plan, wish->class_name, wish->section_name, &request);
    return verdict ? verdict : find_unlocked(run, snapshot, &request, best);
}

static enum verdict step_hold_best(struct run *run, const void *request)
{
    const struct desk_best *wish = request;
    enum channel channel = wish->request.channel;
    enum verdict verdict = run_allowed(run, RIGHT_HOLD);
    struct snapshot snapshot;
    struct best_result best;
    if (!verdict)
        verdict = find_named(run, wish, &snapshot, &best);
    if (verdict)
        return verdict;
    struct hold_request decide = {
        .seats = best.seats,
        .count = best.count,
        .ttl_ms = wish->ttl_ms,
        .email = wish->email ? wish->email : "",
        .source = hold_source_of(run->meta->actor.role,
                                 channel == CHANNEL_WEB ? SOURCE_WEB : SOURCE_COUNTER),
        .channel = channel,
        .allotment = run->desk->allotment,
    };
    return decide_hold(run, &snapshot, &decide);
}

static void fingerprint_best(struct fingerprint *print, const struct desk_best *wish)
{
    const struct best_request *request = &wish->request;
    const int64_t parts[] = {request->count,
                             request->class_no,
                             request->section,
                             request->accessible,
                             request->aisle,
                             request->together,
                             request->strict | request->no_orphan << 1 | request->stay << 2,
                             request->skip,
                             wish->ttl_ms};
    struct hold asked = {0};
    text_copy(asked.email, sizeof asked.email, wish->email ? wish->email : "");
    fingerprint_row(print, &shape_hold, &asked);
    fingerprint_text(print, wish->show);
    for (int i = 0; i < COUNT_OF(parts); i++)
        fingerprint_number(print, parts[i]);
    fingerprint_text(print, wish->class_name);
    fingerprint_text(print, wish->section_name);
}

void desk_hold_best_named(struct desk *desk, const struct act_meta *meta,
                          const struct desk_best *wish, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_HOLD);
    fingerprint_best(&print, wish);
    run_act(desk, meta, out, &print, step_hold_best, wish);
}

void desk_hold_best(struct desk *desk, const struct act_meta *meta, const char *show,
                    const struct best_request *request, const char *email, struct outcome *out)
{
    const struct desk_best wish = {.show = show, .request = *request, .email = email};
    desk_hold_best_named(desk, meta, &wish, out);
}

/* ---- looking only ------------------------------------------------------------------------- */

static enum verdict look_for_best(struct run *run, const char *show_id,
                                  const struct best_request *request, const char *class_name,
                                  const char *section_name, struct best_result *result)
{
    struct snapshot snapshot;
    struct best_request named = *request;
    enum verdict verdict = run_read_map(run, show_id, &snapshot);
    if (!verdict)
        verdict = resolve_names(run, snapshot.plan, class_name, section_name, &named);
    return verdict ? verdict : find_best(run, &snapshot, &named, result);
}

void desk_best(struct desk *desk, const struct act_meta *meta, const char *show,
               const struct best_request *request, const char *class_name, const char *section_name,
               struct best_result *result, const char *labels[BEST_SEATS_MAX], struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    enum verdict verdict = look_for_best(&run, show, request, class_name, section_name, result);
    run_looked(&run, verdict);
    for (int i = 0; !verdict && i < result->count; i++)
        labels[i] =
            plan_seat_label(run.plan, result->seats[i], arena_alloc(meta->arena, SEAT_TEXT));
}
