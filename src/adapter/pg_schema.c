/*
 * Setting a house up, and knowing one again.
 *
 * Migrations are only ever added. Each is remembered with the hash of its text, so a database whose
 * history differs from this program's is refused instead of being guessed at. Everything happens in
 * one transaction: there is a whole house or none. Two that set up at once wait for one another.
 *
 * Some functions in the database are written by the program: which steps a seat may take (from the
 * same table as seat_transition()), the number of the schema, the cluster the house lives in. A
 * program whose table or number is another does not work on this house.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/base/text.h"
#include "src/domain/seat.h"
#include "src/domain/sync.h"

enum {
    STEPS_TEXT = 512,
    EDITION_TEXT = 2 * HASH_SIZE + 1,
    PREFIX_TEXT = 25,
};

static int last; /* 0: all */

void pg_schema_end_at(int number)
{
    last = number;
}

int pg_schema_newest(void)
{
    int newest = 0;
    for (const struct sql_migration *m = pg_sql_migrations; m->number; m++)
        newest = m->number;
    return last ? last : newest;
}

/* A line that only brings a journal home goes by the revision of sync, which changes less often. */
static enum rc read_revision(struct pg *pg, struct err *err)
{
    PGresult *result = pg_run(pg, pg_sql_read_sync_revision, err);
    if (!result)
        return err->rc;
    pg->house_revision = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    return RC_OK;
}

/* "{1,703,...}": every step of the table as was * 10000 + act * 100 + became. */
static const char *steps_text(char out[STEPS_TEXT])
{
    size_t at = (size_t)snprintf(out, STEPS_TEXT, "{");
    for (int i = 0; i < SEAT_STATUS_COUNT * ACT_COUNT * SEAT_STATUS_COUNT; i++) {
        int was = i / (ACT_COUNT * SEAT_STATUS_COUNT), became = i % SEAT_STATUS_COUNT;
        int act = i / SEAT_STATUS_COUNT % ACT_COUNT;
        if (seat_transition((enum seat_status)was, (enum act)act, (enum seat_status)became))
            at += (size_t)snprintf(out + at, STEPS_TEXT - at, "%s%d", at > 1 ? "," : "",
                                   was * 10000 + act * 100 + became);
    }
    snprintf(out + at, STEPS_TEXT - at, "}");
    return out;
}

/* As check_house.sql makes it of what a house remembers: migrations up to this number, in hex. */
static const char *edition_text(const struct crypt_port *crypt, int schema, char out[EDITION_TEXT])
{
    struct hash_state all, one;
    uint8_t hash[HASH_SIZE];
    crypt->hash_start(&all);
    for (const struct sql_migration *m = pg_sql_migrations; m->number && m->number <= schema; m++) {
        crypt->hash_start(&one);
        crypt->hash_add(&one, m->text, strlen(m->text));
        crypt->hash_end(&one, hash);
        crypt->hash_add(&all, hash, sizeof hash);
    }
    crypt->hash_end(&all, hash);
    return text_hex(out, hash, sizeof hash);
}

/* ---- is it ours? ---------------------------------------------------------------------------- */

static enum rc other_schema(struct pg *pg, int theirs, struct err *err)
{
    if (theirs > pg_schema_newest())
        return err_set(err, RC_CORRUPT, "SCHEMA",
                       "%s was made by a newer Loge (schema %d, this one knows %d); install the "
                       "newer version",
                       pg->where, theirs, pg_schema_newest());
    return err_set(err, RC_CORRUPT, "SCHEMA",
                   "%s has schema %d and this program needs %d; upgrade it with `loge init`",
                   pg->where, theirs, pg_schema_newest());
}

static enum rc other_edition(struct pg *pg, struct err *err)
{
    return err_set(err, RC_CORRUPT, "SCHEMA",
                   "%s was set up by a different edition of Loge; use the program it was made with",
                   pg->where);
}

