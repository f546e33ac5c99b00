/*
 * The house's side of sync on PostgreSQL: struct house_store (domain/house_sync.h) over a
 * connection of whoever is signed in at the till. Inside the PostgreSQL store.
 *
 * A message is one transaction of few statements. The device is read with BEGIN; prepare() locks
 * the seats of a whole batch and reads all that judging it needs; what is judged is collected, one
 * row a thing, and written by one function when the batch is committed
 * (data/schema/pg/code/sync_write.sql). Nothing is asked in between, so the number of round trips
 * does not depend on the number of entries.
 *
 * Whether the last of a batch is signed is looked at while the database writes it, before the
 * commit: nothing of a batch stays that ends with a forged entry, and it is judged again with each
 * looked at in its turn (pg_upstream.c).
 *
 * An entry the database will not take (it contradicts another row, or holds what is no text) must
 * not keep those behind it: it is found out (find_poison() in pg_upstream.c), and from then on it
 * does not fit. The money in it stands in the till's books by itself (loge.sync_salvage), unless
 * the database does not take that either.
 */
#ifndef LOGE_ADAPTER_PG_SYNC_H
#define LOGE_ADAPTER_PG_SYNC_H

#include "src/adapter/pg.h"
#include "src/domain/house_rows.h"
#include "src/domain/house_sync.h"

enum { SYNC_PROOF = PG_PROOF };

/* By seat, or by entry (seq) and seat; seq 0: none. */
struct seat_key {
    uint64_t seq;
    int32_t show, seat;
};

struct seat_slot {
    struct seat_key key;
    bool used;
    union {
        struct merge_seat seat;
        uint32_t left;
    };
};

struct seat_table {
    struct seat_slot *slots;
    int room, count;
};

/* Where an act left a seat. */
struct left_by {
    struct uuid uid;
    int32_t show, seat;
    uint32_t version;
};

struct known_passage {
    struct uuid ticket;
    struct passage passage;
};

/* ---- what a batch writes -------------------------------------------------------------------- */

struct entry_out {
    struct house_receipt receipt;
    size_t place;
    uint32_t size;
    int64_t made_at;
    const struct changeset *act; /* NULL: it could not be read */
    int done;                    /* events so far, when the act was done; else 0 */
    bool was_done;
    struct merge_seat *left;
    int left_count;
};

struct step_out {
    int n, entry;
    struct seat_change change;
};

struct note_out {
    int n, entry;
    struct change_note note;
};

struct admission_out {
    struct uuid ticket;
    int32_t show;
    uint8_t gate; /* of the last of this batch */
    struct passages passages;
};

struct conflict_out {
    int entry;
    int32_t show;
    const struct merge_seat *seats;
    int seat_count;
    struct uuid sale, ticket;
    int64_t amount;
    const char *about;
};

struct sync_out {
    LIST(struct entry_out) entries;
    LIST(struct step_out) steps;
    LIST(struct note_out) notes;
    LIST(struct admission_out) admissions;
    LIST(struct conflict_out) conflicts;
    uint8_t *bytes; /* of all entries */
    size_t size, room;
    int events;
};

/* ---- one till's line to the house -------------------------------------------------------------
 */

struct pg_sync {
    struct pg *pg;
    struct house_store store;
    uint8_t proof[SYNC_PROOF];
    /* In the arena below: entries the database does not take; twice, where not even their money. */
    LIST(struct uuid) poison;
    struct arena *lasting;
    bool dry; /* commit() writes, looks and takes it back */
    /* Is what is written so far authentic? Asked before a commit; NULL: nobody doubts. */
    bool (*authentic)(void *ctx);
    void *authentic_ctx;
    /* As this till; with the same ctx. */
    void (*sign)(void *ctx, const struct chain_part *parts, int count,
                 uint8_t out[ENTRY_SIGNATURE]);
    uint64_t head; /* the till's last entry when it said hello */

