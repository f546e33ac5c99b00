/* What the files of the model share; nobody else includes it. */
#ifndef LOGE_UI_MODEL_PRIVATE_H
#define LOGE_UI_MODEL_PRIVATE_H

#include "ui/model.h"
#include "ui/seat_book.h"

/* What only the model itself looks at. */
struct model_memory {
    struct arena *map;      /* came with the snapshot */
    struct seat_book *book; /* its states */
    struct arena *sums;     /* ours, as long as the map */
    struct arena *holds;    /* the basket */
    int32_t *index_of; /* seat number in the hall to index in the plan, -1: none; in sums; NULL:
                          they are the same */
    int32_t numbers;
    bool *disputed; /* one a seat, in sums: it is in an open conflict; NULL: none is */
};

/* model.c: every seat is drawn as it stands. True when anything changed. */
bool model_look_at_all(struct model *model, int64_t now);

/* model_basket.c */
const struct hold *model_find_hold(const struct model *model, const struct uuid *id);
void model_replace_holds(struct model *model, const struct hold *fresh, int count, bool only);
void model_settle_basket(struct model *model, bool anew, int64_t now);
void model_seats_follow(struct model *model, const struct hold *hold);
void model_drop_sold(struct model *model, const struct sale *sale);

#endif
