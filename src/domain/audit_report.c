#include "config.h"

#include "src/domain/audit_report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"

void audit_report_start(struct audit_report *report, struct arena *arena)
{
    *report = (struct audit_report){.sealed_now = report->sealed_now};
    report->faults = arena_array(arena, AUDIT_FAULTS_KEPT, sizeof *report->faults);
}

void audit_note(struct audit_report *report, int64_t event, const char *fmt, ...)
{
    va_list args;
    if (report->fault_count++ >= AUDIT_FAULTS_KEPT)
        return;
    struct audit_fault *kept = &report->faults[report->fault_count - 1];
    kept->event = event;
    va_start(args, fmt);
    vsnprintf(kept->text, sizeof kept->text, tongue(fmt), args);
    va_end(args);
}

const char *event_place(const struct event *event, char out[EVENT_PLACE_TEXT])
{
    bool other = *event->client && strcmp(event->client, event->till) != 0;
    snprintf(out, EVENT_PLACE_TEXT, "%s%s%s%s%s", event->till, other ? ", " : "",
             other ? event->client : "", *event->address ? ", " : "", event->address);
    return out;
}

const char *approver_words(const char *approver, enum approval approval, const char *till,
                           char out[APPROVER_TEXT])
{
    if (*approver && approval == APPROVAL_TILL)
        /* L10N: who signed, according to a till; keep it short: "ruth (per till-2)" */
        snprintf(out, APPROVER_TEXT, tongue(N_("%s (per %s)")), approver, till);
    else
        snprintf(out, APPROVER_TEXT, "%s", approver);
    return out;
}

const char *signed_words(const char *actor, const char *approver, enum approval approval,
                         const char *till, char out[SIGNED_TEXT])
{
    char words[APPROVER_TEXT];
    snprintf(out, SIGNED_TEXT, "%s%s%s", actor, *approver ? " + " : "",
             approver_words(approver, approval, till, words));
    return out;
}
