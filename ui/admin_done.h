/* What a supervisor did last: asking for it, telling how it went, and taking it back. */
#ifndef LOGE_UI_ADMIN_DONE_H
#define LOGE_UI_ADMIN_DONE_H

#include "ui/admin_dialog.h"

struct admin_done {
    enum admin_act act;
    struct arena *arena;
    struct admin_seat *at; /* as they were before */
    int count;
    char reason[REASON_TEXT];
    bool undoing, undone;
};

/* The dialog has been confirmed: asks for its possible seats, and closes it. */
void admin_done_start(struct admin_done *done, struct admin_dialog *dialog, const struct view *view,
                      struct effects *effects);
/* Tells how it went. What was done loses its mark; what was refused keeps it and is named. */
void admin_done_answer(struct admin_done *done, struct map *map, const struct view *view,
                       const struct outcome *outcome, struct effects *effects);
/*
 * How many seats can be taken back: blocks, and blocks that were lifted. Holds cannot: their seats
 * are anybody's now.
 */
int admin_done_undoable(const struct admin_done *done);
/* Asks for a yes under this id, or says why not. */
void admin_done_ask_undo(const struct admin_done *done, int id, struct effects *effects);
void admin_done_undo(struct admin_done *done, const struct view *view, struct effects *effects);
void admin_done_free(struct admin_done *done);

#endif
