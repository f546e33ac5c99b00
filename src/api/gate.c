#include "config.h"

#include "src/api/gate.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/reply.h"
#include "src/api/shut_out.h"
#include "src/base/text.h"

struct gate {
    struct guard *guard;
    struct clock clock;
    struct metrics *metrics;
    struct shut_out *out;
    pthread_mutex_t lock; /* of the rules */
    struct gate_rules rules;
};

struct gate *gate_new(struct guard *guard, const struct clock *clock, struct metrics *metrics)
{
    struct gate *gate = x_alloc(sizeof *gate);
    gate->guard = guard;
    gate->clock = *clock;
    gate->metrics = metrics;
    gate->out = shut_out_new();
    pthread_mutex_init(&gate->lock, NULL);
    return gate;
}

void gate_free(struct gate **gate)
{
    if (!*gate)
        return;
    shut_out_free(&(*gate)->out);
    pthread_mutex_destroy(&(*gate)->lock);
    free(*gate);
    *gate = NULL;
}

void gate_set_rules(struct gate *gate, const struct gate_rules *rules)
{
    pthread_mutex_lock(&gate->lock);
    gate->rules = *rules;
    pthread_mutex_unlock(&gate->lock);
}

static struct gate_rules rules_of(struct gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    const struct gate_rules rules = gate->rules;
    pthread_mutex_unlock(&gate->lock);
    return rules;
}

int gate_connections(struct gate *gate, const struct origin *peer)
{
    pthread_mutex_lock(&gate->lock);
    const int most = networks_have(&gate->rules.trusted, peer) ? 0 : gate->rules.connections;
    pthread_mutex_unlock(&gate->lock);
    return most;
}

int64_t gate_request_ms(struct gate *gate)
{
    return rules_of(gate).request_ms;
}

void gate_find_origin(struct gate *gate, struct exchange *x, const struct origin *peer,
                      const char *forwarded)
{
    pthread_mutex_lock(&gate->lock);
    const struct origin origin = origin_of(peer, forwarded, &gate->rules.trusted);
    pthread_mutex_unlock(&gate->lock);
    (void)origin_text(&origin, x->address);
}

/* ---- one request ---------------------------------------------------------------------------- */

static void name_token(const struct exchange *x, char out[PACE_NAME])
{
    snprintf(out, PACE_NAME, "t:%s", x->client.name);
}

/* A path that there is not is asked for like any other. */
static enum route_pace pace_of(const struct exchange *x)
{
    return x->route ? x->route->pace : PACED;
}

static void turn_away(struct gate *gate, struct exchange *x, int64_t retry_ms)
{
    metrics_add(gate->metrics, API_LIMITED, 1);
    reply_too_fast(x, retry_ms);
}

static int64_t shut_out_for(struct gate *gate, const struct exchange *x)
{
    char token[PACE_NAME];
    int64_t now = clock_wall(&gate->clock);
    int64_t until = shut_out_until(gate->out, x->address, now);
    name_token(x, token);
    if (!until && *x->client.name)
        until = shut_out_until(gate->out, token, now);
    return until ? until - now : 0;
}

enum gate_word gate_look(struct gate *gate, struct exchange *x)
{
    enum route_pace pace = pace_of(x);
    if (!gate->guard || pace == NEVER_PACED || (x->client.scopes & SCOPE_UNLIMITED))
        return GATE_PASS;
    int64_t left = shut_out_for(gate, x);
    if (left) {
        turn_away(gate, x, left);
        return GATE_REFUSED;
    }
    return pace != PACED_IF_FORGED && gate_counts(gate) ? GATE_ASK : GATE_PASS;
}

bool gate_counts(struct gate *gate)
{
    const struct gate_rules rules = rules_of(gate);
    return gate->guard && pace_is_on(&rules.limits);
}

