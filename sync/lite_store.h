/*
 * The store in one SQLite file: the embedded house.
 *
 * Several processes may use one file at once, each through a store object of its own. The crypt
 * port must outlive the store; the clock is the one that decides when a hold is over.
 */
#ifndef LOGE_SYNC_LITE_STORE_H
#define LOGE_SYNC_LITE_STORE_H

#include "src/base/clock.h"
#include "src/port/crypt.h"
#include "src/port/store.h"

/*
 * Makes a new house; house->schema and created_at are filled by the store. An existing file, a
 * missing or unwritable folder: RC_CONFIG. There is either no file or a complete house.
 */
enum rc lite_store_create(const char *path, const struct house *house,
                          const struct crypt_port *crypt, const struct clock *clock,
                          struct store **out, struct err *err) MUST_USE;

/*
 * Opens a house and upgrades an older schema. RC_CONFIG: no such file, a folder, not writable.
 * RC_CORRUPT: not a house, damaged, or made by a newer program. RC_TRANSIENT: locked for too long.
 * Nothing is changed then and *out is NULL.
 */
enum rc lite_store_open(const char *path, const struct crypt_port *crypt, const struct clock *clock,
                        struct store **out, struct err *err) MUST_USE;

/*
 * The whole house as it stands at one moment, as a new file only its owner can read. RC_CONFIG:
 * something is there already. The store stays as it was; when it fails there is no file.
 */
enum rc lite_store_copy(struct store *store, const char *path, struct err *err) MUST_USE;

#endif
