/* The makings of a heat map. Inside of heat*.c. */
#ifndef LOGE_DOMAIN_HEAT_PARTS_H
#define LOGE_DOMAIN_HEAT_PARTS_H

#include "src/domain/heat.h"

struct heat_making {
    const struct heat_request *request;
    struct arena *arena;
    struct heat *heat;
};

/* A new kind; its number. */
int heat_add_kind(struct heat_making *making, const char *name, enum heat_mark mark,
                  enum heat_tone tone);
void heat_put(struct heat_making *making, int seat, int kind);
/* How a seat stands now: a hold that is over leaves it available. */
enum seat_status heat_status(const struct heat_request *request, int seat);
/* Free, sold and blocked seats as small things beside what the view is about. */
void heat_put_quiet(struct heat_making *making);

void heat_by_holder(struct heat_making *making);
void heat_by_age(struct heat_making *making);

#endif