    /* of one message */
    struct arena *arena;
    enum rc rc; /* the first failure */
    struct err err;
    bool wrong; /* the database refused what was written */
    bool forged;
    bool known;
    char till[TILL_TEXT];
    uint8_t public[32];
    struct house_device device;
    struct uuid house;
    struct merge_rules rules;
    int64_t now, lease_ms;
    uint64_t last_event;
    const struct house_entry *batch;
    int batch_count;
    struct seat_table seats, left;
    LIST(struct left_by) left_by;
    LIST(struct house_receipt) receipts;
    LIST(struct known_passage) passages;
    LIST(struct uuid) revoked; /* tickets */
    LIST(const char *) people; /* who act in the batch; each once */
    LIST(int) signed_in;       /* which of them have signed in at the till, from 1 */
    LIST(struct seat_key) lends;
    struct changeset *act; /* of the entry that was looked at last */
    bool fits;
    struct house_rows rows;
    struct sync_out out;
};

/* ---- pg_sync.c ------------------------------------------------------------------------------ */

void pg_sync_init(struct pg_sync *sync, struct pg *pg);
void pg_sync_done(struct pg_sync *sync);
/* Begins a message about a device; waits: its row is locked. False: it failed (rc, err). */
bool pg_sync_begin(struct pg_sync *sync, struct arena *arena, const struct uuid *device,
                   bool waits) MUST_USE;
/* Whatever was not committed is taken back. */
void pg_sync_end(struct pg_sync *sync);
/* Remembers the first failure; false. */
bool pg_sync_fail(struct pg_sync *sync, enum rc rc, const struct err *err);
bool pg_sync_is_open(const struct pg_sync *sync); /* in its transaction */
/* sync->forged says what came of it. */
void pg_sync_look_for_forgery(struct pg_sync *sync);

/* ---- pg_sync_read.c ------------------------------------------------------------------------- */

bool pg_sync_prepare(void *ctx, const struct house_entry *entries, int count);
bool pg_sync_seat(void *ctx, int32_t show, int32_t seat, struct merge_seat *out);
bool pg_sync_left(void *ctx, const struct uuid *device, uint64_t seq, int32_t show, int32_t seat,
                  uint32_t *version);
bool pg_sync_receipt(void *ctx, const struct uuid *device, uint32_t epoch, uint64_t seq,
                     struct house_receipt *out);
bool pg_sync_receipt_of(void *ctx, const struct uuid *uid, struct house_receipt *out);
void pg_sync_ticket(void *ctx, const struct entry *scan, struct merge_ticket *out);
bool pg_sync_used(void *ctx, const struct entry *act, struct uuid *ticket);
/* Nobody is to come in by this ticket of an act any more. */
static inline bool pg_sync_takes_back(const struct ticket *ticket)
{
    return ticket->status != TICKET_VALID;
}
bool pg_sync_signed_in(void *ctx, const char *person);
int pg_sync_events(void *ctx, uint64_t after, struct house_event *out, int room, uint64_t *horizon);
/* The act of the entry that was looked at last is about a bag, and another door was there. */
bool pg_sync_bag_moved(void *ctx, const struct entry *act);
const struct changeset *pg_sync_house_rows(void *ctx);
/* Locks and reads these seats. */
bool pg_sync_load_seats(struct pg_sync *sync, const struct seat_key *seats, int count) MUST_USE;

/* The slot of a key; NULL: none, and it was not to be made. */
struct seat_slot *seat_slot_of(struct arena *arena, struct seat_table *table, struct seat_key key,
                               bool make);

/* ---- pg_sync_act.c: the act of an entry ------------------------------------------------------ */

bool pg_sync_fits(void *ctx, const struct house_device *device, const struct house_entry *item);
/* How often the database did not take it. */
int pg_sync_poisoned(const struct pg_sync *sync, const struct uuid *uid);

/* ---- pg_sync_write.c, pg_sync_rows.c ---------------------------------------------------------
 */

bool pg_sync_put_entry(void *ctx, const struct house_receipt *receipt, const struct entry *entry,
                       const struct merge_result *effect);
/* Sends what was collected; sync->wrong: the database refused the rows. */
bool pg_sync_send(struct pg_sync *sync) MUST_USE;

/* ---- pg_offer.c: what the house does about a till after a message, each an act of its own -------
 */

/* Holds other seats for those who lost theirs, once the till has sent everything. */
void pg_sync_offer_seats(struct pg_sync *sync);
/* Lends it what its rules give, and takes back what is lent of shows that are over. */
void pg_sync_renew_loans(struct pg_sync *sync, const struct uuid *device, uint64_t head);

#endif
