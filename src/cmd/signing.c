#include "config.h"

#include "src/cmd/signing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/engine/ticket_seal.h"

/* ---- the file ----------------------------------------------------------------------------- */

static enum rc file_name(struct call *call, char out[PATH_TEXT], struct err *err)
{
    return paths_join(out, call->paths.data, "ticket.key", err);
}

static enum rc check_private(int fd, const char *path, struct err *err)
{
    struct stat about;
    if (fstat(fd, &about) < 0)
        return err_set_errno(err, RC_CONFIG, "Cannot look at the key file %s", path);
    if (!S_ISREG(about.st_mode) || about.st_mode & 007)
        return err_set(err, RC_CONFIG, "EPERM",
                       "The key file %s can be read by others: run chmod 600 on it", path);
    return RC_OK;
}

/* *found false: there is no such file. */
static enum rc read_seed(const char *path, uint8_t seed[SIGN_SEED], bool *found, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    *found = fd >= 0;
    if (fd < 0)
        return errno == ENOENT
                   ? RC_OK
                   : err_set_errno(err, RC_CONFIG, "The key file %s cannot be opened", path);
    enum rc rc = check_private(fd, path, err);
    if (!rc && read(fd, seed, SIGN_SEED) != SIGN_SEED)
        rc = err_set(err, RC_CORRUPT, "", "The key file %s is damaged; restore it from a backup",
                     path);
    close(fd);
    return rc;
}

/* The group that shares the house's file has to sign with the same key. */
static mode_t mode_for(const struct call *call)
{
    struct stat about;
    bool shared = *call->file && stat(call->file, &about) == 0;
    return S_IRUSR | S_IWUSR | (shared ? about.st_mode & S_IRGRP : 0);
}

static bool write_whole(int fd, const uint8_t seed[SIGN_SEED])
{
    return write(fd, seed, SIGN_SEED) == SIGN_SEED && fsync(fd) == 0;
}

/* Whole or not at all, and never over one that is there. */
static enum rc write_seed(const struct call *call, const char *path, const uint8_t seed[SIGN_SEED],
                          struct err *err)
{
    char draft[PATH_TEXT + 8];
    snprintf(draft, sizeof draft, "%s.XXXXXX", path);
    int fd = mkostemp(draft, O_CLOEXEC);
    if (fd < 0)
        return err_set_errno(err, RC_CONFIG, "The key file %s cannot be written", path);
    bool written = write_whole(fd, seed) && fchmod(fd, mode_for(call)) == 0;
    written = close(fd) == 0 && written && link(draft, path) == 0;
    enum rc rc =
        written ? RC_OK : err_set_errno(err, RC_CONFIG, "The key file %s cannot be written", path);
    (void)unlink(draft);
    return rc;
}

/* ---- the key ------------------------------------------------------------------------------ */

static enum rc find_public(struct call *call, struct signing *signing, struct err *err)
{
    struct store *store = call->desk.store;
    struct ticket_key *keys;
    int count;
    enum rc rc = store->ops->key_list(store, call->arena, &keys, &count, err);
    for (int i = 0; !rc && i < count; i++) {
        if (keys[i].kind != KEY_HOUSE ||
            memcmp(keys[i].public, signing->key.public, sizeof keys[i].public) != 0)
            continue;
        signing->public = keys[i];
        signing->ready = !keys[i].ended_at;
    }
    return rc;
}

static enum rc read_key(struct call *call, struct signing *signing, bool *found, struct err *err)
{
    char path[PATH_TEXT];
    uint8_t seed[SIGN_SEED];
    *signing = (struct signing){0};
    enum rc rc = file_name(call, path, err);
    if (!rc)
        rc = read_seed(path, seed, found, err);
    if (!rc && *found)
        call->desk.crypt->sign_key(seed, &signing->key);
    call->desk.crypt->forget(seed, sizeof seed);
    return rc;
}

enum rc signing_read(struct call *call, struct signing *signing, struct err *err)
{
    bool found = false;
    enum rc rc = read_key(call, signing, &found, err);
    return !rc && found ? find_public(call, signing, err) : rc;
}

void signing_forget(struct call *call, struct signing *signing)
{
    call->desk.crypt->forget(&signing->key, sizeof signing->key);
    signing->ready = false;
}

bool signing_names_secret(struct call *call, uint8_t secret[HASH_SIZE])
{
    static const char purpose[] = "names of acts";
    const struct crypt_port *crypt = call->desk.crypt;
    struct signing signing;
    struct hash_state state;
    struct err err;
    bool found = false;
    if (read_key(call, &signing, &found, &err))
        found = false;
    if (found) {
        crypt->hash_start(&state);
        crypt->hash_add(&state, purpose, sizeof purpose);
        crypt->hash_add(&state, signing.key.secret, sizeof signing.key.secret);
        crypt->hash_end(&state, secret);
    }
    signing_forget(call, &signing);
    return found;
}

