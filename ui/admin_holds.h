/* Who holds what and for how long: the open holds of a show, one a line, oldest first. */
#ifndef LOGE_UI_ADMIN_HOLDS_H
#define LOGE_UI_ADMIN_HOLDS_H

#include "ui/list.h"
#include "ui/map.h"

struct admin_holds {
    struct list list;
    struct hold *at;
    int count;
    struct arena *arena; /* of the last answer */
    bool asking, again;
};

/* Asks for them anew, unless an answer is on its way. */
void admin_holds_ask(struct admin_holds *holds, const char *show, struct effects *effects);
/* Takes the answer and its arena. */
void admin_holds_take(struct admin_holds *holds, struct evt *evt);
void admin_holds_done(struct admin_holds *holds);
/* The one the cursor is on; NULL: there is none. */
const struct hold *admin_holds_focus(const struct admin_holds *holds);
void admin_holds_draw(const struct admin_holds *holds, const struct map *map,
                      const struct view *view, struct canvas *canvas, struct area body);

#endif
