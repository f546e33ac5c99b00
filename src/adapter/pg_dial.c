/*
 * Dialling: a line to the one server of a house that takes writes.
 *
 * A house may have several servers, one of them in charge. They are tried one after the other, each
 * in a time of its own, so that one that is silent hides no other; first the one that was in charge
 * when it was asked last. Whoever answers, the others are asked for their history, too. Names are
 * looked up beforehand (lookup.h), because libpq waits for that as long as it takes.
 */
#include "config.h"

#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/lookup.h"
#include "src/adapter/pg.h"
#include "src/adapter/pg_hosts.h"
#include "src/base/text.h"
#include "src/base/tongue.h"

enum { ONE_MS = 4000, EACH_MS = 2000, OTHER_MS = 1000, KEYS_MAX = 64, NUMBERS = 4 };

/* ---- what libpq is told --------------------------------------------------------------------- */

struct address {
    const char *keys[KEYS_MAX], *values[KEYS_MAX];
    int count;
};

static bool address_has(const struct address *address, const char *key)
{
    for (int i = 0; i < address->count; i++)
        if (strcmp(address->keys[i], key) == 0)
            return true;
    return false;
}

/* What was said first stays; libpq passes over what is empty. */
static void address_add(struct address *address, const char *key, const char *value)
{
    if (!*value || address_has(address, key) || address->count == KEYS_MAX - 1)
        return;
    address->keys[address->count] = key;
    address->values[address->count++] = value;
}

static void address_defaults(struct address *address, bool proof)
{
    static const char *const defaults[][2] = {
        {"connect_timeout", "3"},
        {"keepalives", "1"},
        {"keepalives_idle", "2"},
        {"keepalives_count", "3"},
        {"keepalives_interval", "1"},
        {"tcp_user_timeout", "4000"},
        {"target_session_attrs", "read-write"},
        {"application_name", "loge"},
    };
    for (int i = 0; i < COUNT_OF(defaults); i++)
        address_add(address, defaults[i][0], defaults[i][1]);
    if (proof)
        address_add(address, "sslmode", "verify-full");
    address_add(address, "client_encoding", "UTF8");
}

/* Where each server's addresses are, as libpq wants them: "db1,db1" and "192.0.2.7,2001:db8::7". */
struct numbers {
    char names[NUMBERS * (PG_HOST_TEXT + 1)], addresses[NUMBERS * 64];
};

static bool is_looked_up(const struct pg_host *host)
{
    return *host->name && !*host->address && *host->name != '/' && *host->name != '@';
}

static void add_number(struct numbers *numbers, const char *name, const struct addrinfo *one)
{
    char text[64];
    if (getnameinfo(one->ai_addr, one->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST))
        return;
    size_t names = strlen(numbers->names), addresses = strlen(numbers->addresses);
    const char *comma = names ? "," : "";
    snprintf(numbers->names + names, sizeof numbers->names - names, "%s%s", comma, name);
    snprintf(numbers->addresses + addresses, sizeof numbers->addresses - addresses, "%s%s", comma,
             text);
}

static bool look_up(const struct pg_host *host, struct numbers *numbers, int64_t deadline)
{
    struct addrinfo *found = lookup_name(host->name, "0", deadline - pg_real_ms());
    int left = NUMBERS;
    for (const struct addrinfo *one = found; one && left--; one = one->ai_next)
        add_number(numbers, host->name, one);
    if (found)
        freeaddrinfo(found);
    return *numbers->names;
}

/* False: nobody knows the name in time. */
static bool find(const struct pg_host *host, struct numbers *numbers, int64_t deadline)
{
    *numbers = (struct numbers){0};
    if (is_looked_up(host))
        return look_up(host, numbers, deadline);
    snprintf(numbers->names, sizeof numbers->names, "%s", host->name);
    snprintf(numbers->addresses, sizeof numbers->addresses, "%s", host->address);
    return true;
}

/* ---- one server ----------------------------------------------------------------------------- */

static bool wait_connected(PGconn *conn, int64_t deadline)
{
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        if (!pg_wait_for(PQsocket(conn), events, deadline))
            return false;
        state = PQconnectPoll(conn);
    }
    return state == PGRES_POLLING_OK;
}

/* With this verbosity a refusal ends in its SQLSTATE, whatever the language of the server. */
static void refusal_state(const char *text, char state[6])
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = strlen(text);
    while (length && strchr("\n ", text[length - 1]))
        length--;
    if (length > 6 && text[length - 6] == ' ' && strspn(text + length - 5, letters) == 5)
        memcpy(state, text + length - 5, 5);
}

