/* Logins, signatures and tills: each a connection of its own, used once. */
#include "config.h"

#include "src/adapter/pg.h"

#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/base/text.h"
#include "src/base/tongue.h"

/* ---- one call ------------------------------------------------------------------------------- */

static enum rc open_once(const char *url, bool house, struct pg **out, struct err *err)
{
    struct pg *pg = pg_new(url, sodium_crypt());
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
    struct query q = pg_query_start(pg, pg_sql_find_house);
    pg_put_text(&q, house);
    bool found = pg_query_row(&q);
    if (found)
        *number = pg_get_int(&q);
    enum rc rc = pg_query_end(&q, err);
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
    struct query q = pg_query_start(pg, pg_sql_put_login);
    pg_put_int(&q, house);
    pg_put_text(&q, person->name);
    pg_put_int(&q, person->role);
    pg_put_text(&q, verifier);
    pg_put_bool(&q, person->carries);
    if (pg_query_row(&q))
        pg_get_text(&q, login, PG_LOGIN_TEXT);
    enum rc rc = pg_query_end(&q, err);
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

enum rc pg_approve(const char *url, struct store *store, const struct changeset *cs,
                   struct err *err)
{
    struct pg *pg;
    enum rc rc = open_once(url, true, &pg, err);
    if (rc != RC_OK)
        return rc;
    pg_show_as(pg, pg_of(store));
    struct query q = pg_query_start(pg, pg_approval_for(cs));
    pg_put_approval(&q, cs);
    rc = pg_query_run(&q, err);
    pg_free(pg);
    return rc;
}

static enum rc join_till(struct pg *pg, int64_t house, const char *till, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_join_till);
    pg_put_int(&q, house);
    pg_put_text(&q, till);
    pg_put_null(&q);
    return pg_query_run(&q, err);
}

static enum rc enrol(struct pg *pg, int64_t house, const struct enrolment *who,
                     const struct pg_proof *proof, struct enrolled *out, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_enrol_first_till);
    pg_put_int(&q, house);
    pg_put_uuid(&q, &who->device);
    pg_put_text(&q, who->till);
    pg_put_bytes(&q, who->public, sizeof who->public);
    pg_put_bytes(&q, proof->journal, sizeof proof->journal);
    if (pg_query_row(&q)) {
        out->house = pg_get_uuid(&q);
        out->till = (uint16_t)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

enum rc pg_till_enrol(const char *url, const char *house, const struct enrolment *who,
                      const struct pg_proof *proof, struct enrolled *out, struct err *err)
{
    struct pg *pg;
    int64_t number;
    enum rc rc = open_once(url, false, &pg, err);
    if (rc != RC_OK)
        return rc;
    rc = find_house(pg, house, &number, err);
    if (rc == RC_OK)
        rc = enrol(pg, number, who, proof, out, err);
    pg_free(pg);
    return rc;
}

static enum rc make_gate(struct pg *pg, int64_t house, const char *till, struct pg_gate *gate,
                         struct err *err)
{
    char *verifier = PQencryptPasswordConn(pg->conn, gate->password, till, "scram-sha-256");
    if (!verifier)
        return err_set(err, RC_CONFIG, "SCRAM", "the server takes no password of this till");
    struct query q = pg_query_start(pg, pg_sql_make_gate);
    pg_put_int(&q, house);
    pg_put_text(&q, till);
    pg_put_text(&q, verifier);
    if (pg_query_row(&q))
        pg_get_text(&q, gate->login, sizeof gate->login);
    enum rc rc = pg_query_end(&q, err);
    PQfreemem(verifier);
    return rc;
}

enum rc pg_till_join(const char *url, const char *house, const char *till, struct pg_gate *gate,
                     struct err *err)
{
    struct pg *pg;
    int64_t number;
    enum rc rc = open_once(url, !house, &pg, err);
    if (rc != RC_OK)
        return rc;
    rc = pg_pool_check(pg, err);
    if (rc == RC_OK)
        rc = find_house(pg, house, &number, err);
    if (rc == RC_OK)
        rc = join_till(pg, number, till, err);
    if (rc == RC_OK)
        rc = make_gate(pg, number, till, gate, err);
    pg_free(pg);
    return rc;
}

enum rc pg_pin_failed(const char *url, const char *name, int64_t *locked_ms, struct err *err)
{
    struct pg *pg;
    *locked_ms = 0;
    enum rc rc = open_once(url, false, &pg, err);
    if (rc != RC_OK)
        return rc;
    struct query q = pg_query_start(pg, pg_sql_count_pin);
    pg_put_text(&q, name);
    if (pg_query_row(&q))
        *locked_ms = pg_get_int(&q);
    rc = pg_query_end(&q, err);
    pg_free(pg);
    return rc;
}

void pg_say_locked(const char *name, int64_t locked_ms, struct err *err)
{
    (void)err_set(err, RC_CONFIG, "LOGIN",
                  tongue(N_("Too many wrong PINs: %.31s is locked for %lld more seconds.")), name,
                  (long long)((locked_ms + 999) / 1000));
}

/* ---- who is it? ----------------------------------------------------------------------------- */

enum rc pg_member_get(struct pg *pg, const char *house, struct pg_member *me, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_read_member_in);
    int64_t locked_ms = 0;
    *me = (struct pg_member){0};
    if (house)
        pg_put_text(&q, house);
    else
        pg_put_null(&q);
    pg_put_shown(&q);
    bool found = pg_query_row(&q);
    if (found) {
        (void)pg_get_int(&q);
        pg_get_text(&q, me->house, sizeof me->house);
        pg_get_text(&q, me->currency, sizeof me->currency);
        pg_get_text(&q, me->timezone, sizeof me->timezone);
        pg_get_text(&q, me->prefix, sizeof me->prefix);
        pg_get_text(&q, me->name, sizeof me->name);
        me->role = (enum role)pg_get_int(&q);
        locked_ms = pg_get_int(&q);
    }
    enum rc rc = pg_query_end(&q, err);
    if (rc == RC_OK && !found)
        rc = err_set(err, RC_CONFIG, "LOGIN",
                     "this login belongs to no house in %s, or was disabled; ask a manager",
                     pg->where);
    if (rc == RC_OK && locked_ms > 0) {
        pg_say_locked(me->name, locked_ms, err);
        rc = RC_CONFIG;
    }
    return rc;
}

enum rc pg_member_read(const char *url, const char *house, struct pg_member *me, struct err *err)
{
    struct pg *pg;
    enum rc rc = open_once(url, false, &pg, err);
    if (rc != RC_OK)
        return rc;
    rc = pg_member_get(pg, house, me, err);
    pg_free(pg);
    return rc;
}
