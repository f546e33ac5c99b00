/*
 * The console while seats of other tills change: bytes for a seat, frames under a flood, and how
 * soon a key is answered in the midst of it. One seat alone is told by a counter in memory, because
 * another till's act moves sums as well; the flood is another process on the same house. (A line
 * that is full tells nothing while it is: its frame a second is a test, tests/pty.)
 */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/domain/hall_maker.h"
#include "tests/bench/bench.h"
#include "tests/bench/console_kit.h"
#include "tests/lib/fake_counter.h"
#include "tests/lib/news.h"
#include "ui/language.h"
#include "ui/ui.h"

enum { KEYS = 60, NEWS_SECONDS = 4, FLOOD = 5000, FLOOD_SECONDS = 4 };

struct bench {
    char self[PATH_MAX];
    struct terminal ours, other;
    int told; /* where the console tells how often it has drawn */
    int64_t drawn;
    int percent;
    struct console_flood flood;
};

/* ---- a console that hears of single seats --------------------------------------------------- */

/* This program, started again by itself on a terminal: `--news SEATS CHANGES-A-SECOND`. */
static int be_console(int seats, int changes_a_second)
{
    struct arena *arena = arena_new();
    struct clock clock = clock_system();
    struct err err = {.text = ""};
    language_begin();
    ui_prepare();
    struct fake_counter *fake = fake_counter_new(clock, hall_make_arena(seats, arena));
    struct news *news = news_new(fake_counter_port(fake), seats, changes_a_second);
    const struct ui_options options = {.console = {.clock = clock, .till = "T3"}};
    enum ui_end end = ui_run(news_port(news), &options, &err);
    news_free(&news);
    fake_counter_free(&fake);
    arena_free(&arena);
    return end == UI_REFUSED;
}

static void start_news(struct bench *bench, const char *mono)
{
    const char *const argv[] = {bench->self, "--news", "2000", "5", NULL};
    const char *const env[] = {mono, NULL};
    terminal_start(&bench->ours, argv, env);
    (void)terminal_wait_for(&bench->ours, "PIN");
    terminal_send(&bench->ours, "anna\r1111\r");
    (void)terminal_wait_for(&bench->ours, "Hamlet");
    terminal_send(&bench->ours, "\r");
    (void)terminal_wait_for(&bench->ours, "STATE");
    terminal_send(&bench->ours, "\r");
}

/* Every change is of a seat that is on the screen, and each is drawn by itself. */
static int64_t bytes_of_changes(void *ctx)
{
    struct bench *bench = ctx;
    terminal_pass(&bench->ours, 250);
    terminal_forget(&bench->ours);
    terminal_pass(&bench->ours, NEWS_SECONDS * 1000);
    return bench->ours.bytes;
}

static void measure_change(struct bench *bench, const char *mono, const char *name, int64_t budget)
{
    enum { A_SECOND = 5 };
    if (!bench_wanted(name))
        return;
    start_news(bench, mono);
    bench_run(
        &(struct bench_figure){
            .name = name,
            .goal = "<=1.0",
            .what = "a seat of two that change places, against the bytes it may take",
            .ratio = BENCH_TIME,
            .unit = BENCH_BYTES,
            .rounds = 3,
            .units = NEWS_SECONDS * A_SECOND,
            .ours = bytes_of_changes,
            .budget = budget},
        bench);
    terminal_end(&bench->ours);
}

/* ---- the flood ------------------------------------------------------------------------------ */

/* How often it has drawn, as far as it told. */
static int64_t draws(struct bench *bench)
{
    char told[65536];
    ssize_t got = read(bench->told, told, sizeof told);
    for (char *line = told, *end;
         got > 0 && (end = memchr(line, '\n', (size_t)(told + got - line))); line = end + 1)
        bench->drawn = strtoll(line, NULL, 10);
    return bench->drawn;
}

static void open_show(struct bench *bench)
{
    static char env_fd[40];
    int ends[2];
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
        bench_fail("no pipe");
    snprintf(env_fd, sizeof env_fd, "LOGE_UI_IDLE_FD=%d", ends[1]);
    const char *const env[] = {env_fd, NULL};
    bench->told = ends[0];
    console_start(&bench->ours, env);
    close(ends[1]);
    console_sign_in(&bench->ours);
    (void)console_open_show(&bench->ours);
}

static int64_t changes_of_flood(void *ctx)
{
    struct bench *bench = ctx;
    int64_t before = __atomic_load_n(bench->flood.changes, __ATOMIC_RELAXED);
    terminal_pass(&bench->ours, FLOOD_SECONDS * 1000);
    return __atomic_load_n(bench->flood.changes, __ATOMIC_RELAXED) - before;
}

