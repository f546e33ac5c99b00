#include "config.h"

#include "src/api/names.h"

#include <pthread.h>
#include <stdlib.h>

#include "src/base/list.h"

struct name {
    int32_t no;
    const char *id;
};

struct names {
    pthread_mutex_t lock;
    struct arena *arena;
    LIST(struct name) list;
};

struct names *names_new(void)
{
    struct names *names = x_alloc(sizeof *names);
    pthread_mutex_init(&names->lock, NULL);
    names->arena = arena_new();
    return names;
}

void names_free(struct names **names)
{
    if (!*names)
        return;
    arena_free(&(*names)->arena);
    pthread_mutex_destroy(&(*names)->lock);
    free(*names);
    *names = NULL;
}

static const char *find(const struct names *names, int32_t no)
{
    for (int i = 0; i < names->list.count; i++)
        if (names->list.at[i].no == no)
            return names->list.at[i].id;
    return NULL;
}

const char *names_find(struct names *names, int32_t no)
{
    pthread_mutex_lock(&names->lock);
    const char *id = find(names, no);
    pthread_mutex_unlock(&names->lock);
    return id;
}

const char *names_add(struct names *names, int32_t no, const char *id)
{
    pthread_mutex_lock(&names->lock);
    const char *known = find(names, no);
    if (!known) {
        known = arena_strdup(names->arena, id);
        *LIST_ADD(names->arena, &names->list) = (struct name){no, known};
    }
    pthread_mutex_unlock(&names->lock);
    return known;
}
