/*
 * One schedule: a seed decides everything that happens in a world of a house, two tills and a
 * scanner, first with faults, then healed; the same seed happens again exactly.
 *
 * Tills sell, reserve, take money, refund, exchange, print again, hand over and count their drawers
 * alone, weigh bags and take their fees; an office does the same to the same orders and bags at the
 * house, keeps other seats for whoever lost theirs, and decides what nobody accounts for. Prices,
 * payments, tickets, verdicts and what they leave are the program's own (src/domain/sale.h,
 * shift.h, checkin.h, merge.h, house_rows.h, reseat.h, resolve.h); here are the books they are kept
 * in (sync_books.h), and what has to be so of them, to the cent (sync_money.c, sync_bags.c,
 * sync_offers.c).
 */
#ifndef LOGE_TESTS_SYNC_SIM_H
#define LOGE_TESTS_SYNC_SIM_H

#include "tests/model/sync_world.h"

/* What was fired; the first ones are faults, the rest is what came of it. */
enum fired {
    FIRED_DROPPED,
    FIRED_DOUBLED,
    FIRED_REORDERED,
    FIRED_CUT,
    FIRED_DAMAGED,
    FIRED_LINK_DOWN,
    FIRED_TILL_CRASH,
    FIRED_TILL_WRITE, /* power lost at a write */
    FIRED_HOUSE_CRASH,
    FIRED_HOUSE_WRITE,
    FIRED_ANSWER_LOST, /* committed, and the answer never sent */
    FIRED_DONE_ONLINE, /* an act whose answer was lost, then journalled */
    FIRED_RESTORED,    /* an old copy of a disk was put back */
    FIRED_REBOOT,
    FIRED_CLOCK,
    FIRED_SLOW_WRITER,
    FIRED_BUSY,
    FIRED_DEAD, /* declared */
    FIRED_HELD_OFFLINE,
    FIRED_OLD_REVISION,
    FIRED_QUARANTINE,
    FIRED_NEW_EPOCH,
    FIRED_LENT,
    FIRED_LENT_VOUCHER,
    FIRED_GAVE_FOR_GOOD,
    FIRED_GIVEN_BACK,
    FIRED_ENTRIES,
    FIRED_MONEY,  /* entries with money or paper */
    FIRED_OFFICE, /* acts with money or paper at the house */
    FIRED_BAG,    /* steps with bags */
    FIRED_OFFER,
    FIRED_OFFER_BACK,
    FIRED_OFFER_TAKEN,
    FIRED_DECIDED,
    FIRED_FINAL,
    FIRED_ACCEPTED,
    FIRED_REBASED,
    FIRED_CONFLICT,
    FIRED_REFUSED,
    FIRED_EXPIRED,
    FIRED_TWICE_IN,
    FIRED_REVOKED_IN,
    FIRED_USED_BACK,
    FIRED_BAG_TWICE,
    FIRED_OVERPAID,
    FIRED_PAPER,
    FIRED_OVER_BUDGET,
    FIRED_SHIFT_TWICE,
    FIRED_WAITED, /* for a person to sign in */
    FIRED_SALVAGED,
    FIRED_COUNT
};

const char *fired_name(enum fired what);

struct sim_sums {
    int64_t fired[FIRED_COUNT];
    int64_t schedules;
};

struct sim *sim_new(void);
void sim_free(struct sim **sim);
/* Runs a seed's schedule; NULL when all was right, else what was not. Loud: tells each step. */
const char *sim_run(struct sim *sim, uint64_t seed, bool loud);
const struct sim_sums *sim_sums_of(const struct sim *sim);

#endif
