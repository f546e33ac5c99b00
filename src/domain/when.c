#include "config.h"

#include "src/domain/when.h"

#include <stdio.h>

static const char *const weekdays[] = {
    /* L10N: days and months as short as a ticket needs them */
    N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"),
};
static const char *const months[] = {
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
};

static int64_t floor_div(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

/* Days since 1970 as a date: eras of 400 years that begin in March, so leap days come last. */
static void find_date(int64_t days, struct when *when)
{
    int64_t shifted = days + 719468, era = floor_div(shifted, 146097);
    int64_t day_of_era = shifted - era * 146097;
    int64_t year =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day = day_of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * day + 2) / 153;
    when->day = (int)(day - (153 * month + 2) / 5 + 1);
    when->month = (int)(month < 10 ? month + 3 : month - 9);
    when->year = (int)(year + era * 400 + (when->month <= 2));
}

struct when when_at(int64_t at, int offset_min)
{
    int64_t minutes = floor_div(at, 60000) + offset_min, days = floor_div(minutes, 24 * 60);
    int of_day = (int)(minutes - days * 24 * 60);
    struct when when = {.hour = of_day / 60, .minute = of_day % 60};
    when.weekday = (int)((days + 3) - floor_div(days + 3, 7) * 7); /* the epoch was a Thursday */
    find_date(days, &when);
    return when;
}

const char *when_month(int month, say_in *language)
{
    return say(language, months[(month + 11) % 12]);
}

char *when_text(int64_t at, int offset_min, say_in *language, char out[WHEN_TEXT])
{
    struct when when = when_at(at, offset_min);
    if (at == 0)
        snprintf(out, WHEN_TEXT, "-");
    else
        /* L10N: weekday, day, month, year, hour, minute; reorder them like %2$d */
        snprintf(out, WHEN_TEXT, say(language, N_("%s %d %s %d, %02d:%02d")),
                 say(language, weekdays[when.weekday]), when.day, when_month(when.month, language),
                 when.year, when.hour, when.minute);
    return out;
}
