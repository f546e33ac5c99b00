#include "config.h"

#include "tests/lib/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "tests/lib/pty_private.h"

enum { IDLE_FD = 9 };
enum { END_MS = SANITIZED ? PTY_PATIENCE_MS : 2000, LOOK_MS = 500 };

/* What the program's parent tells: its pid once, then each change. */
struct report {
    char what; /* 'P' began, 'S' stopped, 'E' ended */
    int value;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void die(struct pty *pty, const char *why)
{
    fprintf(stderr, "# pty: %s; the screen is:\n%s", why, pty_text(pty));
    if (!pty->ended)
        kill(pty->pid, SIGKILL);
    abort();
}

/* ---- the other side ----------------------------------------------------------------------- */

static void tell(int fd, char what, int value)
{
    struct report report = {what, value};
    if (write(fd, &report, sizeof report) < 0)
        _exit(3);
}

static void set_environment(const struct pty_start *start)
{
    char idle[16];
    snprintf(idle, sizeof idle, "%d", IDLE_FD);
    setenv("LOGE_UI_IDLE_FD", idle, 1);
    setenv("LC_ALL", start->locale ? start->locale : "C.UTF-8", 1);
    setenv("TZ", "UTC", 1);
    unsetenv("NO_COLOR");
    unsetenv("ESCDELAY");
    unsetenv("SSH_CONNECTION");
    unsetenv("SSH_TTY");
    unsetenv("LANGUAGE");
    if (start->term && *start->term)
        setenv("TERM", start->term, 1);
    else
        unsetenv("TERM");
    for (const char *const *env = start->env; env && *env; env++) {
        char *copy = strdup(*env);
        putenv(copy); /* the program's own from here on */
    }
}

static void run_program(const struct pty_start *start, int idle)
{
    sigset_t none;
    char **argv = calloc(16, sizeof *argv);
    setpgid(0, 0);
    tcsetpgrp(STDIN_FILENO, getpid());
    for (int i = 0; i < 15 && start->argv[i]; i++)
        argv[i] = strdup(start->argv[i]);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++)
        signal(number, SIG_DFL);
    set_environment(start);
    /* It may be that very number already, which dup2 would leave to be closed by exec. */
    if (dup2(idle, IDLE_FD) < 0 || fcntl(IDLE_FD, F_SETFD, 0) != 0)
        _exit(126);
    execv(argv[0], argv);
    _exit(127);
}

/* Like a shell: waits, tells, and puts the program back in front when asked to. */
static void be_parent(const struct pty_start *start, int slave, int idle, int reports, int control)
{
    int status;
    char order;
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    dup2(slave, STDIN_FILENO);
    dup2(slave, STDOUT_FILENO);
    dup2(slave, STDERR_FILENO);
    pid_t program = fork();
    if (program == 0)
        run_program(start, idle);
    close(idle); /* so that its end is the end of the program */
    tell(reports, 'P', program);
    for (;;) {
        if (waitpid(program, &status, WUNTRACED) < 0)
            _exit(2);
        if (!WIFSTOPPED(status))
            break;
        tell(reports, 'S', WSTOPSIG(status));
        if (read(control, &order, 1) != 1)
            _exit(4);
        tcsetpgrp(STDIN_FILENO, program);
        kill(-program, SIGCONT);
    }
    tell(reports, 'E', WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    _exit(0);
}

/* ---- what came ---------------------------------------------------------------------------- */

/* Always ends with a zero byte, so that it can be read as text. */
static void keep_raw(struct pty *pty, const char *bytes, size_t size)
{
    if (pty->raw_size + size + 1 > pty->raw_room) {
        pty->raw_room = (pty->raw_size + size + 1) * 2;
        pty->raw = realloc(pty->raw, pty->raw_room);
    }
    memcpy(pty->raw + pty->raw_size, bytes, size);
    pty->raw_size += size;
    pty->raw[pty->raw_size] = '\0';
}

static void write_master(struct pty *pty, const char *bytes, size_t size)
{
    while (size > 0 && !pty->closed) {
        ssize_t written = write(pty->master, bytes, size);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            pty->sent += (uint64_t)written;
            bytes += written;
            size -= (size_t)written;
        }
    }
}

