/* Opening a show of 100,000 seats into the map, against reading the same rows bare. */
#include "config.h"

#include "tests/bench/bench.h"
#include "tests/bench/house.h"

enum { SEATS = 100000 };

struct map_bench {
    struct bench_house house;
    sqlite3 *db;
    sqlite3_stmt *plan, *states;
    int64_t sum; /* keeps the compiler from leaving the reading out */
};

static int64_t open_map(void *ctx)
{
    struct map_bench *bench = ctx;
    struct arena *arena = arena_new();
    struct snapshot snapshot = {0};
    struct outcome outcome = {0};
    int64_t start = bench_now();
    desk_map(&bench->house.desk, arena, BENCH_SHOW, &snapshot, &outcome);
    int64_t spent = bench_now() - start;
    bench_expect_ok(&outcome, "map");
    if (snapshot.plan->seat_count != SEATS)
        bench_fail("the map has %d seats", snapshot.plan->seat_count);
    arena_free(&arena);
    return spent;
}

/* kinds: one letter a column, i(nteger) d(ouble) t(ext) b(lob). */
static void read_all(struct map_bench *bench, sqlite3_stmt *stmt, const char *kinds)
{
    int rows = 0;
    for (; sqlite3_step(stmt) == SQLITE_ROW; rows++) {
        for (int i = 0; kinds[i]; i++) {
            if (kinds[i] == 'i')
                bench->sum += sqlite3_column_int64(stmt, i);
            else if (kinds[i] == 'd')
                bench->sum += sqlite3_column_double(stmt, i) > 0;
            else if (kinds[i] == 't')
                bench->sum += sqlite3_column_text(stmt, i)[0];
            else
                bench->sum += sqlite3_column_blob(stmt, i) != NULL;
        }
    }
    if (sqlite3_reset(stmt) != SQLITE_OK || rows != SEATS)
        bench_fail("read %d rows instead of %d: %s", rows, SEATS, sqlite3_errmsg(bench->db));
}

static int64_t select_rows(void *ctx)
{
    struct map_bench *bench = ctx;
    int64_t start = bench_now();
    read_all(bench, bench->plan, "iiiiiddiitt");
    read_all(bench, bench->states, "iiibiii");
    return bench_now() - start;
}

int main(void)
{
    if (!bench_wanted("local.open_map"))
        return bench_end();
    struct map_bench bench = {0};
    bench_house_open(&bench.house, SEATS);
    bench.db = bare_open(bench.house.path);
    bench.plan = bare_prepare(
        bench.db, "SELECT pos, seat_no, row_no, run, cell, x, y, class_no, flags, number, guid"
                  " FROM hall_seat WHERE hall_no = 1 AND retired = 0 ORDER BY seat_no");
    bench.states = bare_prepare(
        bench.db, "SELECT seat_no, status, version, holder, held_until, open_to, allotment"
                  " FROM show_seat WHERE show_no = 1 AND retired = 0 ORDER BY seat_no");
    bench_run(&(struct bench_figure){.name = "local.open_map",
                                     .goal = "<=2.0",
                                     .what = "opening 100,000 seats, against bare SELECTs",
                                     .ratio = BENCH_TIME,
                                     .ours = open_map,
                                     .bare = select_rows},
              &bench);
    sqlite3_finalize(bench.plan);
    sqlite3_finalize(bench.states);
    sqlite3_close(bench.db);
    bench_house_close(&bench.house);
    return bench_end();
}
