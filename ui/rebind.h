/*
 * Keys rebound by settings: "keys.map.best" = "b F5" binds an action of one screen,
 * "keys.all.help" = "? F1" one that means the same on every screen. An empty value unbinds.
 */
#ifndef LOGE_UI_REBIND_H
#define LOGE_UI_REBIND_H

#include <stdbool.h>

#include "ui/action.h"

/* Is there such a screen and action, and may every one of these keys be bound? */
bool rebind_understood(const struct ui_setting *setting);

/*
 * Every action of the screens, and those of all screens, each once: with the name settings give it
 * ("map.best"), and with its keys by default. Moves (up, page-down) can be rebound, too.
 */
typedef void rebind_seen_fn(void *ctx, const char *name, const struct action *action);
void rebind_list(rebind_seen_fn *seen, void *ctx);

#endif
