/*
 * Setting a house up, and knowing one again.
 *
 * A schema is two things. Migrations make the tables; they are only ever added. Each is remembered
 * with the hash of its text, so a database whose history differs from this program's is refused
 * instead of being guessed at. Code (functions, views, triggers, types of rows) holds nothing that
 * has to be kept: an upgrade drops all of it, runs the migrations that are missing, and makes the
 * code of this program anew, so a function never has an older version of itself beside it. The hash
 * of the code stands among the migrations under number 0 (src/domain/edition.h). Everything happens
 * in one transaction: there is a whole house or none. Two that set up at once wait for one another.
 *
 * Some functions in the database are written by the program: which steps a seat may take (from the
 * same table as seat_transition()), the number of the schema, the cluster the house lives in. A
 * program whose table, number or code is another does not work on this house.
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
#include "src/domain/edition.h"
#include "src/domain/seat.h"
#include "src/domain/sync.h"

_Static_assert((int)EDITION_HASH == (int)HASH_SIZE, "an edition is known by our hashes");

enum {
    STEPS_TEXT = 512,
    PREFIX_TEXT = 25,
};

static const struct sql_migration *added; /* by a test; NULL: none */

void pg_schema_add(const struct sql_migration *migration)
{
    added = migration;
}

static struct edition_source the_source(const struct pg *pg)
{
    return (struct edition_source){.migrations = pg_sql_migrations,
                                   .added = added,
                                   .code = pg_sql_code,
                                   .frozen = &pg_sql_frozen,
                                   .hash = crypt_hash,
                                   .context = pg->crypt};
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

/* ---- is it ours? ---------------------------------------------------------------------------- */

static enum rc read_edition(struct pg *pg, struct edition *e, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_list_migrations);
    uint8_t hash[HASH_SIZE];
    char name[EDITION_TEXT];
    *e = (struct edition){0};
    while (pg_query_row(&q)) {
        const int number = (int)pg_get_int(&q);
        pg_get_text(&q, name, sizeof name);
        pg_get_bytes(&q, hash, sizeof hash);
        edition_add(e, number, name, hash);
    }
    return pg_query_end(&q, err);
}

/* A line that brings a journal home is heard by a house that is newer. */
static enum rc check_schema(struct pg *pg, int schema, const char *steps, struct err *err)
{
    const struct edition_source source = the_source(pg);
    struct edition ours, theirs;
    char text[STEPS_TEXT];
    edition_read(&ours, &source);
    pg->schema = edition_schema(&ours);
    pg->behind = pg->line && schema > pg->schema;
    if (pg->behind)
        return RC_OK;
    enum rc rc = read_edition(pg, &theirs, err);
    if (rc == RC_OK)
        rc = edition_refuse(&ours, &theirs, pg->where, err);
    if (rc == RC_OK && strcmp(steps, steps_text(text)) != 0) {
        theirs.broken = true;
        rc = edition_refuse(&ours, &theirs, pg->where, err);
    }
    return rc;
}

static enum rc check_house(struct pg *pg, const PGresult *result, struct err *err)
{
    enum rc rc = check_schema(pg, atoi(PQgetvalue(result, 0, 0)), PQgetvalue(result, 0, 1), err);
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

static enum rc refuse_part(const struct pg *pg, const char *missing, struct err *err)
{
    return err_set(err, RC_CORRUPT, "PARTS",
                   "%s was restored only in part: it lacks %s; restore the whole backup", pg->where,
                   missing);
}

static enum rc read_applied(struct pg *pg, struct edition *applied, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_find_schema);
    bool there = pg_query_row(&q) && pg_get_bool(&q), listed = there && pg_get_bool(&q);
    enum rc rc = pg_query_end(&q, err);
    *applied = (struct edition){0};
    if (rc == RC_OK && listed)
        rc = read_edition(pg, applied, err);
    return rc == RC_OK && there && !applied->migrations ? refuse_part(pg, "all rows", err) : rc;
}

static enum rc remember(struct pg *pg, int number, const char *name, const uint8_t hash[HASH_SIZE],
                        struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_put_migration);
    pg_put_int(&q, number);
    pg_put_text(&q, name);
    pg_put_bytes(&q, hash, HASH_SIZE);
    return pg_query_run(&q, err);
}

