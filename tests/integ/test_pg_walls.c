/*
 * Everything that somebody who stole a password may call and read, tried: each function and each
 * table in the catalogue, in many rounds, with the ids of this house. Not one row of it moves, and
 * nothing of it is told, to the manager or the scanner of another house in the same database; and a
 * scanner of this house moves nothing but what a door writes. The controls are a table without its
 * wall, and the manager of this house, who says the same sentences and is heard.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

enum { ROUNDS = 24, SUMS = 120, MARKED = 2 };

/* Stands in every row that tells of a customer; as text, and as bytes are shown. */
static const char *const marks[MARKED] = {"ada.marker", "6164612e6d61726b6572"};

static struct contract *c;
static char database[PG_NAME];
static PGconn *root;

/* ---- the house ------------------------------------------------------------------------------ */

static void load_sentences(void)
{
    static char sql[16384];
    char path[300];
    const char *top = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/integ/pg_walls.sql", top ? top : ".");
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    size_t size = fread(sql, 1, sizeof sql - 1, file);
    assert_in_range(size, 1, sizeof sql - 2);
    fclose(file);
    pg_server_do(root, "CREATE FUNCTION public.attacked() RETURNS integer LANGUAGE sql RETURN"
                       " (SELECT max(house) FROM loge.house)");
    pg_server_do(root, sql);
}

static int set_up(void **state)
{
    char url[PG_URL];
    void *house;
    pg_house_make_beside(CONTRACT_NOW, database);
    PQfinish(pg_house_sign_in(database, "olga", ROLE_MANAGER));
    PQfinish(pg_house_sign_in(database, "otto", ROLE_SCANNER));
    contract_setup(&house);
    c = house;
    PQfinish(pg_house_sign_in(database, "sam", ROLE_SCANNER));
    PQfinish(pg_house_sign_in(database, "ruth", ROLE_MANAGER));
    root = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    const struct hold bought = take(c, "Stalls-A-2", NULL, NULL);
    sell(c, bought.id, (struct uuid){{0}});
    take(c, "Stalls-A-1", NULL, NULL);
    pg_server_do(root, "UPDATE loge.hold SET email = 'ada.marker@example.org'");
    pg_server_do(root, "UPDATE loge.sale SET email = 'ada.marker@example.org'");
    load_sentences();
    return 0;
}

static int tear_down(void **state)
{
    void *house = c;
    PQfinish(root);
    return contract_teardown(&house);
}

/* ---- what was moved, what was told ------------------------------------------------------------
 */

struct sums {
    PGresult *rows;
    long long last_event;
};

static PGresult *sum_up(long long last_event)
{
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT of_table, rows_sum FROM attack.sums(%lld)", last_event);
    PGresult *rows = PQexec(root, sql);
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(root));
    return rows;
}

static struct sums before(void)
{
    struct sums sums = {.last_event = pg_server_count(root, "SELECT max(id) FROM loge.event")};
    sums.rows = sum_up(sums.last_event);
    assert_true(PQntuples(sums.rows) > 20);
    return sums;
}

/* How many tables are not as they were, but for those (blank separated). Names the first. */
static int moved(struct sums *sums, const char *except, const char **first)
{
    static char name[64];
    PGresult *now = sum_up(sums->last_event);
    int count = 0;
    for (int i = 0; i < PQntuples(now); i++) {
        if (strcmp(PQgetvalue(now, i, 1), PQgetvalue(sums->rows, i, 1)) == 0 ||
            strstr(except, PQgetvalue(now, i, 0)))
            continue;
        snprintf(name, sizeof name, "%s", PQgetvalue(now, i, 0));
        *first = name;
        count++;
    }
    PQclear(now);
    PQclear(sums->rows);
    return count;
}

static bool is_marked(const PGresult *rows)
{
    for (int i = 0; i < PQntuples(rows); i++)
        for (int m = 0; m < MARKED; m++)
            if (strstr(PQgetvalue(rows, i, 0), marks[m]))
                return true;
    return false;
}

/* ---- one who tries everything -----------------------------------------------------------------
 */

