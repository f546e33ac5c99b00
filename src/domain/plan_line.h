/* A plan text line by line and character by character: columns are code points. */
#ifndef LOGE_DOMAIN_PLAN_LINE_H
#define LOGE_DOMAIN_PLAN_LINE_H

#include "src/domain/plan_text.h"

struct plan_source {
    const char *at, *end;
    int line; /* lines read so far */
};

struct plan_line {
    const char *text;
    int number; /* from 1 */
    int count;  /* code points, trailing spaces left out */
    int at;     /* cursor: index of the next code point */
    bool bad;   /* holds what no line may hold; a fault says what */
    uint32_t point[PLAN_COLUMNS_MAX];
    int offset[PLAN_COLUMNS_MAX + 1]; /* of each code point in text */
};

struct plan_source plan_source_open(const char *text, size_t size);
/* False at the end of the text. */
bool plan_line_next(struct plan_source *source, struct plan_line *line,
                    struct plan_faults *faults) MUST_USE;

void plan_line_skip_spaces(struct plan_line *line);
bool plan_line_ended(struct plan_line *line); /* nothing but spaces is left */

/*
 * A word: up to the next space, or "in quotes" with "" for a quote. The words of a name run to the
 * end of the line, or are quoted. False when there is none, or with a fault when it is malformed
 * or longer than out holds.
 */
struct plan_word {
    int column; /* from 1 */
    bool quoted;
};
bool plan_line_word(struct plan_line *line, char *out, size_t size, struct plan_word *word,
                    struct plan_faults *faults) MUST_USE;
bool plan_line_name(struct plan_line *line, char *out, size_t size,
                    struct plan_faults *faults) MUST_USE;

#endif
