#include "config.h"

#include "src/engine/run.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/engine/answer.h"
#include "src/engine/record.h"
#include "src/engine/run_unheard.h"

static const int64_t retry_pause_ms[] = {10, 20, 40};
enum { PASS_OVER = 16 }; /* offers, at most, in which somebody has a seat locked */
static const int64_t ask_again_ms[] = {50, 100, 200, 400, 800}; /* while nobody knows */
enum { SILENT_MS = 5000 }; /* whoever was not heard for so long is not heard in a moment either */

/* ---- the changeset's head ----------------------------------------------------------------- */

static enum verdict clean_words(struct run *run, const char *text, char *out, size_t size,
                                const char *what)
{
    const char *fault = text_clean(text ? text : "", out, size);
    if (fault)
        return refuse(&run->why, VERDICT_INVALID, "%s: this text %s; write it again.", tongue(what),
                      tongue(fault));
    return VERDICT_OK;
}

static enum verdict start_changeset(struct run *run, const struct changeset *head)
{
    run->now = clock_wall(&run->desk->clock);
    run->cs = changeset_new(run->arena);
    run->cs->key = head->key;
    memcpy(run->cs->fingerprint, head->fingerprint, sizeof head->fingerprint);
    run->cs->act = head->act;
    run->cs->now = run->now;
    run->cs->actor = run->meta->actor;
    act_ids_start(&run->ids, run->desk->crypt, run->desk->names_secret, head, run->last_try);
    enum verdict v =
        clean_words(run, run->meta->reason, run->cs->reason, REASON_TEXT, N_("Reason"));
    return v ? v : clean_words(run, run->meta->note, run->cs->note, NOTE_TEXT, N_("Note"));
}

static bool changes_nothing(const struct changeset *cs)
{
    return !cs->seats.count && !changeset_count_rows(cs);
}

/* ---- outcomes ----------------------------------------------------------------------------- */

static void outcome_reset(struct outcome *out)
{
    *out = (struct outcome){0};
}

static void outcome_refuse(struct run *run, enum verdict verdict)
{
    struct outcome *out = run->out;
    out->verdict = verdict;
    for (int i = 0; run->plan && i < run->why.seat_count; i++)
        run_name_label(
            run, plan_seat_label(run->plan, run->why.seats[i], arena_alloc(run->arena, SEAT_TEXT)));
    const char *message = run->why.message;
    if (verdict == VERDICT_UNAVAILABLE)
        message = out->err.text;
    snprintf(out->message, sizeof out->message, "%s",
             *message ? message : verdict_sentence(verdict));
}

void run_name_label(struct run *run, const char *label)
{
    if (run->out->seat_count < REFUSAL_SEATS)
        run->out->seats[run->out->seat_count++] = arena_strdup(run->arena, label);
}

static void outcome_replay(struct run *run, const struct apply_result *result)
{
    outcome_reset(run->out);
    run->out->replay = true;
    struct err *err = &run->out->err;
    enum rc rc = answer_load(run->desk, result->answer, run->arena, run->out, err);
    if (rc == RC_TRANSIENT) /* a failure of ours to read is none of what was done */
        err_set(err, RC_UNKNOWN, err->native,
                "This was done, but what came of it cannot be read at this moment; ask again.");
    if (rc)
        outcome_refuse(run, VERDICT_UNAVAILABLE);
}

/* ---- applying ----------------------------------------------------------------------------- */

enum settled { SETTLED, AGAIN, ELSEWHERE };

static enum settled settle_refusal(struct run *run, enum verdict verdict)
{
    outcome_refuse(run, verdict);
    return SETTLED;
}

static enum settled settle_mismatch(struct run *run)
{
    refuse(&run->why, VERDICT_KEY_REUSED,
           "This key was used before for a different act; nothing was changed. Use a new key for "
           "a new act.");
    return settle_refusal(run, VERDICT_KEY_REUSED);
}

static void refuse_for_now(struct run *run)
{
    err_set(&run->out->err, RC_TRANSIENT, "", "%s", run->why.message);
    outcome_refuse(run, VERDICT_UNAVAILABLE);
    run->out->busy = true;
}

static void somebody_is_writing(struct run *run)
{
    refuse(&run->why, VERDICT_UNAVAILABLE,
           "Somebody else is writing at this moment; nothing was changed, try again.");
    refuse_for_now(run);
}

