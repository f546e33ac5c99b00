/* One text through one command; only the spool needs this. */
#ifndef LOGE_ADAPTER_PRINT_COMMAND_H
#define LOGE_ADAPTER_PRINT_COMMAND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "src/base/clock.h"
#include "src/port/print.h"

struct print_command {
    const char *command;
    const char *path; /* of the text */
    int64_t patience_ms;
    struct clock clock;
    const atomic_bool *stop; /* set from another thread: end it */
};

/* True: it was printed. Else why is one line. Waits for the command, patience_ms at most. */
bool print_command_run(const struct print_command *print, char why[PRINT_WHY]);

#endif
