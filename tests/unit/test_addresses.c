/* Where a house's servers are, as people write it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/adapter/house_people.h"
#include "src/adapter/pg_store.h"
#include "src/adapter/redis_url.h"

static struct err err;

/* ---- PostgreSQL ----------------------------------------------------------------------------- */

static struct pg_address pg(const char *url)
{
    struct pg_address address;
    if (pg_address_read(url, &address, &err))
        fail_msg("%s: %s", url, err.text);
    return address;
}

static void who_signs_in_is_taken_out_of_the_address(void **state)
{
    const struct pg_address a = pg("postgresql://anna:s%20e@db.example.org:5433/house");
    assert_string_equal(a.login, "anna");
    assert_string_equal(a.password, "s e");
    assert_string_equal(a.database, "house");
    assert_string_equal(a.text, "host='db.example.org' port='5433'");
}

static void other_options_stay(void **state)
{
    const struct pg_address a = pg("postgresql://db/house?sslrootcert=/etc/ca.crt");
    assert_string_equal(a.login, "");
    assert_non_null(strstr(a.text, "sslrootcert='/etc/ca.crt'"));
}

static void an_address_is_put_together_for_somebody_else(void **state)
{
    const struct pg_address a = pg("host=db dbname=house user=founder password=x");
    char *url = pg_address_url(&a, NULL, "house_anna", "it's \\ me");
    const struct pg_address b = pg(url);
    assert_string_equal(b.login, "house_anna");
    assert_string_equal(b.password, "it's \\ me");
    assert_string_equal(b.database, "house");
    free(url);
}

static void an_address_needs_a_database(void **state)
{
    struct pg_address address;
    assert_int_equal(pg_address_read("postgresql://anna@db", &address, &err), RC_CONFIG);
    assert_int_equal(pg_address_read("postgresql://[", &address, &err), RC_CONFIG);
    assert_int_equal(pg_address_read("nonsense", &address, &err), RC_CONFIG);
}

static void people_have_the_houses_prefix_once(void **state)
{
    char login[PG_LOGIN_TEXT];
    house_login_of("playhouse", "anna", login);
    assert_string_equal(login, "playhouse_anna");
    house_login_of("playhouse", "playhouse_anna", login);
    assert_string_equal(login, "playhouse_anna");
    pg_first_login("2nd-House", "anna", login);
    assert_string_equal(login, "h2nd_house_anna");
}

/* ---- Redis ---------------------------------------------------------------------------------- */

static struct redis_place redis(const char *url)
{
    struct redis_place place;
    if (redis_url_read(url, &place, &err))
        fail_msg("%s: %s", url, err.text);
    return place;
}

static void redis_is_found_by_host_or_path(void **state)
{
    assert_string_equal(redis("cache").address, "cache:6379");
    assert_string_equal(redis("cache:7000").address, "cache:7000");
    assert_string_equal(redis("[::1]").address, "[::1]:6379");
    assert_string_equal(redis("/run/redis.sock").address, "unix:/run/redis.sock");
    assert_string_equal(redis("unix:/run/redis.sock").address, "unix:/run/redis.sock");
}

static void a_redis_url_has_a_login_and_a_database(void **state)
{
    const struct redis_place place = redis("redis://till:se:cret@cache:7000/3");
    assert_string_equal(place.address, "cache:7000");
    assert_string_equal(place.user, "till");
    assert_string_equal(place.password, "se:cret");
    assert_int_equal(place.database, 3);
    assert_string_equal(redis("redis://:word@cache").password, "word");
    assert_string_equal(redis("redis://:word@cache").user, "");
}

static void a_redis_url_is_kept_without_its_password(void **state)
{
    char url[REDIS_ADDRESS_TEXT];
    struct redis_place place = redis("redis://till:secret@cache:7000/3");
    redis_url_write(&place, url, sizeof url);
    assert_null(strstr(url, "secret"));
    const struct redis_place again = redis(url);
    assert_string_equal(again.address, place.address);
    assert_string_equal(again.user, place.user);
    assert_string_equal(again.password, "");
    assert_int_equal(again.database, 3);
    place = redis("unix:/run/redis.sock");
    redis_url_write(&place, url, sizeof url);
    assert_string_equal(url, "unix:/run/redis.sock");
}

static void what_is_no_redis_is_refused(void **state)
{
    static const char *const wrong[] = {"", "redis://", "redis://cache/x", "a b", "unix:run"};
    struct redis_place place;
    for (int i = 0; i < COUNT_OF(wrong); i++)
        if (redis_url_read(wrong[i], &place, &err) != RC_CONFIG)
            fail_msg("'%s' was taken for %s", wrong[i], place.address);
    assert_int_equal(redis_url_read("rediss://cache", &place, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "tunnel"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_signs_in_is_taken_out_of_the_address),
        cmocka_unit_test(other_options_stay),
        cmocka_unit_test(an_address_is_put_together_for_somebody_else),
        cmocka_unit_test(an_address_needs_a_database),
        cmocka_unit_test(people_have_the_houses_prefix_once),
        cmocka_unit_test(redis_is_found_by_host_or_path),
        cmocka_unit_test(a_redis_url_has_a_login_and_a_database),
        cmocka_unit_test(a_redis_url_is_kept_without_its_password),
        cmocka_unit_test(what_is_no_redis_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
