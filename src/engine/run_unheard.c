#include "config.h"

#include "src/engine/run_unheard.h"

#include <string.h>

#include "src/domain/act_bytes.h"
#include "src/engine/answer.h"

enum { BYTES = 64 * 1024 };

/* ---- keeping it ------------------------------------------------------------------------------ */

void unheard_forget(struct desk *desk)
{
    struct desk_watch *watch = desk->watch;
    struct arena *arena = watch && watch->unheard ? watch->unheard->arena : NULL;
    arena_free(&arena);
    if (watch)
        watch->unheard = NULL;
}

/* An act that has no form in a journal waits for the house anyway. */
static bool copy_act(const struct changeset *from, struct changeset *to)
{
    uint8_t *bytes = arena_alloc(to->arena, BYTES);
    size_t size = act_write(from, bytes, BYTES);
    if (!size || !act_read(bytes, size, to))
        return false;
    to->key = from->key;
    memcpy(to->fingerprint, from->fingerprint, sizeof to->fingerprint);
    for (int i = 0; i < from->seats.count; i++)
        *LIST_ADD(to->arena, &to->seats) = from->seats.at[i];
    return true;
}

void unheard_keep(struct desk *desk, const struct changeset *cs)
{
    if (desk->alone || !desk->watch)
        return;
    unheard_forget(desk);
    struct arena *arena = arena_new();
    struct changeset *copy = changeset_new(arena);
    if (copy_act(cs, copy))
        desk->watch->unheard = copy;
    else
        arena_free(&arena);
}

static bool is_this_act(const struct changeset *cs, const struct changeset *head)
{
    return cs && uuid_equal(&cs->key, &head->key) &&
           memcmp(cs->fingerprint, head->fingerprint, sizeof cs->fingerprint) == 0;
}

void unheard_done(struct desk *desk, const struct changeset *head)
{
    const struct desk_watch *watch = desk->watch;
    if (watch && watch->applied && !desk->alone && is_this_act(watch->unheard, head))
        watch->applied(watch->ctx, watch->unheard);
}

/* ---- taking it up ---------------------------------------------------------------------------- */

/* What the act would make is here: the house has done it, and the replica has heard so. */
static bool came_from_the_house(struct run *run, const struct changeset *cs)
{
    struct store *store = run->desk->store;
    struct sale sale;
    struct hold hold;
    bool found = false;
    if (cs->sales.count && !cs->sales.at[0].version)
        return !store->ops->sale_read(store, &cs->sales.at[0].id, NULL, run->arena, &sale, &found,
                                      NULL) &&
               found;
    if (cs->holds.count && !cs->holds.at[0].version)
        return !store->ops->hold_read(store, &cs->holds.at[0].id, run->arena, &hold, &found,
                                      NULL) &&
               found;
    return false;
}

static bool apply_it(struct run *run, const struct changeset *cs)
{
    struct store *store = run->desk->store;
    struct apply_result result = {0};
    return !store->ops->apply(store, cs, &result, NULL) &&
           (result.applied == APPLIED_OK || result.applied == APPLIED_REPLAY);
}

bool unheard_take_up(struct run *run, const struct changeset *head)
{
    struct desk *desk = run->desk;
    const struct changeset *unheard = desk->watch ? desk->watch->unheard : NULL;
    bool done = false;
    if (!desk->alone || !is_this_act(unheard, head))
        return false;
    if (came_from_the_house(run, unheard) || apply_it(run, unheard))
        done = !answer_load(desk, unheard->answer, run->arena, run->out, &run->out->err);
    if (!done)
        *run->out = (struct outcome){0};
    run->out->changed = done;
    unheard_forget(desk);
    return done;
}
