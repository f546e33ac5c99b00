/*
 * A journal entry: one act of a till or a scanner that could not ask the house.
 *
 * An entry never changes. It says what was done to which seats and on what each change stands: the
 * house's version of the seat, or an earlier entry of the same journal whose version nobody knows
 * yet. entry_write() gives its canonical bytes; the journal keeps those in a frame with the entry's
 * place (epoch, seq) and the hash that chains it to the one before (chain.h).
 *
 * Beside the entry, and apart from it, its state moves: pending, sent (a hint that a restart
 * forgets), then one verdict of the house for ever.
 *
 *   pending <-> sent -> accepted | rebased | conflict | refused | expired
 *                    -> renewed    the journal got a new epoch, and the act stands in it once more
 */
#ifndef LOGE_DOMAIN_ENTRY_H
#define LOGE_DOMAIN_ENTRY_H

#include "src/base/arena.h"
#include "src/domain/changeset.h"

enum {
    ENTRY_HASH = 32,
    ENTRY_SIGNATURE = 64,
    ENTRY_REVISION = 1, /* of the bytes */
    ENTRY_SEATS_MOST = 600,
    ENTRY_BYTES_MOST = 96 * 1024, /* of a body */
};

#define ENTRY_LATEST_TIME (INT64_C(1) << 52) /* keeps sums of times far from overflow */

enum entry_kind { ENTRY_SEATS, ENTRY_SCAN, ENTRY_KIND_COUNT };

enum entry_state {
    ENTRY_PENDING = 0,
    ENTRY_SENT = 1,
    ENTRY_ACCEPTED = 2,
    ENTRY_REBASED = 3,  /* accepted, although only the seats' occupancy had moved meanwhile */
    ENTRY_CONFLICT = 4, /* somebody else has the seat; a person decides */
    ENTRY_REFUSED = 5,  /* no such thing can be done: a broken or a forbidden entry */
    ENTRY_EXPIRED = 6,  /* what it held, or wanted of a hold, was over */
    ENTRY_RENEWED = 7,
    ENTRY_STATE_COUNT
};

/* One change of a seat and what it stands on. */
struct entry_seat {
    struct seat_change change; /* change.seen: the house's version, when `after` is 0 */
    uint64_t after;            /* the own entry it stands on; its own seq: the change before it */
    uint32_t terms;            /* the show's plan and prices as they were known */
};

struct entry_scan {
    struct uuid ticket;
    int32_t gate;
    bool out;
};

struct entry {
    struct uuid uid;                       /* the act's key, made where the person acted */
    uint8_t fingerprint[FINGERPRINT_SIZE]; /* of what was asked: the same key means the same */
    enum entry_kind kind;
    /* Sold or given away of what is lent to this till: nobody else can have it. A sale cannot meet
     * a conflict then; an order that is paid so may be cancelled at the house meanwhile. */
    bool final;
    uint64_t renews;  /* the entry of an earlier epoch whose act this is; 0: none */
    struct uuid boot; /* the clocks where the person acted: mono counts from this boot */
    int64_t mono, wall;
    struct entry_seat *seats; /* in the order in which they change */
    int seat_count;
    struct entry_scan scan;
    const uint8_t *payload; /* the rest of the act (sale, payments ...); opaque here */
    uint32_t payload_size;
};

/* An entry as it stands in a journal and travels to the house. */
struct entry_frame {
    uint64_t seq; /* counts on without gaps through all epochs */
    uint32_t epoch;
    /*
     * A later entry of the journal extends or sells what this one holds. It becomes so after the
     * entry was signed, and is a hint: a hold whose time is over is kept for a minute, so that the
     * sale behind it finds it. Where it is wrong the sale is judged by the seat as it stands.
     */
    bool kept;
    uint8_t hash[ENTRY_HASH];
    uint8_t signature[ENTRY_SIGNATURE];
    const uint8_t *body;
    uint32_t size;
};

enum entry_fault {
    ENTRY_GOOD,
    ENTRY_MALFORMED,
    ENTRY_TOO_NEW, /* bytes of a revision that this program does not know */
};

const char *entry_state_name(enum entry_state state); /* "pending" ... */
bool entry_state_parse(const char *text, enum entry_state *out) MUST_USE;

/* The verdict is there, and stays. */
bool entry_state_final(enum entry_state state);
/* May an entry go from one state to the other? */
bool entry_state_may(enum entry_state from, enum entry_state to);
/* Did the act take place at the house? */
bool entry_state_done(enum entry_state state);

/* How many canonical bytes it needs, whether or not that is too many. */
size_t entry_size(const struct entry *entry);

/* Canonical bytes; their number, or 0 when they need more than ENTRY_BYTES_MOST or `room`. */
uint32_t entry_write(const struct entry *entry, uint8_t *out, size_t room) MUST_USE;

/* Reads what entry_write wrote and nothing else; payload is borrowed, the seats are the arena's. */
enum entry_fault entry_read(struct arena *arena, const uint8_t *body, uint32_t size,
                            struct entry *out) MUST_USE;

#endif
