/* What a server may answer that is not a house of this program's: nothing is read into it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/port/token.h"
#include "tests/lib/pg_house.h"

static char database[PG_NAME], url[PG_URL];
static struct store *house;
static struct arena *arena;
static struct err err;

static int setup(void **state)
{
    struct clock clock = clock_system();
    char address[PG_URL];
    pg_house_make(database);
    pg_server_url(database, NULL, NULL, url);
    pg_server_url(database, "house_1_carrier", PG_PASSWORD, address);
    arena = arena_new();
    memset(&err, 0, sizeof err);
    return pg_store_open(address, sodium_crypt(), &clock, &house, &err) == RC_OK ? 0 : -1;
}

static int teardown(void **state)
{
    store_close(&house);
    arena_free(&arena);
    return 0;
}

/* From now on a function of the house does nothing and answers this. */
static void let_it_answer(const char *function, const char *body)
{
    char sql[1024];
    PGconn *conn = pg_server_connect(url);
    snprintf(sql, sizeof sql,
             "DO $do$ DECLARE args text; BEGIN"
             " SELECT pg_get_function_identity_arguments(oid) INTO args FROM pg_proc"
             " WHERE proname = '%s' AND pronamespace = 'loge'::regnamespace;"
             " ALTER FUNCTION loge.%s RENAME TO before;"
             " EXECUTE format('CREATE FUNCTION loge.%s(%%s) RETURNS bigint LANGUAGE plpgsql AS"
             " $f$ BEGIN %s; END $f$', args); END $do$",
             function, function, function, body);
    pg_server_do(conn, sql);
    PQfinish(conn);
}

static enum rc act(struct apply_result *result)
{
    struct changeset *cs = changeset_new(arena);
    cs->key.b[0] = 7;
    strcpy(cs->actor.name, "carrier");
    cs->actor.role = ROLE_MANAGER;
    cs->act = ACT_STAFF;
    LIST_ADD(arena, &cs->notes)->act = ACT_STAFF;
    return house->ops->apply(house, cs, result, &err);
}

static void is_not_understood(const char *body)
{
    struct apply_result result;
    let_it_answer("apply", body);
    assert_int_equal(act(&result), RC_CORRUPT);
    assert_non_null(strstr(err.text, "update the older of the two"));
}

static void a_verdict_nobody_knows_is_no_verdict(void **state)
{
    is_not_understood("RETURN -150");
}

static void no_answer_is_not_done(void **state)
{
    is_not_understood("RETURN NULL");
}

static void what_is_raised_is_done_in_no_case(void **state)
{
    is_not_understood("RAISE EXCEPTION USING ERRCODE = ''LG001'', MESSAGE = ''7''");
}

static void words_that_are_raised_are_no_verdict(void **state)
{
    is_not_understood("RAISE EXCEPTION USING ERRCODE = ''LG001'', MESSAGE = ''hello''");
}

static enum rc end_token(enum verdict *verdict)
{
    const struct token_ops *ops;
    struct store *tokens = house->ops->tokens(house, &ops);
    return ops->revoke(tokens, "till-1", "shop", verdict, &err);
}

static void who_may_not_is_told_so_wherever_he_asks(void **state)
{
    enum verdict verdict;
    let_it_answer("token_revoke", "RETURN -111");
    assert_int_equal(end_token(&verdict), RC_OK);
    assert_int_equal(verdict, VERDICT_NOT_ALLOWED);
}

static void a_verdict_nobody_knows_is_none_of_a_token_either(void **state)
{
    enum verdict verdict;
    let_it_answer("token_revoke", "RETURN -150");
    assert_int_equal(end_token(&verdict), RC_CORRUPT);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(a_verdict_nobody_knows_is_no_verdict),
        RULE(no_answer_is_not_done),
        RULE(what_is_raised_is_done_in_no_case),
        RULE(words_that_are_raised_are_no_verdict),
        RULE(who_may_not_is_told_so_wherever_he_asks),
        RULE(a_verdict_nobody_knows_is_none_of_a_token_either),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
