/* Re-importing a changed plan: seats keep their identity, and none that is in use is dropped. */
#ifndef LOGE_DOMAIN_PLAN_MERGE_H
#define LOGE_DOMAIN_PLAN_MERGE_H

#include "src/domain/plan.h"

struct plan_diff {
    int kept, added, dropped;
};

/*
 * Gives every seat of `fresh` its number: that of the seat with the same triple in `old`, or the
 * next free one from *next_no on. old NULL: a new hall. Numbers are never used again, so *next_no
 * comes from the hall's history. INVALID names seats in_use that the new plan lacks.
 */
enum verdict plan_merge(const struct plan *old, struct plan *fresh, int32_t *next_no,
                        const int32_t *in_use, int in_use_count, struct arena *arena,
                        struct plan_diff *diff, struct refusal *why);

#endif
