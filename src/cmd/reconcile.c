/* `loge reconcile`, and how the layers of a house stand beside one another for `loge status`. */
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

static void json_counts(struct json_out *doc, const char *key, const struct registry_count *count)
{
    member_object(doc, key);
    member_int(doc, "holds", count->holds);
    member_int(doc, "seats", count->seats);
    json_object_end(doc);
}

void layers_json(struct call *call, const struct layers *layers)
{
    member_array(call->doc, "layers");
    for (int i = 0; i < layers->count; i++) {
        const struct layer_row *row = &layers->at[i];
        member_object(call->doc, NULL);
        member_text(call->doc, "show", row->show);
        json_counts(call->doc, "postgresql", &row->at.truth);
        if (row->at.registry_answers)
            json_counts(call->doc, "redis", &row->at.registry);
        else
            member_text(call->doc, "redis", NULL);
        member_bool(call->doc, "agree", row->at.agree);
        json_object_end(call->doc);
    }
    json_array_end(call->doc);
}

void layers_print(struct call *call, const struct layers *layers)
{
    struct grid grid;
    grid_start(&grid, call->arena,
               _("OPEN SHOW|>PG HOLDS|>PG SEATS|>REDIS HOLDS|>REDIS SEATS|STATE"));
    for (int i = 0; i < layers->count; i++) {
        const struct layer_row *row = &layers->at[i];
        grid_cell(&grid, "%s", row->show);
        grid_cell(&grid, "%d", row->at.truth.holds);
        grid_cell(&grid, "%d", row->at.truth.seats);
        grid_cell(&grid, row->at.registry_answers ? "%d" : "-", row->at.registry.holds);
        grid_cell(&grid, row->at.registry_answers ? "%d" : "-", row->at.registry.seats);
        grid_cell(&grid, "%s",
                  row->at.agree              ? _("agree")
                  : row->at.registry_answers ? _("differ")
                                             : _("no answer"));
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
        json_object_end(doc);
        call_doc_end(call);
    }
    call_print(call, _("Open shows written anew: %d. Held seats in them: %d.\n"), drift->shows,
               drift->seats);
    return EXIT_DONE;
}

int run_reconcile(struct call *call)
{
    struct house_drift drift;
    struct err err;
    if (!call_at_house(call))
        return call->exit;
    if (!call->line.front)
        return call_fail(call, VERDICT_INVALID,
                         _("There is no Redis to reconcile; `loge join --redis URL` names one."));
    const struct progress progress = call_progress(call, _("Rewriting"));
    if (house_store_reconcile(call->line.front, &progress, &drift, &err))
        return call_err(call, &err);
    return answer_drift(call, &drift);
}
