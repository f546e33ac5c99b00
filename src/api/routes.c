/* The table of routes. data/openapi.json says the same to strangers; a test compares them. */
#include "config.h"

#include "src/api/api_parts.h"
#include "src/api/handlers.h"

/* Whoever may do anything may look. */
enum { ANYBODY = 0, LOOK = SCOPE_READ | SCOPE_SELL | SCOPE_DOOR };

const struct route api_routes[] = {
    {"GET", "/health", ANYBODY, AT_ONCE, do_health, NULL, NEVER_PACED},
    {"GET", "/ready", ANYBODY, AT_DESK, do_ready, ready_known, NEVER_PACED},
    {"GET", "/metrics", ANYBODY, AT_ONCE, do_metrics, NULL, NEVER_PACED},
    {"GET", "/openapi.json", ANYBODY, AT_ONCE, do_openapi, NULL, NEVER_PACED},
    {"GET", "/api/shows", LOOK, AT_DESK, do_shows, NULL, PACED},
    {"GET", "/api/shows/{show}/seats", LOOK, AT_DESK, do_map, map_ready, PACED_AS_MAP},
    {"GET", "/api/shows/{show}/occupancy", LOOK, AT_DESK, do_occupancy, NULL, PACED},
    {"GET", "/api/shows/{show}/events", LOOK, AT_DESK, do_events, NULL, PACED_AS_MAP},
    {"POST", "/api/shows/{show}/seats/{seat}/hold", SCOPE_SELL, AT_DESK, do_seat_hold, NULL,
     PACED_AS_HOLD},
    {"POST", "/api/shows/{show}/seats/{seat}/cancel", SCOPE_SELL, AT_DESK, do_seat_cancel, NULL,
     PACED},
    {"POST", "/api/holds", SCOPE_SELL, AT_DESK, do_hold_new, NULL, PACED_AS_HOLD},
    {"GET", "/api/holds/{hold}", SCOPE_SELL, AT_DESK, do_hold_show, NULL, PACED},
    {"DELETE", "/api/holds/{hold}", SCOPE_SELL, AT_DESK, do_hold_end, NULL, PACED},
    {"POST", "/api/holds/{hold}/extend", SCOPE_SELL, AT_DESK, do_hold_extend, NULL, PACED},
    {"POST", "/api/holds/{hold}/transfer", SCOPE_SELL, AT_DESK, do_hold_transfer, NULL, PACED},
    {"POST", "/api/holds/{hold}/confirm", SCOPE_SELL, AT_DESK, do_hold_confirm, NULL, PACED},
    {"GET", "/api/sales/{code}", SCOPE_SELL, AT_DESK, do_sale_show, NULL, PACED},
    {"POST", "/api/sales/{code}/refund", SCOPE_SELL, AT_DESK, do_sale_refund, NULL, PACED},
    {"GET", "/api/sales/{code}/tickets.pdf", SCOPE_SELL, AT_DESK, do_sale_tickets, NULL, PACED},
    {"POST", "/api/checkouts", SCOPE_SELL, AT_DESK, do_checkout_start, NULL, PACED},
    {"GET", "/api/checkouts/{checkout}", SCOPE_SELL, AT_DESK, do_checkout_show, NULL, PACED},
    {"POST", "/api/checkouts/{checkout}/cancel", SCOPE_SELL, AT_DESK, do_checkout_cancel, NULL,
     PACED},
    {"GET", "/api/checkins/{checkin}", SCOPE_DOOR, AT_DESK, do_checkin_show, NULL, PACED},
    {"POST", "/api/checkins/{checkin}/bag", SCOPE_DOOR, AT_DESK, do_checkin_bag, NULL, PACED},
    {"POST", "/api/checkins/{checkin}/pay", SCOPE_DOOR, AT_DESK, do_checkin_pay, NULL, PACED},
    {"POST", "/api/checkins/{checkin}/cancel", SCOPE_DOOR, AT_DESK, do_checkin_cancel, NULL, PACED},
    {"POST", "/api/checkins/{checkin}/payment", SCOPE_DOOR, AT_DESK, do_fee_start, NULL, PACED},
    {"GET", "/api/checkins/{checkin}/payment", SCOPE_DOOR, AT_DESK, do_fee_show, NULL, PACED},
    {"POST", "/api/checkins/{checkin}/payment/cancel", SCOPE_DOOR, AT_DESK, do_fee_cancel, NULL,
     PACED},
    {"POST", "/payments/webhook", ANYBODY, AT_DESK, do_pay_hear, NULL, PACED_IF_FORGED},
    {"POST", "/api/shows/{show}/waitlist", SCOPE_SELL, AT_DESK, do_wait_join, NULL, PACED},
    {"GET", "/api/shows/{show}/waitlist/{entry}", SCOPE_SELL, AT_DESK, do_wait_show, NULL, PACED},
    {"DELETE", "/api/shows/{show}/waitlist/{entry}", SCOPE_SELL, AT_DESK, do_wait_leave, NULL,
     PACED},
    {"POST", "/api/lookup", LOOK, AT_DESK, do_lookup, NULL, PACED},
    {"GET", "/admin/abuse/recent", SCOPE_ADMIN, AT_DESK, do_abuse_recent, NULL, PACED},
    {"POST", "/admin/abuse/unblock/{ip}", SCOPE_ADMIN, AT_DESK, do_abuse_unblock, NULL, PACED},
    {"POST", "/api/admin/seats/release", SCOPE_ADMIN, AT_DESK, do_admin_release, NULL, PACED},
    {"POST", "/api/admin/seats/block", SCOPE_ADMIN, AT_DESK, do_admin_block, NULL, PACED},
    {"POST", "/api/admin/seats/unblock", SCOPE_ADMIN, AT_DESK, do_admin_unblock, NULL, PACED},
    {"GET", "/api/admin/status", SCOPE_ADMIN, AT_DESK, do_admin_status, NULL, PACED},
    {"POST", "/api/admin/reconcile", SCOPE_ADMIN, AT_DESK, do_admin_reconcile, NULL, PACED},
    {NULL, NULL, 0, AT_ONCE, NULL, NULL, PACED},
};
