/*
 * What the audit screen is narrowed to, as it is typed: "by anna till T3", "seat A-12 show hamlet",
 * "order B-7K3QM9". A single word without its key is an order when it looks like a code, else a
 * person.
 */
#ifndef LOGE_UI_AUDIT_FILTER_H
#define LOGE_UI_AUDIT_FILTER_H

#include <stdbool.h>

#include "src/domain/entity.h"

struct audit_filter {
    char actor[PERSON_TEXT], till[TILL_TEXT];
    char show[SLUG_TEXT], seat[SEAT_TEXT];
    char order[UUID_TEXT]; /* code or id */
};

/* False: `wrong` is the word that is not understood, and the filter is unchanged. */
bool audit_filter_read(const char *text, struct audit_filter *filter,
                       char wrong[SEAT_TEXT]) MUST_USE;
bool audit_filter_is_empty(const struct audit_filter *filter);

#endif
