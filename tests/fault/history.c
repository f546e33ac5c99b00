#include "config.h"

#include "tests/fault/history.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 1 << 17, STEP_TEXT = 100 };

int64_t history_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- writing -------------------------------------------------------------------------------- */

int history_open(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert(fd >= 0);
    off_t end = lseek(fd, 0, SEEK_END);
    char last = '\n';
    while (end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n')
        end--;
    if (ftruncate(fd, end) != 0 || lseek(fd, end, SEEK_SET) != end)
        abort();
    return fd;
}

/* One line is one write: killed or not, it is there or it is not. */
static void put(int fd, const char *line, size_t size)
{
    if (write(fd, line, size) != (ssize_t)size)
        abort();
}

void history_call(int fd, const struct uuid *key, const char *wish)
{
    char line[HISTORY_WISH + 100], id[UUID_TEXT];
    int size = snprintf(line, sizeof line, "call %s %" PRId64 " %s\n", uuid_text(key, id),
                        history_now(), wish);
    put(fd, line, (size_t)size);
}

void history_sent(int fd, const struct changeset *cs)
{
    static char line[LINE];
    char id[UUID_TEXT];
    int size = snprintf(line, sizeof line, "sent %s", uuid_text(&cs->key, id));
    assert(cs->seats.count < LINE / STEP_TEXT);
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *change = &cs->seats.at[i];
        const struct uuid *who = uuid_is_zero(&change->holder) ? &change->was : &change->holder;
        size += snprintf(line + size, sizeof line - (size_t)size, " %d:%u:%d:%d:%s", change->seat,
                         change->seen + 1, change->from, change->to, uuid_text(who, id));
    }
    line[size++] = '\n';
    put(fd, line, (size_t)size);
}

void history_said(int fd, const struct uuid *key, const int32_t *seats, int count,
                  enum seat_status became)
{
    char line[1000], id[UUID_TEXT];
    int size = snprintf(line, sizeof line, "said %s", uuid_text(key, id));
    assert(count < (int)sizeof line / 20);
    for (int i = 0; i < count; i++)
        size += snprintf(line + size, sizeof line - (size_t)size, " %d:%d", seats[i], became);
    line[size++] = '\n';
    put(fd, line, (size_t)size);
}

void history_told(int fd, const struct uuid *key, const char *word)
{
    char line[200], id[UUID_TEXT];
    int size = snprintf(line, sizeof line, "told %s %" PRId64 " %s\n", uuid_text(key, id),
                        history_now(), word);
    put(fd, line, (size_t)size);
}

static void put_saw(int fd, int64_t from, const struct snapshot *snapshot, int free)
{
    static char line[LINE];
    int size = snprintf(line, sizeof line, "read %" PRId64 " %" PRId64, from, history_now());
    assert(snapshot->plan->seat_count < LINE / STEP_TEXT);
    for (int i = 0; i < snapshot->plan->seat_count; i++) {
        const struct seat_state *seat = &snapshot->state[i];
        if (seat->version)
            size += snprintf(line + size, sizeof line - (size_t)size, " %d:%u:%d",
                             snapshot->plan->seats[i].no, seat->version,
                             seat->status == SEAT_AVAILABLE ? free : seat->status);
    }
    line[size++] = '\n';
    put(fd, line, (size_t)size);
}

void history_saw(int fd, int64_t from, const struct snapshot *snapshot)
{
    put_saw(fd, from, snapshot, SEAT_AVAILABLE);
}

