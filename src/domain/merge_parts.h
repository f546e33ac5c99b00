/* What judging an entry is made of; between merge.c, merge_seat.c and merge_row.c only. */
#ifndef LOGE_DOMAIN_MERGE_PARTS_H
#define LOGE_DOMAIN_MERGE_PARTS_H

#include "src/domain/merge.h"

struct judging {
    const struct merge_call *call;
    struct arena *arena;
    struct merge_result *out;
    bool rebased;
    enum verdict reason;      /* when a change does not fit */
    enum merge_class heading; /* when a row does not; MERGE_PLAIN: by the seats */
};

enum fit { FIT_DONE, FIT_OVER, FIT_CONTESTED, FIT_WRONG };

/*
 * The seat as this entry has left it so far; NULL: the house has none. A seat it has not touched
 * yet is asked for, and *first says so.
 */
struct merge_seat *merge_seat_of(struct judging *j, const struct seat_change *change, bool *first);

/* The version a change stands on; false: its own earlier entry's is not known. */
bool merge_base_of(const struct judging *j, const struct entry_seat *want, uint32_t *version);

/* Judges one change and, when it fits, adds its steps and moves the seat on. */
enum fit merge_judge_change(struct judging *j, const struct entry_seat *want);

/* Judges what the act changes besides seats. */
enum fit merge_judge_rows(struct judging *j);
/* Is all that the act wants so at the house, and did no money move by it? */
bool merge_is_there(const struct judging *j);

#endif
