#include "config.h"

#include "src/api/shut_out.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"

enum { LET_IN_MOST = 64, NOTED_MOST = 64, GROWN_EVERY_MS = 5000 };

struct asker_name {
    char text[PACE_NAME];
};

/* Only refused, lately; the house hears of its growth now and then, not of each request. */
struct noted {
    struct abuse abuse;
    int64_t told_at;
    bool grown; /* since the house was told */
};

struct shut_out {
    pthread_mutex_t lock;
    struct abuse *known; /* by name; what the house said last */
    int known_count;
    struct abuse news[SHUT_OUT_NEWS]; /* the oldest first; those with an end count as known */
    int news_count;
    struct noted noted[NOTED_MOST]; /* a ring */
    int noted_at;
    struct asker_name let_in[LET_IN_MOST];
    int let_in_count;
    uint64_t mark; /* grows when somebody is let in */
};

struct shut_out *shut_out_new(void)
{
    struct shut_out *list = x_alloc(sizeof *list);
    pthread_mutex_init(&list->lock, NULL);
    return list;
}

void shut_out_free(struct shut_out **list)
{
    if (!*list)
        return;
    pthread_mutex_destroy(&(*list)->lock);
    free((*list)->known);
    free(*list);
    *list = NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct abuse *)a)->asker, ((const struct abuse *)b)->asker);
}

static struct abuse *find_known(const struct shut_out *list, const char *asker)
{
    struct abuse wanted = {.until = 0};
    text_copy(wanted.asker, sizeof wanted.asker, asker);
    if (!list->known_count)
        return NULL;
    return bsearch(&wanted, list->known, (size_t)list->known_count, sizeof *list->known, by_name);
}

static int64_t until_of(const struct shut_out *list, const char *asker)
{
    const struct abuse *known = find_known(list, asker);
    int64_t until = known ? known->until : 0;
    for (int i = 0; i < list->news_count; i++)
        if (list->news[i].until > until && strcmp(list->news[i].asker, asker) == 0)
            until = list->news[i].until;
    return until;
}

int64_t shut_out_until(struct shut_out *list, const char *asker, int64_t now)
{
    pthread_mutex_lock(&list->lock);
    int64_t until = until_of(list, asker);
    pthread_mutex_unlock(&list->lock);
    return until > now ? until : 0;
}

/* ---- news ----------------------------------------------------------------------------------- */

static struct noted *find_noted(struct shut_out *list, const struct abuse *abuse)
{
    for (int i = 0; i < NOTED_MOST; i++) {
        const struct abuse *noted = &list->noted[i].abuse;
        if (noted->rule == abuse->rule && abuse->at - noted->at < PACE_MINUTE_MS &&
            strcmp(noted->asker, abuse->asker) == 0)
            return &list->noted[i];
    }
    return NULL;
}

static bool push_news(struct shut_out *list, const struct abuse *abuse)
{
    if (list->news_count == SHUT_OUT_NEWS)
        return false;
    list->news[list->news_count++] = *abuse;
    return true;
}

/* What gives way in the ring is told for the last time. */
static void keep_noted(struct shut_out *list, const struct abuse *abuse)
{
    struct noted *place = &list->noted[list->noted_at++ % NOTED_MOST];
    if (place->grown)
        (void)push_news(list, &place->abuse);
    *place = (struct noted){.abuse = *abuse, .told_at = abuse->at};
}

/* True: it belongs to what was noted within the minute. */
static bool add_to_noted(struct shut_out *list, const struct abuse *abuse)
{
    struct noted *noted = find_noted(list, abuse);
    if (!noted) {
        keep_noted(list, abuse);
        return false;
    }
    noted->abuse.count++;
    noted->abuse.last_at = abuse->last_at;
    noted->grown = true;
    return true;
}

bool shut_out_add(struct shut_out *list, const struct abuse *abuse)
{
    pthread_mutex_lock(&list->lock);
    bool old = abuse->until ? until_of(list, abuse->asker) > abuse->at : add_to_noted(list, abuse);
    bool added = !old && push_news(list, abuse);
    pthread_mutex_unlock(&list->lock);
    return added;
}

bool shut_out_next(struct shut_out *list, struct abuse *news)
{
    pthread_mutex_lock(&list->lock);
    bool any = list->news_count > 0;
    if (any)
        *news = list->news[0];
    pthread_mutex_unlock(&list->lock);
    return any;
}

