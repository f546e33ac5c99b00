#include "config.h"

#include "sync/lite_till_peek.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sync/lite_till_parts.h"

enum { TRIES = 20, PATH_MOST = 1200, WAL_HEAD = 32, CHUNK = 1 << 14 };

static const char *const endings[] = {"", "-wal", "-journal"};

/* ---- copying -------------------------------------------------------------------------------- */

static enum rc cannot_copy(const char *path, struct err *err)
{
    return err_set_errno(err, RC_CONFIG, "%s cannot be copied to be read", path);
}

static bool copy_bytes(int in, int out)
{
    char bytes[CHUNK];
    ssize_t size, put = 0;
    while ((size = read(in, bytes, sizeof bytes)) > 0 &&
           (put = write(out, bytes, (size_t)size)) == size)
        continue;
    if (size > 0 && put >= 0)
        errno = ENOSPC; /* less was written than there was */
    return size == 0;
}

/* A WAL that is not there is not copied. */
static enum rc copy_file(const char *from, const char *to, bool needed, struct err *err)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0 && errno == ENOENT && !needed) {
        (void)unlink(to);
        return RC_OK;
    }
    int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool copied = out >= 0 && copy_bytes(in, out);
    enum rc rc = copied ? RC_OK : cannot_copy(from, err);
    if (in >= 0)
        close(in);
    if (out >= 0 && close(out) != 0 && copied)
        rc = cannot_copy(from, err);
    return rc;
}

/* Changes whenever a WAL begins anew; zeroes when there is none. */
static void read_head(const char *path, uint8_t head[WAL_HEAD])
{
    char name[PATH_MOST];
    snprintf(name, sizeof name, "%s-wal", path);
    memset(head, 0, WAL_HEAD);
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (read(fd, head, WAL_HEAD) != WAL_HEAD)
        memset(head, 0, WAL_HEAD);
    close(fd);
}

static enum rc copy_once(const char *path, const char *folder, struct err *err)
{
    char from[PATH_MOST], to[PATH_MOST];
    enum rc rc = RC_OK;
    for (int i = 0; i < 2 && rc == RC_OK; i++) {
        snprintf(from, sizeof from, "%s%s", path, endings[i]);
        snprintf(to, sizeof to, "%s/till.db%s", folder, endings[i]);
        rc = copy_file(from, to, i == 0, err);
    }
    return rc;
}

static enum rc copy(const char *path, const char *folder, struct err *err)
{
    uint8_t before[WAL_HEAD], after[WAL_HEAD];
    for (int i = 0; i < TRIES; i++) {
        read_head(path, before);
        enum rc rc = copy_once(path, folder, err);
        if (rc != RC_OK)
            return rc;
        read_head(path, after);
        if (memcmp(before, after, sizeof before) == 0)
            return RC_OK;
    }
    return err_set(err, RC_TRANSIENT, "BUSY", "%s is being written all the time; try again", path);
}

static void remove_copy(const char *folder)
{
    char name[PATH_MOST];
    for (int i = 0; i < COUNT_OF(endings); i++) {
        snprintf(name, sizeof name, "%s/till.db%s", folder, endings[i]);
        (void)unlink(name);
    }
    (void)rmdir(folder);
}

/* ---- opening -------------------------------------------------------------------------------- */

enum rc till_peek_open(const char *path, const char *below, const struct crypt_port *crypt,
                       const struct clock *clock, struct till_peek *out, struct err *err)
{
    char name[sizeof out->folder + 16];
    *out = (struct till_peek){0};
    if (access(path, R_OK) != 0)
        return err_set_errno(err, RC_CONFIG, "%s cannot be read", path);
    snprintf(out->folder, sizeof out->folder, "%s/loge-journal-XXXXXX", below);
    if (!mkdtemp(out->folder)) {
        enum rc rc = cannot_copy(path, err);
        out->folder[0] = '\0';
        return rc;
    }
    enum rc rc = copy(path, out->folder, err);
    snprintf(name, sizeof name, "%s/till.db", out->folder);
    if (rc == RC_OK)
        rc = lite_till_open(name, crypt, clock, &out->till, err);
    if (rc != RC_OK)
        till_peek_close(out);
    return rc;
}

void till_peek_close(struct till_peek *peek)
{
    lite_till_close(&peek->till);
    if (peek->folder[0])
        remove_copy(peek->folder);
    peek->folder[0] = '\0';
}

/* ---- reading -------------------------------------------------------------------------------- */

static void get_row(struct query *q, struct journal_row *row)
{
    size_t size;
    *row = (struct journal_row){.frame = {.seq = (uint64_t)get_int(q)}};
    row->frame.epoch = (uint32_t)get_int(q);
    row->at = get_int(q);
    row->final = get_int(q);
    row->state = (enum entry_state)get_int(q);
    row->reason = (enum verdict)get_int(q);
    row->settled_at = get_int(q);
    get_blob(q, row->frame.hash, sizeof row->frame.hash);
    get_blob(q, row->frame.signature, sizeof row->frame.signature);
    row->frame.body = get_bytes_here(q, &size);
    row->frame.size = (uint32_t)size;
}

enum rc till_peek_walk(struct till_peek *peek, uint64_t from,
                       bool (*see)(void *to, const struct journal_row *row), void *to,
                       struct err *err)
{
    struct query q = query_start(peek->till->lite, lite_sql_list_journal);
    struct journal_row row;
    bool more = true;
    put_int(&q, (int64_t)from);
    while (more && query_row(&q)) {
        get_row(&q, &row);
        more = see(to, &row);
    }
    return query_end(&q, err);
}
