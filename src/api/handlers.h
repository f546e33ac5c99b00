/* Every handler: one a route (routes.c). Each answers its exchange. */
#ifndef LOGE_API_HANDLERS_H
#define LOGE_API_HANDLERS_H

#include "src/api/exchange.h"

/* do_house.c */
void do_health(struct exchange *x);
void do_ready(struct exchange *x);
bool ready_known(struct exchange *x);
void do_metrics(struct exchange *x);
void do_openapi(struct exchange *x);

/* do_admin.c */
void do_admin_block(struct exchange *x);
void do_admin_reconcile(struct exchange *x);
void do_admin_release(struct exchange *x);
void do_admin_status(struct exchange *x);
void do_admin_unblock(struct exchange *x);

/* do_checkouts.c */
void do_checkout_cancel(struct exchange *x);
void do_checkout_show(struct exchange *x);
void do_checkout_start(struct exchange *x);
void do_fee_cancel(struct exchange *x);
void do_fee_show(struct exchange *x);
void do_fee_start(struct exchange *x);
void do_pay_hear(struct exchange *x);

/* do_checkins.c */
void do_checkin_bag(struct exchange *x);
void do_checkin_cancel(struct exchange *x);
void do_checkin_pay(struct exchange *x);
void do_checkin_show(struct exchange *x);

/* do_abuse.c */
void do_abuse_recent(struct exchange *x);
void do_abuse_unblock(struct exchange *x);

/* do_sales.c */
void do_sale_refund(struct exchange *x);
void do_sale_show(struct exchange *x);
void do_sale_tickets(struct exchange *x);

/* do_wait.c */
void do_lookup(struct exchange *x);
void do_wait_join(struct exchange *x);
void do_wait_leave(struct exchange *x);
void do_wait_show(struct exchange *x);

/* do_events.c */
void do_events(struct exchange *x);

/* do_holds.c */
void do_hold_confirm(struct exchange *x);
void do_hold_end(struct exchange *x);
void do_hold_extend(struct exchange *x);
void do_hold_new(struct exchange *x);
void do_hold_show(struct exchange *x);
void do_hold_transfer(struct exchange *x);

/* do_map.c */
void do_map(struct exchange *x);
bool map_ready(struct exchange *x);

/* do_seats.c */
void do_seat_cancel(struct exchange *x);
void do_seat_hold(struct exchange *x);

/* do_shows.c */
void do_shows(struct exchange *x);
void do_occupancy(struct exchange *x);

#endif
