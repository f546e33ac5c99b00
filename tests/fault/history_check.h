/*
 * Do the log and what tills were told fit together? Each seat is one register: every change is a
 * compare-and-set of its version, so the log gives the order of all changes and nothing has to be
 * searched. What is demanded of it:
 *
 *   - versions grow one by one, each change begins where the one before ended, and the seat stands
 *     as its last one left it;
 *   - what a till was told is done stands in the log, once, as it was sent; what it was told is not
 *     done is not there; what nobody knew is there as it was sent, or not at all;
 *   - who could not see what was sent finds the seats he was told of in the log, and no others;
 *   - a ticket at the door was let in or turned away as the one who scanned it was told, and is let
 *     in once;
 *   - nothing is there that nobody asked for (but seats that a sweep freed, and others' acts);
 *   - who began after another had been answered comes after it, and a read sees everything that
 *     was answered before it began and nothing that was asked for after it ended.
 */
#ifndef LOGE_TESTS_FAULT_HISTORY_CHECK_H
#define LOGE_TESTS_FAULT_HISTORY_CHECK_H

#include "tests/fault/history.h"

/* One line of the house's log about a seat. */
struct log_row {
    struct uuid key, subject; /* key: zero for a sweep */
    int32_t seat;
    uint32_t version;
    enum act act;
    uint8_t was, became;
};

/* One line of it about the door. */
struct log_scan {
    struct uuid key, ticket;
    enum act act; /* ACT_ADMIT or ACT_TURN_AWAY */
};

/* How a seat stands in the end. */
struct seat_end {
    int32_t seat;
    uint32_t version;
    uint8_t status;
};

struct evidence {
    struct history history;
    LIST(struct log_row) log; /* by seat and version */
    LIST(struct seat_end) ends;
    LIST(struct log_scan) door;
    bool others; /* somebody else acted too and wrote nothing down */
};

enum { FINDING_TEXT = 200, FINDINGS_KEPT = 10 };

struct findings {
    int count;
    char text[FINDINGS_KEPT][FINDING_TEXT]; /* the first ones */
};

void history_check(const struct evidence *evidence, struct findings *findings);

#endif
