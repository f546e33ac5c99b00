/* Seats that the door keeps for somebody: the best of so many, or named ones; and lets them go. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/door.h"
#include "ui/format.h"

/* Words that name seats, each one once more in the command's own memory. */
static void put_labels(struct cmd *cmd, const char *text)
{
    char *words = arena_strdup(cmd->meta.arena, text), *rest = NULL;
    LIST(const char *) labels = {0};
    for (char *word = strtok_r(words, " ,", &rest); word; word = strtok_r(NULL, " ,", &rest))
        *LIST_ADD(cmd->meta.arena, &labels) = word;
    cmd->u.hold.labels = labels.at;
    cmd->u.hold.count = labels.count;
}

static void hold_best(const struct door *door, int count, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_HOLD_BEST);
    cmd->u.best.show = arena_strdup(cmd->meta.arena, door->show);
    cmd->u.best.request = (struct best_request){.count = count, .channel = CHANNEL_COUNTER};
}

static void hold_named(const struct door *door, const char *text, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_HOLD);
    cmd->u.hold = (struct desk_hold){.show = arena_strdup(cmd->meta.arena, door->show),
                                     .source = SOURCE_SCANNER,
                                     .channel = CHANNEL_COUNTER};
    put_labels(cmd, text);
}

void door_hold(const struct door *door, const char *text, struct effects *effects)
{
    int64_t count;
    if (text_to_int(text, 1, BEST_SEATS_MAX, &count))
        hold_best(door, (int)count, effects);
    else if (text[0])
        hold_named(door, text, effects);
}

void door_let_go(const struct view *view, struct effects *effects)
{
    if (view->model->hold_count)
        effect_every_hold(effects, CMD_RELEASE);
    else
        effect_say(effects, "%s", _("You hold no seats."));
}

bool door_hold_answer(const struct evt *evt, struct effects *effects)
{
    char names[160] = "", clock[FORMAT_TEXT];
    size_t used = 0;
    if (evt->cmd == CMD_RELEASE)
        return true;
    if (evt->cmd != CMD_HOLD && evt->cmd != CMD_HOLD_BEST)
        return false;
    const struct hold *hold = evt->outcome.hold;
    for (int i = 0; hold && i < hold->seat_count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", hold->seats[i].label);
    if (hold)
        /* L10N: until when, and which seats, each after a blank */
        effect_say(effects, _("Held until %s:%s"), format_clock(hold->expires_at, clock), names);
    return true;
}
