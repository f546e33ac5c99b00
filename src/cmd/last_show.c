#include "config.h"

#include "src/cmd/last_show.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/paths.h"
#include "src/domain/entity.h"

enum { LINES = 200, LINE = PERSON_TEXT + SLUG_TEXT + 2 };

/* The show of a line "show person", if it is this person's. */
static const char *show_in(char *line, const char *person)
{
    char *blank = strchr(line, ' ');
    line[strcspn(line, "\n")] = '\0';
    if (!blank || strcmp(blank + 1, person) != 0)
        return NULL;
    *blank = '\0';
    return line;
}

const char *last_show_of(const char *folder, const char *person, struct arena *arena)
{
    char path[PATH_TEXT], line[LINE];
    const char *found = NULL;
    FILE *file = paths_join(path, folder, "last-shows", NULL) ? NULL : fopen(path, "re");
    if (!file)
        return NULL;
    for (int i = 0; i < LINES && !found && fgets(line, sizeof line, file); i++)
        if (show_in(line, person))
            found = arena_strdup(arena, line);
    fclose(file);
    return found;
}

/* Everybody else's line behind the new one. */
static void copy_others(const char *path, const char *person, FILE *out)
{
    char line[LINE];
    FILE *file = fopen(path, "re");
    for (int i = 1; file && i < LINES && fgets(line, sizeof line, file); i++)
        if (!show_in(line, person))
            fprintf(out, "%s\n", line);
    if (file)
        fclose(file);
}

static FILE *open_draft(char *draft)
{
    int fd = mkostemp(draft, O_CLOEXEC);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file && fd >= 0)
        close(fd);
    return file;
}

void last_show_note(const char *folder, const char *person, const char *show)
{
    char path[PATH_TEXT], draft[PATH_TEXT];
    if (paths_create(folder, NULL) || paths_join(path, folder, "last-shows", NULL) ||
        paths_join(draft, folder, "last-shows-XXXXXX", NULL))
        return;
    FILE *file = open_draft(draft);
    if (!file)
        return;
    fprintf(file, "%s %s\n", show, person);
    copy_others(path, person, file);
    if (fclose(file) != 0 || rename(draft, path) != 0)
        unlink(draft);
}
