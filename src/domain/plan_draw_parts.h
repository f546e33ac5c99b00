/* What the files that draw a plan share. Nobody else includes this. */
#ifndef LOGE_DOMAIN_PLAN_DRAW_PARTS_H
#define LOGE_DOMAIN_PLAN_DRAW_PARTS_H

#include "src/base/list.h"
#include "src/domain/plan_draw.h"
#include "src/domain/plan_letters.h"

enum look { /* how a seat can be shown; classes come after */
            LOOK_FREE,
            LOOK_WHEELCHAIR,
            LOOK_MINE,
            LOOK_HELD,
            LOOK_SOLD,
            LOOK_BLOCKED,
            LOOK_OTHER, /* blocked here, open to another channel */
            LOOK_PLAN_WHEELCHAIR,
            LOOK_PLAN_COMPANION,
            LOOK_PLAN_RESTRICTED,
            LOOK_PLAN_HOUSE,
            LOOK_CLASS,
            LOOK_COUNT = LOOK_CLASS + PLAN_CLASSES_MAX
};

struct sketch {
    const struct plan *plan;
    const struct plan_drawing *drawing;
    struct arena *arena;
    struct plan_letters letters;
    bool shown[LOOK_COUNT]; /* what the key has to tell */
    LIST(char) text;
};

void sketch_put(struct sketch *sketch, const char *fmt, ...) PRINTF(2, 3);
/* Text from the plan, made safe and cut to a number of columns. */
void sketch_label(struct sketch *sketch, const char *label, int columns, bool right);
int sketch_columns(const struct sketch *sketch);
const char *sketch_word(const struct sketch *sketch, const char *english);

enum look sketch_look(const struct sketch *sketch, int seat);
const char *sketch_glyph(struct sketch *sketch, int seat); /* and remembers it for the key */

bool sketch_is_free(const struct plan_drawing *drawing, int seat);
bool sketch_is_mine(const struct plan_drawing *drawing, int seat);

void sketch_rows(struct sketch *sketch);
bool sketch_round(struct sketch *sketch); /* false: does not fit, nothing was drawn */
void sketch_tiles(struct sketch *sketch);

#endif
