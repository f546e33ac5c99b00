#include "config.h"

#include "ui/rebind.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/screens.h"

enum { NAME_SIZE = 80, KEYS_SIZE = 128 };

static const char all[] = "all";

/* A screen's own actions; without a screen those of every screen. */
static void build(struct keymap *keymap, const struct screen *screen)
{
    const struct keymap_source source = {.screen = screen ? screen->name : all,
                                         .actions = screen ? screen->actions : NULL,
                                         .action_count = screen ? screen->action_count : 0,
                                         .moves = screen ? screen->moves : MOVES_NONE};
    keymap_build(keymap, &source);
}

static bool is_of_app(const struct action *action)
{
    return action >= app_actions && action < app_actions + app_action_count;
}

static bool has_action(const struct screen *screen, const char *name)
{
    struct keymap keymap;
    build(&keymap, screen);
    for (int i = 0; i < keymap.shown_count; i++)
        if (strcmp(keymap.shown[i]->name, name) == 0 && is_of_app(keymap.shown[i]) == !screen)
            return true;
    return false;
}

static bool keys_may_be_bound(const char *keys)
{
    char copy[KEYS_SIZE], *rest = copy;
    int32_t code;
    if (!text_copy(copy, sizeof copy, keys))
        return false;
    for (char *name; (name = strsep(&rest, " "));)
        if (*name && (!key_parse(name, &code) || key_forbidden(code)))
            return false;
    return true;
}

bool rebind_understood(const struct ui_setting *setting)
{
    static const char prefix[] = "keys.";
    char name[NAME_SIZE];
    if (strncmp(setting->name, prefix, sizeof prefix - 1) != 0 ||
        !text_copy(name, sizeof name, setting->name + sizeof prefix - 1))
        return false;
    char *action = strchr(name, '.');
    if (!action)
        return false;
    *action++ = '\0';
    const struct screen *screen = screen_find(name);
    return (screen || strcmp(name, all) == 0) && has_action(screen, action) &&
           keys_may_be_bound(setting->value);
}

static void list_some(const char *screen, const struct action *actions, int count,
                      rebind_seen_fn *seen, void *ctx)
{
    char name[NAME_SIZE];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s.%s", screen, actions[i].name);
        seen(ctx, name, &actions[i]);
    }
}

void rebind_list(rebind_seen_fn *seen, void *ctx)
{
    list_some(all, app_actions, app_action_count, seen, ctx);
    for (int i = 0; i < screen_count; i++)
        list_some(screens[i]->name, screens[i]->actions, screens[i]->action_count, seen, ctx);
}
