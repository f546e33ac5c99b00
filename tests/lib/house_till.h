/*
 * A console on a real house: the counter is served at once and in the same thread, so that screens
 * are tried against the engine without waiting. Several tills may share one house.
 */
#ifndef LOGE_TESTS_LIB_HOUSE_TILL_H
#define LOGE_TESTS_LIB_HOUSE_TILL_H

#include "tests/lib/house.h"
#include "ui/console.h"

struct house_till;

/* Its own desk on the house's file; name is the till's. */
struct house_till *house_till_new(struct house_fixture *house, const char *name);
void house_till_free(struct house_till **till);

/* Key names, blank separated; each is answered before the next one is pressed. */
void house_till_keys(struct house_till *till, const char *names);
void house_till_type(struct house_till *till, const char *text);
void house_till_scan(struct house_till *till, const char *code);
/* To the shows; a float that is asked for is not counted. */
void house_till_sign_in(struct house_till *till, const char *name, const char *pin);
/* What other tills did meanwhile is told, and drawn. */
void house_till_hear(struct house_till *till);
void house_till_resize(struct house_till *till, int rows, int columns);

const struct model *house_till_model(struct house_till *till);
const char *house_till_screen(struct house_till *till);
const char *house_till_text(struct house_till *till);
bool house_till_shows(struct house_till *till, const char *text);
const char *house_till_message(struct house_till *till); /* "" when none is shown */

#endif
