/* Looking things up the way people name them. */
#include "config.h"

#include "src/engine/desk.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "src/domain/waitlist.h"
#include "src/engine/run.h"

void desk_map(struct desk *desk, struct arena *arena, const char *show, struct snapshot *snapshot,
              struct outcome *out)
{
    const struct act_meta meta = {.arena = arena};
    struct run run;
    run_look(&run, desk, &meta, out);
    run_looked(&run, run_read_map(&run, show, snapshot));
}

/* ---- holds -------------------------------------------------------------------------------- */

enum { HOLD_TAIL_MIN = 6, HOLD_TAIL_MAX = 36 };

static bool is_tail(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isxdigit((unsigned char)text[i]) && text[i] != '-')
            return false;
    return length >= HOLD_TAIL_MIN && length < HOLD_TAIL_MAX;
}

static bool ends_with(const struct uuid *id, const char *tail)
{
    char text[UUID_TEXT];
    uuid_text(id, text);
    return !strcasecmp(text + strlen(text) - strlen(tail), tail);
}

/* The end of an id is its random part, so a few characters of it are enough for a person. */
static enum verdict find_by_tail(struct run *run, const char *tail, struct hold *hold)
{
    struct store *store = run->desk->store;
    const struct hold_filter open = {.open_only = true, .now = run->now};
    struct hold *holds;
    struct uuid match = {{0}};
    int count, matches = 0;
    if (store->ops->hold_list(store, &open, run->arena, &holds, &count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    for (int i = 0; i < count; i++)
        if (ends_with(&holds[i].id, tail) && !matches++)
            match = holds[i].id;
    if (matches == 1)
        return run_read_hold(run, &match, hold);
    if (!matches)
        return refuse(&run->why, VERDICT_HOLD_NOT_FOUND, NULL);
    return refuse(&run->why, VERDICT_INVALID, "%d open holds end in '%s'; give more of the id.",
                  matches, tail);
}

/* What was offered to the customer with this code, "W-7K3QM9". */
static enum verdict find_offer(struct run *run, const char *text, struct hold *hold)
{
    const struct waiter_filter filter = {.code = text};
    struct store *store = run->desk->store;
    struct waiter *waiter;
    int count;
    if (store->ops->waiter_find(store, &filter, run->arena, &waiter, &count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!count)
        return refuse(&run->why, VERDICT_HOLD_NOT_FOUND,
                      "No such code on a waiting list: \"%.40s\". List them with `loge wait list`.",
                      text);
    if (uuid_is_zero(&waiter->hold))
        return refuse(&run->why, VERDICT_HOLD_NOT_FOUND, "%s is still waiting for an offer.",
                      waiter->name);
    return run_read_hold(run, &waiter->hold, hold);
}

static enum verdict find_hold(struct run *run, const char *text, struct hold *hold)
{
    struct uuid id;
    char code[CODE_TEXT];
    if (uuid_parse(text, &id))
        return run_read_hold(run, &id, hold);
    if (is_tail(text))
        return find_by_tail(run, text, hold);
    if (wait_code_parse(text, code))
        return find_offer(run, code, hold);
    return refuse(&run->why, VERDICT_INVALID,
                  "'%.40s' is not a hold id; give the whole id or its last %d characters.", text,
                  HOLD_TAIL_MIN);
}

void desk_hold_find(struct desk *desk, struct arena *arena, const char *text, struct outcome *out)
{
    const struct act_meta meta = {.arena = arena};
    struct run run;
    run_look(&run, desk, &meta, out);
    struct hold *hold = arena_alloc(arena, sizeof *hold);
    enum verdict verdict = find_hold(&run, text, hold);
    run_looked(&run, verdict);
    out->hold = verdict ? NULL : hold;
}

/* ---- sales -------------------------------------------------------------------------------- */

void desk_sale_find(struct desk *desk, struct arena *arena, const char *id_or_code,
                    struct outcome *out)
{
    const struct act_meta meta = {.arena = arena};
    struct run run;
    run_look(&run, desk, &meta, out);
    struct sale *sale = arena_alloc(arena, sizeof *sale);
    enum verdict verdict = run_read_sale(&run, id_or_code, sale);
    run_looked(&run, verdict);
    out->sale = verdict ? NULL : sale;
}
