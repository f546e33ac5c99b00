/* Where a Redis is, as people write it. */
#ifndef LOGE_ADAPTER_REDIS_URL_H
#define LOGE_ADAPTER_REDIS_URL_H

#include "src/base/attr.h"
#include "src/base/err.h"

enum { REDIS_ADDRESS_TEXT = 192, REDIS_USER_TEXT = 64, REDIS_PASSWORD_TEXT = 256 };

struct redis_place {
    char address[REDIS_ADDRESS_TEXT]; /* "unix:/path" or "host:port" */
    char user[REDIS_USER_TEXT];       /* "": none */
    char password[REDIS_PASSWORD_TEXT];
    int database;
};

/*
 * "host", "host:port", "/path", "unix:/path" or redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE].
 * RC_CONFIG when it is none of these, or wants TLS (rediss://), see redis_wire.h.
 */
enum rc redis_url_read(const char *url, struct redis_place *out, struct err *err) MUST_USE;

/* The same without its password. */
void redis_url_write(const struct redis_place *place, char *out, int size);

#endif
