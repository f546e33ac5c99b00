/* How rows and seats are counted: 1 2 3, A B C, odd and even from the middle. */
#ifndef LOGE_DOMAIN_PLAN_NUMBER_H
#define LOGE_DOMAIN_PLAN_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/domain/plan.h"

/* "7", "A..F", "15..1/2": labels that follow one another. Letters go A ... Z, AA, AB ... */
struct label_run {
    char single[NUMBER_TEXT]; /* when it is not a range */
    bool letters;
    int width; /* digits, when numbers are written with leading zeroes; else 0 */
    int32_t from, step;
    int count;
};
enum { LABEL_RUN_MAX = 4096 };

/* NULL, or why the text is not a range, as a sentence. `literal`: a single label whatever it holds.
 */
const char *label_run_parse(const char *text, bool literal, struct label_run *run) MUST_USE;
void label_run_at(const struct label_run *run, int i, char out[NUMBER_TEXT]);

enum number_way { NUMBER_LEFT, NUMBER_RIGHT, NUMBER_ODD_LEFT, NUMBER_ODD_RIGHT };

struct number_scheme {
    enum number_way way; /* from the left end, from the right end; odd numbers left or right of
                            the middle, counted outwards */
    bool letters;
    int32_t from, step; /* of NUMBER_LEFT and NUMBER_RIGHT */
};
#define NUMBER_SCHEME_USUAL ((struct number_scheme){NUMBER_LEFT, false, 1, 1})

/* A row as numbering sees it. */
struct number_row {
    int count; /* seats */
    int left;  /* of them left of the section's middle */
};
void number_scheme_at(const struct number_scheme *scheme, struct number_row row, int seat,
                      char out[NUMBER_TEXT]);

/* "12" or "C" as the start of a scheme. */
bool number_start_parse(const char *text, struct number_scheme *scheme) MUST_USE;

#endif
