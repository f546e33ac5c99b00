/* From argv to a command, its words and its options; pure, so that it can be fuzzed. */
#ifndef LOGE_CMD_PARSE_H
#define LOGE_CMD_PARSE_H

#include "src/base/list.h"
#include "src/cmd/command.h"

enum { PARSE_MESSAGE = 320 };

struct given {
    const struct cmd_option *option;
    const char *value; /* NULL for a switch */
};

struct args {
    const struct command *path[COMMAND_DEPTH]; /* from the program to the command */
    int depth;
    LIST(const char *) words;
    LIST(struct given) given;
};

/*
 * Options may stand anywhere, as `--opt value` or `--opt=value`; `--` ends them. Words are counted
 * against the command's table unless --help is among the options. False: what is wrong, as one
 * sentence; args then hold what was understood so far. Strings stay those of argv.
 */
bool args_parse(const struct command *root, int argc, const char *const *argv, struct arena *arena,
                struct args *args, char message[PARSE_MESSAGE]);

static inline const struct command *args_command(const struct args *args)
{
    return args->path[args->depth - 1];
}

bool args_has(const struct args *args, const char *option);
/* The value given, or NULL. */
const char *args_value(const struct args *args, const char *option);
/* Goes through the values of an option that may be repeated; *at starts at 0. NULL: no more. */
const char *args_next(const struct args *args, const char *option, int *at);
/* The word at this place, or NULL. */
const char *args_word(const struct args *args, int index);

/* "loge hold new" into out. */
char *args_path_text(const struct args *args, char *out, int size);

/* The name nearest to what was typed, NULL when nothing is near. */
const char *parse_nearest(const char *typed, const char *const *names, int count);

#endif