static enum rc refused(struct pg *pg, struct err *err)
{
    char state[6];
    memcpy(state, pg_line_state(PQerrorMessage(pg->conn)), sizeof state);
    refusal_state(PQerrorMessage(pg->conn), state);
    if (PQconnectionNeedsPassword(pg->conn))
        memcpy(state, "28P01", 5);
    return pg_fail_state(pg, state, err);
}

/* Nobody sees libpq's own words, but what is wrong with a certificate is told by nothing else. */
static locale_t speak_english(locale_t *ours)
{
    locale_t before = uselocale((locale_t)0);
    *ours = newlocale(LC_MESSAGES_MASK, "C", duplocale(before));
    if (*ours)
        uselocale(*ours);
    return before;
}

static void speak_again(locale_t before, locale_t ours)
{
    uselocale(before);
    if (ours)
        freelocale(ours);
}

static bool ring(struct pg *pg, int64_t deadline)
{
    locale_t ours, before = speak_english(&ours);
    bool up = PQstatus(pg->conn) != CONNECTION_BAD && wait_connected(pg->conn, deadline);
    speak_again(before, ours);
    return up;
}

static enum rc call_up(struct pg *pg, const struct address *address, int64_t deadline,
                       struct err *err)
{
    pg->conn = PQconnectStartParams(address->keys, address->values, 0);
    if (!pg->conn)
        return err_set(err, RC_TRANSIENT, "ENOMEM", "there is not enough memory to connect");
    PQsetErrorVerbosity(pg->conn, PQERRORS_SQLSTATE);
    pg_take_notices(pg);
    if (ring(pg, deadline)) {
        PQsetnonblocking(pg->conn, 1);
        return RC_OK;
    }
    return refused(pg, err);
}

/* ---- moving in ------------------------------------------------------------------------------ */

/*
 * A server or a login that does not wait for its disk is refused, though it could be told to here:
 * whatever else writes to it would not. It is told all the same, should the settings change while
 * we are connected. (The list is read from the left.) Both ends notice within about four seconds
 * when the other one is gone, so that a dead till keeps no lock for longer. Our functions plan
 * without sequential scans; where one is needed all the same, its plan looks dear enough to the
 * server to be compiled, which takes many times as long as running it.
 */
static const char settings[] =
    "SET lock_timeout = 250; SET idle_in_transaction_session_timeout = 3000;"
    "SET client_min_messages = warning; SET statement_timeout = 2000; SET jit = off;"
    "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;"
    "SET tcp_user_timeout = 4000; SET client_connection_check_interval = 1000;"
    "SELECT current_setting('synchronous_commit'), set_config('synchronous_commit',"
    " CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'"
    " ELSE 'on' END, false), floor(extract(epoch FROM clock_timestamp()) * 1000),"
    " (SELECT system_identifier FROM pg_control_system()), CASE WHEN pg_is_in_recovery() THEN 0"
    " ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END";

static bool is_durable(const char *synchronous_commit)
{
    return strcmp(synchronous_commit, "on") == 0 || strcmp(synchronous_commit, "remote_apply") == 0;
}

/* A standby, for whoever wants one, is behind by its nature. */
static enum rc check_past(struct pg *pg, const PGresult *result, struct err *err)
{
    int64_t timeline = atoll(PQgetvalue(result, 0, 4));
    return timeline ? pg_past_check(pg, PQgetvalue(result, 0, 3), timeline, err) : RC_OK;
}

static void note_clock(struct pg *pg, int64_t before, int64_t theirs)
{
    pg_told_note(pg, theirs, clock_mono(&pg->clock) - before);
    pg_steady_note(pg, theirs);
}

