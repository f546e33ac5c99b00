/*
 * The act of an entry: can it be written as it says? What is found out here is refused by itself;
 * what only the database finds out costs the batch another round (pg_upstream.c).
 */
#include "config.h"

#include "src/adapter/pg_sync.h"
#include "src/domain/entry_act.h"

int pg_sync_poisoned(const struct pg_sync *sync, const struct uuid *uid)
{
    int times = 0;
    for (int i = 0; i < sync->poison.count; i++)
        times += uuid_equal(&sync->poison.at[i], uid);
    return times;
}

bool pg_sync_fits(void *ctx, const struct house_device *device, const struct house_entry *item)
{
    struct pg_sync *sync = ctx;
    const struct entry *entry = &item->entry;
    sync->act = item->act;
    sync->fits = sync->act && !uuid_is_zero(&entry->uid) &&
                 entry_act_is_whole(entry, sync->act, sync->till) &&
                 !pg_sync_poisoned(sync, &entry->uid);
    return sync->fits;
}
