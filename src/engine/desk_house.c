/* The house itself: halls and their plans, shows and their state. */
#include "config.h"

#include "src/base/tongue.h"
#include "src/engine/desk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/engine/run.h"

static bool slug_well_formed(const char *slug)
{
    for (const char *c = slug; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '-')
            return false;
    return *slug && *slug != '-' && strlen(slug) < SLUG_TEXT;
}

static enum verdict check_slug(struct run *run, const char *slug, const char *what)
{
    if (slug_well_formed(slug))
        return VERDICT_OK;
    return refuse(
        &run->why, VERDICT_INVALID,
        "An id is 1 to %d small letters, digits and '-', like 'hamlet-fri'; '%.60s' is not.",
        SLUG_TEXT - 1, slug);
}

/* ---- plans -------------------------------------------------------------------------------- */

struct plan_wish {
    const struct hall *hall;
    struct plan *plan;
    const char *document;
};

static enum verdict read_old_plan(struct run *run, const struct hall *hall, struct plan **old,
                                  int32_t **in_use, int *in_use_count)
{
    struct store *store = run->desk->store;
    const char *document;
    if (store->ops->hall_plan(store, hall->no, run->arena, old, &document, &run->out->err) ||
        store->ops->hall_seats_in_use(store, hall->no, run->now, run->arena, in_use, in_use_count,
                                      &run->out->err))
        return VERDICT_UNAVAILABLE;
    return VERDICT_OK;
}

static enum verdict merge_plan(struct run *run, const struct plan_wish *wish, bool known,
                               struct hall *hall)
{
    struct plan *old = NULL;
    int32_t *in_use = NULL;
    int in_use_count = 0;
    if (known) {
        enum verdict verdict = read_old_plan(run, hall, &old, &in_use, &in_use_count);
        if (verdict)
            return verdict;
    }
    run->plan = old;
    return plan_merge(old, wish->plan, &hall->next_seat, in_use, in_use_count, run->arena,
                      &run->out->diff, &run->why);
}

static void put_hall(struct run *run, const struct plan_wish *wish, struct hall *hall)
{
    hall->seats = wish->plan->seat_count;
    hall->plan_version++;
    struct hall_change *change = LIST_ADD(run->arena, &run->cs->halls);
    change->hall = *hall;
    change->plan = wish->plan;
    change->document = wish->document;
    const struct plan_diff *diff = &run->out->diff;
    char note[NOTE_TEXT];
    snprintf(note, sizeof note, "%s: %d seats kept, %d added, %d dropped", hall->id, diff->kept,
             diff->added, diff->dropped);
    run_add_note(run, ACT_PLAN_IMPORT, NULL, note);
}

static enum verdict step_plan(struct run *run, const void *request)
{
    const struct plan_wish *wish = request;
    struct store *store = run->desk->store;
    struct hall *hall = arena_alloc(run->arena, sizeof *hall);
    bool known = false;
    enum verdict verdict = run_allowed(run, RIGHT_SHOWS);
    if (!verdict)
        verdict = check_slug(run, wish->hall->id, "hall");
    if (verdict)
        return verdict;
    if (store->ops->hall_find(store, wish->hall->id, hall, &known, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!known)
        *hall = (struct hall){0};
    text_copy(hall->id, sizeof hall->id, wish->hall->id);
    if (!known || *wish->hall->name)
        text_copy(hall->name, sizeof hall->name,
                  *wish->hall->name ? wish->hall->name : wish->plan->name);
    verdict = merge_plan(run, wish, known, hall);
    if (verdict)
        return verdict;
    put_hall(run, wish, hall);
    run->out->hall = hall;
    return VERDICT_OK;
}

void desk_plan_import(struct desk *desk, const struct act_meta *meta, const struct hall *hall,
                      struct plan *plan, const char *document, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_PLAN_IMPORT);
    fingerprint_text(&print, hall->id);
    fingerprint_text(&print, hall->name);
    fingerprint_text(&print, document);
    const struct plan_wish wish = {hall, plan, document};
    run_act(desk, meta, out, &print, step_plan, &wish);
}

/* ---- shows -------------------------------------------------------------------------------- */

/* The years a box office plans in; anything else is a slip of the keyboard. */
static const int64_t earliest_start = 946684800000, latest_start = 4102444800000; /* 2000, 2100 */
static const int64_t longest_hold_ms = 7LL * 24 * 3600 * 1000;

static enum verdict check_prices(struct run *run, const struct show *show)
{
    for (int i = 0; i < show->price_count; i++)
        for (int type = 0; type < TYPE_COUNT; type++)
            if (show->prices[i].amount[type] < -1 || show->prices[i].amount[type] > MONEY_MAX)
                return refuse(&run->why, VERDICT_INVALID, "That is not a price a seat can have.");
    if (show->fee < 0 || show->fee > MONEY_MAX)
        return refuse(&run->why, VERDICT_INVALID, "That is not a fee a ticket can have.");
    if (show->tax_bp < 0 || show->tax_bp > BASIS_POINTS)
        return refuse(&run->why, VERDICT_INVALID, "A tax rate lies between 0 and 100 percent.");
    return VERDICT_OK;
}

