/* Progress of long work, and stopping it. */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "src/cmd/call.h"
#include "src/cmd/intl.h"
#include "src/cmd/process.h"
#include "src/engine/counter.h"

enum { BAR_COLUMNS = 30, BAR_EVERY_MS = 100, LINE_EVERY_MS = 5000 };

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static void fill_standard_files(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/*
 * A bug: nothing can be trusted any more, and what was acknowledged is on the disk. Whoever catches
 * these signals already (a sanitizer) is left to it; a console gives its terminal back first.
 */
static void end_as_bug(int signal)
{
    static const char sentence[] =
        "loge: This is a bug in Loge. What was acknowledged is safe; please report what you did.\n";
    (void)signal;
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(EXIT_BUG); /* nobody can be told */
    _exit(EXIT_BUG);
}

static void catch_bugs(void)
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (int i = 0; i < COUNT_OF(fatal); i++) {
        struct sigaction before, bug = {.sa_handler = end_as_bug};
        if (sigaction(fatal[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(fatal[i], &bug, NULL);
    }
}

void process_set_up(void)
{
    fill_standard_files();
    struct sigaction quiet = {.sa_handler = SIG_IGN}, stop = {.sa_handler = note_interrupt};
    sigaction(SIGPIPE, &quiet, NULL);
    sigaction(SIGXFSZ, &quiet, NULL); /* a file that may not grow is a full disk: write() says so */
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    catch_bugs();
}

bool call_interrupted(void)
{
    return interrupted;
}

struct bar {
    struct call *call;
    const char *what;
    int64_t shown_at;
    bool terminal;
    int64_t began_at, began; /* when it was looked at first, and how far it was */
};

/* "  1:05", when the rest goes on as what was done; "" while nobody can tell. */
static void time_left(const struct bar *bar, int64_t done, int64_t total, char out[24])
{
    int64_t now = clock_mono(&bar->call->desk.clock);
    int64_t did = done - bar->began;
    out[0] = '\0';
    if (did <= 0 || done >= total)
        return;
    int64_t seconds = ((now - bar->began_at) * (total - done) / did + 999) / 1000;
    snprintf(out, 24, "  %lld:%02d", (long long)(seconds / 60), (int)(seconds % 60));
}

static void draw_bar(const struct bar *bar, int64_t done, int64_t total)
{
    int filled = total > 0 ? (int)(done * BAR_COLUMNS / total) : 0;
    char left[24];
    time_left(bar, done, total, left);
    fprintf(stderr, "\r%s [", bar->what);
    for (int i = 0; i < BAR_COLUMNS; i++)
        fputc(i < filled ? '#' : '.', stderr);
    /* Over what a longer one left there. */
    fprintf(stderr, "] %lld/%lld%-8s%s", (long long)done, (long long)total, left,
            done >= total ? "\n" : "");
}

static void draw_line(const struct bar *bar, int64_t done, int64_t total)
{
    char left[24];
    time_left(bar, done, total, left);
    fprintf(stderr, "loge: %s %lld/%lld%s\n", bar->what, (long long)done, (long long)total, left);
}

static bool tick(void *ctx, int64_t done, int64_t total)
{
    struct bar *bar = ctx;
    int64_t now = clock_mono(&bar->call->desk.clock);
    int64_t every = bar->terminal ? BAR_EVERY_MS : LINE_EVERY_MS;
    bool shown = bar->shown_at && total > 0 && !bar->call->quiet;
    if (!bar->shown_at) { /* what is over at once needs no bar */
        bar->shown_at = bar->began_at = now;
        bar->began = done;
    }
    if (shown && (now - bar->shown_at >= every || (bar->terminal && done >= total))) {
        bar->shown_at = now;
        if (bar->terminal)
            draw_bar(bar, done, total);
        else
            draw_line(bar, done, total);
    }
    return !interrupted;
}

static bool tick_counter(void *ctx, int64_t done, int64_t total)
{
    struct bar *bar = ctx;
    return counter_tick(bar->call->counter, bar->what, done, total) && !interrupted;
}

struct progress call_progress(struct call *call, const char *what)
{
    struct bar *bar = arena_alloc(call->arena, sizeof *bar);
    *bar = (struct bar){
        .call = call, .what = what, .terminal = call->err == stderr && isatty(STDERR_FILENO)};
    return (struct progress){call->counter ? tick_counter : tick, bar};
}

void call_heed(struct call *call, const char *what)
{
    struct store *store = call->desk.store;
    if (!store->ops->heed)
        return;
    struct progress progress = call_progress(call, what);
    store->ops->heed(store, &progress);
}

void call_heed_end(struct call *call)
{
    struct store *store = call->desk.store;
    if (store->ops->heed)
        store->ops->heed(store, NULL);
}
