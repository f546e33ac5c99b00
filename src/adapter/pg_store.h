/*
 * The store in PostgreSQL: one house for many tills.
 *
 * url is a libpq connection string or URI. It may hold a password, so no error text repeats it.
 * A connection gives up after 4 s, or where there are several servers after 2 s each. Unless the
 * address says otherwise it notices a dead server within about 4 s, wants a server that takes
 * writes, and, when one of them is not this machine, whoever says so (the address, a service, the
 * environment), a certificate that names the host (sslmode=verify-full).
 *
 * A person is a PostgreSQL login; the house, the name and the role of whoever acts come from it
 * (data/schema/pg/0020_walls.sql). The server's clock decides when a hold is over.
 */
#ifndef LOGE_ADAPTER_PG_STORE_H
#define LOGE_ADAPTER_PG_STORE_H

#include "src/base/clock.h"
#include "src/base/log.h"
#include "src/port/crypt.h"
#include "src/port/store.h"
#include "src/port/upstream.h"

enum { PG_LOGIN_TEXT = 64, PG_PASSWORD_TEXT = 256, PG_ADDRESS_TEXT = 512 };
enum { PG_PROOF = 32 };

/*
 * What only a till's key gives, and gives nothing of the key away: the house keeps hashes of both.
 * journal is for bringing the till's journal home, act for acting in the till's name; it follows
 * from the other one (loge.act_secret), so that a house that knows the journal's knows it, too.
 */
struct pg_proof {
    uint8_t journal[PG_PROOF], act[PG_PROOF];
};
void pg_proof_of(const struct crypt_port *crypt, const struct sign_key *key, struct pg_proof *out);

/* Where a house is, apart from who signs in. */
struct pg_address {
    char text[PG_ADDRESS_TEXT]; /* key='value' ..., without login, password and database */
    char database[PG_LOGIN_TEXT];
    char login[PG_LOGIN_TEXT]; /* "" when the URL names none */
    char password[PG_PASSWORD_TEXT];
};
/* RC_CONFIG when it cannot be read or names no database. */
enum rc pg_address_read(const char *url, struct pg_address *out, struct err *err) MUST_USE;
/* A connection string again; database NULL: the address's own; login "" and password "": whatever
 * libpq finds. Owned by the caller. */
char *pg_address_url(const struct pg_address *address, const char *database, const char *login,
                     const char *password) RETURNS_FRESH;

/*
 * Creates the house, or brings its schema up to date; safe to repeat. The database is created when
 * it is not there. The login must be allowed to create roles and own the database (or be allowed to
 * create it); it becomes a member of the roles it works as. RC_CORRUPT: the schema is newer than
 * this program, or of another edition.
 */
enum rc pg_house_init(const char *url, const struct house *house, struct err *err) MUST_USE;
/* The same, but a database that has a house already gets no other one. */
enum rc pg_house_upgrade(const char *url, const struct house *house, struct err *err) MUST_USE;
/* From now on this program is a later one with one more migration, whose number follows the last;
 * NULL: itself again. So that a test can bring a house up to date. Not copied. */
struct sql_migration;
void pg_schema_add(const struct sql_migration *migration);

/*
 * Opens the house the login belongs to. RC_CONFIG: wrong password, no such database, a login that
 * is in no house. RC_CORRUPT: no house in there, or of another schema than this program's.
 * RC_TRANSIENT: not reachable now. *out is NULL then.
 *
 * A store that has lost its connection makes a new one when it is used next; while the server
 * cannot be reached it tries at most every half second, later every five, and calls in between
 * fail at once. An apply whose answer was lost is RC_UNKNOWN: ask receipt_read for the key.
 */
enum rc pg_store_open(const char *url, const struct crypt_port *crypt, const struct clock *clock,
                      struct store **out, struct err *err) MUST_USE;

/* A store nobody has signed in to: every call is RC_CONFIG "LOGIN" until then. */
struct store *pg_store_new(const struct pg_address *address, const struct crypt_port *crypt,
                           const struct clock *clock) RETURNS_FRESH;

/* Who a login is. */
struct pg_member {
    char house[NAME_TEXT], currency[CURRENCY_TEXT], prefix[PG_LOGIN_TEXT];
    char timezone[ZONE_TEXT];
    char name[PERSON_TEXT]; /* "": nobody of the house, but whoever set it up */
    enum role role;
};
/* Acts with this login from now on; on failure the store stays as it was. Whoever is locked after
 * wrong PINs is refused, also with the right one. */
enum rc pg_store_sign_in(struct store *store, const char *login, const char *password,
                         struct pg_member *me, struct err *err) MUST_USE;
/* The till that is acted at from now on: without, only a login that carries can act. */
void pg_store_prove(struct store *store, const struct pg_proof *proof);
/* From now on each server has this long to answer a call, because the house was silent a moment
 * ago; 0: as long as ever. */
