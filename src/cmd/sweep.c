#include "config.h"

#include "src/cmd/sweep.h"

#include "src/base/text.h"

enum { SWEEP_MS = 5000 };

static bool stop(void *ctx, int64_t done, int64_t total)
{
    (void)ctx;
    (void)done;
    (void)total;
    return false;
}

void sweep_once(struct call *call)
{
    static const struct progress one_batch = {.tick = stop};
    struct arena *arena = arena_new();
    struct act_meta meta = {.arena = arena, .actor = {.name = "sweep", .role = ROLE_SERVICE}};
    text_copy(meta.actor.till, sizeof meta.actor.till, call->meta.actor.till);
    struct outcome out;
    if (call->desk.store)
        desk_expire(&call->desk, &meta, &one_batch, &out);
    arena_free(&arena);
}

void sweep_when_due(struct call *call, int64_t *due)
{
    int64_t now = clock_mono(&call->desk.clock);
    if (now < *due)
        return;
    sweep_once(call);
    *due = now + SWEEP_MS;
}
