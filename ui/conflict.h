/* What the files of the conflict centre share; nobody else includes it. */
#ifndef LOGE_UI_CONFLICT_H
#define LOGE_UI_CONFLICT_H

#include "src/port/evt.h"
#include "ui/confirm.h"
#include "ui/format.h"
#include "ui/list.h"
#include "ui/screen.h"

enum { CONFLICT_CHOICES = 5, CONFLICT_LINE = 400 };

/* A decision being made up. */
struct decision {
    bool open;
    enum conflict_outcome outcome;
    enum tender tender; /* of money that goes back */
    struct confirm confirm;
};

/* What is missing of a journal, about to be struck. */
struct strike {
    bool open;
    struct entry_mark mark;
    uint64_t missing;
    char till[TILL_TEXT];
    uint64_t asked; /* the command on its way; 0: none */
    struct confirm confirm;
};

struct conflicts {
    struct arena *arena; /* of the list */
    struct conflict *at;
    int count;
    struct tail *tails; /* what has not come home at all */
    int tail_count;
    struct strike strike;
    bool known;
    char unknown[CONFLICT_LINE]; /* why it is not; "": nobody said */
    bool all;                    /* those that are decided too */
    struct list list;            /* the tails behind the conflicts */

    struct uuid wanted; /* the one that is shown whole; zero: none */
    uint64_t asked;     /* the command that reads it; 0: none */
    struct arena *one_arena;
    const struct conflict *one; /* NULL: it has not come yet */
    struct decision decision;
    uint64_t acting; /* the decision on its way; 0: none */
};

/* ---- conflict_words.c: all translated -------------------------------------------------------- */

const char *conflict_brief(const struct conflict *at);    /* what it is: "sold twice" */
const char *conflict_sentence(const struct conflict *at); /* the same for the page of it */
const char *conflict_state(const struct conflict *at, int64_t now); /* "seats kept", "money due" */
/* "Stalls-D-17, Stalls-D-18", as many as fit, then "..."; "" for none. Returns out. */
char *conflict_seats(const struct conflict_seat *seats, int count, char *out, size_t size);
/* What its people have to be told, as it stands. */
void conflict_tell(const struct conflict *at, char out[CONFLICT_LINE]);
/* By whom and how they are reached: "Ada Lovelace  020 555 0199  ada@example.org". */
void conflict_contact(const struct conflict *at, char out[CONFLICT_LINE]);
/* What choice does it, with its sums. */
void conflict_choice(const struct conflict *at, enum conflict_outcome outcome,
                     char out[CONFLICT_LINE]);

/* ---- conflict_decide.c ----------------------------------------------------------------------- */

/* The choice behind the keys 1 to 5. */
enum conflict_outcome decision_of(int choice);
/* Is this still to be decided so? */
bool decision_possible(const struct conflict *at, enum conflict_outcome outcome);
int64_t decision_sum(const struct conflict *at); /* the money that has no seats */
void decision_open(struct conflicts *conflicts, enum conflict_outcome outcome,
                   struct effects *effects);
void decision_key(struct conflicts *conflicts, int32_t code, struct effects *effects);
void decision_draw(const struct conflicts *conflicts, const struct view *view,
                   struct canvas *canvas, struct area body);

/* ---- conflict_tail.c --------------------------------------------------------------------------
 */

/* The one the cursor is on; NULL: it is on a conflict. */
const struct tail *tail_chosen(const struct conflicts *conflicts);
/* At the lower end of the area; how many rows that took. */
int tails_draw(const struct conflicts *conflicts, struct canvas *canvas, struct area body);
void strike_open(struct conflicts *conflicts, struct effects *effects);
void strike_key(struct conflicts *conflicts, int32_t code, struct effects *effects);
void strike_done(struct conflicts *conflicts, const struct evt *evt, struct effects *effects);
void strike_draw(const struct conflicts *conflicts, const struct view *view, struct canvas *canvas,
                 struct area body);

/* ---- conflict_draw.c ------------------------------------------------------------------------- */

/* Both sides, the seats that are kept, whom to tell what, and what can be decided. */
void conflict_draw(const struct conflict *at, const struct view *view, struct canvas *canvas,
                   struct area body);

#endif
