/*
 * A counter without an engine: one house in memory behind a struct counter_port, so that screens
 * are tested by what they ask and what they show.
 *
 * People: anna 1111 (clerk), mark 2222 (supervisor), ruth 3333 (manager), sid 3333 (scanner).
 * Shows: "hamlet" in the playhouse (or the hall given), open; "lear", sold out; "macbeth", not open
 * yet. A few seats of hamlet are held by others (till-2's joe; what is held later, till-4's eve),
 * sold and blocked, always the same ones. Answers come at once unless `slow` is set; then
 * fake_counter_let_go gives them.
 */
#ifndef LOGE_TESTS_FAKE_COUNTER_H
#define LOGE_TESTS_FAKE_COUNTER_H

#include "src/base/clock.h"
#include "src/port/evt.h"

struct fake_counter;

/* The plan is borrowed; NULL: the playhouse. */
struct fake_counter *fake_counter_new(struct clock clock, const struct plan *plan);
void fake_counter_free(struct fake_counter **fake);
const struct counter_port *fake_counter_port(struct fake_counter *fake);

void fake_counter_slow(struct fake_counter *fake, bool slow);
void fake_counter_let_go(struct fake_counter *fake);          /* all answers kept back so far */
void fake_counter_full(struct fake_counter *fake, bool full); /* send refuses */

/* How far the command that was sent last is, while its answer is kept back. A cancelled one is
 * refused at once. */
void fake_counter_work(struct fake_counter *fake, const char *what, int64_t done, int64_t total);
/* The show that was open last, as the list of shows tells it. Borrowed. */
void fake_counter_last_show(struct fake_counter *fake, const char *show);

/* Asked first about every command: true, it has filled in the answer. NULL: nobody is asked. */
typedef bool fake_serve_fn(void *ctx, const struct cmd *cmd, struct evt *evt);
void fake_counter_serve(struct fake_counter *fake, fake_serve_fn *serve, void *ctx);

/* How many commands of a kind have come. */
int fake_counter_count(const struct fake_counter *fake, enum cmd_kind kind);

/* Somebody else's act on a seat of hamlet, told as news. */
void fake_counter_seat(struct fake_counter *fake, int seat, enum seat_status status);
/* The till has come home, where somebody else has the last seat of the newest hold. */
void fake_counter_home(struct fake_counter *fake);
/* Somebody wrote something in the log that moved no seat: money for an order, say. */
void fake_counter_written(struct fake_counter *fake);
/* The newest hold is over, and its seats are told to be free in one go. */
void fake_counter_expire(struct fake_counter *fake);
/* A supervisor takes the seat from whoever holds it. */
void fake_counter_take_away(struct fake_counter *fake, int seat, const char *sentence);
void fake_counter_health(struct fake_counter *fake, enum health word, const char *sentence);
void fake_counter_report(struct fake_counter *fake, const struct health_report *health);
/* The seat is set aside for this till. */
void fake_counter_lend(struct fake_counter *fake, int seat, uint16_t till);
/* The till's printer, as it stands now. */
void fake_counter_print(struct fake_counter *fake, const struct print_sums *sums);
/* What lies on the till's scale now. */
void fake_counter_weigh(struct fake_counter *fake, const struct weighed *weighed);
const struct seat_state *fake_counter_state(const struct fake_counter *fake, int seat);

#endif
