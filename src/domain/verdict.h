/*
 * A verdict is the business outcome of an act. People and other programs rely on the codes, so
 * they never change; the exit code of the command follows from the verdict.
 */
#ifndef LOGE_DOMAIN_VERDICT_H
#define LOGE_DOMAIN_VERDICT_H

enum verdict {
    VERDICT_OK = 0,
    VERDICT_SEAT_TAKEN,
    VERDICT_SINGLE_SEAT_GAP,
    VERDICT_SEAT_BLOCKED,
    VERDICT_HOLD_EXPIRED,
    VERDICT_NOT_HOLDER,
    VERDICT_HOLD_NOT_FOUND,
    VERDICT_SEAT_NOT_FOUND,
    VERDICT_SHOW_NOT_OPEN,
    VERDICT_DUPLICATE_SEAT,
    VERDICT_NOT_ALLOWED,
    VERDICT_VERSION_CONFLICT,
    VERDICT_NOT_ENOUGH_SEATS,
    VERDICT_RATE_LIMITED,
    VERDICT_UNAVAILABLE,
    VERDICT_INVALID,
    VERDICT_NOT_FOUND, /* a show, sale, person ... that does not exist: code INVALID, exit 3 */
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