/* ---- making one --------------------------------------------------------------------------- */

static enum rc make_seed(struct call *call, struct err *err)
{
    char path[PATH_TEXT];
    uint8_t seed[SIGN_SEED];
    struct rng rng = rng_system();
    enum rc rc = file_name(call, path, err);
    rng.fill(rng.ctx, seed, sizeof seed);
    if (!rc)
        rc = paths_create(call->paths.data, err);
    if (!rc)
        rc = write_seed(call, path, seed, err);
    call->desk.crypt->forget(seed, sizeof seed);
    return rc;
}

/* The key of the file, made when there is none. */
static enum rc have_key(struct call *call, struct signing *signing, struct err *err)
{
    bool found = false;
    enum rc rc = read_key(call, signing, &found, err);
    if (rc || found)
        return rc ? rc : find_public(call, signing, err);
    rc = make_seed(call, err);
    return rc ? rc : read_key(call, signing, &found, err);
}

static void tell_house(struct call *call, const struct signing *signing, struct outcome *out)
{
    struct ticket_key key = {.kind = KEY_HOUSE};
    memcpy(key.public, signing->key.public, sizeof key.public);
    text_copy(key.till, sizeof key.till, call->meta.actor.till);
    desk_key_add(&call->desk, &call->meta, &key, out);
}

bool signing_make(struct call *call, int32_t *id)
{
    struct signing signing;
    struct outcome out = {0};
    struct err err;
    if (!call_may(call, RIGHT_KEYS))
        return false;
    enum rc rc = have_key(call, &signing, &err);
    if (!rc && !signing.public.id) {
        tell_house(call, &signing, &out);
        rc = out.verdict ? RC_OK : find_public(call, &signing, &err);
    }
    *id = signing.public.id;
    signing_forget(call, &signing);
    if (out.verdict)
        call_refused(call, &out);
    else if (rc)
        call_err(call, &err);
    return !rc && !out.verdict;
}

const char *signing_missing(void)
{
    return _("This till has no key to sign tickets with; a supervisor makes one with `loge "
             "ticket new-key`.");
}

void signing_make_first(struct call *call)
{
    struct signing signing;
    struct outcome out;
    struct err err;
    struct act_meta meta = call->meta;
    if (have_key(call, &signing, &err) == RC_OK && !signing.public.id) {
        call->meta.key = (struct uuid){0}; /* the act's own key is the house's */
        tell_house(call, &signing, &out);
    }
    call->meta = meta;
    signing_forget(call, &signing);
}

/* ---- a ticket ----------------------------------------------------------------------------- */

static bool same_name(const char *name, const char *from, size_t length)
{
    return strlen(name) == length && memcmp(name, from, length) == 0;
}

/* "Stalls 1, Circle 2": the number behind the section's name. */
static uint8_t gate_of(const char *gates, const char *section)
{
    while (*gates) {
        gates += strspn(gates, ", ");
        size_t length = strcspn(gates, ",");
        const char *last = memrchr(gates, ' ', length);
        if (last && same_name(section, gates, (size_t)(last - gates)))
            return (uint8_t)strtoul(last, NULL, 10);
        gates += length;
    }
    return 0;
}

static uint8_t gate_for(struct call *call, const struct plan *plan, const struct ticket *ticket)
{
    const char *gates = settings_text(call->settings, SETTING_DOOR_GATES);
    for (int i = 0; plan && *gates && i < plan->seat_count; i++)
        if (plan->seats[i].no == ticket->seat)
            return gate_of(gates, plan_section_of(plan, i)->name);
    return 0;
}

bool signing_code(struct call *call, const struct signing *signing, const struct show *show,
                  const struct plan *plan, const struct ticket *ticket, char out[TICKET_CODE_TEXT])
{
    int64_t opens = settings_ms(call->settings, SETTING_DOOR_OPENS);
    int64_t closes = settings_ms(call->settings, SETTING_DOOR_CLOSES);
    if (!signing->ready || !show->no)
        return false;
    const struct ticket_mark mark = {
        .house = signing->public.house,
        .key = (uint16_t)signing->public.id,
        .gate = gate_for(call, plan, ticket),
        .show = ticket->show,
        .seat = ticket->seat,
        .ticket = ticket->id,
        .generation = (uint16_t)(ticket->generation < UINT16_MAX ? ticket->generation : UINT16_MAX),
        .from = show->starts_at > opens ? show->starts_at - opens : 0,
        .until = show->starts_at + closes};
    return ticket_seal(call->desk.crypt, &signing->key, &mark, out);
}
