/* The table of routes. data/openapi.json says the same to strangers; a test compares them. */
#include "config.h"

#include "src/api/api_parts.h"
#include "src/api/handlers.h"

/* Whoever may do anything may look. */
enum { ANYBODY = 0, LOOK = SCOPE_READ | SCOPE_SELL | SCOPE_DOOR };

const struct route api_routes[] = {
    {"GET", "/health", ANYBODY, AT_ONCE, do_health, NULL},
    {"GET", "/ready", ANYBODY, AT_DESK, do_ready, NULL},
    {"GET", "/metrics", ANYBODY, AT_ONCE, do_metrics, NULL},
    {"GET", "/openapi.json", ANYBODY, AT_ONCE, do_openapi, NULL},
    {"GET", "/api/shows", LOOK, AT_DESK, do_shows, NULL},
    {"GET", "/api/shows/{show}/seats", LOOK, AT_DESK, do_map, map_ready},
    {"GET", "/api/shows/{show}/occupancy", LOOK, AT_DESK, do_occupancy, NULL},
    {"GET", "/api/shows/{show}/events", LOOK, AT_DESK, do_events, NULL},
    {"POST", "/api/shows/{show}/seats/{seat}/hold", SCOPE_SELL, AT_DESK, do_seat_hold, NULL},
    {"POST", "/api/shows/{show}/seats/{seat}/cancel", SCOPE_SELL, AT_DESK, do_seat_cancel, NULL},
    {"POST", "/api/holds", SCOPE_SELL, AT_DESK, do_hold_new, NULL},
    {"GET", "/api/holds/{hold}", SCOPE_SELL, AT_DESK, do_hold_show, NULL},
    {"DELETE", "/api/holds/{hold}", SCOPE_SELL, AT_DESK, do_hold_end, NULL},
    {"POST", "/api/holds/{hold}/extend", SCOPE_SELL, AT_DESK, do_hold_extend, NULL},
    {"POST", "/api/holds/{hold}/confirm", SCOPE_SELL, AT_DESK, do_hold_confirm, NULL},
    {"POST", "/api/checkouts", SCOPE_SELL, AT_DESK, do_checkout_start, NULL},
    {"GET", "/api/checkouts/{checkout}", SCOPE_SELL, AT_DESK, do_checkout_show, NULL},
    {"POST", "/api/checkouts/{checkout}/cancel", SCOPE_SELL, AT_DESK, do_checkout_cancel, NULL},
    {"POST", "/payments/webhook", ANYBODY, AT_DESK, do_pay_hear, NULL},
    {"POST", "/api/shows/{show}/waitlist", SCOPE_SELL, AT_DESK, do_wait_join, NULL},
    {"GET", "/api/shows/{show}/waitlist/{entry}", SCOPE_SELL, AT_DESK, do_wait_show, NULL},
    {"DELETE", "/api/shows/{show}/waitlist/{entry}", SCOPE_SELL, AT_DESK, do_wait_leave, NULL},
    {"POST", "/api/lookup", LOOK, AT_DESK, do_lookup, NULL},
    {"GET", "/admin/abuse/recent", SCOPE_ADMIN, AT_DESK, do_abuse_recent, NULL},
    {"POST", "/admin/abuse/unblock/{ip}", SCOPE_ADMIN, AT_DESK, do_abuse_unblock, NULL},
    {"POST", "/api/admin/seats/release", SCOPE_ADMIN, AT_DESK, do_admin_release, NULL},
    {"POST", "/api/admin/seats/block", SCOPE_ADMIN, AT_DESK, do_admin_block, NULL},
    {"POST", "/api/admin/seats/unblock", SCOPE_ADMIN, AT_DESK, do_admin_unblock, NULL},
    {"GET", "/api/admin/status", SCOPE_ADMIN, AT_DESK, do_admin_status, NULL},
    {"POST", "/api/admin/reconcile", SCOPE_ADMIN, AT_DESK, do_admin_reconcile, NULL},
    {NULL, NULL, 0, AT_ONCE, NULL, NULL},
};
