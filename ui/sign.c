#include "config.h"

#include "ui/sign.h"

#include <string.h>

#include "src/base/text.h"
#include "ui/dialog.h"

enum { SIGN_NAME, SIGN_PIN, SIGN_ROWS = 8, SIGN_COLUMNS = 64 };

void sign_open(struct sign *sign, enum right right, const char *what)
{
    sign_close(sign);
    sign->open = true;
    sign->right = right;
    text_copy(sign->what, sizeof sign->what, what);
    form_add(&sign->form, N_("Supervisor"), false, "");
    form_add(&sign->form, N_("PIN"), true, "");
}

void sign_close(struct sign *sign)
{
    explicit_bzero(sign, sizeof *sign);
}

static void submit_badge(struct sign *sign, const char *badge, struct effects *effects)
{
    struct cmd *cmd = effect_send(effects, CMD_SIGN_ACT);
    cmd->u.person.badge = arena_strdup(cmd->meta.arena, badge);
    cmd->u.person.right = sign->right;
    sign->asked = cmd->id;
}

static void submit(struct sign *sign, struct effects *effects)
{
    struct line *pin = &sign->form.fields[SIGN_PIN].line;
    if (!*form_text(&sign->form, SIGN_NAME)) {
        sign->form.focus = SIGN_NAME;
        effect_error(effects, "%s", _("Please type the supervisor's name."));
        return;
    }
    struct cmd *cmd = effect_send(effects, CMD_SIGN_ACT);
    cmd->u.person.name = arena_strdup(cmd->meta.arena, form_text(&sign->form, SIGN_NAME));
    cmd->u.person.pin = arena_strdup(cmd->meta.arena, pin->text);
    cmd->u.person.right = sign->right;
    explicit_bzero(pin, sizeof *pin);
    sign->asked = cmd->id;
}

bool sign_input(struct sign *sign, const struct input *input, struct effects *effects)
{
    if (!sign->open)
        return false;
    if (input->kind == INPUT_SCAN && !sign->asked && !*form_text(&sign->form, SIGN_NAME))
        submit_badge(sign, input->text, effects);
    else if (input->kind == INPUT_TEXT || input->kind == INPUT_SCAN)
        line_insert(&sign->form.fields[sign->form.focus].line, input->text);
    else if (input->kind == INPUT_KEY && !sign->asked &&
             form_key(&sign->form, input->code) == FORM_SUBMIT)
        submit(sign, effects);
    return true;
}

bool sign_answer(struct sign *sign, const struct evt *evt, struct actor *approver,
                 struct effects *effects)
{
    if (evt->cmd != CMD_SIGN_ACT || !sign->open || evt->id != sign->asked)
        return false;
    sign->asked = 0;
    if (evt->outcome.verdict != VERDICT_OK) {
        sign->form.focus = *form_text(&sign->form, SIGN_NAME) ? SIGN_PIN : SIGN_NAME;
        effect_refused(effects, &evt->outcome);
        return false;
    }
    *approver = evt->u.actor;
    sign_close(sign);
    return true;
}

void sign_draw(const struct sign *sign, enum tier tier, struct canvas *canvas, struct area body)
{
    if (!sign->open)
        return;
    struct area frame = dialog_place(body, SIGN_ROWS, SIGN_COLUMNS);
    struct area inside = dialog_draw(canvas, frame, tier, _("SIGNATURE"));
    int used = draw_wrapped(canvas, area_part(inside, 0, 0, 2, -1), STYLE_DIALOG, sign->what);
    if (inside.rows > 5)
        /* L10N: last line of the signature dialog; at most 60 columns */
        draw_text(canvas, inside, inside.rows - 1, 0, STYLE_DIM,
                  _("Enter, or a badge, signs this one act      Esc = no change"));
    form_draw(&sign->form, canvas, area_part(inside, inside.rows > 5 ? used + 1 : used, 0, -1, -1));
}
