/*
 * One act, from request to outcome: the loop that every desk function shares.
 *
 *   known key?  ── yes ──> the first answer again
 *       │ no
 *   step: read rows, decide ──> refused ──> outcome with its sentence
 *       │ OK, changeset            (on hearsay: the step once more, on the truth)
 *   apply ── STALE ──> wait 10/20/40 ms, step again (three times)
 *       │    BUSY with a seat: the same; or, when any seat will do, step again passing it over
 *       │    UNKNOWN ─> ask for the key; not there: the same changeset again; nobody knows yet:
 *       │               all of it again under the same key, 50 to 800 ms apart
 *       OK
 *
 * A step reads what it needs through run->desk->store, sets what the outcome shows, and fills
 * run->cs. It may run several times, so it changes nothing but these.
 */
#ifndef LOGE_ENGINE_RUN_H
#define LOGE_ENGINE_RUN_H

#include "src/domain/rights.h"
#include "src/engine/act_ids.h"
#include "src/engine/desk.h"
#include "src/engine/fingerprint.h"

struct run {
    struct desk *desk;
    const struct act_meta *meta;
    struct arena *arena;
    struct outcome *out;
    struct changeset *cs; /* fresh in each try */
    struct refusal why;
    const struct plan *plan; /* whose seats a refusal's indexes mean */
    int64_t now;
    struct act_ids ids; /* of an act: started anew in each try, so that all give the same names */
    bool last_try;      /* it gives others: one of these may be somebody's */
    bool keyed;         /* whoever asks may have asked before */
    struct err unheard; /* how an answer to what was sent was lost; rc RC_OK: none was */
    bool any_will_do;   /* set by the step: it passes over what is busy */
    LIST(int32_t) busy; /* seats that somebody else had locked, by number */
    const char *show;   /* the id of the show it is about, once it was read; for the log */
    bool by_front;      /* Redis had a say in the last try */
    int lock_timeouts;  /* tries that ended because somebody else had a lock for too long */
    bool exhausted;     /* each of them was lost */
};

typedef enum verdict (*run_step)(struct run *run, const void *request);

/* print holds the request's parts already; it is ended here. */
void run_act(struct desk *desk, const struct act_meta *meta, struct outcome *out,
             struct fingerprint *print, run_step step, const void *request);

/* For looking without acting: prepares a run, and turns the verdict into the outcome. */
void run_look(struct run *run, struct desk *desk, const struct act_meta *meta, struct outcome *out);
void run_looked(struct run *run, enum verdict verdict);

/* A fingerprint that has been told the act and the actor. */
void run_fingerprint(struct fingerprint *print, struct desk *desk, const struct act_meta *meta,
                     enum act act);

/*
 * May the actor do this, or the approver sign for it? Signing is noted in the changeset.
 * VERDICT_OK or NOT_ALLOWED.
 */
enum verdict run_allowed(struct run *run, enum right right);
/* What no till decides alone: UNAVAILABLE while the house is out of reach. alone_may() says the
 * same of a changeset; this asks before the rows are read, which the till may not have. */
enum verdict run_at_house(struct run *run);
/* Once it is decided: may a till that is alone do it? What it changes is looked at, too. */
enum verdict run_may_here(struct run *run);
/* INVALID when no reason was given. */
enum verdict run_needs_reason(struct run *run);

/* An audit line for an act without a seat; subject may be NULL. Valid until the next one. */
/* That a payment failed stands on the events of the seats themselves: as the reason, or beside the
 * one that was given. */
void run_name_end(struct run *run, enum hold_end end);
struct change_note *run_add_note(struct run *run, enum act act, const struct uuid *subject,
                                 const char *text);

/* A refusal about labels that are not in the plan. */
void run_name_label(struct run *run, const char *label);

/* ---- reads every step needs, with their refusals ------------------------------------------- */

enum verdict run_find_show(struct run *run, const char *id, struct show *show);
enum verdict run_read_map(struct run *run, const char *id, struct snapshot *snapshot);
/* The rows of the labelled seats, and each label's index; unknown labels are SEAT_NOT_FOUND. */
enum verdict run_read_seats(struct run *run, int32_t show, const char *const *labels, int count,
                            struct snapshot *snapshot, int *seats);
enum verdict run_read_hold(struct run *run, const struct uuid *id, struct hold *hold);
/* The hold, and the others behind it; none may be named twice. */
enum verdict run_read_holds(struct run *run, const struct uuid *id, const struct uuid *also,
                            int also_count, struct hold **holds);
/* By id or code. */
enum verdict run_read_sale(struct run *run, const char *id_or_code, struct sale *sale);
enum verdict run_read_show(struct run *run, int32_t no, struct show *show);
/* The till's open shift; when there is none, one is opened in this changeset with no float. */
enum verdict run_open_shift(struct run *run, const char *currency, struct shift *shift);

/* A hold that was an offer from the waiting list is being sold: its waiter is served. */
enum verdict run_serve_waiter(struct run *run, const struct hold *hold);

#endif
