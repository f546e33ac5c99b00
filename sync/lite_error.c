/*
 * What SQLite's result codes mean to the rest of the program, and one sentence for each.
 *
 * Constraint failures never come here in normal work: apply reads them as "somebody was faster"
 * or "that cannot be" (lite_apply.c).
 */
#include "config.h"

#include "sync/lite.h"

#include <stdio.h>

#include "src/base/tongue.h"

struct meaning {
    int code;
    const char *name;
    enum rc rc;
    const char *text; /* %s: the path */
};

static const struct meaning meanings[] = {
    {SQLITE_BUSY, "SQLITE_BUSY", RC_TRANSIENT, N_("%s is in use by another program; try again")},
    {SQLITE_LOCKED, "SQLITE_LOCKED", RC_TRANSIENT,
     N_("%s is in use by another program; try again")},
    /* Somebody else has been opening a WAL for as long as SQLite waits for that. */
    {SQLITE_PROTOCOL, "SQLITE_PROTOCOL", RC_TRANSIENT,
     N_("%s is in use by another program; try again")},
    {SQLITE_FULL, "SQLITE_FULL", RC_CONFIG,
     N_("%s cannot grow: the disk is full; free some space, nothing was changed")},
    {SQLITE_READONLY, "SQLITE_READONLY", RC_CONFIG,
     N_("%s cannot be written; check the rights of the file and its folder")},
    {SQLITE_CANTOPEN, "SQLITE_CANTOPEN", RC_CONFIG,
     N_("%s cannot be opened; check the path and the rights of the file and its folder")},
    {SQLITE_PERM, "SQLITE_PERM", RC_CONFIG,
     N_("%s cannot be written; check the rights of the file and its folder")},
    {SQLITE_IOERR, "SQLITE_IOERR", RC_CONFIG,
     N_("%s cannot be read or written; check the disk and the rights of the folder")},
    {SQLITE_NOTADB, "SQLITE_NOTADB", RC_CORRUPT,
     N_("%s is not a Loge house (not a database); check the path")},
    {SQLITE_CORRUPT, "SQLITE_CORRUPT", RC_CORRUPT,
     N_("%s is damaged; stop selling from it and restore a backup")},
    {SQLITE_CONSTRAINT, "SQLITE_CONSTRAINT", RC_CONFLICT,
     N_("%s refused a row that contradicts another; nothing was changed")},
    {SQLITE_SCHEMA, "SQLITE_SCHEMA", RC_CORRUPT, N_("%s was changed by another program")},
    {SQLITE_ERROR, "SQLITE_ERROR", RC_CORRUPT, N_("%s does not have the tables it should have")},
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
    if ((code & 0xff) == SQLITE_INTERRUPT)
        return err_set_stopped(err);
    if (!meaning)
        return err_set(err, RC_CORRUPT, "SQLITE", "%s: %s", lite->path, sqlite3_errstr(code));
    char said[sizeof err->text];
    snprintf(said, sizeof said, tongue(meaning->text), lite->path);
    if (meaning->code == SQLITE_ERROR || meaning->code == SQLITE_CONSTRAINT)
        return err_set(err, meaning->rc, meaning->name, "%s: %s", said, sqlite3_errmsg(lite->db));
    return err_set(err, meaning->rc, meaning->name, "%s", said);
}
