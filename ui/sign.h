/*
 * A supervisor's signature on somebody else's screen: name and PIN or a badge, for one act. Nobody
 * is signed in by it, and Esc changes nothing.
 *
 * A screen keeps a struct sign in its state, says it is typing while `open`, hands its inputs and
 * answers over first, and steps back by closing it.
 */
#ifndef LOGE_UI_SIGN_H
#define LOGE_UI_SIGN_H

#include "src/domain/rights.h"
#include "ui/form.h"
#include "ui/screen.h"

struct sign {
    bool open;
    enum right right;
    char what[160]; /* translated: what will be signed */
    struct form form;
    uint64_t asked; /* the command it waits for; 0: none */
};

void sign_open(struct sign *sign, enum right right, const char *what);
void sign_close(struct sign *sign); /* and forgets the PIN */
/* True: it was for the dialog. */
bool sign_input(struct sign *sign, const struct input *input, struct effects *effects);
/* True: signed, and `approver` is who; the dialog is closed. A refusal is told and may be tried
 * again. */
bool sign_answer(struct sign *sign, const struct evt *evt, struct actor *approver,
                 struct effects *effects);
void sign_draw(const struct sign *sign, enum tier tier, struct canvas *canvas, struct area body);

#endif
