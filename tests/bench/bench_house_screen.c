/*
 * How soon a change stands on another till's screen while 1,000 a second flow: from the moment an
 * act is sent to the moment the seat's own cell of a real console shows it. Four tills of one house
 * hold two seats every 8 ms and let them go when they come round again, with PostgreSQL and Redis;
 * a fifth is `./loge` on a pty, and what it draws is read by libvterm.
 */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_store.h"
#include "src/adapter/pg_store.h"
#include "src/adapter/sodium_crypt.h"
#include "tests/bench/bench.h"
#include "tests/bench/servers.h"
#include "tests/lib/pg_server.h"
#include "tests/lib/pty.h"
#include "tests/lib/redis_server.h"
#include "tests/lib/temp_dir.h"
#include "tests/lib/pg_till.h"

enum { ROWS = 16, SEATS_A_ROW = 40, SEATS = ROWS * SEATS_A_ROW };
enum { WRITERS = 4, ACTS = 375, SEATS_AN_ACT = 2, SAMPLES = WRITERS * ACTS * SEATS_AN_ACT };
enum { SCREEN_ROWS = 40, SCREEN_COLUMNS = 100, LOOK_MS = 1, COMMAND = 2048 };

#define PERIOD_NS   ((int64_t)8000000) /* of one writer: 4 * 2 seats in 8 ms are 1,000 a second */
#define PATIENCE_NS ((int64_t)10000000000)

/* What the screen is to show, and since when: set by a writer, taken back by whoever looks. */
struct seat_wish {
    _Atomic int64_t sent; /* 0: it is shown */
    _Atomic bool held;
    int row, column; /* its cell */
};

struct screen_bench {
    char dir[128], database[PG_NAME];
    struct redis_server redis;
    struct clock clock;
    struct pty *till;
    int32_t show;
    struct writer {
        struct screen_bench *bench;
        struct store *pg, *store;
        struct arena *arena;
        struct uuid_source ids;
        int first, next; /* its own seats, and the one whose turn it is */
        struct uuid holds[SEATS / WRITERS / SEATS_AN_ACT];
        uint32_t versions[SEATS / WRITERS / SEATS_AN_ACT];
    } writers[WRITERS];
    struct seat_wish seats[SEATS];
    int64_t delays[SAMPLES];
    int seen;
    int64_t changes_a_second;
};

/* ---- the house ------------------------------------------------------------------------------ */

static void shell(const struct screen_bench *bench, const char *env, const char *fmt, ...)
    PRINTF(3, 4);

static void shell(const struct screen_bench *bench, const char *env, const char *fmt, ...)
{
    char words[COMMAND], command[2 * COMMAND];
    va_list args;
    va_start(args, fmt);
    vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    snprintf(command, sizeof command,
             "LOGE_DIR=%s/till LOGE_TILL=till-1 LOGE_PIN=3333 %s ./loge %s >/dev/null", bench->dir,
             env, words);
    if (system(command) != 0)
        bench_fail("%s", command);
}

static void make_house(struct screen_bench *bench)
{
    char url[PG_URL], plan[160];
    pg_server_url(bench->database, NULL, NULL, url);
    shell(bench, "LOGE_NEW_PIN=3333",
          "init --pg '%s' --redis '%s' --name 'The House' --manager ruth", url,
          bench->redis.address);
    shell(bench, "LOGE_NEW_PIN=1111", "staff add anna clerk --as ruth");
    snprintf(plan, sizeof plan, "%s/room.plan", bench->dir);
    FILE *file = fopen(plan, "w");
    if (!file)
        bench_fail("cannot write %s", plan);
    fprintf(file, "title The Room\nstage top\nclass S Stalls\nsection Stalls\nnumbers left 1\n"
                  "A..P ");
    for (int i = 0; i < SEATS_A_ROW; i++)
        fputc('S', file);
    fprintf(file, "\n");
    fclose(file);
    shell(bench, "", "plan import %s --hall room --as ruth", plan);
    shell(bench, "",
          "show add play --hall room --title 'A Play' --starts \"$(date -u -d '+3 days' "
          "+%%FT19:30Z)\" --price 42.00 --open --as ruth");
}

