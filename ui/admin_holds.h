/* Who holds what and for how long: the open holds of a show, one a line, oldest first. */
#ifndef LOGE_UI_ADMIN_HOLDS_H
#define LOGE_UI_ADMIN_HOLDS_H

#include "ui/list.h"
#include "ui/map_holds.h"

struct admin_holds {
    struct list list;
    struct map_holds known;
};

/* An answer has come: the oldest first. */
void admin_holds_sort(struct admin_holds *holds);
/* The one the cursor is on; NULL: there is none. */
const struct hold *admin_holds_focus(const struct admin_holds *holds);
void admin_holds_draw(const struct admin_holds *holds, const struct map *map,
                      const struct view *view, struct canvas *canvas, struct area body);

#endif
