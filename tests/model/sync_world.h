/*
 * A small world for the sync protocol: a house and some tills with disks, in memory, and what
 * happened to them, so that it can be said afterwards whether it was right.
 *
 * Disks are transactions: what was not committed is gone after a crash, and a crash can be set to
 * strike at any write. The protocol itself is the program's own (src/domain); here are only the
 * tables of functions it works through.
 */
#ifndef LOGE_TESTS_SYNC_WORLD_H
#define LOGE_TESTS_SYNC_WORLD_H

#include "src/domain/house_rows.h"
#include "src/domain/house_sync.h"
#include "src/domain/till_sync.h"
#include "src/domain/sale.h"
#include "tests/model/sync_books.h"

enum {
    SHOW = 1,
    TILLS = 3,
    SEATS = 6,
    RETIRED_SEAT = SEATS, /* tills still have it, the house does not */
    TICKETS = 3,
    ENTRIES = 96,   /* of one till */
    RECEIPTS = 384, /* of the house */
    EVENTS = 1024,
    ACTS = 256,
    STEPS_AN_ENTRY = 12,
    IDS = 2048,                /* two that share a place are told apart by looking */
    WEB = TILLS,               /* whoever acts at the house itself */
    OFFER_MS = 30 * 60 * 1000, /* other seats are kept for a loser so long */
};

/* ---- chance --------------------------------------------------------------------------------- */

struct dice {
    uint64_t state;
};
static inline uint64_t dice_next(struct dice *dice)
{
    uint64_t x = dice->state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    dice->state = x;
    return x * UINT64_C(0x2545F4914F6CDD1D);
}

/* 0 .. sides - 1 */
static inline int dice_roll(struct dice *dice, int sides)
{
    return (int)((dice_next(dice) >> 32) * (uint64_t)sides >> 32);
}

static inline bool dice_chance(struct dice *dice, int in_a_thousand)
{
    return dice_roll(dice, 1000) < in_a_thousand;
}

/* ---- what was really done ------------------------------------------------------------------- */

/* An act of a person at a till, as it truly was. */
struct deed {
    struct uuid uid, boot, sale; /* sale: what it sold, zero if nothing */
    int till;
    uint64_t sum;    /* of its content: nobody may alter it */
    int64_t made_at; /* true time */
    int64_t hold_ms; /* how long it holds; 0: it does not */
    uint32_t seats;  /* bits */
    bool scan;
    bool poison; /* about a seat the house does not have */
    bool final;  /* sold for good, and nobody has declared its till dead before it was heard of */
    bool of_a_hold;              /* wants something of a hold that was there */
    struct uuid order;           /* that it makes or changes; zero: none */
    const struct changeset *act; /* its money and paper; NULL: it has none */
    int effects;                 /* how often it was applied */
    bool judged;
    enum entry_state verdict;
};

/* ---- a till's disk -------------------------------------------------------------------------- */

struct disk_rows {
    int count; /* entries */
    uint8_t state[ENTRIES], kept[ENTRIES];
    struct replica_seat seats[SEATS + 1];
    struct till_meta meta;
    const struct books *books; /* the house's as they were last known, with its own acts */
};

struct sim_disk {
    struct disk_rows now, committed;
    struct entry_frame frames[ENTRIES];
    struct entry_scan scans[ENTRIES];
    struct uuid uids[ENTRIES];
    struct arena *arena;         /* of the schedule */
    const struct changeset *act; /* that is being written */
    bool dirty;
    int strike; /* the write at which the power goes; 0: never */
    bool dead;
};

extern const struct till_disk sim_till_disk; /* its ctx is filled in */
void disk_start(struct sim_disk *disk, struct arena *arena, int till);
void disk_crash(struct sim_disk *disk); /* what was not committed is gone */
/* A program that starts has what it is given, and of everything else whatever lay in its memory. */
void till_forget_all(struct till_sync *till);

/* ---- the house's store ---------------------------------------------------------------------- */

struct left_seat {
    int32_t seat;
    uint32_t version;
};

