/* For tests: files of the source tree, and documents with one thing changed. */
#ifndef LOGE_TESTS_PLAN_FILES_H
#define LOGE_TESTS_PLAN_FILES_H

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/base/arena.h"

/* NULL when there is no such file. */
static inline const char *read_any_file(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t room = 1 << 20;
    char *text = arena_alloc(arena, room);
    size_t size = fread(text, 1, room - 1, file);
    fclose(file);
    text[size] = '\0';
    return text;
}

static inline const char *read_test_file(struct arena *arena, const char *path)
{
    static const char me[] = __FILE__, here[] = "tests/unit/plan_files.h";
    int top = (int)(strlen(me) - strlen(here)); /* whatever the compiler was told about it */
    const char *text = read_any_file(arena, arena_printf(arena, "%.*s%s", top, me, path));
    assert(text);
    return text;
}

/* The text with the first `from` replaced by `to`; both must make a difference. */
static inline const char *changed(struct arena *arena, const char *text, const char *from,
                                  const char *to)
{
    const char *at = strstr(text, from);
    assert(at);
    return arena_printf(arena, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

#endif
