/* A file that was not closed well is read once before anything is built on it. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "sync/lite_till_parts.h"

enum { NAME_MOST = 1200 };

/* SQLite removes the WAL of whoever closes a file for himself. */
bool lite_till_was_left(const char *path)
{
    char name[NAME_MOST];
    struct stat wal;
    snprintf(name, sizeof name, "%s-wal", path);
    return stat(name, &wal) == 0;
}

/* A backup would be an older journal, which the house does not take. */
enum rc lite_till_damaged(const char *path, struct err *err)
{
    return err_set(err, RC_CORRUPT, "SQLITE_CORRUPT",
                   "The file of this till (%s) is damaged; nothing is added to it or sent. Keep "
                   "it and call for help; `loge journal export` writes out what can be read.",
                   path);
}

static bool are_good(struct lite *lite)
{
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(lite->db, "PRAGMA quick_check(1)", -1, &stmt, NULL) == SQLITE_OK;
    good = good && sqlite3_step(stmt) == SQLITE_ROW;
    const char *said = good ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
    good = said && strcmp(said, "ok") == 0;
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

enum rc lite_till_pages(struct lite_till *till, struct err *err)
{
    if (!till->left || are_good(till->lite))
        return RC_OK;
    return lite_till_damaged(till->lite->path, err);
}
