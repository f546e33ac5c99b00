/*
 * A house with a second server that takes over when the first fails, under tills that sell: with
 * one that is in step nothing is lost; with one that is behind, what was sold meanwhile is, and the
 * verdict finds it. The first comes back and nobody who has seen the second believes it. As in
 * test_house_faults.c.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/pg.h"
#include "src/adapter/sodium_crypt.h"
#include "tests/fault/field_verdict.h"
#include "tests/fault/history.h"
#include "tests/lib/temp_dir.h"

enum { MANY = 60 };

static struct err err;
static char both[80], database[PG_NAME];

static const char *both_servers(void)
{
    snprintf(both, sizeof both, "host=127.0.0.1,127.0.0.1 port=%d,%d", pg_server_port(),
             pg_server_standby_port());
    return both;
}

/* ---- the tills ------------------------------------------------------------------------------ */

static void a_server_in_step_takes_over_and_nothing_is_lost(void **state)
{
    struct field field;
    for (int i = 0; i < field_rounds(1); i++) {
        pg_server_standby_start(true);
        field_open(&field, &(struct field_wish){.name = "standby in step",
                                                .hurt = HURT_HOUSE,
                                                .host = both_servers(),
                                                .crashes = true});
        field_work(&field);
        pg_server_fail_over();
        field.fired++;
        field_work(&field);
        field_close(&field);
    }
}

/* What was done since the second server had heard the last is gone when it takes over. */
static void lose_a_little(struct field *field, bool keep)
{
    pg_server_standby_start(false);
    field_open(field, &(struct field_wish){.name = "standby behind",
                                           .host = both_servers(),
                                           .keep = keep,
                                           .crashes = true});
    field_work(field);
    pg_server_standby_stop();
    field_wait(field, MANY);
    pg_server_kill();
    pg_server_come_back();
    pg_server_fail_over();
    field_work(field);
    field_stop(field);
    assert_int_equal(field->wrong_maps, 0); /* each till's map is the house's all the same */
}

/* Acts that somebody was told are done: of those, keys that fit this. What a supervisor freed is
 * held again when the hold is, and ends with it. */
static int count_done(const struct field *field, const char *verb, const char *sql)
{
    struct history all = {.arena = arena_new()};
    char one[300], key[UUID_TEXT];
    int count = 0;
    for (int i = 0; i < field->clerks; i++)
        assert_true(history_load(&all, field->jobs[i].path));
    PGconn *conn = pg_server_connect(pg_server_url(field->database, NULL, NULL, one));
    for (int i = 0; i < all.acts.count; i++) {
        const struct history_act *act = &all.acts.at[i];
        if (act->told != TOLD_DONE || strncmp(act->wish, verb, strlen(verb)) != 0 ||
            strncmp(act->wish, "override", 8) == 0)
            continue;
        snprintf(one, sizeof one, sql, uuid_text(&act->key, key));
        count += pg_server_count(conn, one) > 0;
    }
    PQfinish(conn);
    arena_free(&all.arena);
    return count;
}

#define UNKNOWN_SQL                                                         \
    "SELECT count(*) FROM (SELECT '%s'::uuid AS key) AS k"                  \
    " WHERE NOT EXISTS (SELECT FROM loge.receipt AS r WHERE r.key = k.key)" \
    " AND NOT EXISTS (SELECT FROM loge.entry AS e WHERE e.uid = k.key)"
/* Sales that came back and could not be what they were, and nobody is told of. */
#define UNTOLD_SQL                                                            \
    "SELECT count(*) FROM loge.entry AS e WHERE e.uid = '%s' AND e.state > 3" \
    " AND NOT EXISTS (SELECT FROM loge.conflict AS c WHERE c.id = e.uid)"

/* What the two around it would see if something were lost. */
static void what_a_server_that_is_behind_has_lost_is_found(void **state)
{
    struct field field;
    lose_a_little(&field, false);
    assert_true(field_finds(&field, JUDGE_HISTORIES));
    assert_true(count_done(&field, "", UNKNOWN_SQL) > 0);
    temp_dir_remove(field.dir);
}

static void print_came_back(struct field *field)
{
    printf("# %s: %d done; %lld came back: %lld as they were, %lld elsewhere or not\n",
           field->wish.name, field->done, field_sql(field, "SELECT count(*) FROM loge.entry"),
           field_sql(field, "SELECT count(*) FROM loge.entry WHERE state = 2"),
           field_sql(field, "SELECT count(*) FROM loge.entry WHERE state <> 2"));
}

static void what_it_has_lost_comes_back_from_tills_that_keep_it(void **state)
{
    struct field field;
    for (int i = 0; i < field_rounds(1); i++) {
        lose_a_little(&field, true);
        print_came_back(&field);
        assert_true(field_sql(&field, "SELECT count(*) FROM loge.entry") > 0);
        assert_int_equal(count_done(&field, "", UNKNOWN_SQL), 0);
        assert_int_equal(count_done(&field, "sell", UNTOLD_SQL), 0);
        assert_false(field_finds(&field, JUDGE_AUDIT));
        assert_false(field_finds(&field, JUDGE_SUMS));
        temp_dir_remove(field.dir);
    }
}

/* ---- the one that was replaced -------------------------------------------------------------- */

