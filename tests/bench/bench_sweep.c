/* Sweeping 100,000 seats whose holds are over, against one bare UPDATE and the audit rows. */
#include "config.h"

#include "tests/bench/bench.h"
#include "tests/bench/house.h"

enum { SEATS = 100000, SEATS_A_HOLD = 4, ROUNDS = 5 };

struct sweep_bench {
    struct bench_house house;
    sqlite3 *db; /* the yardstick's copy */
};

/*
 * Every seat held, in fours, until one second ago. Written straight into the file: the engine
 * would take an hour to make 25,000 holds durable one by one.
 */
static void hold_everything(sqlite3 *db, int64_t now)
{
    sqlite3_stmt *holds = bare_prepare(
        db, "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)"
            " INSERT INTO hold SELECT randomblob(16), 1, 0, 0, 0, 'anna', 'till-1', '',"
            " ?2 - 901000, ?2 - 1000, ?2 + 6300000, 0, 0, NULL, 1 FROM n");
    bare_exec(db, "BEGIN IMMEDIATE; DELETE FROM claim; DELETE FROM hold");
    sqlite3_bind_int(holds, 1, SEATS / SEATS_A_HOLD);
    sqlite3_bind_int64(holds, 2, now);
    bare_run(holds);
    sqlite3_finalize(holds);
    bare_exec(db,
              "CREATE TEMP TABLE numbered AS SELECT row_number() OVER () - 1 AS n, id FROM hold;"
              "CREATE UNIQUE INDEX temp.numbered_n ON numbered (n);"
              "INSERT INTO claim SELECT id, seat_no, 1, 1 FROM show_seat"
              " JOIN numbered ON n = seat_no / 4 WHERE show_no = 1 ORDER BY id, seat_no;"
              "UPDATE show_seat SET status = 1, version = version + 1,"
              " holder = (SELECT id FROM numbered WHERE n = seat_no / 4),"
              " held_until = (SELECT expires_at FROM hold LIMIT 1) WHERE show_no = 1;"
              "DROP TABLE numbered; COMMIT");
}

static int64_t sweep(void *ctx)
{
    struct sweep_bench *bench = ctx;
    struct act_meta meta = bench_manager(&bench->house);
    struct outcome outcome = {0};
    sqlite3 *db = bare_open(bench->house.path);
    bench->house.time.wall += 3600000;
    hold_everything(db, bench->house.time.wall);
    sqlite3_close(db);
    int64_t start = bench_now();
    desk_expire(&bench->house.desk, &meta, NULL, &outcome);
    int64_t spent = bench_now() - start;
    bench_expect_ok(&outcome, "expire");
    if (outcome.swept.seats != SEATS)
        bench_fail("the sweep freed %d seats", outcome.swept.seats);
    arena_reset(bench->house.scratch);
    return spent;
}

/* The rows the sweep changes, each table in one statement, and one audit row a seat. */
static int64_t update_bare(void *ctx)
{
    struct sweep_bench *bench = ctx;
    hold_everything(bench->db, bench->house.time.wall);
    int64_t start = bench_now();
    bare_exec(
        bench->db,
        "BEGIN IMMEDIATE;"
        "INSERT INTO event (id, at, act, actor, till, approver, role, show_no, seat_no, version,"
        " was, became, subject, held_ms, reason, note, key) SELECT NULL, hold.expires_at, 5, "
        "'loge', 'till-1', '', 4, 1,"
        " claim.seat_no, show_seat.version + 1, 1, 0, hold.id, 900000, 'ttl_expired', '', NULL"
        " FROM hold JOIN claim ON hold_id = hold.id"
        " JOIN show_seat USING (show_no, seat_no) WHERE live = 1;"
        "UPDATE show_seat SET status = 0, version = version + 1, holder = NULL,"
        " held_until = 0 WHERE show_no = 1 AND status = 1;"
        "UPDATE claim SET live = 0 WHERE live = 1;"
        "UPDATE hold SET status = 3, ending = 1, ended_at = expires_at,"
        " version = version + 1 WHERE status IN (0, 1);"
        "COMMIT");
    return bench_now() - start;
}

int main(void)
{
    static struct sweep_bench bench;
    if (!bench_wanted("local.sweep"))
        return bench_end();
    bench_house_open(&bench.house, SEATS);
    bench.db = bare_copy(&bench.house, "bare");
    bench_run(&(struct bench_figure){.name = "local.sweep",
                                     .goal = "<=2.0",
                                     .what = "freeing 100,000 expired seats, against bare UPDATEs",
                                     .ratio = BENCH_TIME,
                                     .rounds = ROUNDS,
                                     .ours = sweep,
                                     .bare = update_bare},
              &bench);
    sqlite3_close(bench.db);
    bench_house_close(&bench.house);
    return bench_end();
}
