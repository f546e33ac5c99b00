/*
 * The console on a terminal, beside programs everybody knows on theirs: how soon it shows
 * something, what it writes, what it costs while nothing happens.
 */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/domain/hall_maker.h"
#include "tests/bench/bench.h"
#include "tests/bench/terminal.h"
#include "tests/lib/fake_counter.h"
#include "tests/lib/news.h"
#include "ui/language.h"
#include "ui/ui.h"

enum { SEATS = 100000, STEPS = 16, IDLE_SECONDS = 6, KEYS = 60, NEWS_SECONDS = 4 };
#define KEY_DOWN  "\033[B"
#define KEY_RIGHT "\033[C"

struct bench {
    char house[300], empty[300], lines[300], home[320];
    char self[PATH_MAX];
    struct terminal ours, other; /* that run while they are measured */
    const char *mono;            /* an environment variable, or NULL */
};

static const struct bench_figure figures[] = {
    {.name = "console.first_frame",
     .goal = "<=2.0",
     .what = "start to the sign-in, against ncdu of nothing"},
    {.name = "console.open_100k",
     .goal = "<=1.5",
     .what = "start and opening of 100,000 seats, against vim.tiny and 100,000 lines"},
    {.name = "console.step", .goal = "<=0.15", .what = "a step of the cursor, against htop's"},
    {.name = "console.idle_cpu", .goal = "<=0.25", .what = "nothing happens, against htop"},
    {.name = "console.rss_100k", .goal = "<=3.0", .what = "100,000 seats open, against htop"},
};
enum { FIRST_FRAME, OPEN_100K, STEP, IDLE_CPU, RSS_100K };

/* ---- set-up --------------------------------------------------------------------------------- */

/* The demo's own house with a hall of 100,000 seats. */
static void make_house(struct bench *bench)
{
    char seats[16];
    snprintf(bench->house, sizeof bench->house, "%s/console", bench_dir());
    snprintf(bench->home, sizeof bench->home, "LOGE_DIR=%s", bench->house);
    snprintf(seats, sizeof seats, "%d", SEATS);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        putenv(bench->home);
        dup2(nowhere, STDOUT_FILENO);
        execl("./loge", "loge", "demo", "--quiet", "--seats", seats, (char *)NULL);
        _exit(127);
    }
    int status = 1;
    if (waitpid(pid, &status, 0) != pid || status != 0)
        bench_fail("./loge demo failed");
}

static void make_files(struct bench *bench)
{
    snprintf(bench->empty, sizeof bench->empty, "%s/empty", bench_dir());
    snprintf(bench->lines, sizeof bench->lines, "%s/lines", bench_dir());
    FILE *lines = fopen(bench->lines, "w");
    if (!lines || mkdir(bench->empty, 0700) != 0)
        bench_fail("cannot write below %s", bench_dir());
    for (int i = 0; i < SEATS; i++)
        fprintf(lines, "Block-%d-%d free\n", i / 100, i % 100);
    fclose(lines);
    ssize_t size = readlink("/proc/self/exe", bench->self, sizeof bench->self - 1);
    if (size < 0)
        bench_fail("cannot find this program");
}

static void start_ours(struct bench *bench, struct terminal *terminal)
{
    const char *const argv[] = {"./loge", NULL}, *const env[] = {bench->home, NULL};
    terminal_start(terminal, argv, env);
    terminal_settle(terminal);
}

static void start_other(struct terminal *terminal, const char *program, const char *argument)
{
    const char *const argv[] = {program, argument, NULL};
    terminal_start(terminal, argv, NULL);
    terminal_settle(terminal);
}

static void press(struct terminal *terminal, const char *keys)
{
    terminal_send(terminal, keys);
    terminal_settle(terminal);
}

/* To the list of shows, with the cursor on the one in the arena. */
static void sign_in(struct terminal *terminal)
{
    press(terminal, "ruth\r");
    press(terminal, "3333");
    terminal_send(terminal, "\r");
    (void)terminal_wait_for(terminal, "Symphony");
    terminal_settle(terminal);
    press(terminal, "/Symphony\r");
}

/* Returns how long it took. */
static int64_t open_show(struct terminal *terminal)
{
    int64_t pressed = bench_now();
    terminal_send(terminal, "\r");
    (void)terminal_wait_for(terminal, "STATE");
    terminal_settle(terminal);
    return terminal->last - pressed;
}

/* ---- how soon ------------------------------------------------------------------------------- */