struct thief {
    char login[PG_LOGIN_TEXT];
    PGconn *conn;
    int said, heard, told; /* sentences, those that were no error, those whose answer was marked */
    char telling[200];     /* the last of these */
};

static void say(struct thief *thief, const char *sentence)
{
    PGresult *rows = PQexec(thief->conn, sentence);
    bool told = PQresultStatus(rows) == PGRES_TUPLES_OK && is_marked(rows);
    thief->said++;
    thief->heard += PQresultStatus(rows) == PGRES_TUPLES_OK;
    thief->told += told;
    if (told)
        snprintf(thief->telling, sizeof thief->telling, "%.190s", sentence);
    PQclear(rows);
}

static void say_all(struct thief *thief, const char *sentences)
{
    PGresult *rows = PQexec(root, sentences);
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(root));
    assert_true(PQntuples(rows) > 10);
    for (int i = 0; i < PQntuples(rows); i++)
        say(thief, PQgetvalue(rows, i, 0));
    PQclear(rows);
}

static struct thief come_in(const char *name)
{
    struct thief thief = {0};
    char sql[100], url[PG_URL];
    snprintf(sql, sizeof sql, "SELECT login FROM loge.login WHERE name = '%s'", name);
    pg_server_ask(root, sql, thief.login, sizeof thief.login);
    thief.conn = pg_server_connect(pg_server_url(database, thief.login, PG_PASSWORD, url));
    return thief;
}

static void read_everything(struct thief *thief)
{
    char sql[160];
    snprintf(sql, sizeof sql, "SELECT attack.reads('%s')", thief->login);
    say_all(thief, sql);
    PQfinish(thief->conn);
}

static struct thief try_everything(const char *name)
{
    struct thief thief = come_in(name);
    char sql[200];
    for (int round = 0; round < ROUNDS; round++) {
        snprintf(sql, sizeof sql, "SELECT attack.calls('%s', '%s', %d)", thief.login, name, round);
        say_all(&thief, sql);
    }
    read_everything(&thief);
    printf("# %s said %d things, %d were heard, %d told of customers\n", name, thief.said,
           thief.heard, thief.told);
    return thief;
}

static void moves_nothing(const char *name, const char *but)
{
    const char *first = "";
    struct sums sums = before();
    struct thief thief = try_everything(name);
    if (moved(&sums, but, &first))
        fail_msg("%s has moved something in %s", name, first);
    if (thief.told)
        fail_msg("%s was told by: %s", name, thief.telling);
    assert_true(thief.heard > 0);
}

static void another_houses_manager_moves_and_learns_nothing(void **state)
{
    moves_nothing("olga", "");
}

static void another_houses_scanner_moves_and_learns_nothing(void **state)
{
    moves_nothing("otto", "");
}

/* What a door may write, it writes; a hold's address is not for it to see. */
static void a_scanner_moves_only_what_a_door_does(void **state)
{
    moves_nothing("sam", "admission scan receipt event seal till_count");
}

static void without_its_wall_a_table_is_read(void **state)
{
    struct thief olga = come_in("olga");
    pg_server_do(root, "ALTER TABLE loge.sale DISABLE ROW LEVEL SECURITY");
    read_everything(&olga);
    pg_server_do(root, "ALTER TABLE loge.sale ENABLE ROW LEVEL SECURITY");
    assert_true(olga.told > 0);
}

/* Last: it shows that these sentences can move and tell something. */
static void the_houses_own_manager_is_heard(void **state)
{
    const char *first = "";
    struct sums sums = before();
    struct thief ruth = try_everything("ruth");
    assert_true(moved(&sums, "", &first) > 3);
    assert_true(ruth.told > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_houses_manager_moves_and_learns_nothing),
        cmocka_unit_test(another_houses_scanner_moves_and_learns_nothing),
        cmocka_unit_test(a_scanner_moves_only_what_a_door_does),
        cmocka_unit_test(without_its_wall_a_table_is_read),
        cmocka_unit_test(the_houses_own_manager_is_heard),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
