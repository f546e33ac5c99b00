/* Inside a till's file; nothing outside sync/lite_till* includes this. */
#ifndef LOGE_SYNC_LITE_TILL_PARTS_H
#define LOGE_SYNC_LITE_TILL_PARTS_H

#include "src/domain/heard_clock.h"
#include "src/port/replica.h"
#include "sync/lite.h"
#include "sync/lite_till.h"

/* A seat as an act on its way leaves it: the replica's own row follows when the act is applied. */
struct acted_seat {
    int32_t show, seat;
    struct seat_state state;
};

/* A row that an entry has written and the house has not been asked for since. */
struct touched_row {
    struct replica_name name;
    uint64_t seq; /* the latest such entry */
};

struct touched {
    struct touched_row *at;
    int count, room;
    int *slots; /* by hash: index + 1, 0: free */
    int slot_count;
    uint64_t noted; /* entries up to this one are in it */
};

struct lite_till {
    struct store *store;
    struct lite *lite;
    struct clock machine;     /* this machine's own */
    struct uuid boot;         /* whose monotonic clock that is */
    struct heard_clock heard; /* the house's */
    int64_t latest;           /* a time that had gone by when the file was opened */
    bool left;                /* whoever had it last did not close it */
    bool writing;
    struct err why;
    uint8_t body[ENTRY_BYTES_MOST]; /* of the entry read last */
    bool half;                      /* the first pull began and did not finish */
    struct touched touched;         /* lite_replica_own.c */

    /* acts, lite_till_act.c */
    struct lite_journal journal;
    struct till_sync *core;  /* NULL: acts are not journalled */
    struct till_meta before; /* the act on its way */
    struct mode mode_before;
    bool acting; /* inside the transaction of an act, which begins and ends it */
    struct acted_seat acted[ENTRY_SEATS_MOST];
    int acted_count;
    uint8_t payload[ENTRY_BYTES_MOST];
};

/* The seat among those of the act on its way; NULL: it is not. */
struct acted_seat *lite_till_acted(struct lite_till *till, int32_t show, int32_t seat);
bool lite_till_act_on(struct lite_till *till, int32_t show, int32_t seat,
                      const struct seat_state *state);

/* The live claim of a seat that this hold has now (zero: none has), as far as the hold is known. */
enum rc lite_till_claim(struct lite *lite, int32_t show, int32_t seat, const struct uuid *hold,
                        struct err *err) MUST_USE;

/* The act as the core takes it; its payload is the till's own, until the next act. */
struct till_act lite_till_act_of(struct lite_till *till, const struct changeset *cs);
void lite_till_set_clock(struct lite_till *till, struct till_sync *core);

/* ---- lite_till.c ---------------------------------------------------------------------------- */

/* This machine's clocks now, and what they say of the house's. */
struct till_clock lite_till_reading(const struct lite_till *till);
int64_t lite_till_skew(const struct lite_till *till);
int64_t lite_till_doubt(const struct lite_till *till);

/* A transaction, which whoever commits by the till's disk ends; false: till->why says why. */
bool lite_till_begin(struct lite_till *till);
void lite_till_undo(struct lite_till *till);
/* A commit that nobody relies on waits for no disk; the next one that counts takes it along. */
void lite_till_wait_for_disk(struct lite_till *till, bool wait);

/* ---- lite_till_pages.c ---------------------------------------------------------------------- */

bool lite_till_was_left(const char *path);
enum rc lite_till_damaged(const char *path, struct err *err);

/* ---- lite_replica.c ------------------------------------------------------------------------- */

/* What a till has to know of its replica when it is opened. */
enum rc lite_till_look_at_replica(struct lite_till *till, struct err *err) MUST_USE;
void lite_till_forget_touched(struct lite_till *till);
/* The house may have lost rows that are here: all of them come anew with the next pull. */
enum rc lite_till_doubt_replica(struct lite_till *till, struct err *err) MUST_USE;

#endif
