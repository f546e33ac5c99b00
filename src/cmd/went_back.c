#include "config.h"

#include "src/cmd/went_back.h"

#include <stdio.h>
#include <string.h>

#include "src/base/member.h"
#include "src/cmd/around.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/engine/desk_office.h"

/* ---- reading -------------------------------------------------------------------------------- */

static bool is_told(const struct call *call, enum role role)
{
    return call->line.pg && !call->desk.alone &&
           (rights_may(role, RIGHT_AUDIT) || role == ROLE_SERVICE);
}

/* They follow one another. */
void went_back_add_up(struct went_back_list *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const struct went_back *till = &list->at[i];
        struct went_back *same = kept ? &list->at[kept - 1] : NULL;
        if (!same || same->no != till->no) {
            list->at[kept++] = *till;
            continue;
        }
        same->lost += till->lost;
        same->back += till->back;
        same->refused += till->refused;
        same->payments += till->payments;
        same->open += till->open;
        if (!*same->open_refs)
            memcpy(same->open_refs, till->open_refs, sizeof same->open_refs);
    }
    list->count = kept;
}

static void keep_open(struct went_back_list *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (!list->at[i].settled_at)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

static enum rc read_open(const struct call *call, struct arena *arena, struct went_back_list *open,
                         struct err *err)
{
    const struct office_ops *ops;
    struct store *house = call->desk.store->ops->office(call->desk.store, &ops);
    enum rc rc = ops->went_back(house, arena, &open->at, &open->count, err);
    if (rc == RC_OK)
        keep_open(open);
    return rc;
}

enum rc went_back_read(struct call *call, struct went_back_list *open, struct err *err)
{
    *open = (struct went_back_list){0};
    return is_told(call, call->meta.actor.role) ? read_open(call, call->arena, open, err) : RC_OK;
}

/* ---- telling -------------------------------------------------------------------------------- */

/* Money comes first: the end of a long line is cut. */
static size_t payments_text(const struct went_back *went, char *out, size_t size)
{
    if (!went->open)
        return 0;
    /* L10N: of the house that went back: the provider's names of payments; before the sentence
     * about acts, with the blank */
    int used = snprintf(out, size, _("Settle with the payment provider: %s. "), went->open_refs);
    return (size_t)used < size ? (size_t)used : size - 1;
}

void went_back_text(const struct call *call, const struct went_back *went, char *out, size_t size)
{
    char since[LOCAL_TEXT];
    const size_t used = payments_text(went, out, size);
    snprintf(
        out + used, size - used,
        /* L10N: of the house: a moment, then three numbers of acts; at most 118 columns */
        _("Lost what was done after %s. Tills brought back %lld of %lld acts; %lld did not fit."),
        view_time(call, went->since, since), (long long)went->back, (long long)went->lost,
        (long long)went->refused);
}

static void one_json(struct json_out *doc, const struct went_back *went)
{
    member_int(doc, "no", went->no);
    member_text_or_null(doc, "before", went->before);
    member_text(doc, "past", went->past);
    member_time(doc, "noticed_at", went->noticed_at);
    member_time(doc, "missing_since", went->since);
    member_text(doc, "till", went->till);
    member_int(doc, "lost", went->lost);
    member_int(doc, "back", went->back);
    member_int(doc, "refused", went->refused);
    member_int(doc, "payments", went->payments);
    member_int(doc, "payments_open", went->open);
    member_text_or_null(doc, "open_payments", went->open_refs);
    member_text_or_null(doc, "settled_by", went->settled_by);
    member_time(doc, "settled_at", went->settled_at);
    member_text_or_null(doc, "settled_for", went->settled_for);
}

static void many_json(struct json_out *doc, const struct went_back *at, int count)
{
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        one_json(doc, &at[i]);
        json_object_end(doc);
    }
}

void went_back_json(struct json_out *doc, const struct went_back_list *list)
{
    member_array(doc, "went_back");
    many_json(doc, list->at, list->count);
    json_array_end(doc);
}

void went_back_print(struct call *call, struct went_back_list *list)
{
    char text[WENT_BACK_TEXT];
    went_back_add_up(list);
    for (int i = 0; i < list->count; i++) {
        went_back_text(call, &list->at[i], text, sizeof text);
        call_print(call,
                   _("Alarm   The house went back. %s Compare the books; then a manager runs "
                     "`loge house settle %d`.\n"),
                   text, list->at[i].no);
    }
}

/* A house that is not reached says so itself. */
void went_back_look(const struct call *call, enum role role, struct health_report *health)
{
    struct went_back_list open = {0};
    struct arena *arena = arena_new();
    char state[40], text[WENT_BACK_TEXT];
    if (is_told(call, role) && call->desk.store && !read_open(call, arena, &open, NULL))
        went_back_add_up(&open);
    for (int i = 0; i < open.count; i++) {
        int before = health->layer_count;
        /* L10N: of the house: acts were lost; the number of the event; at most 22 columns */
        snprintf(state, sizeof state, _("went back, no. %d"), open.at[i].no);
        went_back_text(call, &open.at[i], text, sizeof text);
        /* L10N: a layer on the health page; at most 10 columns */
        around_add(health, _("house"), state, text);
        if (health->layer_count > before) /* there was room */
            health->layer[before].went_back = open.at[i].no;
    }
    arena_free(&arena);
}

/* ---- the commands --------------------------------------------------------------------------- */

static void list_json(struct call *call, const void *list, int count)
{
    many_json(call->doc, list, count);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct went_back *went = list;
    struct grid grid;
    char noticed[LOCAL_TEXT], since[LOCAL_TEXT], settled[LOCAL_TEXT];
    grid_start(&grid, call->arena,
               _(">NO|NOTICED|MISSING SINCE|TILL|>LOST|>BACK|>DID NOT FIT|OPEN PAYMENTS|SETTLED "
                 "BY|AT|WHY"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%d", went[i].no);
        grid_cell(&grid, "%s", view_time(call, went[i].noticed_at, noticed));
        grid_cell(&grid, "%s", view_time(call, went[i].since, since));
        grid_cell(&grid, "%s", went[i].till);
        grid_cell(&grid, "%lld", (long long)went[i].lost);
        grid_cell(&grid, "%lld", (long long)went[i].back);
        grid_cell(&grid, "%lld", (long long)went[i].refused);
        grid_cell(&grid, "%s", went[i].open_refs);
        grid_cell(&grid, "%s", went[i].settled_by);
        grid_cell(&grid, "%s",
                  went[i].settled_at ? view_time(call, went[i].settled_at, settled) : "");
        grid_cell(&grid, "%s", went[i].settled_for);
    }
    grid_print(&grid, call->out);
}

int run_went_back(struct call *call)
{
    struct went_back *went;
    struct outcome out;
    int count;
    desk_went_back_list(&call->desk, &call->meta, &went, &count, &out);
    if (out.verdict)
        return call_refused(call, &out);
    return answer_list(call, &(struct listed){"went_back", went, count, list_json, list_print,
                                              _("The house never went back.")});
}

int run_settle(struct call *call)
{
    struct outcome out;
    if (!call_reason(call, true))
        return call->exit;
    desk_went_back_settle(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_done(call, &out,
                                     _("Settled. No till tells of it any more; the log "
                                       "keeps it."));
}

const struct cmd_option settle_options[] = {
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {0},
};