static void join(struct writer *writer)
{
    struct screen_bench *bench = writer->bench;
    char login[PG_LOGIN_TEXT], url[PG_URL];
    struct err err;
    pg_first_login(bench->database, "ruth", login);
    pg_server_url(bench->database, login, "3333", url);
    const struct redis_config config = {.house = bench->database,
                                        .address = bench->redis.address,
                                        .connect_ms = 2000,
                                        .command_ms = 500};
    if (pg_store_open(url, sodium_crypt(), &bench->clock, &writer->pg, &err) != RC_OK)
        bench_fail("%s", err.text);
    pg_till_act_at(bench->database, writer->pg, "till-9");
    if (house_store_open(writer->pg, &config, &bench->clock, false, &writer->store, &err) != RC_OK)
        bench_fail("%s", err.text);
    writer->arena = arena_new();
    writer->ids.rng = rng_system();
    for (int i = 0; i < COUNT_OF(writer->versions); i++)
        writer->versions[i] = 1;
}

/* ---- those who change ----------------------------------------------------------------------- */

static struct hold *hold_of(struct writer *writer, struct changeset *cs, int turn, bool take)
{
    struct hold *hold = LIST_ADD(writer->arena, &cs->holds);
    if (take)
        writer->holds[turn] = uuid_make(&writer->ids, cs->now);
    *hold = (struct hold){.id = writer->holds[turn],
                          .show = writer->bench->show,
                          .status = take ? HOLD_ACTIVE : HOLD_CANCELLED,
                          .end = take ? END_NONE : END_USER_CANCELLED,
                          .holder = "ruth",
                          .till = "till-2",
                          .created_at = cs->now,
                          .expires_at = cs->now + 900000,
                          .ceiling_at = cs->now + 900000,
                          .ended_at = take ? 0 : cs->now,
                          .version = take ? 0 : 1};
    return hold;
}

static struct changeset *two_seats(struct writer *writer, int turn, bool take)
{
    int64_t now = clock_wall(&writer->bench->clock);
    struct changeset *cs = changeset_new(writer->arena);
    cs->key = uuid_make(&writer->ids, now);
    cs->now = now;
    cs->answer = "{}";
    cs->act = take ? ACT_HOLD : ACT_RELEASE;
    cs->actor = (struct actor){.name = "ruth", .till = "till-2", .role = ROLE_MANAGER};
    const struct hold *hold = hold_of(writer, cs, turn, take);
    for (int i = 0; i < SEATS_AN_ACT; i++)
        *LIST_ADD(writer->arena, &cs->seats) =
            (struct seat_change){.show = hold->show,
                                 .seat = writer->first + turn * SEATS_AN_ACT + i,
                                 .seen = writer->versions[turn],
                                 .act = cs->act,
                                 .from = take ? SEAT_AVAILABLE : SEAT_HELD,
                                 .to = take ? SEAT_HELD : SEAT_AVAILABLE,
                                 .holder = take ? hold->id : (struct uuid){{0}},
                                 .was = take ? (struct uuid){{0}} : hold->id,
                                 .held_until = take ? hold->expires_at : 0};
    return cs;
}

static void change_two(void *ctx)
{
    struct writer *writer = ctx;
    struct apply_result result;
    struct err err;
    int turn = writer->next++ % COUNT_OF(writer->versions);
    bool take = writer->versions[turn] % 2;
    arena_reset(writer->arena);
    struct changeset *cs = two_seats(writer, turn, take);
    for (int i = 0; i < cs->seats.count; i++) {
        struct seat_wish *wish = &writer->bench->seats[cs->seats.at[i].seat];
        if (atomic_load(&wish->sent))
            bench_fail("a seat came round before the screen had shown it");
        atomic_store(&wish->held, take);
        atomic_store(&wish->sent, bench_now());
    }
    if (writer->store->ops->apply(writer->store, cs, &result, &err) != RC_OK)
        bench_fail("%s", err.text);
    if (result.applied != APPLIED_OK)
        bench_fail("a change was refused (%d)", result.applied);
    writer->versions[turn]++;
}

static void *write_all(void *ctx)
{
    bench_beat(PERIOD_NS, ACTS, change_two, ctx);
    return NULL;
}

/* ---- the one who looks ---------------------------------------------------------------------- */

static const char free_seat[] = "○", held_seat[] = "▒";

/* Seats are the only circles in the rows whose label is a letter. */
static void find_cells(struct screen_bench *bench)
{
    int found = 0;
    for (int row = 3; row < SCREEN_ROWS - 6; row++)
        for (int column = 0, in_row = 0; column < SCREEN_COLUMNS && in_row < SEATS_A_ROW; column++)
            if (found < SEATS && strcmp(pty_cell(bench->till, row, column).text, free_seat) == 0) {
                bench->seats[found].row = row;
                bench->seats[found++].column = column;
                in_row++;
            }
    if (found != SEATS)
        bench_fail("%d of %d seats are on the screen:\n%s", found, SEATS, pty_text(bench->till));
}