/* What the house was told of counts as known until it says itself who is shut out. */
static void keep_known(struct shut_out *list, const struct abuse *abuse)
{
    struct abuse *known = find_known(list, abuse->asker);
    if (known) {
        *known = *abuse;
        return;
    }
    struct abuse *grown = x_alloc(((size_t)list->known_count + 1) * sizeof *grown);
    if (list->known_count)
        memcpy(grown, list->known, (size_t)list->known_count * sizeof *grown);
    grown[list->known_count++] = *abuse;
    qsort(grown, (size_t)list->known_count, sizeof *grown, by_name);
    free(list->known);
    list->known = grown;
}

static void drop_news(struct shut_out *list, int at)
{
    list->news_count--;
    memmove(&list->news[at], &list->news[at + 1],
            (size_t)(list->news_count - at) * sizeof list->news[0]);
}

static bool is_same(const struct abuse *a, const struct abuse *b)
{
    return a->at == b->at && a->rule == b->rule && strcmp(a->asker, b->asker) == 0;
}

void shut_out_told(struct shut_out *list, const struct abuse *news)
{
    pthread_mutex_lock(&list->lock);
    if (list->news_count && is_same(&list->news[0], news)) {
        drop_news(list, 0);
        if (news->until)
            keep_known(list, news);
    }
    pthread_mutex_unlock(&list->lock);
}

bool shut_out_grown(struct shut_out *list, int64_t now, struct abuse *grown)
{
    bool any = false;
    pthread_mutex_lock(&list->lock);
    for (int i = 0; i < NOTED_MOST && !any; i++) {
        const struct noted *noted = &list->noted[i];
        any = noted->grown && now - noted->told_at >= GROWN_EVERY_MS;
        if (any)
            *grown = noted->abuse;
    }
    pthread_mutex_unlock(&list->lock);
    return any;
}

void shut_out_grown_told(struct shut_out *list, int64_t now, const struct abuse *grown)
{
    pthread_mutex_lock(&list->lock);
    for (int i = 0; i < NOTED_MOST; i++) {
        struct noted *noted = &list->noted[i];
        if (!is_same(&noted->abuse, grown))
            continue;
        noted->told_at = now;
        noted->grown = noted->abuse.count > grown->count;
    }
    pthread_mutex_unlock(&list->lock);
}

/* ---- letting in ----------------------------------------------------------------------------- */

static void note_let_in(struct shut_out *list, const char *asker)
{
    list->mark++;
    if (list->let_in_count < LET_IN_MOST)
        text_copy(list->let_in[list->let_in_count++].text, PACE_NAME, asker);
}

bool shut_out_remove(struct shut_out *list, const char *asker)
{
    pthread_mutex_lock(&list->lock);
    struct abuse *known = find_known(list, asker);
    bool was = until_of(list, asker) > 0;
    if (known)
        known->until = 0;
    for (int i = list->news_count - 1; i >= 0; i--)
        if (list->news[i].until && strcmp(list->news[i].asker, asker) == 0)
            drop_news(list, i);
    note_let_in(list, asker);
    pthread_mutex_unlock(&list->lock);
    return was;
}

bool shut_out_let_in(struct shut_out *list, char asker[PACE_NAME])
{
    pthread_mutex_lock(&list->lock);
    bool any = list->let_in_count > 0;
    if (any)
        memcpy(asker, list->let_in[--list->let_in_count].text, PACE_NAME);
    pthread_mutex_unlock(&list->lock);
    return any;
}

/* ---- what the house says -------------------------------------------------------------------- */

uint64_t shut_out_mark(struct shut_out *list)
{
    pthread_mutex_lock(&list->lock);
    uint64_t mark = list->mark;
    pthread_mutex_unlock(&list->lock);
    return mark;
}

static void take_over(struct shut_out *list, struct abuse *fresh, int count)
{
    struct abuse *old = list->known;
    int old_count = list->known_count;
    list->known = fresh;
    list->known_count = count;
    for (int i = 0; i < old_count; i++)
        if (old[i].until && !find_known(list, old[i].asker))
            note_let_in(list, old[i].asker);
    free(old);
}

void shut_out_learn(struct shut_out *list, const struct abuse *abuse, int count, uint64_t mark)
{
    struct abuse *fresh = x_alloc(((size_t)count + 1) * sizeof *fresh);
    for (int i = 0; i < count; i++)
        fresh[i] = abuse[i];
    qsort(fresh, (size_t)count, sizeof *fresh, by_name);
    pthread_mutex_lock(&list->lock);
    bool current = list->mark == mark;
    if (current)
        take_over(list, fresh, count);
    pthread_mutex_unlock(&list->lock);
    if (!current)
        free(fresh);
}
