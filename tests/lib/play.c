#include "config.h"

#include "tests/lib/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/by_hand.h"

enum { TEXT = 1 << 18 };

const char *play_folder(char folder[PLAY_PATH])
{
    const char *top = getenv("srcdir");
    snprintf(folder, PLAY_PATH, "%.200s/tests/isolation", top ? top : ".");
    return folder;
}

char *play_read(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = calloc(1, TEXT);
    assert_non_null(text);
    if (!file)
        fail_msg("%s cannot be read", path);
    assert_true(fread(text, 1, TEXT - 1, file) < TEXT - 1);
    fclose(file);
    return text;
}

static void hire(const char *database)
{
    static const struct {
        const char *name;
        enum role role;
    } staff[] = {{"anna", ROLE_CLERK},
                 {"ben", ROLE_CLERK},
                 {"mark", ROLE_SUPERVISOR},
                 {"ruth", ROLE_MANAGER}};
    char login[PG_LOGIN_TEXT], expected[PG_LOGIN_TEXT];
    for (int i = 0; i < COUNT_OF(staff); i++) {
        pg_house_person(database, staff[i].name, staff[i].role, login);
        snprintf(expected, sizeof expected, "house_1_%s", staff[i].name);
        assert_string_equal(login, expected);
    }
}

/* Logins are the server's, so there is one house and copies of it. */
static void make_template(char name[PG_NAME])
{
    char path[PLAY_PATH + 20], folder[PLAY_PATH], url[PG_URL];
    pg_house_make(name);
    hire(name);
    snprintf(path, sizeof path, "%s/play.sql", play_folder(folder));
    char *sql = play_read(path);
    PGconn *conn = pg_server_connect(pg_server_url(name, NULL, NULL, url));
    by_hand_make(conn);
    PGresult *done = PQexec(conn, sql);
    if (PQresultStatus(done) != PGRES_COMMAND_OK)
        fail_msg("%s: %s", path, PQerrorMessage(conn));
    PQclear(done);
    PQfinish(conn);
    free(sql);
}

void play_make(char database[PG_NAME])
{
    static char template_name[PG_NAME];
    if (!*template_name)
        make_template(template_name);
    pg_server_database(template_name, database);
}
