/*
 * What becomes of a journal entry at the house.
 *
 * The house's seats may have moved since the till last heard of them. An entry is judged against
 * how they stand now, seat by seat and whole or not at all:
 *
 *   as seen    a change whose seat still has the version it stands on (the house's, or the one its
 *              own earlier entry left) is applied as it is
 *   still ours the seat moved but is with the same hold or sale: the change is applied to that
 *   rebased    only the occupancy moved (not plan or prices) and the seat is free now: it is taken;
 *              one that is lent to the till is taken whatever moved
 *   offered    what the house itself keeps for somebody who lost his seats gives way: nobody has
 *              been promised it, and whoever sold it did so without knowing
 *   paid wins  a paid sale takes a seat from somebody's unpaid hold, where the house wants that
 *   over       a hold whose time has passed is not made, and nothing is wanted of one that is gone
 *   contested  otherwise: a conflict
 *
 * A scan is never refused: somebody is in, whoever was right. It takes its place among all passages
 * of its ticket (passage.h), and what is wrong with them is told: it, or one that had come home
 * before it, let somebody in twice; or the ticket did not count any more. An act that takes a
 * ticket back is told in the same way when somebody has been let in by it, so it does not matter
 * which of the two came home first.
 *
 * A bag that was checked in is not refused either: when the house has another state of that
 * check-in (two doors), it stays as it is, and the one that came home is told of.
 *
 * The other rows of an act (orders, tickets, shifts, vouchers, customers) are judged by what the
 * house has of them (merge_row.c), whether or not there is a seat in it. What moved and has nothing
 * to do with the act is left as it stands (house_rows.h); what is there already is accepted; what
 * would leave money or paper that nobody accounts for is a conflict that names both.
 *
 * An entry that came to nothing leaves a seat at what it stood on itself, so that whatever was done
 * after it is judged as if it had not been written.
 *
 * What is to be applied comes back as plain seat changes with the versions they must find, so a
 * store applies an entry as it applies any act. Nothing here writes.
 */
#ifndef LOGE_DOMAIN_MERGE_H
#define LOGE_DOMAIN_MERGE_H

#include "src/domain/entry.h"
#include "src/domain/passage.h"
#include "src/domain/verdict.h"

/* How long a hold that a later entry continues is kept for that entry to be judged. */
enum { MERGE_KEEP_MS = 60 * 1000 };

/* A seat as the house has it. */
struct merge_seat {
    int32_t show, seat;
    struct seat_state state;
    uint32_t terms; /* grows whenever the show's plan or prices change */
    bool paying;    /* held, and somebody's payment for it is under way */
    bool offered;   /* held by the house for somebody who lost his seat, who is not told yet */
    bool moved;     /* while judging: not as the entry saw it */
    bool left_known;
    uint32_t left; /* in a result: what an entry that stands on this one will look for */
};

/* What the house knows of a ticket that was scanned. */
struct merge_ticket {
    const struct passage *passages; /* in any order, without the entry's own */
    int count;
    bool revoked; /* given back, exchanged, printed again or blocked: nobody is to come in by it */
    bool knowing; /* the entry's own passage is (struct passage) */
};

/* What judging asks of the house. Each sees what was applied before it. */
struct merge_house {
    void *ctx;
    bool (*seat)(void *ctx, int32_t show, int32_t seat, struct merge_seat *out); /* false: none */
    /* merge_seat.left of an earlier entry of this journal; false: not known. */
    bool (*left)(void *ctx, uint64_t seq, int32_t show, int32_t seat, uint32_t *version);
    void (*ticket)(void *ctx, const struct entry *scan, struct merge_ticket *out);
    /* The ticket by which somebody was let in, of those that the act takes back (money back,
     * another seat, printed again); false: there is none. NULL: nobody looks. */
    bool (*used)(void *ctx, const struct entry *act, struct uuid *ticket);
    /* The act is about a bag, and the check-in is not as it saw it. NULL: nobody looks. */
    bool (*bag_moved)(void *ctx, const struct entry *act);
};

/* A house's own policy. */
struct merge_rules {
    bool rebase;
    bool paid_beats_hold;
    int32_t reseat_most; /* largest group for which other seats are proposed; 0: never */
};

/* Under which heading an outcome is shown and decided. */
enum merge_class {
    MERGE_PLAIN = 0,
    MERGE_PAID_WON = 1,     /* done; the holder who lost the seat has to be told */
    MERGE_FIRST_WRITER = 2, /* conflict without money: whoever came first keeps it */
    MERGE_RESEAT = 3,       /* conflict of a paid group that may be given other seats */
    MERGE_DECIDE = 4,       /* conflict for a supervisor */
    MERGE_TWICE_IN = 5,     /* done; somebody was in already with this ticket */
    MERGE_REVOKED_IN = 6,   /* done; a ticket was taken back, and somebody let in by it */
    MERGE_BAG_TWICE = 7,    /* kept on record; another door had checked that bag in */
    MERGE_OVERPAID = 8,     /* conflict: money for an order that it was not due for any more */
    MERGE_PAPER = 9,        /* somebody has paper that admits nobody, or that others have too */
    MERGE_OVER_BUDGET = 10, /* done; a voucher gave away more than it had */
    MERGE_SHIFT_TWICE = 11, /* done; the house had counted that shift, and otherwise */
    MERGE_MOVED = 12,       /* conflict: the house had changed the same thing otherwise */
    MERGE_CLASS_COUNT
};

struct merge_call {
    const struct entry *entry;
    const struct changeset *act;  /* its rows; NULL: nobody can read them */
    const struct changeset *rows; /* those it changes, as the house has them; NULL: nobody looks */
    uint64_t seq;
    bool kept;       /* as in entry_frame */
    bool broken;     /* the rest of the act is not what it should be: refused */
    uint16_t till;   /* whose lent seats are its own */
    int64_t made_at; /* when the person acted, by the house's clock */
    int64_t now;
    const struct merge_rules *rules;
    const struct merge_house *house;
};

struct merge_result {
    enum entry_state state; /* never pending or sent */
    enum verdict reason;    /* VERDICT_OK when it was done */
    enum merge_class heading;
    LIST(struct seat_change) steps; /* to apply in order; none unless it was done */
    LIST(struct merge_seat) seats;  /* each seat of the entry once, as it stands afterwards */
    struct passages passages;       /* of a scan: all of its ticket, with its own */
    struct uuid flagged; /* of a scan: the passage that is found to be one too many by it */
    struct uuid used;    /* of an act that takes tickets back: the one somebody was let in by */
    bool same;           /* the house has that outcome already: there is nothing to write */
    int64_t amount;      /* the money that a conflict is about */
    char about[VOUCHER_TEXT]; /* the paper or the voucher */
};

/* Does somebody have to know or decide? kept: as in entry_frame. */
bool merge_is_told(enum entry_state state, enum merge_class heading, bool kept);
/* The order that is told of: whose money or paper it is; zero: none. */
struct uuid merge_order_of(enum merge_class heading, const struct changeset *act);

/* Judges an entry; lists live in the arena. */
void merge_entry(const struct merge_call *call, struct arena *arena, struct merge_result *out);

#endif
