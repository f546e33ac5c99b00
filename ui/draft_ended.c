/* Seats whose hold ran out: which they were, what they were to be sold as, and the same again. */
#include "config.h"

#include "ui/draft.h"
#include "ui/effect.h"

static bool is_noted(const struct draft *draft, int32_t seat)
{
    for (int i = 0; i < draft->ended_count; i++)
        if (draft->ended[i].seat == seat)
            return true;
    return false;
}

void draft_note_ended(struct draft *draft, int32_t show, const struct uuid *hold, int32_t seat)
{
    if (draft->ended_count && draft->ended_show != show)
        draft_forget_ended(draft);
    if (is_noted(draft, seat) || draft->ended_count == DRAFT_ENDED_MAX)
        return;
    draft->ended_show = show;
    draft->ended[draft->ended_count].seat = seat;
    draft->ended[draft->ended_count++].type = draft_type_of(draft, hold, seat);
}

void draft_forget_ended(struct draft *draft)
{
    draft->ended_count = 0;
}

int draft_ended(const struct draft *draft, const struct model *model)
{
    return model->open && draft->ended_show == model->map.show.no ? draft->ended_count : 0;
}

uint64_t draft_ask_again(const struct draft *draft, const struct model *model,
                         struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_HOLD);
    struct arena *arena = cmd->meta.arena;
    const char **labels = arena_array(arena, (size_t)draft->ended_count + 1, sizeof *labels);
    int count = 0;
    for (int i = 0; i < draft->ended_count; i++) {
        char label[SEAT_TEXT];
        int seat = model_seat_by_no(model, draft->ended[i].seat);
        if (seat >= 0)
            labels[count++] = arena_strdup(arena, plan_seat_label(model->map.plan, seat, label));
    }
    cmd->u.hold = (struct desk_hold){.show = arena_strdup(arena, model->map.show.id),
                                     .labels = labels,
                                     .count = count,
                                     .source = SOURCE_COUNTER,
                                     .channel = CHANNEL_COUNTER};
    return cmd->id;
}

void draft_held_again(struct draft *draft, const struct hold *hold)
{
    for (int i = 0; i < hold->seat_count; i++)
        for (int j = 0; j < draft->ended_count; j++)
            if (hold->seats[i].seat == draft->ended[j].seat)
                draft_set_type(draft, &hold->id, hold->seats[i].seat, draft->ended[j].type);
    draft_forget_ended(draft);
}
