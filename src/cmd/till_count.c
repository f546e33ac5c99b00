#include "config.h"

#include "src/cmd/till_count.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_metrics.h"
#include "src/adapter/house_store.h"
#include "src/adapter/pg_store.h"
#include "src/base/text.h"

enum { EVERY_MS = 30000, SERIES_MOST = 128 };

/* ---- a till ---------------------------------------------------------------------------------- */

struct till_counter {
    struct metrics *desk, *house;
    struct house_speed told;   /* of the front */
    int64_t sent[SERIES_MOST]; /* of each series, in the order they are told in */
    int64_t due;               /* monotonic */
};

void till_count_begin(struct call *call)
{
    struct till_counter *counter = x_alloc(sizeof *counter);
    counter->desk = metrics_new(desk_metric_rules, DESK_METRICS);
    counter->house = metrics_new(house_metric_rules, HOUSE_METRICS);
    counter->due = clock_mono(&call->desk.clock) + EVERY_MS;
    call->desk.metrics = counter->desk;
    call->counted = counter;
}

/* What goes into one statement. */
struct sending {
    struct till_counter *counter;
    FILE *series, *values;
    int64_t now[SERIES_MOST];
    int at, news;
};

static void add_series(void *ctx, const char *series, int64_t value)
{
    struct sending *sending = ctx;
    int at = sending->at++;
    if (at >= SERIES_MOST)
        return;
    sending->now[at] = value;
    int64_t more = value - sending->counter->sent[at];
    if (more <= 0)
        return;
    fprintf(sending->series, "%s%s", sending->news ? " " : "", series);
    fprintf(sending->values, "%s%" PRId64, sending->news ? " " : "", more);
    sending->news++;
}

static void tell_front(struct call *call)
{
    if (!call->line.front)
        return;
    const struct house_speed now = house_store_speed(call->line.front);
    house_metrics_tell(call->counted->house, &now, &call->counted->told);
}

static void send_news(struct call *call, struct sending *sending, const char *series,
                      const char *values)
{
    const struct chores_ops *ops;
    struct err err;
    struct store *store = call->line.pg;
    struct store *keeper = store->ops->chores(store, &ops);
    if (!ops->count_till(keeper, series, values, &err))
        memcpy(sending->counter->sent, sending->now, sizeof sending->now);
}

/* Nobody waits for a house that has just not answered, for that. */
static bool is_reached(const struct call *call)
{
    struct pg_link link = {0};
    if (call->line.pg && !call->desk.alone)
        pg_store_link(call->line.pg, &link);
    return link.up;
}

/* Whether anything was done says the desk: a command that only looked adds no statement. */
static bool has_news(const struct till_counter *counter)
{
    return metrics_value(counter->desk, DESK_ACT_MS) || counter->told.redis.failures;
}

void till_count_send(struct call *call, bool ends)
{
    struct till_counter *counter = call->counted;
    struct sending sending = {.counter = counter};
    char *series = NULL, *values = NULL;
    size_t size;
    int64_t now = clock_mono(&call->desk.clock);
    if (!counter || !is_reached(call) || (!ends && now < counter->due))
        return;
    counter->due = now + EVERY_MS;
    tell_front(call);
    if (!has_news(counter))
        return;
    sending.series = open_memstream(&series, &size);
    sending.values = open_memstream(&values, &size);
    metrics_each(counter->desk, add_series, &sending);
    metrics_each(counter->house, add_series, &sending);
    fclose(sending.series);
    fclose(sending.values);
    if (sending.news)
        send_news(call, &sending, series, values);
    free(series);
    free(values);
}

void till_count_end(struct call *call)
{
    struct till_counter *counter = call->counted;
    if (!counter)
        return;
    call->desk.metrics = NULL;
    call->counted = NULL;
    metrics_free(&counter->desk);
    metrics_free(&counter->house);
    free(counter);
}

/* ---- a service ------------------------------------------------------------------------------- */

void till_board_begin(struct till_board *board)
{
    pthread_mutex_init(&board->lock, NULL);
    board->text = NULL;
}

