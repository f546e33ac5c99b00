/*
 * A terminal for tests: starts a program on a pty of a given size, type and locale, sends it keys,
 * and looks at what it drew (libvterm reads the screen).
 *
 * Nothing sleeps. The program says on a pipe (LOGE_UI_IDLE_FD) how many bytes of input it has
 * heard once nothing is left to draw; pty_idle waits for the mark that covers all that was sent.
 * A wait that takes longer than PTY_PATIENCE_MS fails the test and prints the screen.
 *
 * The program has a parent in its own session, as a shell would be, so that ^Z can stop it.
 */
#ifndef LOGE_TESTS_PTY_H
#define LOGE_TESTS_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

enum { PTY_PATIENCE_MS = 20000, PTY_TEXT = 64 * 1024 };

struct pty_start {
    const char *const *argv;
    const char *term;       /* NULL or "": unset */
    const char *locale;     /* LC_ALL; NULL: C.UTF-8 */
    const char *const *env; /* more "NAME=value", NULL at the end; NULL: none */
    int rows, columns;
    bool wide;     /* draws what may be one column or two in two, and says so when asked */
    speed_t speed; /* of the line, as B9600; 0: as it comes */
};

struct pty_cell {
    char text[32];
    int width;
    bool bold, underline, reverse;
    int fg; /* palette index, -1: default */
};

struct pty;

struct pty *pty_new(const struct pty_start *start);
void pty_free(struct pty **pty); /* ends the program if it still runs */

void pty_send(struct pty *pty, const char *bytes, size_t size);
/* A byte the line turns into a signal (^C, ^Z): the program never reads it. */
void pty_send_signal(struct pty *pty, char byte);
void pty_idle(struct pty *pty);
/* Reads for so long, at most so many bytes a second as a slow line would; 0: as they come. Returns
 * how many came. */
size_t pty_read_for(struct pty *pty, int ms, int bytes_a_second);
/* Reads nothing for so long, so that the line fills. */
void pty_look_away(struct pty *pty, int ms);
/* Until the screen shows this; for a program that is never idle. */
void pty_wait_for(struct pty *pty, const char *text);
/* How often the program has drawn, as far as it told. */
uint64_t pty_draws(const struct pty *pty);
/* Key names, blank separated ("2 b Enter C-l"), each sent when the one before has been drawn. */
void pty_keys(struct pty *pty, const char *names);
void pty_type(struct pty *pty, const char *text);        /* letter by letter, the same way */
void pty_resize(struct pty *pty, int rows, int columns); /* and waits until it is drawn */
void pty_resize_only(struct pty *pty, int rows, int columns);
void pty_signal(struct pty *pty, int number);
/* Waits until the program stopped; then lets it go on, in front again. */
void pty_wait_stopped(struct pty *pty);
void pty_go_on(struct pty *pty);
/* The terminal goes away. */
void pty_hang_up(struct pty *pty);
/* Waits for the end: exit status, or -signal. */
int pty_wait_end(struct pty *pty);
/* The same, but nobody has longer than two seconds to end (what is sanitized tells of it first). */
int pty_wait_end_soon(struct pty *pty);
/* The same, with nobody reading what it writes. */
int pty_wait_end_unread(struct pty *pty);

const char *pty_text(struct pty *pty); /* rows, blanks at the end dropped, '\n' after each */
bool pty_shows(struct pty *pty, const char *text);
struct pty_cell pty_cell(struct pty *pty, int row, int column);
void pty_cursor(const struct pty *pty, int *row, int *column);
bool pty_alternate(const struct pty *pty); /* the alternate screen is shown */
bool pty_cursor_visible(const struct pty *pty);
/* All bytes the program wrote so far, or since pty_forget. */
const char *pty_raw(const struct pty *pty, size_t *size);
void pty_forget(struct pty *pty);
/* The modes of the line, and as they were before the program began. */
struct termios pty_modes(const struct pty *pty);
struct termios pty_first_modes(const struct pty *pty);
pid_t pty_pid(const struct pty *pty);

#endif