static enum rc check_schema(struct pg *pg, const PGresult *result, struct err *err)
{
    char steps[STEPS_TEXT], edition[EDITION_TEXT];
    int theirs = atoi(PQgetvalue(result, 0, 0));
    pg->behind = pg->line && theirs > pg_schema_newest();
    if (pg->behind)
        return RC_OK;
    if (theirs > pg_schema_newest())
        return other_schema(pg, theirs, err);
    /* A number alone says little about functions. */
    if (strcmp(PQgetvalue(result, 0, 4), edition_text(pg->crypt, theirs, edition)) != 0)
        return other_edition(pg, err);
    if (theirs < pg_schema_newest())
        return other_schema(pg, theirs, err);
    return strcmp(PQgetvalue(result, 0, 1), steps_text(steps)) == 0 ? RC_OK
                                                                    : other_edition(pg, err);
}

static enum rc check_house(struct pg *pg, const PGresult *result, struct err *err)
{
    enum rc rc = check_schema(pg, result, err);
    if (rc != RC_OK)
        return rc;
    if (PQgetisnull(result, 0, 2))
        return err_set(err, RC_CONFIG, "LOGIN",
                       "this login belongs to no house in %s, or was disabled; ask a manager",
                       pg->where);
    if (*PQgetvalue(result, 0, 3) != 't')
        return err_set(err, RC_CONFIG, "CLUSTER",
                       "%s was restored into another server; run `loge init` on it once",
                       pg->where);
    return RC_OK;
}

enum rc pg_schema_check(struct pg *pg, struct err *err)
{
    PGresult *result = pg_run(pg, pg_sql_check_house, err);
    if (!result)
        return err->rc;
    enum rc rc = check_house(pg, result, err);
    PQclear(result);
    return rc == RC_OK && pg->line ? read_revision(pg, err) : rc;
}

/* ---- migrations ----------------------------------------------------------------------------- */

static enum rc count_applied(struct pg *pg, int *applied, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_find_schema);
    bool there = pg_query_row(&q) && pg_get_bool(&q);
    enum rc rc = pg_query_end(&q, err);
    *applied = 0;
    if (rc != RC_OK || !there)
        return rc;
    q = pg_query_start(pg, pg_sql_read_schema);
    if (pg_query_row(&q))
        *applied = (int)pg_get_int(&q);
    return pg_query_end(&q, err);
}

/* Every migration the house remembers must be one of ours, word for word. */
static enum rc check_history(struct pg *pg, int applied, struct err *err)
{
    bool same = true;
    if (applied > pg_schema_newest())
        return other_schema(pg, applied, err);
    for (const struct sql_migration *m = pg_sql_migrations; m->number && same; m++) {
        if (m->number > applied)
            break;
        struct query q = pg_query_start(pg, pg_sql_check_migration);
        pg_put_int(&q, m->number);
        pg_put_text(&q, m->text);
        same = pg_query_row(&q);
        enum rc rc = pg_query_end(&q, err);
        if (rc != RC_OK)
            return rc;
    }
    return same ? RC_OK : other_edition(pg, err);
}

static enum rc migrate_one(struct pg *pg, const struct sql_migration *m, struct err *err)
{
    enum rc rc = pg_do(pg, m->number == 1 ? "RESET ROLE" : "SET ROLE loge_owner", err);
    if (rc == RC_OK)
        rc = pg_do(pg, m->text, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_insert_migration);
    pg_put_int(&q, m->number);
    pg_put_text(&q, m->name);
    pg_put_text(&q, m->text);
    return pg_query_run(&q, err);
}

