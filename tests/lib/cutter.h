/*
 * A line that can be cut: a process that forwards everything between a loopback port and a server,
 * until it is told to cut a line in the middle of a request or of an answer, to let nothing through
 * any more, or to take its time.
 */
#ifndef LOGE_TESTS_LIB_CUTTER_H
#define LOGE_TESTS_LIB_CUTTER_H

#include <stdatomic.h>
#include <sys/types.h>

enum cut {
    CUT_NOTHING,
    CUT_REQUEST, /* the next large request ends after so many bytes */
    CUT_SENT,    /* the next large request arrives, and that is the end */
    CUT_ANSWER,  /* the answer to the next large request ends after so many bytes */
    CUT_LINES,   /* all lines there are */
};

/* Shared with the process. cut goes back to nothing when it has happened. */
struct cutter_orders {
    _Atomic int cut, after;
    _Atomic int least, first; /* a large request: how many bytes; its first one, 0 for any */
    _Atomic int fired;
    _Atomic int hole_up, hole_down; /* nothing gets through to the server, or back */
    _Atomic int delay_us;           /* each piece, each way */
    _Atomic int delayed;            /* pieces that had to wait so long */
    _Atomic int deaf;               /* so many of a hundred messages that Redis publishes ... */
    _Atomic int lost;               /* ... are lost, and so many were */
    _Atomic int trips;              /* how often a till said something after the server had */
};

struct cutter {
    struct cutter_orders *orders;
    pid_t pid;
    int port;
};

/* target: "unix:/path" or "127.0.0.1:port". Fails the running test when it cannot. */
void cutter_start(struct cutter *cutter, const char *target);
void cutter_stop(struct cutter *cutter);

/* To happen once, after so many bytes. */
void cutter_order(struct cutter *cutter, enum cut cut, int after);

#endif
