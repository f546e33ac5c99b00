#include "config.h"

#include "src/base/tongue.h"
#include "src/engine/run.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/shift.h"

static bool role_may(const struct actor *who, enum right right)
{
    return *who->name && rights_may(who->role, right);
}

enum verdict run_allowed(struct run *run, enum right right)
{
    if (role_may(&run->meta->actor, right))
        return VERDICT_OK;
    if (role_may(&run->meta->approver, right)) {
        snprintf(run->cs->approver, sizeof run->cs->approver, "%s", run->meta->approver.name);
        return VERDICT_OK;
    }
    return refuse(
        &run->why, VERDICT_NOT_ALLOWED,
        "Your role (%s) does not allow this: %s. Somebody whose role does can sign for it.",
        tongue_word("role", role_name(run->meta->actor.role)), tongue(right_name(right)));
}

enum verdict run_needs_reason(struct run *run)
{
    if (*run->cs->reason)
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_INVALID, "This needs a reason, because it stays on record.");
}

void run_name_end(struct run *run, enum hold_end end)
{
    struct changeset *cs = run->cs;
    if (end != END_PAYMENT_FAILED)
        return;
    if (!*cs->reason)
        text_copy(cs->reason, sizeof cs->reason, hold_end_name(end));
    else if (!*cs->note)
        text_copy(cs->note, sizeof cs->note, hold_end_name(end));
}

struct change_note *run_add_note(struct run *run, enum act act, const struct uuid *subject,
                                 const char *text)
{
    struct change_note *note = LIST_ADD(run->arena, &run->cs->notes);
    note->act = act;
    if (subject)
        note->subject = *subject;
    text_copy(note->note, sizeof note->note, text);
    return note;
}

/* What is decided on it counts only as long as it is so. */
static void see_show(struct run *run, const struct show *show)
{
    if (!run->show)
        run->show = arena_strdup(run->arena, show->id);
    for (int i = 0; i < run->cs->shows_seen.count; i++)
        if (run->cs->shows_seen.at[i].show == show->no)
            return;
    *LIST_ADD(run->arena, &run->cs->shows_seen) = (struct show_guard){show->no, show->version};
}

enum verdict run_find_show(struct run *run, const char *id, struct show *show)
{
    struct store *store = run->desk->store;
    bool found;
    if (store->ops->show_find(store, id, run->arena, show, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return refuse(&run->why, VERDICT_NOT_FOUND,
                      "There is no show '%.60s'; `loge show list` names them all.", id);
    see_show(run, show);
    return VERDICT_OK;
}

enum verdict run_read_show(struct run *run, int32_t no, struct show *show)
{
    struct store *store = run->desk->store;
    bool found;
    if (store->ops->show_by_no(store, no, run->arena, show, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return refuse(&run->why, VERDICT_NOT_FOUND, "The show of this act is gone.");
    see_show(run, show);
    return VERDICT_OK;
}

enum verdict run_read_map(struct run *run, const char *id, struct snapshot *snapshot)
{
    struct show show;
    enum verdict verdict = run_find_show(run, id, &show);
    if (verdict)
        return verdict;
    struct store *store = run->desk->store;
    if (store->ops->map_read(store, show.no, run->arena, snapshot, &run->out->err))
        return VERDICT_UNAVAILABLE;
    run->plan = snapshot->plan;
    return VERDICT_OK;
}

static enum verdict refuse_unknown_labels(struct run *run, const char *const *labels,
                                          const int *seats, int count)
{
    const char *first = NULL;
    for (int i = 0; i < count; i++) {
        if (seats[i] >= 0)
            continue;
        if (!first)
            first = labels[i];
        run_name_label(run, labels[i]);
    }
    return refuse(&run->why, VERDICT_SEAT_NOT_FOUND,
                  "There is no seat '%.80s' in this hall; `loge map` shows how seats are named.",
                  first);
}

enum verdict run_read_seats(struct run *run, int32_t show, const char *const *labels, int count,
                            struct snapshot *snapshot, int *seats)
{
    struct store *store = run->desk->store;
    if (store->ops->rows_read(store, show, labels, count, run->arena, snapshot, &run->out->err))
        return VERDICT_UNAVAILABLE;
    run->plan = snapshot->plan;
    if (plan_find_seats(snapshot->plan, labels, count, seats, run->arena))
        return refuse_unknown_labels(run, labels, seats, count);
    return VERDICT_OK;
}

enum verdict run_read_hold(struct run *run, const struct uuid *id, struct hold *hold)
{
    struct store *store = run->desk->store;
    bool found;
    if (store->ops->hold_read(store, id, run->arena, hold, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    return found ? VERDICT_OK : refuse(&run->why, VERDICT_HOLD_NOT_FOUND, NULL);
}

static bool is_named_before(const struct uuid *id, const struct uuid *also, int nth)
{
    bool before = uuid_equal(&also[nth], id);
    for (int i = 0; i < nth; i++)
        before = before || uuid_equal(&also[nth], &also[i]);
    return before;
}

enum verdict run_read_holds(struct run *run, const struct uuid *id, const struct uuid *also,
                            int also_count, struct hold **holds)
{
    struct hold *at = arena_array(run->arena, (size_t)also_count + 1, sizeof *at);
    enum verdict verdict = run_read_hold(run, id, &at[0]);
    for (int i = 0; !verdict && i < also_count; i++)
        verdict = is_named_before(id, also, i)
                      ? refuse(&run->why, VERDICT_INVALID, "A hold is named twice.")
                      : run_read_hold(run, &also[i], &at[i + 1]);
    *holds = at;
    return verdict;
}

enum verdict run_read_sale(struct run *run, const char *id_or_code, struct sale *sale)
{
    struct store *store = run->desk->store;
    struct uuid id;
    bool found, is_id = uuid_parse(id_or_code, &id);
    if (store->ops->sale_read(store, is_id ? &id : NULL, is_id ? NULL : id_or_code, run->arena,
                              sale, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return refuse(&run->why, VERDICT_NOT_FOUND,
                      "There is no sale '%.40s'; `loge sale find` looks by name, mail or seat.",
                      id_or_code);
    return VERDICT_OK;
}

enum verdict run_open_shift(struct run *run, const char *currency, struct shift *shift)
{
    struct store *store = run->desk->store;
    const char *till = run->meta->actor.till;
    bool found;
    if (store->ops->shift_open(store, till, shift, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (found)
        return VERDICT_OK;
    struct uuid id = uuid_make(&run->ids.source, run->now);
    enum verdict verdict = shift_decide_open(NULL, &id, 0, currency, run->cs, &run->why);
    if (!verdict)
        *shift = run->cs->shifts.at[run->cs->shifts.count - 1];
    return verdict;
}