void history_saw_shown(int fd, int64_t from, const struct snapshot *snapshot)
{
    put_saw(fd, from, snapshot, SHOWN_FREE);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* A till does one thing after another, so a key that is not the last one is not there. */
static struct history_act *act_of(struct history *history, const char *id)
{
    struct uuid key;
    struct history_act *last =
        history->acts.count ? &history->acts.at[history->acts.count - 1] : NULL;
    return uuid_parse(id, &key) && last && uuid_equal(&last->key, &key) ? last : NULL;
}

/* Asked again after a till was killed: it is the same act, since when it was first asked. */
static bool read_call(struct history *history, const char *rest)
{
    char id[UUID_TEXT], wish[HISTORY_WISH];
    int64_t at;
    struct uuid key;
    if (sscanf(rest, "%36s %" SCNd64 " %199[^\n]", id, &at, wish) != 3 || !uuid_parse(id, &key))
        return false;
    if (act_of(history, id))
        return true;
    struct history_act *act = LIST_ADD(history->arena, &history->acts);
    *act = (struct history_act){.key = key, .called = at, .answered = INT64_MAX};
    memcpy(act->wish, wish, sizeof wish);
    return true;
}

static bool read_step(const char *word, struct history_step *step)
{
    char id[UUID_TEXT];
    return sscanf(word, "%" SCNd32 ":%" SCNu32 ":%" SCNu8 ":%" SCNu8 ":%36s", &step->seat,
                  &step->version, &step->from, &step->to, id) == 5 &&
           uuid_parse(id, &step->holder);
}

static bool read_sent(struct history *history, const char *rest)
{
    char id[UUID_TEXT];
    LIST(struct history_step) steps = {0};
    struct history_act *act = sscanf(rest, "%36s", id) == 1 ? act_of(history, id) : NULL;
    if (!act)
        return false;
    for (const char *word = strchr(rest, ' '); word; word = strchr(word + 1, ' '))
        if (!read_step(word + 1, LIST_ADD(history->arena, &steps)))
            return false;
    *LIST_ADD(history->arena, &act->tries) = (struct history_try){steps.at, steps.count};
    return true;
}

static bool read_said(struct history *history, const char *rest)
{
    char id[UUID_TEXT];
    LIST(struct history_step) steps = {0};
    struct history_act *act = sscanf(rest, "%36s", id) == 1 ? act_of(history, id) : NULL;
    if (!act)
        return false;
    for (const char *word = strchr(rest, ' '); word; word = strchr(word + 1, ' ')) {
        struct history_step *step = LIST_ADD(history->arena, &steps);
        if (sscanf(word + 1, "%" SCNd32 ":%" SCNu8, &step->seat, &step->to) != 2)
            return false;
    }
    act->said = (struct history_try){steps.at, steps.count};
    return true;
}

static enum told told_of(const char *word)
{
    static const char *const words[] = {[TOLD_NOTHING] = "unknown",
                                        [TOLD_DONE] = "done",
                                        [TOLD_NO] = "no",
                                        [TOLD_IN] = "in",
                                        [TOLD_OUT] = "out"};
    enum told told = TOLD_OUT;
    while (told && strcmp(words[told], word) != 0)
        told--;
    return told;
}

static bool read_told(struct history *history, const char *rest)
{
    char id[UUID_TEXT], word[16];
    int64_t at;
    if (sscanf(rest, "%36s %" SCNd64 " %15s", id, &at, word) != 3)
        return false;
    struct history_act *act = act_of(history, id);
    if (!act)
        return false;
    act->told = told_of(word);
    history->unknown += act->told == TOLD_NOTHING;
    act->again = act->again || act->told == TOLD_NOTHING;
    act->answered = act->told == TOLD_NOTHING ? INT64_MAX : at;
    return true;
}

static bool read_saw(struct history *history, const char *rest)
{
    struct history_read read;
    int used = 0;
    if (sscanf(rest, "%" SCNd64 " %" SCNd64 "%n", &read.from, &read.until, &used) != 2)
        return false;
    for (const char *word = strchr(rest + used, ' '); word; word = strchr(word + 1, ' ')) {
        if (sscanf(word + 1, "%" SCNd32 ":%" SCNu32 ":%" SCNu8, &read.seat, &read.version,
                   &read.status) != 3)
            return false;
        *LIST_ADD(history->arena, &history->reads) = read;
    }
    return true;
}

bool history_line(struct history *history, const char *line)
{
    static const struct {
        const char *word;
        bool (*read)(struct history *, const char *);
    } kinds[] = {{"call ", read_call},
                 {"sent ", read_sent},
                 {"said ", read_said},
                 {"told ", read_told},
                 {"read ", read_saw}};
    for (int i = 0; i < COUNT_OF(kinds); i++)
        if (strncmp(line, kinds[i].word, 5) == 0)
            return kinds[i].read(history, line + 5);
    return false;
}

bool history_load(struct history *history, const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    bool sensible = file != NULL;
    while (sensible && getline(&line, &room, file) > 0)
        sensible = !strchr(line, '\n') || history_line(history, line);
    free(line);
    if (file)
        fclose(file);
    return sensible;
}
