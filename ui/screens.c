/* The list of screens. A new one is its file and a line here. */
#include "config.h"

#include "ui/screens.h"

#include <string.h>

#include "src/base/attr.h"

const struct screen *const screens[] = {
    &screen_sign_in, /* first: where a session starts */
    &screen_shows,     &screen_map,    &screen_pay,    &screen_sold,     &screen_customers,
    &screen_resume,    &screen_shift,  &screen_admin,  &screen_wait,     &screen_report,
    &screen_orders,    &screen_order,  &screen_pickup, &screen_audit,    &screen_door,
    &screen_conflicts, &screen_health, &screen_print,  &screen_messages, &screen_help,
    &screen_lock,
};
const int screen_count = COUNT_OF(screens);

const struct screen *screen_find(const char *name)
{
    for (int i = 0; i < screen_count; i++)
        if (strcmp(screens[i]->name, name) == 0)
            return screens[i];
    return NULL;
}

const struct screen *screen_by_letter(char go)
{
    for (int i = 0; i < screen_count; i++)
        if (go && screens[i]->go == go)
            return screens[i];
    return NULL;
}
