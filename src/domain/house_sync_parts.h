/* Between house_sync.c and house_batch.c only. */
#ifndef LOGE_DOMAIN_HOUSE_SYNC_PARTS_H
#define LOGE_DOMAIN_HOUSE_SYNC_PARTS_H

#include "src/domain/house_sync.h"

void house_take_batch(struct house_sync *house, struct arena *arena, const struct sync_batch *batch,
                      struct sync_verdicts *out);

/* Writes the device and commits; false: everything was undone. */
bool house_save(struct house_sync *house, const struct house_device *device) MUST_USE;
bool house_undo(struct house_sync *house); /* always false */

#endif
