/*
 * `loge --plain`: a line in, an answer out, nothing is ever drawn over. For screen readers, slow
 * lines and scripts.
 *
 * Lines are those of ':' in the console (src/cmd/line.h) and a few short words for selling that
 * are made of them; lists are numbered, and a number alone chooses from the last one. At a
 * terminal there is a prompt. From a file or a pipe there is none, and the exit code is that of
 * the first line that was refused.
 */
#ifndef LOGE_CMD_PLAIN_H
#define LOGE_CMD_PLAIN_H

#include "src/cmd/call.h"

enum { PLAIN_LINE = 1024, PLAIN_CHOICES = 60 };

struct plain {
    struct call *call;
    bool person;          /* somebody types at a terminal */
    bool ended;           /* the person wants to leave */
    char show[SLUG_TEXT]; /* the show that is open; "" */
    struct arena *arena;  /* of the line that runs now */
    struct act_meta meta; /* of it, too */
    int first_fault;      /* exit code of the first refusal */
    char choices[PLAIN_CHOICES][PLAIN_LINE];
    int choice_count;
    char ask[PLAIN_LINE]; /* the next line is what is asked: the word that belongs behind this */
};

/* The words of a line. */
struct said {
    const char *const *words;
    int count;
};

/* The whole session; the exit code. The house is open and it is known who acts. */
int plain_session(struct call *call);

/* ---- for the words -------------------------------------------------------------------------- */

void plain_say(const char *fmt, ...) PRINTF(1, 2);
/* Says a sentence and remembers the fault. */
void plain_refuse(struct plain *plain, const char *fmt, ...) PRINTF(2, 3);
/* A line of the command line's grammar: prints its answer. False: it was refused. */
bool plain_run(struct plain *plain, const char *fmt, ...) PRINTF(2, 3);
/* The next number of the list that was just begun means this line. */
void plain_choices_begin(struct plain *plain);
int plain_choice(struct plain *plain, const char *fmt, ...) PRINTF(2, 3);

/*
 * A question: the next line, unless it is the number of a choice, stands as one word behind this
 * one. An empty line, `no` or the end of the input answer nothing.
 */
void plain_ask(struct plain *plain, const char *fmt, ...) PRINTF(2, 3);
/* The word at this place, "" when there is none. */
const char *plain_said(const struct said *said, int at);
/* As one word of a line again. */
const char *plain_quoted(struct plain *plain, const char *text);
/* True, with the refusal: the store could not be read. */
bool plain_failed(struct plain *plain, enum rc rc, const struct err *err);
/* False, with the refusal: the role of who is signed in does not allow it. */
bool plain_may(struct plain *plain, enum right right);
bool plain_show_is_open(struct plain *plain);
/* What was held last by who is signed in, in the line's arena; NULL: nothing, or a refusal. */
const struct hold *plain_held(struct plain *plain);

/* plain_after.c: after the sale, the money of a shift, the waiting list */
void plain_orders(struct plain *plain, const struct said *said);
void plain_order(struct plain *plain, const struct said *said);
void plain_refund(struct plain *plain, const struct said *said);
void plain_exchange(struct plain *plain, const struct said *said);
void plain_shift(struct plain *plain, const struct said *said);
void plain_close(struct plain *plain, const struct said *said);
void plain_waiting(struct plain *plain, const struct said *said);
void plain_join(struct plain *plain, const struct said *said);

/* Runs a short word; false: it is none, and belongs to the grammar. */
bool plain_word(struct plain *plain, const char *const *words, int count);

#endif
