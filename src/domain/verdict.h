/*
 * A verdict is the business outcome of an act. People and other programs rely on the codes, so
 * they never change; the exit code of the command follows from the verdict.
 */
#ifndef LOGE_DOMAIN_VERDICT_H
#define LOGE_DOMAIN_VERDICT_H

/* The numbers stand in databases, journals and on the wire: new ones go to the end. */
enum verdict {
    VERDICT_OK = 0,
    VERDICT_SEAT_TAKEN = 1,
    VERDICT_SINGLE_SEAT_GAP = 2,
    VERDICT_SEAT_BLOCKED = 3,
    VERDICT_HOLD_EXPIRED = 4,
    VERDICT_NOT_HOLDER = 5,
    VERDICT_HOLD_NOT_FOUND = 6,
    VERDICT_SEAT_NOT_FOUND = 7,
    VERDICT_SHOW_NOT_OPEN = 8,
    VERDICT_DUPLICATE_SEAT = 9,
    VERDICT_NOT_ALLOWED = 10,
    VERDICT_VERSION_CONFLICT = 11,
    VERDICT_NOT_ENOUGH_SEATS = 12,
    VERDICT_RATE_LIMITED = 13,
    VERDICT_UNAVAILABLE = 14,
    VERDICT_INVALID = 15,
    VERDICT_NOT_FOUND = 16, /* a show, sale, person ... that does not exist: code INVALID, exit 3 */
    VERDICT_CEILING_REACHED = 17,
    VERDICT_KEY_REUSED = 18,
    VERDICT_SEATS_IN_USE = 19,
    VERDICT_PAYMENT_PENDING = 20,
    VERDICT_ALREADY_PAID = 21,
    VERDICT_NOT_PAID = 22,
    VERDICT_TICKET_NOT_VALID = 23, /* refunded, exchanged or printed again since */
    VERDICT_FEE_DUE = 24,
    VERDICT_CHECKIN_COMPLETE = 25,
    VERDICT_SHIFT_OPEN = 26,
    VERDICT_SHIFT_CLOSED = 27,
    VERDICT_VOUCHER_NOT_VALID = 28,
    VERDICT_AMOUNT_MISMATCH = 29, /* the money named is not the money due, left or expected */
    VERDICT_ALREADY_EXISTS = 30,
    VERDICT_STATE_CONFLICT = 31, /* too late or too early for this, and no code of its own */
    VERDICT_NOT_POSSIBLE = 32,   /* a rule stands in the way of this very combination */
    VERDICT_HELD_ELSEWHERE = 33, /* the customer has a hold with another client or at the counter */
    VERDICT_COUNT
};

enum exit_code {
    EXIT_DONE = 0,
    EXIT_REFUSED = 1,
    EXIT_USAGE = 2,
    EXIT_MISSING = 3,
    EXIT_FORBIDDEN = 4,
    EXIT_UNREACHABLE = 5,
    EXIT_BUG = 70,
};

const char *verdict_code(enum verdict verdict); /* "SEAT_TAKEN" */
int verdict_exit(enum verdict verdict);
/* The plain sentence a person reads when nothing more precise is known. */
const char *verdict_sentence(enum verdict verdict);

/* A verdict with what a person needs to know about it; travels by value. */
enum { REFUSAL_SEATS = 16 };
struct refusal {
    char message[320];
    int seats[REFUSAL_SEATS]; /* indexes into the snapshot's plan: which seats it is about */
    int seat_count;
};

/* Writes the message (fmt NULL: verdict_sentence) and returns the verdict. why may be NULL. */
enum verdict refuse(struct refusal *why, enum verdict verdict, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void refusal_add_seat(struct refusal *why, int seat); /* beyond REFUSAL_SEATS: dropped */

#endif
