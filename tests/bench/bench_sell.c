/*
 * Holding two seats and selling them, durably, through the engine; against a bare program that
 * writes the very same rows in the same two transactions.
 */
#include "config.h"

#include "tests/bench/bench.h"
#include "tests/bench/house.h"
#include "tests/bench/same_rows.h"

enum { SEATS = 20000, PAIRS = 40, ROUNDS = 9 };

struct sell_bench {
    struct bench_house house;
    struct same_rows *rows;
};

static int64_t sell_pairs(void *ctx)
{
    struct sell_bench *bench = ctx;
    int64_t spent = bench_sell_pairs(&bench->house, PAIRS);
    same_rows_learn(bench->rows, 2 * PAIRS);
    return spent;
}

static int64_t write_rows(void *ctx)
{
    struct sell_bench *bench = ctx;
    return same_rows_write(bench->rows);
}

int main(void)
{
    static struct sell_bench bench;
    if (!bench_wanted("local.hold_sale"))
        return bench_end();
    bench_house_open(&bench.house, SEATS);
    sqlite3 *from = bare_open(bench.house.path), *to = bare_copy(&bench.house, "bare");
    bench.rows = same_rows_new(from, to, false);
    bench_run(&(struct bench_figure){.name = "local.hold_sale",
                                     .goal = ">=0.7",
                                     .what = "hold of 2 seats + sale, against bare SQLite",
                                     .ratio = BENCH_RATE,
                                     .rounds = ROUNDS,
                                     .units = PAIRS,
                                     .ours = sell_pairs,
                                     .bare = write_rows},
              &bench);
    same_rows_free(&bench.rows);
    sqlite3_close(from);
    sqlite3_close(to);
    bench_house_close(&bench.house);
    return bench_end();
}