static int index_of_seat(const struct run *run, int32_t seat)
{
    int index = 0;
    while (index < run->plan->seat_count && run->plan->seats[index].no != seat)
        index++;
    return index < run->plan->seat_count ? index : -1;
}

/* Which of the rows of a hold is locked the store does not say: it is a wished seat or a guard
 * beside one. */
static void somebody_is_near(struct run *run)
{
    int first = -1;
    for (int i = 0; i < run->cs->seats.count; i++) {
        const struct seat_change *change = &run->cs->seats.at[i];
        int index = change->act == ACT_HOLD ? index_of_seat(run, change->seat) : -1;
        if (index < 0)
            continue;
        refusal_add_seat(&run->why, index);
        first = first < 0 ? index : first;
    }
    if (first < 0) {
        somebody_is_writing(run);
        return;
    }
    refuse(&run->why, VERDICT_UNAVAILABLE,
           "Somebody else is at %s or beside it at this moment; nothing was changed. Try again, "
           "choose another seat or ask for the best.",
           plan_seat_label(run->plan, first, arena_alloc(run->arena, SEAT_TEXT)));
    refuse_for_now(run);
}

/* Whoever has the seat may take it or let it go; nobody waits to see, when another one will do. */
static enum settled settle_busy(struct run *run, const struct apply_result *result)
{
    if (!result->busy_known) {
        if (run->cs && run->cs->act == ACT_HOLD && run->plan)
            somebody_is_near(run);
        else
            somebody_is_writing(run);
        return SETTLED;
    }
    *LIST_ADD(run->arena, &run->busy) = result->busy_seat;
    return run->any_will_do ? ELSEWHERE : AGAIN;
}

static void tell_applied(const struct run *run)
{
    const struct desk_watch *watch = run->desk->watch;
    if (watch && watch->applied && !run->desk->alone)
        watch->applied(watch->ctx, run->cs);
}

static enum settled settle(struct run *run, const struct apply_result *result)
{
    run->by_front = result->by_front;
    run->lock_timeouts += result->applied == APPLIED_BUSY;
    switch (result->applied) {
    case APPLIED_OK:
        run->out->changed = true;
        tell_applied(run);
        return SETTLED;
    case APPLIED_REPLAY:
        outcome_replay(run, result);
        return SETTLED;
    case APPLIED_MISMATCH:
        return settle_mismatch(run);
    case APPLIED_REFUSED:
        return settle_refusal(run, result->verdict);
    case APPLIED_BUSY:
        return settle_busy(run, result);
    case APPLIED_STALE:
        if (!run->any_will_do)
            run->busy.count = 0; /* it was busy, and is known now */
        return AGAIN;
    }
    return SETTLED;
}

static bool known_by_now(struct run *run, struct apply_result *result)
{
    bool found = false;
    struct store *store = run->desk->store;
    return !store->ops->receipt_read(store, &run->cs->key, run->cs->fingerprint, run->arena, result,
                                     &found, NULL) &&
           found;
}

/*
 * Applies once; when the answer is lost, asks what became of the key and only then sends the very
 * same changeset again, so that nothing can happen twice. Nobody knows until somebody has said so:
 * that the house is busy or away later on tells nothing about what was sent before.
 */
static enum rc apply_until_known(struct run *run, struct apply_result *result)
{
    struct store *store = run->desk->store;
    struct err *err = &run->out->err;
    enum rc rc = store->ops->apply(store, run->cs, result, err);
    const struct err lost = *err;
    if (rc == RC_UNKNOWN) {
        run->unheard = lost;
        unheard_keep(run->desk, run->cs);
    }
    for (int try = 0; try < COUNT_OF(retry_pause_ms) && rc == RC_UNKNOWN; try++) {
        run->desk->clock.pause_ms(run->desk->clock.ctx, retry_pause_ms[try]);
        if (known_by_now(run, result))
            return RC_OK;
        if (try + 1 == COUNT_OF(retry_pause_ms))
            break;
        rc = store->ops->apply(store, run->cs, result, err);
        if (!rc && result->applied != APPLIED_BUSY)
            return RC_OK;
        *err = lost;
        rc = RC_UNKNOWN;
    }
    return rc;
}

