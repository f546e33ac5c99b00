/* Who holds the seats of a show: asked for anew as seats change hands, one question at a time. */
#ifndef LOGE_UI_MAP_HOLDS_H
#define LOGE_UI_MAP_HOLDS_H

#include "ui/map.h"

struct map_holds {
    struct hold *at;
    int count;
    struct arena *arena; /* of the last answer */
    bool asking, again;
};

/* Asks for them anew, unless an answer is on its way; then again when it has come. */
void map_holds_ask(struct map_holds *holds, const char *show, struct effects *effects);
/* Takes the answer to CMD_HOLDS and its arena, and tells the map. */
void map_holds_take(struct map_holds *holds, struct map *map, const char *show, struct evt *evt,
                    struct effects *effects);
void map_holds_done(struct map_holds *holds);
/* Is somebody's hold among these changes? */
bool map_holds_in(const struct evt *news);

#endif
