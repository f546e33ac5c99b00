#include "config.h"

#include "src/domain/entry.h"

#include "src/base/tongue.h"
#include "src/domain/enum_text.h"

static const char *const entry_state_names[] = {
    [ENTRY_PENDING] = NC_("entry", "pending"),   [ENTRY_SENT] = NC_("entry", "sent"),
    [ENTRY_ACCEPTED] = NC_("entry", "accepted"), [ENTRY_REBASED] = NC_("entry", "rebased"),
    [ENTRY_CONFLICT] = NC_("entry", "conflict"), [ENTRY_REFUSED] = NC_("entry", "refused"),
    [ENTRY_EXPIRED] = NC_("entry", "expired"),   [ENTRY_RENEWED] = NC_("entry", "renewed"),
};

ENUM_TEXT(entry_state, entry_state_names, ENTRY_STATE_COUNT)

bool entry_state_final(enum entry_state state)
{
    return state != ENTRY_PENDING && state != ENTRY_SENT;
}

/* A verdict can meet a pending entry: the answer that came after a restart had forgotten "sent". */
bool entry_state_may(enum entry_state from, enum entry_state to)
{
    return !entry_state_final(from) && from != to;
}

bool entry_state_done(enum entry_state state)
{
    return state == ENTRY_ACCEPTED || state == ENTRY_REBASED;
}
