/*
 * A printer that is a command: the text goes to its standard input, exit 0 says that it is on
 * paper, and the first line it writes to standard error says why not.
 *
 * Jobs are files in one folder, so they outlive the program: what a program left that ended is in
 * the queue of the next as failed, because nobody knows whether it came out.
 */
#ifndef LOGE_ADAPTER_PRINT_SPOOL_H
#define LOGE_ADAPTER_PRINT_SPOOL_H

#include "src/base/clock.h"
#include "src/port/print.h"

struct print_spool_options {
    const char *printer; /* its name */
    const char *command; /* for sh -c */
    const char *folder;  /* of the jobs; made when it is not there */
    int64_t patience_ms; /* for one job; then the command is ended and the job has failed */
    struct clock clock;
};

struct print_spool;

struct print_spool *print_spool_start(const struct print_spool_options *options,
                                      struct err *err) MUST_USE;
struct print_port print_spool_port(struct print_spool *spool);
/* Ends what is being printed; it and what waits stay in the folder. NULL inside is fine. */
void print_spool_stop(struct print_spool **spool);

#endif
