/*
 * Locked: the person went away for a moment. Seats stay held and the clock of the hold is seen, but
 * nothing is reached until the PIN or the badge of the same person comes. Esc signs out, after a
 * question.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/form.h"
#include "ui/screens.h"

enum { LOCK_ASK_SIGN_OUT = ACTION_OWN };

struct lock {
    struct form form; /* the PIN */
    uint64_t asked;   /* the command it waits for; 0: none */
};

static void lock_open(void *state, const struct view *view, const char *argument,
                      struct effects *effects)
{
    (void)view, (void)argument, (void)effects;
    form_add(&((struct lock *)state)->form, N_("PIN"), true, "");
}

static void lock_close(void *state)
{
    explicit_bzero(state, sizeof(struct lock));
}

static void lock_draw(const void *state, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    const struct lock *lock = state;
    struct area middle = area_part(body, body.rows / 3, 4, -1, -1);
    /* L10N: a person's name stands in it; at most 70 columns */
    draw_printf(canvas, middle, 0, 0, STYLE_STRONG, _("Locked by %s."), view->model->actor.name);
    form_draw(&lock->form, canvas, area_part(middle, 2, 0, -1, -1));
    draw_wrapped(canvas, area_part(middle, 4, 0, -1, middle.columns - 1), STYLE_DIM,
                 _("Enter or the badge unlocks.  Esc signs out."));
}

/* Asked as for a signature, which changes nothing of who is signed in. */
static struct cmd *ask(struct lock *lock, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SIGN_ACT);
    cmd->u.person.right = RIGHT_SELL;
    lock->asked = cmd->id;
    return cmd;
}

static void submit(struct lock *lock, const struct view *view, struct effects *effects)
{
    struct line *pin = &lock->form.fields[0].line;
    struct cmd *cmd = ask(lock, effects);
    cmd->u.person.name = arena_strdup(cmd->meta.arena, view->model->actor.name);
    cmd->u.person.pin = arena_strdup(cmd->meta.arena, pin->text);
    explicit_bzero(pin, sizeof *pin);
}

static void lock_input(void *state, const struct view *view, const struct input *input,
                       struct effects *effects)
{
    struct lock *lock = state;
    if (input->kind == INPUT_ANSWERED) {
        effect_sign_out(effects);
    } else if (lock->asked) {
        return;
    } else if (input->kind == INPUT_SCAN) {
        struct cmd *cmd = ask(lock, effects);
        cmd->u.person.badge = arena_strdup(cmd->meta.arena, input->text);
    } else if (input->kind == INPUT_TEXT) {
        line_insert(&lock->form.fields[0].line, input->text);
    } else if (input->kind == INPUT_KEY && form_key(&lock->form, input->code) == FORM_SUBMIT) {
        submit(lock, view, effects);
    }
}

static void lock_answer(void *state, const struct view *view, struct evt *evt,
                        struct effects *effects)
{
    struct lock *lock = state;
    const char *owner = view->model->actor.name;
    if (evt->id != lock->asked)
        return;
    lock->asked = 0;
    if (evt->outcome.verdict != VERDICT_OK)
        effect_refused(effects, &evt->outcome);
    else if (strcmp(evt->u.actor.name, owner) != 0)
        effect_error(effects, _("Only %s can unlock this; Esc signs %s out."), owner, owner);
    else
        effect_back(effects);
}

/* Never out of it: only out of the house. */
static bool lock_back(void *state, const struct view *view, struct effects *effects)
{
    struct ask *ask = effect_ask(effects, ASK_YES, LOCK_ASK_SIGN_OUT);
    int seats = model_basket_seats(view->model);
    (void)state;
    text_copy(ask->title, sizeof ask->title, _("SIGN OUT"));
    /* L10N: a person's name, then how many seats */
    snprintf(ask->body, sizeof ask->body,
             ngettext("Sign %s out? %d seat stays held until its time is over.",
                      "Sign %s out? %d seats stay held until their time is over.",
                      (unsigned long)seats),
             view->model->actor.name, seats);
    return true;
}

static bool lock_typing(const void *state)
{
    (void)state;
    return true;
}

const struct screen screen_lock = {
    .name = "lock",
    .title = N_("LOCKED"),
    .help = N_("Lock this console until you are back"),
    .go = 'k',
    .right = RIGHT_SELL,
    .locks = true,
    .state_size = sizeof(struct lock),
    .open = lock_open,
    .close = lock_close,
    .draw = lock_draw,
    .input = lock_input,
    .answer = lock_answer,
    .typing = lock_typing,
    .back = lock_back,
};