static enum verdict check_times(struct run *run, const struct show *show)
{
    if (show->starts_at < earliest_start || show->starts_at > latest_start)
        return refuse(&run->why, VERDICT_INVALID,
                      "A show starts between the years 2000 and 2100; check the date.");
    if (show->hold_ttl_ms < 1000 || show->hold_ttl_ms > show->ceiling_ms ||
        show->ceiling_ms > longest_hold_ms)
        return refuse(&run->why, VERDICT_INVALID,
                      "A hold lasts from a second up to its ceiling, and that at most a week.");
    if (show->extend_ms < 0 || show->extend_ms > show->ceiling_ms)
        return refuse(&run->why, VERDICT_INVALID,
                      "An extension is at most as long as a hold's ceiling.");
    return VERDICT_OK;
}

static enum verdict check_show(struct run *run, const struct show *given, struct show *show)
{
    enum verdict verdict = check_slug(run, given->id, "show");
    if (verdict)
        return verdict;
    const char *fault = text_clean(given->title, show->title, sizeof show->title);
    if (fault || !*show->title)
        return refuse(&run->why, VERDICT_INVALID, "%s: this text %s; write it again.",
                      tongue(N_("Title")), tongue(fault ? fault : N_("is empty")));
    if (!currency_valid(given->currency))
        return refuse(&run->why, VERDICT_INVALID, "A currency is three capital letters, like EUR.");
    verdict = check_times(run, given);
    return verdict ? verdict : check_prices(run, given);
}

static enum verdict find_hall(struct run *run, const char *id, struct hall *hall)
{
    struct store *store = run->desk->store;
    bool found;
    if (store->ops->hall_find(store, id, hall, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (found)
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_NOT_FOUND,
                  "There is no hall '%.60s'; `loge plan import` brings one in.", id);
}

static enum verdict must_be_new(struct run *run, const char *id)
{
    struct store *store = run->desk->store;
    struct show other;
    bool found;
    if (store->ops->show_find(store, id, run->arena, &other, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_ALREADY_EXISTS,
                  "There is a show '%.60s' already; choose another id.", id);
}

static enum verdict step_show_add(struct run *run, const void *request)
{
    const struct show *given = request;
    struct show *show = arena_alloc(run->arena, sizeof *show);
    struct hall hall;
    *show = *given;
    enum verdict verdict = run_allowed(run, RIGHT_SHOWS);
    if (!verdict)
        verdict = check_show(run, given, show);
    if (!verdict)
        verdict = find_hall(run, given->hall, &hall);
    if (!verdict)
        verdict = must_be_new(run, given->id);
    if (verdict)
        return verdict;
    show->hall_no = hall.no;
    show->version = 0;
    *LIST_ADD(run->arena, &run->cs->shows) = *show;
    run_add_note(run, ACT_SHOW_ADD, NULL, show->id);
    show->version = 1; /* as the act leaves it */
    run->out->show = show;
    return VERDICT_OK;
}

static void fingerprint_prices(struct fingerprint *print, const struct show *show)
{
    fingerprint_number(print, show->price_count);
    for (int i = 0; i < show->price_count; i++) {
        fingerprint_number(print, show->prices[i].class_no);
        for (int type = 0; type < TYPE_COUNT; type++)
            fingerprint_number(print, show->prices[i].amount[type]);
    }
}

void desk_show_add(struct desk *desk, const struct act_meta *meta, const struct show *show,
                   struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_SHOW_ADD);
    fingerprint_row(&print, &shape_show, show);
    fingerprint_text(&print, show->hall);
    fingerprint_prices(&print, show);
    run_act(desk, meta, out, &print, step_show_add, show);
}

struct status_wish {
    const char *show;
    enum show_status status;
};

static enum verdict step_status(struct run *run, const void *request)
{
    const struct status_wish *wish = request;
    struct show *show = arena_alloc(run->arena, sizeof *show);
    enum verdict verdict = run_allowed(run, RIGHT_SHOWS);
    if (!verdict)
        verdict = run_find_show(run, wish->show, show);
    if (verdict)
        return verdict;
    run->out->show = show;
    if (show->status == wish->status)
        return VERDICT_OK;
    show->status = wish->status;
    *LIST_ADD(run->arena, &run->cs->shows) = *show;
    run_add_note(run, ACT_SHOW_STATUS, NULL, show_status_name(wish->status))->show = show->no;
    show->version++;
    return VERDICT_OK;
}

void desk_show_status(struct desk *desk, const struct act_meta *meta, const char *show,
                      enum show_status status, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_SHOW_STATUS);
    fingerprint_text(&print, show);
    fingerprint_number(&print, status);
    const struct status_wish wish = {show, status};
    run_act(desk, meta, out, &print, step_status, &wish);
}
