/*
 * A console on a canvas with the fake counter behind it: screens are driven by key names and
 * looked at as text, without a terminal and without waiting.
 *
 *   struct till *till = till_new(24, 80, TIER_ASCII);
 *   till_sign_in(till, "anna");
 *   till_keys(till, "Enter 2 b");
 *   till_golden(till, "sell-80x24-ascii");
 *
 * The clock stands at Friday 20 November 2026, 18:41 UTC until till_pass.
 */
#ifndef LOGE_TESTS_TILL_H
#define LOGE_TESTS_TILL_H

#include "src/base/clock.h"
#include "tests/lib/fake_counter.h"
#include "ui/console.h"

struct till {
    struct fake_clock clock;
    struct arena *arena;
    struct fake_counter *fake;
    struct console *console;
    struct canvas *canvas;
    enum tier tier;
};

struct till *till_new(int rows, int columns, enum tier tier);
struct till *till_new_with(int rows, int columns, enum tier tier, const struct plan *plan);
struct till *till_new_slow(int rows, int columns); /* at the end of a serial line */
/* In front of another counter; `fake` is NULL then. The port outlives the till. */
struct till *till_new_on(int rows, int columns, enum tier tier, const struct counter_port *port);
/* anna at the map of hamlet's stalls; `serve` (may be NULL) answers before the fake counter does.
 */
struct till *till_at_map(fake_serve_fn *serve, void *ctx);
void till_free(struct till **till);
int till_away(void **state); /* a test's till, when the test is over */

void till_sign_in(struct till *till, const char *name); /* and its PIN */
void till_keys(struct till *till, const char *names);   /* "2 b Enter" */
void till_type(struct till *till, const char *text);
void till_scan(struct till *till, const char *code); /* as it comes from a wedge scanner */
void till_paste(struct till *till, const char *text);
void till_pass(struct till *till, int64_t ms); /* time, with every tick that falls due */
void till_hear(struct till *till);             /* what the counter told meanwhile */
void till_resize(struct till *till, int rows, int columns);

const char *till_text(struct till *till);
bool till_shows(struct till *till, const char *text);
const char *till_row(struct till *till, int row);
const char *till_message(struct till *till); /* "" when none is shown */
const char *till_screen(const struct till *till);
void till_assert_shows(struct till *till, const char *text);
void till_assert_message(struct till *till, const char *part); /* it stands in the message */

/*
 * Compares text and styles with tests/golden/NAME.txt (tests/lib/golden.h says how to remake it).
 */
void till_golden(struct till *till, const char *name);

#endif
