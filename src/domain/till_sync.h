/*
 * The till's side: its journal, its replica of the house, and how both come home.
 *
 * Everything that has to survive is written through till_disk, and what belongs together is
 * committed together: an act with its entry, a verdict with the seats it brings, a page of the
 * house's changes with the cursor behind it. A write that fails latches the till: it journals and
 * folds nothing any more until it is started anew and has looked what is really on its disk.
 *
 * The rest of the struct is forgotten by a crash, and till_start() begins without it.
 */
#ifndef LOGE_DOMAIN_TILL_SYNC_H
#define LOGE_DOMAIN_TILL_SYNC_H

#include "src/domain/journal_check.h"
#include "src/domain/mode.h"
#include "src/domain/sync.h"

/* A seat as this till knows it. */
struct replica_seat {
    struct seat_state house; /* as the house had it when it was last heard of */
    struct seat_state mine;  /* as the till's own entries leave it, while one is open */
    uint64_t tip;            /* the latest open entry that changed it; 0: none */
    uint32_t terms;
};

/* The house's last word on whether it takes this till's journal; SYNC_OK: it does. Whoever looks
 * without asking the house sees it. */
struct till_shut_out {
    enum sync_status status;
    enum quarantine why;
    int64_t at; /* wall: when it was first said so */
};

/* What the till remembers besides entries and seats. */
struct till_meta {
    struct uuid device;
    uint16_t till; /* its number in the house; 0: not told yet */
    uint32_t epoch;
    uint64_t start_seq, head_seq; /* the last entry before this epoch; the last of all */
    uint8_t start_hash[ENTRY_HASH], head_hash[ENTRY_HASH];
    uint64_t first_open; /* the first entry without a verdict; head_seq + 1: none */
    uint64_t cursor;     /* the house's events are known up to here */
    struct uuid lease_boot;
    int64_t lease_ends; /* on this boot's monotonic clock; 0: no lease */
    bool giving_back;   /* lent seats are not sold for good any more and go back */
    uint64_t give_back_through;
    struct till_shut_out shut_out;
};

struct till_disk {
    void *ctx;
    bool (*append)(void *ctx, const struct entry_frame *frame, const struct entry *entry);
    bool (*frame)(void *ctx, uint64_t seq, struct entry_frame *out); /* body borrowed */
    /* All entries from there on, in order and without `kept`, until `see` says false. False: that,
     * or they could not be read. */
    bool (*walk)(void *ctx, uint64_t seq, bool (*see)(void *to, const struct entry_frame *frame),
                 void *to);
    bool (*settle)(void *ctx, const struct sync_verdict *verdict); /* the entry's state, for ever */
    bool (*keep)(void *ctx, uint64_t seq); /* from now on entry_frame.kept */
    /* Of these entries those without a verdict are on their way, or not any more: a hint for
     * people, committed by itself, which a power cut may take away. */
    bool (*mark_sent)(void *ctx, uint64_t first, uint64_t last, bool sent);
    bool (*seat)(void *ctx, int32_t show, int32_t seat, struct replica_seat *out);
    bool (*put_seat)(void *ctx, int32_t show, int32_t seat, const struct replica_seat *in);
    bool (*put_meta)(void *ctx, const struct till_meta *meta);
    bool (*commit)(void *ctx);
    void (*rollback)(void *ctx);
};

struct till_clock {
    struct uuid boot;
    int64_t mono, wall;
};

struct till_limits {
    int entries, batches; /* of a batch; batches on their way at once */
    int page;             /* seats a pull asks for */
    size_t bytes;         /* at least FRAME_HEAD + ENTRY_BYTES_MOST, or an entry may never fit */
    int64_t patience_ms;  /* for an answer */
    int64_t renew_ms;     /* how often a quiet till says hello */
};

enum till_phase { TILL_IDLE, TILL_ASKING, TILL_PUSHING, TILL_PULLING, TILL_QUIET, TILL_STOPPED };

