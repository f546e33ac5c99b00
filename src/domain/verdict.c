#include "config.h"

#include "src/domain/verdict.h"

#include <stdarg.h>
#include <stdio.h>

#include "src/base/attr.h"
#include "src/base/tongue.h"

static const struct {
    const char *code;
    int exit;
    const char *sentence;
} table[] = {
    [VERDICT_OK] = {"OK", EXIT_DONE, N_("Done.")},
    [VERDICT_SEAT_TAKEN] = {"SEAT_TAKEN", EXIT_REFUSED,
                            N_("That seat is taken; choose another or ask for the best.")},
    [VERDICT_SINGLE_SEAT_GAP] = {"SINGLE_SEAT_GAP", EXIT_REFUSED,
                                 N_("That would leave a single seat nobody can buy; move along by "
                                    "one, or have it overridden with a reason.")},
    [VERDICT_SEAT_BLOCKED] = {"SEAT_BLOCKED", EXIT_REFUSED, N_("That seat is blocked from sale.")},
    [VERDICT_HOLD_EXPIRED] =
        {"HOLD_EXPIRED", EXIT_REFUSED,
         N_("The hold has ended and its seats are free again; hold them anew.")},
    [VERDICT_NOT_HOLDER] =
        {"NOT_HOLDER", EXIT_REFUSED,
         N_("Somebody else holds these seats; have the hold transferred first.")},
    [VERDICT_HOLD_NOT_FOUND] = {"HOLD_NOT_FOUND", EXIT_MISSING, N_("There is no such hold.")},
    [VERDICT_SEAT_NOT_FOUND] = {"SEAT_NOT_FOUND", EXIT_MISSING,
                                N_("There is no such seat in this show's hall.")},
    [VERDICT_SHOW_NOT_OPEN] = {"SHOW_NOT_OPEN", EXIT_REFUSED,
                               N_("This show is not open for sale; `loge show open` opens it.")},
    [VERDICT_DUPLICATE_SEAT] = {"DUPLICATE_SEAT", EXIT_REFUSED,
                                N_("The same seat was named twice; name each seat once.")},
    [VERDICT_NOT_ALLOWED] = {"NOT_ALLOWED", EXIT_FORBIDDEN,
                             N_("Your role does not allow this; a supervisor can sign for it.")},
    [VERDICT_VERSION_CONFLICT] = {"VERSION_CONFLICT", EXIT_REFUSED,
                                  N_("Somebody else changed this at the same moment; look and try "
                                     "again.")},
    [VERDICT_NOT_ENOUGH_SEATS] = {"NOT_ENOUGH_SEATS", EXIT_REFUSED,
                                  N_("There are not that many seats left that suit.")},
    [VERDICT_RATE_LIMITED] = {"RATE_LIMITED", EXIT_REFUSED,
                              N_("Too many requests; wait a little.")},
    [VERDICT_UNAVAILABLE] = {"UNAVAILABLE", EXIT_UNREACHABLE,
                             N_("The box office's data cannot be reached right now; try again.")},
    [VERDICT_INVALID] = {"INVALID", EXIT_USAGE, N_("That request makes no sense as it stands.")},
    [VERDICT_NOT_FOUND] = {"INVALID", EXIT_MISSING, N_("There is no such thing here.")},
    [VERDICT_CEILING_REACHED] =
        {"CEILING_REACHED", EXIT_REFUSED,
         N_("The hold has been extended as far as the show allows; sell or release it.")},
    [VERDICT_KEY_REUSED] = {"KEY_REUSED", EXIT_REFUSED,
                            N_("This key was used before for a different act; use a new key.")},
    [VERDICT_SEATS_IN_USE] =
        {"SEATS_IN_USE", EXIT_REFUSED,
         N_("Seats that are held or sold cannot leave the plan; free them first.")},
    [VERDICT_PAYMENT_PENDING] =
        {"PAYMENT_PENDING", EXIT_REFUSED,
         N_("A payment for these seats is under way; wait until it has gone through or failed.")},
    [VERDICT_ALREADY_PAID] = {"ALREADY_PAID", EXIT_REFUSED,
                              N_("This has been paid already; refund it to give the money back.")},
    [VERDICT_NOT_PAID] = {"NOT_PAID", EXIT_REFUSED,
                          N_("This is not paid yet; take the money first.")},
    [VERDICT_TICKET_NOT_VALID] =
        {"TICKET_NOT_VALID", EXIT_REFUSED,
         N_("The ticket has been refunded, exchanged or replaced; look at the order.")},
    [VERDICT_FEE_DUE] = {"FEE_DUE", EXIT_REFUSED,
                         N_("The bag waits for its fee; take the fee first.")},
    [VERDICT_CHECKIN_COMPLETE] = {"CHECKIN_COMPLETE", EXIT_REFUSED,
                                  N_("The check-in is complete.")},
    [VERDICT_SHIFT_OPEN] = {"SHIFT_OPEN", EXIT_REFUSED,
                            N_("A shift is open at this till; close it first.")},
    [VERDICT_SHIFT_CLOSED] = {"SHIFT_CLOSED", EXIT_REFUSED,
                              N_("The shift is closed; open a new one.")},
    [VERDICT_VOUCHER_NOT_VALID] = {"VOUCHER_NOT_VALID", EXIT_REFUSED,
                                   N_("The voucher is not valid for this.")},
    [VERDICT_AMOUNT_MISMATCH] = {"AMOUNT_MISMATCH", EXIT_REFUSED,
                                 N_("The amounts do not match what is due; check them.")},
    [VERDICT_ALREADY_EXISTS] = {"ALREADY_EXISTS", EXIT_REFUSED,
                                N_("There is one already; choose another name.")},
    [VERDICT_STATE_CONFLICT] = {"STATE_CONFLICT", EXIT_REFUSED,
                                N_("This cannot be done any more; look again.")},
    [VERDICT_NOT_POSSIBLE] = {"NOT_POSSIBLE", EXIT_REFUSED,
                              N_("A rule of the house does not allow this; change the request.")},
    [VERDICT_HELD_ELSEWHERE] =
        {"HELD_ELSEWHERE", EXIT_REFUSED,
         N_("The customer holds seats for this show elsewhere; release those first.")},
};

const char *verdict_code(enum verdict verdict)
{
    return table[verdict].code;
}

int verdict_exit(enum verdict verdict)
{
    return table[verdict].exit;
}

const char *verdict_sentence(enum verdict verdict)
{
    return tongue(table[verdict].sentence);
}

enum verdict refuse(struct refusal *why, enum verdict verdict, const char *fmt, ...)
{
    if (!why)
        return verdict;
    if (!fmt) {
        snprintf(why->message, sizeof why->message, "%s", tongue(table[verdict].sentence));
        return verdict;
    }
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why->message, sizeof why->message, tongue(fmt), ap);
    va_end(ap);
    return verdict;
}

void refusal_add_seat(struct refusal *why, int seat)
{
    if (why && why->seat_count < COUNT_OF(why->seats))
        why->seats[why->seat_count++] = seat;
}
