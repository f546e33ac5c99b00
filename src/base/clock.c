#include "config.h"

#include "src/base/clock.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <time.h>

enum { MS_PER_SECOND = 1000, MS_PER_MINUTE = 60 * MS_PER_SECOND, MS_PER_HOUR = 60 * MS_PER_MINUTE };
enum { MS_PER_DAY = 24 * MS_PER_HOUR, FIRST_YEAR = 1970, LAST_YEAR = 9999, FAR_OFFSET_HOURS = 14 };

#define LAST_MS INT64_C(253402300799999) /* 9999-12-31T23:59:59.999Z */

static int64_t now_ms(clockid_t which)
{
    struct timespec now;
    int failed = clock_gettime(which, &now);
    assert(!failed);
    return (int64_t)now.tv_sec * MS_PER_SECOND + now.tv_nsec / 1000000;
}

static int64_t system_wall(void *ctx)
{
    return now_ms(CLOCK_REALTIME);
}

/* Goes on while the machine sleeps, so that a deadline passes for people when it passes here. */
static int64_t system_mono(void *ctx)
{
    return now_ms(CLOCK_BOOTTIME);
}

static void system_pause(void *ctx, int64_t ms)
{
    struct timespec left = {.tv_sec = ms / MS_PER_SECOND, .tv_nsec = ms % MS_PER_SECOND * 1000000};
    while (ms > 0 && nanosleep(&left, &left) < 0 && errno == EINTR)
        continue;
}

struct clock clock_system(void)
{
    return (struct clock){.wall_ms = system_wall, .mono_ms = system_mono, .pause_ms = system_pause};
}

static int64_t fake_wall(void *ctx)
{
    return ((const struct fake_clock *)ctx)->wall;
}

static int64_t fake_mono(void *ctx)
{
    return ((const struct fake_clock *)ctx)->mono;
}

static void fake_pause(void *ctx, int64_t ms)
{
    struct fake_clock *fake = ctx;
    fake->wall += ms;
    fake->mono += ms;
}

struct clock clock_fake(struct fake_clock *fake)
{
    return (struct clock){
        .wall_ms = fake_wall, .mono_ms = fake_mono, .pause_ms = fake_pause, .ctx = fake};
}

int clock_offset_min(int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm here;
    return localtime_r(&seconds, &here) ? (int)(here.tm_gmtoff / 60) : 0;
}

/* ---- civil dates, without the C library's time zones -------------------------------------- */

struct civil {
    int year, month, day;
};

static bool leap_year(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && leap_year(year) ? 29 : days[month - 1];
}

static int64_t days_before_year(int year)
{
    int64_t before = year - 1;
    return before * 365 + before / 4 - before / 100 + before / 400;
}

static int64_t days_since_1970(struct civil date)
{
    int64_t days = days_before_year(date.year) - days_before_year(FIRST_YEAR);
    for (int month = 1; month < date.month; month++)
        days += days_in_month(date.year, month);
    return days + date.day - 1;
}

static struct civil date_of_day(int64_t day)
{
    struct civil date = {.year = FIRST_YEAR + (int)(day / 366), .month = 1};
    while (days_since_1970((struct civil){date.year + 1, 1, 1}) <= day)
        date.year++;
    day -= days_since_1970((struct civil){date.year, 1, 1});
    while (day >= days_in_month(date.year, date.month))
        day -= days_in_month(date.year, date.month++);
    date.day = (int)day + 1;
    return date;
}

char *time_text(int64_t wall_ms, char out[TIME_TEXT])
{
    int64_t shown = wall_ms < 0 ? 0 : wall_ms > LAST_MS ? LAST_MS : wall_ms;
    struct civil date = date_of_day(shown / MS_PER_DAY);
    int in_day = (int)(shown % MS_PER_DAY), ms = in_day % MS_PER_SECOND;
    int used = snprintf(out, TIME_TEXT, "%04u-%02u-%02uT%02u:%02u:%02u", date.year % 10000u,
                        date.month % 100u, date.day % 100u, in_day / MS_PER_HOUR % 24u,
                        in_day / MS_PER_MINUTE % 60u, in_day / MS_PER_SECOND % 60u);
    if (ms)
        snprintf(out + used, (size_t)(TIME_TEXT - used), ".%03uZ", ms % 1000u);
    else
        snprintf(out + used, (size_t)(TIME_TEXT - used), "Z");
    return out;
}

static bool take_char(const char **at, char wanted)
{
    if (**at != wanted)
        return false;
    ++*at;
    return true;
}

static bool take_digits(const char **at, int count, int low, int high, int *out)
{
    int value = 0;
    for (int i = 0; i < count; i++, ++*at) {
        if (**at < '0' || **at > '9')
            return false;
        value = value * 10 + (**at - '0');
    }
    *out = value;
    return value >= low && value <= high;
}

static bool take_date(const char **at, int64_t *ms)
{
    struct civil date;
    if (!take_digits(at, 4, FIRST_YEAR, LAST_YEAR, &date.year) || !take_char(at, '-') ||
        !take_digits(at, 2, 1, 12, &date.month) || !take_char(at, '-') ||
        !take_digits(at, 2, 1, days_in_month(date.year, date.month), &date.day))
        return false;
    *ms += days_since_1970(date) * MS_PER_DAY;
    return true;
}

/* Digits past the millisecond are accepted and dropped. */
static bool take_fraction(const char **at, int64_t *ms)
{
    int digits = 0, worth = 100;
    for (; **at >= '0' && **at <= '9'; ++*at, digits++, worth /= 10)
        *ms += (**at - '0') * worth;
    return digits > 0;
}

static bool take_time_of_day(const char **at, int64_t *ms)
{
    int hour, minute, second = 0;
    if (!take_digits(at, 2, 0, 23, &hour) || !take_char(at, ':') ||
        !take_digits(at, 2, 0, 59, &minute))
        return false;
    *ms += hour * MS_PER_HOUR + minute * MS_PER_MINUTE;
    if (!take_char(at, ':'))
        return true;
    if (!take_digits(at, 2, 0, 59, &second))
        return false;
    *ms += second * MS_PER_SECOND;
    return !take_char(at, '.') || take_fraction(at, ms);
}

static bool take_offset(const char **at, int64_t *ms)
{
    int hours, minutes, ahead = **at == '+';
    if (take_char(at, 'Z'))
        return true;
    if (!take_char(at, '+') && !take_char(at, '-'))
        return false;
    if (!take_digits(at, 2, 0, FAR_OFFSET_HOURS, &hours) || !take_char(at, ':') ||
        !take_digits(at, 2, 0, 59, &minutes))
        return false;
    int64_t offset = hours * MS_PER_HOUR + minutes * MS_PER_MINUTE;
    *ms += ahead ? -offset : offset;
    return true;
}

bool time_parse(const char *text, int64_t *out_ms)
{
    int64_t ms = 0;
    if (!take_date(&text, &ms) || !take_char(&text, 'T') || !take_time_of_day(&text, &ms) ||
        !take_offset(&text, &ms) || *text != '\0')
        return false;
    if (ms < 0 || ms > LAST_MS)
        return false;
    *out_ms = ms;
    return true;
}
