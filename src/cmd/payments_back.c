#include "config.h"

#include "src/cmd/payments_back.h"

#include "src/port/intent.h"
#include "sync/lite_till_intents.h"

enum { AT_ONCE = 16, RETRY_MS = 5000 };

/* The order of a payment is an act of the journal, and whether it came back decides what becomes of
 * the money. */
static bool is_journal_home(const struct till_here *here)
{
    struct till_standing standing;
    till_line_standing(here->line, &standing);
    return !standing.pending && !standing.latched;
}

static enum rc bring_back(struct till_here *here, const struct intent *intent, struct arena *arena,
                          struct err *err)
{
    const struct intent_ops *ops;
    char past[UPSTREAM_PAST];
    struct store *house = here->store->ops->intents(here->store, &ops);
    till_past_read(here->call, here->name, past, sizeof past);
    enum rc rc = ops->bring_back(house, past, intent, arena, err);
    return rc ? rc : lite_till_settle_intent(here->file, intent, err);
}

static enum rc bring_all_back(struct till_here *here, struct arena *arena, struct err *err)
{
    struct intent *owed;
    int count;
    enum rc rc = lite_till_owed_intents(here->file, AT_ONCE, arena, &owed, &count, err);
    for (int i = 0; i < count && rc == RC_OK; i++)
        rc = bring_back(here, &owed[i], arena, err);
    return rc;
}

/* A house that does not take them is asked again later; they stay in the file. */
static void wait_and_say(struct till_here *here, const struct err *why)
{
    here->payments_due = clock_mono(&here->clock) + RETRY_MS;
    log_event(here->call->desk.log, LEVEL_WARNING, "serve", NULL,
              "payments of a house that went back are not there again yet",
              LOG_FIELDS(LOG_ERR(why)));
}

void payments_back_turn(struct till_here *here)
{
    struct err err = {0};
    if (!here->store->ops->intents || !is_journal_home(here) ||
        clock_mono(&here->clock) < here->payments_due)
        return;
    struct arena *arena = arena_new();
    if (bring_all_back(here, arena, &err))
        wait_and_say(here, &err);
    arena_free(&arena);
}
