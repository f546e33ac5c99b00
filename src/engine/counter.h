/*
 * The counter: the engine's end of a console. It serves commands one after another on its own
 * thread (src/base/worker.h), and follows the open show so that other tills' acts are seen.
 *
 * counter_serve and counter_follow are plain functions, so tests step them without a thread.
 */
#ifndef LOGE_ENGINE_COUNTER_H
#define LOGE_ENGINE_COUNTER_H

#include "src/engine/desk.h"
#include "src/port/evt.h"
#include "src/port/print.h"
#include "src/port/scale.h"

/* What is to be put on paper: tickets, or a cash-up. */
struct paper_wish {
    const struct sale *sale;
    const char *const *labels; /* of these only; none: all */
    int count;
    const struct shift *shift; /* instead of a sale */
};

/*
 * Whatever else works on the counter's thread between two commands: a till's line to its house,
 * which gives the desk the house's store, or the till's own.
 */
enum aside {
    ASIDE_SAME,
    ASIDE_SEATS,    /* seats have changed in ways that no log tells */
    ASIDE_SWITCHED, /* the desk has another store */
};
struct counter_aside {
    void *ctx;
    enum aside (*turn)(void *ctx);
    /* A command failed, because the house was not reached or for another reason. ASIDE_SWITCHED:
     * the desk can go on with another store. */
    enum aside (*failed)(void *ctx, enum cmd_kind kind, const struct err *why);
    int (*fd)(void *ctx);        /* readable: there is something to do */
    int64_t (*due)(void *ctx);   /* monotonic: so is there then */
    void (*look_now)(void *ctx); /* a person asks how it stands */
};

/* The show that may be opened next (counter_ahead.h). */
struct ahead {
    char wish[SLUG_TEXT]; /* not read yet; "" for none */
    int64_t due;          /* monotonic: so long the cursor must have rested on it */
    struct arena *arena;  /* of what was read; NULL: nothing */
    struct snapshot map;
    int32_t plan_version;
};

struct counter {
    struct desk *desk;
    const char *till; /* where its sweeps run, for the log; NULL: at none */
    /* The first thing done on a thread of its own: opens the store, while a screen is drawn
     * already. The house's name; NULL (err): it cannot be opened, which ends the thread. No
     * function: it is open. */
    const char *(*begin)(void *ctx, struct err *err);
    /* CMD_LINE: runs one line of the command line's grammar; the text is put into the arena. */
    const char *(*run_line)(void *ctx, const struct act_meta *meta, const char *line);
    /* CMD_EXPORT: the same into a new file of about this name; its path, or NULL and why. */
    const char *(*export_line)(void *ctx, const struct act_meta *meta, const char *line,
                               const char *name, struct outcome *outcome);
    /* CMD_HEALTH: adds what lies around the engine: disk, log, alarms for that role. */
    void (*look_around)(void *ctx, enum role role, struct health_report *health);
    /* Puts a sale's valid tickets, or a shift's cash-up, into the printer's queue. */
    enum rc (*print)(void *ctx, const struct print_port *printer, const struct act_meta *meta,
                     const struct paper_wish *wish, struct err *err);
    /* A sweep is over: what is done now and then. NULL: nothing. */
    void (*swept)(void *ctx);
    /* How the line to a house of several tills is, a layer each link; NULL: all is here. */
    void (*look_at_line)(void *ctx, struct health_report *health);
    enum health told;      /* the word the screen has heard last */
    int64_t told_as_of;    /* since when what it shows is not sure; one word, two tellings */
    int told_journal;      /* and how many acts wait */
    int told_conflicts;    /* and how many conflicts are open */
    int conflicts;         /* that were open when the house was asked last */
    int64_t conflicts_due; /* monotonic: ask again then; INT64_MAX: nobody is signed in */
    const struct counter_aside *aside; /* NULL: nothing */
    bool anew; /* the screen's seats may be wrong in ways that no version tells */
    /* Who may add the first manager: the owner of the house's file. NULL, or false: not here. */
    bool (*founder)(void *ctx, struct actor *actor);
    /* The show this person opened last here: hearsay, to put a cursor on. */
    const char *(*last_show)(void *ctx, const char *person, struct arena *arena);
    void (*note_show)(void *ctx, const char *person, const char *show);
    struct {
        char person[PERSON_TEXT], show[SLUG_TEXT];
    } opened; /* to be noted; person "": nothing */
    void *line_ctx;
    const struct print_port *printer; /* NULL: there is none */
    char print_fault[PRINT_WHY];      /* to be told: why something did not get into the queue */
    const struct scale_port *scale;   /* NULL: there is none */
    char scale_fault[SCALE_WHY];      /* why the one that is named cannot be read at all */
    int64_t difference_limit;         /* at cash-up, in the house's currency */
    uint8_t door_gate;                /* this till's gate, 0: none in particular */
    bool door_reentry;                /* who went out may come in again */
    /* Long work: told at most ten times a second, and asked whether this command was cancelled.
     * NULL: nobody watches. */
    void (*tell_work)(void *ctx, const struct evt *evt);
    bool (*cancelled)(void *ctx, uint64_t id);
    bool (*awaited)(void *ctx); /* does a command wait for its turn? NULL: never */
    void *watcher;
    struct {
        uint64_t id;  /* the command that runs; 0: none that can be stopped */
        int64_t due;  /* monotonic: not told again before */
        bool counted; /* what is told has counts */
    } work;
    /* the open show */
    int32_t show_no; /* 0: none */
    int32_t seat_count;
    int32_t *index_of; /* seat number to index in the screen's plan, -1: none; in plan_arena; NULL:
                          they are the same */
    int32_t index_count;
    struct arena *plan_arena;
    int64_t last_event;
    struct ahead ahead;
};

void counter_init(struct counter *counter, struct desk *desk);
/* Whom the store asks from now on, while it reads, whether it may go on; NULL: nobody. */
void counter_heed(struct counter *counter, const struct progress *progress);
void counter_close(struct counter *counter);

/*
 * The command that runs has done so much of what (NULL: nothing special; total 0: uncounted).
 * False: it was cancelled.
 */
bool counter_tick(struct counter *counter, const char *what, int64_t done, int64_t total);

/* Serves one command. The answer takes the command's arena over. */
void counter_serve(struct counter *counter, const struct cmd *cmd, struct evt *evt);

/* Work that an answer left behind, and that whoever waits for the answer need not wait for. */
void counter_after(struct counter *counter);

/* The printer as it stands now, with what there is to tell about it. */
void counter_paper(struct counter *counter, struct evt *evt);

/* What lies on the scale now. */
void counter_weigh(struct counter *counter, struct evt *evt);

/* Has the line changed its word since the screen last heard? Then evt tells it. Asks nobody. */
bool counter_line(struct counter *counter, struct evt *evt);

/*
 * What works beside the commands takes its turn. True: the screen's seats and basket are no good
 * any more, and evt has all seats of the open show, if there is one.
 */
bool counter_turn(struct counter *counter, struct evt *evt);

/* What changed in the open show since last asked. */
enum follow { FOLLOW_QUIET, FOLLOW_NEWS, FOLLOW_BUSY /* could not look; ask again soon */ };
enum follow counter_follow(struct counter *counter, struct evt *evt);

/* A seat's place in the open show's plan, -1: none. */
int32_t counter_index_of(const struct counter *counter, int32_t seat);

/* Monotonic time at which there is a show to read ahead; INT64_MAX: there is none. */
int64_t counter_ahead_due(const struct counter *counter);
/* Reads it if it is time to. True: something was read. */
bool counter_read_ahead(struct counter *counter);

#endif