struct receipt_row {
    struct house_receipt receipt;
    uint64_t sum;       /* of the entry's content */
    bool kept;          /* a later entry was said to go on with it */
    bool applied;       /* it had its effect here */
    int64_t held_until; /* of the hold it made; 0: none */
    struct left_seat left[STEPS_AN_ENTRY];
    int left_count;
    uint16_t before; /* the one before it of the same till, and 1; 0: it is the first */
};

struct sim_event {
    struct house_event event;
    bool committed;
};

struct ticket_row {
    bool revoked;
    bool by_till; /* by an act of a till, that came home */
    bool told;    /* somebody was let in by it, and somebody else is told so */
};

struct sim_passage {
    int ticket;
    struct passage passage;
};

struct sim_rows {
    struct house_device devices[TILLS];
    struct merge_seat seats[SEATS];
    struct ticket_row tickets[TICKETS];
    int receipts, events, ended, passages;
    uint16_t last_of[TILLS];             /* receipts of each, as receipt_row.before */
    int twice_in, revoked_in, used_back; /* that somebody is told of */
    uint64_t event;
    const struct books *books;
};

/* What a batch that is being judged brings besides seats (sync_home.c). */
struct home {
    struct house_rows rows;
    LIST(struct conflict *) told;
    bool live; /* there is something */
};

struct sim_house {
    struct sim_rows now, committed;
    struct receipt_row receipts[RECEIPTS];
    uint16_t first_of[IDS]; /* receipts by the number in their act's id; and 1 */
    struct sim_event events[EVENTS];
    struct sim_passage passages[RECEIPTS]; /* as they came home */
    struct passage asked[RECEIPTS];
    struct uuid ended[ACTS];         /* sales that ended again */
    uint16_t locked[SEATS];          /* by a slow writer: the index of its event + 1 */
    const struct house_entry *batch; /* what is being judged */
    int batch_count;
    int borrower; /* the till that was looked up last: whose batch it is */
    struct home home;
    bool dirty;
    int strike;
    bool dead;
    struct world *world;
};

extern const struct house_store sim_house_store;
void house_start(struct sim_house *store, struct world *world);
void house_crash(struct sim_house *store);

/* What somebody at the house does, each a transaction; false: it cannot be. */
bool house_change(struct sim_house *store, const struct seat_change *change);
bool house_new_prices(struct sim_house *store);
/* A writer who has a number in the log and the seat, and commits later than others. */
bool house_begin_slow(struct sim_house *store, int seat);
bool house_end_slow(struct sim_house *store, const struct seat_change *change);

/* One change of a seat with its event, inside of a transaction. */
bool house_step_seat(struct sim_house *store, const struct seat_change *change);
/* What a till is lent of vouchers comes back. */
void house_end_loans(struct sim_house *store, int till);
/* An act with its rows, decided by how the house stands now. */
bool house_act(struct sim_house *store, const struct changeset *cs);

/* Rows that journals bring home (sync_home.c): with a batch, an entry, a commit. */
void home_prepare(struct sim_house *store, const struct house_entry *entries, int count);
bool home_fits(void *ctx, const struct house_device *device, const struct house_entry *item);
bool home_bag_moved(void *ctx, const struct entry *act);
const struct changeset *home_rows(void *ctx);
void home_take(struct sim_house *store, const struct house_receipt *receipt,
               const struct house_entry *item, const struct merge_result *effect);
void home_write(struct sim_house *store);

/* Tickets at the doors (sync_doors.c): what is known of one, one more scan of it, one given back.
 */
void doors_read(void *ctx, const struct entry *scan, struct merge_ticket *out);
void doors_take(struct sim_house *store, const struct entry *scan,
                const struct merge_result *effect);
bool house_revoke(struct sim_house *store, int ticket);
/* An act of a till that gives one back is of no seat, and its payload is the ticket. */
bool doors_used(void *ctx, const struct entry *act, struct uuid *ticket);
void doors_take_back(struct sim_house *store, const struct entry *act,
                     const struct merge_result *effect);
const struct passage *doors_find(const struct sim_house *store, const struct uuid *act);

