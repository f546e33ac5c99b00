#include "config.h"

#include "tests/bench/bench.h"

#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { LINES_MAX = 32, LINE_TEXT = 160 };

static char lines[LINES_MAX][LINE_TEXT];
static int line_count;
static char own_dir[256];

int64_t bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void bench_beat(int64_t period_ns, uint64_t times, void (*act)(void *ctx), void *ctx)
{
    const struct timespec period = {period_ns / 1000000000, period_ns % 1000000000};
    const struct itimerspec beat = {period, period};
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (timer < 0 || timerfd_settime(timer, 0, &beat, NULL) != 0)
        bench_fail("cannot keep time");
    for (uint64_t due = 0, done = 0; done < times; done++) {
        uint64_t passed;
        if (done == due && read(timer, &passed, sizeof passed) == sizeof passed)
            due += passed;
        act(ctx);
    }
    close(timer);
}

bool bench_wanted(const char *name)
{
    const char *wish = getenv("BENCH");
    return !wish || strstr(name, wish);
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    return remove(path);
}

static void remove_dir(void)
{
    if (own_dir[0])
        nftw(own_dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    own_dir[0] = '\0';
}

const char *bench_dir(void)
{
    if (own_dir[0])
        return own_dir;
    const char *tmp = getenv("TMPDIR");
    snprintf(own_dir, sizeof own_dir, "%s/loge-bench.XXXXXX", tmp && tmp[0] ? tmp : "/tmp");
    if (!mkdtemp(own_dir)) {
        own_dir[0] = '\0';
        bench_fail("cannot make a directory below %s", tmp && tmp[0] ? tmp : "/tmp");
    }
    return own_dir;
}

void bench_fail(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fputs("bench: ", stderr);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    remove_dir();
    exit(1);
}

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static double median(int64_t *samples, int count)
{
    qsort(samples, (size_t)count, sizeof *samples, by_value);
    int64_t middle = samples[count / 2];
    return count % 2 ? (double)middle : ((double)middle + (double)samples[count / 2 - 1]) / 2;
}

static const char *human_time(double ns, char out[32])
{
    if (ns >= 1e9)
        snprintf(out, 32, "%.2f s", ns / 1e9);
    else if (ns >= 1e6)
        snprintf(out, 32, "%.2f ms", ns / 1e6);
    else
        snprintf(out, 32, "%.2f us", ns / 1e3);
    return out;
}

static const char *human(enum bench_unit unit, double value, char out[32])
{
    static const char *const names[] = {"", "B", "kB", "wakes", "frames", "seats"};
    if (unit == BENCH_NS)
        return human_time(value, out);
    snprintf(out, 32, "%.1f %s", value, names[unit]);
    return out;
}

static bool reached(const char *goal, double ratio)
{
    double limit = strtod(goal + 2, NULL);
    return goal[0] == '>' ? ratio >= limit : ratio <= limit;
}

static void heading(void)
{
    static bool done;
    if (!done)
        printf("%-25s %12s %12s %8s %8s  %s\n", "figure", "ours", "yardstick", "ratio", "goal",
               "what");
    done = true;
}

static char *next_line(void)
{
    if (line_count == LINES_MAX)
        bench_fail("more than %d figures in one program", LINES_MAX);
    return lines[line_count++];
}

static void report(const struct bench_figure *figure, double ours, double bare)
{
    double ratio = figure->ratio == BENCH_RATE ? bare / ours : ours / bare;
    const char *word = reached(figure->goal, ratio) ? "ok" : "short";
    double units = figure->units ? (double)figure->units : 1;
    char left[32], right[32];
    heading();
    printf("%-25s %12s %12s %8.3f %8s  %s\n", figure->name, human(figure->unit, ours / units, left),
           human(figure->unit, bare / units, right), ratio, figure->goal, figure->what);
    fflush(stdout);
    snprintf(next_line(), LINE_TEXT, "%s %.3f %s %s", figure->name, ratio, figure->goal, word);
}

void bench_skip(const struct bench_figure *figure, const char *why)
{
    if (!bench_wanted(figure->name))
        return;
    heading();
    printf("%-25s %12s %12s %8s %8s  skipped: %s\n", figure->name, "-", "-", "-", figure->goal,
           why);
    snprintf(next_line(), LINE_TEXT, "%s - %s skipped", figure->name, figure->goal);
}

static double middle(const struct bench_figure *figure, int64_t *samples, int count)
{
    double value = median(samples, count); /* sorts */
    return figure->least ? (double)samples[0] : value;
}

/* The first run of each side warms caches and does not count. */
void bench_run(const struct bench_figure *figure, void *ctx)
{
    if (!bench_wanted(figure->name))
        return;
    int64_t ours[BENCH_ROUNDS_MAX], bare[BENCH_ROUNDS_MAX];
    int rounds = figure->rounds ? figure->rounds : 9;
    if (rounds > BENCH_ROUNDS_MAX)
        bench_fail("%s: %d rounds are too many", figure->name, rounds);
    for (int i = -1; i < rounds; i++) {
        int64_t a = figure->ours(ctx);
        int64_t b =
            figure->bare ? figure->bare(ctx) : figure->budget * (figure->units ? figure->units : 1);
        if (i >= 0) {
            ours[i] = a;
            bare[i] = b;
        }
    }
    report(figure, middle(figure, ours, rounds), middle(figure, bare, rounds));
}

/* With LOGE_BENCH_LINES the lines go to that file, for `make bench` to show after all tables. */
int bench_end(void)
{
    const char *path = getenv("LOGE_BENCH_LINES");
    FILE *out = path ? fopen(path, "a") : stdout;
    if (!out)
        bench_fail("cannot write %s", path);
    for (int i = 0; i < line_count; i++)
        fprintf(out, "%s\n", lines[i]);
    if (path)
        fclose(out);
    remove_dir();
    return 0;
}