/* Where the cursor stands behind one such character. */
static size_t answer_wide(char *reply, size_t size, size_t room)
{
    int row, column;
    reply[size] = '\0';
    if (sscanf(reply, "\033[%d;%dR", &row, &column) != 2)
        return size;
    return (size_t)snprintf(reply, room, "\033[%d;%dR", row, column + 1);
}

static void take_some(struct pty *pty, size_t most)
{
    char bytes[16384], reply[256];
    ssize_t got = read(pty->master, bytes, most < sizeof bytes ? most : sizeof bytes);
    if (got <= 0) {
        pty->closed = got == 0 || errno != EINTR;
        return;
    }
    keep_raw(pty, bytes, (size_t)got);
    vterm_input_write(pty->vt, bytes, (size_t)got);
    for (size_t size; (size = vterm_output_read(pty->vt, reply, sizeof reply - 1)) > 0;)
        write_master(pty, reply, pty->wide ? answer_wide(reply, size, sizeof reply) : size);
}

static void take_output(struct pty *pty)
{
    take_some(pty, SIZE_MAX);
}

static void take_mark(struct pty *pty)
{
    unsigned long long draws, bytes;
    int rows, columns;
    char byte;
    while (read(pty->idle, &byte, 1) == 1) {
        if (byte != '\n') {
            if (pty->idle_used + 1 < sizeof pty->idle_line)
                pty->idle_line[pty->idle_used++] = byte;
            continue;
        }
        pty->idle_line[pty->idle_used] = '\0';
        pty->idle_used = 0;
        if (sscanf(pty->idle_line, "%llu %llu %d %d", &draws, &bytes, &rows, &columns) == 4) {
            pty->mark.draws = draws;
            pty->mark.bytes = bytes;
            pty->mark.rows = rows;
            pty->mark.columns = columns;
        }
    }
}

static void take_report(struct pty *pty)
{
    struct report report;
    if (read(pty->reports, &report, sizeof report) != sizeof report)
        return;
    if (report.what == 'P')
        pty->pid = report.value;
    else if (report.what == 'S')
        pty->stopped = true;
    else {
        pty->ended = true;
        pty->status = report.value;
    }
}

/*
 * What patience goes by. A machine that stands still as a whole, as one that is copied does, goes
 * on with a later clock: nobody had that time to draw anything, so it counts as one look.
 */
static int64_t lived_ms(void)
{
    static int64_t seen, lived;
    int64_t now = now_ms(), since = now - seen;
    seen = now;
    lived += since < 2 * LOOK_MS ? since : 2 * LOOK_MS;
    return lived;
}

/* Takes what is there; waits for something until the deadline. */
static void take(struct pty *pty, int64_t deadline)
{
    struct pollfd fds[] = {{.fd = pty->closed ? -1 : pty->master, .events = POLLIN},
                           {.fd = pty->idle, .events = POLLIN},
                           {.fd = pty->ended ? -1 : pty->reports, .events = POLLIN}};
    int64_t left = deadline - lived_ms();
    if (left <= 0)
        die(pty, "waited too long");
    if (poll(fds, 3, (int)(left < LOOK_MS ? left : LOOK_MS)) <= 0)
        return;
    if (fds[0].revents)
        take_output(pty);
    if (fds[1].revents & POLLIN)
        take_mark(pty);
    else if (fds[1].revents) {
        close(pty->idle);
        pty->idle = -1;
    }
    if (fds[2].revents & POLLIN)
        take_report(pty);
}

/* ---- beginning and end -------------------------------------------------------------------- */

static int on_prop(VTermProp prop, VTermValue *value, void *user)
{
    struct pty *pty = user;
    if (prop == VTERM_PROP_ALTSCREEN)
        pty->alternate = value->boolean;
    if (prop == VTERM_PROP_CURSORVISIBLE)
        pty->cursor_hidden = !value->boolean;
    return 1;
}

