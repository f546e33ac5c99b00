/* Writing keys into the configuration file without touching what people wrote around them. */
#include "config.h"

#include "src/base/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/base/list.h"
#include "src/base/paths.h"
#include "src/base/text.h"

struct file_lines {
    struct arena *arena;
    LIST(const char *) at;
};

static enum rc take_lines(struct file_lines *lines, const char *path, struct err *err)
{
    FILE *file = fopen(path, "re");
    char line[1024];
    if (!file && errno == ENOENT)
        return RC_OK;
    if (!file)
        return err_set_errno(err, RC_CONFIG, "Cannot open %s", path);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        *LIST_ADD(lines->arena, &lines->at) = arena_strdup(lines->arena, line);
    }
    bool failed = ferror(file);
    fclose(file);
    return failed ? err_set(err, RC_CONFIG, "", "Cannot read %s", path) : RC_OK;
}

/* "[house]" */
static bool is_head(const char *line, const char *section)
{
    size_t length = strlen(section);
    line += strspn(line, " \t");
    return *line == '[' && strncmp(line + 1, section, length) == 0 && line[length + 1] == ']';
}

static bool any_head(const char *line)
{
    return line[strspn(line, " \t")] == '[';
}

/* "pg = ..." */
static bool is_key(const char *line, const char *name)
{
    size_t length = strlen(name);
    line += strspn(line, " \t");
    return strncmp(line, name, length) == 0 && line[length + strspn(line + length, " \t")] == '=';
}

static void insert(struct file_lines *lines, int at, const char *line)
{
    *LIST_ADD(lines->arena, &lines->at) = NULL;
    memmove(lines->at.at + at + 1, lines->at.at + at,
            (size_t)(lines->at.count - at - 1) * sizeof *lines->at.at);
    lines->at.at[at] = line;
}

static void put(struct file_lines *lines, const struct setting_line *wish)
{
    const struct setting_rule *rule = setting_rule(wish->setting);
    const char *line = arena_printf(lines->arena, "%s = %s", rule->name, wish->text);
    int end = -1; /* after the last line of the section that says something */
    bool inside = false;
    for (int i = 0; i < lines->at.count; i++) {
        const char *text = lines->at.at[i];
        if (any_head(text))
            inside = is_head(text, rule->section);
        if (inside && is_key(text, rule->name)) {
            lines->at.at[i] = line;
            return;
        }
        if (inside && text[strspn(text, " \t")])
            end = i + 1;
    }
    if (end < 0) {
        *LIST_ADD(lines->arena, &lines->at) = arena_printf(lines->arena, "[%s]", rule->section);
        end = lines->at.count;
    }
    insert(lines, end, line);
}

static const char *whole_text(const struct file_lines *lines)
{
    size_t size = 1;
    for (int i = 0; i < lines->at.count; i++)
        size += strlen(lines->at.at[i]) + 1;
    char *text = arena_alloc(lines->arena, size), *to = text;
    for (int i = 0; i < lines->at.count; i++)
        to = stpcpy(stpcpy(to, lines->at.at[i]), "\n");
    *to = '\0';
    return text;
}

static enum rc check(const char *path, const char *text, struct err *err)
{
    struct settings *draft = settings_new();
    enum rc rc = settings_parse(draft, path, text, strlen(text), err);
    settings_free(&draft);
    return rc;
}

static enum rc write_aside(const char *path, const char *text, struct err *err)
{
    char aside[PATH_TEXT + 8];
    snprintf(aside, sizeof aside, "%s.new", path);
    int fd = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0)
        return err_set_errno(err, RC_CONFIG, "Cannot write %s", aside);
    size_t size = strlen(text);
    bool ok = write(fd, text, size) == (ssize_t)size && fsync(fd) == 0;
    ok = close(fd) == 0 && ok;
    if (ok && rename(aside, path) == 0)
        return RC_OK;
    enum rc rc = err_set_errno(err, RC_CONFIG, "Cannot write %s", path);
    unlink(aside);
    return rc;
}

enum rc settings_save(const char *path, const struct setting_line *wishes, int count,
                      struct err *err)
{
    struct file_lines lines = {.arena = arena_new()};
    enum rc rc = take_lines(&lines, path, err);
    for (int i = 0; !rc && i < count; i++)
        put(&lines, &wishes[i]);
    const char *text = rc ? "" : whole_text(&lines);
    if (!rc)
        rc = check(path, text, err);
    if (!rc)
        rc = write_aside(path, text, err);
    arena_free(&lines.arena);
    return rc;
}