static enum rc read_event_base(struct pg *pg, int64_t *cluster, int64_t *base, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_event_base);
    if (pg_query_row(&q)) {
        *cluster = pg_get_int(&q);
        *base = pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

#define WRITE(name, type, value)                                                         \
    "CREATE OR REPLACE FUNCTION loge." name "() RETURNS " type " LANGUAGE sql IMMUTABLE" \
    " PARALLEL SAFE RETURN " value ";"

static enum rc write_functions(struct pg *pg, struct err *err)
{
    char steps[STEPS_TEXT], sql[STEPS_TEXT + 1200];
    int64_t cluster = 0, base = 0;
    enum rc rc = read_event_base(pg, &cluster, &base, err);
    if (rc != RC_OK)
        return rc;
    snprintf(sql, sizeof sql,
             "SET ROLE loge_owner;" /* */
             WRITE("steps", "integer[]", "'%s'::integer[]") WRITE("schema", "integer", "%d")
                 WRITE("sync_revision", "integer", "%d")
                     WRITE("cluster", "bigint", "'%" PRId64 "'::bigint")
                         WRITE("event_base", "bigint", "'%" PRId64 "'::bigint") "RESET ROLE",
             steps_text(steps), pg_schema_newest(), SYNC_REVISION, cluster, base);
    return pg_do(pg, sql, err);
}

/*
 * A function can be given to a role only while that role may create in the schema; the rest of the
 * time nobody but the owner may.
 */
static enum rc open_schema(struct pg *pg, bool open, struct err *err)
{
    return pg_do(pg,
                 open ? "SET ROLE loge_owner; GRANT CREATE ON SCHEMA loge TO loge_fn, loge_staffer;"
                        "RESET ROLE"
                      : "SET ROLE loge_owner; REVOKE CREATE ON SCHEMA loge FROM loge_fn,"
                        " loge_staffer; RESET ROLE",
                 err);
}

static enum rc migrate_from(struct pg *pg, int applied, struct err *err)
{
    enum rc rc = RC_OK;
    for (const struct sql_migration *m = pg_sql_migrations; m->number && rc == RC_OK; m++) {
        if (m->number <= applied || m->number > pg_schema_newest())
            continue;
        if (m->number > 1)
            rc = open_schema(pg, true, err);
        if (rc == RC_OK)
            rc = migrate_one(pg, m, err);
    }
    return rc == RC_OK ? open_schema(pg, false, err) : rc;
}

static enum rc migrate(struct pg *pg, struct err *err)
{
    int applied;
    enum rc rc = count_applied(pg, &applied, err);
    if (rc == RC_OK)
        rc = check_history(pg, applied, err);
    if (rc == RC_OK && applied < pg_schema_newest())
        rc = migrate_from(pg, applied, err);
    return rc == RC_OK ? write_functions(pg, err) : rc;
}

/* ---- the house ------------------------------------------------------------------------------ */

/* Logins are known to the whole server, so their names begin with the database's. */
static void prefix_of(const char *database, int64_t house, char out[PREFIX_TEXT + 12])
{
    char clean[PREFIX_TEXT] = "h";
    size_t at = isalpha((unsigned char)*database) ? 0 : 1;
    for (const char *c = database; *c && at < sizeof clean - 1; c++)
        clean[at++] = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '_';
    clean[at] = '\0';
    if (house > 1)
        snprintf(out, PREFIX_TEXT + 12, "%.*s%d", PREFIX_TEXT - 8, clean, (int)house);
    else
        snprintf(out, PREFIX_TEXT + 12, "%s", clean);
}

void pg_first_login(const char *database, const char *name, char login[PG_LOGIN_TEXT])
{
    char prefix[PREFIX_TEXT + 12];
    prefix_of(database, 1, prefix);
    snprintf(login, PG_LOGIN_TEXT, "%.30s_%.31s", prefix, name);
}

static enum rc add_house(struct pg *pg, const struct house *house, struct err *err)
{
    char prefix[PREFIX_TEXT + 12];
    int64_t number = 1;
    struct query q = pg_query_start(pg, pg_sql_read_next_house);
    if (pg_query_row(&q))
        number = pg_get_int(&q);
    enum rc rc = pg_query_end(&q, err);
    if (rc != RC_OK)
        return rc;
    prefix_of(PQdb(pg->conn), number, prefix);
    q = pg_query_start(pg, pg_sql_insert_house);
    pg_put_int(&q, number);
    pg_put_text(&q, house->name);
    pg_put_text(&q, house->currency);
    pg_put_text(&q, *house->timezone ? house->timezone : "UTC");
    pg_put_text(&q, prefix);
    return pg_query_run(&q, err);
}

/* first_only: whatever the name, a house that is there is enough. */
static enum rc put_house(struct pg *pg, const struct house *house, bool first_only, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_member);
    if (first_only)
        pg_put_null(&q);
    else
        pg_put_text(&q, house->name);
    bool found = pg_query_row(&q);
    enum rc rc = pg_query_end(&q, err);
    return rc == RC_OK && !found ? add_house(pg, house, err) : rc;
}

