/*
 * Preloaded into the real program, so that something happens to it at a moment that can be named.
 *
 *   MISHAP="WHAT K HOW"     at the K-th of what it does from its start on:
 *       WHAT  send      bytes to a socket
 *             write     bytes into a file of a database
 *             sync      bytes to the disk
 *       HOW   before    kill -9 before it is done
 *             half      kill -9 with half of it done
 *             after     kill -9 when it is done
 *             stop      it is stopped before it is done, until somebody lets it go on
 *             fail      it fails, as a broken disk or line does, and so does every later one
 *             lie       from here on it is not done, and said to be: for controls
 *   MISHAP_ORDER=FILE       the same order in a file, for servers that run already: of each process
 *                           that has sent something, from its own start on. The file is gone when
 *                           somebody was killed by it
 *   MISHAP_TOLD=FILE        gets the number of the process as soon as it happens
 *   MISHAP_CUT=FOLDER       has each file as it was synced last: what a power cut may leave of it
 *   MISHAP_NORMAL=1         SQLite does not wait for the disk with each commit: for controls
 *   MISHAP_ROOM=BYTES       so much is free on every disk
 *   MISHAP_WALL=SECONDS     the wall clock is wrong by so much
 *   MISHAP_MONO=SECONDS     so much more has gone by since the machine was started
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* ---- what is ordered ------------------------------------------------------------------------ */

enum how { NOTHING, BEFORE, HALF, AFTER, STOP, FAIL, LIE };

static atomic_int done; /* of what is meant */

/* Of a server that forks: this process, and whether it talks to somebody. */
static pid_t counted;
static bool talks;

static enum how how_of(const char *word)
{
    static const char *const words[] = {"", "before", "half", "after", "stop", "fail", "lie"};
    for (int i = BEFORE; i <= LIE; i++)
        if (strcmp(word, words[i]) == 0)
            return (enum how)i;
    return NOTHING;
}

static void tell(void)
{
    const char *name = getenv("MISHAP_TOLD");
    FILE *file = name ? fopen(name, "we") : NULL;
    if (!file)
        return;
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
}

static void look_who(const char *what)
{
    if (counted != getpid()) {
        counted = getpid();
        talks = false;
        atomic_store(&done, 0);
    }
    talks = talks || strcmp(what, "send") == 0;
}

/* False: nobody ordered anything of this process. */
static bool read_order(char *out, int size)
{
    const char *name = getenv("MISHAP_ORDER"), *own = getenv("MISHAP");
    if (own || !name)
        return own && snprintf(out, (size_t)size, "%s", own) > 0;
    FILE *file = talks ? fopen(name, "re") : NULL;
    bool read = file && fgets(out, size, file);
    if (file)
        fclose(file);
    return read;
}

static bool is_deadly(enum how how)
{
    return how == BEFORE || how == HALF || how == AFTER;
}

/* What becomes of the next one of this kind. */
static enum how due(const char *what)
{
    char text[32], meant[8], word[8];
    int at;
    look_who(what);
    if (!read_order(text, sizeof text) || sscanf(text, "%7s %d %7s", meant, &at, word) != 3 ||
        strcmp(meant, what) != 0)
        return NOTHING;
    const enum how how = how_of(word);
    const int now = atomic_fetch_add(&done, 1) + 1;
    if (now != at && !(now > at && (how == FAIL || how == LIE)))
        return NOTHING;
    if (is_deadly(how) && getenv("MISHAP_ORDER"))
        unlink(getenv("MISHAP_ORDER"));
    tell();
    if (how == STOP)
        raise(SIGSTOP);
    return how;
}