/* Whatever stands in the path: who reads a house out asks for shows that are not there, too. */
static uint32_t map_of(const struct exchange *x)
{
    uint32_t hash = 2166136261U;
    if (pace_of(x) != PACED_AS_MAP)
        return 0;
    for (const char *at = x->part[0]; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619U;
    return hash ? hash : 1;
}

static void forget_let_in(struct gate *gate)
{
    char asker[PACE_NAME];
    while (shut_out_let_in(gate->out, asker))
        gate->guard->ops->forget(gate->guard, asker);
}

/* What stands in a path is anything; only what can be the id of a show is kept. */
static void name_show(const struct exchange *x, char out[SLUG_TEXT])
{
    static const char of_a_show[] = "/api/shows/{show}/";
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    if (strncmp(x->route->path, of_a_show, sizeof of_a_show - 1) == 0 &&
        strlen(x->part[0]) < SLUG_TEXT && !x->part[0][strspn(x->part[0], letters)])
        text_copy(out, SLUG_TEXT, x->part[0]);
}

/* What was asked, without anything of a person: no secret, no body, no free part of a path. */
static void describe(const struct exchange *x, struct abuse *abuse)
{
    text_copy(abuse->client, sizeof abuse->client, x->client.name);
    if (!x->route)
        return;
    snprintf(abuse->route, sizeof abuse->route, "%s %s", x->route->method, x->route->path);
    name_show(x, abuse->show);
}

/* What happened, for the house to know. */
static void note(struct gate *gate, const struct exchange *x, struct abuse *abuse)
{
    describe(x, abuse);
    if (shut_out_add(gate->out, abuse))
        metrics_add(gate->metrics, pace_is_abuse(abuse->rule) ? API_SHUT_OUT : API_PACED, 1);
}

bool gate_judge(struct gate *gate, struct exchange *x)
{
    char token[PACE_NAME];
    struct guard_answer answer;
    const struct gate_rules rules = rules_of(gate);
    int64_t now = clock_wall(&gate->clock);
    const struct guard_wish wish = {.limits = rules.limits,
                                    .asker = {x->address, token},
                                    .count = *x->client.name ? GUARD_ASKERS : 1,
                                    .ask = {.hold = pace_of(x) == PACED_AS_HOLD,
                                            .map = map_of(x),
                                            .wrong_lookup = x->wrong_lookup,
                                            .now = now}};
    name_token(x, token);
    forget_let_in(gate);
    gate->guard->ops->judge(gate->guard, &wish, &answer);
    metrics_add(gate->metrics, API_COUNTED_ALONE, answer.alone);
    if (answer.pace.verdict == PACE_OK)
        return true;
    bool shuts_out = pace_is_abuse(answer.pace.verdict) && rules.block_ms;
    int32_t most = pace_most(&rules.limits, answer.pace.verdict);
    struct abuse abuse = {.rule = answer.pace.verdict,
                          .at = now,
                          .until = shuts_out ? now + rules.block_ms : 0,
                          .count = most + 1,
                          .most = most,
                          .first_at = answer.pace.first,
                          .last_at = now};
    text_copy(abuse.asker, sizeof abuse.asker, wish.asker[answer.asker]);
    note(gate, x, &abuse);
    turn_away(gate, x, shuts_out ? rules.block_ms : answer.pace.retry_ms);
    api_hurry(x->api);
    return false;
}

/* ---- the house ------------------------------------------------------------------------------ */

bool gate_let_in(struct gate *gate, const char *asker)
{
    return shut_out_remove(gate->out, asker);
}

bool gate_has_news(struct gate *gate)
{
    struct abuse news;
    return shut_out_next(gate->out, &news);
}

static enum rc write_news(struct gate *gate, struct store *keeper, const struct abuse_ops *ops)
{
    struct abuse news;
    enum verdict verdict;
    struct err err;
    enum rc rc = RC_OK;
    while (!rc && shut_out_next(gate->out, &news)) {
        rc = ops->note(keeper, &news, &verdict, &err);
        if (!rc)
            shut_out_told(gate->out, &news);
    }
    int64_t now = clock_wall(&gate->clock);
    while (!rc && shut_out_grown(gate->out, now, &news)) {
        rc = ops->note(keeper, &news, &verdict, &err);
        if (!rc)
            shut_out_grown_told(gate->out, now, &news);
    }
    return rc;
}

bool gate_learn(struct gate *gate, struct store *store)
{
    const struct abuse_ops *ops;
    struct abuse *live;
    struct err err;
    int count;
    if (!gate->guard || !store->ops->abuse)
        return false;
    struct store *keeper = store->ops->abuse(store, &ops);
    struct arena *arena = arena_new();
    uint64_t mark = shut_out_mark(gate->out);
    enum rc rc = write_news(gate, keeper, ops);
    if (!rc)
        rc = ops->list(keeper, true, SHUT_OUT_MOST, arena, &live, &count, &err);
    if (!rc)
        shut_out_learn(gate->out, live, count, mark);
    arena_free(&arena);
    return rc != RC_OK;
}
