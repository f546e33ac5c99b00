/* `./loge` on a terminal in front of the demo's own house with a hall of 100,000 seats. */
#ifndef LOGE_TESTS_BENCH_CONSOLE_KIT_H
#define LOGE_TESTS_BENCH_CONSOLE_KIT_H

#include "tests/bench/terminal.h"

enum { BIG_SEATS = 100000 };
#define BIG_SHOW "symphony"

/* Makes the house in bench_dir(), once, and lets this process and what it starts use it. */
void console_make_house(void);

/* To the sign-in; env as in terminal_start. */
void console_start(struct terminal *terminal, const char *const *env);
/* As the manager, to the list of shows. */
void console_enter(struct terminal *terminal);
/* The same, with the cursor on the big show. */
void console_sign_in(struct terminal *terminal);
/* Opens it from there. Returns how long it took. */
int64_t console_open_show(struct terminal *terminal);
/* After console_enter: finds and opens it in one go, so that it was not read ahead. */
int64_t console_open_unread(struct terminal *terminal);
/* Sends keys and reads until all is drawn. */
void console_press(struct terminal *terminal, const char *keys);

/* Another till in a process of its own: blocks and unblocks seats of the big show by turns, so that
 * so many change a second until it is ended. */
struct console_flood {
    int pid;
    int64_t *changes; /* so far; a busy machine may not keep up with what was asked */
};
void console_flood_start(struct console_flood *flood, int changes_a_second);
void console_flood_end(struct console_flood *flood);

#endif
