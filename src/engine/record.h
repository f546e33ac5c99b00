/* What the log and the counters are told of an act: ids and codes, never a customer's data. */
#ifndef LOGE_ENGINE_RECORD_H
#define LOGE_ENGINE_RECORD_H

#include "src/engine/desk.h"
#include "src/engine/run.h"

struct act_record {
    enum act act;
    const struct uuid *key; /* the request id of its log line */
    const char *trace;      /* NULL: none */
    int races_lost;
    int64_t ms;
    const struct run *run; /* as it was at the end */
};

void run_record(struct desk *desk, const struct act_record *record, const struct outcome *out);

#endif
