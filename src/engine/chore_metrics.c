#include "config.h"

#include "src/engine/chore_metrics.h"

#include <string.h>

static const char *const names[CHORE_NAMES] = {"reaper", "waiting",  "occupancy", "registry",
                                               "mail",   "webhooks", "payments"};

#define WAITS(what, n, h) [CHORE_WAITS + (what)] = {.name = (n), .help = (h), .kind = METRIC_GAUGE}
#define OF(worker)        .labels = "worker=\"" worker "\""
/* A series for each of the names, in their order. */
#define SERIES(first, ...)                                                                         \
    [(first)] = {__VA_ARGS__, OF("reaper")}, [(first) + 1] = {__VA_ARGS__, OF("waiting")},         \
    [(first) + 2] = {__VA_ARGS__, OF("occupancy")}, [(first) + 3] = {__VA_ARGS__, OF("registry")}, \
    [(first) + 4] = {__VA_ARGS__, OF("mail")}, [(first) + 5] = {__VA_ARGS__, OF("webhooks")},      \
    [(first) + 6] = {__VA_ARGS__, OF("payments")}

const struct metric_rule chore_metric_rules[CHORE_METRICS] = {
    SERIES(CHORE_RUNS, .name = "loge_worker_runs_total", .help = "Runs of a background worker.",
           .kind = METRIC_COUNTER),
    SERIES(CHORE_DONE, .name = "loge_worker_processed_total",
           .help = "Pieces of work a background worker has done.", .kind = METRIC_COUNTER),
    SERIES(CHORE_FAILED, .name = "loge_worker_failures_total",
           .help = "Runs of a background worker that failed.", .kind = METRIC_COUNTER),
    SERIES(CHORE_TOOK, .name = "loge_worker_run_duration_seconds",
           .help = "Time a run of a background worker took.", .kind = METRIC_HISTOGRAM,
           .bounds = {1, 5, 20, 50, 100, 200, 500, 1000, 5000, 30000}, .per = 1000),
    WAITS(WAITS_FOR_SEATS, "loge_waitlist_waiting", "People on waiting lists."),
    WAITS(WAITS_FOR_ANSWER, "loge_waitlist_offered", "People whose offer is open."),
    WAITS(WAITS_FOR_SENDER, "loge_letters_waiting", "Letters that are to be sent."),
    WAITS(WAITS_FOR_REQUEUE, "loge_letters_dead", "Letters that could not be sent."),
    WAITS(WAITS_FOR_MONEY, "loge_payments_open", "Payments that are not at their end."),
    WAITS(WAITS_FOR_DECISION, "loge_conflicts_open", "Conflicts that nobody has decided."),
    WAITS(WAITS_FOR_READMIT, "loge_tills_shut_out", "Tills whose journal is shut out."),
    WAITS(WAITS_FOR_HEARING, "loge_payment_messages_kept",
          "Messages of the payment provider that fit no payment."),
    WAITS(WAITS_FOR_SETTLING, "loge_house_went_back",
          "Times the house went back and lost acts, not settled by a manager."),
};

void chore_metrics_tell(struct metrics *metrics, const struct chore_run_told *run)
{
    for (int i = 0; i < CHORE_NAMES; i++) {
        if (strcmp(names[i], run->worker) != 0)
            continue;
        metrics_add(metrics, CHORE_RUNS + i, 1);
        metrics_add(metrics, CHORE_DONE + i, run->done);
        metrics_add(metrics, CHORE_FAILED + i, run->failed);
        metrics_observe(metrics, CHORE_TOOK + i, run->ms);
    }
}

void chore_metrics_waits(struct metrics *metrics, const int64_t counts[WAITS_COUNT])
{
    for (int i = 0; i < WAITS_COUNT; i++)
        metrics_set(metrics, CHORE_WAITS + i, counts[i]);
}
