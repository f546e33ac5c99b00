#include "config.h"

#include "src/cmd/till_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/text.h"

/* What the key file holds, byte by byte: device, house, seed. */
enum { AT_HOUSE = 16, AT_SEED = 32, KEY_BYTES = AT_SEED + SIGN_SEED };

/* ---- names ----------------------------------------------------------------------------------- */

static enum rc file_name(const char *folder, const char *till, const char *ending,
                         char out[PATH_TEXT], struct err *err)
{
    char name[TILL_TEXT + 16];
    snprintf(name, sizeof name, "till-%s%s", till, ending);
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    return paths_join(out, folder, name, err);
}

enum rc till_file_path(const struct call *call, const char *till, char out[PATH_TEXT],
                       struct err *err)
{
    return file_name(call->paths.data, till, ".db", out, err);
}

enum rc till_heard_path(const struct call *call, const char *till, char out[PATH_TEXT],
                        struct err *err)
{
    return file_name(call->paths.data, till, ".heard", out, err);
}

static enum rc key_path(const struct call *call, const char *till, char out[PATH_TEXT],
                        struct err *err)
{
    return file_name(call->paths.config, till, ".key", out, err);
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum rc check_private(int fd, const char *path, struct err *err)
{
    struct stat about;
    if (fstat(fd, &about) < 0)
        return err_set_errno(err, RC_CONFIG, "Cannot look at the key file %s", path);
    if (!S_ISREG(about.st_mode) || about.st_mode & 077)
        return err_set(err, RC_CONFIG, "EPERM",
                       "The key file %s can be read by others: run chmod 600 on it", path);
    return RC_OK;
}

static enum rc read_bytes(const char *path, uint8_t bytes[KEY_BYTES], bool *found, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    *found = fd >= 0;
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? RC_OK
                   : err_set_errno(err, RC_CONFIG, "The key file %s cannot be opened", path);
    enum rc rc = check_private(fd, path, err);
    if (!rc && read(fd, bytes, KEY_BYTES) != KEY_BYTES)
        rc = err_set(err, RC_CORRUPT, "", "The key file %s is damaged; restore it from a backup",
                     path);
    close(fd);
    return rc;
}

static void take_bytes(const struct call *call, const uint8_t bytes[KEY_BYTES],
                       struct till_key *out)
{
    memcpy(out->device.b, bytes, sizeof out->device.b);
    memcpy(out->house.b, bytes + AT_HOUSE, sizeof out->house.b);
    call->desk.crypt->sign_key(bytes + AT_SEED, &out->key);
}

enum rc till_key_read(const struct call *call, const char *till, struct till_key *out, bool *found,
                      struct err *err)
{
    char path[PATH_TEXT];
    uint8_t bytes[KEY_BYTES];
    *found = false;
    enum rc rc = key_path(call, till, path, err);
    if (!rc)
        rc = read_bytes(path, bytes, found, err);
    if (!rc && *found)
        take_bytes(call, bytes, out);
    call->desk.crypt->forget(bytes, sizeof bytes);
    return rc;
}

void till_key_forget(const struct call *call, struct till_key *key)
{
    call->desk.crypt->forget(&key->key, sizeof key->key);
}

void till_prove(const struct call *call, const char *till, struct store *house)
{
    struct till_key key;
    struct pg_proof proof;
    struct err err;
    bool found;
    if (till_key_read(call, till, &key, &found, &err) || !found)
        return;
    pg_proof_of(call->desk.crypt, &key.key, &proof);
    pg_store_prove(house, &proof);
    till_key_forget(call, &key);
    call->desk.crypt->forget(&proof, sizeof proof);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_aside(int fd, const uint8_t bytes[KEY_BYTES])
{
    bool ok = fchmod(fd, 0600) == 0 && write(fd, bytes, KEY_BYTES) == KEY_BYTES && fsync(fd) == 0;
    return close(fd) == 0 && ok;
}

static bool sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return ok;
}

/* Whole or not at all: a till that lost its key is another till. */
static enum rc write_bytes(const struct call *call, const char *path,
                           const uint8_t bytes[KEY_BYTES], struct err *err)
{
    char draft[PATH_TEXT + 8];
    snprintf(draft, sizeof draft, "%s.new", path);
    int fd = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0 && write_aside(fd, bytes) && rename(draft, path) == 0 &&
        sync_folder(call->paths.config))
        return RC_OK;
    return err_set_errno(err, RC_CONFIG, "The key file %s cannot be written", path);
}

static enum rc write_key(const struct call *call, const char *till, const struct till_key *key,
                         struct err *err)
{
    char path[PATH_TEXT];
    uint8_t bytes[KEY_BYTES];
    memcpy(bytes, key->device.b, sizeof key->device.b);
    memcpy(bytes + AT_HOUSE, key->house.b, sizeof key->house.b);
    memcpy(bytes + AT_SEED, key->key.secret, SIGN_SEED);
    enum rc rc = key_path(call, till, path, err);
    if (!rc)
        rc = paths_create(call->paths.config, err);
    if (!rc)
        rc = write_bytes(call, path, bytes, err);
    call->desk.crypt->forget(bytes, sizeof bytes);
    return rc;
}