/* Other seats that are kept for whoever lost theirs (sync_offers.c): one as it is now, in the arena
 * of the schedule, and those of an act that was just written. */
const struct hold *offers_read(struct world *world, const struct uuid *id);
void offers_write(struct sim_house *store, struct books *books, const struct changeset *cs);

/* ---- the world ------------------------------------------------------------------------------ */

struct world {
    struct dice dice;
    struct arena *arena; /* of the schedule */
    struct sim_house store;
    struct house_sync house;
    struct sim_disk disks[TILLS];
    struct deed deeds[ACTS];
    int deed_count;
    uint16_t deed_of[IDS]; /* by the number in its id; and 1 */
    int64_t now;           /* true time, which is the house's clock */
    int64_t lag[TILLS];    /* how long a till's last hello travelled */
    int64_t lag_most[TILLS];
    bool was_restored[TILLS];
    bool strangers[TILLS];   /* the house has not seen the person there sign in */
    bool loans_ended[TILLS]; /* and the till may not know: here it learns of loans after seats */
    uint32_t
        must_renew[TILLS];   /* the epoch that cannot go on, for its disk lost entries; 0: none */
    bool blurred;            /* bytes outside the hashes may have changed: whether a hold is kept */
    uint32_t touched[SEATS]; /* by which tills, and WEB */
    struct uuid_source ids;  /* of tickets, payments and codes */
    uint64_t id_seed;
    LIST(const struct changeset *) office; /* what was done at the house, with money or paper */
    struct uuid suspect;                   /* the order that a fault may be about */
    char fault[200];                       /* what is wrong; "" so far nothing */
};

/* The house has committed verdicts, from this receipt on: may it be so? (sync_check.c) */
void world_check_commit(struct world *world, int from);
/* Everything is healed and quiet: does everybody agree, and has everything its verdict? */
void world_check_end(struct world *world);
/* An old copy of a till's disk is put back. */
void world_restore(struct world *world, int till, const struct disk_rows *copy);
/* A supervisor has declared a till dead: what it sold for good is not for good any more. */
void world_dead(struct world *world, int till);
/* A till has just turned a page or changed its mode. */
void world_check_till(struct world *world, const struct till_sync *till);

/* Money and paper (sync_money.c): rows that were just written; all of it in the end. */
void money_check_written(struct world *world, const struct books *books,
                         const struct changeset *rows);
void money_check_end(struct world *world);
/* Did anybody at the house have to do with this order, or came an act of its till to nothing? */
bool money_contested(const struct world *world, const struct uuid *order);
bool money_about(const struct changeset *act, const struct uuid *order);
void money_suspect(struct world *world, const struct uuid *order);
/* All that happened to the order a fault may be about, for people (sync_tell.c). */
void money_tell(const struct world *world);
bool money_is_broken(const struct world *world, const struct uuid *order);

/* Bags at the door (sync_bags.c): a step that was judged, on the check-in that is kept (NULL:
 * none); one that is written (before: NULL without); all of them in the end. */
void bags_check_judged(struct world *world, const struct checkin *kept, const struct checkin *step,
                       bool twice);
void bags_check_step(struct world *world, const struct checkin *before,
                     const struct checkin *after);
void bags_check_end(struct world *world);
/* The fee of an act that is no check-in's at the house: it stands in the books by itself. */
bool bags_fee_is_apart(const struct books *books, const struct deed *deed);

/* Offers: one that is about to be made of seats that stand so; all of them in the end. */
void offers_check_made(struct world *world, const struct seat_now *seats,
                       const struct conflict *conflict, const struct changeset *cs);
void offers_check_end(struct world *world);

void world_fault(struct world *world, const char *fmt, ...) PRINTF(2, 3);
void world_add_deed(struct world *world, const struct deed *deed);
struct deed *world_deed(struct world *world, const struct uuid *uid);
uint64_t world_sum(const struct entry *entry);

/* A fast hash of 32 bytes, good enough to notice what chance does; and signatures with it. */
extern const struct chain_crypt sim_crypt;

#endif
