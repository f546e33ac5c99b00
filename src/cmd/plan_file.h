/* Plan files of any format, told apart by what is in them. */
#ifndef LOGE_CMD_PLAN_FILE_H
#define LOGE_CMD_PLAN_FILE_H

#include "src/cmd/call.h"
#include "src/adapter/plan_json.h"

struct plan_file {
    struct plan *plan;
    enum plan_format format;
    struct plan_faults notes; /* what a person should know though the plan is sound */
};

/* Reads and checks FILE ("-": stdin). False, with every fault told, when it is not sound. */
bool plan_file_read(struct call *call, const char *path, struct plan_file *file) MUST_USE;
/* Writes aside and renames, so that FILE is whole or untouched. "-": stdout. */
bool plan_file_write(struct call *call, const char *path, const char *text) MUST_USE;
/* Notes as lines on stderr, or as a member of the JSON document. */
void plan_notes_tell(struct call *call, const struct plan_faults *notes);
void plan_notes_json(struct call *call, const struct plan_faults *notes);
/* The refusal for faults: the first on one line, all of them with --json. */
void plan_faults_tell(struct call *call, const char *path, const struct plan_faults *faults);

#endif
