#include "config.h"

#include "src/engine/record.h"

const struct metric_rule desk_metric_rules[DESK_METRICS] = {
    [DESK_ACTS_DONE] = {.name = "loge_acts_done_total",
                        .help = "Acts that were done.",
                        .kind = METRIC_COUNTER},
    [DESK_ACTS_REFUSED] = {.name = "loge_acts_refused_total",
                           .help = "Acts refused by a rule.",
                           .kind = METRIC_COUNTER},
    [DESK_ACTS_FAILED] = {.name = "loge_acts_failed_total",
                          .help = "Acts the store could not take.",
                          .kind = METRIC_COUNTER},
    [DESK_REPLAYS] = {.name = "loge_acts_replayed_total",
                      .help = "Keys that had been done before.",
                      .kind = METRIC_COUNTER},
    [DESK_RACES_LOST] = {.name = "loge_races_lost_total",
                         .help = "Decisions made again because of another's act.",
                         .kind = METRIC_COUNTER},
    [DESK_HOLDS_TRIED] = {.name = "loge_hold_attempts_total",
                          .help = "Holds asked for.",
                          .kind = METRIC_COUNTER},
    [DESK_HOLDS_DONE] = {.name = "loge_holds_total",
                         .help = "Holds that were given.",
                         .kind = METRIC_COUNTER},
    [DESK_HOLD_CONFLICTS] = {.name = "loge_hold_conflicts_total",
                             .help = "Holds refused because somebody else had a seat.",
                             .kind = METRIC_COUNTER},
    [DESK_HOLDS_EXTENDED] = {.name = "loge_holds_extended_total",
                             .help = "Holds made longer.",
                             .kind = METRIC_COUNTER},
    [DESK_HOLDS_EXPIRED] = {.name = "loge_holds_expired_total",
                            .help = "Holds released because they were over.",
                            .kind = METRIC_COUNTER},
    [DESK_HOLDS_RELEASED] = {.name = "loge_holds_released_total",
                             .help = "Acts that let held seats go.",
                             .kind = METRIC_COUNTER},
    [DESK_HOLDS_CONVERTED] = {.name = "loge_holds_converted_total",
                              .help = "Sales of what was held.",
                              .kind = METRIC_COUNTER},
    [DESK_WAIT_JOINED] = {.name = "loge_waitlist_joined_total",
                          .help = "People who joined a waiting list.",
                          .kind = METRIC_COUNTER},
    [DESK_WAIT_OFFERED] = {.name = "loge_waitlist_offers_total",
                           .help = "Offers made to people on a waiting list.",
                           .kind = METRIC_COUNTER},
    [DESK_BAGS_WEIGHED] = {.name = "loge_bags_weighed_total",
                           .help = "Bags weighed at the door.",
                           .kind = METRIC_COUNTER},
    [DESK_BAG_FEES] = {.name = "loge_bag_fees_total",
                       .help = "Fees taken for heavy bags.",
                       .kind = METRIC_COUNTER},
    [DESK_ACT_MS] = {.name = "loge_act_duration_seconds",
                     .help = "Time from an act to its answer.",
                     .kind = METRIC_HISTOGRAM,
                     .bounds = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000},
                     .per = 1000},
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
                {ACT_SELL, DESK_HOLDS_CONVERTED},   {ACT_WAIT_JOIN, DESK_WAIT_JOINED},
                {ACT_BAG, DESK_BAGS_WEIGHED},       {ACT_BAG_FEE, DESK_BAG_FEES}};
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
