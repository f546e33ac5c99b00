#include "config.h"

#include "src/domain/door.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/tongue.h"

/* ---- the checks, in their order ----------------------------------------------------------- */

/* Each answers DOOR_ADMIT when it has nothing against it. */

static enum door_code check_signature(const struct door_question *q)
{
    switch (q->seal) {
    case SEAL_GOOD:
        return q->rules.complete && !q->known.found ? DOOR_UNKNOWN : DOOR_ADMIT;
    case SEAL_NO_TICKET:
        return DOOR_NO_TICKET;
    case SEAL_CUT_OFF:
        return DOOR_CUT_OFF;
    case SEAL_NEWER:
        return DOOR_NEWER;
    case SEAL_OTHER_HOUSE:
        return DOOR_OTHER_HOUSE;
    case SEAL_UNKNOWN_KEY:
    case SEAL_ENDED_KEY:
        return DOOR_UNKNOWN_KEY;
    case SEAL_FORGED:
        return DOOR_FORGED;
    case SEAL_OTHER_PRODUCT:
        return DOOR_OTHER_PRODUCT;
    case SEAL_TYPED:
        return q->known.found ? DOOR_ADMIT : DOOR_NO_TICKET;
    }
    return DOOR_FORGED;
}

static enum door_code check_revoked(const struct door_question *q)
{
    if (!q->known.found)
        return DOOR_ADMIT;
    switch (q->known.status) {
    case TICKET_VALID:
        return q->known.generation > q->ticket.generation ? DOOR_REPRINTED : DOOR_ADMIT;
    case TICKET_REFUNDED:
        return DOOR_REFUNDED;
    case TICKET_EXCHANGED:
        return DOOR_EXCHANGED;
    case TICKET_REPRINTED:
        return DOOR_REPRINTED;
    case TICKET_STATUS_COUNT:
        break;
    }
    return DOOR_REFUNDED;
}

static enum door_code check_blocked(const struct door_question *q)
{
    if (q->known.found && q->known.blocked)
        return DOOR_BLOCKED;
    return q->known.found && q->known.unpaid ? DOOR_NOT_PAID : DOOR_ADMIT;
}

/* Who is in may go out when it is over. */
static enum door_code check_window(const struct door_question *q)
{
    if (q->rules.leaving)
        return DOOR_ADMIT;
    if (q->now < q->ticket.from)
        return DOOR_TOO_EARLY;
    return q->ticket.until && q->now >= q->ticket.until ? DOOR_TOO_LATE : DOOR_ADMIT;
}

static enum door_code check_place(const struct door_question *q)
{
    if (q->ticket.show != q->rules.show)
        return DOOR_OTHER_SHOW;
    bool elsewhere = q->ticket.gate && q->rules.gate && q->ticket.gate != q->rules.gate;
    return elsewhere && !q->rules.leaving ? DOOR_OTHER_GATE : DOOR_ADMIT;
}

static enum door_code check_inside(const struct door_question *q)
{
    if (q->rules.leaving)
        return q->known.inside ? DOOR_ADMIT : DOOR_NOT_IN;
    if (q->known.inside)
        return DOOR_ALREADY_IN;
    return q->known.entries && !q->rules.reentry ? DOOR_NO_REENTRY : DOOR_ADMIT;
}

/* All is well as far as this door can tell; can it? A house that asks itself always can. */
static enum door_code check_trust(const struct door_question *q)
{
    if (q->rules.leaving)
        return DOOR_ADMIT;
    if (q->seal == SEAL_TYPED)
        return DOOR_TYPED;
    if (llabs(q->rules.skew_ms) > DOOR_SKEW_MS)
        return DOOR_CLOCK_WRONG;
    int64_t most = q->rules.list_ms ? q->rules.list_ms : DOOR_LIST_MS;
    bool old = q->now - q->rules.listed > most;
    return !q->rules.complete && old ? DOOR_LIST_OLD : DOOR_ADMIT;
}

enum door_code door_decide(const struct door_question *question)
{
    static enum door_code (*const checks[])(const struct door_question *) = {
        check_signature, check_revoked, check_blocked, check_window,
        check_place,     check_inside,  check_trust,
    };
    for (int i = 0; i < COUNT_OF(checks); i++) {
        enum door_code code = checks[i](question);
        if (code != DOOR_ADMIT)
            return code;
    }
    if (question->rules.leaving)
        return DOOR_EXIT;
    return question->known.entries ? DOOR_READMIT : DOOR_ADMIT;
}

