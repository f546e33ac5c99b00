#include "config.h"

#include "sync/till_line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/act_bytes.h"

/* A look that is late by this is still worth more than a till that changes its mind all day. */
const struct till_pace till_line_pace = {.look_ms = 2000,
                                         .back_ms = 150,
                                         .away_ms = 500,
                                         .away_soon_ms = 2000,
                                         .away_most_ms = 8000,
                                         .patience_ms = 10000,
                                         .pull_ms = 2000};

const struct till_limits till_line_limits = {.entries = SYNC_ENTRIES_MOST,
                                             .batches = 2,
                                             .page = 500,
                                             .bytes = SYNC_BYTES_MOST,
                                             .patience_ms = 10000,
                                             .renew_ms = 60000};

enum { KINDS = UPLINK_USE + 1, SOON_LOOKS = 30 /* an outage of a minute is soon over */ };

struct till_line {
    struct till_line_spec spec;
    struct till_sync *core; /* spec.core */
    struct arena *spare;    /* of a step that said nothing */
    struct uplink_ask waiting[UPLINK_ROOM];
    int count;
    int open[KINDS];  /* questions that were put and are not answered */
    int64_t heard_at; /* or put, while none was open */
    int64_t look_due, pull_due;
    int bad; /* looks in a row */
    bool changed, followed, compared;
    char past[UPSTREAM_PAST]; /* about which the house is being asked */
    struct err why;
    /* the upload */
    uint64_t first_open;
    int64_t began, uploaded_at;
    struct till_waiting oldest; /* of the entry oldest_seq */
    uint64_t oldest_seq;
};

