/* Logins, signatures and tills: each a connection of its own, used once. */
#include "config.h"

#include "src/adapter/pg.h"

#include <string.h>

#include "src/base/text.h"

/* ---- one call ------------------------------------------------------------------------------- */

static enum rc open_once(const char *url, bool house, struct pg **out, struct err *err)
{
    struct pg *pg = pg_new(url);
    pg->house = house;
    enum rc rc = pg_connect(pg, err);
    if (rc == RC_OK) {
        *out = pg;
        return RC_OK;
    }
    pg_free(pg);
    return rc;
}

/* ---- staff ---------------------------------------------------------------------------------- */

/* Of whoever set the house up, and so is in none; a manager's login knows its house. */
static enum rc find_house(struct pg *pg, const char *house, int64_t *number, struct err *err)
{
    *number = 0;
    if (!house)
        return RC_OK;
    struct query q = query_start(pg, pg_sql_find_house);
    put_text(&q, house);
    bool found = query_row(&q);
    if (found)
        *number = get_int(&q);
    enum rc rc = query_end(&q, err);
    if (rc == RC_OK && !found)
        rc = err_set(err, RC_CONFIG, "HOUSE", "%s has no house of that name", pg->where);
    return rc;
}

static enum rc put_login(struct pg *pg, int64_t house, const struct pg_person *person,
                         char login[PG_LOGIN_TEXT], struct err *err)
{
    char *verifier =
        PQencryptPasswordConn(pg->conn, person->password, person->name, "scram-sha-256");
    if (!verifier)
        return err_set(err, RC_CONFIG, "SCRAM", "this password cannot be used; choose another");
    struct query q = query_start(pg, pg_sql_put_login);
    put_int(&q, house);
    put_text(&q, person->name);
    put_int(&q, person->role);
    put_text(&q, verifier);
    put_bool(&q, person->carries);
    if (query_row(&q))
        get_text(&q, login, PG_LOGIN_TEXT);
    enum rc rc = query_end(&q, err);
    PQfreemem(verifier);
    return rc;
}

enum rc pg_staff_put(const char *url, const char *house, const struct pg_person *person,
                     char login[PG_LOGIN_TEXT], struct err *err)
{
    struct pg *pg;
    int64_t number;
    enum rc rc = open_once(url, false, &pg, err);
    if (rc != RC_OK)
        return rc;
    rc = find_house(pg, house, &number, err);
    if (rc == RC_OK)
        rc = put_login(pg, number, person, login, err);
    pg_free(pg);
    return rc;
}

/* ---- signatures and tills ------------------------------------------------------------------- */

enum rc pg_approve(const char *url, const struct uuid *key,
                   const uint8_t fingerprint[FINGERPRINT_SIZE], struct err *err)
{
    struct pg *pg;
    enum rc rc = open_once(url, true, &pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(pg, pg_sql_approve_act);
    put_uuid(&q, key);
    put_bytes(&q, fingerprint, FINGERPRINT_SIZE);
    rc = query_run(&q, err);
    pg_free(pg);
    return rc;
}

enum rc pg_till_join(const char *url, const char *till, const uint8_t public_key[32],
                     struct err *err)
{
    struct pg *pg;
    enum rc rc = open_once(url, true, &pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(pg, pg_sql_join_till);
    put_text(&q, till);
    if (public_key)
        put_bytes(&q, public_key, 32);
    else
        put_null(&q);
    rc = query_run(&q, err);
    pg_free(pg);
    return rc;
}