/* ---- what is said ------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum door_light light;
    bool override;
    const char *reason;
} table[] = {
    [DOOR_ADMIT] = {"ADMIT", DOOR_GREEN, false, N_("The ticket is good.")},
    [DOOR_READMIT] = {"READMIT", DOOR_GREEN, false, N_("Welcome back: was out for a while.")},
    [DOOR_EXIT] = {"EXIT", DOOR_GREEN, false, N_("Goes out.")},
    [DOOR_OVERRIDE] = {"OVERRIDE", DOOR_GREEN, false, N_("Let in by a supervisor.")},
    [DOOR_CLOCK_WRONG] = {"CLOCK_WRONG", DOOR_AMBER, true,
                          N_("This machine's clock is wrong; look at the date on the ticket.")},
    [DOOR_LIST_OLD] = {"LIST_OLD", DOOR_AMBER, true,
                       N_("Refunds of the last half hour are not known here.")},
    [DOOR_NO_TICKET] = {"NO_TICKET", DOOR_RED, false, N_("This is not a ticket.")},
    [DOOR_CUT_OFF] = {"CUT_OFF", DOOR_RED, false,
                      N_("A part of the code is missing; scan it again.")},
    [DOOR_NEWER] = {"NEWER", DOOR_RED, false,
                    N_("The ticket was made by a newer program; update this one.")},
    [DOOR_OTHER_HOUSE] = {"OTHER_HOUSE", DOOR_RED, false, N_("A ticket of another house.")},
    [DOOR_UNKNOWN_KEY] = {"UNKNOWN_KEY", DOOR_RED, false,
                          N_("Signed with a key that is not good here.")},
    [DOOR_FORGED] = {"FORGED", DOOR_RED, false, N_("The signature is wrong: a forgery.")},
    [DOOR_UNKNOWN] = {"UNKNOWN", DOOR_RED, false, N_("No such ticket was sold.")},
    [DOOR_REFUNDED] = {"REFUNDED", DOOR_RED, false, N_("The ticket was refunded.")},
    [DOOR_EXCHANGED] = {"EXCHANGED", DOOR_RED, false,
                        N_("The ticket was exchanged; the new one is good.")},
    [DOOR_REPRINTED] = {"REPRINTED", DOOR_RED, false,
                        N_("The ticket was printed again; the new one is good.")},
    [DOOR_BLOCKED] = {"BLOCKED", DOOR_RED, false, N_("The ticket is blocked.")},
    [DOOR_NOT_PAID] = {"NOT_PAID", DOOR_RED, true, N_("The ticket is not paid yet.")},
    [DOOR_TOO_EARLY] = {"TOO_EARLY", DOOR_RED, true, N_("The doors are not open for it yet.")},
    [DOOR_TOO_LATE] = {"TOO_LATE", DOOR_RED, true, N_("The ticket is over.")},
    [DOOR_OTHER_SHOW] = {"OTHER_SHOW", DOOR_RED, false, N_("A ticket for another show.")},
    [DOOR_OTHER_GATE] = {"OTHER_GATE", DOOR_RED, true, N_("Another gate.")},
    [DOOR_ALREADY_IN] = {"ALREADY_IN", DOOR_RED, true, N_("Already in.")},
    [DOOR_NO_REENTRY] = {"NO_REENTRY", DOOR_RED, true,
                         N_("Was in and went out; there is no coming back.")},
    [DOOR_NOT_IN] = {"NOT_IN", DOOR_RED, false, N_("Is not in, so it cannot go out.")},
    [DOOR_TYPED] = {"TYPED", DOOR_AMBER, true,
                    N_("The code was typed, not scanned: look at the name on the order.")},
    [DOOR_OTHER_PRODUCT] = {"OTHER_PRODUCT", DOOR_RED, false,
                            N_("For something else than a seat, such as parking.")},
};
_Static_assert(COUNT_OF(table) == DOOR_CODE_COUNT, "every code has its row");

enum door_light door_light(enum door_code code)
{
    assert((unsigned)code < DOOR_CODE_COUNT);
    return table[code].light;
}

bool door_may_override(enum door_code code)
{
    assert((unsigned)code < DOOR_CODE_COUNT);
    return table[code].override;
}

const char *door_code_name(enum door_code code)
{
    assert((unsigned)code < DOOR_CODE_COUNT);
    return table[code].name;
}

bool door_code_parse(const char *text, enum door_code *out)
{
    for (int i = 0; i < DOOR_CODE_COUNT; i++)
        if (strcmp(text, table[i].name) == 0) {
            *out = (enum door_code)i;
            return true;
        }
    return false;
}

const char *door_word(enum door_code code)
{
    /* L10N: drawn in letters five rows high: A to Z only; at most 6 columns each. */
    static const char *const words[] = {[DOOR_GREEN] = NC_("door", "ADMIT"),
                                        [DOOR_AMBER] = NC_("door", "LOOK"),
                                        [DOOR_RED] = NC_("door", "STOP")};
    return code == DOOR_EXIT ? NC_("door", "OUT") : words[door_light(code)];
}

const char *door_reason(enum door_code code)
{
    assert((unsigned)code < DOOR_CODE_COUNT);
    return table[code].reason;
}
