/* What the files of the till screen share; nobody else includes it. */
#ifndef LOGE_UI_SHIFT_H
#define LOGE_UI_SHIFT_H

#include "ui/count_sheet.h"
#include "ui/list.h"
#include "ui/screens.h"

enum shift_stage {
    STAGE_LOOKING, /* no answer yet */
    STAGE_CLOSED,  /* no shift: the float */
    STAGE_OPEN,    /* the menu */
    STAGE_MOVE,    /* money in or out */
    STAGE_COUNT,
    STAGE_REVIEW, /* the count beside what should be there */
    STAGE_PAPER,  /* the cash-up as text */
};

struct shift_state {
    bool at_sign_in;
    enum shift_stage stage;
    struct shift shift; /* while one is open, and the closed one on paper */
    char house[NAME_TEXT], currency[CURRENCY_TEXT];
    int64_t limit; /* a larger difference needs a reason */
    struct list menu;
    struct form form;
    enum move_kind move;
    struct count_sheet sheet;
    struct uuid on_sheet; /* the shift it was begun for */
    int64_t counted[TENDER_COUNT], first[TENDER_COUNT];
    int counts;          /* how often it was counted: after the first time it is no blind count */
    bool asked;          /* an act is on its way; no second one goes out */
    struct arena *arena; /* the paper */
    const char *paper;
};

int64_t shift_difference(const struct shift_state *state, enum tender tender);
/* The widest of all differences is over the limit. */
bool shift_needs_reason(const struct shift_state *state);
int shift_paper_lines(const struct shift_state *state);
/* How many of them are seen at once in a body of so many rows. */
int shift_paper_rows(const struct shift_state *state, int rows);
const char *shift_tender_word(enum tender tender);

void shift_draw(const void *state, const struct view *view, struct canvas *canvas,
                struct area body);

/* The choices of the open shift, in their order. */
enum {
    SHIFT_DROP = ACTION_OWN,
    SHIFT_PAID_IN,
    SHIFT_PAID_OUT,
    SHIFT_COUNT,
    SHIFT_SAVE,
    SHIFT_PRINT,
};
enum { SHIFT_CHOICES = 4 };

#endif
