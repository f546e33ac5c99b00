/*
 * The real program on a terminal, and a demo house for it: a folder of its own that LOGE_DIR names,
 * so that the shell and every console that is started find it. One house a test program.
 */
#ifndef LOGE_TESTS_PTY_HOUSE_H
#define LOGE_TESTS_PTY_HOUSE_H

#include <stdint.h>

#include "tests/lib/pty.h"

enum { PTY_PATH = 200, PTY_SECTIONS_MOST = 100 };

const char *pty_program(void); /* what LOGE names, else ./loge */
/* One that was built for tests: "tests/pty/console_fake". It stays until the next is asked for. */
const char *pty_built(const char *name);

/* As pty_new; what is NULL or 0 is the program, an xterm, 24 rows, 80 columns. */
struct pty *pty_console(struct pty_start how);
void pty_sign_in(struct pty *pty, const char *name, const char *pin);

/* A line for the shell, as printf makes it; "$LOGE" is the program. A line that fails fails the
 * test. */
__attribute__((format(printf, 1, 2))) void pty_shell(const char *fmt, ...);

/* A hall of 2,000 seats a section; with PTY_SECTIONS_MOST as large as one may be. */
void pty_write_plan(const char *path, int sections);

/* cmocka setup and teardown: a demo house of 200 seats. */
int pty_house_make(void **state);
int pty_house_remove(void **state);
/* As it was made. */
void pty_house_restore(void);

const char *pty_house_path(const char *name, char out[PTY_PATH]); /* of a file in it */
int64_t pty_house_ask(const char *sql);                           /* one number */

#endif
