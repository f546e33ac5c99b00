/*
 * People whom somebody else knows: in a house of several tills who may sign in is the server's
 * business, and whoever signs for an act signs there, too. Without this port people and their PINs
 * are rows of the store.
 *
 * Errors: native PEOPLE_REFUSED when this name and password are refused, or are not enough for
 * this; anything else when nobody could be asked. Passwords are kept in memory for as long as they
 * are needed, and never written.
 */
#ifndef LOGE_PORT_PEOPLE_H
#define LOGE_PORT_PEOPLE_H

#include <stdbool.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/uuid.h"
#include "src/domain/changeset.h"

#define PEOPLE_REFUSED "LOGIN"

struct people;

struct people_ops {
    /* From now on the store acts as this person; on failure it stays as it was. */
    enum rc (*sign_in)(struct people *, const char *name, const char *password, struct actor *,
                       struct err *);
    /* Finds out who this is and keeps him ready to sign one act. */
    enum rc (*ready_to_sign)(struct people *, const char *name, const char *password,
                             struct actor *, struct err *);
    /* The approver signs for these very rows; for one act after each ready_to_sign, which may be
     * decided again under its key. */
    enum rc (*sign)(struct people *, const struct changeset *, struct err *);
    /* Makes somebody new a login, or gives a login this password; as whoever is signed in. */
    enum rc (*put)(struct people *, const char *name, enum role role, const char *password,
                   struct err *);
    void (*close)(struct people *);
};

struct people {
    const struct people_ops *ops;
};

static inline bool people_refused(const struct err *err)
{
    return strcmp(err->native, PEOPLE_REFUSED) == 0;
}

/* Closes and nulls; NULL is fine. */
static inline void people_close(struct people **people)
{
    if (*people)
        (*people)->ops->close(*people);
    *people = NULL;
}

#endif
