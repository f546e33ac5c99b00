#include "config.h"

#include "ui/admin_done.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { OPEN_TO_KINDS = 8 };

void admin_done_free(struct admin_done *done)
{
    arena_free(&done->arena);
    *done = (struct admin_done){.count = 0};
}

/* ---- asking ------------------------------------------------------------------------------- */

/* Some of the seats: those `wanted` says yes to. */
struct choice {
    bool (*wanted)(const struct seat_state *was, int open_to);
    int open_to;
};

static bool any(const struct seat_state *was, int open_to)
{
    (void)was, (void)open_to;
    return true;
}

static bool was_open(const struct seat_state *was, int open_to)
{
    (void)open_to;
    return was->status != SEAT_BLOCKED;
}

static bool was_blocked_for(const struct seat_state *was, int open_to)
{
    return was->status == SEAT_BLOCKED && was->open_to == open_to;
}

static int count_chosen(const struct admin_done *done, struct choice choice)
{
    int count = 0;
    for (int i = 0; i < done->count; i++)
        count += choice.wanted(&done->at[i].state, choice.open_to);
    return count;
}

/* Nothing is sent when no seat is chosen. */
static void send_chosen(const struct admin_done *done, enum cmd_kind kind, struct choice choice,
                        const struct view *view, struct effects *effects)
{
    size_t most = (size_t)count_chosen(done, choice);
    int count = 0;
    if (!most)
        return;
    struct cmd *cmd = effect_send(effects, kind);
    struct arena *arena = cmd->meta.arena;
    const char **labels = arena_array(arena, most, sizeof *labels);
    struct uuid *holders = arena_array(arena, most, sizeof *holders);
    for (int i = 0; i < done->count; i++) {
        char label[SEAT_TEXT];
        if (!choice.wanted(&done->at[i].state, choice.open_to))
            continue;
        plan_seat_label(view->model->map.plan, done->at[i].seat, label);
        holders[count] = done->at[i].state.holder;
        labels[count++] = arena_strdup(arena, label);
    }
    cmd->u.seats.show = arena_strdup(arena, view->model->map.show.id);
    cmd->u.seats.labels = labels;
    cmd->u.seats.holders = holders;
    cmd->u.seats.count = count;
    cmd->u.seats.open_to = (uint8_t)choice.open_to;
    cmd->meta.reason = done->undoing ? N_("undo") : arena_strdup(arena, done->reason);
}

void admin_done_start(struct admin_done *done, struct admin_dialog *dialog, const struct view *view,
                      struct effects *effects)
{
    static const enum cmd_kind kinds[ADMIN_ACTS] = {
        [ADMIN_RELEASE] = CMD_FREE_SEATS, [ADMIN_BLOCK] = CMD_BLOCK, [ADMIN_UNBLOCK] = CMD_UNBLOCK};
    admin_done_free(done);
    *done = (struct admin_done){.act = dialog->act, .arena = arena_new()};
    done->at = arena_array(done->arena, (size_t)dialog->possible, sizeof *done->at);
    for (int i = 0; i < dialog->count; i++)
        if (dialog->at[i].note == ADMIN_POSSIBLE)
            done->at[done->count++] = dialog->at[i];
    text_copy(done->reason, sizeof done->reason, confirm_reason(&dialog->confirm));
    send_chosen(done, kinds[done->act], (struct choice){any, 0}, view, effects);
    admin_dialog_close(dialog);
}

/* ---- undo --------------------------------------------------------------------------------- */

int admin_done_undoable(const struct admin_done *done)
{
    if (done->undone)
        return 0;
    int open = count_chosen(done, (struct choice){was_open, 0});
    return done->act == ADMIN_BLOCK ? open : done->count - open;
}

