#include "config.h"

#include "src/domain/changeset.h"

struct changeset *changeset_new(struct arena *arena)
{
    struct changeset *cs = arena_alloc(arena, sizeof *cs);
    cs->arena = arena;
    cs->answer = "";
    return cs;
}
