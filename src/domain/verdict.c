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