void admin_done_ask_undo(const struct admin_done *done, int id, struct effects *effects)
{
    int count = admin_done_undoable(done);
    if (!count) {
        effect_say(effects, "%s",
                   done->count && !done->undone
                       ? _("A released hold cannot be given back; its seats are anybody's now.")
                       : _("There is nothing to undo."));
        return;
    }
    struct ask *ask = effect_ask(effects, ASK_YES, id);
    snprintf(ask->title, sizeof ask->title, "%s", _("UNDO"));
    if (done->act == ADMIN_BLOCK)
        snprintf(ask->body, sizeof ask->body,
                 ngettext("Open the %d seat that was blocked?",
                          "Open the %d seats that were blocked?", (unsigned long)count),
                 count);
    else
        snprintf(ask->body, sizeof ask->body,
                 ngettext("Block the %d seat again, if it is still free?",
                          "Block the %d seats again, if they are still free?",
                          (unsigned long)count),
                 count);
}

/* Blocks are made again as they were: one command for each kind there was. */
void admin_done_undo(struct admin_done *done, const struct view *view, struct effects *effects)
{
    done->undoing = true;
    if (done->act == ADMIN_BLOCK)
        send_chosen(done, CMD_UNBLOCK, (struct choice){was_open, 0}, view, effects);
    for (int open_to = 0; done->act != ADMIN_BLOCK && open_to < OPEN_TO_KINDS; open_to++)
        send_chosen(done, CMD_BLOCK, (struct choice){was_blocked_for, open_to}, view, effects);
}

/* ---- how it went -------------------------------------------------------------------------- */

static bool is_refused(const struct outcome *outcome, const char *label)
{
    for (int i = 0; i < outcome->seat_count; i++)
        if (strcmp(outcome->seats[i], label) == 0)
            return true;
    return false;
}

static void list_refused(const struct outcome *outcome, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < outcome->seat_count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " " : "", outcome->seats[i]);
}

static void tell_done(const struct admin_done *done, struct effects *effects)
{
    const char *reason = *done->reason ? _(done->reason) : "";
    if (done->act == ADMIN_RELEASE)
        effect_say(effects,
                   ngettext("Released %d seat (%s).", "Released %d seats (%s).",
                            (unsigned long)done->count),
                   done->count, reason);
    else if (done->act == ADMIN_BLOCK)
        effect_say(effects,
                   ngettext("Blocked %d seat (%s).   u = undo", "Blocked %d seats (%s).   u = undo",
                            (unsigned long)done->count),
                   done->count, reason);
    else
        effect_say(effects,
                   ngettext("Opened %d seat for sale (%s).   u = undo",
                            "Opened %d seats for sale (%s).   u = undo",
                            (unsigned long)done->count),
                   done->count, reason);
}

static void tell_seats(struct admin_done *done, struct map *map, const struct view *view,
                       const struct outcome *outcome, struct effects *effects)
{
    char label[SEAT_TEXT], refused[200];
    int kept = 0, asked = done->count;
    for (int i = 0; i < asked; i++) {
        plan_seat_label(view->model->map.plan, done->at[i].seat, label);
        if (is_refused(outcome, label))
            continue;
        map_unmark(map, done->at[i].seat);
        done->at[kept++] = done->at[i];
    }
    done->count = kept;
    list_refused(outcome, refused, sizeof refused);
    if (kept < asked)
        /* L10N: how many seats were done of how many, and which were not */
        effect_error(effects, _("Done for %d of %d seats. Not as listed any more, left alone: %s."),
                     kept, asked, refused);
    else
        tell_done(done, effects);
}

void admin_done_answer(struct admin_done *done, struct map *map, const struct view *view,
                       const struct outcome *outcome, struct effects *effects)
{
    if (outcome->verdict != VERDICT_OK) {
        effect_refused(effects, outcome);
        done->count = done->undoing ? done->count : 0;
    } else if (done->undoing) {
        done->undone = true;
        effect_say(effects, "%s", _("It is as it was before."));
    } else {
        tell_seats(done, map, view, outcome, effects);
    }
    done->undoing = false;
}
