/*
 * The console on a terminal, beside programs everybody knows on theirs: how soon it shows
 * something, what it writes, what it costs while nothing happens.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/bench/bench.h"
#include "tests/bench/console_kit.h"

enum { STEPS = 16, IDLE_SECONDS = 6, COUNT_SECONDS = 10, FADE_MS = 9000, LOOK_MS = 500 };
enum { LOOKS = 100, RESIZES = 40, STORM_MS = 400, CALM_MS = 1000 };
#define KEY_DOWN  "\033[B"
#define KEY_RIGHT "\033[C"

struct bench {
    char empty[300], lines[300];
    struct terminal ours, other; /* that run while they are measured */
};

static const struct bench_figure figures[] = {
    {.name = "console.first_frame",
     .goal = "<=2.0",
     .what = "start to the sign-in, against ncdu of nothing"},
    {.name = "console.open_100k",
     .goal = "<=1.5",
     .what =
         "start, and Enter on 100,000 seats looked at for half a second; vim.tiny, 100,000 lines"},
    {.name = "console.open_at_once",
     .goal = "<=1.5",
     .what = "the same, found by name and opened in one go, before it could be read ahead"},
    {.name = "console.step", .goal = "<=0.15", .what = "a step of the cursor, against htop's"},
    {.name = "console.step_time", .goal = "<=1.0", .what = "the same until it is drawn"},
    {.name = "console.idle_cpu", .goal = "<=0.25", .what = "nothing happens, against htop"},
    {.name = "console.rss_100k", .goal = "<=3.0", .what = "100,000 seats open, against htop"},
    {.name = "console.resizes", .goal = "<=1.5", .what = "40 resizes in 0.4 s, against btop"},
};
enum { FIRST_FRAME, OPEN_100K, OPEN_AT_ONCE, STEP, STEP_TIME, IDLE_CPU, RSS_100K, STORM };

/* ---- set-up --------------------------------------------------------------------------------- */

static void make_files(struct bench *bench)
{
    snprintf(bench->empty, sizeof bench->empty, "%s/empty", bench_dir());
    snprintf(bench->lines, sizeof bench->lines, "%s/lines", bench_dir());
    FILE *lines = fopen(bench->lines, "w");
    if (!lines || mkdir(bench->empty, 0700) != 0)
        bench_fail("cannot write below %s", bench_dir());
    for (int i = 0; i < BIG_SEATS; i++)
        fprintf(lines, "Block-%d-%d free\n", i / 100, i % 100);
    fclose(lines);
}

static void start_other(struct terminal *terminal, const char *program, const char *argument)
{
    const char *const argv[] = {program, argument, NULL};
    terminal_start(terminal, argv, NULL);
    terminal_settle(terminal);
}

/* ---- how soon ------------------------------------------------------------------------------- */

static int64_t our_first_frame(void *ctx)
{
    struct terminal terminal;
    console_start(&terminal, NULL);
    terminal_end(&terminal);
    return terminal.last - terminal.began;
}

static int64_t ncdu_first_frame(void *ctx)
{
    struct terminal terminal;
    start_other(&terminal, "ncdu", ((struct bench *)ctx)->empty);
    terminal_end(&terminal);
    return terminal.last - terminal.began;
}

/* Without the PIN, whose check is slow on purpose, and without the person's typing. */
static int64_t our_big_show(void *ctx)
{
    struct terminal terminal;
    console_start(&terminal, NULL);
    int64_t spent = terminal.last - terminal.began;
    console_sign_in(&terminal);
    terminal_pass(&terminal, LOOK_MS);
    spent += console_open_show(&terminal);
    terminal_end(&terminal);
    return spent;
}

static int64_t our_big_show_at_once(void *ctx)
{
    struct terminal terminal;
    console_start(&terminal, NULL);
    int64_t spent = terminal.last - terminal.began;
    console_enter(&terminal);
    spent += console_open_unread(&terminal);
    terminal_end(&terminal);
    return spent;
}

static int64_t vim_lines(void *ctx)
{
    struct terminal terminal;
    start_other(&terminal, "vim.tiny", ((struct bench *)ctx)->lines);
    terminal_end(&terminal);
    return terminal.last - terminal.began;
}

/* ---- what it writes ------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static void to_first_seat(struct bench *bench)
{
    terminal_send(&bench->ours, "<"); /* writes nothing when it stands there already */
    terminal_pass(&bench->ours, 100);
}

static int64_t bytes_of_steps(struct terminal *terminal, const char *key)
{
    int64_t bytes = 0;
    for (int i = 0; i < STEPS; i++) {
        console_press(terminal, key);
        bytes += terminal->bytes;
    }
    return bytes;
}

