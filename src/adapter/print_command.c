#include "config.h"

#include "src/adapter/print_command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/base/tongue.h"

enum { LOOK_MS = 50, NOT_FOUND = 127 };

struct running {
    pid_t pid;
    int complaints; /* what it writes to standard error */
    size_t used;
    char text[PRINT_WHY];
};

/* ---- starting ----------------------------------------------------------------------------- */

/* A group of its own, so that all of it can be ended; signals as a shell would have them. */
static void set_signals(posix_spawnattr_t *attr)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attr, &none);
    posix_spawnattr_setsigdefault(attr, &all);
    posix_spawnattr_setpgroup(attr, 0);
    posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                       POSIX_SPAWN_SETPGROUP);
}

static int spawn(const struct print_command *print, int complaints, pid_t *pid)
{
    char shell[] = "sh", flag[] = "-c";
    char *words[] = {shell, flag, (char *)(uintptr_t)print->command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, print->path, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
    posix_spawnattr_init(&attr);
    set_signals(&attr);
    int fault = posix_spawn(pid, "/bin/sh", &files, &attr, words, environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&files);
    return fault;
}

static bool start(const struct print_command *print, struct running *running, char why[PRINT_WHY])
{
    int ends[2];
    int fault = pipe2(ends, O_CLOEXEC | O_NONBLOCK) ? errno : 0;
    if (!fault) {
        fault = spawn(print, ends[1], &running->pid);
        close(ends[1]);
        running->complaints = ends[0];
        if (fault)
            close(ends[0]);
    }
    if (fault)
        snprintf(why, PRINT_WHY, tongue(N_("The printing command cannot be started: %s.")),
                 strerror(fault));
    return !fault;
}

/* ---- waiting ------------------------------------------------------------------------------ */

static void listen_to(struct running *running)
{
    char bytes[PRINT_WHY];
    ssize_t got;
    while ((got = read(running->complaints, bytes, sizeof bytes)) > 0) {
        size_t room = sizeof running->text - 1 - running->used;
        size_t take = (size_t)got < room ? (size_t)got : room;
        memcpy(running->text + running->used, bytes, take);
        running->used += take;
    }
}

/* -1: it had to be ended. A command that went, but whose children still hold the pipe, is over. */
static int wait_for(const struct print_command *print, struct running *running)
{
    int64_t until = clock_mono(&print->clock) + print->patience_ms;
    int status;
    while (waitpid(running->pid, &status, WNOHANG) == 0) {
        struct pollfd fd = {.fd = running->complaints, .events = POLLIN};
        if (atomic_load(print->stop) || clock_mono(&print->clock) >= until) {
            kill(-running->pid, SIGKILL);
            waitpid(running->pid, &status, 0);
            return -1;
        }
        if (poll(&fd, 1, LOOK_MS) == 1 && (fd.revents & POLLIN) == 0)
            poll(NULL, 0, LOOK_MS); /* it closed its standard error and works on */
        listen_to(running);
    }
    listen_to(running);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void explain_code(int code, char why[PRINT_WHY])
{
    if (code == NOT_FOUND)
        snprintf(why, PRINT_WHY, "%s", tongue(N_("The printing command was not found.")));
    else
        snprintf(why, PRINT_WHY, tongue(N_("The printing command failed with code %d.")), code);
}

static void explain(const struct print_command *print, const struct running *running, int code,
                    char why[PRINT_WHY])
{
    char line[PRINT_WHY];
    text_copy(line, sizeof line, running->text);
    line[strcspn(line, "\n")] = '\0';
    if (code < 0 && !atomic_load(print->stop))
        snprintf(why, PRINT_WHY, tongue(N_("The printer did not answer for %d s.")),
                 (int)(print->patience_ms / 1000));
    else if (code < 0)
        snprintf(why, PRINT_WHY, "%s",
                 tongue(N_("The program ended while this was being printed.")));
    else if (text_clean(line, why, PRINT_WHY) || !*why)
        explain_code(code, why);
}

bool print_command_run(const struct print_command *print, char why[PRINT_WHY])
{
    struct running running = {0};
    why[0] = '\0';
    if (!start(print, &running, why))
        return false;
    int code = wait_for(print, &running);
    close(running.complaints);
    if (code != 0)
        explain(print, &running, code, why);
    return code == 0;
}