static void open_map(struct screen_bench *bench)
{
    char folder[160];
    snprintf(folder, sizeof folder, "LOGE_DIR=%s/till", bench->dir);
    const char *const env[] = {folder, "LOGE_TILL=till-1", NULL};
    const char *const argv[] = {"./loge", NULL};
    const struct pty_start how = {.argv = argv,
                                  .term = "xterm-256color",
                                  .env = env,
                                  .rows = SCREEN_ROWS,
                                  .columns = SCREEN_COLUMNS};
    bench->till = pty_new(&how);
    pty_wait_for(bench->till, "Who is at the till?");
    pty_type(bench->till, "anna");
    pty_keys(bench->till, "Enter");
    pty_type(bench->till, "1111");
    pty_keys(bench->till, "Enter");
    pty_wait_for(bench->till, "Count the money in the drawer");
    pty_keys(bench->till, "0 Enter");
    pty_wait_for(bench->till, "A Play");
    pty_keys(bench->till, "Enter");
    pty_wait_for(bench->till, "640 seats");
    pty_wait_for(bench->till, "ONLINE");
    pty_idle(bench->till);
    find_cells(bench);
}

static void look(struct screen_bench *bench)
{
    pty_read_for(bench->till, LOOK_MS, 0);
    int64_t now = bench_now();
    for (int i = 0; i < SEATS; i++) {
        struct seat_wish *wish = &bench->seats[i];
        int64_t sent = atomic_load(&wish->sent);
        const char *wanted = atomic_load(&wish->held) ? held_seat : free_seat;
        if (!sent || strcmp(pty_cell(bench->till, wish->row, wish->column).text, wanted) != 0)
            continue;
        if (bench->seen < SAMPLES)
            bench->delays[bench->seen++] = now - sent;
        atomic_store(&wish->sent, 0);
    }
}

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static int64_t p99(void *ctx)
{
    struct screen_bench *bench = ctx;
    pthread_t threads[WRITERS];
    int64_t start = bench_now(), end = start + ACTS * PERIOD_NS + PATIENCE_NS;
    bench->seen = 0;
    for (int i = 0; i < WRITERS; i++)
        if (pthread_create(&threads[i], NULL, write_all, &bench->writers[i]) != 0)
            bench_fail("cannot start a thread");
    while (bench->seen < SAMPLES) {
        if (bench_now() > end)
            bench_fail("%d of %d changes were shown", bench->seen, SAMPLES);
        look(bench);
    }
    bench->changes_a_second = SAMPLES * (int64_t)1000000000 / (bench_now() - start);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    pty_forget(bench->till);
    qsort(bench->delays, SAMPLES, sizeof *bench->delays, by_value);
    return bench->delays[SAMPLES * 99 / 100];
}

/* ---- life ----------------------------------------------------------------------------------- */

static void find_show(struct screen_bench *bench)
{
    struct store *pg = bench->writers[0].pg;
    struct show show;
    bool found = false;
    struct err err;
    if (pg->ops->show_find(pg, "play", bench->writers[0].arena, &show, &found, &err) || !found)
        bench_fail("the show is not there");
    bench->show = show.no;
}

static void open_all(struct screen_bench *bench)
{
    bench->clock = clock_system();
    temp_dir_make(bench->dir, sizeof bench->dir);
    pg_server_start();
    redis_server_start(&bench->redis);
    pg_server_database(NULL, bench->database);
    make_house(bench);
    for (int i = 0; i < WRITERS; i++) {
        bench->writers[i].bench = bench;
        bench->writers[i].first = i * (SEATS / WRITERS);
        join(&bench->writers[i]);
    }
    find_show(bench);
    open_map(bench);
}

static void close_all(struct screen_bench *bench)
{
    pty_free(&bench->till);
    for (int i = 0; i < WRITERS; i++) {
        store_close(&bench->writers[i].store);
        arena_free(&bench->writers[i].arena);
    }
    redis_server_stop(&bench->redis);
    pg_server_stop();
    temp_dir_remove(bench->dir);
}

int main(void)
{
    static struct screen_bench bench;
    const struct bench_figure figure = {.name = "house.screen",
                                        .goal = "<=1",
                                        .what = "p99 of a change on another screen, 1,000 a second",
                                        .ratio = BENCH_TIME,
                                        .rounds = 5,
                                        .ours = p99,
                                        .budget = 100000000};
    if (!bench_servers(&figure, 1))
        return bench_end();
    open_all(&bench);
    bench_run(&figure, &bench);
    printf("  the last round: %lld changes a second were shown, half within %.1f ms\n",
           (long long)bench.changes_a_second, (double)bench.delays[SAMPLES / 2] / 1e6);
    close_all(&bench);
    return bench_end();
}
