/*
 * The till's scale is watched while the screen on top weighs something, and never otherwise: its
 * line is open and its thread awake only then.
 */
#include "config.h"

#include "ui/console_private.h"

void console_heed_scale(struct console *console)
{
    const struct layer *top = console_top(console);
    bool weighs = top->screen->weighs && top->screen->weighs(top->state);
    if (weighs == console->weighing)
        return;
    console->weighing = weighs;
    console->model.weighed = (struct weighed){.has_scale = false};
    struct effects effects = console_effects(console);
    effect_look(&effects, CMD_SCALE)->u.on = weighs;
    console_do(console, &effects, 0);
}
