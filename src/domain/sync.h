/*
 * What a till and the house say to one another when a journal comes home.
 *
 *   till                                   house
 *   hello: device, epoch, heads      ->
 *                                    <-    welcome: session, the last entry it has
 *   batch: entries from there on     ->    (up to 500 or 256 KiB; a few may be on their way)
 *                                    <-    verdicts: one an entry, with the seats as they are now
 *   pull: cursor                     ->    only when every entry has its verdict
 *                                    <-    page: seats that changed since
 *   give back: lent seats            ->
 *                                    <-    given back
 *
 * Any message may be lost, doubled, late or cut short; saying it again changes nothing. A welcome
 * answers one hello (nonce). It begins a session; what belongs to an earlier one is not listened
 * to. The same hello once more is answered in the session it began.
 *
 * A journal whose past differs from what the house knows is put in quarantine whole: no entry of it
 * is judged until a supervisor lets it go on in a new epoch. So that a late message is not
 * mistaken for a restored disk, a suspicious hello is first answered by "again" in a new session.
 */
#ifndef LOGE_DOMAIN_SYNC_H
#define LOGE_DOMAIN_SYNC_H

#include "src/domain/chain.h"
#include "src/domain/merge.h"

enum {
    /* Of the messages, and of data/schema/pg/code/sync2.sql. 2: check-ins with bags are journalled.
     */
    SYNC_REVISION = 2,
    SYNC_BACK = 2, /* a house understands tills of so many revisions before its own */
    SYNC_ENTRIES_MOST = 500,
    SYNC_BYTES_MOST = 256 * 1024,
};

enum sync_status {
    SYNC_OK,
    SYNC_AGAIN,         /* say hello once more, in this session */
    SYNC_OTHER_SESSION, /* a later hello began another session */
    SYNC_BUSY,          /* nothing happened, try again */
    SYNC_GAP,           /* entries before these have not arrived */
    SYNC_DAMAGED,       /* bytes were changed on the way */
    SYNC_NEW_EPOCH,     /* a supervisor lets the journal go on in this epoch */
    SYNC_QUARANTINED,
    SYNC_UNKNOWN,  /* the house has no such till */
    SYNC_TOO_OLD,  /* upgrade the till */
    SYNC_TOO_NEW,  /* upgrade the house */
    SYNC_BEHIND,   /* as SYNC_OK, but it works alone until its program is as new as the house */
    SYNC_STRANGER, /* the next entry is of a person whom the house has not seen sign in there */
};

enum quarantine {
    QUARANTINE_NONE = 0,
    QUARANTINE_FORK = 1,     /* two histories of one journal: a copy was used */
    QUARANTINE_ROLLBACK = 2, /* the journal lost entries the house has: an old copy was put back */
    QUARANTINE_FORGED = 3,   /* signed by another key */
    QUARANTINE_REVOKED = 4,  /* a supervisor declared the till lost */
};

struct sync_hello {
    int revision;
    struct uuid device;
    uint64_t nonce;
    uint64_t session; /* as an "again" gave it, else 0 */
    uint32_t epoch;
    uint64_t start_seq, head_seq; /* the last entry before this epoch, and the last of all */
    uint8_t start_hash[ENTRY_HASH], head_hash[ENTRY_HASH];
    struct uuid boot; /* the till's clocks now */
    int64_t mono, wall;
};

struct sync_welcome {
    uint64_t nonce, session;
    enum sync_status status;
    enum quarantine quarantine;
    uint32_t epoch;    /* with SYNC_NEW_EPOCH: the one to go on in */
    uint64_t last_seq; /* the last entry that has a verdict */
    uint64_t event;    /* the house's last event now */
    uint16_t till;     /* this till's number: seats with it as their allotment are lent to it */
    bool lent;         /* some are */
    bool recall;       /* and the house wants them back */
    int64_t lease_ms;  /* for how long, from the hello on, they may be sold for good */
};

struct sync_batch {
    struct uuid device;
    uint64_t session;
    uint8_t before[ENTRY_HASH]; /* hash of the entry before the first */
    const uint8_t *bytes;       /* frames, see batch_add */
    size_t size;
};

struct seat_news {
    int32_t show, seat;
    uint32_t terms;
    struct seat_state state;
};

struct sync_verdict {
    uint64_t seq;
    uint8_t hash[ENTRY_HASH]; /* the entry's own, so that nobody takes it for another's */
    enum entry_state state;
    enum verdict reason;
    enum merge_class heading;
    struct seat_news *seats; /* the entry's seats as the house has them now */
    int seat_count;
};

struct sync_verdicts {
    uint64_t session;
    enum sync_status status;
    enum quarantine quarantine;
    uint64_t next; /* the entry the house wants next */
    LIST(struct sync_verdict) of;
};

struct sync_pull {
    struct uuid device;
    uint64_t session, cursor;
    int limit;
};

struct sync_page {
    uint64_t session;
    uint64_t from, to; /* cursors: events after `from`, up to and with `to` */
    bool more;
    LIST(struct seat_news) seats;
};

struct sync_give_back {
    struct uuid device;
    uint64_t session, through; /* every entry up to this one has been uploaded */
};

struct sync_given_back {
    uint64_t session;
    enum sync_status status;
};

enum sync_kind {
    SYNC_HELLO,
    SYNC_WELCOME,
    SYNC_BATCH,
    SYNC_VERDICTS,
    SYNC_PULL,
    SYNC_PAGE,
    SYNC_GIVE_BACK,
    SYNC_GIVEN_BACK,
};

/* Lists and bytes in a message live as long as the arena they were made in. */
struct sync_message {
    enum sync_kind kind;
    union {
        struct sync_hello hello;
        struct sync_welcome welcome;
        struct sync_batch batch;
        struct sync_verdicts verdicts;
        struct sync_pull pull;
        struct sync_page page;
        struct sync_give_back give_back;
        struct sync_given_back given_back;
    };
};

const char *quarantine_name(enum quarantine why); /* "none", "fork", ...; for programs */

/* SYNC_OK when a house of one revision understands a till of the other. */
enum sync_status sync_revision(int house, int till);

/* ---- frames in a batch ---------------------------------------------------------------------- */

enum { FRAME_HEAD = 8 + 4 + 1 + ENTRY_HASH + ENTRY_SIGNATURE + 4 };

struct byte_writer;
struct byte_reader;

/* False, and nothing is written, when it does not fit. */
bool batch_add(struct byte_writer *to, const struct entry_frame *frame) MUST_USE;
/* The next whole frame; false at the end, and where a batch was cut off. */
bool batch_next(struct byte_reader *from, struct entry_frame *frame) MUST_USE;

#endif
