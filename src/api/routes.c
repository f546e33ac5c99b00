/* The table of routes. data/openapi.json says the same to strangers; a test compares them. */
#include "config.h"

#include "src/api/api_parts.h"
#include "src/api/handlers.h"

/* Whoever may do anything may look. */
enum { ANYBODY = 0, LOOK = SCOPE_READ | SCOPE_SELL | SCOPE_DOOR };

const struct route api_routes[] = {
    {"GET", "/health", ANYBODY, AT_ONCE, do_health},
    {"GET", "/ready", ANYBODY, AT_DESK, do_ready},
    {"GET", "/metrics", ANYBODY, AT_ONCE, do_metrics},
    {"GET", "/api/shows", LOOK, AT_DESK, do_shows},
    {"GET", "/api/shows/{show}/occupancy", LOOK, AT_DESK, do_occupancy},
    {NULL, NULL, 0, AT_ONCE, NULL},
};
