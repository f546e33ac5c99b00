#include "config.h"

#include "src/domain/audit_report.h"

#include <stdarg.h>
#include <stdio.h>

#include "src/base/tongue.h"

void audit_report_start(struct audit_report *report, struct arena *arena)
{
    *report = (struct audit_report){0};
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