static enum rc check_server(struct pg *pg, struct err *err)
{
    if (PQserverVersion(pg->conn) < 150000)
        return err_set(err, RC_CONFIG, "VERSION", "%s runs PostgreSQL %d; Loge needs 15 or newer",
                       pg->where, PQserverVersion(pg->conn) / 10000);
    return RC_OK;
}

static enum rc set_up(struct pg *pg, const struct house *house, bool first_only, struct err *err)
{
    enum rc rc = check_server(pg, err);
    if (rc == RC_OK)
        rc = pg_limit(pg, PG_READ_MS, err);
    if (rc == RC_OK)
        rc = pg_do(pg, pg_sql_create_roles, err);
    if (rc == RC_OK)
        rc = pg_do(pg, "BEGIN; SELECT pg_advisory_xact_lock(19830617)", err);
    if (rc == RC_OK)
        rc = migrate(pg, err);
    if (rc == RC_OK)
        rc = put_house(pg, house, first_only, err);
    if (rc == RC_OK)
        rc = pg_do(pg, "COMMIT", err);
    if (rc == RC_OK && pg_do(pg, "SET ROLE loge_owner", NULL) == RC_OK) {
        (void)!pg_do(pg, pg_sql_analyse_house, NULL); /* only speed depends on it */
        (void)!pg_do(pg, "RESET ROLE", NULL);
    }
    if (rc == RC_CONFIG && err && strcmp(err->native, "42501") == 0)
        return err_set(err, RC_CONFIG, "42501",
                       "setting up %s needs a login that may create roles (CREATEROLE) and owns "
                       "the database, or may create it (CREATEDB)",
                       pg->where);
    return rc;
}

/* The database itself, from the one every server has. */
static enum rc create_database(const char *url, struct err *err)
{
    struct pg_address address;
    struct pg *pg;
    enum rc rc = pg_address_read(url, &address, err);
    if (rc != RC_OK)
        return rc;
    char *maintenance = pg_address_url(&address, "postgres", address.login, address.password);
    pg = pg_new(maintenance, sodium_crypt());
    free(maintenance);
    explicit_bzero(address.password, sizeof address.password);
    rc = pg_connect(pg, err);
    if (rc == RC_OK) {
        char sql[3 * PG_LOGIN_TEXT];
        char *name = PQescapeIdentifier(pg->conn, address.database, strlen(address.database));
        snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE template0 ENCODING 'UTF8'",
                 name ? name : "");
        PQfreemem(name);
        rc = pg_limit(pg, PG_READ_MS, err);
        if (rc == RC_OK)
            rc = pg_do(pg, sql, err);
    }
    pg_free(pg);
    return rc;
}

static enum rc connect_or_create(struct pg *pg, struct err *err)
{
    struct err why;
    enum rc rc = pg_connect(pg, &why);
    if (rc == RC_CONFIG && strcmp(why.native, "3D000") == 0) {
        rc = create_database(pg->url, &why);
        if (rc == RC_OK)
            rc = pg_connect(pg, &why);
    }
    if (rc != RC_OK && err)
        *err = why;
    return rc;
}

static enum rc init_house(const char *url, const struct house *house, bool first_only,
                          struct err *err)
{
    struct pg *pg = pg_new(url, sodium_crypt());
    enum rc rc = connect_or_create(pg, err);
    if (rc == RC_OK)
        rc = set_up(pg, house, first_only, err);
    pg_free(pg);
    return rc;
}

enum rc pg_house_init(const char *url, const struct house *house, struct err *err)
{
    return init_house(url, house, false, err);
}

enum rc pg_house_upgrade(const char *url, const struct house *house, struct err *err)
{
    return init_house(url, house, true, err);
}
