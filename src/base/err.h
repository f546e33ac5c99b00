/*
 * Errors are of three kinds that never mix:
 *
 *   verdict  a business outcome ("that seat is taken"): src/domain/verdict.h
 *   rc+err   the outside world failed (disk, server, file): this header
 *   bug      the program is wrong: assert(), which stays on in release builds
 *
 * The class of an rc decides what the caller does next; the text is for people, one sentence that
 * says what happened and what to do. An error is logged once, where the decision is taken.
 */
#ifndef LOGE_BASE_ERR_H
#define LOGE_BASE_ERR_H

#include "src/base/attr.h"

enum rc {
    RC_OK = 0,
    RC_TRANSIENT, /* try again later: busy, timed out, disconnected; nothing was changed */
    RC_CONFLICT,  /* somebody else changed it first */
    RC_CORRUPT,   /* the data is damaged, foreign or too new: stop */
    RC_CONFIG,    /* a person must change something: path, rights, disk space, input file */
    RC_CANCELLED, /* stopped on request */
    RC_UNKNOWN,   /* it may or may not have happened: ask again with the same key */
};

struct err {
    enum rc rc;
    char native[24]; /* the other side's own code: "SQLITE_FULL", "40001", "ENOENT" */
    char text[320];  /* one sentence, no newline */
};

/* Fills err (which may be NULL) and returns rc, so that a failing path is one line. */
enum rc err_set(struct err *err, enum rc rc, const char *native, const char *fmt, ...) PRINTF(4, 5);

/* As err_set, with the name and the text of the current errno appended. */
enum rc err_set_errno(struct err *err, enum rc rc, const char *fmt, ...) PRINTF(3, 4);

/* As err_set, for work that somebody stopped: what was begun was undone. */
enum rc err_set_stopped(struct err *err);

/* Stable name of a class, for logs: "transient", "corrupt", ... */
const char *rc_name(enum rc rc);

#endif
