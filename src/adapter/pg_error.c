/*
 * What SQLSTATEs mean to the rest of the program, and one sentence for each. The server's own words
 * are left out: they can quote what was typed.
 */
#include "config.h"

#include "src/adapter/pg.h"

#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"

struct meaning {
    const char *state; /* or its beginning */
    enum rc rc;
    const char *text; /* %s: the house */
};

static const struct meaning meanings[] = {
    {"28P01", RC_CONFIG,
     N_("%s does not know this name and password, or their time is over; check both")},
    {"28", RC_CONFIG, N_("%s does not let this login in; check the name, or ask a manager")},
    {"3D000", RC_CONFIG, N_("%s is not there: no such database; check the address")},
    {"3F000", RC_CORRUPT, N_("%s is not a Loge house; set it up with `loge init`")},
    {"42P01", RC_CORRUPT, N_("%s is not a Loge house; set it up with `loge init`")},
    {"42883", RC_CORRUPT, N_("%s is not a Loge house; set it up with `loge init`")},
    {"42501", RC_CONFIG, N_("%s does not allow this to your role")},
    {PG_FULL, RC_TRANSIENT,
     N_("%s has no free connection left: max_connections is reached; raise it, or close what is "
        "not needed")},
    {PG_POOL_FULL, RC_TRANSIENT,
     N_("%s let us in and then did not answer: the pooler's pool is full (default_pool_size), or "
        "the server hangs; try again")},
    {PG_POOL_MODE, RC_CONFIG,
     N_("%s is behind a pooler in transaction mode, which loses prepared statements and settings; "
        "set its pool_mode to session")},
    {"26000", RC_CONFIG,
     N_("%s is behind a pooler in transaction mode, which loses prepared statements and settings; "
        "set its pool_mode to session")},
    {"53100", RC_CONFIG,
     N_("%s cannot grow: its disk is full; free some space, nothing was changed")},
    {"53", RC_TRANSIENT, N_("%s is short of memory or other means; try again")},
    {"40001", RC_TRANSIENT, N_("%s was busy with the same rows; try again")},
    {"40P01", RC_TRANSIENT, N_("%s was busy with the same rows; try again")},
    {"55P03", RC_TRANSIENT, N_("%s was busy with the same rows; try again")},
    {"57014", RC_TRANSIENT, N_("%s took too long and was stopped; nothing was changed, try again")},
    {"57P", RC_TRANSIENT, N_("%s is starting or stopping; try again")},
    {"25006", RC_TRANSIENT, N_("%s answers, but takes no changes (a standby); try again")},
    {"25P03", RC_TRANSIENT, N_("%s waited too long for us and hung up; try again")},
    {"08P01", RC_TRANSIENT,
     N_("%s is behind a pooler that refused; check name and password, and whether the server "
        "answers")},
    {"08", RC_TRANSIENT,
     N_("%s cannot be reached; check the network and the server, and try again")},
    {"22021", RC_CONFIG, N_("%s cannot keep that text: it is not UTF-8")},
    {"23", RC_CONFLICT, N_("%s refused a row that contradicts another; nothing was changed")},
    {"58", RC_CONFIG, N_("%s cannot read or write its files; look at the server")},
    {"XX001", RC_CORRUPT, N_("%s is damaged; stop selling and restore a backup")},
    {"XX002", RC_CORRUPT, N_("%s is damaged; stop selling and restore a backup")},
    {"LG002", RC_CONFIG,
     N_("%s needs the isolation level READ COMMITTED; change the server's default")},
    {"LG003", RC_CORRUPT,
     N_("%s has another schema than this program; update the older of the two")},
    {"LG004", RC_CONFIG,
     N_("%s does not know this till by its key; join it with `loge join`, or have a supervisor let "
        "it in again with `loge till readmit`")},
    {"LG001", RC_CONFIG, N_("%s does not allow this to your role")},
    {PG_REPLACED, RC_TRANSIENT,
     N_("%s has been replaced: another server has gone on from it, and what is sold here would be "
        "lost; stop this one")},
    {PG_TLS_HOST, RC_CONFIG,
     N_("%s has a certificate for another name, so it may be somebody else; check the address")},
    {PG_TLS_SIGNER, RC_CONFIG,
     N_("%s has a certificate signed by nobody known here, so it may be somebody else; name the "
        "signer's certificate with sslrootcert in the address")},
    {PG_TLS_NONE, RC_CONFIG,
     N_("%s is another machine and does not encrypt its line; let its server have a certificate "
        "(ssl = on)")},
};

static const struct meaning *meaning_of(const char *state)
{
    for (int i = 0; i < COUNT_OF(meanings); i++)
        if (strncmp(meanings[i].state, state, strlen(meanings[i].state)) == 0)
            return &meanings[i];
    return NULL;
}

enum rc pg_fail_state(struct pg *pg, const char *state, struct err *err)
{
    const struct meaning *meaning = meaning_of(state);
    if (!meaning)
        return err_set(err, RC_CORRUPT, state,
                       "%s refused a statement it should know (%s); look at the server's log",
                       pg->where, state);
    return err_set(err, meaning->rc, state, meaning->text, pg->where);
}

/* The first that fits; libpq gives these failures no state. Text without a translation. */
const char *pg_line_state(const char *text)
{
    static const char *const signs[][2] = {
        {"does not match host name", PG_TLS_HOST},
        {"certificate", PG_TLS_SIGNER},
        {"does not support SSL", PG_TLS_NONE},
        {"session is read-only", "25006"},
    };
    for (int i = 0; i < COUNT_OF(signs); i++)
        if (strstr(text, signs[i][0]))
            return signs[i][1];
    return "08001";
}

const char *pg_state(const PGresult *result)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    return state ? state : "";
}

enum rc pg_fail_lost(struct pg *pg, struct err *err)
{
    return pg_fail_state(pg, "08006", err);
}

/* PgBouncer says all it refuses in the state 08P01, in English. What it refuses for its mode: acts
 * of several statements in statement mode, and since 1.21 statements that another of its
 * connections has. */
static bool refuses_for_its_mode(const char *state, const PGresult *result)
{
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    return strcmp(state, "08P01") == 0 && text &&
           (strstr(text, "prepared statement") || strstr(text, "statement pooling"));
}

enum rc pg_fail(struct pg *pg, const PGresult *result, struct err *err)
{
    const char *state = pg_state(result);
    if (refuses_for_its_mode(state, result))
        state = PG_POOL_MODE;
    return *state ? pg_fail_state(pg, state, err) : pg_fail_lost(pg, err);
}

static const char *named(const PGresult *result, int field)
{
    const char *name = PQresultErrorField(result, field);
    return name ? name : "";
}

void pg_log_wall(const struct pg *pg, const struct uuid *key, const PGresult *refused)
{
    const char *row = named(refused, PG_DIAG_TABLE_NAME);
    if (*row)
        log_event(pg->log, LEVEL_WARNING, "act", key, "a wall refused it",
                  LOG_FIELDS(LOG_CODE("row", row),
                             LOG_CODE("column", named(refused, PG_DIAG_COLUMN_NAME)),
                             LOG_CODE("constraint", named(refused, PG_DIAG_CONSTRAINT_NAME)),
                             LOG_CODE("state", pg_state(refused))));
}
