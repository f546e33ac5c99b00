#include "config.h"

#include "tests/lib/findings.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/base/list.h"

/* ---- files ---------------------------------------------------------------------------------- */

static char *text_of(const char *path, struct arena *arena)
{
    const char *top = getenv("srcdir");
    const char *whole = arena_printf(arena, "%s/%s", top ? top : TESTS_TOP, path);
    FILE *file = fopen(whole, "r");
    if (!file)
        fail_msg("%s cannot be read", whole);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *text = arena_alloc(arena, (size_t)size + 1);
    const size_t got = fread(text, 1, (size_t)size, file);
    fclose(file);
    assert_int_equal(got, size);
    return text;
}

struct names {
    struct arena *arena;
    LIST(const char *) list;
};

static void add_name(struct names *names, const char *name)
{
    *LIST_ADD(names->arena, &names->list) = name;
}

static const char *const *end_names(struct names *names)
{
    add_name(names, NULL);
    return names->list.at;
}

static bool has_name(const struct names *names, const char *name)
{
    for (int i = 0; i < names->list.count; i++)
        if (strcmp(names->list.at[i], name) == 0)
            return true;
    return false;
}

/* ---- findings ------------------------------------------------------------------------------- */

/* A finding is a short sentence of small letters; no other word in such a file has three words. */
static bool is_a_finding(const char *word, size_t size)
{
    int gaps = 0;
    for (size_t i = 0; i < size; i++) {
        if (!islower((unsigned char)word[i]) && word[i] != '_')
            return false;
        gaps += word[i] == '_';
    }
    return gaps >= 2;
}

/* The next word in quotes; what a comment says is none. NULL: there is none. */
static const char *next_quote(const char *at)
{
    for (; *at && *at != '\''; at++)
        if (strncmp(at, "--", 2) == 0)
            at += strcspn(at, "\n");
    return *at ? at : NULL;
}

const char *const *findings_named(const char *store, struct arena *arena)
{
    struct names names = {.arena = arena};
    const char *at = text_of(arena_printf(arena, "data/schema/%s/code/qa.sql", store), arena);
    while ((at = next_quote(at))) {
        const size_t size = strcspn(++at, "'");
        const char *name = arena_printf(arena, "%.*s", (int)size, at);
        if (is_a_finding(at, size) && !has_name(&names, name))
            add_name(&names, name);
        at += size + (at[size] == '\'');
    }
    return end_names(&names);
}

const char *const *findings_truths(struct arena *arena)
{
    struct names names = {.arena = arena};
    char row[32] = "", column[64];
    char *rest = text_of("src/domain/row/truths.def", arena);
    for (char *line; (line = strsep(&rest, "\n"));) {
        const char *then = strstr(line, "THEN '");
        sscanf(line, "TRUTH(%31[a-z_])", row);
        if (then && sscanf(then, "THEN '%63[a-z_.]'", column) == 1)
            add_name(&names, arena_printf(arena, "%s %s", row, column));
    }
    return end_names(&names);
}

/* ---- as they are read ----------------------------------------------------------------------- */

void findings_start(struct findings *findings, struct arena *arena)
{
    *findings = (struct findings){.arena = arena, .lines = "", .names = ""};
}

static bool is_there(const char *names, const char *name)
{
    const size_t size = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += size)
        if ((at == names || at[-1] == ' ') && (!at[size] || at[size] == ' '))
            return true;
    return false;
}

/* What comes first in the alphabet stands first. */
static const char *put_in_order(struct arena *arena, const char *names, const char *name)
{
    const char *at = names;
    while (*at && strcmp(at, name) < 0) {
        at = strchr(at, ' ');
        if (!at)
            return arena_printf(arena, "%s %s", names, name);
        at++;
    }
    return arena_printf(arena, "%.*s%s%s%s", (int)(at - names), names, name, *at ? " " : "", at);
}

void findings_add(struct findings *findings, const char *name, const char *detail)
{
    findings->lines = arena_printf(findings->arena, "%s%s: %s\n", findings->lines, name, detail);
    if (!is_there(findings->names, name))
        findings->names = put_in_order(findings->arena, findings->names, name);
}
