#include "config.h"

#include "src/adapter/pg_hosts.h"

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_library.h"
#include "src/base/text.h"

enum { KEYS_MAX = 64 };

enum rc pg_url_unreadable(struct err *err)
{
    return err_set(err, RC_CONFIG, "URL",
                   "the address of the house cannot be read; write it like "
                   "postgresql://person@host/database");
}

static const char *option(const PQconninfoOption *options, const char *key)
{
    for (const PQconninfoOption *o = options; o->keyword; o++)
        if (strcmp(o->keyword, key) == 0)
            return o->val && *o->val ? o->val : NULL;
    return NULL;
}

/*
 * What libpq would go by. It puts that together from what it is given, the file of a service, the
 * environment and its own defaults, and only it knows how; but it tells of a connection only. So it
 * gets one word that it does not know: then it takes all the rest apart, and dials nobody.
 */
static PQconninfoOption *resolve(const PQconninfoOption *given)
{
    const char *keys[KEYS_MAX] = {"target_session_attrs"}, *values[KEYS_MAX] = {"nobody"};
    int count = 1;
    for (const PQconninfoOption *o = given; o->keyword && count < KEYS_MAX - 1; o++) {
        if (!o->val || strcmp(o->keyword, keys[0]) == 0)
            continue;
        keys[count] = o->keyword;
        values[count++] = o->val;
    }
    PGconn *conn = PQconnectStartParams(keys, values, 0);
    PQconninfoOption *all = conn ? PQconninfo(conn) : NULL;
    PQfinish(conn);
    return all;
}

/* ---- lists: "db1,db2" ----------------------------------------------------------------------- */

static int list_count(const char *list)
{
    int count = list ? 1 : 0;
    for (; list && *list; list++)
        count += *list == ',';
    return count;
}

/* Takes the first one off; "" when there is none. False: it is too long. */
static bool list_take(const char **list, char *out, size_t size)
{
    const char *from = *list ? *list : "";
    const char *end = strchrnul(from, ',');
    *list = *end ? end + 1 : end;
    return snprintf(out, size, "%.*s", (int)(end - from), from) < (int)size;
}

/* One port for all, or as many as there are servers. */
static bool take_hosts(const PQconninfoOption *all, struct pg_hosts *out)
{
    const char *names = option(all, "host"), *addresses = option(all, "hostaddr");
    const char *ports = option(all, "port");
    int count = addresses ? list_count(addresses) : list_count(names);
    out->count = count ? count : 1;
    bool one_port = list_count(ports) <= 1;
    if (out->count > PG_HOSTS || (names && addresses && list_count(names) != count) ||
        (!one_port && list_count(ports) != out->count))
        return false;
    bool fits = true;
    for (int i = 0; i < out->count; i++) {
        struct pg_host *host = &out->at[i];
        const char *port = ports;
        fits = fits && list_take(&names, host->name, sizeof host->name) &&
               list_take(&addresses, host->address, sizeof host->address) &&
               list_take(one_port ? &port : &ports, host->port, sizeof host->port);
    }
    return fits;
}

/* ---- whom to believe ------------------------------------------------------------------------ */

static bool is_loopback(const char *text)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    return inet_pton(AF_INET6, text, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

static bool is_this_machine(const struct pg_host *host)
{
    if (*host->address)
        return is_loopback(host->address);
    return !*host->name || *host->name == '/' || *host->name == '@' ||
           strcmp(host->name, "localhost") == 0 || is_loopback(host->name);
}

/* libpq itself prefers a line that is encrypted, to whomever it leads: that is nobody's wish. */
static bool is_told(const PQconninfoOption *given, const PQconninfoOption *all)
{
    const char *mode = option(all, "sslmode");
    return option(given, "sslmode") || getenv("PGSSLMODE") || (mode && strcmp(mode, "prefer") != 0);
}

static void judge(const PQconninfoOption *given, const PQconninfoOption *all, struct pg_hosts *out)
{
    const char *text = option(all, "host");
    for (int i = 0; i < out->count; i++)
        out->elsewhere = out->elsewhere || !is_this_machine(&out->at[i]);
    out->proof = out->elsewhere && !is_told(given, all);
    snprintf(out->text, sizeof out->text, "%s", text ? text : out->at[0].address);
}

enum rc pg_hosts_read(const char *url, struct pg_hosts *out, struct err *err)
{
    *out = (struct pg_hosts){0};
    enum rc rc = pg_library_need(err);
    if (rc != RC_OK)
        return rc;
    PQconninfoOption *given = PQconninfoParse(url, NULL);
    PQconninfoOption *all = given ? resolve(given) : NULL;
    bool read = all && take_hosts(all, out);
    if (read)
        judge(given, all, out);
    PQconninfoFree(given);
    PQconninfoFree(all);
    return read ? RC_OK : pg_url_unreadable(err);
}