static void make_screen(struct pty *pty, const struct pty_start *start)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = on_prop};
    const char *locale = start->locale ? start->locale : "C.UTF-8";
    pty->vt = vterm_new(start->rows, start->columns);
    vterm_set_utf8(pty->vt, strcasestr(locale, "utf-8") || strcasestr(locale, "utf8"));
    pty->screen = vterm_obtain_screen(pty->vt);
    vterm_screen_enable_altscreen(pty->screen, 1);
    vterm_screen_set_callbacks(pty->screen, &callbacks, pty);
    vterm_screen_reset(pty->screen, 1);
}

static void make_pipe(int fds[2])
{
    if (pipe2(fds, O_CLOEXEC) != 0)
        abort();
}

static void set_speed(int slave, speed_t speed)
{
    struct termios modes;
    if (speed == 0)
        return;
    if (tcgetattr(slave, &modes) != 0 || cfsetspeed(&modes, speed) != 0 ||
        tcsetattr(slave, TCSANOW, &modes) != 0)
        abort();
}

struct pty *pty_new(const struct pty_start *start)
{
    struct pty *pty = x_alloc(sizeof *pty);
    struct winsize size = {.ws_row = (unsigned short)start->rows,
                           .ws_col = (unsigned short)start->columns};
    int slave, idle[2], reports[2], control[2];
    make_pipe(idle);
    make_pipe(reports);
    make_pipe(control);
    if (openpty(&pty->master, &slave, NULL, NULL, &size) != 0)
        abort();
    fcntl(pty->master, F_SETFD, FD_CLOEXEC);
    set_speed(slave, start->speed);
    tcgetattr(slave, &pty->first);
    make_screen(pty, start);
    pty->rows = start->rows;
    pty->columns = start->columns;
    pty->wide = start->wide;
    pty->parent = fork();
    if (pty->parent == 0) {
        close(pty->master);
        close(control[1]); /* so that it hears the end of ours */
        be_parent(start, slave, idle[1], reports[1], control[0]);
    }
    close(slave);
    close(idle[1]);
    close(reports[1]);
    close(control[0]);
    pty->idle = idle[0];
    pty->reports = reports[0];
    pty->control = control[1];
    fcntl(pty->idle, F_SETFL, O_NONBLOCK);
    int64_t deadline = lived_ms() + PTY_PATIENCE_MS;
    while (!pty->pid)
        take(pty, deadline);
    return pty;
}

void pty_free(struct pty **pty)
{
    if (!*pty)
        return;
    if (!(*pty)->ended)
        kill((*pty)->pid, SIGKILL);
    close((*pty)->control);
    if ((*pty)->master >= 0)
        close((*pty)->master);
    if ((*pty)->idle >= 0)
        close((*pty)->idle);
    waitpid((*pty)->parent, NULL, 0);
    close((*pty)->reports);
    vterm_free((*pty)->vt);
    free((*pty)->raw);
    free(*pty);
    *pty = NULL;
}

/* ---- sending ------------------------------------------------------------------------------ */

void pty_send(struct pty *pty, const char *bytes, size_t size)
{
    write_master(pty, bytes, size);
}

void pty_send_signal(struct pty *pty, char byte)
{
    uint64_t sent = pty->sent;
    write_master(pty, &byte, 1);
    pty->sent = sent;
}

static bool is_drawn(const struct pty *pty)
{
    return pty->mark.draws > 0 && pty->mark.bytes >= pty->sent && pty->mark.rows == pty->rows &&
           pty->mark.columns == pty->columns;
}

/* The mark may overtake the picture on its way here: what is written already is read, too. */
static void catch_up(struct pty *pty)
{
    struct pollfd there = {.fd = pty->master, .events = POLLIN};
    while (!pty->closed && poll(&there, 1, 0) > 0)
        take_output(pty);
}

