/*
 * Which server of a house goes on with its history.
 *
 * A standby that takes over begins a new timeline. The server it took over from may come back, by
 * mistake or by itself, and would take sales that nobody else ever hears of: it is the same
 * database with the same names, on an older timeline. So whoever has seen the newer one remembers
 * it, in a file that outlives the program, and has nothing to do with the older one any more.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"

/* What another program at this till has seen may be newer. */
static void look_up(struct pg_past *past)
{
    char cluster[PG_CLUSTER_TEXT];
    long long timeline;
    FILE *file = past->path ? fopen(past->path, "re") : NULL;
    if (!file)
        return;
    bool read = fscanf(file, "%23s %lld", cluster, &timeline) == 2;
    fclose(file);
    if (!read || (strcmp(cluster, past->cluster) == 0 && timeline <= past->timeline))
        return;
    text_copy(past->cluster, sizeof past->cluster, cluster);
    past->timeline = timeline;
}

/* Whole or not at all. One that cannot be written is missed only when the program ends. */
static void write_down(const struct pg_past *past)
{
    char fresh[PATH_TEXT + 4];
    if (!past->path)
        return;
    snprintf(fresh, sizeof fresh, "%s.new", past->path);
    FILE *file = fopen(fresh, "we");
    if (!file)
        return;
    fprintf(file, "%s %lld\n", past->cluster, (long long)past->timeline);
    if (fclose(file) != 0 || rename(fresh, past->path) != 0)
        (void)remove(fresh);
}

enum rc pg_past_check(struct pg *pg, const char *cluster, int64_t timeline, struct err *err)
{
    struct pg_past *past = &pg->past;
    look_up(past);
    bool same = strcmp(past->cluster, cluster) == 0;
    if (same && timeline < past->timeline)
        return pg_fail_state(pg, PG_REPLACED, err);
    if (same && timeline == past->timeline)
        return RC_OK;
    text_copy(past->cluster, sizeof past->cluster, cluster);
    past->timeline = timeline;
    write_down(past);
    return RC_OK;
}

int64_t pg_history(struct store *store)
{
    return pg_of(store)->past.timeline;
}

void pg_past_keep(struct pg *pg, const char *path)
{
    free(pg->past.path);
    pg->past.path = strlen(path) < PATH_TEXT ? x_strdup(path) : NULL;
}

void pg_past_copy(struct pg *to, const struct pg *from)
{
    free(to->past.path);
    to->steady = from->steady;
    to->past = from->past;
    to->past.path = from->past.path ? x_strdup(from->past.path) : NULL;
}
