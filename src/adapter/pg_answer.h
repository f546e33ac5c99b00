/*
 * What loge.apply and its sisters answer besides event ids (SQL writes these by name,
 * :ANSWER_STALE). Older tills know the numbers.
 */
#ifndef LOGE_ADAPTER_PG_ANSWER_H
#define LOGE_ADAPTER_PG_ANSWER_H

#include "src/domain/verdict.h"

enum pg_answer {
    ANSWER_REPLAY = -1,     /* this key was used before */
    ANSWER_STALE = -2,      /* read again, decide again */
    ANSWER_BUSY = -3,       /* of an act that waits for no lock */
    ANSWER_OTHER_SHOW = -4, /* of the statement around it, which does not know what the key did */
    ANSWER_JUDGED = -5,     /* the act came home in a journal, in vain */
    ANSWER_REFUSED = -100,  /* less the verdict's number, but for one */
    ANSWER_SEAT_TAKEN = -101,
    ANSWER_HOLD_EXPIRED = -104,
    ANSWER_NOT_HOLDER = -105,
    ANSWER_NOT_ALLOWED = -111, /* the one that is not the verdict's number */
    ANSWER_INVALID = -115,
    ANSWER_NOT_FOUND = -116,
};

_Static_assert(ANSWER_SEAT_TAKEN == ANSWER_REFUSED - VERDICT_SEAT_TAKEN &&
                   ANSWER_HOLD_EXPIRED == ANSWER_REFUSED - VERDICT_HOLD_EXPIRED &&
                   ANSWER_NOT_HOLDER == ANSWER_REFUSED - VERDICT_NOT_HOLDER &&
                   ANSWER_INVALID == ANSWER_REFUSED - VERDICT_INVALID &&
                   ANSWER_NOT_FOUND == ANSWER_REFUSED - VERDICT_NOT_FOUND,
               "an answer names its verdict");

#endif
