/* Who asked too fast, and letting somebody in again. */
#include "config.h"

#include "src/api/api_parts.h"
#include "src/api/asker.h"
#include "src/api/handlers.h"
#include "src/api/reply.h"
#include "src/base/member.h"

enum { RECENT = 200 };

static struct store *keeper_of(struct exchange *x, const struct abuse_ops **ops)
{
    struct store *store = x->engine->store;
    if (store->ops->abuse)
        return store->ops->abuse(store, ops);
    reply_unavailable(x);
    return NULL;
}

void do_abuse_recent(struct exchange *x)
{
    const struct abuse_ops *ops;
    struct abuse *rows;
    struct err err;
    int count;
    struct store *keeper = keeper_of(x, &ops);
    if (!keeper)
        return;
    if (ops->list(keeper, false, RECENT, x->arena, &rows, &count, &err)) {
        reply_unavailable(x);
        return;
    }
    struct json_out *doc = reply_doc(x);
    member_array(doc, "abuse");
    for (int i = 0; i < count; i++)
        asker_doc(doc, &rows[i], clock_wall(&x->engine->clock));
    json_array_end(doc);
    reply_doc_end(x, 200);
}

static void answer_unblocked(struct exchange *x, const char *asker)
{
    struct json_out *doc = reply_doc(x);
    member_text(doc, "who", asker);
    member_bool(doc, "unblocked", true);
    reply_doc_end(x, 200);
}

/* Somebody the house has not been told of yet is let in all the same. */
void do_abuse_unblock(struct exchange *x)
{
    const struct abuse_ops *ops;
    char asker[PACE_NAME];
    enum verdict verdict;
    struct err err;
    struct store *keeper = keeper_of(x, &ops);
    if (!keeper)
        return;
    if (!asker_parse(x->part[0], asker))
        reply_invalid(x, "This is no address, and no token (t:NAME).");
    else if (ops->unblock(keeper, asker, &verdict, &err))
        reply_unavailable(x);
    else if (verdict == VERDICT_NOT_ALLOWED)
        reply_error(x, 403, verdict_code(verdict), "Whoever serves here may not let people in.");
    else if (gate_let_in(x->api->gate, asker) || !verdict)
        answer_unblocked(x, asker);
    else
        reply_error(x, 404, "NOT_FOUND", "%s is not shut out.", asker);
}
