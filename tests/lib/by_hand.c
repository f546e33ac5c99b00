#include "config.h"

#include "tests/lib/by_hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/lib/pg_server.h"

void by_hand_make(PGconn *conn)
{
    static char sql[16384];
    char path[300];
    const char *top = getenv("srcdir");
    snprintf(path, sizeof path, "%.200s/tests/lib/by_hand.sql", top ? top : ".");
    FILE *file = fopen(path, "re");
    if (!file)
        fail_msg("%s cannot be read", path);
    sql[fread(sql, 1, sizeof sql - 1, file)] = '\0';
    fclose(file);
    pg_server_do(conn, sql);
}
