/*
 * What SQLite's result codes mean to the rest of the program, and one sentence for each.
 *
 * Constraint failures never come here in normal work: apply reads them as "somebody was faster"
 * or "that cannot be" (lite_apply.c).
 */
#include "config.h"

#include "sync/lite.h"

struct meaning {
    int code;
    const char *name;
    enum rc rc;
    const char *text; /* after the path */
};

static const struct meaning meanings[] = {
    {SQLITE_BUSY, "SQLITE_BUSY", RC_TRANSIENT, "is in use by another program; try again"},
    {SQLITE_LOCKED, "SQLITE_LOCKED", RC_TRANSIENT, "is in use by another program; try again"},
    {SQLITE_INTERRUPT, "SQLITE_INTERRUPT", RC_CANCELLED, "was left alone as asked"},
    {SQLITE_FULL, "SQLITE_FULL", RC_CONFIG,
     "cannot grow: the disk is full; free some space, nothing was changed"},
    {SQLITE_READONLY, "SQLITE_READONLY", RC_CONFIG,
     "cannot be written; check the rights of the file and its folder"},
    {SQLITE_CANTOPEN, "SQLITE_CANTOPEN", RC_CONFIG,
     "cannot be opened; check the path and the rights of the file and its folder"},
    {SQLITE_PERM, "SQLITE_PERM", RC_CONFIG,
     "cannot be written; check the rights of the file and its folder"},
    {SQLITE_IOERR, "SQLITE_IOERR", RC_CONFIG,
     "cannot be read or written; check the disk and the rights of the folder"},
    {SQLITE_NOTADB, "SQLITE_NOTADB", RC_CORRUPT,
     "is not a Loge house (not a database); check the path"},
    {SQLITE_CORRUPT, "SQLITE_CORRUPT", RC_CORRUPT,
     "is damaged; stop selling from it and restore a backup"},
    {SQLITE_CONSTRAINT, "SQLITE_CONSTRAINT", RC_CONFLICT,
     "refused a row that contradicts another; nothing was changed"},
    {SQLITE_SCHEMA, "SQLITE_SCHEMA", RC_CORRUPT, "was changed by another program"},
    {SQLITE_ERROR, "SQLITE_ERROR", RC_CORRUPT, "does not have the tables it should have"},
};

static const struct meaning *meaning_of(int code)
{
    for (int i = 0; i < COUNT_OF(meanings); i++)
        if (meanings[i].code == (code & 0xff))
            return &meanings[i];
    return NULL;
}

const char *lite_code_name(int code)
{
    const struct meaning *meaning = meaning_of(code);
    return meaning ? meaning->name : "SQLITE";
}

enum rc lite_fail(struct lite *lite, int code, struct err *err)
{
    const struct meaning *meaning = meaning_of(code);
    if (!meaning)
        return err_set(err, RC_CORRUPT, "SQLITE", "%s: %s", lite->path, sqlite3_errstr(code));
    if (meaning->code == SQLITE_ERROR || meaning->code == SQLITE_CONSTRAINT)
        return err_set(err, meaning->rc, meaning->name, "%s %s: %s", lite->path, meaning->text,
                       sqlite3_errmsg(lite->db));
    return err_set(err, meaning->rc, meaning->name, "%s %s", lite->path, meaning->text);
}
