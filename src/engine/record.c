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
    [DESK_HOLDS_TRIED] = {"loge_hold_attempts_total", "Holds asked for.", METRIC_COUNTER, {0}},
    [DESK_HOLDS_DONE] = {"loge_holds_total", "Holds that were given.", METRIC_COUNTER, {0}},
    [DESK_HOLD_CONFLICTS] = {"loge_hold_conflicts_total",
                             "Holds refused because somebody else had a seat.",
                             METRIC_COUNTER,
                             {0}},
    [DESK_HOLDS_EXTENDED] = {"loge_holds_extended_total",
                             "Holds made longer.",
                             METRIC_COUNTER,
                             {0}},
    [DESK_HOLDS_EXPIRED] = {"loge_holds_expired_total",
                            "Holds released because they were over.",
                            METRIC_COUNTER,
                            {0}},
    [DESK_HOLDS_RELEASED] = {"loge_holds_released_total",
                             "Acts that let held seats go.",
                             METRIC_COUNTER,
                             {0}},
    [DESK_HOLDS_CONVERTED] = {"loge_holds_converted_total",
                              "Sales of what was held.",
                              METRIC_COUNTER,
                              {0}},
    [DESK_WAIT_JOINED] = {"loge_waitlist_joined_total",
                          "People who joined a waiting list.",
                          METRIC_COUNTER,
                          {0}},
    [DESK_WAIT_OFFERED] = {"loge_waitlist_offers_total",
                           "Offers made to people on a waiting list.",
                           METRIC_COUNTER,
                           {0}},
    [DESK_ACT_MS] = {"loge_act_duration_seconds",
                     "Time from an act to its answer.",
                     METRIC_HISTOGRAM,
                     {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000},
                     NULL,
                     1000},
};

static enum desk_metric kind_of(const struct outcome *out)
{
    if (out->verdict == VERDICT_OK)
        return DESK_ACTS_DONE;
    return out->verdict == VERDICT_UNAVAILABLE ? DESK_ACTS_FAILED : DESK_ACTS_REFUSED;
}

static bool was_taken(enum verdict verdict)
{
    return verdict == VERDICT_SEAT_TAKEN || verdict == VERDICT_VERSION_CONFLICT;
}

/* What an act did to holds and lines, once: a key that was done before has been counted. */
static void count_what(struct desk *desk, enum act act, const struct outcome *out)
{
    static const struct {
        enum act act;
        enum desk_metric metric;
    } done[] = {{ACT_HOLD, DESK_HOLDS_DONE},        {ACT_EXTEND, DESK_HOLDS_EXTENDED},
                {ACT_RELEASE, DESK_HOLDS_RELEASED}, {ACT_OVERRIDE, DESK_HOLDS_RELEASED},
                {ACT_SELL, DESK_HOLDS_CONVERTED},   {ACT_WAIT_JOIN, DESK_WAIT_JOINED}};
    if (act == ACT_HOLD) {
        metrics_add(desk->metrics, DESK_HOLDS_TRIED, 1);
        metrics_add(desk->metrics, DESK_HOLD_CONFLICTS, was_taken(out->verdict));
    }
    if (!out->changed)
        return;
    for (int i = 0; i < COUNT_OF(done); i++)
        if (done[i].act == act)
            metrics_add(desk->metrics, (int)done[i].metric, 1);
    metrics_add(desk->metrics, DESK_WAIT_OFFERED, out->offered);
}

static void count(struct desk *desk, const struct act_record *record, const struct outcome *out)
{
    metrics_add(desk->metrics, (int)kind_of(out), 1);
    metrics_add(desk->metrics, DESK_REPLAYS, out->replay);
    count_what(desk, record->act, out);
    metrics_add(desk->metrics, DESK_RACES_LOST, record->races_lost);
    metrics_observe(desk->metrics, DESK_ACT_MS, record->ms);
}

void run_record(struct desk *desk, const struct act_record *record, const struct outcome *out)
{
    count(desk, record, out);
    bool failed = out->verdict == VERDICT_UNAVAILABLE;
    struct log_field fields[6] = {LOG_CODE("act", act_name(record->act)),
                                  LOG_CODE("verdict", verdict_code(out->verdict)),
                                  LOG_INT("races", record->races_lost), LOG_INT("ms", record->ms)};
    struct log_fields shown = {fields, 4};
    if (record->trace)
        fields[shown.count++] = LOG_CODE("trace", record->trace);
    if (failed)
        fields[shown.count++] = LOG_ERR(&out->err);
    log_event(desk->log, failed ? LEVEL_ERROR : LEVEL_INFO, "act", record->key,
              out->replay ? "done before" : "settled", shown);
}
