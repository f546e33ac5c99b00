/*
 * Selling in a house that PostgreSQL has no statistics of.
 *
 *   house.unanalysed  holding two seats and selling them, 16 tills at once, in a house where only
 *                     `plan import` and `show add` ran ANALYZE, against the same house analysed
 *
 * Both houses are copies of one that has sold nothing, and the tills sell the same seats in both.
 * The tills of the first keep the connections they opened on empty tables, with the plans made
 * there, as a console does on its first evening. The second is vacuumed and analysed after its
 * first sales, and its tills connect again. Autovacuum is off, so the difference lasts.
 */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/bench.h"
#include "tests/bench/big_hall.h"
#include "tests/bench/big_house.h"
#include "tests/bench/servers.h"
#include "tests/lib/pg_till.h"

enum { TILLS = 16, EARLIER = 150, PAIRS = 20, ROUNDS = 9 };
enum { EACH = 2 * (EARLIER + (ROUNDS + 1) * PAIRS), SEATS = TILLS * EACH };

struct playhouse;

struct seller {
    struct playhouse *house;
    struct desk desk;
    struct arena *arena; /* of one act */
    char till[PERSON_TEXT];
    int next; /* seat */
};

struct playhouse {
    char database[PG_NAME];
    const struct big_house *kind; /* what it is a copy of */
    const struct plan *plan;
    struct seller sellers[TILLS];
    pthread_barrier_t start;
    int pairs;
};

struct both {
    struct big_house kind;
    struct playhouse never, analysed;
};

/* ---- acts ----------------------------------------------------------------------------------- */

static struct act_meta seller_meta(struct seller *seller)
{
    struct act_meta meta = {.arena = seller->arena,
                            .actor = {.name = "ruth", .role = ROLE_MANAGER},
                            .key = uuid_make(&seller->desk.ids, clock_wall(&seller->desk.clock)),
                            .first_sent = true};
    strcpy(meta.actor.till, seller->till);
    return meta;
}

static struct uuid hold_pair(struct seller *seller)
{
    const struct act_meta meta = seller_meta(seller);
    char labels[2][SEAT_TEXT];
    const char *const wanted[] = {labels[0], labels[1]};
    const struct desk_hold wish = {.show = BIG_SHOW,
                                   .labels = wanted,
                                   .count = COUNT_OF(wanted),
                                   .source = SOURCE_COUNTER,
                                   .channel = CHANNEL_COUNTER};
    struct outcome out = {0};
    for (int i = 0; i < COUNT_OF(labels); i++)
        plan_seat_label(seller->house->plan, seller->next++, labels[i]);
    desk_hold_new(&seller->desk, &meta, &wish, &out);
    big_house_expect(&out, "hold");
    return out.hold->id;
}

static void sell_pair(struct seller *seller)
{
    const struct tender_line cash = {.tender = TENDER_CASH};
    struct desk_sell sell = {.tenders = &cash, .tender_count = 1};
    struct outcome out = {0};
    arena_reset(seller->arena);
    sell.hold = hold_pair(seller);
    const struct act_meta meta = seller_meta(seller);
    desk_sell(&seller->desk, &meta, &sell, &out);
    big_house_expect(&out, "sell");
}

/* ---- all tills at once ---------------------------------------------------------------------- */

static void *seller_main(void *ctx)
{
    struct seller *seller = ctx;
    pthread_barrier_wait(&seller->house->start);
    for (int i = 0; i < seller->house->pairs; i++)
        sell_pair(seller);
    return NULL;
}

static int64_t trade(struct playhouse *house, int pairs)
{
    pthread_t threads[TILLS];
    house->pairs = pairs;
    pthread_barrier_init(&house->start, NULL, TILLS + 1);
    for (int i = 0; i < TILLS; i++)
        if (pthread_create(&threads[i], NULL, seller_main, &house->sellers[i]))
            bench_fail("cannot start a thread");
    int64_t start = bench_now();
    pthread_barrier_wait(&house->start);
    for (int i = 0; i < TILLS; i++)
        pthread_join(threads[i], NULL);
    int64_t spent = bench_now() - start;
    pthread_barrier_destroy(&house->start);
    return spent;
}

