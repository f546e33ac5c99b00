#include "config.h"

#include "src/engine/record.h"

#include <stdio.h>

#define BY(n, h, method)                                                                    \
    {                                                                                       \
        .name = (n), .help = (h), .kind = METRIC_COUNTER, .labels = "method=\"" method "\"" \
    }
#define ENDED(scenario)                                                       \
    {                                                                         \
        .name = "loge_holds_released_total", .help = "Holds let go, by why.", \
        .kind = METRIC_COUNTER, .labels = "scenario=\"" scenario "\""         \
    }

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
    [DESK_RETRIES_EXHAUSTED] = {.name = "loge_retries_exhausted_total",
                                .help = "Acts given up after each of their tries was lost.",
                                .kind = METRIC_COUNTER},
    [DESK_LOCK_TIMEOUTS] = {.name = "loge_lock_timeouts_total",
                            .help = "Tries given up because somebody else kept a seat locked.",
                            .kind = METRIC_COUNTER},
    [DESK_HOLDS_TRIED] = {.name = "loge_hold_attempts_total",
                          .help = "Holds asked for.",
                          .kind = METRIC_COUNTER},
    [DESK_HOLDS_DONE] = BY("loge_holds_total", "Holds that were given.", "postgresql"),
    [DESK_HOLDS_DONE + METHOD_REDIS] = BY("loge_holds_total", "Holds that were given.", "redis"),
    [DESK_HOLD_CONFLICTS] = BY("loge_hold_conflicts_total",
                               "Holds refused because somebody else had a seat.", "postgresql"),
    [DESK_HOLD_CONFLICTS + METHOD_REDIS] =
        BY("loge_hold_conflicts_total", "Holds refused because somebody else had a seat.", "redis"),
    [DESK_HOLDS_EXTENDED] = {.name = "loge_holds_extended_total",
                             .help = "Holds made longer.",
                             .kind = METRIC_COUNTER},
    [DESK_EXTENSIONS_FAILED] = {.name = "loge_hold_extensions_failed_total",
                                .help = "Extensions of a hold that were refused or failed.",
                                .kind = METRIC_COUNTER},
    [DESK_HOLDS_EXPIRED] = {.name = "loge_holds_expired_total",
                            .help = "Holds that expired before anybody paid for them.",
                            .kind = METRIC_COUNTER},
    [DESK_HOLDS_RELEASED] = ENDED("part"),
    [DESK_HOLDS_RELEASED + END_TTL_EXPIRED] = ENDED("ttl_expired"),
    [DESK_HOLDS_RELEASED + END_USER_CANCELLED] = ENDED("user_cancelled"),
    [DESK_HOLDS_RELEASED + END_PAYMENT_FAILED] = ENDED("payment_failed"),
    [DESK_HOLDS_RELEASED + END_ADMIN_OVERRIDE] = ENDED("admin_override"),
    [DESK_HOLDS_RELEASED + END_SYNC_CONFLICT] = ENDED("sync_conflict"),
    [DESK_HOLDS_CONVERTED] = {.name = "loge_holds_converted_total",
                              .help = "Sales of what was held.",
                              .kind = METRIC_COUNTER},
    [DESK_HOLD_MS] = {.name = "loge_hold_duration_seconds",
                      .help = "How long a hold lasted until it was let go or sold.",
                      .kind = METRIC_HISTOGRAM,
                      .bounds = {10000, 30000, 60000, 120000, 300000, 600000, 900000, 1800000,
                                 3600000},
                      .per = 1000},
    [DESK_WAIT_JOINED] = {.name = "loge_waitlist_joined_total",
                          .help = "People who joined a waiting list.",
                          .kind = METRIC_COUNTER},
    [DESK_WAIT_OFFERED] = {.name = "loge_waitlist_offers_total",
                           .help = "Offers made to people on a waiting list.",
                           .kind = METRIC_COUNTER},
    [DESK_OFFERS_FAILED] = {.name = "loge_waitlist_offers_failed_total",
                            .help = "Rounds of offers that failed, and offers nobody took.",
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

/* Holds that ended with the act, whichever it was: let go, replaced by a newer one, sold. */
static void count_ended(struct desk *desk, const struct act_record *record)
{
    const struct changeset *cs = record->run->cs;
    for (int i = 0; cs && i < cs->holds.count; i++) {
        const struct hold *hold = &cs->holds.at[i];
        if (!hold->ended_at)
            continue;
        metrics_observe(desk->metrics, DESK_HOLD_MS, hold->ended_at - hold->created_at);
        if (hold->end)
            metrics_add(desk->metrics, DESK_HOLDS_RELEASED + (int)hold->end, 1);
    }
}

/* An offer that is over is found in the next round: its waiter is in line again, or away. */
static int offers_lapsed(const struct act_record *record)
{
    const struct changeset *cs = record->run->cs;
    int lapsed = 0;
    for (int i = 0; cs && i < cs->waiters.count; i++)
        lapsed += cs->waiters.at[i].status == WAIT_LEFT;
    return lapsed;
}

static void count_refused(struct desk *desk, enum act act)
{
    if (act == ACT_EXTEND)
        metrics_add(desk->metrics, DESK_EXTENSIONS_FAILED, 1);
    if (act == ACT_WAIT_SERVE)
        metrics_add(desk->metrics, DESK_OFFERS_FAILED, 1);
}

static void count_hold(struct desk *desk, const struct act_record *record,
                       const struct outcome *out)
{
    enum desk_method method = record->run->by_front ? METHOD_REDIS : METHOD_POSTGRESQL;
    metrics_add(desk->metrics, DESK_HOLDS_TRIED, 1);
    metrics_add(desk->metrics, DESK_HOLD_CONFLICTS + (int)method, was_taken(out->verdict));
    metrics_add(desk->metrics, DESK_HOLDS_DONE + (int)method, out->changed);
}

/* What an act did to holds and lines, once: a key that was done before has been counted. */
static void count_what(struct desk *desk, const struct act_record *record,
                       const struct outcome *out)
{
    static const struct {
        enum act act;
        enum desk_metric metric;
    } done[] = {{ACT_EXTEND, DESK_HOLDS_EXTENDED},
                {ACT_SELL, DESK_HOLDS_CONVERTED},
                {ACT_WAIT_JOIN, DESK_WAIT_JOINED},
                {ACT_BAG, DESK_BAGS_WEIGHED},
                {ACT_BAG_FEE, DESK_BAG_FEES}};
    if (record->act == ACT_HOLD)
        count_hold(desk, record, out);
    if (out->verdict)
        count_refused(desk, record->act);
    if (!out->changed)
        return;
    for (int i = 0; i < COUNT_OF(done); i++)
        if (done[i].act == record->act)
            metrics_add(desk->metrics, (int)done[i].metric, 1);
    metrics_add(desk->metrics, DESK_WAIT_OFFERED, out->offered);
    if (record->act == ACT_WAIT_SERVE)
        metrics_add(desk->metrics, DESK_OFFERS_FAILED, offers_lapsed(record));
    count_ended(desk, record);
}

static void count(struct desk *desk, const struct act_record *record, const struct outcome *out)
{
    if (!desk->metrics)
        return;
    metrics_add(desk->metrics, (int)kind_of(out), 1);
    metrics_add(desk->metrics, DESK_REPLAYS, out->replay);
    count_what(desk, record, out);
    metrics_add(desk->metrics, DESK_RACES_LOST, record->races_lost);
    metrics_add(desk->metrics, DESK_RETRIES_EXHAUSTED, record->run->exhausted);
    metrics_add(desk->metrics, DESK_LOCK_TIMEOUTS, record->run->lock_timeouts);
    metrics_observe(desk->metrics, DESK_ACT_MS, record->ms);
}

/* ---- the log ------------------------------------------------------------------------------ */

/* The first seat by its label, as far as a log may show it, or by its number. */
static const char *first_seat(const struct act_record *record, const struct outcome *out,
                              char number[SEAT_TEXT])
{
    const struct changeset *cs = record->run->cs;
    const char *label = out->seat_count                        ? out->seats[0]
                        : out->hold && out->hold->seat_count   ? out->hold->seats[0].label
                        : out->sale && out->sale->ticket_count ? out->sale->tickets[0].label
                                                               : "";
    if (log_is_code(label))
        return label;
    if (!cs || !cs->seats.count)
        return NULL;
    snprintf(number, SEAT_TEXT, "#%d", (int)cs->seats.at[0].seat);
    return number;
}

static int count_seats(const struct act_record *record, const struct outcome *out)
{
    const struct changeset *cs = record->run->cs;
    if (out->seat_count)
        return out->seat_count;
    return cs && cs->seats.count ? cs->seats.count : out->hold ? out->hold->seat_count : 1;
}

static void add_places(const struct act_record *record, const struct outcome *out,
                       char number[SEAT_TEXT], struct log_field *fields, int *count)
{
    const char *seat = first_seat(record, out, number);
    if (record->run->show)
        fields[(*count)++] = LOG_CODE("show", record->run->show);
    if (!seat)
        return;
    fields[(*count)++] = LOG_CODE("seat", seat);
    fields[(*count)++] = LOG_INT("seats", count_seats(record, out));
}

void run_record(struct desk *desk, const struct act_record *record, const struct outcome *out)
{
    enum { FIELDS = 9 };
    count(desk, record, out);
    bool failed = out->verdict == VERDICT_UNAVAILABLE;
    char number[SEAT_TEXT];
    struct log_field fields[FIELDS] = {
        LOG_CODE("act", act_name(record->act)), LOG_CODE("verdict", verdict_code(out->verdict)),
        LOG_INT("races", record->races_lost), LOG_INT("ms", record->ms)};
    struct log_fields shown = {fields, 4};
    add_places(record, out, number, fields, &shown.count);
    if (record->trace)
        fields[shown.count++] = LOG_CODE("trace", record->trace);
    if (failed)
        fields[shown.count++] = LOG_ERR(&out->err);
    log_event(desk->log, failed ? LEVEL_ERROR : LEVEL_INFO, "act", record->key,
              out->replay ? "done before" : "settled", shown);
}
