/* Which handler a request is for. */
#ifndef LOGE_API_ROUTE_H
#define LOGE_API_ROUTE_H

#include <stdbool.h>

#include "src/base/arena.h"

struct exchange;

enum { ROUTE_PARTS = 3, URL_MAX = 2048 };

/* Where a handler runs: at once (it has to be quick), or in the pool, with an engine. */
enum route_place { AT_ONCE, AT_DESK };

/* How the gate looks at whoever asks (gate.h). */
enum route_pace {
    PACED,        /* as a request */
    PACED_AS_MAP, /* and as a look at the map that its first part names */
    PACED_AS_HOLD,
    PACED_IF_FORGED, /* only when its signature is wrong */
    NEVER_PACED,
};

struct route {
    const char *method; /* GET takes HEAD, too */
    const char *path;   /* "/api/shows/{id}/seats": a part in braces is anything */
    unsigned scope;     /* enum token_scope bit a token needs; 0: anybody may */
    enum route_place place;
    void (*run)(struct exchange *x);
    /* Of a route at the desk, asked without a query and a body: answers at once what lies ready;
     * false: it does not. NULL: nothing ever does. */
    bool (*ready)(struct exchange *x);
    enum route_pace pace;
};

enum route_found { ROUTE_FOUND, ROUTE_NONE, ROUTE_OTHER_METHOD, ROUTE_BAD_PATH };

/*
 * Finds the route of a path as it came over the wire. part: what stood in the braces, decoded, in
 * the arena. A path that is not UTF-8, holds a control character or climbs ("..") is BAD. *route is
 * set only when the answer is FOUND: before that the parts are incomplete.
 */
enum route_found route_find(const struct route *table, const char *method, const char *path,
                            struct arena *arena, const char *part[ROUTE_PARTS],
                            const struct route **route);

/* The methods a path takes, as the header Allow lists them. */
const char *route_methods(const struct route *table, const char *path, struct arena *arena);

/* Undoes %XX; NULL: that is no text. */
const char *route_decode(const char *text, size_t length, struct arena *arena);

#endif