void pty_idle(struct pty *pty)
{
    int64_t deadline = lived_ms() + PTY_PATIENCE_MS;
    do {
        while (!is_drawn(pty)) {
            if (pty->ended)
                die(pty, "the program ended");
            take(pty, deadline);
        }
        catch_up(pty); /* may answer a question of the program: then it is not idle yet */
    } while (!is_drawn(pty));
}

/* In steps of a tenth of a second, each with its share of the bytes. */
size_t pty_read_for(struct pty *pty, int ms, int bytes_a_second)
{
    enum { STEP_MS = 100 };
    int64_t now = now_ms(), end = now + ms;
    size_t before = pty->raw_size;
    for (int64_t step = now + STEP_MS; now < end; step += STEP_MS) {
        size_t share = bytes_a_second ? (size_t)bytes_a_second * STEP_MS / 1000 : SIZE_MAX;
        size_t most = share == SIZE_MAX ? SIZE_MAX : pty->raw_size + share;
        for (; (now = now_ms()) < step && now < end;) {
            bool full = pty->raw_size >= most;
            struct pollfd fds[] = {{.fd = full ? -1 : pty->master, .events = POLLIN},
                                   {.fd = pty->idle, .events = POLLIN}};
            (void)!poll(fds, 2, (int)((step < end ? step : end) - now));
            if (fds[0].revents)
                take_some(pty, most - pty->raw_size);
            if (fds[1].revents & POLLIN)
                take_mark(pty);
        }
    }
    return pty->raw_size - before;
}

void pty_look_away(struct pty *pty, int ms)
{
    int64_t end = now_ms() + ms;
    for (int64_t left; (left = end - now_ms()) > 0;) {
        struct pollfd mark = {.fd = pty->idle, .events = POLLIN};
        if (poll(&mark, 1, (int)left) > 0)
            take_mark(pty);
    }
}

void pty_wait_for(struct pty *pty, const char *text)
{
    int64_t deadline = lived_ms() + PTY_PATIENCE_MS;
    while (!pty_shows(pty, text))
        take(pty, deadline);
}

uint64_t pty_draws(const struct pty *pty)
{
    return pty->mark.draws;
}

void pty_resize_only(struct pty *pty, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    pty->rows = rows;
    pty->columns = columns;
    vterm_set_size(pty->vt, rows, columns);
    ioctl(pty->master, TIOCSWINSZ, &size);
}

void pty_resize(struct pty *pty, int rows, int columns)
{
    pty_resize_only(pty, rows, columns);
    pty_idle(pty);
}

void pty_signal(struct pty *pty, int number)
{
    kill(pty->pid, number);
}

void pty_wait_stopped(struct pty *pty)
{
    int64_t deadline = lived_ms() + PTY_PATIENCE_MS;
    while (!pty->stopped && !pty->ended)
        take(pty, deadline);
    catch_up(pty);
    if (pty->ended)
        die(pty, "the program ended instead of stopping");
}

void pty_go_on(struct pty *pty)
{
    char order = 'c';
    pty->stopped = false;
    pty->mark.draws = 0;
    if (write(pty->control, &order, 1) != 1)
        die(pty, "its parent is gone");
}

void pty_hang_up(struct pty *pty)
{
    close(pty->master);
    pty->master = -1;
    pty->closed = true;
}

static int wait_end_for(struct pty *pty, int ms)
{
    int64_t deadline = lived_ms() + ms;
    while (!pty->ended)
        take(pty, deadline);
    if (!pty->closed)
        catch_up(pty);
    return pty->status;
}

int pty_wait_end(struct pty *pty)
{
    return wait_end_for(pty, PTY_PATIENCE_MS);
}

int pty_wait_end_soon(struct pty *pty)
{
    return wait_end_for(pty, END_MS);
}

int pty_wait_end_unread(struct pty *pty)
{
    struct pollfd report = {.fd = pty->reports, .events = POLLIN};
    if (poll(&report, 1, END_MS) != 1)
        die(pty, "it waits for its line");
    return wait_end_for(pty, END_MS);
}
