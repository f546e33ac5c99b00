/*
 * How an order is paid, as far as it has been said: the way, the digits typed, the parts of a
 * split. Pure: nothing is charged here, and amounts are always spelt out, so that a total that
 * changed meanwhile is refused and never charged.
 */
#ifndef LOGE_UI_TENDERS_H
#define LOGE_UI_TENDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/domain/sale.h"

enum way { WAY_NONE, WAY_CASH, WAY_CARD, WAY_GIFT, WAY_SPLIT, WAY_PICKUP };

enum { TYPED_TEXT = 16 };

struct tenders {
    enum way way;
    char typed[TYPED_TEXT]; /* cash given over, or the amount of the next part of a split */
    struct tender_line parts[TENDERS_MAX];
    int count;
};

enum tenders_fault {
    TENDERS_GOOD,
    TENDERS_NO_WAY,
    TENDERS_NO_SUM, /* what was typed is no amount */
    TENDERS_TOO_LITTLE,
    TENDERS_TOO_MUCH,
    TENDERS_OVER_BALANCE, /* more than the gift card holds */
    TENDERS_NOTHING_LEFT,
    TENDERS_TOO_MANY,
};

/* What was said before is forgotten, but for an amount that was typed first: that is the cash given
 * over, or what the first part of a split is of. */
void tenders_choose(struct tenders *tenders, enum way way);
/*
 * A digit, a point or a comma. Digits are never swallowed: before a way is chosen they wait for it;
 * in a split with nothing left they are what was handed over for its last cash part, as its change
 * is worked out from that; where neither can be, nothing is typed and the fault says why.
 */
enum tenders_fault tenders_type(struct tenders *tenders, int32_t code, int64_t total);
/* The last digit, else the last part. False: there was nothing. */
bool tenders_erase(struct tenders *tenders);

/* Adds a part: the amount typed, or all that is left; at most `balance`. Cash may be over-given,
 * and once nothing is left this settles what was handed over for the last cash part. */
enum tenders_fault tenders_add(struct tenders *tenders, const struct tender_line *part,
                               int64_t total, const char *currency, int64_t balance);

/* Does what is typed now wait for its way, or is it cash given over? */
bool tenders_types_first(const struct tenders *tenders);
/* Is what is typed now handed over for a cash part that is there already? */
bool tenders_types_given(const struct tenders *tenders, int64_t total);
/* Is a part paid by card under this authorisation code? */
bool tenders_have_code(const struct tenders *tenders, const char *auth);
/* Still to pay by parts; negative when they come to more. */
int64_t tenders_left(const struct tenders *tenders, int64_t total);
/* How much money would have to be added. */
int64_t tenders_missing(const struct tenders *tenders, int64_t total, const char *currency);
/* Can the order be paid like this? */
enum tenders_fault tenders_check(const struct tenders *tenders, int64_t total,
                                 const char *currency);
/* Cash handed over and change; false when nothing more than the sum is given. */
bool tenders_change(const struct tenders *tenders, int64_t total, const char *currency,
                    int64_t *given, int64_t *change);
/* The tenders of the command, once they are good; returns how many. */
int tenders_lines(const struct tenders *tenders, int64_t total, const char *currency,
                  struct tender_line out[TENDERS_MAX]);

#endif
