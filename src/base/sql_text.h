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

/* The newest schema that was frozen: its edition, and the hash of its code in hex. 0: none. */
struct sql_frozen {
    int edition;
    const char *code;
};

#endif
