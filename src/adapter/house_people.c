#include "config.h"

#include "src/adapter/house_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"

struct house_people {
    struct people base; /* first: a struct people * is a struct house_people * */
    struct store *store;
    struct pg_address address;
    char prefix[PG_LOGIN_TEXT];
    char *gate_url; /* the till's own login; NULL: it has none */
    char *own_url;  /* of whoever is signed in; NULL: nobody */
    /* whoever is ready to sign */
    char signer[PERSON_TEXT];
    char *signer_url;
    struct uuid signed_key; /* zero: nothing yet */
};

static struct house_people *house_people_of(struct people *people)
{
    return (struct house_people *)(void *)people;
}

void house_login_of(const char *prefix, const char *name, char login[PG_LOGIN_TEXT])
{
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) == 0 && name[length] == '_')
        text_copy(login, PG_LOGIN_TEXT, name);
    else
        snprintf(login, PG_LOGIN_TEXT, "%.30s_%.31s", prefix, name);
}

static void forget(char **url)
{
    if (*url)
        explicit_bzero(*url, strlen(*url));
    free(*url);
    *url = NULL;
}

static char *url_of(const struct house_people *people, const char *name, const char *password)
{
    char login[PG_LOGIN_TEXT];
    house_login_of(people->prefix, name, login);
    return pg_address_url(&people->address, NULL, login, password);
}

static void set_actor(struct actor *actor, const struct pg_member *member)
{
    text_copy(actor->name, sizeof actor->name, member->name);
    actor->role = member->role;
}

/* What the server calls it is known here only. */
static enum rc told(enum rc rc, struct err *err)
{
    bool refused =
        rc == RC_CONFIG && (strncmp(err->native, "28", 2) == 0 ||
                            strcmp(err->native, "42501") == 0 || strcmp(err->native, "LG001") == 0);
    if (refused)
        text_copy(err->native, sizeof err->native, PEOPLE_REFUSED);
    return rc;
}

/* The house is told of a wrong PIN; the fifth locks the name for a while, at every till. */
static enum rc refused_pin(struct house_people *people, const char *name, enum rc rc,
                           struct err *err)
{
    struct err scratch;
    int64_t locked_ms = 0;
    if (rc == RC_CONFIG && strcmp(err->native, "28P01") == 0 && people->gate_url &&
        !pg_pin_failed(people->gate_url, name, &locked_ms, &scratch) && locked_ms > 0)
        pg_say_locked(name, locked_ms, err);
    return told(rc, err);
}

/* ---- signing in ----------------------------------------------------------------------------- */

static enum rc sign_in(struct people *base, const char *name, const char *password,
                       struct actor *actor, struct err *err)
{
    struct house_people *people = house_people_of(base);
    struct pg_member member;
    char login[PG_LOGIN_TEXT];
    house_login_of(people->prefix, name, login);
    enum rc rc = pg_store_sign_in(people->store, login, password, &member, err);
    if (rc != RC_OK)
        return refused_pin(people, name, rc, err);
    forget(&people->own_url);
    people->own_url = url_of(people, name, password);
    set_actor(actor, &member);
    return RC_OK;
}

/* ---- signing for an act --------------------------------------------------------------------- */

static enum rc ready_to_sign(struct people *base, const char *name, const char *password,
                             struct actor *actor, struct err *err)
{
    struct house_people *people = house_people_of(base);
    struct pg_member member;
    char *url = url_of(people, name, password);
    enum rc rc = pg_member_read(url, NULL, &member, err);
    if (rc != RC_OK) {
        forget(&url);
        return refused_pin(people, name, rc, err);
    }
    forget(&people->signer_url);
    people->signer_url = url;
    people->signed_key = (struct uuid){0};
    text_copy(people->signer, sizeof people->signer, member.name);
    set_actor(actor, &member);
    return RC_OK;
}

static enum rc sign(struct people *base, const struct changeset *cs, struct err *err)
{
    struct house_people *people = house_people_of(base);
    bool used = !uuid_is_zero(&people->signed_key) && !uuid_equal(&people->signed_key, &cs->key);
    if (!people->signer_url || used || strcmp(people->signer, cs->approver) != 0)
        return err_set(err, RC_CONFIG, PEOPLE_REFUSED, "%s has to sign for this act again",
                       cs->approver);
    enum rc rc = pg_approve(people->signer_url, people->store, cs, err);
    if (rc == RC_OK)
        people->signed_key = cs->key;
    return told(rc, err);
}

/* ---- logins --------------------------------------------------------------------------------- */

static enum rc put(struct people *base, const char *name, enum role role, const char *password,
                   struct err *err)
{
    struct house_people *people = house_people_of(base);
    const struct pg_person person = {.name = name, .role = role, .password = password};
    char login[PG_LOGIN_TEXT];
    if (!people->own_url)
        return err_set(err, RC_CONFIG, PEOPLE_REFUSED,
                       "nobody is signed in to the house; sign in first");
    return told(pg_staff_put(people->own_url, NULL, &person, login, err), err);
}

/* ---- life ----------------------------------------------------------------------------------- */

static void close_people(struct people *base)
{
    struct house_people *people = house_people_of(base);
    forget(&people->gate_url);
    forget(&people->own_url);
    forget(&people->signer_url);
    free(people);
}

static const struct people_ops ops = {
    .sign_in = sign_in,
    .ready_to_sign = ready_to_sign,
    .sign = sign,
    .put = put,
    .close = close_people,
};

struct people *house_people_new(struct store *store, const struct pg_address *address,
                                const char *prefix)
{
    struct house_people *people = x_alloc(sizeof *people);
    people->base.ops = &ops;
    people->store = store;
    people->address = *address;
    explicit_bzero(people->address.password, sizeof people->address.password);
    text_copy(people->prefix, sizeof people->prefix, prefix);
    return &people->base;
}

void house_people_count_at(struct people *base, const struct pg_gate *gate)
{
    struct house_people *people = house_people_of(base);
    people->gate_url = pg_address_url(&people->address, NULL, gate->login, gate->password);
}
