/*
 * The store in PostgreSQL: one house for many tills.
 *
 * url is a libpq connection string or URI. It may hold a password, so no error text repeats it.
 * Unless it says otherwise a connection gives up after 3 s, notices a dead server within about 4 s,
 * wants a server that takes writes, and, for any address that is not this machine, a certificate
 * that names the host (sslmode=verify-full).
 *
 * A person is a PostgreSQL login; the house, the name and the role of whoever acts come from it
 * (data/schema/pg/0002_walls.sql). The server's clock decides when a hold is over.
 */
#ifndef LOGE_ADAPTER_PG_STORE_H
#define LOGE_ADAPTER_PG_STORE_H

#include "src/base/clock.h"
#include "src/base/log.h"
#include "src/port/crypt.h"
#include "src/port/store.h"

enum { PG_LOGIN_TEXT = 64 };

/*
 * Creates the house, or brings its schema up to date; safe to repeat. The login must be a
 * superuser. RC_CORRUPT: the schema is newer than this program, or of another edition.
 */
enum rc pg_house_init(const char *url, const struct house *house, struct err *err) MUST_USE;

/*
 * Opens the house the login belongs to. RC_CONFIG: wrong password, no such database, a login that
 * is in no house. RC_CORRUPT: no house in there, or of another schema than this program's.
 * RC_TRANSIENT: not reachable now. *out is NULL then.
 *
 * A store that has lost its connection makes a new one when it is used next. An apply whose answer
 * was lost is RC_UNKNOWN: ask receipt_read for the key.
 */
enum rc pg_store_open(const char *url, const struct crypt_port *crypt, const struct clock *clock,
                      struct store **out, struct err *err) MUST_USE;

/* Where the server's notices go; nowhere until then. The log must outlive the store. */
void pg_store_set_log(struct store *store, struct log *log);

/* The house's clock as this machine sees it: wall time as the server had it when connecting. */
struct clock pg_store_clock(struct store *store);

struct pg_person {
    const char *name; /* small letters, digits, '-', '_', '.' */
    enum role role;
    const char *password; /* never leaves this machine: the server gets a SCRAM verifier */
    bool carries;         /* brings other people's acts (synchronisation); only at set-up */
};

/*
 * Makes a login for a member of staff, or gives it a new password. As a manager of the house, or
 * as whoever set it up (then house names it). login: the name to sign in with.
 */
enum rc pg_staff_put(const char *url, const char *house, const struct pg_person *person,
                     char login[PG_LOGIN_TEXT], struct err *err) MUST_USE;

/* Signs for somebody else's act, with the login of whoever signs; good for ten minutes. */
enum rc pg_approve(const char *url, const struct uuid *key,
                   const uint8_t fingerprint[FINGERPRINT_SIZE], struct err *err) MUST_USE;

/* Makes a till part of the house, with the login of a supervisor. public_key may be NULL. */
enum rc pg_till_join(const char *url, const char *till, const uint8_t public_key[32],
                     struct err *err) MUST_USE;

#endif
