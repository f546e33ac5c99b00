/* Who is at the till: name and PIN. */
#include "config.h"

#include <string.h>

#include "src/base/text.h"
#include "ui/form.h"
#include "ui/screens.h"

/* FIELD_PIN_AGAIN only in a house without people, for its first manager. */
enum { FIELD_NAME, FIELD_PIN, FIELD_PIN_AGAIN };

struct sign_in {
    struct form form;
    bool asked;
    bool founding;  /* nobody works here yet, and whoever is here may add the first manager */
    bool new_shift; /* a clerk, and no shift is open at this till */
};

static void sign_in_open(void *state, const struct view *view, const char *argument,
                         struct effects *effects)
{
    struct sign_in *sign_in = state;
    form_add(&sign_in->form, N_("Name"), false, argument);
    form_add(&sign_in->form, N_("PIN"), true, "");
    effect_send(effects, CMD_IS_NEW);
}

static void begin_founding(struct sign_in *sign_in)
{
    if (sign_in->founding)
        return;
    sign_in->founding = true;
    form_add(&sign_in->form, N_("PIN again"), true, "");
}

static void sign_in_draw(const void *state, const struct view *view, struct canvas *canvas,
                         struct area body)
{
    const struct sign_in *sign_in = state;
    struct area middle = area_part(body, body.rows / 3, 4, -1, -1);
    /* L10N: above the form; at most 70 columns each */
    static const char *const titles[] = {N_("Who is at the till?"),
                                         N_("A new house: choose its first manager")};
    draw_text(canvas, middle, 0, 0, STYLE_STRONG, _(titles[sign_in->founding]));
    int rows = form_draw(&sign_in->form, canvas, area_part(middle, 2, 0, -1, -1));
    draw_wrapped(canvas, area_part(middle, rows + 3, 0, 2, -1), STYLE_DIM,
                 sign_in->founding
                     ? _("Nobody can sign in yet. Choose your name and a PIN; Enter adds you as "
                         "manager and signs you in.")
                     : _("Enter signs in. A badge may be scanned."));
    if (view->welcome)
        draw_wrapped(canvas, area_part(middle, rows + 5, 0, -1, -1), STYLE_TEXT, view->welcome);
}

static void submit_badge(struct sign_in *sign_in, const char *badge, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SIGN_IN);
    cmd->u.person.badge = arena_strdup(cmd->meta.arena, badge);
    sign_in->asked = true;
}

/* Two PINs that differ are typed again, both. */
static bool is_sure_of_pin(struct sign_in *sign_in, struct effects *effects)
{
    if (!sign_in->founding || strcmp(form_text(&sign_in->form, FIELD_PIN),
                                     form_text(&sign_in->form, FIELD_PIN_AGAIN)) == 0)
        return true;
    line_set(&sign_in->form.fields[FIELD_PIN].line, "");
    line_set(&sign_in->form.fields[FIELD_PIN_AGAIN].line, "");
    sign_in->form.focus = FIELD_PIN;
    effect_error(effects, "%s", _("The two PINs differ. Type the PIN twice."));
    return false;
}

static void submit(struct sign_in *sign_in, struct effects *effects)
{
    struct line *pin = &sign_in->form.fields[FIELD_PIN].line;
    if (!*form_text(&sign_in->form, FIELD_NAME)) {
        sign_in->form.focus = FIELD_NAME;
        effect_error(effects, "%s", _("Please type your name."));
        return;
    }
    if (!is_sure_of_pin(sign_in, effects))
        return;
    struct cmd *cmd = effect_send(effects, sign_in->founding ? CMD_FOUND : CMD_SIGN_IN);
    cmd->u.person.name = arena_strdup(cmd->meta.arena, form_text(&sign_in->form, FIELD_NAME));
    cmd->u.person.pin = arena_strdup(cmd->meta.arena, pin->text);
    explicit_bzero(pin, sizeof *pin);
    explicit_bzero(&sign_in->form.fields[FIELD_PIN_AGAIN].line, sizeof *pin);
    sign_in->asked = true;
}

static void sign_in_input(void *state, const struct view *view, const struct input *input,
                          struct effects *effects)
{
    struct sign_in *sign_in = state;
    struct field *field = &sign_in->form.fields[sign_in->form.focus];
    bool for_badge = !*form_text(&sign_in->form, FIELD_NAME);
    if (sign_in->asked)
        return;
    if (input->kind == INPUT_SCAN && for_badge)
        submit_badge(sign_in, input->text, effects);
    else if (input->kind == INPUT_TEXT || input->kind == INPUT_SCAN)
        line_insert(&field->line, input->text);
    if (input->kind == INPUT_SCAN && !for_badge && sign_in->form.focus == FIELD_PIN)
        submit(sign_in, effects); /* its Enter came with it */
    else if (input->kind == INPUT_KEY && form_key(&sign_in->form, input->code) == FORM_SUBMIT)
        submit(sign_in, effects);
}

/* Once it is known whether seats were left behind. A clerk counts the float before the first sale,
 * or the cash-up would begin with a difference; Esc leaves it for later. */
static void go_in(const struct sign_in *sign_in, const struct view *view, struct effects *effects)
{
    effect_open(effects, "shows", "");
    if (view->model->hold_count > 0)
        effect_open(effects, "resume", "");
    else if (sign_in->new_shift)
        effect_open(effects, "till", TILL_AT_SIGN_IN);
}

static void sign_in_answer(void *state, const struct view *view, struct evt *evt,
                           struct effects *effects)
{
    struct sign_in *sign_in = state;
    if (evt->cmd == CMD_SHIFT)
        sign_in->new_shift = evt->outcome.verdict == VERDICT_OK && !evt->outcome.shift;
    if (evt->cmd == CMD_BASKET)
        go_in(sign_in, view, effects);
    if (evt->cmd == CMD_IS_NEW && evt->u.is_new)
        begin_founding(sign_in);
    if (!cmd_signs_in(evt->cmd))
        return;
    if (evt->outcome.verdict != VERDICT_OK) {
        sign_in->asked = false;
        sign_in->form.focus = *form_text(&sign_in->form, FIELD_NAME) ? FIELD_PIN : FIELD_NAME;
        effect_refused(effects, &evt->outcome);
        return;
    }
    if (evt->u.actor.role == ROLE_CLERK)
        effect_send(effects, CMD_SHIFT);
    effect_send(effects, CMD_BASKET);
    effect_send(effects, CMD_HEALTH);
}

static bool sign_in_typing(const void *state)
{
    return true;
}

const struct screen screen_sign_in = {
    .name = "sign-in",
    .title = N_("SIGN IN"),
    .help = N_("Sign in"),
    .right = RIGHT_NONE,
    .signed_out = true,
    .state_size = sizeof(struct sign_in),
    .open = sign_in_open,
    .draw = sign_in_draw,
    .input = sign_in_input,
    .answer = sign_in_answer,
    .typing = sign_in_typing,
};
