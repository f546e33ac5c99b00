/* Answers of the command line into files, for consoles. */
#ifndef LOGE_CMD_SAVE_H
#define LOGE_CMD_SAVE_H

#include "src/cmd/call.h"

/*
 * Runs one line as line_run does and writes what it prints into a new file of the folder `exports`
 * of the house, for its owner only. name has its ending: "sales-by-hour.csv"; the time goes in
 * between, and a file that is there already is never touched. Returns the path, in the arena of
 * meta; NULL, with verdict and message in the outcome, when the line was refused or the disk will
 * not have it.
 */
const char *save_line(const struct call *console, const struct act_meta *meta, const char *line,
                      const char *name, struct outcome *outcome);

#endif
