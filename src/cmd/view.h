/*
 * How things are shown: each as JSON (design.md section 9 fixes the shapes) and as lines for
 * people. Every command that answers with a hold, a sale or a shift answers the same way.
 */
#ifndef LOGE_CMD_VIEW_H
#define LOGE_CMD_VIEW_H

#include "src/cmd/call.h"
#include "src/cmd/grid.h"
#include "src/base/member.h"
#include "src/domain/doc.h"

enum { LOCAL_TEXT = 48 };

/* "Fri 20 Nov 19:30", local; with the year when it is not this one. "-" for 0. Returns out. */
char *view_time(const struct call *call, int64_t at, char out[LOCAL_TEXT]);
/* "19:04", local. Returns out. */
char *view_clock(int64_t at, char out[LOCAL_TEXT]);
/* In the house's currency: "84.00". */
char *view_money(const struct call *call, int64_t amount, char out[MONEY_TEXT]);
/* "12:30" of minutes and seconds left, "over" at zero. */
char *view_left(int64_t ms, char out[LOCAL_TEXT]);
/* A name or text of the house for one line of call_print: its line ends become '?', so that it
 * cannot forge a line. */
const char *view_line(const struct call *call, const char *text);
/* The id of a show by its number; "" when there is none. */
const char *view_show_id(struct call *call, int32_t no);
/* The same for doc.h; without an id for no show, 0. */
struct doc_at view_at(struct call *call, int32_t show);
/* Seats that are still a hold's own (all it had, once it is over), joined by spaces. */
const char *view_hold_seats(struct call *call, const struct hold *hold);

/* ---- the same thing as a member of an object (key) or of an array (key NULL) --------------- */

void json_show(struct call *call, const char *key, const struct show *show,
               const struct show_count *count);
void json_hold(struct call *call, const char *key, const struct hold *hold);
/* out (may be NULL) adds what went over the counter: change and money given back. */
void json_sale(struct call *call, const char *key, const struct sale *sale,
               const struct outcome *out);
void json_waiter(struct call *call, const char *key, const struct waiter *waiter);
void json_hall(struct call *call, const char *key, const struct hall *hall);
void json_outcome_end(struct call *call, const struct outcome *out);

/* ---- whole answers: `done` is the sentence people read first -------------------------------- */

int answer_hold(struct call *call, const struct outcome *out, const char *done);
int answer_sale(struct call *call, const struct outcome *out, const char *done);
int answer_shift(struct call *call, const struct outcome *out, const char *done);
/* Acts whose whole answer is that they were done: {"done":true,"changed":b,"replay":b}. */
int answer_done(struct call *call, const struct outcome *out, const char *done);

/* What a command lists: {"KEY":[...]} for programs, for people lines, or the sentence for none. */
struct listed {
    const char *key;
    const void *rows;
    int count;
    void (*json)(struct call *call, const void *list, int count); /* what stands in the array */
    void (*print)(struct call *call, const void *list, int count);
    const char *none;
};
int answer_list(struct call *call, const struct listed *listed);

void print_hold(struct call *call, const struct hold *hold);
void print_sale(struct call *call, const struct sale *sale);
void print_shift(struct call *call, const struct shift *shift);

#endif
