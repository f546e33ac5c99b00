/*
 * A till's file, read while its till may be selling from it.
 *
 * The till has its file for itself, so a copy is opened: the database's pages, then its WAL, whose
 * whole commits come over them. A checkpoint that began a new WAL meanwhile is noticed, and the
 * copy made again.
 */
#ifndef LOGE_SYNC_LITE_TILL_PEEK_H
#define LOGE_SYNC_LITE_TILL_PEEK_H

#include "sync/lite_till.h"

struct till_peek {
    struct lite_till *till;
    char folder[256]; /* of the copy */
};

/* The copy goes to a folder of its own below this one. RC_TRANSIENT: the till is too busy. */
enum rc till_peek_open(const char *path, const char *below, const struct crypt_port *crypt,
                       const struct clock *clock, struct till_peek *out, struct err *err) MUST_USE;
/* Closes, and removes the copy. */
void till_peek_close(struct till_peek *peek);

/* An entry with what the house made of it. */
struct journal_row {
    struct entry_frame frame; /* body borrowed until the next one */
    int64_t at;               /* by the till's clock */
    bool final;
    enum entry_state state;
    enum verdict reason;
    int64_t settled_at;
};

/* The entries from there on, in order, until `see` says false. */
enum rc till_peek_walk(struct till_peek *peek, uint64_t from,
                       bool (*see)(void *to, const struct journal_row *row), void *to,
                       struct err *err) MUST_USE;

#endif
