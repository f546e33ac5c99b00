/* What a look through the log found, in every store the same. */
#ifndef LOGE_DOMAIN_AUDIT_REPORT_H
#define LOGE_DOMAIN_AUDIT_REPORT_H

#include <stdint.h>

#include "src/base/arena.h"
#include "src/base/attr.h"

enum { AUDIT_FAULTS_KEPT = 100 };

struct audit_fault {
    int64_t event; /* 0: not about one event */
    char text[200];
};
struct audit_report {
    int64_t events, seats, holds, sales, blocks, unsealed;
    uint8_t head[32];           /* hash of the last sealed block */
    struct audit_fault *faults; /* at most AUDIT_FAULTS_KEPT */
    int fault_count;            /* all that were found */
};

void audit_report_start(struct audit_report *report, struct arena *arena);
/* The sentence is translated here. */
void audit_note(struct audit_report *report, int64_t event, const char *fmt, ...) PRINTF(3, 4);

#endif