static enum rc migrate_one(struct pg *pg, const struct sql_migration *m, const struct edition *ours,
                           struct err *err)
{
    enum rc rc = pg_do(pg, m->number == 1 ? "RESET ROLE" : "SET ROLE loge_owner", err);
    if (rc == RC_OK)
        rc = edition_not_made(pg->where, m->name, pg_do(pg, m->text, err), err);
    return rc == RC_OK ? remember(pg, m->number, m->name, ours->made[m->number - 1], err) : rc;
}

static enum rc drop_code(struct pg *pg, struct err *err)
{
    enum rc rc = pg_do(pg, "SET ROLE loge_owner", err);
    return rc == RC_OK ? pg_do(pg, pg_sql_drop_code, err) : rc;
}

/* Bodies are not checked as they come, so files need no order but for types and views. */
static enum rc write_code(struct pg *pg, const struct edition *ours, struct err *err)
{
    char name[EDITION_TEXT];
    enum rc rc = pg_do(pg, "SET LOCAL check_function_bodies = off", err);
    for (const struct sql_file *f = pg_sql_code; f->name && rc == RC_OK; f++) {
        rc = pg_do(pg, "SET ROLE loge_owner", err);
        if (rc == RC_OK)
            rc = edition_not_made(pg->where, f->name, pg_do(pg, f->text, err), err);
    }
    if (rc == RC_OK)
        rc = pg_do(pg, "SET ROLE loge_owner", err);
    return rc == RC_OK ? remember(pg, 0, edition_name(ours, name), ours->code, err) : rc;
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

static enum rc write_functions(struct pg *pg, const struct edition *ours, struct err *err)
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
             steps_text(steps), edition_schema(ours), SYNC_REVISION, cluster, base);
    rc = pg_do(pg, sql, err);
    if (rc == RC_OK)
        rc = pg_do(pg, "SET ROLE loge_owner", err);
    if (rc == RC_OK)
        rc = pg_do(pg, pg_sql_write_parts, err);
    return rc == RC_OK ? pg_do(pg, "RESET ROLE", err) : rc;
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

static enum rc bring_up_to_date(struct pg *pg, int applied, const struct edition *ours,
                                struct err *err)
{
    const struct edition_source source = the_source(pg);
    const struct sql_migration *m;
    enum rc rc = applied ? drop_code(pg, err) : RC_OK;
    for (int i = applied; rc == RC_OK && (m = edition_migration(&source, i)); i++)
        rc = migrate_one(pg, m, ours, err);
    if (rc == RC_OK)
        rc = open_schema(pg, true, err);
    if (rc == RC_OK)
        rc = write_code(pg, ours, err);
    return rc == RC_OK ? open_schema(pg, false, err) : rc;
}

/* Code that differs within one edition is of another build before it was frozen: ours takes its
 * place. */
static bool may_become_ours(const struct edition *ours, const struct edition *theirs)
{
    struct edition with_our_code = *theirs;
    memcpy(with_our_code.code, ours->code, sizeof ours->code);
    const enum edition_is is = edition_compare(ours, &with_our_code);
    return is == EDITION_SAME || is == EDITION_OLDER;
}

/* A dump that was cut short may have every row and its edition, and lack what guards them. */
static enum rc check_whole(struct pg *pg, struct err *err)
{
    char first[200] = "", other[200] = "", missing[240];
    int count = 0;
    enum rc rc = pg_do(pg, "SET ROLE loge_owner", err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_list_missing);
    for (; pg_query_row(&q); count++)
        pg_get_text(&q, count ? other : first, sizeof other);
    rc = pg_query_end(&q, err);
    if (rc == RC_OK)
        rc = pg_do(pg, "RESET ROLE", err);
    snprintf(missing, sizeof missing, "%d things, among them %s", count, first);
    return rc == RC_OK && count ? refuse_part(pg, missing, err) : rc;
}

static enum rc migrate(struct pg *pg, struct err *err)
{
    const struct edition_source source = the_source(pg);
    struct edition ours, applied;
    edition_read(&ours, &source);
    enum rc rc = read_applied(pg, &applied, err);
    if (rc == RC_OK && !may_become_ours(&ours, &applied))
        rc = edition_refuse(&ours, &applied, pg->where, err);
    if (rc == RC_OK && applied.migrations)
        rc = check_whole(pg, err);
    if (rc == RC_OK && edition_compare(&ours, &applied) != EDITION_SAME)
        rc = bring_up_to_date(pg, applied.migrations, &ours, err);
    return rc == RC_OK ? write_functions(pg, &ours, err) : rc;
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