static int64_t time_of_a_step(struct terminal *terminal, const char *key)
{
    int64_t spent[STEPS];
    for (int i = 0; i < STEPS; i++) {
        int64_t pressed = bench_now();
        console_press(terminal, key);
        spent[i] = terminal->last - pressed;
    }
    qsort(spent, STEPS, sizeof *spent, by_value);
    return spent[STEPS / 2];
}

static int64_t our_steps(void *ctx)
{
    to_first_seat(ctx);
    return bytes_of_steps(&((struct bench *)ctx)->ours, KEY_RIGHT);
}

static int64_t htop_steps(void *ctx)
{
    return bytes_of_steps(&((struct bench *)ctx)->other, KEY_DOWN);
}

static int64_t our_step_time(void *ctx)
{
    to_first_seat(ctx);
    return time_of_a_step(&((struct bench *)ctx)->ours, KEY_RIGHT);
}

static int64_t htop_step_time(void *ctx)
{
    return time_of_a_step(&((struct bench *)ctx)->other, KEY_DOWN);
}

static int64_t storm(struct terminal *terminal)
{
    terminal_forget(terminal);
    for (int i = 0; i < RESIZES; i++) {
        terminal_resize(terminal, 24 + i % 5, 80 + i % 7);
        terminal_pass(terminal, STORM_MS / RESIZES);
    }
    terminal_resize(terminal, 24, 80);
    terminal_pass(terminal, CALM_MS);
    return terminal->bytes;
}

static int64_t our_storm(void *ctx)
{
    return storm(&((struct bench *)ctx)->ours);
}

static int64_t btop_storm(void *ctx)
{
    return storm(&((struct bench *)ctx)->other);
}

/* With two seats in the basket; what was said of them has faded. The clock's minute turns in one
 * of six of these looks, which the median passes over. */
static int64_t bytes_of_seconds(void *ctx)
{
    struct bench *bench = ctx;
    terminal_forget(&bench->ours);
    terminal_pass(&bench->ours, COUNT_SECONDS * 1000);
    if (bench->ours.bursts < COUNT_SECONDS - 1)
        bench_fail("the countdown stands still");
    return bench->ours.bytes;
}

/* ---- what it costs -------------------------------------------------------------------------- */

static int64_t our_wakes(void *ctx)
{
    struct bench *bench = ctx;
    int64_t before = terminal_wakes(&bench->ours);
    terminal_pass(&bench->ours, IDLE_SECONDS * 1000);
    return terminal_wakes(&bench->ours) - before;
}

static int64_t cpu_of(struct terminal *terminal)
{
    int64_t before = terminal_cpu(terminal);
    terminal_pass(terminal, IDLE_SECONDS * 1000);
    return terminal_cpu(terminal) - before;
}

static int64_t our_cpu(void *ctx)
{
    return cpu_of(&((struct bench *)ctx)->ours);
}

static int64_t htop_cpu(void *ctx)
{
    return cpu_of(&((struct bench *)ctx)->other);
}

static int64_t our_rss(void *ctx)
{
    return terminal_rss_kb(&((struct bench *)ctx)->ours);
}

