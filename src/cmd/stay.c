#include "config.h"

#include "src/cmd/stay.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/cmd/house_open.h"
#include "src/cmd/sweep.h"
#include "src/cmd/till_files.h"
#include "src/cmd/till_here.h"

enum { LINE_ROOM = 64 * 1024 }; /* what is longer is cut off there */

/* ---- this till ------------------------------------------------------------------------------ */

static const struct counter_aside *aside_of(const struct stay *stay)
{
    const struct till_here *here = stay->call->till;
    return here && here->line && here->uplink ? &here->aside : NULL;
}

static void say_where(struct call *call)
{
    struct health_report health = {0};
    house_health(call, &health);
    if (health.sentence[0])
        call_remark(call, "%s\n", health.sentence);
    fflush(call->out);
}

static void note_aside(struct stay *stay, enum aside did)
{
    if (did == ASIDE_SWITCHED)
        say_where(stay->call);
}

/* Opens what is not open yet: a command whose house is not reached has opened it. */
static bool has_till(struct call *call)
{
    char path[PATH_TEXT];
    struct err err;
    if (call->till)
        return true;
    if (!till_here_is_joined(call, call->meta.actor.till) ||
        till_file_path(call, call->meta.actor.till, path, &err) || lite_till_is_taken(path))
        return false;
    call->till = till_here_new(call, call->meta.actor.till);
    till_turn_prepare(call->till);
    if (!till_here_open(call->till, &err))
        return true;
    till_here_free(&call->till);
    return false;
}

void stay_begin(struct stay *stay, struct call *call)
{
    struct err err;
    *stay = (struct stay){.call = call, .room = LINE_ROOM, .bytes = x_alloc(LINE_ROOM + 1)};
    if (!call->line.pg || call->training || call->counter || !has_till(call))
        return;
    if (till_here_connect(call->till, &err))
        return;
    const struct desk_watch *watch = &call->till->watch;
    watch->signed_in(watch->ctx, &call->meta.actor, call->line.pin);
    if (call->desk.alone)
        say_where(call);
}

void stay_end(struct stay *stay)
{
    free(stay->bytes);
    *stay = (struct stay){0};
}

bool stay_goes_on(struct stay *stay, const struct outcome *out)
{
    const struct counter_aside *aside = aside_of(stay);
    bool lost = out->verdict == VERDICT_UNAVAILABLE &&
                (out->err.rc == RC_TRANSIENT || out->err.rc == RC_UNKNOWN);
    if (!lost || !aside)
        return false;
    enum aside did = aside->failed(aside->ctx, CMD_LINE, &out->err);
    note_aside(stay, did);
    return did == ASIDE_SWITCHED;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static int patience(const struct stay *stay, const struct counter_aside *aside)
{
    int64_t due = aside ? aside->due(aside->ctx) : INT64_MAX;
    int64_t left =
        (due < stay->sweep_due ? due : stay->sweep_due) - clock_mono(&stay->call->desk.clock);
    return left < 0 ? 0 : left > 1000 ? 1000 : (int)left;
}

/* Until something can be read; false: it was stopped. Each turn of the till's line comes between
 * two lines, never within one. */
static bool wait_for_input(struct stay *stay)
{
    const struct counter_aside *aside = aside_of(stay);
    struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = aside ? aside->fd(aside->ctx) : -1, .events = POLLIN}};
    while (!call_interrupted()) {
        if (aside)
            note_aside(stay, aside->turn(aside->ctx));
        sweep_when_due(stay->call, &stay->sweep_due);
        int ready = poll(fds, COUNT_OF(fds), patience(stay, aside));
        if ((ready > 0 && fds[0].revents) || (ready < 0 && errno != EINTR))
            return true;
    }
    return false;
}

static void read_more(struct stay *stay)
{
    memmove(stay->bytes, stay->bytes + stay->at, stay->size - stay->at);
    stay->size -= stay->at;
    stay->at = 0;
    ssize_t got = read(STDIN_FILENO, stay->bytes + stay->size, stay->room - stay->size);
    if (got > 0)
        stay->size += (size_t)got;
    else if (got == 0 || errno != EINTR)
        stay->ended = true;
}

/* False: the end of a line that was cut off has not come yet. */
static bool skip_rest(struct stay *stay)
{
    if (!stay->within)
        return true;
    char *end = memchr(stay->bytes + stay->at, '\n', stay->size - stay->at);
    stay->within = !end;
    stay->at = end ? (size_t)(end + 1 - stay->bytes) : stay->size;
    return end != NULL;
}

/* A line that is whole, or the last one. */
static char *take_line(struct stay *stay)
{
    if (!skip_rest(stay))
        return NULL;
    char *line = stay->bytes + stay->at;
    size_t left = stay->size - stay->at;
    char *end = memchr(line, '\n', left);
    bool cut = stay->ended ? left > 0 : left == stay->room;
    if (!end && !cut)
        return NULL;
    stay->within = !end && !stay->ended;
    if (!end)
        end = line + left;
    stay->at += (size_t)(end - line) + (end < line + left);
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

char *stay_line(struct stay *stay)
{
    char *line = take_line(stay);
    while (!line && !stay->ended && wait_for_input(stay)) {
        read_more(stay);
        line = take_line(stay);
    }
    return call_interrupted() ? NULL : line;
}
