#include "config.h"

#include "tests/bench/terminal.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/bench.h"

enum { QUIET_MS = 150, BURST_MS = 20, PATIENCE_MS = 20000, CHUNK = 65536 };

static const int64_t ns_a_ms = 1000000;

/* ---- beginning and end ---------------------------------------------------------------------- */

static void be_program(const char *const *argv, const char *const *env)
{
    char *words[16] = {NULL};
    for (int i = 0; i < 15 && argv[i]; i++)
        words[i] = strdup(argv[i]);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("NO_COLOR");
    unsetenv("ESCDELAY");
    unsetenv("SSH_CONNECTION");
    unsetenv("SSH_TTY");
    for (; env && *env; env++)
        putenv(strdup(*env));
    execvp(words[0], words);
    _exit(127);
}

void terminal_start(struct terminal *terminal, const char *const *argv, const char *const *env)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    fflush(NULL);
    *terminal = (struct terminal){.began = bench_now()};
    terminal->pid = forkpty(&terminal->fd, NULL, NULL, &size);
    if (terminal->pid < 0)
        bench_fail("no terminal for %s: %s", argv[0], strerror(errno));
    if (terminal->pid == 0)
        be_program(argv, env);
}

void terminal_end(struct terminal *terminal)
{
    kill(terminal->pid, SIGKILL);
    close(terminal->fd);
    waitpid(terminal->pid, NULL, 0);
    terminal->pid = 0;
}

/* ---- bytes ---------------------------------------------------------------------------------- */

static void write_keys(const struct terminal *terminal, const char *keys)
{
    size_t size = strlen(keys);
    if (write(terminal->fd, keys, size) != (ssize_t)size)
        bench_fail("a key could not be sent");
}

void terminal_send(struct terminal *terminal, const char *keys)
{
    terminal_forget(terminal);
    write_keys(terminal, keys);
}

void terminal_forget(struct terminal *terminal)
{
    terminal->bytes = terminal->bursts = 0;
}

void terminal_resize(struct terminal *terminal, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    if (ioctl(terminal->fd, TIOCSWINSZ, &size) != 0)
        bench_fail("a terminal could not be resized");
}

/* What a terminal answers when it is asked where its cursor stands. */
static void answer_probe(const struct terminal *terminal, const char *bytes)
{
    if (strstr(bytes, "\033[6n"))
        write_keys(terminal, "\033[1;2R");
}

/* False when nothing came for so long. */
static bool take(struct terminal *terminal, int ms, char chunk[CHUNK + 1])
{
    struct pollfd there = {.fd = terminal->fd, .events = POLLIN};
    if (poll(&there, 1, ms) <= 0)
        return false;
    ssize_t got = read(terminal->fd, chunk, CHUNK);
    if (got <= 0)
        bench_fail("a program ended when it should not");
    int64_t now = bench_now();
    terminal->bursts += !terminal->bursts || now - terminal->last > BURST_MS * ns_a_ms;
    terminal->last = now;
    terminal->bytes += got;
    chunk[got] = '\0';
    answer_probe(terminal, chunk);
    return true;
}

void terminal_settle(struct terminal *terminal)
{
    char chunk[CHUNK + 1];
    while (take(terminal, terminal->bytes ? QUIET_MS : PATIENCE_MS, chunk))
        continue;
    if (!terminal->bytes)
        bench_fail("a program writes nothing");
}

int64_t terminal_wait_for(struct terminal *terminal, const char *text)
{
    char chunk[CHUNK + 1];
    do {
        if (!take(terminal, PATIENCE_MS, chunk))
            bench_fail("waited in vain for \"%s\"", text);
    } while (!strstr(chunk, text));
    return terminal->last;
}

void terminal_pass(struct terminal *terminal, int64_t ms)
{
    char chunk[CHUNK + 1];
    int64_t end = bench_now() + ms * ns_a_ms;
    for (int64_t left; (left = end - bench_now()) > 0;)
        (void)take(terminal, (int)(left / ns_a_ms) + 1, chunk);
}

/* ---- costs ---------------------------------------------------------------------------------- */

/* The number behind `name` in a file of /proc; 0 when it is not there. */
static int64_t number_in(const char *path, const char *name)
{
    char line[256];
    int64_t value = 0;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            value = strtoll(line + strlen(name), NULL, 10);
    if (file)
        fclose(file);
    return value;
}

static int64_t sum_of_threads(const struct terminal *terminal, const char *file, const char *name)
{
    char path[400];
    int64_t sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)terminal->pid);
    DIR *tasks = opendir(path);
    if (!tasks)
        bench_fail("%s is not there", path);
    for (struct dirent *task; (task = readdir(tasks));) {
        if (task->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/%s", (int)terminal->pid, task->d_name, file);
        sum += number_in(path, name);
    }
    closedir(tasks);
    return sum;
}

int64_t terminal_wakes(const struct terminal *terminal)
{
    return sum_of_threads(terminal, "status", "voluntary_ctxt_switches:");
}

int64_t terminal_cpu(const struct terminal *terminal)
{
    return sum_of_threads(terminal, "schedstat", "");
}

int64_t terminal_rss_kb(const struct terminal *terminal)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)terminal->pid);
    return number_in(path, "VmRSS:");
}

bool terminal_has(const char *program)
{
    const char *path = getenv("PATH");
    char dirs[4096], *rest = dirs, full[4200];
    snprintf(dirs, sizeof dirs, "%s", path ? path : "/usr/bin:/bin");
    for (char *dir; (dir = strsep(&rest, ":"));) {
        snprintf(full, sizeof full, "%s/%s", dir, program);
        if (access(full, X_OK) == 0)
            return true;
    }
    return false;
}