void pg_store_be_brief(struct store *store, int ms);
/* Who that is, without a store. house: which one, for whoever set several up; NULL: the first. */
enum rc pg_member_read(const char *url, const char *house, struct pg_member *me,
                       struct err *err) MUST_USE;

/* How the line to the server is. */
struct pg_link {
    bool signed_in, up;
    int64_t replied_at; /* wall; 0: never */
    int64_t delay_ms;   /* of the last answer */
    int64_t ahead_ms;   /* the server's clock minus ours */
    int version;        /* 150004 */
    char where[160];    /* "playhouse on db.example.org" */
    char error[160];    /* why it is not up ... */
    struct err down;    /* ... and the same whole; RC_OK: it is */
};
void pg_store_link(struct store *store, struct pg_link *link);

/* Connections of the server: in use, and that it gives away. */
struct pg_room {
    int used, most;
};
/* RC_CONFIG: a pooler in transaction mode stands before it. */
enum rc pg_store_pool(struct store *store, struct pg_room *room, struct err *err) MUST_USE;

/* Why a house is not reached, as err.native has it: another server has taken over from this one; a
 * pooler let us in and then gave no connection; the server has none left. */
#define PG_REPLACED  "LGOLD"
#define PG_POOL_FULL "LGPOO"
#define PG_FULL      "53300"

/* What has to wait in the house, in milliseconds; 0: nothing does. */
struct pg_strain {
    int64_t untold;  /* age of the first event that nobody is told of yet */
    int64_t overdue; /* since when a hold is over and nobody has freed it */
    int overdue_holds;
    int unpaid_holds; /* that wait for a payment while no service completes payments */
};
enum rc pg_store_strain(struct store *store, struct pg_strain *out, struct err *err) MUST_USE;
/* How much the payment provider said that fits no payment; for whoever may manage shows. */
enum rc pg_store_unheard(struct store *store, int *count, struct err *err) MUST_USE;

/* Where the server's notices go; nowhere until then. The log must outlive the store. */
void pg_store_set_log(struct store *store, struct log *log);
/* The file in which this till remembers which server of the house took over last; one that was
 * replaced is RC_TRANSIENT. Nowhere until then. Before signing in. */
void pg_store_remember_in(struct store *store, const char *path);
/* The past of the server that answered last (port/upstream.h); "": not known. Asks nobody. */
void pg_store_past(struct store *store, char out[UPSTREAM_PAST]);
/* This house has no fast layer, which would keep the rush off: new holds do not queue. */
void pg_store_set_alone(struct store *store);

/* By which number seats are lent to the till of that device; 0: the house does not know it. */
enum rc pg_store_till_number(struct store *store, const struct uuid *device, uint16_t *out,
                             struct err *err) MUST_USE;

/* The house's clock as this machine sees it: wall time as the server had it when connecting. */
struct clock pg_store_clock(struct store *store);

struct pg_person {
    const char *name; /* small letters, digits, '-', '_', '.' */
    enum role role;
    const char *password; /* never leaves this machine: the server gets a SCRAM verifier */
    bool carries;         /* brings other people's acts (synchronisation); only at set-up */
};

/* The login a person of a database's first house has. */
void pg_first_login(const char *database, const char *name, char login[PG_LOGIN_TEXT]);

/*
 * Makes a login for a member of staff, or gives it a new password. As a manager of the house, or
 * as whoever set it up (then house names it). login: the name to sign in with.
 */
enum rc pg_staff_put(const char *url, const char *house, const struct pg_person *person,
                     char login[PG_LOGIN_TEXT], struct err *err) MUST_USE;

/* Signs for somebody else's act as it is, with the login of whoever signs, at the till of the store
 * where it is to be done; good for ten minutes. */
enum rc pg_approve(const char *url, struct store *store, const struct changeset *cs,
                   struct err *err) MUST_USE;

/* The till's own login, with which it counts the wrong PINs of its people. */
struct pg_gate {
    char login[PG_LOGIN_TEXT], password[PG_LOGIN_TEXT];
};

/*
 * Makes a till part of the house, with the login of a supervisor, or of whoever set it up (then
 * house names it). The gate has a password, and is given its login.
 */
enum rc pg_till_join(const char *url, const char *house, const char *till, struct pg_gate *gate,
                     struct err *err) MUST_USE;
/* A till of this key in the house of that name, by whoever set it up, as upstream_ops.enrol has it.
 */
enum rc pg_till_enrol(const char *url, const char *house, const struct enrolment *who,
                      const struct pg_proof *proof, struct enrolled *out, struct err *err) MUST_USE;
/* A wrong PIN of this person was typed at the till whose gate url signs in; for how long he is
 * locked now, 0: he is not. */
enum rc pg_pin_failed(const char *url, const char *name, int64_t *locked_ms,
                      struct err *err) MUST_USE;
/* The sentence that says so. */
void pg_say_locked(const char *name, int64_t locked_ms, struct err *err);

#endif