struct till_sync {
    const struct till_disk *disk;
    struct chain chain;
    struct till_limits limits;
    int revision;
    struct till_meta meta;
    struct till_clock clock; /* set before each call */
    /* forgotten by a crash */
    struct mode mode;
    bool latched;
    enum journal_fault fault; /* what till_verify found, and at which entry */
    uint64_t fault_at;
    enum till_phase phase;
    enum sync_status trouble; /* why it is stopped, for people */
    enum quarantine quarantine;
    uint64_t nonce, session, next; /* next: the entry to send */
    uint64_t lacking; /* from this entry on the house, which went back, has none; 0: it has */
    int64_t asked_at, deadline;
    int64_t offered_ends; /* a lease that begins once the replica has reached offered_event */
    uint64_t offered_event;
};

/* The house has all entries there are. */
static inline bool till_uploaded(const struct till_sync *till)
{
    return !till->lacking && till->meta.first_open > till->meta.head_seq;
}

/* The first entry that the house has not got, as far as the till knows. */
static inline uint64_t till_first_to_send(const struct till_sync *till)
{
    return till->lacking ? till->lacking : till->meta.first_open;
}

/* After the meta was read: a till that has just started. Chances are the seed of its nonces. */
void till_start(struct till_sync *till, uint64_t chance);

/* Does the journal on the disk hang together, entry by entry, and is what is still to be sent, and
 * the last of it, signed by this device? What was on its way is pending again. False latches the
 * till; without a fault, because it could not be read. */
bool till_verify(struct till_sync *till) MUST_USE;

/* ---- acts ----------------------------------------------------------------------------------- */

struct till_act {
    struct uuid uid;
    uint8_t fingerprint[FINGERPRINT_SIZE];
    enum entry_kind kind;
    const struct seat_change *changes; /* in order; `seen` is filled in from the replica */
    int count;
    struct entry_scan scan;
    bool gives;  /* away of a voucher that runs out, */
    bool beyond; /* and more than the till is lent of it (domain/loan.h) */
    const uint8_t *payload;
    uint32_t payload_size;
};

struct till_written {
    uint64_t seq;
    bool final;
};

/* Would a sale of this seat be for good: is it lent to this till, and for how long yet? */
bool till_sells_for_good(struct till_sync *till, int32_t show, int32_t seat);

/*
 * Writes an act into journal and replica, durably. VERDICT_OK, a refusal by how the replica shows
 * the seats, or VERDICT_UNAVAILABLE when the till is latched; *out is set with VERDICT_OK.
 */
enum verdict till_journal(struct till_sync *till, struct arena *arena, const struct till_act *act,
                          struct till_written *out);

/*
 * An act that the house has done and acknowledged, as an entry would carry it: its canonical bytes,
 * in the arena; 0: it has no such form. Nothing is written.
 */
uint32_t till_act_bytes(struct till_sync *till, struct arena *arena, const struct till_act *act,
                        const uint8_t **out);

/*
 * The house went back to a moment before these acts, which it had acknowledged (they are such
 * bytes, read again), and a person goes by them: they go into the journal under their keys, in the
 * order in which they were done, and are judged as acts made alone are. What the till has done
 * alone since is in the journal already, and a hold that it has gone on with is left to that.
 * False: the till is latched.
 */
bool till_replay(struct till_sync *till, struct arena *arena, const struct entry *acts,
                 int count) MUST_USE;

/* ---- steps ---------------------------------------------------------------------------------- */

enum till_event_kind {
    TILL_TICK,    /* time went by, or something was journalled */
    TILL_PROBE,   /* the house was looked for */
    TILL_MESSAGE, /* it answered */
    TILL_HOLD,    /* the operator keeps the till offline */
    TILL_LET_GO,
    TILL_GIVE_BACK, /* the operator gives lent seats back */
    TILL_RETRY,     /* somebody else asks from now on: a journal that was not taken is sent again */
};

struct till_event {
    enum till_event_kind kind;
    bool good; /* of a probe */
    const struct sync_message *message;
};

struct till_actions {
    LIST(struct sync_message) send;
    bool announce; /* the mode has changed */
};

/* What is to be sent lives in the arena. */
void till_step(struct till_sync *till, struct arena *arena, const struct till_event *event,
               struct till_actions *out);

#endif