static int64_t our_first_frame(void *ctx)
{
    struct terminal terminal;
    start_ours(ctx, &terminal);
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
    start_ours(ctx, &terminal);
    int64_t spent = terminal.last - terminal.began;
    sign_in(&terminal);
    spent += open_show(&terminal);
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

/* ---- a console that hears news -------------------------------------------------------------- */

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

/* ---- what it writes ------------------------------------------------------------------------- */

static int64_t bytes_of_steps(struct terminal *terminal, const char *key)
{
    int64_t bytes = 0;
    for (int i = 0; i < STEPS; i++) {
        press(terminal, key);
        bytes += terminal->bytes;
    }
    return bytes;
}

static int64_t our_steps(void *ctx)
{
    struct bench *bench = ctx;
    terminal_send(&bench->ours, "<"); /* writes nothing when it stands there already */
    terminal_pass(&bench->ours, 100);
    return bytes_of_steps(&bench->ours, KEY_RIGHT);
}

static int64_t htop_steps(void *ctx)
{
    struct bench *bench = ctx;
    return bytes_of_steps(&bench->other, KEY_DOWN);
}

static void start_news(struct bench *bench, const char *seats, const char *changes)
{
    const char *const argv[] = {bench->self, "--news", seats, changes, NULL};
    const char *const env[] = {bench->mono, NULL};
    terminal_start(&bench->ours, argv, env);
    (void)terminal_wait_for(&bench->ours, "PIN");
    terminal_send(&bench->ours, "anna\r1111\r");
    (void)terminal_wait_for(&bench->ours, "Hamlet");
    terminal_send(&bench->ours, "\r");
    (void)terminal_wait_for(&bench->ours, "STATE");
}

/* Every change is of a seat that is on the screen, and each is drawn by itself. */
static int64_t bytes_of_changes(void *ctx)
{
    struct bench *bench = ctx;
    terminal_pass(&bench->ours, 250);
    bench->ours.bytes = 0;
    terminal_pass(&bench->ours, NEWS_SECONDS * 1000);
    return bench->ours.bytes;
}

static void measure_change(struct bench *bench, const char *mono, const char *name, int64_t budget)
{
    enum { A_SECOND = 5 };
    if (!bench_wanted(name))
        return;
    bench->mono = mono;
    start_news(bench, "2000", "5");
    terminal_send(&bench->ours, "\r");
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
    bench->mono = NULL;
}

/* ---- how it hears while much is told -------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* A small letter on the command line, until it stands there; keys fall anywhere between two frames.
 * (A capital waits KEYS_BURST_MS: it may be the first of a scanner's code.) */
static int64_t echo_p95(void *ctx)
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
    return spent[KEYS * 95 / 100];
}

static void measure_echo(struct bench *bench)
{
    if (!bench_wanted("console.echo_p95"))
        return;
    start_news(bench, "100000", "5000");
    terminal_send(&bench->ours, ":");
    bench_run(&(struct bench_figure){.name = "console.echo_p95",
                                     .goal = "<=1.0",
                                     .what = "key to echo while 5,000 seats change a second",
                                     .ratio = BENCH_TIME,
                                     .rounds = 5,
                                     .ours = echo_p95,
                                     .budget = 5000000},
              bench);
    terminal_end(&bench->ours);
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
            (struct bench_figure){
                .least = true, .rounds = 21, .ours = our_first_frame, .bare = ncdu_first_frame});
    compare(
        bench, OPEN_100K, "vim.tiny",
        (struct bench_figure){.least = true, .rounds = 9, .ours = our_big_show, .bare = vim_lines});
}

static void measure_beside_htop(struct bench *bench)
{
    compare(bench, RSS_100K, "htop",
            (struct bench_figure){
                .unit = BENCH_KILOBYTES, .rounds = 1, .ours = our_rss, .bare = htop_rss});
    compare(bench, IDLE_CPU, "htop",
            (struct bench_figure){
                .rounds = 1, .units = IDLE_SECONDS, .ours = our_cpu, .bare = htop_cpu});
    press(&bench->ours, "\r"); /* into the section, where seats are */
    compare(bench, STEP, "htop",
            (struct bench_figure){.unit = BENCH_BYTES,
                                  .rounds = 1,
                                  .units = STEPS,
                                  .ours = our_steps,
                                  .bare = htop_steps});
}

/* With 100,000 seats open and htop, if it is here, running beside. */
static void measure_costs(struct bench *bench)
{
    bool beside = terminal_has("htop");
    start_ours(bench, &bench->ours);
    sign_in(&bench->ours);
    (void)open_show(&bench->ours);
    terminal_pass(&bench->ours, 2000);
    if (beside)
        start_other(&bench->other, "htop", NULL);
    bench_run(&(struct bench_figure){.name = "console.idle_wakes",
                                     .goal = "<=1.0",
                                     .what = "times woken a second while nothing happens, of 2",
                                     .ratio = BENCH_TIME,
                                     .unit = BENCH_WAKES,
                                     .rounds = 1,
                                     .units = IDLE_SECONDS,
                                     .ours = our_wakes,
                                     .budget = 2},
              bench);
    measure_beside_htop(bench);
    if (beside)
        terminal_end(&bench->other);
    terminal_end(&bench->ours);
}

static bool house_wanted(void)
{
    bool wanted = bench_wanted("console.idle_wakes");
    for (int i = 0; i < (int)(sizeof figures / sizeof *figures); i++)
        wanted = wanted || bench_wanted(figures[i].name);
    return wanted;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    if (argc == 4 && strcmp(argv[1], "--news") == 0)
        return be_console(atoi(argv[2]), atoi(argv[3]));
    make_files(&bench);
    if (house_wanted()) {
        make_house(&bench);
        measure_starts(&bench);
        measure_costs(&bench);
    }
    measure_change(&bench, NULL, "console.seat_change", 30);
    measure_change(&bench, "NO_COLOR=1", "console.seat_mono", 12);
    measure_echo(&bench);
    return bench_end();
}
