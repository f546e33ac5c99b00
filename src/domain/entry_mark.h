/*
 * Where an act stands in a till's journal, as papers made without the house say it: J7-1-42-TR is
 * entry 42 of the first epoch of the house's till number 7. The letters at the end are a check:
 * whoever types one digit wrong asks for no other entry.
 *
 * A paper outlives its till. Whoever brings it tells the house how far that journal went, and what
 * the house has not got of it is a tail: missing until the till sends it, and lost with the till.
 */
#ifndef LOGE_DOMAIN_ENTRY_MARK_H
#define LOGE_DOMAIN_ENTRY_MARK_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { ENTRY_MARK_TEXT = 48 };

struct entry_mark {
    uint16_t till; /* its number in the house */
    uint32_t epoch;
    uint64_t seq; /* 0: no entry */
};

/* "" of no entry. Returns out. */
char *entry_mark_text(const struct entry_mark *mark, char out[ENTRY_MARK_TEXT]);
/* As people type and scanners read it: in either case, with spaces around it. */
bool entry_mark_parse(const char *text, struct entry_mark *out) MUST_USE;

/* What a house has of a till's journal. */
struct tail_known {
    uint32_t epoch;     /* of the journal now */
    uint64_t start_seq; /* the last entry before that epoch */
    uint64_t last_seq;  /* the last of all that has arrived */
    uint64_t had;       /* the last that arrived in the mark's epoch or before it */
};

/* How many entries up to the marked one have not arrived; 0: it has. */
uint64_t tail_missing(const struct entry_mark *mark, const struct tail_known *known);

#endif
