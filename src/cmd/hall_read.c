#include "config.h"

#include "src/cmd/hall_read.h"

#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/cmd/intl.h"

/* The document knows what the table of seats does not (stage, colours, a foreign format's keys),
 * but for the seats' numbers and versions the table is right. */
static struct plan *whole_plan(struct call *call, struct plan *plan, const char *document)
{
    struct plan_faults faults = {0};
    struct plan *whole = NULL;
    if (document && *document)
        whole = plan_document_read(document, strlen(document), call->arena, &faults);
    for (int i = 0; whole && i < whole->seat_count && i < plan->seat_count; i++)
        whole->seats[i].no = plan->seats[i].no;
    return whole ? whole : plan;
}

bool hall_read(struct call *call, const char *id, struct hall *hall, struct plan **plan)
{
    const char *document;
    struct err err;
    bool found;
    struct store *store = call->desk.store;
    if (store->ops->hall_find(store, id, hall, &found, &err)) {
        call_err(call, &err);
        return false;
    }
    if (!found) {
        call_fail(call, VERDICT_NOT_FOUND,
                  _("There is no hall \"%.47s\"; `loge hall list` shows what there is."), id);
        return false;
    }
    if (store->ops->hall_plan(store, hall->no, call->arena, plan, &document, &err)) {
        call_err(call, &err);
        return false;
    }
    *plan = whole_plan(call, *plan, document);
    return true;
}
