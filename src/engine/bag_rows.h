/* All that a bag check reads, at once: for the act itself and for the answer to its replay. */
#ifndef LOGE_ENGINE_BAG_ROWS_H
#define LOGE_ENGINE_BAG_ROWS_H

#include "src/port/act.h"

struct bag_rows {
    bool found; /* the ticket was sold, or was at a door */
    struct door_row door;
    bool weighed;
    struct checkin kept; /* when it was */
    struct bag_rule rule;
    struct house house;
};

/* By id, or by code when id is NULL. */
enum rc bag_rows_read(struct store *, const struct uuid *id, const char *code, struct bag_rows *,
                      struct err *);

/* What is shown of them, with the check-in that was written last; in the arena. */
struct checked *bag_rows_show(const struct bag_rows *, struct arena *);

#endif
