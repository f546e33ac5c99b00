/*
 * A command line from a stranger, one argument a line: understood, or refused in one sentence that
 * is safe to print. The tables are the real ones; nothing is run.
 */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"
#include "src/cmd/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGS_MAX = 256 };

static int split(char *text, const char **argv)
{

    int argc = 0;
    argv[argc++] = "loge";
    for (char *next; text && argc < ARGS_MAX; text = next) {
        next = strchr(text, '\n');
        if (next)
            *next++ = '\0';
        argv[argc++] = text;
    }
    return argc;
}

/* What the parser promises the commands. */
static void assert_understood(const struct args *args)
{
    assert(args->depth >= 1 && args->depth <= COMMAND_DEPTH);
    for (int i = 0; i < args->given.count; i++) {
        const struct given *given = &args->given.at[i];
        assert(!given->option->value == !given->value);
        assert(args_has(args, given->option->name));
    }
    if (!args_has(args, "help") && !args_has(args, "version"))
        assert(args_command(args)->run);
}

static void assert_sentence(const char *message)
{
    const char *at = message, *end = message + strlen(message);
    assert(at < end);
    assert(text_valid(message, strlen(message)));
    while (at < end)
        assert(text_char_columns(text_next(&at, end)) >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *argv[ARGS_MAX];
    char message[PARSE_MESSAGE] = "";
    struct arena *arena = arena_new();
    struct args args;
    int argc = split(arena_strndup(arena, (const char *)data, size), argv);
    if (args_parse(&command_root, argc, argv, arena, &args, message))
        assert_understood(&args);
    else
        assert_sentence(message);
    arena_free(&arena);
    return 0;
}
