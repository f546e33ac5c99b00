/*
 * A till's line to its house: what drives the till's core (src/domain/till_sync.h).
 *
 * It lives on the thread that has the till's file, and never waits: it says what is to be asked of
 * the house next, takes what was answered, and lets time go by. Whoever asks (uplink.h) may be as
 * slow as the network is, or hang; what was not answered in time counts as a lost house, and an
 * answer that comes after that is late and does no harm.
 *
 *   looks     every so often; ten good ones in a row are a part of the way back, a bad one is the
 *             end of it. An act that did not reach the house says so at once (till_line_lost)
 *   asks      which of the acts that it had acknowledged the house does not know any more, before a
 *             look at a house that goes on from another past counts
 *   says      the core's messages, in its order
 *   pulls     the house's rows, once nothing is left to upload
 */
#ifndef LOGE_SYNC_TILL_LINE_H
#define LOGE_SYNC_TILL_LINE_H

#include "src/base/clock.h"
#include "src/domain/till_sync.h"
#include "sync/uplink.h"

struct till_pace {
    int64_t look_ms;      /* between looks while online */
    int64_t back_ms;      /* between looks on the way back */
    int64_t away_ms;      /* after the first bad look, then doubling ... */
    int64_t away_soon_ms; /* ... up to this in the first minute */
    int64_t away_most_ms; /* ... and to this from then on */
    int64_t patience_ms;  /* with the question that is being asked */
    int64_t pull_ms;      /* between pulls that brought nothing */
};

extern const struct till_pace till_line_pace;
extern const struct till_limits till_line_limits;

struct till_line_spec {
    struct till_sync *core; /* started, its meta read; the line's alone from now on */
    struct clock clock;
    struct till_pace pace;
    /* The replica: what it wants next, and taking what came. RC_CONFLICT: it does not belong there
     * and is asked for anew. */
    enum rc (*want)(void *ctx, struct arena *arena, struct replica_ask *ask, struct err *err);
    enum rc (*take)(void *ctx, const struct replica_rows *rows, struct err *err);
    /* The acts that were kept (lite_till_kept.h). *ask: this past is another than the one the house
     * was asked about last. replay: takes what it answered. NULL: nothing is kept. */
    enum rc (*kept)(void *ctx, const char *past, struct arena *arena, struct act_keys *keys,
                    bool *ask, struct err *err);
    enum rc (*replay)(void *ctx, const char *past, const struct act_keys *lost, struct err *err);
    void *ctx;
};

struct till_line;

struct till_line *till_line_new(const struct till_line_spec *spec) RETURNS_FRESH;
void till_line_free(struct till_line **line);

/* ---- steps ---------------------------------------------------------------------------------- */

/* Time has gone by, or something was journalled. */
void till_line_tick(struct till_line *line);
/* The next question; false: there is none now. It has to be answered (till_line_hear). */
bool till_line_next(struct till_line *line, struct uplink_ask *ask);
/* Takes the answer and what came with it. */
void till_line_hear(struct till_line *line, struct uplink_answer *answer);
/* All of that with a real uplink. */
void till_line_turn(struct till_line *line, struct uplink *uplink);
/* When there is something to do although nothing was answered; monotonic. */
int64_t till_line_due(const struct till_line *line);

/* Has the mode, or whether it is held there, changed since this was last asked? */
bool till_line_changed(struct till_line *line);

/* ---- what happens at the till --------------------------------------------------------------- */

/* An act did not reach the house. */
void till_line_lost(struct till_line *line, const struct err *why);
/*
 * The house has just let somebody in, at the start of a program: whoever has nothing to upload need
 * not prove it by a run of probes.
 */
void till_line_found(struct till_line *line);
/* Asked as somebody else from now on, who may be let in; the upstream is given away. */
void till_line_use(struct till_line *line, struct upstream *upstream);
void till_line_hold(struct till_line *line, bool hold);
/* Looks now, and pulls now: a person asks, or an act was done at the house. */
void till_line_retry(struct till_line *line);
void till_line_follow(struct till_line *line);

/* ---- how it stands -------------------------------------------------------------------------- */

/* An entry that the house has not got. */
struct till_waiting {
    int64_t at; /* when it was made, wall; 0: there is none */
    char actor[PERSON_TEXT],
        till[TILL_TEXT]; /* whose act it is, and where; "" nobody can read it */
};

struct till_standing {
    enum till_mode mode;
    bool held, latched;
    enum sync_status trouble; /* why the house does not take the journal */
    enum quarantine quarantine;
    struct till_shut_out shut_out; /* the same as it was last said, maybe before this start */
    uint64_t pending;              /* entries without a verdict */
    struct till_waiting oldest;    /* the first of them */
    uint64_t done;                 /* got their verdicts since the upload began */
    int64_t left_ms;               /* at that rate; -1: nobody can tell yet */
    int64_t uploaded_at;           /* wall, since the program was started; 0: not yet */
    int64_t lease_ms; /* for how long lent seats may still be sold for good; 0: not at all */
    int good;         /* looks in a row */
    bool followed;    /* everything the house had when it was last asked is here */
    bool compared;    /* and it has all that it had acknowledged, as far as that was kept */
    int64_t look_ms;  /* until the house is looked for again */
    struct err why; /* the last that went wrong with the house; RC_OK: nothing since it answered */
};

void till_line_standing(struct till_line *line, struct till_standing *out);

#endif