static int64_t htop_rss(void *ctx)
{
    return terminal_rss_kb(&((struct bench *)ctx)->other);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void compare(struct bench *bench, int which, const char *anchor, struct bench_figure figure)
{
    figure.name = figures[which].name;
    figure.goal = figures[which].goal;
    figure.what = figures[which].what;
    figure.ratio = BENCH_TIME;
    char why[80];
    snprintf(why, sizeof why, "%s is not installed", anchor);
    if (terminal_has(anchor))
        bench_run(&figure, bench);
    else
        bench_skip(&figure, why);
}

static void measure_starts(struct bench *bench)
{
    compare(bench, FIRST_FRAME, "ncdu",
            (struct bench_figure){.rounds = 21, .ours = our_first_frame, .bare = ncdu_first_frame});
    compare(bench, OPEN_100K, "vim.tiny",
            (struct bench_figure){.rounds = 7, .ours = our_big_show, .bare = vim_lines});
    compare(bench, OPEN_AT_ONCE, "vim.tiny",
            (struct bench_figure){.rounds = 7, .ours = our_big_show_at_once, .bare = vim_lines});
}

static void measure_beside_htop(struct bench *bench)
{
    compare(bench, RSS_100K, "htop",
            (struct bench_figure){
                .unit = BENCH_KILOBYTES, .rounds = 3, .ours = our_rss, .bare = htop_rss});
    compare(bench, IDLE_CPU, "htop",
            (struct bench_figure){
                .rounds = 3, .units = IDLE_SECONDS, .ours = our_cpu, .bare = htop_cpu});
    console_press(&bench->ours, "\r"); /* into the section, where seats are */
    compare(bench, STEP, "htop",
            (struct bench_figure){.unit = BENCH_BYTES,
                                  .rounds = 3,
                                  .units = STEPS,
                                  .ours = our_steps,
                                  .bare = htop_steps});
    compare(bench, STEP_TIME, "htop",
            (struct bench_figure){.rounds = 3, .ours = our_step_time, .bare = htop_step_time});
}

static void measure_idle(struct bench *bench)
{
    bench_run(&(struct bench_figure){.name = "console.idle_wakes",
                                     .goal = "<=1.0",
                                     .what = "times woken a second while nothing happens, of 2",
                                     .ratio = BENCH_TIME,
                                     .unit = BENCH_WAKES,
                                     .rounds = 3,
                                     .units = IDLE_SECONDS,
                                     .ours = our_wakes,
                                     .budget = 2},
              bench);
}

/* btop wants a moment before it answers. */
static void measure_storm(struct bench *bench)
{
    if (!bench_wanted(figures[STORM].name))
        return;
    bool beside = terminal_has("btop");
    if (beside) {
        start_other(&bench->other, "btop", NULL);
        terminal_pass(&bench->other, CALM_MS);
    }
    compare(bench, STORM, "btop",
            (struct bench_figure){
                .unit = BENCH_BYTES, .rounds = 3, .ours = our_storm, .bare = btop_storm});
    if (beside)
        terminal_end(&bench->other);
}

static void measure_countdown(struct bench *bench)
{
    if (!bench_wanted("console.countdown"))
        return;
    terminal_send(&bench->ours, "2b");
    (void)terminal_wait_for(&bench->ours, "HOLD");
    terminal_pass(&bench->ours, FADE_MS);
    bench_run(&(struct bench_figure){.name = "console.countdown",
                                     .goal = "<=1.0",
                                     .what = "a second of a hold that runs, of 16 bytes",
                                     .ratio = BENCH_TIME,
                                     .unit = BENCH_BYTES,
                                     .rounds = 3,
                                     .units = COUNT_SECONDS,
                                     .ours = bytes_of_seconds,
                                     .budget = 16},
              bench);
}

/* ---- what another till does --------------------------------------------------------------- */

/* From the key at one till until something of it stands at another on the same file. */
static int64_t until_seen(struct bench *bench, const char *keys)
{
    terminal_forget(&bench->other);
    int64_t pressed = bench_now();
    terminal_send(&bench->ours, keys);
    int64_t spent = terminal_wait_for(&bench->other, "") - pressed;
    terminal_settle(&bench->ours);
    terminal_pass(&bench->other, 1);
    return spent;
}

/* Seats are held and let go by turns; the slowest but one in a hundred. */
static int64_t other_till(void *ctx)
{
    int64_t spent[LOOKS];
    for (int i = 0; i < LOOKS; i++)
        spent[i] = until_seen(ctx, i % 2 ? "r" : "1b");
    qsort(spent, LOOKS, sizeof *spent, by_value);
    return spent[LOOKS * 99 / 100 - 1];
}

static void stand_before_a_show(struct terminal *terminal, const char *till)
{
    const char *const env[] = {till, NULL};
    console_start(terminal, env);
    console_enter(terminal);
    console_press(terminal, "\r");
}

static void measure_other_till(struct bench *bench)
{
    static const char name[] = "console.other_till";
    if (!bench_wanted(name))
        return;
    stand_before_a_show(&bench->ours, "LOGE_TILL=box-8");
    stand_before_a_show(&bench->other, "LOGE_TILL=box-9");
    bench_run(&(struct bench_figure){.name = name,
                                     .goal = "<=1.0",
                                     .what = "p99 until another console shows it, of a second",
                                     .ratio = BENCH_TIME,
                                     .rounds = 1,
                                     .ours = other_till,
                                     .budget = 1000000000},
              bench);
    terminal_end(&bench->ours);
    terminal_end(&bench->other);
}

/* With 100,000 seats open and htop, if it is here, running beside. */
static void measure_costs(struct bench *bench)
{
    bool beside = terminal_has("htop");
    console_start(&bench->ours, NULL);
    console_sign_in(&bench->ours);
    (void)console_open_show(&bench->ours);
    terminal_pass(&bench->ours, 2000);
    measure_idle(bench);
    if (beside)
        start_other(&bench->other, "htop", NULL);
    measure_beside_htop(bench);
    if (beside)
        terminal_end(&bench->other);
    measure_storm(bench);
    measure_countdown(bench);
    terminal_end(&bench->ours);
}

int main(void)
{
    static struct bench bench;
    console_make_house();
    make_files(&bench);
    measure_starts(&bench);
    measure_costs(&bench);
    measure_other_till(&bench);
    return bench_end();
}
