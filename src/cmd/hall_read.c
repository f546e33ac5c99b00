#include "config.h"

#include "src/cmd/hall_read.h"

#include "src/cmd/intl.h"

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
    return true;
}