static enum rc settle_in(struct pg *pg, struct err *err)
{
    int64_t before = clock_mono(&pg->clock), theirs;
    pg->limit_ms = PG_ACT_MS;
    PGresult *result = pg_run(pg, settings, err);
    if (!result && clock_mono(&pg->clock) - before >= PG_ACT_MS)
        return pg_fail_state(pg, PG_POOL_FULL, err);
    if (!result)
        return err ? err->rc : RC_TRANSIENT;
    bool durable = is_durable(PQgetvalue(result, 0, 0));
    if (text_to_int(PQgetvalue(result, 0, 2), 0, INT64_MAX, &theirs))
        note_clock(pg, before, theirs);
    enum rc rc = check_past(pg, result, err);
    PQclear(result);
    if (durable)
        return rc;
    return err_set(err, RC_CONFIG, "DURABLE",
                   "%s does not wait for its disk, so a sale could be lost; set "
                   "synchronous_commit to on, in its settings or for this login",
                   pg->where);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static void name_the_house(struct pg *pg, const struct pg_hosts *hosts,
                           const PQconninfoOption *given)
{
    const char *name = NULL;
    char clean[64];
    for (const PQconninfoOption *o = given; o->keyword; o++)
        if (strcmp(o->keyword, "dbname") == 0)
            name = o->val;
    text_escape(clean, sizeof clean, name ? name : tongue(N_("the house")));
    if (!hosts->elsewhere)
        snprintf(pg->where, sizeof pg->where, tongue(N_("%s on this machine")), clean);
    else
        /* L10N: a house, and the server it is on: the first part of a sentence about it */
        snprintf(pg->where, sizeof pg->where, tongue(N_("%s on %.80s")), clean, hosts->text);
}

static enum rc dial_one(struct pg *pg, const struct pg_hosts *hosts, int no,
                        const PQconninfoOption *given, int64_t deadline, struct err *err)
{
    struct address address = {.count = 0};
    struct numbers numbers;
    if (!find(&hosts->at[no], &numbers, deadline))
        return pg_fail_state(pg, "08001", err);
    address_add(&address, "host", numbers.names);
    address_add(&address, "hostaddr", numbers.addresses);
    address_add(&address, "port", *hosts->at[no].port ? hosts->at[no].port : "5432");
    for (const PQconninfoOption *o = given; o->keyword; o++)
        if (o->val && strcmp(o->keyword, "host") != 0 && strcmp(o->keyword, "hostaddr") != 0)
            address_add(&address, o->keyword, o->val);
    address_defaults(&address, hosts->proof);
    enum rc rc = call_up(pg, &address, deadline, err);
    return rc == RC_OK ? settle_in(pg, err) : rc;
}

/*
 * Another server may be in charge, on a newer timeline, and the one that answered came back after
 * it was replaced. A standby, or a server that was replaced itself, does not let the probe in.
 */
static bool ask_other(struct pg *pg, const struct pg_hosts *hosts, int no,
                      const PQconninfoOption *given)
{
    struct pg *probe = pg_new(pg->url, pg->crypt);
    int64_t deadline = pg_real_ms() + OTHER_MS;
    probe->clock = pg->clock;
    pg_past_copy(probe, pg);
    enum rc rc = dial_one(probe, hosts, no, given, deadline, NULL);
    bool newer = rc == RC_OK && strcmp(probe->past.cluster, pg->past.cluster) == 0 &&
                 probe->past.timeline > pg->past.timeline;
    if (newer) {
        pg_become(pg, probe);
        pg->host = no;
    }
    pg_free(probe);
    return rc == RC_OK || pg_real_ms() < deadline;
}

static void ask_others(struct pg *pg, const struct pg_hosts *hosts, const PQconninfoOption *given)
{
    int first = pg->host;
    bool all = true;
    if (hosts->count < 2 || pg_past_was_silent(pg))
        return;
    for (int i = 1; i < hosts->count; i++)
        all &= ask_other(pg, hosts, (first + i) % hosts->count, given);
    pg_past_note_silent(pg, !all);
}

static int64_t patience(const struct pg *pg, const struct pg_hosts *hosts)
{
    if (pg->brief_ms)
        return pg->brief_ms;
    return hosts->count > 1 ? EACH_MS : ONE_MS;
}

/* Only where nobody answers, or nobody in charge, is the next one asked: a wrong password is one
 * everywhere. */
static enum rc dial_all(struct pg *pg, const struct pg_hosts *hosts, const PQconninfoOption *given,
                        struct err *err)
{
    enum rc rc = RC_TRANSIENT;
    int first = pg->host;
    for (int i = 0; i < hosts->count && rc == RC_TRANSIENT; i++) {
        int no = (first + i) % hosts->count;
        pg_disconnect(pg);
        rc = dial_one(pg, hosts, no, given, pg_real_ms() + patience(pg, hosts), err);
        if (rc == RC_OK)
            pg->host = no;
    }
    if (rc == RC_OK)
        ask_others(pg, hosts, given);
    else
        pg_disconnect(pg);
    return rc;
}

enum rc pg_dial(struct pg *pg, struct err *err)
{
    struct pg_hosts hosts;
    enum rc rc = pg_hosts_read(pg->url, &hosts, err);
    if (rc != RC_OK)
        return rc;
    PQconninfoOption *given = PQconninfoParse(pg->url, NULL);
    if (!given)
        return err_set(err, RC_TRANSIENT, "ENOMEM", "there is not enough memory to connect");
    name_the_house(pg, &hosts, given);
    rc = dial_all(pg, &hosts, given, err);
    PQconninfoFree(given);
    return rc;
}
