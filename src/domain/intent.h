/*
 * A payment intent: seats on this side, money on the other, and an unreliable line between them.
 *
 * `here` is what the house did about the seats, `there` what the provider is known to have of the
 * money. intent_next() says what is to be done now; whoever did it tells what came of it
 * (intent_did, intent_hear), keeps the row, and asks again. So one function serves the request that
 * waits for an answer, the webhook, and the completer that finds the row after a crash.
 *
 *   NEW ── keep ──> PAYING ── money is there ── sell ──> SOLD ── capture ──> nothing more
 *    │ refused        │ failed, cancelled, too late
 *    v                v
 *   RELEASED <── release            money that arrives now: the seats are taken again if they
 *      │                            are free (LATE ──> SOLD), else it goes back.
 *      └── cancel at the provider, so that nothing arrives any more
 *
 * An intent may pay the fee of a bag instead of seats: the same states, with the check-in that
 * waits for its fee in place of the seats. A clerk may take that fee at any moment, so nothing is
 * kept for the payer, and a check-in cannot be taken back: the money is captured first and booked
 * then.
 *
 *   NEW ── it waits for its fee ──> PAYING ── capture ── book ──> SOLD
 *    │ it does not                    │ failed, too late, a clerk took it, the bag was given up
 *    v                                v
 *   RELEASED <────────────────────────┘   money that arrives now is booked if the same fee is still
 *                                         waited for, else it goes back
 *
 * What is heard only ever grows: `there` is ordered so that of two messages the later state is the
 * greater, and hearing keeps the greater. Order and repetition of messages therefore mean nothing.
 *
 * A call of the provider's may be late or lost, so it is asked once more after the deadline before
 * the seats go, and again before the payment is closed: whoever paid in time has his seats.
 *
 * Nothing is guessed. As long as nobody knows whether the provider has it, it is created again
 * under the same key, which makes it known; only then is it cancelled.
 */
#ifndef LOGE_DOMAIN_INTENT_H
#define LOGE_DOMAIN_INTENT_H

#include "src/domain/changeset.h"

enum { INTENT_HOLDS = 8, INTENT_REF = 80, INTENT_TOKEN = 256 };

#define INTENT_NEVER INT64_MAX

enum intent_here {
    HERE_NEW = 0,      /* the seats are not kept for it yet */
    HERE_PAYING = 1,   /* they are */
    HERE_SOLD = 2,     /* they are sold */
    HERE_RELEASED = 3, /* they are free again, or another's */
    HERE_LATE = 4,     /* being taken again for money that came late */
    HERE_STUCK = 5, /* sold without money, and the tickets could not be taken back: for a person */
};

/* In the order in which a provider goes through them; see above. */
enum intent_there {
    THERE_UNKNOWN = 0,    /* nothing was ever heard of it */
    THERE_WAITING = 1,    /* for whoever pays */
    THERE_FAILED = 2,     /* this try came to nothing; another may still succeed */
    THERE_AUTHORISED = 3, /* the money is reserved for us */
    THERE_CANCELLED = 4,  /* it is closed: no money will ever come of it */
    /* we have it; also when a cancellation was told before: money is believed */
    THERE_CAPTURED = 5,
    THERE_REFUNDED = 6, /* all of it was given back */
};

struct intent_seat {
    char label[SEAT_TEXT];
    enum price_type type;
};

struct intent {
#include "src/domain/row/members.h"
#include "src/domain/row/intent.def"
#include "src/domain/row/members_end.h"
    struct uuid hold[INTENT_HOLDS];
    int hold_count;
    const struct intent_seat *seats;
    int seat_count;
    /* As read, and never saved: */
    char show_id[SLUG_TEXT];
    char till[TILL_TEXT]; /* the client's who held the seats */
    bool settled;         /* the check-in does not wait for its fee any more */
    int64_t given_back;   /* by the house: what its payments of the sale say */
    /* Not kept with the row, so that it is asked again: */
    int64_t heard_at; /* the provider answered */
};

enum intent_step {
    STEP_NONE,
    STEP_KEEP,      /* the holds are being paid for */
    STEP_CREATE,    /* tell the provider; the same key makes it the same intent */
    STEP_ASK,       /* how far is it? */
    STEP_SELL,      /* the money is there */
    STEP_CAPTURE,   /* take what was reserved */
    STEP_RELEASE,   /* let the seats go */
    STEP_RETAKE,    /* take them again, and sell them */
    STEP_CANCEL,    /* close it at the provider */
    STEP_REFUND,    /* give back intent_to_refund() */
    STEP_TAKE_BACK, /* tickets without money: refund the sale */
};

/* What came of a step of the house's; those of the provider are heard. */
enum intent_result {
    DID_DONE,
    DID_SELL,    /* it turned out, or was done already, that the seats are sold for this intent */
    DID_GONE,    /* the seats are not kept any more */
    DID_REFUSED, /* it cannot be done; the refusal is in the note */
    DID_UNKNOWN, /* nobody knows: the same again, later */
};

/* Does it pay the fee of a bag? Else it pays for seats. */
bool intent_is_fee(const struct intent *intent);
/* Does this check-in still wait for the very fee that the intent was asked for? */
bool intent_is_awaited_by(const struct intent *intent, const struct checkin *checkin);

/* What is to be done at this moment: STEP_NONE before next_at has come, or when there is nothing.
 */
enum intent_step intent_next(const struct intent *intent, int64_t now);

/* A step of the house's was tried. */
void intent_did(struct intent *intent, enum intent_step step, enum intent_result result,
                int64_t now);

/*
 * Kept before the step is begun, so that a crash in the middle is known for one; with STEP_NONE of
 * a row that is due: that nothing is left to do. True: there is something to keep.
 */
bool intent_take_up(struct intent *intent, enum intent_step step, int64_t now);

struct intent_news {
    enum intent_there there;
    int64_t refunded;
    const char *ref, *token; /* NULL or "": not said */
};
/* What the provider says by a webhook. True when this was new. */
bool intent_hear(struct intent *intent, const struct intent_news *news, int64_t now);
/* What it answers to a step of its own. */
void intent_answered(struct intent *intent, const struct intent_news *news, int64_t now);
/* The provider could not be asked, or its answer makes no sense: nothing is known that was not. */
void intent_unheard(struct intent *intent, int64_t now);
/* The provider does not take it, as it is: unless it was heard of before, it will never be paid. */
void intent_refused(struct intent *intent, int64_t now);

/* Whoever pays has changed his mind. False: too late, the seats are sold or are being taken, or the
 * fee is being booked. */
bool intent_give_up(struct intent *intent, int64_t now);

/* How much of what the provider has is to be given back now. */
int64_t intent_to_refund(const struct intent *intent);

/* What the house says it has by it, and what the provider has for us; the same at the end. */
int64_t intent_money_here(const struct intent *intent);
int64_t intent_money_there(const struct intent *intent);

/* The authorisation code of the payment in the house's books: 31 hexadecimal digits of the id. */
char *intent_auth(const struct uuid *id, char out[AUTH_TEXT]);

/* Is it one? A card terminal's has a few digits. */
bool intent_is_auth(const char *auth);

const char *intent_here_name(enum intent_here here);
const char *intent_there_name(enum intent_there there);

#endif
