/*
 * Everything a screen can ask of the counter, and what becomes of it at a till that is alone, in an
 * order in which each finds what it needs.
 */
#ifndef LOGE_TESTS_LIB_LONE_LINES_H
#define LOGE_TESTS_LIB_LONE_LINES_H

#include "src/port/cmd.h"
#include "tests/lib/lone.h"

enum lone_end {
    LONE_SEEN,  /* answered; there is nothing to keep */
    LONE_DONE,  /* done, and in the journal */
    LONE_HOUSE, /* refused: only the house can */
    LONE_RULE,  /* refused by a rule that holds everywhere */
};

struct lone_line {
    enum cmd_kind kind;
    enum lone_end end;
    const char *what;
    void (*fill)(const struct lone *lone, struct cmd *cmd);
};

extern const struct lone_line lone_lines[];
extern const int lone_line_count;

#endif
