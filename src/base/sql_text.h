/* What data/sql2c.awk makes of the SQL files under data/. */
#ifndef LOGE_BASE_SQL_TEXT_H
#define LOGE_BASE_SQL_TEXT_H

struct sql_file {
    const char *name, *text;
};

struct sql_migration {
    int number;
    const char *name, *text;
};

#endif
