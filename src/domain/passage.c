#include "config.h"

#include "src/domain/passage.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
    const struct passage *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return memcmp(a->act.b, b->act.b, sizeof a->act.b);
}

static void go_in(struct passages *all, struct passage *now)
{
    now->twice = all->inside && !now->knowing;
    if (!all->entries++)
        all->first_at = now->at;
    if (!all->inside)
        all->counted = now->act;
    all->inside = true;
}

void passages_judge(struct passages *passages)
{
    *passages = (struct passages){.at = passages->at, .count = passages->count};
    if (passages->count)
        qsort(passages->at, (size_t)passages->count, sizeof *passages->at, compare);
    for (int i = 0; i < passages->count; i++) {
        struct passage *now = &passages->at[i];
        now->twice = false;
        if (now->out)
            passages->inside = false;
        else
            go_in(passages, now);
        passages->last_at = now->at;
        passages->last = now->act;
    }
}
