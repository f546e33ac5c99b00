/*
 * Two real consoles at the house of a field: `./loge` on a pty, what it draws read by libvterm.
 * They hold, release and sell as dice say, next to the field's own tills. Whatever was broken, in
 * the end every seat stands on both screens as it does in the database.
 *
 * All fail the running test when they cannot. A console is opened after the field's tills and
 * closed before the field.
 */
#ifndef LOGE_TESTS_FAULT_SCREENS_H
#define LOGE_TESTS_FAULT_SCREENS_H

#include "tests/fault/field.h"
#include "tests/lib/pty.h"

enum { SCREENS = 2 };

struct screens {
    struct field *field;
    struct pty *at[SCREENS];
    int acts;
};

/* They run LOGE, or ./loge; their clocks are as wrong as the wish says, one each way. */
void screens_open(struct screens *screens, struct field *field);
/* A folder for the program that is a till of the field's house. */
void screens_join(const struct field *field, const char *folder, const char *till);
/* Who is at it, as the house knows them. */
const char *screens_person(int no);
/* Each does a few things, and the field's tills some. */
void screens_work(struct screens *screens);
/* Keys for one of them, each pressed when the one before is drawn; and until it shows something. */
void screens_press(struct screens *screens, int no, const char *keys);
void screens_wait_for(struct screens *screens, int no, const char *text);
/* Nobody does anything until both screens show each seat as the database has it. */
void screens_agree(struct screens *screens);
/* kill -9; and somebody opens it again and goes on with the basket that was left. */
void screens_kill(struct screens *screens, int no);
void screens_again(struct screens *screens, int no);
void screens_close(struct screens *screens);

#endif