enum rc till_key_make(const struct call *call, const char *till, struct till_key *out,
                      struct err *err)
{
    bool found;
    uint8_t seed[SIGN_SEED];
    struct uuid_source ids = {.rng = rng_system()};
    enum rc rc = till_key_read(call, till, out, &found, err);
    if (rc || found)
        return rc;
    *out = (struct till_key){.device = uuid_make(&ids, clock_wall(&call->desk.clock))};
    ids.rng.fill(ids.rng.ctx, seed, sizeof seed);
    call->desk.crypt->sign_key(seed, &out->key);
    call->desk.crypt->forget(seed, sizeof seed);
    return write_key(call, till, out, err);
}

enum rc till_key_known(const struct call *call, const char *till, struct till_key *key,
                       const struct uuid *house, struct err *err)
{
    if (uuid_equal(&key->house, house))
        return RC_OK;
    key->house = *house;
    return write_key(call, till, key, err);
}

/* ---- what waits ------------------------------------------------------------------------------ */

static bool waits_path(const struct call *call, const char *till, char out[PATH_TEXT])
{
    struct err err;
    return !file_name(call->paths.data, till, ".waits", out, &err);
}

bool till_waits(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    return waits_path(call, till, path) && access(path, F_OK) == 0;
}

/* A disk that takes no empty file takes no act either, which is told where it happens. */
void till_waits_mark(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    if (till_waits(call, till) || !waits_path(call, till, path))
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    close(fd);
    (void)sync_folder(call->paths.data);
}

void till_waits_clear(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    if (waits_path(call, till, path))
        unlink(path);
}

/* ---- the gate -------------------------------------------------------------------------------- */

static enum rc gate_path(const struct call *call, char out[PATH_TEXT], struct err *err)
{
    return paths_join(out, call->paths.config, "till.gate", err);
}

/* "LOGIN\nPASSWORD\n" */
static bool take_gate(char *text, struct pg_gate *gate)
{
    char *password = strchr(text, '\n');
    if (!password)
        return false;
    *password++ = '\0';
    password[strcspn(password, "\n")] = '\0';
    return *text && text_copy(gate->login, sizeof gate->login, text) &&
           text_copy(gate->password, sizeof gate->password, password);
}

bool till_gate_read(const struct call *call, struct pg_gate *gate)
{
    char path[PATH_TEXT], text[sizeof *gate + 2] = "";
    struct err err;
    if (gate_path(call, path, &err))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    bool taken = check_private(fd, path, &err) == RC_OK && read(fd, text, sizeof text - 1) > 0 &&
                 take_gate(text, gate);
    close(fd);
    call->desk.crypt->forget(text, sizeof text);
    return taken;
}

enum rc till_gate_write(const struct call *call, const struct pg_gate *gate, struct err *err)
{
    char path[PATH_TEXT];
    enum rc rc = gate_path(call, path, err);
    if (rc)
        return rc;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool ok = fd >= 0 && fchmod(fd, 0600) == 0 &&
              dprintf(fd, "%s\n%s\n", gate->login, gate->password) > 0;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    return ok ? RC_OK : err_set_errno(err, RC_CONFIG, "Cannot write %s", path);
}

/* ---- a house that is silent ------------------------------------------------------------------ */

static bool silent_path(const struct call *call, const char *till, char out[PATH_TEXT])
{
    struct err err;
    return !file_name(call->paths.data, till, ".silent", out, &err);
}

bool till_is_silent(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    return silent_path(call, till, path) && access(path, F_OK) == 0;
}

/* A clock that was put back must not prolong it. */
int64_t till_silent_ms(const struct call *call, const char *till)
{
    const struct clock system = clock_system();
    char path[PATH_TEXT];
    struct stat about;
    if (!silent_path(call, till, path) || stat(path, &about) != 0)
        return 0;
    int64_t since = clock_wall(&system) - (int64_t)about.st_mtime * 1000;
    return since >= 0 && since < SILENT_FOR_MS ? SILENT_FOR_MS - since : 0;
}

void till_silent_mark(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    if (!silent_path(call, till, path))
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    (void)!futimens(fd, NULL);
    close(fd);
}

void till_silent_clear(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    if (silent_path(call, till, path))
        unlink(path);
}

/* ---- the past that was asked ----------------------------------------------------------------- */

static int open_past(const struct call *call, const char *till, int flags)
{
    char path[PATH_TEXT];
    struct err err;
    if (file_name(call->paths.data, till, ".past", path, &err))
        return -1;
    return open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
}

void till_past_read(const struct call *call, const char *till, char *out, size_t size)
{
    int fd = open_past(call, till, O_RDONLY);
    ssize_t got = fd >= 0 ? read(fd, out, size - 1) : 0;
    out[got > 0 ? got : 0] = '\0';
    if (fd >= 0)
        close(fd);
}

/* One that is torn or missing is another one, and the house is asked once more. */
void till_past_write(const struct call *call, const char *till, const char *past)
{
    int fd = open_past(call, till, O_WRONLY | O_CREAT | O_TRUNC);
    if (fd < 0)
        return;
    (void)!write(fd, past, strlen(past));
    close(fd);
}
