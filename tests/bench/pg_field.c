#include "config.h"

#include "tests/bench/pg_field.h"
#include "tests/bench/servers.h"
#include "tests/lib/first_take.h"
#include "tests/lib/pg_till.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"

#define SECOND_MS ((int64_t)1000)

/* ---- one hold ------------------------------------------------------------------------------- */

int field_seat(struct field_till *till, int show)
{
    if (till->next_seat[show] == FIELD_SEATS / TILLS)
        bench_fail("there are not enough seats for so many rounds");
    return till->number * (FIELD_SEATS / TILLS) + till->next_seat[show]++;
}

static struct hold *a_hold(struct field_till *till, struct changeset *cs)
{
    struct hold *hold = LIST_ADD(till->arena, &cs->holds);
    *hold = (struct hold){.id = uuid_make(&till->ids, cs->now), .show = OUR_SHOW};
    strcpy(hold->holder, "anna");
    strcpy(hold->till, "till-1");
    hold->created_at = cs->now;
    hold->expires_at = cs->now + 900 * SECOND_MS;
    hold->ceiling_at = cs->now + 7200 * SECOND_MS;
    return hold;
}

struct changeset *field_hold(struct field_till *till)
{
    struct clock clock = clock_system();
    struct changeset *cs = changeset_new(till->arena);
    cs->now = clock_wall(&clock);
    cs->key = uuid_make(&till->ids, cs->now);
    memcpy(cs->fingerprint, FIELD_PRINT, sizeof cs->fingerprint);
    cs->actor = (struct actor){.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    cs->answer = FIELD_ANSWER;
    const struct hold *hold = a_hold(till, cs);
    for (int i = 0; i < 2; i++)
        *LIST_ADD(till->arena, &cs->seats) = first_take(hold, field_seat(till, OUR_SHOW));
    return cs;
}

void field_apply(struct field_till *till)
{
    struct apply_result result;
    struct err err;
    arena_reset(till->arena);
    if (till->store->ops->apply(till->store, field_hold(till), &result, &err) != RC_OK)
        bench_fail("%s", err.text);
    if (result.applied != APPLIED_OK)
        bench_fail("a hold was refused (%d)", result.applied);
}

/* ---- all tills at once ---------------------------------------------------------------------- */

static void *till_main(void *ctx)
{
    struct field_till *till = ctx;
    pthread_barrier_wait(&till->field->start);
    for (int i = 0; i < till->field->times; i++)
        till->field->work(till);
    return NULL;
}

int64_t field_run(struct field *field, void (*work)(struct field_till *), int times)
{
    pthread_t threads[TILLS];
    field->work = work;
    field->times = times;
    pthread_barrier_init(&field->start, NULL, TILLS + 1);
    for (int i = 0; i < TILLS; i++)
        if (pthread_create(&threads[i], NULL, till_main, &field->tills[i]) != 0)
            bench_fail("cannot start a thread");
    int64_t start = bench_now();
    pthread_barrier_wait(&field->start);
    for (int i = 0; i < TILLS; i++)
        pthread_join(threads[i], NULL);
    int64_t spent = bench_now() - start;
    pthread_barrier_destroy(&field->start);
    return spent;
}

/* ---- the house ------------------------------------------------------------------------------ */

const char *field_url(const struct field *field, bool superuser, int port, char url[PG_URL])
{
    if (port)
        snprintf(url, PG_URL, "host=127.0.0.1 port=%d dbname=%s user=%s password=%s", port,
                 field->database, superuser ? "postgres" : field->login, PG_PASSWORD);
    else
        pg_server_url(field->database, superuser ? NULL : field->login,
                      superuser ? NULL : PG_PASSWORD, url);
    return url;
}

static void fill_house(const struct field *field)
{
    char url[PG_URL], sql[400];
    PGconn *root = pg_server_connect(field_url(field, true, 0, url));
    bench_autovacuum_off(root);
    pg_server_do(root, "ALTER ROLE postgres PASSWORD '" PG_PASSWORD "'");
    pg_server_do(root, "INSERT INTO loge.hall VALUES (1, 1, 'field', 'Field', 0, 0, 1, '', 0, 0, 0,"
                       " 0, '', 1);"
                       "INSERT INTO loge.show SELECT 1, n, 's' || n, 'Show', 1, 'EUR', 1, 0,"
                       " 900000, 0, 7200000, true, false, 0, 0, 1 FROM generate_series(1, 3) AS n");
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.show_seat (house, show_no, seat_no, status, version)"
             " SELECT 1, w, s, 0, 1 FROM generate_series(1, 3) AS w,"
             " generate_series(0, %d) AS s",
             FIELD_SEATS - 1);
    pg_server_do(root, sql);
    pg_server_do(root, "SELECT loge.analyse_halls()"); /* as `show add` does */
    PQfinish(root);
}

static void make_house(struct field *field)
{
    static const struct house house = {.name = "The House", .currency = "EUR"};
    const struct pg_person anna = {"anna", ROLE_CLERK, PG_PASSWORD, false};
    char url[PG_URL];
    struct err err;
    pg_server_start();
    pg_server_database(NULL, field->database);
    pg_server_url(field->database, NULL, NULL, url);
    if (pg_house_init(url, &house, &err) != RC_OK ||
        pg_staff_put(url, "The House", &anna, field->login, &err) != RC_OK)
        bench_fail("%s", err.text);
    pg_till_know(field->database, "till-1");
    fill_house(field);
}

void field_open(struct field *field)
{
    make_house(field);
    for (int i = 0; i < TILLS; i++) {
        struct field_till *till = &field->tills[i];
        *till = (struct field_till){.field = field, .number = i, .arena = arena_new()};
        till->ids.rng = rng_system();
        till->next_event = ((int64_t)3 << 60) + ((int64_t)i << 40);
    }
}

void field_close(struct field *field)
{
    field_close_stores(field);
    for (int i = 0; i < TILLS; i++) {
        if (field->tills[i].conn)
            PQfinish(field->tills[i].conn);
        arena_free(&field->tills[i].arena);
    }
    pg_server_stop();
}

/* ---- stores --------------------------------------------------------------------------------- */

void field_close_stores(struct field *field)
{
    for (int i = 0; i < TILLS; i++)
        store_close(&field->tills[i].store);
}

void field_open_stores(struct field *field, int port)
{
    struct clock clock = clock_system();
    char url[PG_URL];
    struct err err;
    field_close_stores(field);
    for (int i = 0; i < TILLS; i++)
        if (pg_store_open(field_url(field, false, port, url), sodium_crypt(), &clock,
                          &field->tills[i].store, &err) != RC_OK)
            bench_fail("%s", err.text);
        else
            pg_till_prove(field->tills[i].store, "till-1");
}

void field_open_house(struct field *field, const char *redis_address)
{
    const struct redis_config config = {
        .house = "bench", .address = redis_address, .connect_ms = 2000, .command_ms = 500};
    static struct clock clock;
    struct err err;
    clock = clock_system();
    field_open_stores(field, 0);
    for (int i = 0; i < TILLS; i++) {
        struct store *inner = field->tills[i].store;
        if (house_store_open(inner, &config, &clock, false, &field->tills[i].store, &err) != RC_OK)
            bench_fail("%s", err.text);
    }
}
