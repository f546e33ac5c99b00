#include "config.h"

#include "src/cmd/worker_rows.h"

#include "src/base/member.h"

enum rc worker_rows_read(struct call *call, struct worker_rows *rows, struct err *err)
{
    const struct chores_ops *ops;
    struct store *store = call->desk.store;
    if (!store->ops->chores || call->desk.alone || !worker_seen_by(call->meta.actor.role))
        return RC_OK;
    struct store *keeper = store->ops->chores(store, &ops);
    return ops->workers(keeper, call->arena, &rows->at, &rows->count, err);
}

void worker_rows_json(struct call *call, const struct worker_rows *rows)
{
    member_array(call->doc, "workers");
    for (int i = 0; i < rows->count; i++) {
        const struct worker_row *row = &rows->at[i];
        member_object(call->doc, NULL);
        member_text(call->doc, "worker", row->worker);
        member_text(call->doc, "instance", row->instance);
        member_bool(call->doc, "well", !worker_is_late(row) && !*row->fault);
        member_int(call->doc, "heard_ms_ago", row->age_ms);
        member_int(call->doc, "runs", row->runs);
        member_int(call->doc, "done", row->done);
        member_int(call->doc, "failures", row->failures);
        member_text(call->doc, "fault", row->fault);
        json_object_end(call->doc);
    }
    json_array_end(call->doc);
}

/* Under the links of the house, in their form: who, where, for how long unheard, what went wrong.
 */
void worker_rows_print(struct call *call, const struct worker_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct worker_row *row = &rows->at[i];
        call_print(call, "        %s: %s, %lld s; %s\n", row->worker, row->instance,
                   (long long)(row->age_ms / 1000), *row->fault ? row->fault : "-");
    }
}
