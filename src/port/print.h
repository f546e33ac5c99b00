/*
 * Paper: a queue of texts for one printer.
 *
 * A job is durable once it is put, printed by a thread of its own in the order of the queue, and
 * stays in the queue with its fault until somebody tries again or drops it. So a sale never waits
 * for paper, and paper that fails undoes nothing.
 */
#ifndef LOGE_PORT_PRINT_H
#define LOGE_PORT_PRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/base/err.h"

enum { PRINT_TITLE = 96, PRINT_WHY = 160, PRINT_JOBS_MAX = 256 };

enum print_state { PRINT_WAITING, PRINT_RUNNING, PRINT_FAILED, PRINT_DONE };

struct print_job {
    uint64_t no;
    char title[PRINT_TITLE]; /* "B-7K3QM9 Stalls-A-1" */
    enum print_state state;
    char why[PRINT_WHY]; /* of a failure: one line */
    int tries;
    int64_t at; /* wall, when it was put or last tried */
};

/* The printer in one glance. */
struct print_sums {
    char printer[PRINT_TITLE]; /* its name; "": there is none */
    int waiting, failed;       /* what is being printed waits, too */
    char why[PRINT_WHY];       /* what the last job failed by; "": it did not */
};

struct print_port {
    /* One job more, on the disk when this returns. */
    enum rc (*put)(void *ctx, const char *title, const char *text, struct err *err);
    /* The queue, newest first; what was printed last is still told. Returns how many. */
    int (*list)(void *ctx, struct print_job *out, int most);
    void (*sums)(void *ctx, struct print_sums *out);
    /* A failed job again (0: every one of them), or never. False: no such job has failed. */
    bool (*again)(void *ctx, uint64_t no);
    bool (*drop)(void *ctx, uint64_t no);
    int (*fd)(void *ctx); /* readable after every change; drain it by reading */
    void *ctx;
};

#endif
