#include "config.h"

#include "src/api/lines.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "src/base/arena.h"

enum { BUCKETS = 1024 };

struct line {
    int fd;
    struct origin from;
    int64_t since; /* monotonic; 0: it has asked */
    struct line *next, **at;
};

struct lines {
    pthread_mutex_t lock;
    struct line *buckets[BUCKETS]; /* by address */
};

struct lines *lines_new(void)
{
    struct lines *lines = x_alloc(sizeof *lines);
    pthread_mutex_init(&lines->lock, NULL);
    return lines;
}

void lines_free(struct lines **lines)
{
    if (!*lines)
        return;
    pthread_mutex_destroy(&(*lines)->lock);
    free(*lines);
    *lines = NULL;
}

static struct origin whole_network(const struct origin *from)
{
    static const uint8_t of_ipv4[12] = {[10] = 0xff, [11] = 0xff};
    struct origin network = *from;
    if (memcmp(from->b, of_ipv4, sizeof of_ipv4) != 0)
        memset(network.b + 8, 0, 8);
    return network;
}

static struct line **bucket_of(struct lines *lines, const struct origin *network)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < sizeof network->b; i++)
        hash = (hash ^ network->b[i]) * 16777619U;
    return &lines->buckets[hash % BUCKETS];
}

struct line *lines_open(struct lines *lines, int fd, const struct origin *from, int64_t mono)
{
    struct line *line = x_alloc(sizeof *line);
    *line = (struct line){.fd = fd, .from = whole_network(from), .since = mono};
    pthread_mutex_lock(&lines->lock);
    line->at = bucket_of(lines, &line->from);
    line->next = *line->at;
    if (line->next)
        line->next->at = &line->next;
    *line->at = line;
    pthread_mutex_unlock(&lines->lock);
    return line;
}

void lines_close(struct lines *lines, struct line *line)
{
    pthread_mutex_lock(&lines->lock);
    *line->at = line->next;
    if (line->next)
        line->next->at = line->at;
    pthread_mutex_unlock(&lines->lock);
    free(line);
}

static void set_since(struct lines *lines, struct line *line, int64_t mono)
{
    pthread_mutex_lock(&lines->lock);
    line->since = mono;
    pthread_mutex_unlock(&lines->lock);
}

void lines_asked(struct lines *lines, struct line *line)
{
    set_since(lines, line, 0);
}

void lines_answered(struct lines *lines, struct line *line, int64_t mono)
{
    set_since(lines, line, mono);
}

int lines_of(struct lines *lines, const struct origin *from)
{
    const struct origin network = whole_network(from);
    int count = 0;
    pthread_mutex_lock(&lines->lock);
    for (const struct line *line = *bucket_of(lines, &network); line; line = line->next)
        count += memcmp(line->from.b, network.b, sizeof network.b) == 0;
    pthread_mutex_unlock(&lines->lock);
    return count;
}

/* Whoever serves the connection finds it closed; it is his to close, under the lock's eyes. */
int lines_cut(struct lines *lines, int64_t mono)
{
    int cut = 0;
    pthread_mutex_lock(&lines->lock);
    for (int i = 0; i < BUCKETS; i++)
        for (const struct line *line = lines->buckets[i]; line; line = line->next)
            if (line->since && line->since < mono) {
                (void)shutdown(line->fd, SHUT_RDWR);
                cut++;
            }
    pthread_mutex_unlock(&lines->lock);
    return cut;
}
