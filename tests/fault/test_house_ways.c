/*
 * Other ways to the same house: through PgBouncer in session mode, and with Redis as a cluster of
 * three. Tills sell on while these are killed, frozen and restarted, as in test_house_faults.c.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/fault/field.h"
#include "tests/lib/bouncer.h"

enum { TRIES = 10 };

static struct bouncer bouncer;
static struct redis_server nodes[REDIS_CLUSTER];
static char logins[CLERKS_MAX][PG_LOGIN_TEXT], address[64];

/* ---- PgBouncer ------------------------------------------------------------------------------ */

static void through_bouncer(struct field *field, const char *name)
{
    field_open(field, &(struct field_wish){.name = name, .hurt = HURT_HOUSE, .host = address});
    field_work(field);
}

static void pgbouncer_killed_and_started_again(void **state)
{
    struct field field;
    through_bouncer(&field, "pgbouncer killed");
    for (int i = 0; i < field_rounds(2); i++) {
        bouncer_kill(&bouncer);
        field_wait_trouble(&field, 1);
        bouncer_restart(&bouncer);
        field.fired++;
        field_work(&field);
    }
    field_close(&field);
}

static void postgresql_restarted_behind_pgbouncer(void **state)
{
    struct field field;
    through_bouncer(&field, "restarted behind pgbouncer");
    for (int i = 0; i < field_rounds(2) || (i < TRIES && !field_hits(&field)); i++) {
        pg_server_restart();
        field.fired++;
        field_work(&field);
    }
    field_close(&field);
}

static void backends_terminated_behind_pgbouncer(void **state)
{
    struct field field;
    through_bouncer(&field, "terminated behind pgbouncer");
    for (int i = 0; i < field_rounds(4) || (i < TRIES && !field_hits(&field)); i++) {
        field.fired += (int)field_sql(
            &field, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        field_work(&field);
    }
    field_close(&field);
}

/* ---- Redis as a cluster --------------------------------------------------------------------- */

static void in_a_cluster(struct field *field, const char *name, enum hurt hurt)
{
    const struct field_wish wish = {.name = name,
                                    .hurt = hurt,
                                    .redis = nodes[0].address,
                                    .servers = nodes,
                                    .server_count = REDIS_CLUSTER};
    for (int i = 0; i < REDIS_CLUSTER; i++) /* another house was here before */
        free(redis_server_say(&nodes[i], "FLUSHALL", NULL));
    field_open(field, &wish);
    field_work(field);
}

static void a_node_of_the_cluster_killed(void **state)
{
    struct field field;
    in_a_cluster(&field, "cluster node killed", HURT_REDIS);
    for (int i = 0; i < field_rounds(2) * REDIS_CLUSTER; i++) {
        redis_server_kill(&nodes[i % REDIS_CLUSTER]);
        field_work(&field);
        redis_server_restart(&nodes[i % REDIS_CLUSTER]);
        field.fired++;
        field_work(&field);
    }
    redis_cluster_wait(nodes);
    field_close(&field);
}

static void a_node_of_the_cluster_frozen(void **state)
{
    struct field field;
    in_a_cluster(&field, "cluster node frozen", HURT_REDIS);
    for (int i = 0; i < field_rounds(1) * REDIS_CLUSTER; i++) {
        redis_server_freeze(&nodes[i % REDIS_CLUSTER]);
        field_work(&field);
        redis_server_thaw(&nodes[i % REDIS_CLUSTER]);
        field.fired++;
        field_work(&field);
    }
    redis_cluster_wait(nodes);
    field_close(&field);
}

static void the_cluster_emptied(void **state)
{
    struct field field;
    in_a_cluster(&field, "cluster emptied", HURT_COUNTED);
    for (int i = 0; i < field_rounds(1) * REDIS_CLUSTER; i++) {
        field.hit += redis_server_keys(&nodes[i % REDIS_CLUSTER]);
        free(redis_server_say(&nodes[i % REDIS_CLUSTER], "FLUSHALL", NULL));
        field.fired++;
        field_work(&field);
    }
    field_close(&field);
}

/* ---- the runner ----------------------------------------------------------------------------- */

static int start(void **state)
{
    const char *names[CLERKS_MAX + 1] = {NULL};
    field_servers_start(state);
    for (int i = 0; i < CLERKS_MAX; i++)
        names[i] = field_login(i, logins[i]);
    bouncer_start(&bouncer, names);
    snprintf(address, sizeof address, "host=127.0.0.1 port=%d", bouncer.port);
    redis_cluster_start(nodes);
    return 0;
}

static int stop(void **state)
{
    redis_cluster_stop(nodes);
    bouncer_stop(&bouncer);
    return field_servers_stop(state);
}

/* A word is a pattern of tests to run, as in '*cluster*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        FIELD_TEST(pgbouncer_killed_and_started_again),
        FIELD_TEST(postgresql_restarted_behind_pgbouncer),
        FIELD_TEST(backends_terminated_behind_pgbouncer),
        FIELD_TEST(a_node_of_the_cluster_killed),
        FIELD_TEST(a_node_of_the_cluster_frozen),
        FIELD_TEST(the_cluster_emptied),
    };
    if (pg_server_skip() || !redis_server_here() || bouncer_skip())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, start, stop);
}
