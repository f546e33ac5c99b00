#include "config.h"

#include "ui/tenders.h"

#include <string.h>

void tenders_choose(struct tenders *tenders, enum way way)
{
    *tenders = (struct tenders){.way = way};
}

void tenders_type(struct tenders *tenders, int32_t code)
{
    size_t used = strlen(tenders->typed);
    bool point = code == '.' || code == ',';
    if (used + 1 >= sizeof tenders->typed || (point && strpbrk(tenders->typed, ".,")))
        return;
    tenders->typed[used] = (char)code;
    tenders->typed[used + 1] = '\0';
}

bool tenders_erase(struct tenders *tenders)
{
    size_t used = strlen(tenders->typed);
    if (used)
        tenders->typed[used - 1] = '\0';
    else if (tenders->count)
        tenders->count--;
    else
        return false;
    return true;
}

/* 0 when nothing was typed. */
static bool typed_amount(const struct tenders *tenders, const char *currency, int64_t *amount)
{
    *amount = 0;
    return !tenders->typed[0] ||
           (money_read(tenders->typed, currency, amount) && *amount >= 0 && *amount <= MONEY_MAX);
}

int64_t tenders_left(const struct tenders *tenders, int64_t total)
{
    for (int i = 0; i < tenders->count; i++)
        total -= tenders->parts[i].amount;
    return total;
}

static enum tenders_fault limit_part(struct tender_line *part, int64_t typed, int64_t left,
                                     int64_t balance)
{
    part->amount = typed ? typed : left;
    if (part->tender == TENDER_CASH && typed > left) {
        part->given = typed;
        part->amount = left;
    } else if (part->amount > left) {
        return TENDERS_TOO_MUCH;
    } else if (typed > balance) {
        return TENDERS_OVER_BALANCE;
    }
    if (part->amount > balance)
        part->amount = balance;
    return TENDERS_GOOD;
}

enum tenders_fault tenders_add(struct tenders *tenders, const struct tender_line *part,
                               int64_t total, const char *currency, int64_t balance)
{
    struct tender_line added = *part;
    int64_t typed, left = tenders_left(tenders, total);
    if (left <= 0)
        return TENDERS_NOTHING_LEFT;
    if (tenders->count == TENDERS_MAX)
        return TENDERS_TOO_MANY;
    if (!typed_amount(tenders, currency, &typed))
        return TENDERS_NO_SUM;
    enum tenders_fault fault = limit_part(&added, typed, left, balance);
    if (fault == TENDERS_GOOD) {
        tenders->parts[tenders->count++] = added;
        tenders->typed[0] = '\0';
    }
    return fault;
}

static enum tenders_fault check_cash(const struct tenders *tenders, int64_t total,
                                     const char *currency)
{
    int64_t given;
    if (!typed_amount(tenders, currency, &given))
        return TENDERS_NO_SUM;
    return tenders->typed[0] && given < total ? TENDERS_TOO_LITTLE : TENDERS_GOOD;
}

enum tenders_fault tenders_check(const struct tenders *tenders, int64_t total, const char *currency)
{
    int64_t left = tenders_left(tenders, total);
    if (tenders->way == WAY_CASH)
        return check_cash(tenders, total, currency);
    if (tenders->way == WAY_PICKUP)
        return TENDERS_GOOD;
    if (left < 0)
        return TENDERS_TOO_MUCH;
    if (left > 0)
        return tenders->way == WAY_NONE ? TENDERS_NO_WAY : TENDERS_TOO_LITTLE;
    return TENDERS_GOOD;
}

bool tenders_change(const struct tenders *tenders, int64_t total, const char *currency,
                    int64_t *given, int64_t *change)
{
    *given = *change = 0;
    if (tenders->way == WAY_CASH && typed_amount(tenders, currency, given) && *given > total)
        *change = *given - total;
    for (int i = 0; i < tenders->count; i++)
        if (tenders->parts[i].given) {
            *given += tenders->parts[i].given;
            *change += tenders->parts[i].given - tenders->parts[i].amount;
        }
    return *change > 0;
}

int tenders_lines(const struct tenders *tenders, int64_t total, const char *currency,
                  struct tender_line out[TENDERS_MAX])
{
    if (tenders->way == WAY_PICKUP || total == 0)
        return 0;
    if (tenders->way != WAY_CASH) {
        memcpy(out, tenders->parts, sizeof tenders->parts);
        return tenders->count;
    }
    out[0] = (struct tender_line){.tender = TENDER_CASH, .amount = total};
    if (!typed_amount(tenders, currency, &out[0].given))
        out[0].given = 0;
    return 1;
}
