/*
 * What makes a SQLite file a house: its application id, its migrations and its settings.
 *
 * The journal is a rollback journal, not a WAL: several processes share the file, and SQLite before
 * 3.51.3 (Debian 12 has 3.40) can lose pages of a WAL when two connections reset it at once.
 * PERSIST overwrites the journal's head instead of removing the file, which measured a tenth faster
 * than TRUNCATE and DELETE. synchronous=FULL: an act that was acknowledged survives a power cut.
 *
 * Migrations are only ever added. Each is remembered with the hash of its text, so a file whose
 * history differs from this program's is refused instead of being guessed at.
 */
#include "config.h"

#include "sync/lite.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

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

int lite_schema_newest(void)
{
    int newest = 0;
    for (const struct sql_migration *m = lite_sql_migrations; m->number; m++)
        newest = m->number;
    return newest;
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

static void checksum_of(struct lite *lite, const struct sql_migration *m, uint8_t out[HASH_SIZE])
{
    struct hash_state state;
    lite->crypt->hash_start(&state);
    lite->crypt->hash_add(&state, m->text, strlen(m->text));
    lite->crypt->hash_end(&state, out);
}

static enum rc migrate_one(struct lite *lite, const struct sql_migration *m, struct err *err)
{
    uint8_t checksum[HASH_SIZE];
    char pragma[64];
    enum rc rc = run_text(lite, m->text, err);
    if (rc != RC_OK)
        return rc;
    checksum_of(lite, m, checksum);
    struct query q = query_start(lite, lite_sql_insert_migration);
    put_int(&q, m->number);
    put_text(&q, m->name);
    put_blob(&q, checksum, sizeof checksum);
    put_int(&q, lite_now(lite));
    rc = query_run(&q, err);
    snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", m->number);
    return rc == RC_OK ? run_text(lite, pragma, err) : rc;
}

static enum rc migrate_from(struct lite *lite, int applied, struct err *err)
{
    enum rc rc = RC_OK;
    for (const struct sql_migration *m = lite_sql_migrations; m->number && rc == RC_OK; m++)
        if (m->number > applied)
            rc = migrate_one(lite, m, err);
    return rc;
}

static enum rc other_history(struct lite *lite, struct err *err)
{
    return err_set(err, RC_CORRUPT, "SCHEMA",
                   "%s was set up by a different edition of Loge; use the program it was made with",
                   lite->path);
}

/* Every migration the file remembers must be one of ours, word for word. */
static enum rc check_history(struct lite *lite, int applied, struct err *err)
{
    const struct sql_migration *m = lite_sql_migrations;
    bool same = true;
    struct query q = query_start(lite, lite_sql_list_migrations);
    while (same && query_row(&q)) {
        uint8_t ours[HASH_SIZE], theirs[HASH_SIZE];
        same = m->number && get_int(&q) == m->number;
        get_blob(&q, theirs, sizeof theirs);
        if (!same)
            break;
        checksum_of(lite, m++, ours);
        same = memcmp(ours, theirs, sizeof ours) == 0;
    }
    enum rc rc = query_end(&q, err);
    if (rc != RC_OK)
        return rc;
    int last = m == lite_sql_migrations ? 0 : m[-1].number;
    return same && last == applied ? RC_OK : other_history(lite, err);
}

/* Asked again inside the write transaction: another process may have upgraded meanwhile. */
static enum rc upgrade(struct lite *lite, struct err *err)
{
    int64_t applied;
    enum rc rc = lite_begin_write(lite, err);
    if (rc != RC_OK)
        return rc;
    rc = ask_number(lite, "PRAGMA user_version", &applied, err);
    if (rc == RC_OK)
        rc = check_history(lite, (int)applied, err);
    if (rc == RC_OK)
        rc = migrate_from(lite, (int)applied, err);
    if (rc == RC_OK)
        return lite_commit(lite, err);
    lite_rollback(lite);
    return rc;
}

static enum rc check_identity(struct lite *lite, int64_t *version, struct err *err)
{
    int64_t application;
    enum rc rc = ask_number(lite, "PRAGMA application_id", &application, err);
    if (rc == RC_OK && application != LITE_APPLICATION)
        return err_set(err, RC_CORRUPT, "SCHEMA",
                       "%s is a database of another program, not a Loge house; check the path",
                       lite->path);
    if (rc == RC_OK)
        rc = ask_number(lite, "PRAGMA user_version", version, err);
    if (rc == RC_OK && *version > lite_schema_newest())
        return err_set(err, RC_CORRUPT, "SCHEMA",
                       "%s was made by a newer Loge (schema %d, this one knows %d); install the "
                       "newer version",
                       lite->path, (int)*version, lite_schema_newest());
    return rc;
}

enum rc lite_schema_open(struct lite *lite, struct err *err)
{
    int64_t version = 0;
    enum rc rc = settings(lite, err);
    if (rc == RC_OK && lite->alone)
        rc = shut_others_out(lite, err);
    if (rc == RC_OK)
        rc = check_identity(lite, &version, err);
    if (rc == RC_OK)
        rc = lite->alone ? own_journal(lite, err) : rollback_journal(lite, err);
    if (rc != RC_OK)
        return rc;
    return version < lite_schema_newest() ? upgrade(lite, err)
                                          : check_history(lite, (int)version, err);
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
    rc = run_text(lite, pragma, err);
    if (rc == RC_OK)
        rc = migrate_from(lite, 0, err);
    if (rc == RC_OK)
        rc = insert_house(lite, house, err);
    if (rc == RC_OK)
        return lite_commit(lite, err);
    lite_rollback(lite);
    return rc;
}
