/* The address of a house taken apart and put together again. */
#include "config.h"

#include "src/adapter/pg_store.h"

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg_hosts.h"
#include "src/adapter/pg_library.h"
#include "src/base/arena.h"
#include "src/base/text.h"

/* Appends key='value', or fails when there is no room. */
static bool add(char *out, size_t size, const char *key, const char *value)
{
    size_t at = strlen(out);
    size_t need = strlen(key) + 2 * strlen(value) + 5;
    if (at + need > size)
        return false;
    char *to = out + at;
    if (at)
        *to++ = ' ';
    to = stpcpy(to, key);
    to = stpcpy(to, "='");
    for (; *value; value++) {
        if (*value == '\'' || *value == '\\')
            *to++ = '\\';
        *to++ = *value;
    }
    strcpy(to, "'");
    return true;
}

static bool take_option(struct pg_address *out, const char *key, const char *value)
{
    if (strcmp(key, "user") == 0)
        return text_copy(out->login, sizeof out->login, value);
    if (strcmp(key, "password") == 0)
        return text_copy(out->password, sizeof out->password, value);
    if (strcmp(key, "dbname") == 0)
        return text_copy(out->database, sizeof out->database, value);
    return add(out->text, sizeof out->text, key, value);
}

enum rc pg_address_read(const char *url, struct pg_address *out, struct err *err)
{
    bool fits = true;
    enum rc rc = pg_library_need(err);
    *out = (struct pg_address){0};
    if (rc != RC_OK)
        return rc;
    PQconninfoOption *options = PQconninfoParse(url, NULL);
    if (!options)
        return pg_url_unreadable(err);
    for (const PQconninfoOption *o = options; o->keyword; o++)
        if (o->val && *o->val)
            fits = fits && take_option(out, o->keyword, o->val);
    PQconninfoFree(options);
    if (!fits)
        return err_set(err, RC_CONFIG, "URL", "the address of the house is too long");
    if (!*out->database)
        return err_set(err, RC_CONFIG, "URL",
                       "the address of the house names no database; write it like "
                       "postgresql://person@host/database");
    return RC_OK;
}

char *pg_address_url(const struct pg_address *address, const char *database, const char *login,
                     const char *password)
{
    enum { SIZE = PG_ADDRESS_TEXT + 4 * PG_LOGIN_TEXT + 2 * PG_PASSWORD_TEXT + 64 };
    char *url = x_alloc(SIZE);
    bool fits = text_copy(url, SIZE, address->text) &&
                add(url, SIZE, "dbname", database ? database : address->database);
    if (*login)
        fits = fits && add(url, SIZE, "user", login);
    if (*password)
        fits = fits && add(url, SIZE, "password", password);
    if (!fits)
        *url = '\0';
    return url;
}
