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
    if (!body_email(x, &wish.email))
        return;
    x->cmd.u.hold = wish;
    if (exchange_ask(x, CMD_HOLD))
        hold_answer(x, wish.show);
}

static bool has_seat(const struct hold *hold, const char *label, bool still)
{
    for (int i = 0; i < hold->seat_count; i++)
        if ((hold->seats[i].live || !still) && strcmp(hold->seats[i].label, label) == 0)
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

struct holds {
    struct hold *at;
    int count;
};

/* What the customer holds or, open false, ever held of the show. False: it was answered. */
static bool list_holds(struct exchange *x, const struct show *show, const char *email, bool open,
                       struct holds *out)
{
    struct store *store = x->engine->store;
    const struct hold_filter filter = {.show = show->no,
                                       .holder = x->cmd.meta.actor.name,
                                       .till = x->client.name,
                                       .email = email,
                                       .open_only = open,
                                       .now = clock_wall(&x->engine->clock)};
    struct err err;
    enum rc rc = store->ops->hold_list(store, &filter, x->arena, &out->at, &out->count, &err);
    if (rc)
        reply_unavailable(x);
    return !rc;
}

static const struct hold *find_hold(struct exchange *x, const struct holds *holds)
{
    for (int i = 0; i < holds->count; i++)
        if (has_seat(&holds->at[i], x->part[1], true))
            return &holds->at[i];
    return NULL;
}

static void wish_away(struct exchange *x, const struct hold *hold)
{
    x->cmd.u.one_hold.hold = hold->id;
    x->cmd.u.one_hold.labels = &x->part[1];
    x->cmd.u.one_hold.count = 1;
}

/* What was let go under this key is held no more: the first answer is asked for again. */
static bool let_go_before(struct exchange *x, const struct holds *ever)
{
    const struct outcome *out = &x->evt.outcome;
    x->cmd.id = 1;
    x->cmd.kind = CMD_RELEASE;
    for (int i = 0; i < ever->count; i++) {
        if (!has_seat(&ever->at[i], x->part[1], false))
            continue;
        wish_away(x, &ever->at[i]);
        x->engine->serve(x->engine->ctx, &x->cmd, &x->evt);
        if (!out->verdict && out->replay)
            return true;
    }
    return false;
}

static void cancel_again(struct exchange *x, const struct show *show, const char *email)
{
    struct holds ever = {.count = 0};
    if (!x->cmd.meta.first_sent && !list_holds(x, show, email, false, &ever))
        return;
    if (let_go_before(x, &ever))
        released_answer(x);
    else if (x->evt.outcome.verdict == VERDICT_UNAVAILABLE)
        reply_refused(x, &x->evt.outcome);
    else
        reply_error(x, 404, verdict_code(VERDICT_HOLD_NOT_FOUND),
                    "This customer does not hold seat %.80s.", x->part[1]);
}

void do_seat_cancel(struct exchange *x)
{
    const char *email;
    struct show show;
    struct holds open;
    if (!body_email(x, &email) || !body_why(x) || !find_show(x, &show) ||
        !list_holds(x, &show, email, true, &open))
        return;
    const struct hold *hold = find_hold(x, &open);
    struct sale sale;
    if (!hold && sale_with_seat(x, show.no, email, x->part[1], &sale)) {
        sale_return(x, &sale, &x->part[1], 1);
        return;
    }
    if (!hold) {
        cancel_again(x, &show, email);
        return;
    }
    wish_away(x, hold);
    if (exchange_ask(x, CMD_RELEASE))
        released_answer(x);
}
