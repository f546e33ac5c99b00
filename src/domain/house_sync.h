/*
 * The house's side of sync: one message in, one answer out.
 *
 * Nothing here keeps anything. What the house knows is read and written through a table of
 * functions, and one message is one transaction of it: everything a step writes (an entry's effect,
 * its verdict and how far the journal is) is committed together, or none of it. A write that fails
 * answers SYNC_BUSY.
 *
 * prepare() is asked once a batch, before anything is judged: there a store locks the device and
 * all seats in order and reads what it needs in a few statements. Entries are then judged one
 * after the other, because each may stand on the one before it.
 */
#ifndef LOGE_DOMAIN_HOUSE_SYNC_H
#define LOGE_DOMAIN_HOUSE_SYNC_H

#include "src/domain/sync.h"

/* A till as the house knows it. */
/* What does not fit a journal as the house has it: where the till says it is, or an entry of it
 * that it did not sign. */
struct house_doubt {
    uint32_t epoch;
    uint64_t seq;
    uint8_t hash[ENTRY_HASH], signature[ENTRY_SIGNATURE];
};

struct house_device {
    struct uuid id;
    uint16_t till;
    enum quarantine quarantine;
    uint32_t epoch, granted; /* granted: the epoch a supervisor lets it go on in; 0: none */
    uint64_t session;
    uint64_t nonce; /* of the hello that began it; 0: none did */
    uint64_t start_seq, last_seq;
    uint8_t start_hash[ENTRY_HASH], last_hash[ENTRY_HASH];
    uint32_t told_epoch; /* how far its journal goes, by this hello */
    uint64_t told_seq;   /* 0: no further than what has arrived */
    bool lent, recall;
    struct uuid boot; /* its clocks at its last hello, and ours */
    int64_t mono, wall, heard_at;
    struct house_doubt doubt; /* why it has just been put in quarantine */
};

/* An entry's verdict, for ever. */
struct house_receipt {
    struct uuid device, uid;
    uint32_t epoch;
    uint64_t seq;
    uint8_t hash[ENTRY_HASH], fingerprint[FINGERPRINT_SIZE];
    enum entry_state state;
    enum verdict reason;
    enum merge_class heading;
};

struct house_entry {
    struct entry_frame frame;
    struct entry entry;
    enum entry_fault fault;
    /* Of the entry; NULL: it has none, nobody can read it, or it has its verdict already. */
    struct changeset *act;
};

struct house_event {
    uint64_t id;
    struct seat_news news;
};

struct house_store {
    void *ctx;
    bool (*prepare)(void *ctx, const struct house_entry *entries, int count);
    bool (*device)(void *ctx, const struct uuid *id, struct house_device *out);
    bool (*put_device)(void *ctx, const struct house_device *device);
    bool (*receipt)(void *ctx, const struct uuid *device, uint32_t epoch, uint64_t seq,
                    struct house_receipt *out);
    /* The verdict of an act, by its key: journalled, or done online when its answer was lost. */
    bool (*receipt_of)(void *ctx, const struct uuid *uid, struct house_receipt *out);
    /* Can the rest of the act be written as it says? An entry that cannot is refused. NULL: nobody
     * looks. */
    bool (*fits)(void *ctx, const struct house_device *device, const struct house_entry *item);
    /* Has a person signed in at this till, as far as the house has seen? Acts of others wait. NULL:
     * nobody looks. */
    bool (*signed_in)(void *ctx, const char *person);
    /* The rows that acts of this batch change, as the house has them and the entries that were
     * judged leave them (house_rows.h). NULL: nobody looks. */
    const struct changeset *(*rows)(void *ctx);
    /*
     * Writes verdict and effect. effect NULL: nothing was done, or this act was done before under
     * another number; then its entry left the seats where that one did.
     */
    bool (*put_entry)(void *ctx, const struct house_receipt *receipt, const struct entry *entry,
                      const struct merge_result *effect);
    bool (*seat)(void *ctx, int32_t show, int32_t seat, struct merge_seat *out);
    /* Where a device's entry left a seat: of its latest epoch that has this seq. */
    bool (*left)(void *ctx, const struct uuid *device, uint64_t seq, int32_t show, int32_t seat,
                 uint32_t *version);
    void (*ticket)(void *ctx, const struct entry *scan, struct merge_ticket *out);
    bool (*used)(void *ctx, const struct entry *act, struct uuid *ticket); /* merge_house.used */
    bool (*bag_moved)(void *ctx, const struct entry *act); /* merge_house.bag_moved */
    bool (*lend)(void *ctx, int32_t show, int32_t seat, uint16_t till);
    bool (*take_back)(void *ctx, uint16_t till); /* every seat lent to it */
    /* Events after a cursor by id, as many as fit. From *horizon on some may still be missing. */
    int (*events)(void *ctx, uint64_t after, struct house_event *out, int room, uint64_t *horizon);
    uint64_t (*last_event)(void *ctx); /* the highest id given out, committed or not */
    bool (*commit)(void *ctx);
    void (*rollback)(void *ctx);
};

struct house_sync {
    const struct house_store *store;
    struct chain chain; /* house and crypt; the device is filled in */
    struct merge_rules rules;
    int revision;
    bool behind; /* the till's program is older than the house in other things than sync */
    int64_t lease_ms;
    int64_t now; /* the house's clock, set before each step */
};

/* Answers a till's message; what it returns lives in the arena. */
void house_step(struct house_sync *house, struct arena *arena, const struct sync_message *in,
                struct sync_message *out);

/* When a person acted, by our clock: the till's counts since its boot, else its wall clock does. */
int64_t house_made_at(const struct house_device *device, const struct entry *entry, int64_t now);

/* ---- what supervisors do; false: it was not possible, nothing changed -------------------------
 */

bool house_lend(struct house_sync *house, const struct uuid *device, const struct seat_news *seats,
                int count) MUST_USE;
bool house_recall(struct house_sync *house, const struct uuid *device) MUST_USE;
/* A till that will not come back: its journal is not taken any more, lent seats are free. */
bool house_declare_dead(struct house_sync *house, const struct uuid *device) MUST_USE;
/* Lets a journal in quarantine go on, in a new epoch. */
bool house_readmit(struct house_sync *house, const struct uuid *device) MUST_USE;

#endif