static enum verdict decide(struct run *run, const struct changeset *head, run_step step,
                           const void *request)
{
    outcome_reset(run->out);
    run->why = (struct refusal){0};
    enum verdict verdict = start_changeset(run, head);
    return verdict ? verdict : step(run, request);
}

/* Nobody is refused on hearsay: when the reads were not the truth, the truth is read. */
static bool doubtful(struct run *run)
{
    struct store *store = run->desk->store;
    return store->ops->doubt && store->ops->doubt(store);
}

/* Whoever signed for the act tells the house so before the act is sent. */
static enum verdict have_it_signed(struct run *run)
{
    struct people *people = run->desk->people;
    if (!people || !*run->cs->approver)
        return VERDICT_OK;
    enum rc rc = people->ops->sign(people, run->cs, &run->out->err);
    if (rc && people_refused(&run->out->err))
        return refuse(&run->why, VERDICT_NOT_ALLOWED, "%s", run->out->err.text);
    return rc ? VERDICT_UNAVAILABLE : VERDICT_OK;
}

static enum settled decide_and_apply(struct run *run, const struct changeset *head, run_step step,
                                     const void *request)
{
    enum verdict verdict = decide(run, head, step, request);
    for (int look = 0; verdict && doubtful(run) && look < 1; look++)
        verdict = decide(run, head, step, request);
    if (verdict)
        return settle_refusal(run, verdict);
    if (changes_nothing(run->cs))
        return SETTLED;
    verdict = run_may_here(run);
    if (!verdict && run->meta->elsewhere)
        verdict = run_allowed(run, RIGHT_OTHER_TILL);
    if (!verdict)
        verdict = have_it_signed(run);
    if (verdict)
        return settle_refusal(run, verdict);
    run->cs->answer = answer_encode(run->out, run->meta->trace, run->arena);
    run->cs->any_will_do = run->any_will_do;
    struct apply_result result = {0};
    if (apply_until_known(run, &result))
        return settle_refusal(run, VERDICT_UNAVAILABLE);
    return settle(run, &result);
}

/* ---- the loop ----------------------------------------------------------------------------- */

static bool answered_before(struct run *run, const struct changeset *head)
{
    struct store *store = run->desk->store;
    struct apply_result result = {0};
    bool found = false;
    if (store->ops->receipt_read(store, &head->key, head->fingerprint, run->arena, &result, &found,
                                 &run->out->err)) {
        outcome_refuse(run, VERDICT_UNAVAILABLE);
        return true;
    }
    return found && settle(run, &result) == SETTLED;
}

static void somebody_is_at(struct run *run, int32_t seat)
{
    int index = index_of_seat(run, seat);
    if (index < 0) {
        somebody_is_writing(run);
        return;
    }
    run->why = (struct refusal){0};
    refusal_add_seat(&run->why, index);
    refuse(&run->why, VERDICT_UNAVAILABLE,
           "Somebody else is at %s at this moment; nothing was changed. Try again, choose another "
           "seat or ask for the best.",
           plan_seat_label(run->plan, index, arena_alloc(run->arena, SEAT_TEXT)));
    refuse_for_now(run);
}

static void lost_the_race(struct run *run)
{
    run->exhausted = true;
    outcome_reset(run->out);
    if (run->busy.count) {
        somebody_is_at(run, run->busy.at[run->busy.count - 1]);
        return;
    }
    refuse(&run->why, VERDICT_VERSION_CONFLICT, NULL);
    outcome_refuse(run, VERDICT_VERSION_CONFLICT);
}

/* How many tries were lost to somebody else. */
static int try_until_settled(struct run *run, const struct changeset *head, run_step step,
                             const void *request)
{
    int lost = 0, passed = 0;
    for (;;) {
        run->last_try = lost == COUNT_OF(retry_pause_ms);
        enum settled settled = decide_and_apply(run, head, step, request);
        if (settled == SETTLED)
            return lost + passed;
        if (settled == ELSEWHERE && passed++ < PASS_OVER)
            continue;
        if (settled == ELSEWHERE || lost == COUNT_OF(retry_pause_ms)) {
            lost_the_race(run);
            return lost + passed + 1;
        }
        run->desk->clock.pause_ms(run->desk->clock.ctx, retry_pause_ms[lost++]);
    }
}

static bool nobody_knows(const struct outcome *out)
{
    return out->verdict == VERDICT_UNAVAILABLE && out->err.rc == RC_UNKNOWN;
}

