#include "config.h"

#include "tests/lib/pg_house.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "src/adapter/sodium_crypt.h"

static const struct house the_house = {.name = "The House", .currency = "EUR"};

static const char test_clock[] =
    "CREATE TABLE public.test_clock (ms bigint NOT NULL);"
    "INSERT INTO public.test_clock VALUES (0);"
    "GRANT SELECT ON public.test_clock TO PUBLIC;"
    "CREATE OR REPLACE FUNCTION loge.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS"
    " 'SELECT CASE ms WHEN 0 THEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    " ELSE ms END FROM public.test_clock'";

static const char test_tills[] =
    "CREATE FUNCTION public.act_shown(journal bytea) RETURNS bytea LANGUAGE sql IMMUTABLE RETURN"
    " sha256(convert_to('loge till act', 'UTF8') || '\\x00'::bytea || journal);"
    "CREATE FUNCTION public.shown_of(till text) RETURNS bytea LANGUAGE sql IMMUTABLE RETURN"
    " public.act_shown(convert_to(till, 'UTF8'));";

/* ---- making --------------------------------------------------------------------------------- */

static void must(enum rc rc, const struct err *err)
{
    if (rc != RC_OK)
        fail_msg("%s", err->text);
}

static void make_template(char name[PG_NAME])
{
    char url[PG_URL], login[PG_LOGIN_TEXT];
    struct err err;
    const struct pg_person carrier = {"carrier", ROLE_MANAGER, PG_PASSWORD, true};
    pg_server_start();
    pg_server_database(NULL, name);
    pg_server_url(name, NULL, NULL, url);
    must(pg_house_init(url, &the_house, &err), &err);
    must(pg_staff_put(url, the_house.name, &carrier, login, &err), &err);
    PGconn *conn = pg_server_connect(url);
    pg_server_do(conn, test_clock);
    pg_server_do(conn, test_tills);
    if (getenv("PG_MUTANT")) /* a bug that tests have to find (tests/integ/store_mutants.sh) */
        pg_server_do(conn, getenv("PG_MUTANT"));
    PQfinish(conn);
}

void pg_house_make(char database[PG_NAME])
{
    static char template_name[PG_NAME];
    if (!*template_name)
        make_template(template_name);
    pg_server_database(template_name, database);
}

/* The login that carries moves on to the new house: whatever the houses before did is still there,
 * and must not be seen. */
void pg_house_make_beside(int64_t now, char database[PG_NAME])
{
    static char shared[PG_NAME];
    char url[PG_URL];
    if (!*shared)
        pg_house_make(shared);
    pg_house_set_clock(shared, now);
    PGconn *conn = pg_server_connect(pg_server_url(shared, NULL, NULL, url));
    pg_server_do(conn, "UPDATE loge.house SET name = 'House ' || house WHERE name = 'The House'");
    pg_server_do(conn,
                 "INSERT INTO loge.house (house, name, currency, timezone, prefix, created_at)"
                 " SELECT n, 'The House', 'EUR', 'UTC', 'h' || n, loge.now_ms()"
                 " FROM loge.house, LATERAL (SELECT max(house) + 1 AS n FROM loge.house) AS m"
                 " WHERE house = 1");
    pg_server_do(conn, "UPDATE loge.login SET house = (SELECT max(house) FROM loge.house)"
                       " WHERE carries");
    PQfinish(conn);
    snprintf(database, PG_NAME, "%s", shared);
}

void pg_house_person(const char *database, const char *name, enum role role,
                     char login[PG_LOGIN_TEXT])
{
    char url[PG_URL];
    struct err err;
    const struct pg_person person = {name, role, PG_PASSWORD, false};
    must(pg_staff_put(pg_server_url(database, NULL, NULL, url), the_house.name, &person, login,
                      &err),
         &err);
}

PGconn *pg_house_sign_in(const char *database, const char *name, enum role role)
{
    char login[PG_LOGIN_TEXT], url[PG_URL];
    pg_house_person(database, name, role, login);
    return pg_server_connect(pg_server_url(database, login, PG_PASSWORD, url));
}

#define PLAIN_HEAD                                                                \
    "schema integer, key uuid, print bytea, act smallint, actor text, till text," \
    " actor_role smallint, approver text, reason text, note text, answer text, "
#define PLAIN_ACT                                                                                 \
    "schema, ROW(key, print, act, actor, till, actor_role, approver, reason, note, answer, ''''," \
    " '''', public.shown_of(till))::loge.act, "

