#include "config.h"

#include "src/api/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/reply.h"
#include "src/base/json_out.h"

struct exchange *exchange_new(struct api *api)
{
    struct exchange *x = x_alloc(sizeof *x);
    x->api = api;
    x->arena = arena_new();
    x->query = "";
    return x;
}

void exchange_free(struct exchange **x)
{
    struct exchange *it = *x;
    if (!it)
        return;
    body_free(it);
    json_out_free(&it->doc);
    arena_free(&it->arena);
    free(it->body);
    free(it);
    *x = NULL;
}

const char *exchange_query(struct exchange *x, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = x->query; *at;) {
        size_t pair = strcspn(at, "&");
        if (pair > length && memcmp(at, name, length) == 0 && at[length] == '=')
            return route_decode(at + length + 1, pair - length - 1, x->arena);
        at += pair + (at[pair] == '&');
    }
    return NULL;
}

bool exchange_ask(struct exchange *x, enum cmd_kind kind)
{
    x->cmd.id = 1;
    x->cmd.kind = kind;
    x->engine->serve(x->engine->ctx, &x->cmd, &x->evt);
    if (x->evt.outcome.verdict)
        reply_refused(x, &x->evt.outcome);
    return !x->evt.outcome.verdict;
}

const char *exchange_show(struct exchange *x, int32_t no)
{
    const char *known = names_find(x->api->names, no);
    struct store *store = x->engine->store;
    struct show show;
    struct err err;
    bool found;
    if (known)
        return known;
    if (store->ops->show_by_no(store, no, x->arena, &show, &found, &err) || !found)
        return "";
    return names_add(x->api->names, no, show.id);
}
