/* One seat, one hold a customer: what a map on a phone does with a touch. */
#include "config.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/hold_answer.h"
#include "src/api/reply.h"

/* /api/shows/{show}/seats/{seat}/... */
static const char *show_of(const struct exchange *x)
{
    return x->part[0];
}

/* The customer's earlier hold for this show is freed with the same act. */
void do_seat_hold(struct exchange *x)
{
    struct desk_hold wish = {.show = show_of(x),
                             .labels = &x->part[1],
                             .count = 1,
                             .source = SOURCE_WEB,
                             .channel = CHANNEL_WEB,
                             .one_hold = true};
    if (!exchange_key(x) || !body_read(x) || !body_email(x, &wish.email))
        return;
    x->cmd.u.hold = wish;
    if (exchange_ask(x, CMD_HOLD))
        hold_answer(x, wish.show);
}

static bool has_seat(const struct hold *hold, const char *label)
{
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live && strcmp(hold->seats[i].label, label) == 0)
            return true;
    return false;
}

static bool find_show(struct exchange *x, struct show *show)
{
    struct store *store = x->engine->store;
    struct err err;
    bool found;
    if (store->ops->show_find(store, show_of(x), x->arena, show, &found, &err)) {
        reply_unavailable(x);
        return false;
    }
    if (!found)
        reply_error(x, 404, "NOT_FOUND", "There is no show \"%.60s\".", show_of(x));
    return found;
}

/* The customer's hold with this seat in it. */
static const struct hold *find_hold(struct exchange *x, const struct show *show, const char *email)
{
    struct store *store = x->engine->store;
    const struct hold_filter filter = {.show = show->no,
                                       .holder = x->cmd.meta.actor.name,
                                       .till = x->client.name,
                                       .email = email,
                                       .open_only = true,
                                       .now = clock_wall(&x->engine->clock)};
    struct hold *holds;
    struct err err;
    int count;
    if (store->ops->hold_list(store, &filter, x->arena, &holds, &count, &err)) {
        reply_unavailable(x);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        if (has_seat(&holds[i], x->part[1]))
            return &holds[i];
    reply_error(x, 404, verdict_code(VERDICT_HOLD_NOT_FOUND),
                "This customer does not hold seat %.80s.", x->part[1]);
    return NULL;
}

void do_seat_cancel(struct exchange *x)
{
    const char *email;
    struct show show;
    if (!exchange_key(x) || !body_read(x) || !body_email(x, &email) || !find_show(x, &show))
        return;
    const struct hold *hold = find_hold(x, &show, email);
    if (!hold)
        return;
    x->cmd.u.one_hold.hold = hold->id;
    x->cmd.u.one_hold.labels = &x->part[1];
    x->cmd.u.one_hold.count = 1;
    if (exchange_ask(x, CMD_RELEASE))
        hold_answer_as(x, 200);
}
