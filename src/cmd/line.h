/*
 * One line of the command line's grammar, typed behind ':' in the console (or a line of a script).
 * It is the same table, parser and functions as from the shell; only the answer goes into memory
 * and the acting person is the console's.
 */
#ifndef LOGE_CMD_LINE_H
#define LOGE_CMD_LINE_H

#include "src/cmd/call.h"

/*
 * Runs "hold new hamlet A-1" (a leading "loge" is dropped, quotes hold words together) for whoever
 * meta names, on the house of `console`. Returns what was printed, in meta's arena; *code is the
 * exit code. Commands that open houses of their own, or ask at the terminal, are refused.
 */
const char *line_run(const struct call *console, const struct act_meta *meta, const char *line,
                     int *code);

/* What was printed, without the name of the program in front of an error: nobody typed it here. */
const char *line_without_name(const char *text);

/* A call of its own on the console's house: nothing of one line is left for the next. */
void line_borrow(struct call *call, const struct call *console, const struct act_meta *meta);

/* Splits a line into words; NULL and a sentence in *fault when a quote is left open. */
const char *const *line_words(const char *line, struct arena *arena, int *count,
                              const char **fault);

#endif