static int64_t now_of(const struct till_line *line)
{
    return clock_mono(&line->spec.clock);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

struct till_line *till_line_new(const struct till_line_spec *spec)
{
    struct till_line *line = x_alloc(sizeof *line);
    line->spec = *spec;
    line->core = spec->core;
    line->first_open = spec->core->meta.first_open;
    return line;
}

void till_line_free(struct till_line **line)
{
    if (!*line)
        return;
    for (int i = 0; i < (*line)->count; i++) {
        arena_free(&(*line)->waiting[i].arena);
        upstream_close(&(*line)->waiting[i].upstream);
    }
    arena_free(&(*line)->spare);
    free(*line);
    *line = NULL;
}

/* ---- questions ------------------------------------------------------------------------------ */

static int open_count(const struct till_line *line)
{
    int count = 0;
    for (int i = 0; i < KINDS; i++)
        count += line->open[i];
    return count;
}

/* The core asks no more than fits: a window of batches, or a page and what is given back. */
static struct uplink_ask *ask(struct till_line *line, enum uplink_kind kind)
{
    assert(line->count < UPLINK_ROOM);
    struct uplink_ask *asked = &line->waiting[line->count++];
    *asked = (struct uplink_ask){.kind = kind};
    if (!open_count(line))
        line->heard_at = now_of(line);
    line->open[kind]++;
    return asked;
}

bool till_line_next(struct till_line *line, struct uplink_ask *out)
{
    if (!line->count)
        return false;
    *out = line->waiting[0];
    memmove(line->waiting, line->waiting + 1, (size_t)--line->count * sizeof *line->waiting);
    return true;
}

/* ---- the core ------------------------------------------------------------------------------- */

static void say(struct till_line *line, const struct till_actions *actions, struct arena **arena)
{
    struct uplink_ask *asked = NULL;
    for (int i = 0; i < actions->send.count; i++) {
        asked = ask(line, UPLINK_SAY);
        asked->say = actions->send.at[i];
    }
    if (!asked) {
        arena_reset(*arena);
        return;
    }
    asked->arena = *arena; /* they are answered in their order */
    *arena = NULL;
}

static void set_clock(struct till_line *line)
{
    line->core->clock.mono = now_of(line);
    line->core->clock.wall = clock_wall(&line->spec.clock);
}

static void note_upload(struct till_line *line, enum till_mode before)
{
    const struct till_sync *core = line->core;
    if (before == MODE_OFFLINE && core->mode.now != MODE_OFFLINE) {
        line->first_open = core->meta.first_open;
        line->began = core->clock.mono;
    }
    if (till_uploaded(core) && core->mode.now != MODE_OFFLINE && core->phase == TILL_QUIET)
        line->uploaded_at = core->clock.wall;
}

static void step(struct till_line *line, const struct till_event *event)
{
    struct till_actions actions = {0};
    enum till_mode before = line->core->mode.now;
    bool latched = line->core->latched;
    if (!line->spare)
        line->spare = arena_new();
    set_clock(line);
    till_step(line->core, line->spare, event, &actions);
    say(line, &actions, &line->spare);
    note_upload(line, before);
    line->changed |= actions.announce || latched != line->core->latched;
}

static void probe(struct till_line *line, bool good)
{
    const struct till_event event = {.kind = TILL_PROBE, .good = good};
    step(line, &event);
}

/* ---- the house, found and lost -------------------------------------------------------------- */

static bool is_on_the_way_back(const struct till_sync *core)
{
    return core->mode.now == MODE_RETURNING && core->mode.good < MODE_GOOD_PROBES;
}

static int64_t pause_after(const struct till_line *line)
{
    const struct till_pace *pace = &line->spec.pace;
    int64_t pause = pace->away_ms;
    if (!line->bad)
        return is_on_the_way_back(line->core) ? pace->back_ms : pace->look_ms;
    int64_t most = line->bad < SOON_LOOKS ? pace->away_soon_ms : pace->away_most_ms;
    for (int i = 1; i < line->bad && pause < most; i++)
        pause *= 2;
    return earlier(pause, most);
}

static void found(struct till_line *line)
{
    line->bad = 0;
    line->why = (struct err){0};
    probe(line, true);
    line->look_due = now_of(line) + pause_after(line);
}

/* Whatever is still being asked does not make it any worse. */
static void lost(struct till_line *line, const struct err *why)
{
    line->why = *why;
    line->bad++;
    probe(line, false);
    line->look_due = now_of(line) + pause_after(line);
}

void till_line_lost(struct till_line *line, const struct err *why)
{
    if (line->core->mode.now != MODE_OFFLINE)
        lost(line, why);
}

void till_line_found(struct till_line *line)
{
    for (int i = 0; i < MODE_GOOD_PROBES && till_uploaded(line->core); i++)
        found(line);
    line->compared = false;
    line->look_due = now_of(line);
}

void till_line_use(struct till_line *line, struct upstream *upstream)
{
    ask(line, UPLINK_USE)->upstream = upstream;
    till_line_retry(line);
}

void till_line_hold(struct till_line *line, bool hold)
{
    const struct till_event event = {.kind = hold ? TILL_HOLD : TILL_LET_GO};
    step(line, &event);
    till_line_retry(line);
}

void till_line_retry(struct till_line *line)
{
    static const struct till_event retry = {.kind = TILL_RETRY};
    step(line, &retry);
    line->bad = 0;
    line->look_due = line->pull_due = now_of(line);
}

void till_line_follow(struct till_line *line)
{
    line->pull_due = now_of(line);
}

/* ---- answers -------------------------------------------------------------------------------- */

/* A piece that cannot be written waits like a house that is away. */
static void take_rows(struct till_line *line, const struct uplink_answer *answer)
{
    const struct till_pace *pace = &line->spec.pace;
    struct err err;
    enum rc rc = line->spec.take(line->spec.ctx, answer->rows, &err);
    bool more = rc == RC_CONFLICT || (rc == RC_OK && answer->rows->more);
    if (rc != RC_OK && rc != RC_CONFLICT)
        line->why = err;
    else
        line->followed = !more;
    if (rc == RC_OK || rc == RC_CONFLICT)
        line->pull_due = now_of(line) + (more ? 0 : pace->pull_ms);
}

static bool was_lost(enum rc rc)
{
    return rc == RC_TRANSIENT || rc == RC_UNKNOWN;
}

static void hear_pull(struct till_line *line, const struct uplink_answer *answer)
{
    if (answer->rc == RC_OK)
        take_rows(line, answer);
    else if (was_lost(answer->rc))
        till_line_lost(line, &answer->err);
    else
        line->why = answer->err;
}

/* ---- what the house has lost ---------------------------------------------------------------- */

static void good_look(struct till_line *line)
{
    line->compared = true;
    found(line);
}

static bool is_another_past(struct till_line *line, const char *past, struct arena *arena,
                            struct act_keys *keys)
{
    const struct till_line_spec *spec = &line->spec;
    bool ask = false;
    if (!spec->kept || !*past || line->core->latched)
        return false;
    if (spec->kept(spec->ctx, past, arena, keys, &ask, &line->why))
        return false;
    return ask;
}

/* Before the till is let home: what it pulls there must not stand in the way of what is lost. */
static void hear_look(struct till_line *line, const struct uplink_answer *answer)
{
    struct arena *arena = arena_new();
    struct act_keys keys = {0};
    if (!is_another_past(line, answer->past, arena, &keys)) {
        arena_free(&arena);
        good_look(line);
        return;
    }
    struct uplink_ask *asked = ask(line, UPLINK_UNKNOWN);
    memcpy(line->past, answer->past, sizeof line->past);
    asked->keys = keys;
    asked->arena = arena;
}

/* Whoever answered may be another one than was looked at. */
static void hear_unknown(struct till_line *line, const struct uplink_answer *answer)
{
    const struct till_line_spec *spec = &line->spec;
    struct err err;
    if (answer->rc != RC_OK)
        lost(line, &answer->err);
    else if (strcmp(answer->past, line->past) != 0)
        line->look_due = now_of(line);
    else if (spec->replay(spec->ctx, line->past, &answer->unknown, &err))
        lost(line, &err);
    else
        good_look(line);
}

/* ---- answers of the core -------------------------------------------------------------------- */

static void hear_said(struct till_line *line, const struct uplink_answer *answer)
{
    const struct till_event event = {.kind = TILL_MESSAGE, .message = &answer->said};
    if (answer->rc == RC_OK)
        step(line, &event);
    else
        till_line_lost(line, &answer->err);
}

void till_line_hear(struct till_line *line, struct uplink_answer *answer)
{
    line->open[answer->kind]--;
    line->heard_at = now_of(line);
    if (answer->kind == UPLINK_LOOK && answer->rc == RC_OK)
        hear_look(line, answer);
    else if (answer->kind == UPLINK_LOOK)
        lost(line, &answer->err);
    else if (answer->kind == UPLINK_UNKNOWN)
        hear_unknown(line, answer);
    else if (answer->kind == UPLINK_SAY)
        hear_said(line, answer);
    else if (answer->kind == UPLINK_PULL)
        hear_pull(line, answer);
    uplink_answer_free(answer);
}

/* ---- time ----------------------------------------------------------------------------------- */

static void look_at_patience(struct till_line *line)
{
    struct err why;
    int64_t patience = line->spec.pace.patience_ms;
    if (!open_count(line) || line->core->mode.now == MODE_OFFLINE ||
        now_of(line) - line->heard_at < patience)
        return;
    (void)err_set(&why, RC_TRANSIENT, "", "The house has not answered for %lld seconds.",
                  (long long)(patience / 1000));
    lost(line, &why);
}

static bool is_looking(const struct till_line *line)
{
    return line->open[UPLINK_LOOK] || line->open[UPLINK_UNKNOWN];
}

static bool may_pull(const struct till_line *line)
{
    return line->spec.want && !line->open[UPLINK_PULL] && !line->core->latched &&
           line->core->mode.now != MODE_OFFLINE && line->core->phase == TILL_QUIET &&
           !line->core->trouble && till_uploaded(line->core);
}

static void pull(struct till_line *line)
{
    struct arena *arena = arena_new();
    struct replica_ask wanted;
    struct err err;
    line->pull_due = now_of(line) + line->spec.pace.away_most_ms;
    if (line->spec.want(line->spec.ctx, arena, &wanted, &err)) {
        line->why = err;
        arena_free(&arena);
        return;
    }
    struct uplink_ask *asked = ask(line, UPLINK_PULL);
    asked->pull = wanted;
    asked->arena = arena;
}

void till_line_tick(struct till_line *line)
{
    static const struct till_event tick = {.kind = TILL_TICK};
    look_at_patience(line);
    if (!line->open[UPLINK_SAY])
        step(line, &tick);
    if (!is_looking(line) && now_of(line) >= line->look_due)
        ask(line, UPLINK_LOOK);
    if (may_pull(line) && now_of(line) >= line->pull_due)
        pull(line);
}

static int64_t patience_ends(const struct till_line *line)
{
    bool waits = open_count(line) && line->core->mode.now != MODE_OFFLINE;
    return waits ? line->heard_at + line->spec.pace.patience_ms : INT64_MAX;
}

static int64_t core_due(const struct till_line *line)
{
    const struct till_sync *core = line->core;
    bool waits = line->open[UPLINK_SAY] || core->mode.now == MODE_OFFLINE || core->latched;
    if (waits)
        return INT64_MAX;
    return core->phase == TILL_IDLE || (core->phase == TILL_QUIET && !till_uploaded(line->core))
               ? now_of(line)
               : core->deadline;
}

int64_t till_line_due(const struct till_line *line)
{
    int64_t due = earlier(patience_ends(line), core_due(line));
    if (line->count)
        return now_of(line);
    if (!is_looking(line))
        due = earlier(due, line->look_due);
    return may_pull(line) ? earlier(due, line->pull_due) : due;
}

bool till_line_changed(struct till_line *line)
{
    bool changed = line->changed;
    line->changed = false;
    return changed;
}

/* An uplink that takes nothing more is a lost house, and the question is answered by that. */
static void not_sent(struct till_line *line, struct uplink_ask *asked)
{
    struct uplink_answer answer = {.kind = asked->kind, .asked = asked->arena};
    upstream_close(&asked->upstream);
    answer.rc = err_set(&answer.err, RC_TRANSIENT, "", "The line to the house is closed.");
    till_line_hear(line, &answer);
}

void till_line_turn(struct till_line *line, struct uplink *uplink)
{
    struct uplink_answer answer;
    struct uplink_ask asked;
    while (uplink_receive(uplink, &answer))
        till_line_hear(line, &answer);
    till_line_tick(line);
    for (int i = 0; i < UPLINK_ROOM && till_line_next(line, &asked); i++)
        if (!uplink_send(uplink, &asked))
            not_sent(line, &asked);
}

/* ---- how it stands -------------------------------------------------------------------------- */

/* Who did it is known of acts only. */
static struct till_waiting read_waiting(struct till_sync *core, uint64_t seq)
{
    struct till_waiting out = {.at = 0};
    struct entry_frame frame;
    struct entry entry;
    if (!core->disk->frame(core->disk->ctx, seq, &frame))
        return out;
    struct arena *arena = arena_new();
    struct changeset *act = changeset_new(arena);
    if (entry_read(arena, frame.body, frame.size, &entry) == ENTRY_GOOD) {
        out.at = entry.wall;
        if (entry.payload_size && act_read(entry.payload, entry.payload_size, act)) {
            text_copy(out.actor, sizeof out.actor, act->actor.name);
            text_copy(out.till, sizeof out.till, act->actor.till);
        }
    }
    arena_free(&arena);
    return out;
}

/* Read once an entry: a screen asks several times a second. */
static struct till_waiting oldest(struct till_line *line)
{
    struct till_sync *core = line->core;
    const uint64_t first = till_first_to_send(core);
    if (first > core->meta.head_seq)
        return (struct till_waiting){.at = 0};
    if (line->oldest_seq != first) {
        line->oldest_seq = first;
        line->oldest = read_waiting(core, first);
    }
    return line->oldest;
}

static int64_t time_left(const struct till_line *line, const struct till_standing *standing)
{
    int64_t spent = now_of(line) - line->began;
    if (!standing->pending)
        return 0;
    if (standing->mode == MODE_OFFLINE || !standing->done)
        return -1;
    return spent * (int64_t)standing->pending / (int64_t)standing->done;
}

static int64_t lease_left(const struct till_line *line)
{
    const struct till_sync *core = line->core;
    int64_t left = core->meta.lease_ends - now_of(line);
    bool ours = !core->meta.giving_back && core->meta.lease_ends &&
                uuid_equal(&core->meta.lease_boot, &core->clock.boot);
    return ours && left > 0 ? left : 0;
}

void till_line_standing(struct till_line *line, struct till_standing *out)
{
    const struct till_sync *core = line->core;
    int64_t look_ms = line->look_due - now_of(line);
    *out = (struct till_standing){.mode = core->mode.now,
                                  .held = core->mode.held,
                                  .latched = core->latched,
                                  .trouble = core->trouble,
                                  .quarantine = core->quarantine,
                                  .shut_out = core->meta.shut_out,
                                  .pending = core->meta.head_seq + 1 - till_first_to_send(core),
                                  .oldest = oldest(line),
                                  .done = core->meta.first_open - line->first_open,
                                  .uploaded_at = line->uploaded_at,
                                  .lease_ms = lease_left(line),
                                  .good = core->mode.good,
                                  .followed = line->followed,
                                  .compared = line->compared,
                                  .look_ms = look_ms > 0 ? look_ms : 0,
                                  .why = line->why};
    out->left_ms = time_left(line, out);
}
