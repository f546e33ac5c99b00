/*
 * The gate of the service: whoever asks too fast waits outside.
 *
 *     HTTP thread     knows who is shut out, and refuses at once
 *     gate's thread   asks the guard (port/guard.h) about everybody else; limits refuse until there
 *                     is room, abuse shuts the asker out
 *     watcher         writes down what happened, and learns who is shut out or let in elsewhere
 *
 * A token of scope unlimited passes, and so do those who ask how the service is (routes.c). What a
 * payment provider tells comes as fast as people pay: it is counted once it turned out to be
 * forged. Any thread may call; the functions that say so belong to one.
 */
#ifndef LOGE_API_GATE_H
#define LOGE_API_GATE_H

#include "src/api/exchange.h"
#include "src/base/clock.h"
#include "src/base/metrics.h"
#include "src/port/abuse.h"
#include "src/port/guard.h"

struct gate_rules {
    struct pace_limits limits;
    int64_t block_ms; /* abuse shuts out for so long */
    struct networks trusted;
    int connections;    /* so many an address; 0: any number */
    int64_t request_ms; /* so long a request may be on its way; 0: for ever */
};

struct gate;

/* The guard stays the caller's; NULL: nobody is counted. */
struct gate *gate_new(struct guard *guard, const struct clock *clock,
                      struct metrics *metrics) RETURNS_FRESH;
void gate_free(struct gate **gate);
void gate_set_rules(struct gate *gate, const struct gate_rules *rules);

/* Where it came from, for whoever is counted. */
void gate_find_origin(struct gate *gate, struct exchange *x, const struct origin *peer,
                      const char *forwarded);

/* So many connections it may have; 0: any number. */
int gate_connections(struct gate *gate, const struct origin *peer);
int64_t gate_request_ms(struct gate *gate);

enum gate_word { GATE_PASS, GATE_REFUSED, GATE_ASK };
/* What is known at once. REFUSED: it was answered; ASK: gate_judge() says more. */
enum gate_word gate_look(struct gate *gate, struct exchange *x) MUST_USE;
/* Is anybody counted at all? */
bool gate_counts(struct gate *gate) MUST_USE;
/* The gate's thread. True: it may go on; else it was answered. */
bool gate_judge(struct gate *gate, struct exchange *x) MUST_USE;

/* Lets somebody in again, here and at once; whoever asks the house does the rest. False: it was not
 * shut out here. */
bool gate_let_in(struct gate *gate, const char *asker);

/* The watcher: writes down what happened here, then learns who is shut out. till: the service's.
 * True: there is something left to write. */
bool gate_learn(struct gate *gate, struct store *store);
/* Is there something to write down? */
bool gate_has_news(struct gate *gate);

#endif