/* ---- the houses ----------------------------------------------------------------------------- */

static void open_stores(struct playhouse *house)
{
    char url[PG_URL];
    struct err err;
    big_house_url(house->kind, house->database, url);
    for (int i = 0; i < TILLS; i++) {
        struct desk *desk = &house->sellers[i].desk;
        if (pg_store_open(url, desk->crypt, &desk->clock, &desk->store, &err))
            bench_fail("%s", err.text);
        pg_till_prove(desk->store, "till-1");
    }
}

static void close_stores(struct playhouse *house)
{
    for (int i = 0; i < TILLS; i++)
        store_close(&house->sellers[i].desk.store);
}

static void open_shift(struct seller *seller)
{
    const struct act_meta meta = seller_meta(seller);
    struct outcome out = {0};
    desk_shift_open(&seller->desk, &meta, 10000, &out);
    big_house_expect(&out, "shift open");
}

static void open_house(struct playhouse *house, const struct big_house *kind,
                       const struct plan *plan)
{
    house->kind = kind;
    house->plan = plan;
    pg_server_database(kind->database, house->database);
    for (int i = 0; i < TILLS; i++) {
        struct seller *seller = &house->sellers[i];
        *seller = (struct seller){
            .house = house, .desk = kind->desk, .arena = arena_new(), .next = i * EACH};
        snprintf(seller->till, sizeof seller->till, "till-%d", i + 1);
    }
    open_stores(house);
    for (int i = 0; i < TILLS; i++)
        open_shift(&house->sellers[i]);
    trade(house, EARLIER);
}

static void analyse(struct playhouse *house)
{
    char url[PG_URL];
    close_stores(house);
    PGconn *root = pg_server_connect(pg_server_url(house->database, NULL, NULL, url));
    pg_server_do(root, "VACUUM ANALYZE");
    PQfinish(root);
    open_stores(house);
}

static void close_house(struct playhouse *house)
{
    close_stores(house);
    for (int i = 0; i < TILLS; i++)
        arena_free(&house->sellers[i].arena);
}

/* A figure of two analysed houses would look perfect. */
static void look_for_statistics(const struct playhouse *house, bool expected)
{
    char url[PG_URL];
    PGconn *root = pg_server_connect(pg_server_url(house->database, NULL, NULL, url));
    bool has = pg_server_count(root, "SELECT count(*) FROM pg_statistic WHERE starelid IN"
                                     " ('loge.hold'::regclass, 'loge.claim'::regclass,"
                                     " 'loge.sale'::regclass, 'loge.event'::regclass)") > 0;
    PQfinish(root);
    if (has != expected)
        bench_fail("%s has %s of its sales", house->database, has ? "statistics" : "no statistics");
}

/* ---- the figure ----------------------------------------------------------------------------- */

static int64_t never_analysed(void *ctx)
{
    return trade(&((struct both *)ctx)->never, PAIRS);
}

static int64_t analysed(void *ctx)
{
    return trade(&((struct both *)ctx)->analysed, PAIRS);
}

static const struct bench_figure figure = {
    .name = "house.unanalysed",
    .goal = ">=0.8",
    .what = "hold and sell 2 seats, 16 tills, house never analysed; the same analysed",
    .ratio = BENCH_RATE,
    .rounds = ROUNDS,
    .units = TILLS * PAIRS,
    .ours = never_analysed,
    .bare = analysed};

int main(void)
{
    static struct both both = {.kind.seats = SEATS};
    if (!bench_servers(&figure, 1))
        return bench_end();
    big_house_open(&both.kind);
    const struct plan *plan = big_hall(both.kind.arena, SEATS);
    big_house_leave(&both.kind);
    open_house(&both.never, &both.kind, plan);
    open_house(&both.analysed, &both.kind, plan);
    analyse(&both.analysed);
    bench_run(&figure, &both);
    look_for_statistics(&both.never, false);
    look_for_statistics(&both.analysed, true);
    close_house(&both.never);
    close_house(&both.analysed);
    big_house_close(&both.kind);
    return bench_end();
}
