#include "config.h"

#include "ui/term_guard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/attr.h"
#include "ui/term.h"

enum { RESET_TEXT = 512, STACK_BYTES = 64 * 1024 };
enum { LINE_MS = 500, TRIES = 3 };

static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGQUIT};
static const int flagged[SIGNAL_KINDS] = {
    [SIGNAL_END] = SIGTERM,     [SIGNAL_HANGUP] = SIGHUP, [SIGNAL_INTERRUPT] = SIGINT,
    [SIGNAL_RESIZE] = SIGWINCH, [SIGNAL_STOP] = SIGTSTP,  [SIGNAL_CONTINUE] = SIGCONT,
};

/* All a handler may touch; one terminal a process. */
static struct {
    int in_fd, out_fd;
    struct termios modes;
    char reset[RESET_TEXT];
    volatile size_t reset_size;
    volatile sig_atomic_t armed;
    struct sigaction before[COUNT_OF(fatal)];
} guard;
static volatile sig_atomic_t came[SIGNAL_KINDS];
static sigset_t wait_mask;

/* ---- flags -------------------------------------------------------------------------------- */

static void raise_flag(int number)
{
    for (int i = 0; i < SIGNAL_KINDS; i++)
        if (flagged[i] == number)
            came[i] = 1;
}

void guard_catch_signals(void)
{
    struct sigaction action = {.sa_handler = raise_flag};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNAL_KINDS; i++)
        sigaction(flagged[i], &action, NULL);
}

void term_block_signals(void)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (int i = 0; i < SIGNAL_KINDS; i++)
        sigaddset(&blocked, flagged[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &wait_mask);
    for (int i = 0; i < SIGNAL_KINDS; i++)
        sigdelset(&wait_mask, flagged[i]);
}

const sigset_t *term_wait_mask(void)
{
    return &wait_mask;
}

bool term_signal(enum term_signal signal)
{
    bool yes = came[signal];
    came[signal] = 0;
    return yes;
}

/* ---- giving the terminal back ------------------------------------------------------------- */

void guard_save_modes(int fd)
{
    guard.in_fd = fd;
    tcgetattr(fd, &guard.modes);
}

void guard_set_reset(int fd, const char *bytes, size_t size)
{
    guard.reset_size = 0; /* a signal in between finds nothing rather than half */
    size_t kept = size < sizeof guard.reset ? size : sizeof guard.reset;
    memcpy(guard.reset, bytes, kept);
    guard.out_fd = fd;
    guard.reset_size = kept;
}

void guard_restore_modes(void)
{
    /* From the background this would stop us; the handler of that signal does not run here. */
    tcsetattr(guard.in_fd, TCSANOW, &guard.modes);
}

bool guard_line_moves(void)
{
    struct pollfd line = {.fd = guard.out_fd, .events = POLLOUT};
    tcflow(guard.out_fd, TCOOFF); /* only what was stopped in this way is let go on */
    tcflow(guard.out_fd, TCOON);
    return poll(&line, 1, LINE_MS) == 1;
}

/* What has no room on a line that stands still is not waited for: whoever crashes ends. */
void guard_restore(void)
{
    size_t done = 0;
    for (int tries = 0; tries < TRIES && done < guard.reset_size && guard_line_moves(); tries++) {
        ssize_t written = write(guard.out_fd, guard.reset + done, guard.reset_size - done);
        if (written < 0 && errno != EINTR && errno != EAGAIN)
            break;
        done += written > 0 ? (size_t)written : 0;
    }
    guard_restore_modes();
}

/* Back to whoever handled it before (a sanitizer, a core), with the terminal sane. */
static void die_sanely(int number)
{
    int saved = errno;
    if (!guard.armed)
        _exit(128 + number); /* here again: nobody takes it, and it would go on for ever */
    guard.armed = 0;
    guard_restore();
    for (int i = 0; i < COUNT_OF(fatal); i++)
        if (fatal[i] == number)
            sigaction(number, &guard.before[i], NULL);
    errno = saved;
    raise(number);
}

/* A stack that ran over is no stack to handle that on. */
static void use_own_stack(void)
{
    static char memory[STACK_BYTES];
    stack_t now, own = {.ss_sp = memory, .ss_size = sizeof memory};
    if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE))
        sigaltstack(&own, NULL);
}

void guard_arm(void)
{
    struct sigaction action = {.sa_handler = die_sanely, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    use_own_stack();
    guard.armed = 1;
    for (int i = 0; i < COUNT_OF(fatal); i++)
        sigaction(fatal[i], &action, &guard.before[i]);
}

void guard_disarm(void)
{
    if (!guard.armed)
        return;
    guard.armed = 0;
    for (int i = 0; i < COUNT_OF(fatal); i++)
        sigaction(fatal[i], &guard.before[i], NULL);
}
