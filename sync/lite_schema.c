/*
 * What makes a SQLite file a house: its application id, its migrations and its settings.
 *
 * The journal is a rollback journal, not a WAL: several processes share the file, and SQLite before
 * 3.51.3 (Debian 12 has 3.40) can lose pages of a WAL when two connections reset it at once.
 * PERSIST overwrites the journal's head instead of removing the file, which measured a tenth faster
 * than TRUNCATE and DELETE. synchronous=FULL: an act that was acknowledged survives a power cut.
 *
 * Migrations are only ever added. Each is remembered with the hash of its text, so a file whose
 * history differs from this program's is refused instead of being guessed at. Views and triggers
 * are code: an upgrade drops all of them and makes those of this program (src/domain/edition.h).
 */
#include "config.h"

#include "sync/lite.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/text.h"
#include "src/domain/edition.h"

static enum rc run_text(struct lite *lite, const char *sql, struct err *err)
{
    int code = sqlite3_exec(lite->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? RC_OK : lite_fail(lite, code, err);
}

/* One number or word a pragma answers; not cached, because a pragma is asked once. One that changes
 * the file is done only when it has ended. */
static enum rc ask(struct lite *lite, const char *pragma, char *out, size_t size, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(lite->db, pragma, -1, &stmt, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(stmt);
    const char *text = code == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
    text_copy(out, size, text ? text : "");
    int ended = sqlite3_finalize(stmt);
    if (ended != SQLITE_OK)
        code = ended;
    return code == SQLITE_ROW || code == SQLITE_DONE ? RC_OK : lite_fail(lite, code, err);
}

static enum rc ask_number(struct lite *lite, const char *pragma, int64_t *number, struct err *err)
{
    char text[32];
    *number = 0;
    enum rc rc = ask(lite, pragma, text, sizeof text, err);
    if (rc == RC_OK && !text_to_int(text, INT32_MIN, INT32_MAX, number))
        rc = lite_fail(lite, SQLITE_CORRUPT, err);
    return rc;
}

static const struct sql_migration *added; /* by a test; NULL: none */

void lite_schema_add(const struct sql_migration *migration)
{
    added = migration;
}

int lite_schema_newest(void)
{
    int newest = 0;
    for (const struct sql_migration *m = lite_sql_migrations; m->number; m++)
        newest = m->number;
    return newest + (added != NULL);
}

/* ---- settings ------------------------------------------------------------------------------- */

/* None of these touches the file. */
static enum rc settings(struct lite *lite, struct err *err)
{
    sqlite3_db_config(lite->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return run_text(lite,
                    "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
                    "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
                    "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000;"
                    "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304;",
                    err);
}

/* Asked before anything is read: a WAL with one connection needs no memory shared with others. */
static enum rc shut_others_out(struct lite *lite, struct err *err)
{
    char mode[16];
    return ask(lite, "PRAGMA locking_mode = EXCLUSIVE", mode, sizeof mode, err);
}

/* It writes, so that from here on the file is locked. */
static enum rc own_journal(struct lite *lite, struct err *err)
{
    char mode[16];
    enum rc rc = ask(lite, "PRAGMA journal_mode = WAL", mode, sizeof mode, err);
    if (rc == RC_OK && strcmp(mode, "wal") != 0)
        rc = err_set(err, RC_CONFIG, "JOURNAL", "%s is on a disk where no till can keep a journal",
                     lite->path);
    return rc;
}

/* Asked last: it is what first touches the file, and a WAL left by somebody is undone by it. */
static enum rc rollback_journal(struct lite *lite, struct err *err)
{
    char mode[16];
    enum rc rc = ask(lite, "PRAGMA journal_mode = PERSIST", mode, sizeof mode, err);
    if (rc == RC_OK && strcmp(mode, "persist") != 0)
        rc = err_set(err, RC_TRANSIENT, "JOURNAL",
                     "%s is open in a program that keeps its journal another way; close it and "
                     "try again",
                     lite->path);
    return rc;
}

/* ---- migrations ----------------------------------------------------------------------------- */

static struct edition_source the_source(const struct lite *lite)
{
    return (struct edition_source){.migrations = lite_sql_migrations,
                                   .added = added,
                                   .code = lite_sql_code,
                                   .frozen = &lite_sql_frozen,
                                   .hash = crypt_hash,
                                   .context = lite->crypt};
}

static enum rc remember(struct lite *lite, int number, const char *name,
                        const uint8_t hash[HASH_SIZE], struct err *err)
{
    struct query q = query_start(lite, lite_sql_put_migration);
    put_int(&q, number);
    put_text(&q, name);
    put_blob(&q, hash, HASH_SIZE);
    put_int(&q, lite_now(lite));
    return query_run(&q, err);
}

static enum rc migrate_one(struct lite *lite, const struct sql_migration *m,
                           const struct edition *ours, struct err *err)
{
    char pragma[64];
    enum rc rc = edition_not_made(lite->path, m->name, run_text(lite, m->text, err), err);
    if (rc == RC_OK)
        rc = remember(lite, m->number, m->name, ours->made[m->number - 1], err);
    snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", m->number);
    return rc == RC_OK ? run_text(lite, pragma, err) : rc;
}

/* The list is read to its end before the first is dropped. */
static enum rc drop_code(struct lite *lite, struct err *err)
{
    char sql[16384];
    size_t at = 0;
    struct query q = query_start(lite, lite_sql_list_code);
    while (query_row(&q)) {
        char one[256];
        get_text(&q, one, sizeof one);
        at += (size_t)snprintf(sql + at, sizeof sql - at, "%s;", one);
        assert(at < sizeof sql);
    }
    sql[at] = '\0';
    enum rc rc = query_end(&q, err);
    return rc == RC_OK ? run_text(lite, sql, err) : rc;
}

static enum rc write_code(struct lite *lite, const struct edition *ours, struct err *err)
{
    char name[EDITION_TEXT];
    enum rc rc = RC_OK;
    for (const struct sql_file *f = lite_sql_code; f->name && rc == RC_OK; f++)
        rc = edition_not_made(lite->path, f->name, run_text(lite, f->text, err), err);
    return rc == RC_OK ? remember(lite, 0, edition_name(ours, name), ours->code, err) : rc;
}

static enum rc bring_up_to_date(struct lite *lite, int applied, const struct edition *ours,
                                struct err *err)
{
    const struct edition_source source = the_source(lite);
    const struct sql_migration *m;
    enum rc rc = applied ? drop_code(lite, err) : RC_OK;
    for (int i = applied; rc == RC_OK && (m = edition_migration(&source, i)); i++)
        rc = migrate_one(lite, m, ours, err);
    return rc == RC_OK ? write_code(lite, ours, err) : rc;
}

static enum rc read_editions(struct lite *lite, struct edition *ours, struct edition *theirs,
                             struct err *err)
{
    const struct edition_source source = the_source(lite);
    uint8_t hash[HASH_SIZE];
    char name[EDITION_TEXT];
    edition_read(ours, &source);
    *theirs = (struct edition){0};
    struct query q = query_start(lite, lite_sql_list_migrations);
    while (query_row(&q)) {
        const int number = (int)get_int(&q);
        get_text(&q, name, sizeof name);
        get_blob(&q, hash, sizeof hash);
        edition_add(theirs, number, name, hash);
    }
    return query_end(&q, err);
}

/* Asked again inside the write transaction: another process may have upgraded meanwhile. */
static enum rc upgrade(struct lite *lite, struct err *err)
{
    struct edition ours, theirs;
    enum rc rc = lite_begin_write(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = read_editions(lite, &ours, &theirs, err);
    if (rc == RC_OK && edition_compare(&ours, &theirs) == EDITION_OLDER)
        rc = bring_up_to_date(lite, theirs.migrations, &ours, err);
    else if (rc == RC_OK)
        rc = edition_refuse(&ours, &theirs, lite->path, err);
    if (rc == RC_OK)
        return lite_commit(lite, err);
    lite_rollback(lite);
    return rc;
}

/* What is older is upgraded by the program that opens it. */
static enum rc check_edition(struct lite *lite, struct err *err)
{
    struct edition ours, theirs;
    enum rc rc = read_editions(lite, &ours, &theirs, err);
    if (rc == RC_OK && edition_compare(&ours, &theirs) == EDITION_OLDER)
        return upgrade(lite, err);
    return rc == RC_OK ? edition_refuse(&ours, &theirs, lite->path, err) : rc;
}

/* Asked before the table of migrations, which a newer file may have in another shape. */
static enum rc check_newest(struct lite *lite, int version, struct err *err)
{
    const struct edition_source source = the_source(lite);
    struct edition ours, theirs;
    if (version <= lite_schema_newest())
        return RC_OK;
    edition_read(&ours, &source);
    theirs = ours;
    theirs.migrations = version;
    return edition_refuse(&ours, &theirs, lite->path, err);
}

static enum rc check_identity(struct lite *lite, struct err *err)
{
    int64_t application, version = 0;
    enum rc rc = ask_number(lite, "PRAGMA application_id", &application, err);
    if (rc == RC_OK && application != LITE_APPLICATION)
        return err_set(err, RC_CORRUPT, "SCHEMA",
                       "%s is a database of another program, not a Loge house; check the path",
                       lite->path);
    if (rc == RC_OK)
        rc = ask_number(lite, "PRAGMA user_version", &version, err);
    return rc == RC_OK ? check_newest(lite, (int)version, err) : rc;
}

static bool has_wal(const char *path)
{
    char name[PATH_MAX];
    struct stat wal;
    return snprintf(name, sizeof name, "%s-wal", path) < (int)sizeof name &&
           stat(name, &wal) == 0 && wal.st_size > 0;
}

/* SQLite takes a part of a last page for a whole one, and would write on. Only a WAL has the rest
 * of what a crash left. In a transaction, so that nobody writes meanwhile. */
static enum rc check_length(struct lite *lite, struct err *err)
{
    int64_t page = 0, schema;
    struct stat info = {0};
    enum rc rc = run_text(lite, "BEGIN", err);
    if (rc != RC_OK)
        return rc;
    rc = ask_number(lite, "PRAGMA schema_version", &schema, err);
    if (rc == RC_OK)
        rc = ask_number(lite, "PRAGMA page_size", &page, err);
    if (rc == RC_OK && page > 0 && stat(lite->path, &info) == 0 && info.st_size % page != 0 &&
        !has_wal(lite->path))
        rc = lite_fail(lite, SQLITE_CORRUPT, err);
    lite_rollback(lite);
    return rc;
}

enum rc lite_schema_open(struct lite *lite, struct err *err)
{
    enum rc rc = settings(lite, err);
    if (rc == RC_OK && lite->alone)
        rc = shut_others_out(lite, err);
    if (rc == RC_OK)
        rc = check_identity(lite, err);
    if (rc == RC_OK)
        rc = check_length(lite, err);
    if (rc == RC_OK)
        rc = lite->alone ? own_journal(lite, err) : rollback_journal(lite, err);
    return rc == RC_OK ? check_edition(lite, err) : rc;
}

static enum rc insert_house(struct lite *lite, const struct house *house, struct err *err)
{
    struct query q = query_start(lite, lite_sql_insert_house);
    put_text(&q, house->name);
    put_text(&q, house->currency);
    put_text(&q, *house->timezone ? house->timezone : "UTC");
    put_int(&q, lite_now(lite));
    return query_run(&q, err);
}

enum rc lite_schema_create(struct lite *lite, const struct house *house, struct err *err)
{
    char pragma[64];
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d", LITE_APPLICATION);
    enum rc rc = settings(lite, err);
    if (rc == RC_OK)
        rc = rollback_journal(lite, err);
    if (rc == RC_OK)
        rc = lite_begin_write(lite, err);
    if (rc != RC_OK)
        return rc;
    const struct edition_source source = the_source(lite);
    struct edition ours;
    edition_read(&ours, &source);
    rc = run_text(lite, pragma, err);
    if (rc == RC_OK)
        rc = bring_up_to_date(lite, 0, &ours, err);
    if (rc == RC_OK)
        rc = insert_house(lite, house, err);
    if (rc == RC_OK)
        return lite_commit(lite, err);
    lite_rollback(lite);
    return rc;
}
