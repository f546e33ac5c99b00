/* The screens by name; only screens.c and their tests need this. */
#ifndef LOGE_UI_SCREENS_H
#define LOGE_UI_SCREENS_H

#include "ui/screen.h"

extern const struct screen screen_admin, screen_order, screen_orders, screen_pickup,
    screen_customers, screen_pay, screen_resume, screen_sold;
extern const struct screen screen_help, screen_map, screen_messages, screen_shows, screen_sign_in;

/* The till's argument at sign-in: once the shift is open, on to the shows. */
#define TILL_AT_SIGN_IN "first"

extern const struct screen screen_audit, screen_conflicts, screen_door, screen_health, screen_lock,
    screen_print, screen_report, screen_shift, screen_wait;

#endif
