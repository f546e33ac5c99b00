/* `loge reconcile`, and the three layers of a house side by side for `loge status`. */
#include "config.h"

#include "src/adapter/house_store.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/layers.h"
#include "src/cmd/view.h"

/* ---- layers --------------------------------------------------------------------------------- */

enum rc layers_read(struct call *call, struct layers *layers, struct err *err)
{
    struct store *store = call->desk.store;
    struct show *shows;
    int count;
    *layers = (struct layers){0};
    enum rc rc = store->ops->show_list(store, call->now, call->arena, &shows, NULL, &count, err);
    for (int i = 0; rc == RC_OK && i < count; i++) {
        if (shows[i].status != SHOW_OPEN)
            continue;
        struct layer_row *row = LIST_ADD(call->arena, layers);
        row->show = shows[i].id;
        rc = house_store_layers(call->line.front, shows[i].no, &row->at, err);
        layers->disagree += !row->at.agree;
    }
    return rc;
}

static void json_counts(struct json_out *doc, const struct registry_count *count)
{
    member_int(doc, "holds", count->holds);
    member_int(doc, "seats", count->seats);
}

/* Redis' counts, and how far they are PostgreSQL's seats. */
static void json_redis(struct json_out *doc, const struct house_layers *at)
{
    if (!at->registry_answers) {
        member_text(doc, "redis", NULL);
        return;
    }
    member_object(doc, "redis");
    json_counts(doc, &at->registry);
    member_int(doc, "missing", at->missing);
    member_int(doc, "stale", at->stale);
    member_bool(doc, "map", at->registry_maps);
    member_int(doc, "blocks_differ", at->registry_wrong);
    json_object_end(doc);
}

/* The map of the process that answers; single commands have none. */
static void json_own(struct json_out *doc, const struct house_layers *at)
{
    if (!at->own_maps) {
        member_text(doc, "process", NULL);
        return;
    }
    member_object(doc, "process");
    member_int(doc, "seats", at->own_held);
    member_bool(doc, "fresh", at->own_fresh);
    member_int(doc, "blocks_differ", at->own_wrong);
    json_object_end(doc);
}

void layers_json(struct call *call, const struct layers *layers)
{
    member_array(call->doc, "layers");
    for (int i = 0; i < layers->count; i++) {
        const struct layer_row *row = &layers->at[i];
        member_object(call->doc, NULL);
        member_text(call->doc, "show", row->show);
        json_own(call->doc, &row->at);
        json_redis(call->doc, &row->at);
        member_object(call->doc, "postgresql");
        json_counts(call->doc, &row->at.truth);
        json_object_end(call->doc);
        member_int(call->doc, "blocks", row->at.blocks);
        member_bool(call->doc, "agree", row->at.agree);
        json_object_end(call->doc);
    }
    json_array_end(call->doc);
}

static void layer_state(struct grid *grid, const struct house_layers *at)
{
    if (at->agree)
        grid_cell(grid, "%s", _("agree"));
    else if (!at->registry_answers)
        grid_cell(grid, "%s", _("no answer"));
    else if (at->missing || at->stale)
        grid_cell(grid, _("differ: %d missing, %d wrong in Redis"), at->missing, at->stale);
    else
        grid_cell(grid, _("maps differ: %d of %d blocks"), at->registry_wrong + at->own_wrong,
                  at->blocks);
}

void layers_print(struct call *call, const struct layers *layers)
{
    struct grid grid;
    grid_start(&grid, call->arena,
               _("OPEN SHOW|>OWN SEATS|>REDIS HOLDS|>REDIS SEATS|>PG HOLDS|>PG SEATS|STATE"));
    for (int i = 0; i < layers->count; i++) {
        const struct layer_row *row = &layers->at[i];
        grid_cell(&grid, "%s", row->show);
        grid_cell(&grid, row->at.own_maps ? "%d" : "-", row->at.own_held);
        grid_cell(&grid, row->at.registry_answers ? "%d" : "-", row->at.registry.holds);
        grid_cell(&grid, row->at.registry_answers ? "%d" : "-", row->at.registry.seats);
        grid_cell(&grid, "%d", row->at.truth.holds);
        grid_cell(&grid, "%d", row->at.truth.seats);
        layer_state(&grid, &row->at);
    }
    if (layers->count)
        grid_print(&grid, call->out);
}

/* ---- reconcile ------------------------------------------------------------------------------ */

static int answer_drift(struct call *call, const struct house_drift *drift)
{
    if (call->json) {
        struct json_out *doc = call_doc(call);
        member_object(doc, "reconciled");
        member_int(doc, "shows", drift->shows);
        member_int(doc, "seats", drift->seats);
        member_int(doc, "missing", drift->missing);
        member_int(doc, "stale", drift->stale);
        member_int(doc, "blocks", drift->blocks);
        json_object_end(doc);
        call_doc_end(call);
    }
    call_print(call, _("Open shows rewritten in Redis: %d. Held seats in them: %d.\n"),
               drift->shows, drift->seats);
    if (drift->missing || drift->stale || drift->blocks)
        call_print(call, _("Mended: %d missing seats, %d wrong entries, %d map blocks.\n"),
                   drift->missing, drift->stale, drift->blocks);
    else
        call_print(call, _("Nothing was wrong.\n"));
    return EXIT_DONE;
}

int run_reconcile(struct call *call)
{
    struct house_drift drift;
    struct err err;
    if (!call_may(call, RIGHT_RECONCILE) || !call_at_house(call))
        return call->exit;
    if (!call->line.front)
        return call_fail(call, VERDICT_INVALID,
                         _("There is no Redis to reconcile; `loge join --redis URL` names one."));
    const struct progress progress = call_progress(call, _("Rewriting"));
    if (house_store_reconcile(call->line.front, &progress, &drift, &err))
        return call_err(call, &err);
    return answer_drift(call, &drift);
}
