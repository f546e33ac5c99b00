#include "config.h"

#include "ui/tenders.h"

#include <string.h>

void tenders_choose(struct tenders *tenders, enum way way)
{
    struct tenders chosen = {.way = way};
    if ((way == WAY_SPLIT || way == WAY_CASH) && tenders_types_first(tenders))
        memcpy(chosen.typed, tenders->typed, sizeof chosen.typed);
    *tenders = chosen;
}

static int last_cash(const struct tenders *tenders)
{
    for (int i = tenders->count - 1; i >= 0; i--)
        if (tenders->parts[i].tender == TENDER_CASH)
            return i;
    return -1;
}

bool tenders_types_first(const struct tenders *tenders)
{
    return tenders->way == WAY_NONE || tenders->way == WAY_CASH;
}

bool tenders_types_given(const struct tenders *tenders, int64_t total)
{
    return tenders->way == WAY_SPLIT && tenders_left(tenders, total) == 0 &&
           last_cash(tenders) >= 0;
}

static enum tenders_fault may_type(const struct tenders *tenders, int64_t total)
{
    if (tenders_types_first(tenders) || tenders_types_given(tenders, total))
        return TENDERS_GOOD;
    if (tenders->way == WAY_PICKUP)
        return TENDERS_NO_WAY;
    return tenders_left(tenders, total) > 0 ? TENDERS_GOOD : TENDERS_NOTHING_LEFT;
}

static void append(struct tenders *tenders, int32_t code)
{
    size_t used = strlen(tenders->typed);
    bool point = code == '.' || code == ',';
    if (used + 1 >= sizeof tenders->typed || (point && strpbrk(tenders->typed, ".,")))
        return;
    tenders->typed[used] = (char)code;
    tenders->typed[used + 1] = '\0';
}

enum tenders_fault tenders_type(struct tenders *tenders, int32_t code, int64_t total)
{
    if ((tenders->way == WAY_CARD || tenders->way == WAY_GIFT) && tenders->count == 0)
        tenders->way = WAY_NONE; /* its code was not typed */
    enum tenders_fault fault = may_type(tenders, total);
    if (fault == TENDERS_GOOD)
        append(tenders, code);
    return fault;
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

bool tenders_have_code(const struct tenders *tenders, const char *auth)
{
    for (int i = 0; i < tenders->count; i++)
        if (tenders->parts[i].tender == TENDER_CARD && strcmp(tenders->parts[i].auth, auth) == 0)
            return true;
    return false;
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

/* What is given for the last cash part, when that is what is typed. */
static enum tenders_fault typed_given(const struct tenders *tenders, const char *currency,
                                      struct tender_line *part)
{
    if (!typed_amount(tenders, currency, &part->given))
        return TENDERS_NO_SUM;
    return part->given < part->amount ? TENDERS_TOO_LITTLE : TENDERS_GOOD;
}

static enum tenders_fault settle_given(struct tenders *tenders, const char *currency)
{
    struct tender_line *part = &tenders->parts[last_cash(tenders)], settled = *part;
    enum tenders_fault fault = typed_given(tenders, currency, &settled);
    if (fault != TENDERS_GOOD)
        return fault;
    *part = settled;
    tenders->typed[0] = '\0';
    return TENDERS_GOOD;
}

enum tenders_fault tenders_add(struct tenders *tenders, const struct tender_line *part,
                               int64_t total, const char *currency, int64_t balance)
{
    struct tender_line added = *part;
    int64_t typed, left = tenders_left(tenders, total);
    if (part->tender == TENDER_CASH && tenders->typed[0] && tenders_types_given(tenders, total))
        return settle_given(tenders, currency);
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
    if (!tenders->typed[0] || !tenders_types_given(tenders, total))
        return TENDERS_GOOD;
    struct tender_line part = tenders->parts[last_cash(tenders)];
    return typed_given(tenders, currency, &part);
}

int64_t tenders_missing(const struct tenders *tenders, int64_t total, const char *currency)
{
    int64_t given;
    bool typed = tenders->typed[0] && typed_amount(tenders, currency, &given);
    if (typed && tenders->way == WAY_CASH)
        return total - given;
    if (typed && tenders_types_given(tenders, total))
        return tenders->parts[last_cash(tenders)].amount - given;
    return tenders_left(tenders, total);
}

bool tenders_change(const struct tenders *tenders, int64_t total, const char *currency,
                    int64_t *given, int64_t *change)
{
    struct tender_line lines[TENDERS_MAX];
    int count = tenders_lines(tenders, total, currency, lines);
    *given = *change = 0;
    for (int i = 0; i < count; i++)
        if (lines[i].given > lines[i].amount) {
            *given += lines[i].given;
            *change += lines[i].given - lines[i].amount;
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
        if (tenders->typed[0] && tenders_types_given(tenders, total))
            (void)typed_given(tenders, currency, &out[last_cash(tenders)]);
        return tenders->count;
    }
    out[0] = (struct tender_line){.tender = TENDER_CASH, .amount = total};
    if (!typed_amount(tenders, currency, &out[0].given))
        out[0].given = 0;
    return 1;
}
