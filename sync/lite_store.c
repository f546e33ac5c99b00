/*
 * Opening and closing the file.
 *
 * A new house is made under a name of its own and then linked to its place, which fails when
 * something is there already: two processes that create at once leave one house, and a crash
 * leaves none or a complete one.
 */
#include "config.h"

#include "sync/lite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/port/stored.h"
#include "sync/lite.h"

static void close_store(struct store *store)
{
    struct lite *lite = lite_of(store);
    for (int i = 0; i < LITE_STATEMENTS; i++)
        if (lite->cache[i])
            (void)sqlite3_finalize(lite->cache[i]);
    (void)sqlite3_close(lite->db);
    if (lite->watch >= 0)
        close(lite->watch);
    free(lite->path);
    free(lite);
}

#define LITE_ENTRY(op) .op = lite_##op,
static const struct store_ops lite_ops = {
    .name = "sqlite",
    .query = &lite_query_ops,
    STORED_READS(STORED_ENTRY) LITE_STORE_OPS(LITE_ENTRY).close = close_store,
};

enum rc lite_house_read(struct store *store, struct house *house, struct err *err)
{
    struct query q = query_start(lite_of(store), lite_sql_read_house);
    memset(house, 0, sizeof *house);
    if (query_row(&q)) {
        get_text(&q, house->name, sizeof house->name);
        get_text(&q, house->currency, sizeof house->currency);
        get_text(&q, house->timezone, sizeof house->timezone);
        house->created_at = get_int(&q);
    }
    house->schema = lite_schema_newest();
    return query_end(&q, err);
}

static struct lite *lite_new(const char *path, const struct crypt_port *crypt,
                             const struct clock *clock)
{
    struct lite *lite = x_alloc(sizeof *lite);
    lite->base.ops = &lite_ops;
    lite->path = x_strdup(path);
    lite->crypt = crypt;
    lite->clock = *clock;
    lite->watch = -1;
    lite->jitter = ((uint32_t)getpid() * 2654435761u) | 1;
    return lite;
}

static enum rc connect_file(struct lite *lite, const char *file, int flags, struct err *err)
{
    int code = sqlite3_open_v2(file, &lite->db,
                               flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                                   SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE,
                               NULL);
    if (code != SQLITE_OK)
        return lite_fail(lite, code, err);
    lite_wait_install(lite);
    code = lite_text_functions(lite->db);
    return code == SQLITE_OK ? RC_OK : lite_fail(lite, code, err);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = x_strdup(slash ? path : ".");
    if (slash)
        folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
}

/* ---- open ----------------------------------------------------------------------------------- */

/* SQLite would open any of these too, or fail with a riddle. */
static enum rc check_file(const char *path, struct err *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return errno == ENOENT
                   ? err_set(err, RC_CONFIG, "ENOENT",
                             "there is no house at %s; make one, or check the path", path)
                   : err_set_errno(err, RC_CONFIG, "cannot open %s", path);
    if (!S_ISREG(info.st_mode))
        return err_set(err, RC_CONFIG, S_ISDIR(info.st_mode) ? "EISDIR" : "EINVAL",
                       "%s is not a file; name the house's file", path);
    if (info.st_size == 0)
        return err_set(err, RC_CORRUPT, "EMPTY",
                       "%s is empty, not a Loge house; remove it or restore a backup", path);
    if (access(path, R_OK | W_OK) != 0)
        return err_set_errno(err, RC_CONFIG, "%s must be readable and writable", path);
    return RC_OK;
}

/* The journal stays beside the file between acts, and belongs to whoever wrote first. */
static enum rc check_journal(const char *path, struct err *err)
{
    size_t size = strlen(path) + sizeof "-journal";
    char *journal = x_alloc(size);
    snprintf(journal, size, "%s-journal", path);
    enum rc rc = RC_OK;
    if (access(journal, R_OK | W_OK) != 0 && errno != ENOENT)
        rc = err_set_errno(err, RC_CONFIG, "%s must be readable and writable", journal);
    free(journal);
    return rc;
}

