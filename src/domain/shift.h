/* A clerk's money period at a till: float, drops, and the count at the end. */
#ifndef LOGE_DOMAIN_SHIFT_H
#define LOGE_DOMAIN_SHIFT_H

#include "src/domain/changeset.h"

/* float + cash taken - drops + paid in - paid out; for the other tenders what was taken. */
int64_t shift_expected(const struct shift *shift, enum tender tender);

/* Was the money counted when it was closed? The house closes a shift itself, for SHIFT_SYNC, when
 * its till comes home with another one (loge.sync_shifts). */
#define SHIFT_SYNC "sync"
bool shift_is_counted(const struct shift *shift);
/* Was it never open? The house makes such a shift for what a till brings home after its own shift
 * was closed at the house (loge.sync_standins). */
bool shift_came_home_late(const struct shift *shift);

/* existing: the till's open shift, NULL if none. */
enum verdict shift_decide_open(const struct shift *existing, const struct uuid *id,
                               int64_t float_amount, const char *currency, struct changeset *cs,
                               struct refusal *why);
enum verdict shift_decide_move(const struct shift *shift, const struct uuid *id,
                               enum move_kind kind, int64_t amount, struct changeset *cs,
                               struct refusal *why);
/*
 * What was counted: of cash never less than nothing; of card and gift vouchers a total, which is
 * below nothing when more was given back than taken. SHIFT_AS_EXPECTED: not counted, and taken to
 * be what is expected at the moment of the close.
 */
#define SHIFT_AS_EXPECTED INT64_MIN

/* A difference over `limit` in any tender needs a reason in the changeset. */
enum verdict shift_decide_close(const struct shift *shift, const int64_t counted[TENDER_COUNT],
                                int64_t limit, struct changeset *cs, struct refusal *why);

#endif
