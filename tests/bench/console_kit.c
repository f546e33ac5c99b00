#include "config.h"

#include "tests/bench/console_kit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk.h"
#include "sync/lite_store.h"
#include "tests/bench/bench.h"

enum { WORDS = 16, ORDER = 100, AWAY_MS = 500 };

/* ---- commands ------------------------------------------------------------------------------- */

static void be_quiet_command(const char *const *words)
{
    int nowhere = open("/dev/null", O_WRONLY);
    char *copies[WORDS] = {NULL};
    for (int i = 0; i < WORDS - 1 && words[i]; i++)
        copies[i] = strdup(words[i]);
    dup2(nowhere, STDOUT_FILENO);
    execv("./loge", copies);
    _exit(127);
}

/* True when it did what it was asked. */
static bool command(const char *const *words)
{
    int status = 1;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        be_quiet_command(words);
    return waitpid(pid, &status, 0) == pid && status == 0;
}

void console_make_house(void)
{
    static char house[300], seats[16];
    if (house[0])
        return;
    snprintf(house, sizeof house, "%s/console", bench_dir());
    snprintf(seats, sizeof seats, "%d", BIG_SEATS);
    setenv("LOGE_DIR", house, 1);
    if (!command((const char *[]){"loge", "demo", "--quiet", "--seats", seats, NULL}))
        bench_fail("./loge demo failed");
}

/* ---- the screen ----------------------------------------------------------------------------- */

void console_start(struct terminal *terminal, const char *const *env)
{
    static const char *const argv[] = {"./loge", NULL};
    terminal_start(terminal, argv, env);
    terminal_settle(terminal);
}

void console_press(struct terminal *terminal, const char *keys)
{
    terminal_send(terminal, keys);
    terminal_settle(terminal);
}

void console_enter(struct terminal *terminal)
{
    console_press(terminal, "ruth\r");
    console_press(terminal, "3333");
    terminal_send(terminal, "\r");
    (void)terminal_wait_for(terminal, "Symphony");
    terminal_settle(terminal);
}

void console_sign_in(struct terminal *terminal)
{
    console_enter(terminal);
    console_press(terminal, "/Symphony\r");
}

static int64_t open_by(struct terminal *terminal, const char *keys)
{
    int64_t pressed = bench_now();
    terminal_send(terminal, keys);
    (void)terminal_wait_for(terminal, "STATE");
    terminal_settle(terminal);
    return terminal->last - pressed;
}

int64_t console_open_show(struct terminal *terminal)
{
    return open_by(terminal, "\r");
}

/* The cursor rests on the first show of the list meanwhile, so that it is that one, which is small,
 * that is read ahead. */
int64_t console_open_unread(struct terminal *terminal)
{
    terminal_send(terminal, "\033[H");
    terminal_pass(terminal, AWAY_MS);
    return open_by(terminal, "/Symphony\r\r");
}

/* ---- the flood ------------------------------------------------------------------------------ */

struct flooder {
    struct desk desk;
    struct arena *arena;
    const char *labels[ORDER];
    int64_t *changes;
};

static void open_house(struct flooder *flooder)
{
    char path[400];
    struct err err = {0};
    snprintf(path, sizeof path, "%s/house.db", getenv("LOGE_DIR"));
    flooder->desk.crypt = sodium_crypt();
    flooder->desk.clock = clock_system();
    flooder->desk.ids.rng = rng_system();
    if (lite_store_open(path, flooder->desk.crypt, &flooder->desk.clock, &flooder->desk.store,
                        &err) != RC_OK)
        bench_fail("the flood cannot open the house: %s", err.text);
}

/* The first seats of the hall that are free: they are in the section opened first. */
static void pick_seats(struct flooder *flooder, struct arena *arena)
{
    struct snapshot map;
    struct outcome out = {0};
    char label[SEAT_TEXT];
    int count = 0;
    desk_map(&flooder->desk, arena, BIG_SHOW, &map, &out);
    if (out.verdict)
        bench_fail("the flood finds no show: %s", out.message);
    for (int i = 0; i < map.plan->seat_count && count < ORDER; i++)
        if (map.state[i].status == SEAT_AVAILABLE)
            flooder->labels[count++] = arena_strdup(arena, plan_seat_label(map.plan, i, label));
    if (count < ORDER)
        bench_fail("the flood finds too few free seats");
}

static bool act(struct flooder *flooder, bool block)
{
    const struct act_meta meta = {.arena = flooder->arena,
                                  .actor = {.name = "ruth", .till = "box-2", .role = ROLE_MANAGER},
                                  .reason = "flood"};
    struct outcome out = {0};
    if (block)
        desk_seats_block(&flooder->desk, &meta, BIG_SHOW, flooder->labels, ORDER, 0, &out);
    else
        desk_seats_unblock(&flooder->desk, &meta, BIG_SHOW, flooder->labels, ORDER, &out);
    arena_reset(flooder->arena);
    if (out.verdict)
        fprintf(stderr, "flood: %s %s\n", out.message, out.err.text);
    __atomic_fetch_add(flooder->changes, out.verdict ? 0 : ORDER, __ATOMIC_RELAXED);
    return out.verdict == VERDICT_OK;
}

/* The pace of the flood, not a wait for anything. */
static void rest_until(int64_t due)
{
    int64_t left = due - bench_now();
    if (left > 0)
        (void)poll(NULL, 0, (int)(left / 1000000));
}

static void run_flood(struct flooder *flooder, int changes_a_second)
{
    int64_t every = (int64_t)1000000000 * ORDER / changes_a_second, due = bench_now();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    open_house(flooder);
    pick_seats(flooder, arena_new());
    for (bool block = true; act(flooder, block); block = !block)
        rest_until(due += every);
    _exit(1);
}

void console_flood_start(struct console_flood *flood, int changes_a_second)
{
    static struct flooder flooder;
    flood->changes = mmap(NULL, sizeof *flood->changes, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (flood->changes == MAP_FAILED)
        bench_fail("no memory to count in");
    fflush(NULL);
    flooder.arena = arena_new();
    flooder.changes = flood->changes;
    flood->pid = fork();
    if (flood->pid == 0)
        run_flood(&flooder, changes_a_second);
    while (__atomic_load_n(flood->changes, __ATOMIC_RELAXED) == 0)
        rest_until(bench_now() + 10000000);
}

/* It must have gone on to the end: a flood that ran dry would flatter us. */
void console_flood_end(struct console_flood *flood)
{
    int status;
    if (waitpid(flood->pid, &status, WNOHANG) != 0)
        bench_fail("the flood of changes broke off");
    kill(flood->pid, SIGKILL);
    waitpid(flood->pid, &status, 0);
    munmap(flood->changes, sizeof *flood->changes);
}
