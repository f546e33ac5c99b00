/*
 * A disk under SQLite whose power can be cut.
 *
 * A VFS over the real one that writes down every write, truncation, sync and removal of one
 * database and its journals. From that log it makes the files as they may be after a power cut at
 * any moment: what was synced is there; of the rest each sector may be there or not, so writes are
 * dropped, torn, and overtake each other. It can also fail at the n-th operation, or kill the
 * process there.
 */
#ifndef LOGE_TESTS_LIB_CUT_DISK_H
#define LOGE_TESTS_LIB_CUT_DISK_H

#include <stdbool.h>
#include <stdint.h>

enum disk_fault {
    DISK_GOOD,
    DISK_FULL,        /* writes that make a file larger fail from then on */
    DISK_WRITE_FAILS, /* this one, half of it written */
    DISK_SYNC_FAILS,  /* this one */
    DISK_KILLS,       /* kill -9 before the operation is done */
    DISK_LIES,        /* from then on syncs do nothing and say that they did: for controls */
};

/* What became of operations that were not synced. */
struct disk_sums {
    int64_t images, kept, dropped, torn;
};

struct cut_disk;

/* From now on the process opens databases on it. One a process. */
struct cut_disk *cut_disk_new(void);
/* The real disk again; files that are open stay as they are. */
void cut_disk_away(struct cut_disk *disk);
void cut_disk_back(struct cut_disk *disk);
void cut_disk_free(struct cut_disk **disk);

/* Starts a new log of this database; its files as they are now count as synced. */
void cut_disk_watch(struct cut_disk *disk, const char *path);
/* The n-th operation of the fault's kind from now on; n counts from 1. */
void cut_disk_strike(struct cut_disk *disk, enum disk_fault fault, int n);
bool cut_disk_struck(const struct cut_disk *disk);

/* How many operations the log has. */
int cut_disk_count(const struct cut_disk *disk);
/* Writes the files to `path` as after a cut behind so many operations; the seed decides. */
void cut_disk_image(const struct cut_disk *disk, int count, uint64_t seed, const char *path,
                    struct disk_sums *sums);

#endif
