#include "config.h"

#include "src/domain/alone.h"

#include <string.h>

#include "src/domain/act_bytes.h"
#include "src/domain/entry.h"

/* What is not named waits: an act that comes later has to be thought of here first. */
static const enum act own_acts[] = {
    ACT_HOLD,       ACT_EXTEND,     ACT_SELL,        ACT_RELEASE, ACT_EXPIRE,  ACT_TRANSFER,
    ACT_REFUND,     ACT_EXCHANGE,   ACT_PAY,         ACT_REPRINT, ACT_COLLECT, ACT_CUSTOMER,
    ACT_SHIFT_OPEN, ACT_SHIFT_MOVE, ACT_SHIFT_CLOSE, ACT_ADMIT,   ACT_LEAVE,   ACT_TURN_AWAY,
    ACT_BAG,        ACT_BAG_FEE,    ACT_BAG_STOP,
};

bool alone_has(enum act act)
{
    for (int i = 0; i < COUNT_OF(own_acts); i++)
        if (own_acts[i] == act)
            return true;
    return false;
}

/* A sale that was there before, made at another till; NULL: none. */
static const struct sale *elsewhere(const struct changeset *cs)
{
    for (int i = 0; i < cs->sales.count; i++) {
        const struct sale *sale = &cs->sales.at[i];
        if (sale->version && strcmp(sale->till, cs->actor.till) != 0)
            return sale;
    }
    return NULL;
}

enum verdict alone_waits(struct refusal *why)
{
    return refuse(why, VERDICT_UNAVAILABLE,
                  "The house cannot be reached, and only it can do this; try again when this till "
                  "is online.");
}

enum verdict alone_may_change(const struct sale *sale, const char *till, struct refusal *why)
{
    if (strcmp(sale->till, till) == 0)
        return VERDICT_OK;
    return refuse(why, VERDICT_UNAVAILABLE,
                  "Sale %s was made at %s; without the house only that till can change it.",
                  sale->code, sale->till);
}

enum verdict alone_may(const struct changeset *cs, struct refusal *why)
{
    const struct sale *sale = elsewhere(cs);
    if (!alone_has(cs->act))
        return alone_waits(why);
    return sale ? alone_may_change(sale, cs->actor.till, why) : VERDICT_OK;
}

static bool is_sold_later(const struct changeset *cs)
{
    return cs->act == ACT_HOLD;
}

static bool fits(const struct changeset *cs)
{
    uint8_t *bytes = arena_alloc(cs->arena, ENTRY_BYTES_MOST);
    const size_t size = act_write(cs, bytes, ENTRY_BYTES_MOST);
    const struct entry entry = {.seat_count = cs->seats.count, .payload_size = (uint32_t)size};
    return size && cs->seats.count <= ENTRY_SEATS_MOST && entry_size(&entry) <= ENTRY_BYTES_MOST;
}

enum verdict alone_fits(const struct changeset *cs, struct refusal *why)
{
    if (fits(cs) && !(is_sold_later(cs) && cs->seats.count > ALONE_SEATS))
        return VERDICT_OK;
    return refuse(why, VERDICT_NOT_POSSIBLE,
                  "This is too much for one act while the house cannot be reached; do it in parts "
                  "of at most %d seats, or when this till is online.",
                  ALONE_SEATS);
}
