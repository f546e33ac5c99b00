/*
 * Which server of a house goes on with its history.
 *
 * A standby that takes over begins a new timeline. The server it took over from may come back, by
 * mistake or by itself, and would take sales that nobody else ever hears of: it is the same
 * database with the same names, on an older timeline. So whoever has seen the newer one remembers
 * it, in a file that outlives the program, and has nothing to do with the older one any more.
 *
 * A till that was off, or is new, has not seen it. So where several servers are named, all of them
 * are asked, and the one on the newest timeline is believed (pg_dial.c). One that does not answer
 * is not waited for by every command: for half a minute the file remembers that, too.
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
    long long timeline, silent_at = 0;
    FILE *file = past->path ? fopen(past->path, "re") : NULL;
    if (!file)
        return;
    bool read = fscanf(file, "%23s %lld %lld", cluster, &timeline, &silent_at) >= 2;
    fclose(file);
    if (read)
        past->silent_at = silent_at;
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
    fprintf(file, "%s %lld %lld\n", past->cluster, (long long)past->timeline,
            (long long)past->silent_at);
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

bool pg_past_was_silent(const struct pg *pg)
{
    enum { LATELY_MS = 30000 };
    int64_t age = pg_real_ms() - pg->past.silent_at;
    return pg->past.silent_at && age >= 0 && age < LATELY_MS;
}

void pg_past_note_silent(struct pg *pg, bool silent)
{
    bool was = pg->past.silent_at != 0;
    pg->past.silent_at = silent ? pg_real_ms() : 0;
    if (silent || was)
        write_down(&pg->past);
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

void pg_past_text(const struct pg *pg, char out[UPSTREAM_PAST])
{
    _Static_assert(PG_CLUSTER_TEXT + 21 <= UPSTREAM_PAST, "there is room for cluster and timeline");
    snprintf(out, UPSTREAM_PAST, "%s %lld", pg->past.cluster, (long long)pg->past.timeline);
    if (!pg->past.timeline)
        out[0] = '\0';
}
