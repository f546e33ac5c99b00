#include "config.h"

#include "src/engine/record.h"

const struct metric_rule desk_metric_rules[DESK_METRICS] = {
    [DESK_ACTS_DONE] = {"loge_acts_done_total", "Acts that were done.", METRIC_COUNTER, {0}},
    [DESK_ACTS_REFUSED] = {"loge_acts_refused_total",
                           "Acts refused by a rule.",
                           METRIC_COUNTER,
                           {0}},
    [DESK_ACTS_FAILED] = {"loge_acts_failed_total",
                          "Acts the store could not take.",
                          METRIC_COUNTER,
                          {0}},
    [DESK_REPLAYS] = {"loge_acts_replayed_total",
                      "Keys that had been done before.",
                      METRIC_COUNTER,
                      {0}},
    [DESK_RACES_LOST] = {"loge_races_lost_total",
                         "Decisions made again because of another's act.",
                         METRIC_COUNTER,
                         {0}},
    [DESK_ACT_MS] = {"loge_act_milliseconds",
                     "Time from an act to its answer.",
                     METRIC_HISTOGRAM,
                     {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000}},
};

static enum desk_metric kind_of(const struct outcome *out)
{
    if (out->verdict == VERDICT_OK)
        return DESK_ACTS_DONE;
    return out->verdict == VERDICT_UNAVAILABLE ? DESK_ACTS_FAILED : DESK_ACTS_REFUSED;
}

static void count(struct desk *desk, const struct act_record *record, const struct outcome *out)
{
    metrics_add(desk->metrics, (int)kind_of(out), 1);
    metrics_add(desk->metrics, DESK_REPLAYS, out->replay);
    metrics_add(desk->metrics, DESK_RACES_LOST, record->races_lost);
    metrics_observe(desk->metrics, DESK_ACT_MS, record->ms);
}

void run_record(struct desk *desk, const struct act_record *record, const struct outcome *out)
{
    count(desk, record, out);
    bool failed = out->verdict == VERDICT_UNAVAILABLE;
    const struct log_field fields[] = {
        LOG_CODE("act", act_name(record->act)), LOG_CODE("verdict", verdict_code(out->verdict)),
        LOG_INT("races", record->races_lost), LOG_INT("ms", record->ms), LOG_ERR(&out->err)};
    const struct log_fields shown = {fields, COUNT_OF(fields) - !failed};
    log_event(desk->log, failed ? LEVEL_ERROR : LEVEL_INFO, "act", record->key,
              out->replay ? "done before" : "settled", shown);
}