static enum rc come_in_at(const char *hosts, const char *past, struct store **store)
{
    char url[PG_URL], login[PG_LOGIN_TEXT];
    struct pg_address address;
    struct pg_member me;
    struct clock clock = clock_system();
    snprintf(url, sizeof url, "%s dbname=%s", hosts, database);
    assert_int_equal(pg_address_read(url, &address, &err), RC_OK);
    *store = pg_store_new(&address, sodium_crypt(), &clock);
    if (past)
        pg_store_remember_in(*store, past);
    return pg_store_sign_in(*store, field_login(-1, login), PG_PASSWORD, &me, &err);
}

static enum rc come_in(int port, const char *past, struct store **store)
{
    char one[60];
    snprintf(one, sizeof one, "host=127.0.0.1 port=%d", port);
    return come_in_at(one, past, store);
}

static void comes_in(int port, const char *past)
{
    struct store *store;
    if (come_in(port, past, &store) != RC_OK)
        fail_msg("%s", err.text);
    store_close(&store);
}

static void whoever_has_seen_the_new_server_refuses_the_old_one(void **state)
{
    char dir[128], past[160];
    struct store *store;
    temp_dir_make(dir, sizeof dir);
    snprintf(past, sizeof past, "%s/house.timeline", dir);
    pg_house_make(database);
    pg_server_standby_start(false);
    comes_in(pg_server_port(), past);
    pg_server_fail_over();
    pg_server_come_back();
    int old = pg_server_standby_port();
    comes_in(old, past); /* nobody has told this till yet */
    comes_in(pg_server_port(), past);
    assert_int_equal(come_in(old, past, &store), RC_TRANSIENT);
    assert_non_null(strstr(err.text, "has been replaced"));
    store_close(&store);
    comes_in(old, NULL); /* it lets everybody in: that is the danger */
    temp_dir_remove(dir);
}

/* Both servers are alive, the old one is named first, and this till is new or was off. */
static void a_till_that_has_seen_nothing_finds_the_new_server_among_all(void **state)
{
    char hosts[80];
    struct store *store;
    pg_house_make(database);
    pg_server_standby_start(false);
    pg_server_fail_over();
    pg_server_come_back();
    snprintf(hosts, sizeof hosts, "host=127.0.0.1,127.0.0.1 port=%d,%d", pg_server_standby_port(),
             pg_server_port());
    assert_int_equal(come_in_at(hosts, NULL, &store), RC_OK);
    assert_true(pg_history(store) > 1);
    store_close(&store);
    comes_in(pg_server_standby_port(), NULL); /* control: the old one is up */
}

/* ---- an act that is let go while it waits for the standby ----------------------------------- */

static struct changeset *a_note(struct arena *arena)
{
    struct changeset *cs = changeset_new(arena);
    memset(cs->key.b, 7, sizeof cs->key.b);
    memset(cs->fingerprint, 7, sizeof cs->fingerprint);
    strcpy(cs->actor.name, "carrier");
    cs->actor.role = ROLE_MANAGER;
    cs->act = ACT_STAFF;
    LIST_ADD(arena, &cs->notes)->act = ACT_STAFF;
    return cs;
}

/* Somebody who has had enough of waiting, in a process of his own. */
static pid_t cancel_whoever_waits(void)
{
    char url[PG_URL];
    pid_t parent = getpid(), pid;
    fflush(NULL);
    pid = fork();
    assert_true(pid >= 0);
    if (pid)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    PGconn *conn = PQconnectdb(pg_server_url("postgres", NULL, NULL, url));
    while (PQstatus(conn) == CONNECTION_OK) {
        PGresult *result = PQexec(conn, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
                                        " WHERE wait_event = 'SyncRep'");
        if (PQntuples(result) > 0)
            _exit(0);
        PQclear(result);
    }
    _exit(1);
}

static void an_act_the_standby_may_not_have_is_unknown_and_asked_for(void **state)
{
    struct arena *arena = arena_new();
    struct apply_result result;
    struct store *store;
    bool found;
    int status;
    pg_house_make(database);
    pg_server_standby_start(true);
    assert_int_equal(come_in(pg_server_port(), NULL, &store), RC_OK);
    const struct changeset *cs = a_note(arena);
    pg_server_standby_tell(SIGSTOP);
    pid_t impatient = cancel_whoever_waits();
    assert_int_equal(store->ops->apply(store, cs, &result, &err), RC_UNKNOWN);
    assert_int_equal(waitpid(impatient, &status, 0), impatient);
    assert_int_equal(status, 0);
    assert_int_equal(
        store->ops->receipt_read(store, &cs->key, cs->fingerprint, arena, &result, &found, &err),
        RC_OK);
    assert_true(found);
    assert_int_equal(result.applied, APPLIED_REPLAY);
    pg_server_standby_tell(SIGCONT);
    store_close(&store);
    arena_free(&arena);
}

/* ---- the runner ----------------------------------------------------------------------------- */

/* A word is a pattern of tests to run, as in '*step*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        FIELD_TEST(a_server_in_step_takes_over_and_nothing_is_lost),
        FIELD_TEST(a_till_that_has_seen_nothing_finds_the_new_server_among_all),
        FIELD_TEST(what_a_server_that_is_behind_has_lost_is_found),
        FIELD_TEST(what_it_has_lost_comes_back_from_tills_that_keep_it),
        FIELD_TEST(an_act_the_standby_may_not_have_is_unknown_and_asked_for),
        FIELD_TEST(whoever_has_seen_the_new_server_refuses_the_old_one),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