/* The family of a series: what stands before its labels, without a histogram's ending. */
static void family_of(const char *series, char out[SERIES_TEXT])
{
    static const char *const endings[] = {"_count", "_sum"};
    size_t length = strcspn(series, "{");
    snprintf(out, SERIES_TEXT, "%.*s", (int)length, series);
    for (int i = 0; i < COUNT_OF(endings); i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(out + length - ending, endings[i]) == 0)
            out[length - ending] = '\0';
    }
}

static const char *help_of(const char *family)
{
    for (int i = 0; i < DESK_METRICS; i++)
        if (strcmp(desk_metric_rules[i].name, family) == 0)
            return desk_metric_rules[i].help;
    for (int i = 0; i < HOUSE_METRICS; i++)
        if (strcmp(house_metric_rules[i].name, family) == 0)
            return house_metric_rules[i].help;
    return "Counted by another version of Loge.";
}

/* A till's name is free text. */
static void print_till(const char *till, FILE *file)
{
    fputs("till=\"", file);
    for (; *till; till++) {
        if (*till == '"' || *till == '\\')
            fputc('\\', file);
        fputc((unsigned char)*till < ' ' ? ' ' : *till, file);
    }
    fputc('"', file);
}

/* loge_holds_total{method="redis"} of till-2 is
 * loge_till_holds_total{till="till-2",method="redis"}.
 */
static void print_count(const struct till_count *count, FILE *file)
{
    static const char ours[] = "loge_", sum[] = "_seconds_sum";
    size_t skip = strncmp(count->series, ours, sizeof ours - 1) == 0 ? sizeof ours - 1 : 0;
    const char *labels = strchr(count->series, '{');
    size_t length = strcspn(count->series, "{");
    bool seconds = length > sizeof sum &&
                   strncmp(count->series + length - (sizeof sum - 1), sum, sizeof sum - 1) == 0;
    fprintf(file, "loge_till_%.*s{", (int)(length - skip), count->series + skip);
    print_till(count->till, file);
    fprintf(file, "%s%s ", labels ? "," : "}", labels ? labels + 1 : "");
    if (seconds)
        fprintf(file, "%" PRId64 ".%03" PRId64 "\n", count->value / 1000, count->value % 1000);
    else
        fprintf(file, "%" PRId64 "\n", count->value);
}

static void print_counts(const struct till_count *counts, int count, FILE *file)
{
    char family[SERIES_TEXT], last[SERIES_TEXT] = "";
    for (int i = 0; i < count; i++) {
        family_of(counts[i].series, family);
        if (strcmp(family, last) != 0) {
            const char *name = strncmp(family, "loge_", 5) == 0 ? family + 5 : family;
            size_t length = strlen(name);
            bool total = length > 6 && strcmp(name + length - 6, "_total") == 0;
            fprintf(file, "# HELP loge_till_%s At tills. %s\n# TYPE loge_till_%s %s\n", name,
                    help_of(family), name, total ? "counter" : "summary");
        }
        memcpy(last, family, sizeof last);
        print_count(&counts[i], file);
    }
}

void till_board_read(struct till_board *board, struct store *store)
{
    struct arena *arena = arena_new();
    const struct chores_ops *ops;
    struct till_count *counts;
    struct err err;
    char *text = NULL;
    size_t size;
    int count;
    struct store *keeper = store->ops->chores ? store->ops->chores(store, &ops) : NULL;
    if (keeper && !ops->till_counts(keeper, arena, &counts, &count, &err)) {
        FILE *file = open_memstream(&text, &size);
        print_counts(counts, count, file);
        fclose(file);
        pthread_mutex_lock(&board->lock);
        free(board->text);
        board->text = text;
        pthread_mutex_unlock(&board->lock);
    }
    arena_free(&arena);
}

void till_board_print(void *ctx, FILE *file)
{
    struct till_board *board = ctx;
    pthread_mutex_lock(&board->lock);
    if (board->text)
        fputs(board->text, file);
    pthread_mutex_unlock(&board->lock);
}

void till_board_end(struct till_board *board)
{
    pthread_mutex_destroy(&board->lock);
    free(board->text);
    board->text = NULL;
}
