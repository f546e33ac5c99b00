#include "config.h"

#include "src/adapter/redis_url.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { DATABASES = 1000000 };

static enum rc unreadable(struct err *err)
{
    return err_set(err, RC_CONFIG, "URL",
                   "the address of Redis cannot be read; write it like redis://host:6379/0 or "
                   "unix:/run/redis/redis.sock");
}

/* "host", "host:port", "[::1]:port" with the port filled in. */
static bool take_host(struct redis_place *out, const char *text, size_t length)
{
    char host[REDIS_ADDRESS_TEXT - 8];
    if (!length || length >= sizeof host)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    const char *after = *host == '[' ? strchr(host, ']') : host;
    const char *port = after ? strchr(after, ':') : NULL;
    int64_t number;
    if (!after || strchr(host, '/') || strchr(host, ' ') ||
        (port && !text_to_int(port + 1, 1, UINT16_MAX, &number)))
        return false;
    snprintf(out->address, sizeof out->address, "%s%s", host, port ? "" : ":6379");
    return true;
}

/* "user:password", ":password" or "password" */
static bool take_login(struct redis_place *out, const char *text, size_t length)
{
    const char *colon = memchr(text, ':', length);
    size_t user = colon ? (size_t)(colon - text) : 0;
    const char *password = colon ? colon + 1 : text;
    size_t rest = length - (size_t)(password - text);
    if (user >= sizeof out->user || rest >= sizeof out->password)
        return false;
    memcpy(out->user, text, user);
    memcpy(out->password, password, rest);
    return true;
}

static bool take_database(struct redis_place *out, const char *text)
{
    int64_t number = 0;
    if (*text && !text_to_int(text, 0, DATABASES, &number))
        return false;
    out->database = (int)number;
    return true;
}

static bool take_url(struct redis_place *out, const char *rest)
{
    const char *slash = strchr(rest, '/');
    size_t length = slash ? (size_t)(slash - rest) : strlen(rest);
    const char *at = memrchr(rest, '@', length);
    if (at && !take_login(out, rest, (size_t)(at - rest)))
        return false;
    const char *host = at ? at + 1 : rest;
    return take_host(out, host, length - (size_t)(host - rest)) &&
           (!slash || take_database(out, slash + 1));
}

enum rc redis_url_read(const char *url, struct redis_place *out, struct err *err)
{
    static const char scheme[] = "redis://";
    *out = (struct redis_place){0};
    if (strncmp(url, "rediss://", 9) == 0)
        return err_set(err, RC_CONFIG, "TLS",
                       "Loge does not speak TLS with Redis; run a tunnel (stunnel, ssh, wireguard) "
                       "to the Redis and give its near end as the address");
    bool read;
    if (*url == '/')
        read =
            snprintf(out->address, sizeof out->address, "unix:%s", url) < (int)sizeof out->address;
    else if (strncmp(url, "unix:/", 6) == 0)
        read = text_copy(out->address, sizeof out->address, url);
    else if (strncmp(url, scheme, sizeof scheme - 1) == 0)
        read = take_url(out, url + sizeof scheme - 1);
    else
        read = take_host(out, url, strlen(url));
    return read ? RC_OK : unreadable(err);
}

void redis_url_write(const struct redis_place *place, char *out, int size)
{
    if (!*place->user && !place->database)
        snprintf(out, (size_t)size, "%s", place->address);
    else
        snprintf(out, (size_t)size, "redis://%s%s%s/%d", place->user, *place->user ? ":@" : "",
                 place->address, place->database);
}
