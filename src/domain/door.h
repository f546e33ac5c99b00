/*
 * The door's decision: what a scanned code means, from what is signed and what is known.
 *
 * Checks come in one order, and the first that fails is the answer: signature, revoked, blocked,
 * window, show and gate, already in. What passes them all is green; amber are a clock or a list
 * that cannot be trusted and a code that was typed: a person has to look. Nothing but green opens
 * the door by itself. A supervisor can let in by name and reason what `door_may_override` allows:
 * never a code that is not signed by the house, and never paper that was given back.
 */
#ifndef LOGE_DOMAIN_DOOR_H
#define LOGE_DOMAIN_DOOR_H

#include "src/domain/entity.h"

/* What is the matter with a code before anybody is asked for the ticket. */
enum seal {
    SEAL_GOOD,
    SEAL_NO_TICKET,   /* not such a code at all */
    SEAL_CUT_OFF,     /* a part is missing, or a character was read wrongly */
    SEAL_NEWER,       /* of a newer program */
    SEAL_OTHER_HOUSE, /* no key of that house here */
    SEAL_UNKNOWN_KEY,
    SEAL_ENDED_KEY, /* a key that was declared lost */
    SEAL_FORGED,
    SEAL_OTHER_PRODUCT, /* well signed by pretix, for a product that opens no door here */
    SEAL_TYPED          /* no signature at all: the short code, typed by a person */
};

enum door_code {
    /* green */
    DOOR_ADMIT = 0,
    DOOR_READMIT = 1,  /* was out for a while */
    DOOR_EXIT = 2,     /* goes out and may come back, where re-entry is allowed */
    DOOR_OVERRIDE = 3, /* let in by name and reason */
    /* amber: look, then override or turn away */
    DOOR_CLOCK_WRONG = 4,
    DOOR_LIST_OLD = 5,
    /* red */
    DOOR_NO_TICKET = 6,
    DOOR_CUT_OFF = 7,
    DOOR_NEWER = 8,
    DOOR_OTHER_HOUSE = 9,
    DOOR_UNKNOWN_KEY = 10,
    DOOR_FORGED = 11,
    DOOR_UNKNOWN = 12, /* well signed, and not in the list of all tickets */
    DOOR_REFUNDED = 13,
    DOOR_EXCHANGED = 14,
    DOOR_REPRINTED = 15,
    DOOR_BLOCKED = 16,
    DOOR_NOT_PAID = 17,
    DOOR_TOO_EARLY = 18,
    DOOR_TOO_LATE = 19,
    DOOR_OTHER_SHOW = 20,
    DOOR_OTHER_GATE = 21,
    DOOR_ALREADY_IN = 22,
    DOOR_NO_REENTRY = 23,
    DOOR_NOT_IN = 24, /* wants out and is not in */
    DOOR_TYPED = 25,  /* amber: its code was typed, so nobody saw a signature */
    DOOR_OTHER_PRODUCT = 26,
    DOOR_CODE_COUNT
};

enum door_light { DOOR_GREEN, DOOR_AMBER, DOOR_RED };

/* What the ticket itself says, verified. */
struct door_ticket {
    int32_t show;
    uint8_t gate; /* 0: any */
    int32_t generation;
    int64_t from, until; /* until 0: for ever */
};

/* What this door knows of it. */
struct door_known {
    bool found;
    enum ticket_status status;
    int32_t generation; /* the newest one that was given out */
    bool unpaid, blocked;
    bool inside;
    int32_t entries;
};

struct door_rules {
    int32_t show;
    uint8_t gate;    /* 0: this door is no gate in particular */
    bool leaving;    /* scanning people out */
    bool reentry;    /* whoever went out may come in again */
    bool complete;   /* every ticket is known here: one that is not is refused */
    int64_t listed;  /* when what is known here was last true; with `complete` it is now */
    int64_t list_ms; /* from what age on it is old; 0: DOOR_LIST_MS */
    int64_t skew_ms; /* how wrong this clock was when it was last compared */
};

enum {
    DOOR_SKEW_MS = 5 * 60 * 1000,  /* a clock that is more wrong cannot judge a window */
    DOOR_LIST_MS = 30 * 60 * 1000, /* a list that is older may miss a refund */
};

struct door_question {
    enum seal seal;
    struct door_ticket ticket; /* with SEAL_GOOD */
    struct door_known known;
    struct door_rules rules;
    int64_t now;
};

enum door_code door_decide(const struct door_question *question);

enum door_light door_light(enum door_code code);
/* May a supervisor let this one in all the same? */
bool door_may_override(enum door_code code);
/* Stable, for programs: "ADMIT", "ALREADY_IN" ... */
const char *door_code_name(enum door_code code);
bool door_code_parse(const char *text, enum door_code *out) MUST_USE;
/* The one word on the screen, and what is the matter; not translated yet. */
const char *door_word(enum door_code code);
const char *door_reason(enum door_code code);

#endif