static int64_t frames_of_flood(void *ctx)
{
    struct bench *bench = ctx;
    int64_t before = draws(bench);
    terminal_pass(&bench->ours, FLOOD_SECONDS * 1000);
    return draws(bench) - before - 1; /* as many times one came after another */
}

static int64_t bytes_a_frame(struct terminal *terminal)
{
    terminal_forget(terminal);
    terminal_pass(terminal, FLOOD_SECONDS * 1000);
    return terminal->bursts ? terminal->bytes / terminal->bursts : 0;
}

static int64_t our_frame(void *ctx)
{
    return bytes_a_frame(&((struct bench *)ctx)->ours);
}

static int64_t btop_frame(void *ctx)
{
    return bytes_a_frame(&((struct bench *)ctx)->other);
}

static void measure_frame_bytes(struct bench *bench)
{
    const struct bench_figure figure = {.name = "console.feed_frame_bytes",
                                        .goal = "<=1.5",
                                        .what = "bytes a frame of that flood, against btop's",
                                        .ratio = BENCH_TIME,
                                        .unit = BENCH_BYTES,
                                        .rounds = 3,
                                        .ours = our_frame,
                                        .bare = btop_frame};
    static const char *const argv[] = {"btop", NULL};
    if (!bench_wanted(figure.name))
        return;
    if (!terminal_has("btop")) {
        bench_skip(&figure, "btop is not installed");
        return;
    }
    terminal_start(&bench->other, argv, NULL);
    terminal_settle(&bench->other);
    bench_run(&figure, bench);
    terminal_end(&bench->other);
}

static void measure_frames(struct bench *bench)
{
    bench_run(
        &(struct bench_figure){.name = "console.feed_flood",
                               .goal = ">=0.9",
                               .what = "seats that do change a second while we look, of 5,000",
                               .ratio = BENCH_TIME,
                               .unit = BENCH_SEATS,
                               .rounds = 3,
                               .units = FLOOD_SECONDS,
                               .ours = changes_of_flood,
                               .budget = FLOOD},
        bench);
    bench_run(&(struct bench_figure){.name = "console.feed_frames",
                                     .goal = "<=1.0",
                                     .what = "frames a second while 5,000 seats change, of 10",
                                     .ratio = BENCH_TIME,
                                     .unit = BENCH_FRAMES,
                                     .rounds = 3,
                                     .units = FLOOD_SECONDS,
                                     .ours = frames_of_flood,
                                     .budget = 10},
              bench);
    measure_frame_bytes(bench);
}

/* ---- a key in the midst of it --------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* A small letter on the command line, until it stands there; keys fall anywhere between two frames.
 * (A capital waits KEYS_BURST_MS: it may be the first of a scanner's code.) */
static int64_t echo(void *ctx)
{
    struct bench *bench = ctx;
    int64_t spent[KEYS];
    for (int i = 0; i < KEYS; i++) {
        terminal_pass(&bench->ours, 20 + i * 7 % 40);
        int64_t pressed = bench_now();
        terminal_send(&bench->ours, "q");
        spent[i] = terminal_wait_for(&bench->ours, "q") - pressed;
        terminal_send(&bench->ours, "\177");
    }
    qsort(spent, KEYS, sizeof *spent, by_value);
    return spent[KEYS * bench->percent / 100];
}

static void measure_echo(struct bench *bench, const char *name, int percent)
{
    bench->percent = percent;
    bench_run(&(struct bench_figure){.name = name,
                                     .goal = "<=1.0",
                                     .what = "key to echo while 5,000 seats change a second",
                                     .ratio = BENCH_TIME,
                                     .rounds = 3,
                                     .ours = echo,
                                     .budget = 5000000},
              bench);
}

static void measure_flood(struct bench *bench)
{
    console_make_house();
    open_show(bench);
    console_flood_start(&bench->flood, FLOOD);
    console_press(&bench->ours, "\r"); /* where every seat is drawn */
    measure_frames(bench);
    terminal_send(&bench->ours, ":");
    measure_echo(bench, "console.feed_echo_p50", 50);
    measure_echo(bench, "console.feed_echo_p95", 95);
    console_flood_end(&bench->flood);
    terminal_end(&bench->ours);
}

int main(int argc, char **argv)
{
    static struct bench bench;
    if (argc == 4 && strcmp(argv[1], "--news") == 0)
        return be_console(atoi(argv[2]), atoi(argv[3]));
    if (readlink("/proc/self/exe", bench.self, sizeof bench.self - 1) < 0)
        bench_fail("cannot find this program");
    measure_change(&bench, NULL, "console.feed_seat_change", 30);
    measure_change(&bench, "NO_COLOR=1", "console.feed_seat_mono", 12);
    measure_flood(&bench);
    return bench_end();
}