/*
 * Something was sent whose answer was lost (by us, or by whoever had the key before), and now the
 * act is refused, or finds nothing to do. The server may have been at it all the time, and done it
 * behind the last look at the key: then it is the act itself that stands in the way (its seats are
 * taken, by it), and the key tells. Nobody who cannot ask knows.
 */
static void hear_late_answer(struct run *run, const struct changeset *head)
{
    struct outcome *out = run->out;
    struct store *store = run->desk->store;
    struct apply_result result = {0};
    bool found = false;
    if ((run->unheard.rc == RC_OK && !run->keyed) || out->changed || out->replay)
        return;
    bool asked = !store->ops->receipt_read(store, &head->key, head->fingerprint, run->arena,
                                           &result, &found, NULL);
    if (asked && found) {
        (void)settle(run, &result);
    } else if (run->unheard.rc && out->verdict && (!asked || out->verdict == VERDICT_UNAVAILABLE)) {
        outcome_reset(out);
        out->err = run->unheard;
        outcome_refuse(run, VERDICT_UNAVAILABLE);
    }
}

/*
 * Until somebody knows what became of it the same key asks again, as the person would have to, who
 * does not wait for ever either. A house that cannot be reached for that makes it no more known
 * than it was.
 */
static int try_until_known(struct run *run, const struct changeset *head, run_step step,
                           const void *request)
{
    struct outcome *out = run->out;
    int64_t began = clock_mono(&run->desk->clock);
    int lost = try_until_settled(run, head, step, request);
    hear_late_answer(run, head);
    for (int try = 0; nobody_knows(out) && try < COUNT_OF(ask_again_ms); try++) {
        if (clock_mono(&run->desk->clock) - began >= SILENT_MS)
            break;
        const struct err unknown = out->err;
        run->desk->clock.pause_ms(run->desk->clock.ctx, ask_again_ms[try]);
        outcome_reset(out);
        if (!answered_before(run, head)) {
            lost += try_until_settled(run, head, step, request);
            hear_late_answer(run, head);
        }
        if (out->verdict != VERDICT_UNAVAILABLE)
            break;
        out->err = unknown;
        outcome_refuse(run, VERDICT_UNAVAILABLE);
    }
    return lost;
}

void run_act(struct desk *desk, const struct act_meta *meta, struct outcome *out,
             struct fingerprint *print, run_step step, const void *request)
{
    struct run run = {.desk = desk, .meta = meta, .arena = meta->arena, .out = out};
    struct changeset head = {.key = meta->key};
    int64_t began = clock_mono(&desk->clock);
    int lost = 0;
    run.keyed = !uuid_is_zero(&meta->key) && !meta->first_sent;
    if (uuid_is_zero(&head.key))
        head.key = uuid_make(&desk->ids, clock_wall(&desk->clock));
    fingerprint_end(print, head.fingerprint);
    head.act = print->act;
    outcome_reset(out);
    bool known = run.keyed && (answered_before(&run, &head) || unheard_take_up(&run, &head));
    if (!known)
        lost = try_until_known(&run, &head, step, request);
    if (out->replay)
        unheard_done(desk, &head);
    const struct act_record record = {.act = head.act,
                                      .key = &head.key,
                                      .trace = meta->trace,
                                      .races_lost = lost,
                                      .ms = clock_mono(&desk->clock) - began,
                                      .run = &run};
    run_record(desk, &record, out);
}

void run_fingerprint(struct fingerprint *print, struct desk *desk, const struct act_meta *meta,
                     enum act act)
{
    fingerprint_start(print, desk->crypt, act);
    fingerprint_text(print, meta->actor.name);
    fingerprint_text(print, meta->reason);
    fingerprint_text(print, meta->note);
}

void run_look(struct run *run, struct desk *desk, const struct act_meta *meta, struct outcome *out)
{
    *run = (struct run){.desk = desk, .meta = meta, .arena = meta->arena, .out = out};
    outcome_reset(out);
    run->now = clock_wall(&desk->clock);
    run->cs = changeset_new(meta->arena);
    run->cs->now = run->now;
    run->cs->actor = meta->actor;
}

void run_looked(struct run *run, enum verdict verdict)
{
    if (verdict)
        outcome_refuse(run, verdict);
}
