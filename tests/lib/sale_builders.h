/*
 * A box office small enough to read: one open show with two price classes, anna at a till with a
 * shift, and her acts at NOW (builders.h). Class 0 costs 42.00 for adults, class 1 costs 20.00.
 */
#ifndef LOGE_TESTS_LIB_SALE_BUILDERS_H
#define LOGE_TESTS_LIB_SALE_BUILDERS_H

#include "src/domain/sale.h"
#include "src/domain/verdict.h"

struct office {
    struct arena *arena;
    uint64_t seed;
    struct uuid_source ids;
    struct price prices[2];
    struct show show;
    struct shift shift;
    struct changeset *cs; /* of the act at hand */
    struct sell_result result;
    struct refusal why;
    int64_t given_back;
};

void office_open(struct office *office);
void office_close(struct office *office);

struct uuid office_id(struct office *office);

/* A fresh changeset of anna's; the one later refusals and results are about. */
struct changeset *office_act(struct office *office, enum act act, const char *reason);

/* anna's hold of `count` seats ... from `first`, in class 0, versions 11, 12 ... */
struct hold *office_hold(struct office *office, int first, int count);

/* Sells, with these tenders (none: exact cash). */
struct sell_request office_request(struct office *office, const struct hold *hold);
enum verdict office_sell(struct office *office, const struct sell_request *request);

/* The sale just decided, as a store would read it back: everything has version 1. */
struct sale *office_stored(struct office *office);
/* Seats 1 to `count` sold for exact cash and stored. */
struct sale *office_sold(struct office *office, int count);

/* Every ticket's seat as it stands, sold to its sale. */
struct seat_now *office_seats_now(struct office *office, const struct sale *sale);

struct tender_line cash(int64_t amount);
struct tender_line card(int64_t amount);
struct tender_line gift(const char *code, int64_t amount);
struct voucher gift_voucher(const char *code, int64_t balance);

/* The change of this seat in the changeset at hand, NULL if it does not change. */
const struct seat_change *office_change_of(const struct office *office, int32_t seat);
int64_t office_payments_sum(const struct office *office);

/* Asserts the verdict, that the refusal says `part`, and that the changeset is still empty. */
void office_refused(const struct office *office, enum verdict got, enum verdict wanted,
                    const char *part);

#endif