/* Where there is no journal yet one will be made, so the folder must be writable as well. */
static enum rc check_folder(const char *path, struct err *err)
{
    char *folder = folder_of(path);
    enum rc rc = RC_OK;
    if (access(folder, W_OK | X_OK) != 0)
        rc = err_set_errno(err, RC_CONFIG, "the folder of %s must be writable", path);
    free(folder);
    return rc;
}

static enum rc check_place(const char *path, struct err *err)
{
    enum rc rc = check_file(path, err);
    if (rc == RC_OK)
        rc = check_journal(path, err);
    return rc == RC_OK ? check_folder(path, err) : rc;
}

/* Takes the new object over: it is the store, or it is gone. */
static enum rc open_file(struct lite *lite, struct store **out, struct err *err)
{
    enum rc rc = connect_file(lite, lite->path, 0, err);
    if (rc == RC_OK)
        rc = lite_schema_open(lite, err);
    if (rc == RC_OK)
        *out = &lite->base;
    else
        close_store(&lite->base);
    return rc;
}

enum rc lite_store_open(const char *path, const struct crypt_port *crypt, const struct clock *clock,
                        struct store **out, struct err *err)
{
    *out = NULL;
    enum rc rc = check_place(path, err);
    return rc == RC_OK ? open_file(lite_new(path, crypt, clock), out, err) : rc;
}

enum rc lite_store_open_alone(const char *path, const struct crypt_port *crypt,
                              const struct clock *clock, struct store **out, struct err *err)
{
    *out = NULL;
    enum rc rc = check_place(path, err);
    if (rc != RC_OK)
        return rc;
    struct lite *lite = lite_new(path, crypt, clock);
    lite->alone = true;
    return open_file(lite, out, err);
}

/* ---- create --------------------------------------------------------------------------------- */

static enum rc sync_folder_of(const char *path, struct err *err)
{
    char *folder = folder_of(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd < 0 || fsync(fd) != 0) {
        enum rc rc = err_set_errno(err, RC_CONFIG, "cannot save the folder of %s", path);
        if (fd >= 0)
            close(fd);
        return rc;
    }
    close(fd);
    return RC_OK;
}

static enum rc build(const char *draft, const struct lite *like, const struct house *house,
                     struct err *err)
{
    struct lite *lite = lite_new(like->path, like->crypt, &like->clock);
    enum rc rc = connect_file(lite, draft, SQLITE_OPEN_CREATE, err);
    if (rc == RC_OK)
        rc = lite_schema_create(lite, house, err);
    close_store(&lite->base);
    return rc;
}

static enum rc put_in_place(const char *draft, const char *path, struct err *err)
{
    if (link(draft, path) != 0)
        return errno == EEXIST ? err_set(err, RC_CONFIG, "EEXIST",
                                         "%s exists already; open it, or choose another path", path)
                               : err_set_errno(err, RC_CONFIG, "cannot create %s", path);
    return sync_folder_of(path, err);
}

static enum rc create_file(const struct lite *like, const struct house *house, struct err *err)
{
    size_t size = strlen(like->path) + 32;
    char *draft = x_alloc(size);
    char *journal = x_alloc(size);
    snprintf(draft, size, "%s.new-XXXXXX", like->path);
    int fd = mkstemp(draft);
    if (fd < 0) {
        enum rc rc = err_set_errno(err, RC_CONFIG, "cannot create %s", like->path);
        free(draft);
        free(journal);
        return rc;
    }
    close(fd);
    enum rc rc = build(draft, like, house, err);
    if (rc == RC_OK)
        rc = put_in_place(draft, like->path, err);
    snprintf(journal, size, "%s-journal", draft);
    unlink(draft);
    unlink(journal);
    free(draft);
    free(journal);
    return rc;
}

enum rc lite_store_create(const char *path, const struct house *house,
                          const struct crypt_port *crypt, const struct clock *clock,
                          struct store **out, struct err *err)
{
    *out = NULL;
    if (access(path, F_OK) == 0)
        return err_set(err, RC_CONFIG, "EEXIST",
                       "%s exists already; open it, or choose another path", path);
    struct lite *like = lite_new(path, crypt, clock);
    enum rc rc = create_file(like, house, err);
    close_store(&like->base);
    return rc == RC_OK ? lite_store_open(path, crypt, clock, out, err) : rc;
}