static const char plain_functions[] =
    "CREATE SCHEMA plain;"
    "GRANT USAGE ON SCHEMA plain TO PUBLIC;"
    "CREATE FUNCTION plain.apply(" PLAIN_HEAD "steps loge.step[],"
    " new_holds loge.hold_row[] DEFAULT NULL, holds loge.hold_row[] DEFAULT NULL,"
    " notes loge.note_row[] DEFAULT NULL, sales loge.sale_row[] DEFAULT NULL,"
    " tickets loge.ticket_row[] DEFAULT NULL, payments loge.payment_row[] DEFAULT NULL,"
    " shifts loge.shift_row[] DEFAULT NULL, only_hold boolean DEFAULT false)"
    " RETURNS bigint LANGUAGE sql AS 'SELECT loge.apply(" PLAIN_ACT "ROW(steps, new_holds,"
    " holds, notes, sales, tickets, payments, shifts, NULL, NULL, NULL, NULL, NULL, NULL,"
    " NULL, NULL)::loge.changes, only_hold)';"
    "CREATE FUNCTION plain.sign(" PLAIN_HEAD "steps loge.step[]) RETURNS void LANGUAGE sql AS"
    " 'SELECT loge.approve(" PLAIN_ACT
    "ROW(ROW(steps, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
    " NULL, NULL, NULL, NULL, NULL, NULL, NULL)::loge.changes, NULL::loge.conflict_row[])::text)';"
    "CREATE FUNCTION plain.hold(" PLAIN_HEAD "seats integer[], seen bigint[],"
    " n integer[], hold loge.hold_row) RETURNS bigint LANGUAGE sql AS"
    " 'SELECT loge.hold_seats(" PLAIN_ACT "NULL, seats, seen, n, hold)';"
    "CREATE FUNCTION plain.door(" PLAIN_HEAD "keys loge.key_row[],"
    " admissions loge.admission_row[], scans loge.scan_row[], notes loge.note_row[])"
    " RETURNS bigint LANGUAGE sql AS"
    " 'SELECT loge.apply_door(" PLAIN_ACT "keys, admissions, scans, notes)';"
    "CREATE FUNCTION plain.checkin(" PLAIN_HEAD "checkins loge.checkin_row[],"
    " shifts loge.shift_row[], vouchers loge.voucher_row[], notes loge.note_row[])"
    " RETURNS bigint LANGUAGE sql AS"
    " 'SELECT loge.apply_checkin(" PLAIN_ACT "checkins, shifts, vouchers, notes)'";

void pg_house_plain_sql(const char *database)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pg_server_do(conn, plain_functions);
    PQfinish(conn);
}

void pg_house_set_clock(const char *database, int64_t ms)
{
    char url[PG_URL], sql[80];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    snprintf(sql, sizeof sql, "UPDATE public.test_clock SET ms = %" PRId64, ms);
    pg_server_do(conn, sql);
    PQfinish(conn);
}

/* ---- a store whose house has the test's clock ------------------------------------------------ */

/*
 * One connection serves test after test: what is slow about a new one is that the server has to
 * learn every function anew. The login that carries is in another house by then.
 */
static struct {
    char database[PG_NAME];
    const struct clock *clock;
    int64_t told;
    const struct store_ops *real;
    struct store_ops ops;
    struct store *idle; /* closed by its test */
    pid_t owner;
} follower;

static int64_t wall_of_test(void *ctx)
{
    return clock_wall(follower.clock);
}

static int64_t mono_of_test(void *ctx)
{
    return clock_mono(follower.clock);
}

static void pause_of_test(void *ctx, int64_t ms)
{
    follower.clock->pause_ms(follower.clock->ctx, ms);
}

const char *pg_house_database(void)
{
    return follower.database;
}

static void follow(void)
{
    int64_t now = clock_wall(follower.clock);
    if (now != follower.told)
        pg_house_set_clock(follower.database, now);
    follower.told = now;
}

static enum rc apply_now(struct store *store, const struct changeset *cs,
                         struct apply_result *result, struct err *err)
{
    follow();
    return follower.real->apply(store, cs, result, err);
}

static enum rc sweep_now(struct store *store, const struct actor *actor, int64_t now, int limit,
                         struct sweep_result *result, struct err *err)
{
    follow();
    return follower.real->sweep(store, actor, now, limit, result, err);
}

static void put_aside(struct store *store)
{
    if (!follower.idle && follower.owner == getpid())
        follower.idle = store;
    else
        follower.real->close(store);
}

static bool take_up(const char *database, struct store **out)
{
    if (!follower.idle || follower.owner != getpid())
        return false;
    *out = follower.idle;
    follower.idle = NULL;
    if (strcmp(follower.database, database) == 0)
        return true;
    follower.real->close(*out); /* of another database */
    return false;
}

enum rc pg_house_open(const char *database, const struct clock *clock, struct store **out,
                      struct err *err)
{
    static const struct clock of_test = {wall_of_test, mono_of_test, pause_of_test, NULL};
    char url[PG_URL];
    follower.clock = clock;
    follower.told = 0;
    if (take_up(database, out))
        return RC_OK;
    enum rc rc = pg_store_open(pg_server_url(database, "house_1_carrier", PG_PASSWORD, url),
                               sodium_crypt(), &of_test, out, err);
    if (rc != RC_OK)
        return rc;
    snprintf(follower.database, sizeof follower.database, "%s", database);
    follower.owner = getpid();
    follower.real = (*out)->ops;
    follower.ops = *follower.real;
    follower.ops.apply = apply_now;
    follower.ops.sweep = sweep_now;
    follower.ops.close = put_aside;
    (*out)->ops = &follower.ops;
    return RC_OK;
}
