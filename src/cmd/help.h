/* What people and shells are told about the commands; all of it read from the tables. */
#ifndef LOGE_CMD_HELP_H
#define LOGE_CMD_HELP_H

#include <stdio.h>

#include "src/cmd/parse.h"

/* The page of the command at the end of the path. */
void help_print(FILE *out, const struct args *path);

/* Completion script for "bash", "zsh" or "fish"; false: another shell. */
bool completion_print(FILE *out, const char *shell);

/* The man page loge(1), as roff. */
void manual_print(FILE *out);

#endif
