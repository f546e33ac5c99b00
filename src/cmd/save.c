#include "config.h"

#include "src/cmd/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/cmd/intl.h"
#include "src/cmd/line.h"

enum { TRIES = 100, STAMP_TEXT = 32 };

struct export
{
    struct arena *arena;
    const char *name, *text;
    int64_t now;
    struct outcome *outcome;
};

static const char *fail(struct outcome *outcome, enum verdict verdict, const char *text)
{
    outcome->verdict = verdict;
    snprintf(outcome->message, sizeof outcome->message, "%s", line_without_name(text));
    outcome->message[strcspn(outcome->message, "\n")] = '\0';
    return NULL;
}

static const char *disk_fault(struct arena *arena, struct outcome *outcome, const char *path)
{
    return fail(outcome, VERDICT_UNAVAILABLE,
                arena_printf(arena, _("%s cannot be written: %s."), path, strerror(errno)));
}

/* "sales-by-hour-20261120-184100.csv"; from the second try on with a number. */
static const char *stamped(struct arena *arena, const char *name, int64_t now, int try)
{
    char stamp[STAMP_TEXT], again[16] = "";
    const char *ending = strrchr(name, '.');
    time_t seconds = (time_t)(now / 1000);
    struct tm here = {0};
    localtime_r(&seconds, &here);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &here);
    if (try > 0)
        snprintf(again, sizeof again, "-%d", try + 1);
    int stem = (int)(ending ? ending - name : (ptrdiff_t)strlen(name));
    return arena_printf(arena, "%.*s-%s%s%s", stem, name, stamp, again, ending ? ending : "");
}

static bool write_all(int fd, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t wrote = write(fd, text, left);
        if (wrote < 0 && errno != EINTR)
            return false;
        text += wrote > 0 ? wrote : 0;
        left -= wrote > 0 ? (size_t)wrote : 0;
    }
    return fsync(fd) == 0;
}

/* A file that could not be written whole is taken away again. */
static const char *fill(int fd, const char *path, const struct export *export)
{
    bool written = write_all(fd, export->text);
    int fault = errno;
    if (close(fd) == 0 && written)
        return path;
    errno = fault;
    unlink(path);
    return disk_fault(export->arena, export->outcome, path);
}

static const char *save(const struct export *export, const char *folder)
{
    struct err err;
    char path[PATH_TEXT] = "";
    for (int try = 0; try < TRIES; try++) {
        const char *name = stamped(export->arena, export->name, export->now, try);
        if (paths_join(path, folder, name, &err))
            return fail(export->outcome, VERDICT_UNAVAILABLE, err.text);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0)
            return fill(fd, arena_strdup(export->arena, path), export);
        if (errno != EEXIST)
            break;
    }
    return disk_fault(export->arena, export->outcome, path);
}

static const char *save_in_house(const struct export *export, const struct paths *paths)
{
    struct err err;
    char folder[PATH_TEXT];
    if (paths_join(folder, paths->data, "exports", &err) || paths_create(folder, &err))
        return fail(export->outcome, VERDICT_UNAVAILABLE, err.text);
    return save(export, folder);
}

static enum verdict verdict_of(int code)
{
    if (code == EXIT_UNREACHABLE)
        return VERDICT_UNAVAILABLE;
    return code == EXIT_FORBIDDEN ? VERDICT_NOT_ALLOWED : VERDICT_INVALID;
}

const char *save_line(const struct call *console, const struct act_meta *meta, const char *line,
                      const char *name, struct outcome *outcome)
{
    int code = EXIT_DONE;
    const struct export export = {.arena = meta->arena,
                                  .name = name,
                                  .text = line_run(console, meta, line, &code),
                                  .now = clock_wall(&console->desk.clock),
                                  .outcome = outcome};
    if (code == EXIT_DONE)
        return save_in_house(&export, &console->paths);
    return fail(outcome, verdict_of(code), export.text);
}
