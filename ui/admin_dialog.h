/*
 * What a supervisor is about to do to some seats, listed seat by seat before it is done: how each
 * stands, who has it and for how long, and what will be refused. A reason is chosen, the number of
 * seats is typed, Enter does it; anything else changes nothing.
 *
 * The list is as the seats were when it was opened, and that is what is asked for: a seat that has
 * changed hands since stays as it is and is reported.
 */
#ifndef LOGE_UI_ADMIN_DIALOG_H
#define LOGE_UI_ADMIN_DIALOG_H

#include "ui/confirm.h"
#include "ui/map.h"

enum admin_act { ADMIN_RELEASE, ADMIN_BLOCK, ADMIN_UNBLOCK, ADMIN_ACTS };

/* Why a seat of the list stays as it is. */
enum admin_note {
    ADMIN_POSSIBLE,
    ADMIN_SOLD,
    ADMIN_PAYING,
    ADMIN_FREE,
    ADMIN_HELD,
    ADMIN_BLOCKED,
    ADMIN_NOT_BLOCKED
};

struct admin_seat {
    int seat;
    enum admin_note note;
    struct seat_state state; /* as listed */
};

struct admin_dialog {
    bool open;
    enum admin_act act;
    struct arena *arena;
    struct admin_seat *at;
    int count, possible, top;
    struct confirm confirm;
};

/* Lists the marked seats, or the focused one when none is marked. False, with the reason told:
 * none of them can be. */
bool admin_dialog_open(struct admin_dialog *dialog, enum admin_act act, const struct map *map,
                       const struct view *view, struct effects *effects);
void admin_dialog_close(struct admin_dialog *dialog);
/* True: it has been confirmed; do it. */
bool admin_dialog_key(struct admin_dialog *dialog, int32_t code, struct effects *effects);
void admin_dialog_draw(const struct admin_dialog *dialog, const struct map *map,
                       const struct view *view, struct canvas *canvas, struct area body);

const char *admin_act_word(enum admin_act act); /* translated: "RELEASE" */

#endif
