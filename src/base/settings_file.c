/*
 * Reading the configuration file with inih. The file is taken into memory first and handed to the
 * parser line by line, so that the line of every refusal is known and nothing the parser would
 * silently cut or join (long lines, NUL bytes, indented continuations) ever reaches it.
 */
#include "config.h"

#include "src/base/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/base/text.h"

struct reading {
    struct settings *settings;
    const char *path;
    const char *at, *end;
    int line;
    int line_of[SETTING_COUNT]; /* 0: not in the file */
    enum rc rc;
    int refused_line;
    struct err *err;
};

/* Keeps the refusal that stands first in the file; the parser goes on to the end in any case. */
static void refuse(struct reading *reading, int line, const char *what)
{
    if (reading->rc && line >= reading->refused_line)
        return;
    reading->refused_line = line;
    reading->rc = err_set(reading->err, RC_CONFIG, "", "%s:%d: %s", reading->path, line, what);
}

static int handle_open(struct reading *reading, const char *section, const char *name,
                       const char *value)
{
    struct err why;
    if (!settings_open_add(reading->settings, section, name, value, &why))
        return 1;
    refuse(reading, reading->line, why.text);
    return 0;
}

static int handle(void *user, const char *section, const char *name, const char *value)
{
    struct reading *reading = user;
    struct err why;
    char what[128], key[72], shown[100];
    if (setting_section_open(section))
        return handle_open(reading, section, name, value);
    int found = setting_find(section, name);
    snprintf(key, sizeof key, "%.40s.%.24s", section, name);
    text_escape(shown, sizeof shown, key);
    if (found < 0)
        snprintf(what, sizeof what, "There is no key %s", *section ? shown : shown + 1);
    else if (reading->line_of[found])
        snprintf(what, sizeof what, "%s was set on line %d already", shown,
                 reading->line_of[found]);
    if (found < 0 || reading->line_of[found]) {
        refuse(reading, reading->line, what);
        return 0;
    }
    reading->line_of[found] = reading->line;
    if (settings_set(reading->settings, (enum setting)found, value, &why)) {
        refuse(reading, reading->line, why.text);
        return 0;
    }
    return 1;
}

static const char *why_bad_line(const char *line, size_t length, size_t room)
{
    if (memchr(line, '\0', length))
        return "The line holds a NUL byte";
    if (!text_valid(line, length))
        return "The line is not valid UTF-8";
    return length + 2 > room ? "The line is too long" : NULL;
}

/* fgets for inih: one line of memory, without its indentation. */
static char *next_line(char *out, int room, void *stream)
{
    struct reading *reading = stream;
    if (reading->at == reading->end)
        return NULL;
    const char *line = reading->at;
    const char *newline = memchr(line, '\n', (size_t)(reading->end - line));
    const char *end = newline ? newline : reading->end;
    reading->at = newline ? newline + 1 : end;
    reading->line++;
    while (line < end && strchr(" \t\v\f\r", *line) && *line)
        line++;
    size_t length = (size_t)(end - line);
    const char *why = why_bad_line(line, length, (size_t)room);
    if (why) {
        refuse(reading, reading->line, why);
        return NULL;
    }
    memcpy(out, line, length);
    memcpy(out + length, "\n", 2);
    return out;
}

static void parse(struct reading *reading)
{
    int failed_line = ini_parse_stream(next_line, reading, handle, reading);
    if (failed_line > 0 && (!reading->rc || failed_line < reading->refused_line))
        refuse(reading, failed_line, "The line is neither \"name = value\" nor \"[section]\"");
}

static void check_together(struct reading *reading)
{
    struct err why;
    enum setting culprit;
    if (!reading->rc && settings_check(reading->settings, &culprit, &why))
        refuse(reading, reading->line_of[culprit] ? reading->line_of[culprit] : reading->line,
               why.text);
}

enum rc settings_parse(struct settings *settings, const char *name, const char *bytes, size_t size,
                       struct err *err)
{
    struct settings *draft = settings_copy(settings);
    struct reading reading = {
        .settings = draft, .path = name, .at = bytes, .end = bytes + size, .err = err};
    parse(&reading);
    check_together(&reading);
    if (!reading.rc)
        settings_take(settings, draft);
    settings_free(&draft);
    return reading.rc;
}

static enum rc read_all(int fd, const char *path, char **bytes, size_t *size, struct err *err)
{
    struct stat info;
    if (fstat(fd, &info) < 0)
        return err_set_errno(err, RC_CONFIG, "Cannot look at %s", path);
    if (!S_ISREG(info.st_mode))
        return err_set(err, RC_CONFIG, "", "%s is not a plain file", path);
    *bytes = x_alloc(SETTINGS_FILE_MAX + 1);
    for (ssize_t got = 1; got > 0 && *size <= SETTINGS_FILE_MAX; *size += (size_t)got) {
        got = read(fd, *bytes + *size, SETTINGS_FILE_MAX + 1 - *size);
        if (got < 0)
            return err_set_errno(err, RC_CONFIG, "Cannot read %s", path);
    }
    if (*size > SETTINGS_FILE_MAX)
        return err_set(err, RC_CONFIG, "EFBIG", "%s is larger than %d bytes", path,
                       SETTINGS_FILE_MAX);
    return RC_OK;
}

static enum rc read_file(const char *path, char **bytes, size_t *size, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return err_set_errno(err, RC_CONFIG, "Cannot open %s", path);
    enum rc rc = read_all(fd, path, bytes, size, err);
    close(fd);
    return rc;
}

enum rc settings_load(struct settings *settings, const char *path, bool required, struct err *err)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!required && access(path, F_OK) < 0 && errno == ENOENT)
        return RC_OK;
    enum rc rc = read_file(path, &bytes, &size, err);
    if (!rc)
        rc = settings_parse(settings, path, bytes, size, err);
    free(bytes);
    return rc;
}