static void die(void)
{
    syscall(SYS_kill, getpid(), SIGKILL);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static ssize_t send_now(int fd, const void *bytes, size_t size, int flags)
{
    return syscall(SYS_sendto, fd, bytes, size, flags, NULL, 0);
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    const enum how how = due("send");
    if (how == LIE)
        return (ssize_t)size;
    if (how == FAIL) {
        errno = ECONNRESET;
        return -1;
    }
    if (how == BEFORE)
        die();
    const ssize_t sent = send_now(fd, bytes, how == HALF ? size / 2 : size, flags);
    if (how == HALF || how == AFTER)
        die();
    return sent;
}

/* ---- disks ---------------------------------------------------------------------------------- */

static ssize_t write_now(int fd, const void *bytes, size_t size, off_t at)
{
    return syscall(SYS_pwrite64, fd, bytes, size, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t at)
{
    const enum how how = due("write");
    if (how == LIE)
        return (ssize_t)size;
    if (how == FAIL) {
        errno = ENOSPC;
        return -1;
    }
    if (how == BEFORE)
        die();
    const ssize_t written = write_now(fd, bytes, how == HALF ? size / 2 : size, at);
    if (how == HALF || how == AFTER)
        die();
    return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return pwrite64(fd, bytes, size, at);
}

/* The file as it is now, under its own name in that folder; whole, or as it was there before. */
static void keep_synced(int fd)
{
    char link[64], path[4096], kept[4096 + 64], fresh[4096 + 80];
    const char *folder = getenv("MISHAP_CUT");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = folder ? readlink(link, path, sizeof path - 1) : -1;
    if (length <= 0)
        return;
    path[length] = '\0';
    snprintf(kept, sizeof kept, "%.60s%s", folder, strrchr(path, '/'));
    snprintf(fresh, sizeof fresh, "%s.new", kept);
    const int from = open(path, O_RDONLY | O_CLOEXEC);
    const int to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    while (from >= 0 && to >= 0 && sendfile(to, from, NULL, 1 << 20) > 0)
        ;
    close(from);
    close(to);
    (void)!rename(fresh, kept);
}

static int sync_by(long call, int fd)
{
    const enum how how = due("sync");
    if (how == LIE)
        return 0;
    if (how == FAIL) {
        errno = EIO;
        return -1;
    }
    if (how == BEFORE || how == HALF)
        die();
    const int failed = (int)syscall(call, fd);
    if (!failed)
        keep_synced(fd);
    if (how == AFTER)
        die();
    return failed;
}

int fdatasync(int fd)
{
    return sync_by(SYS_fdatasync, fd);
}

int fsync(int fd)
{
    return sync_by(SYS_fsync, fd);
}

struct sqlite3;
typedef int exec_fn(struct sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *,
                    char **);

/* What sets how long a commit waits is made to say that it does not. */
int sqlite3_exec(struct sqlite3 *db, const char *sql, int (*row)(void *, int, char **, char **),
                 void *to, char **why)
{
    static const char full[] = "synchronous = FULL", less[] = "synchronous = NORMAL";
    exec_fn *real = (exec_fn *)dlsym(RTLD_NEXT, "sqlite3_exec");
    const char *at = getenv("MISHAP_NORMAL") ? strstr(sql, full) : NULL;
    char other[2048];
    if (at)
        snprintf(other, sizeof other, "%.*s%s%s", (int)(at - sql), sql, less, at + sizeof full - 1);
    return real(db, at ? other : sql, row, to, why);
}

int statvfs(const char *restrict path, struct statvfs *restrict out)
{
    struct statfs disk;
    const char *room = getenv("MISHAP_ROOM");
    if (syscall(SYS_statfs, path, &disk) != 0)
        return -1;
    *out = (struct statvfs){.f_bsize = (unsigned long)disk.f_bsize,
                            .f_frsize = (unsigned long)disk.f_frsize,
                            .f_bavail = disk.f_bavail};
    if (room && *room)
        out->f_bavail = strtoull(room, NULL, 10) / out->f_frsize;
    return 0;
}

/* ---- clocks --------------------------------------------------------------------------------- */

static time_t wrong_by(const char *name)
{
    const char *seconds = getenv(name);
    return seconds ? (time_t)strtoll(seconds, NULL, 10) : 0;
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    const int failed = (int)syscall(SYS_clock_gettime, id, out);
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)
        out->tv_sec += wrong_by("MISHAP_WALL");
    else if (id == CLOCK_BOOTTIME)
        out->tv_sec += wrong_by("MISHAP_MONO");
    return failed;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
