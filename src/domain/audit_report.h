/* What a look through the log found, in every store the same; and how an event says where it was
 * and who signed for it. */
#ifndef LOGE_DOMAIN_AUDIT_REPORT_H
#define LOGE_DOMAIN_AUDIT_REPORT_H

#include <stdint.h>

#include "src/base/arena.h"
#include "src/base/attr.h"
#include "src/domain/entity.h"

enum { AUDIT_FAULTS_KEPT = 100 };

struct audit_fault {
    int64_t event; /* 0: not about one event */
    char text[200];
};
struct audit_report {
    int64_t events, seats, holds, sales, blocks, unsealed;
    int64_t approvals;          /* acts that somebody signed for, */
    int64_t approvals_by_tills; /* and those of which the house has only a till's word */
    /* Before the look: how many of the last blocks were sealed for it. After it: the first event
     * that no seal had kept from being changed until then; 0: there is none. */
    int64_t sealed_now, unproved_from;
    uint8_t head[32];           /* hash of the last sealed block */
    struct audit_fault *faults; /* at most AUDIT_FAULTS_KEPT */
    int fault_count;            /* all that were found */
};

void audit_report_start(struct audit_report *report, struct arena *arena);
/* The sentence is translated here. */
void audit_note(struct audit_report *report, int64_t event, const char *fmt, ...) PRINTF(3, 4);

enum { EVENT_PLACE_TEXT = 2 * TILL_TEXT + ADDRESS_TEXT + 4 };
/* "till-1"; of an act over HTTP "shop, 192.0.2.7", and with a journal's till "serve, shop,
 * 192.0.2.7".
 */
const char *event_place(const struct event *event, char out[EVENT_PLACE_TEXT]);

enum {
    APPROVER_TEXT = PERSON_TEXT + TILL_TEXT + 40,
    SIGNED_TEXT = PERSON_TEXT + APPROVER_TEXT + 3
};
/* "ruth"; "ruth (per till-2)" when that till was alone, and its house has only its word for it. */
const char *approver_words(const char *approver, enum approval approval, const char *till,
                           char out[APPROVER_TEXT]);
/* Who acted and who signed: "anna", "anna + ruth (per till-2)". */
const char *signed_words(const char *actor, const char *approver, enum approval approval,
                         const char *till, char out[SIGNED_TEXT]);

#endif
