/*
 * The outbox: letters to customers and to other programs. The store writes them itself, in the
 * transaction of the act they are about; here they are taken, settled and looked at.
 *
 * Functions of a store (store_ops.outbox; NULL: a house of one till, which sends nothing). Rows
 * live in the caller's arena. Each change is one transaction.
 */
#ifndef LOGE_PORT_OUTBOX_H
#define LOGE_PORT_OUTBOX_H

#include "src/base/err.h"
#include "src/domain/entity.h"

enum { WAY_ADDRESS = 256, WAY_SECRET = 32, LETTER_FAULT = 200 };

enum post_channel { POST_MAIL = 0, POST_WEB = 1 };
enum letter_status { LETTER_WAITING = 0, LETTER_SENT = 1, LETTER_DEAD = 2 };
enum letter_kind {
    LETTER_SOLD = 0,     /* subject: the sale; it was made, or an order was paid */
    LETTER_REFUNDED = 1, /* the sale */
    LETTER_MOVED = 2,    /* the sale: other seats */
    LETTER_OFFERED = 3,  /* the waiter: seats are held for him */
    LETTER_RELEASED = 4, /* the hold: the house took its seats back */
    LETTER_EXPIRED = 5,  /* seats whose holds expired, from one event of the log to another */
    LETTER_KINDS
};

struct post_way {
    int32_t no;
    enum post_channel channel;
    char address[WAY_ADDRESS];  /* of a web server; "" for mail */
    uint8_t secret[WAY_SECRET]; /* what it is signed with; filled in only when it is made */
    char made_by[PERSON_TEXT];
    int64_t made_at;
    int64_t waiting, dead, sent;
};

struct letter {
    struct uuid id;
    enum post_channel channel;
    char address[WAY_ADDRESS];  /* of a web server */
    uint8_t secret[WAY_SECRET]; /* filled in for whoever takes it */
    enum letter_kind kind;
    int32_t show;
    struct uuid subject;
    char to[EMAIL_TEXT]; /* of a mail */
    int64_t made_at;
    int32_t round;                   /* how often it was taken; not in a list */
    int32_t tries;                   /* how often it was tried in vain */
    int64_t first_event, last_event; /* of LETTER_EXPIRED; not in a list */
    int64_t due_at, settled_at;
    char fault[LETTER_FAULT];
};

struct letter_end {
    struct uuid id;
    int32_t round;
    enum letter_status status; /* LETTER_WAITING: try again */
    bool tried;                /* else it was only put off */
    int64_t again_ms;
    const char *fault;
};

struct store;

struct outbox_ops {
    /* Due letters, for so long theirs who takes them. mails: those that go by mail, else the
     * others.
     */
    enum rc (*take)(struct store *, int most, int64_t lease_ms, bool mails, struct arena *,
                    struct letter **, int *, struct err *);
    /* *counted false: somebody else has it meanwhile. */
    enum rc (*settle)(struct store *, const struct letter_end *, bool *counted, struct err *);
    enum rc (*list)(struct store *, enum letter_status, int limit, struct arena *, struct letter **,
                    int *, struct err *);
    /* Dead ones are due again; id NULL: all. */
    enum rc (*requeue)(struct store *, const struct uuid *id, int *count, struct err *);
    /* Fills in the number; *made false: this address was one already, and its secret stays. */
    enum rc (*way_add)(struct store *, struct post_way *, bool *made, struct err *);
    enum rc (*way_end)(struct store *, int32_t no, bool *found, struct err *);
    enum rc (*ways)(struct store *, struct arena *, struct post_way **, int *, struct err *);
};

/* "sold", "refunded", "moved", "offered", "released", "expired". */
const char *letter_kind_name(enum letter_kind kind);

#endif
