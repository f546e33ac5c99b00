#include "config.h"

#include "ui/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/money.h"
#include "src/base/text.h"
#include "ui/intl.h"

/* Groups of three, with the language's own mark. */
static void group(const char *digits, char *out, size_t size)
{
    const char *mark = C_("number", ",");
    size_t length = strlen(digits), used = 0;
    for (size_t i = 0; i < length && used + 8 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            used += (size_t)snprintf(out + used, size - used, "%s", mark);
        out[used++] = digits[i];
    }
    out[used] = '\0';
}

char *format_number(int64_t value, char out[FORMAT_TEXT])
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value < 0 ? -(uint64_t)value : (uint64_t)value);
    out[0] = '-';
    group(digits, out + (value < 0), (size_t)(FORMAT_TEXT - 1));
    return out;
}

char *format_money(int64_t amount, const char *currency, char out[FORMAT_TEXT])
{
    char plain[MONEY_TEXT], *point;
    money_text(amount < 0 ? -amount : amount, currency, plain);
    point = strchr(plain, '.');
    if (point)
        *point = '\0';
    out[0] = '-';
    group(plain, out + (amount < 0), FORMAT_TEXT - 8);
    if (point) {
        size_t used = strlen(out);
        snprintf(out + used, FORMAT_TEXT - used, "%s%s", C_("number", "."), point + 1);
    }
    return out;
}

static struct tm here(int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm parts = {0};
    localtime_r(&seconds, &parts);
    return parts;
}

char *format_clock(int64_t wall_ms, char out[FORMAT_TEXT])
{
    struct tm at = here(wall_ms);
    snprintf(out, FORMAT_TEXT, "%02d:%02d", at.tm_hour, at.tm_min);
    return out;
}

char *format_day(int64_t wall_ms, char out[FORMAT_TEXT])
{
    /* L10N: days and months as short as a list needs them; at most 4 columns each. */
    static const char *const days[] = {N_("Sun"), N_("Mon"), N_("Tue"), N_("Wed"),
                                       N_("Thu"), N_("Fri"), N_("Sat")};
    static const char *const months[] = {N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"),
                                         N_("May"), N_("Jun"), N_("Jul"), N_("Aug"),
                                         N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")};
    struct tm at = here(wall_ms);
    /* L10N: weekday, day, month: "Fri 20 Nov". At most 12 columns. */
    snprintf(out, FORMAT_TEXT, _("%s %d %s"), _(days[at.tm_wday]), at.tm_mday,
             _(months[at.tm_mon]));
    return out;
}

char *format_day_clock(int64_t wall_ms, char out[FORMAT_TEXT])
{
    char clock[FORMAT_TEXT];
    format_day(wall_ms, out);
    size_t used = strlen(out);
    snprintf(out + used, FORMAT_TEXT - used, " %s", format_clock(wall_ms, clock));
    return out;
}

char *format_amount(int64_t amount, const char *currency, char out[FORMAT_TEXT])
{
    char number[FORMAT_TEXT];
    /* L10N: currency and amount: "EUR 84.00"; "%2$s %1$s" puts the amount first. */
    snprintf(out, FORMAT_TEXT, C_("money", "%s %s"), currency,
             format_money(amount, currency, number));
    return out;
}

char *format_date_clock(int64_t wall_ms, char out[FORMAT_TEXT])
{
    char clock[FORMAT_TEXT];
    struct tm at = here(wall_ms);
    format_day(wall_ms, out);
    size_t used = strlen(out);
    snprintf(out + used, FORMAT_TEXT - used, " %d %s", at.tm_year + 1900,
             format_clock(wall_ms, clock));
    return out;
}

char *format_left(int64_t ms, char out[FORMAT_TEXT])
{
    int64_t seconds = ms <= 0 ? 0 : (ms + 999) / 1000;
    if (seconds >= 3600)
        snprintf(out, FORMAT_TEXT, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600,
                 seconds / 60 % 60, seconds % 60);
    else
        snprintf(out, FORMAT_TEXT, "%02" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
    return out;
}

char *format_left_brief(int64_t ms, char out[FORMAT_TEXT])
{
    int64_t minutes = ms <= 0 ? 0 : (ms + 59999) / 60000;
    if (ms < 3600000)
        return format_left(ms, out);
    if (minutes < 100 * 60)
        snprintf(out, FORMAT_TEXT, "%" PRId64 "h%02" PRId64, minutes / 60, minutes % 60);
    else
        text_copy(out, FORMAT_TEXT, "99h+");
    return out;
}

char *format_right(const char *text, int columns, char out[FORMAT_TEXT])
{
    char clipped[FORMAT_TEXT];
    size_t blanks = (size_t)(columns - text_fit(clipped, sizeof clipped, text, columns, false));
    memset(out, ' ', blanks);
    text_copy(out + blanks, FORMAT_TEXT - blanks, clipped);
    return out;
}

int format_percent(int64_t part, int64_t whole)
{
    if (whole <= 0 || part <= 0)
        return 0;
    return (int)(part * 100 / whole);
}

void seat_names_add(struct seat_names *names, const char *label)
{
    enum { COUNT_ROOM = 8 };
    size_t length = strlen(label) + 1;
    bool fits = !names->left_out && (!names->used || names->used + length <= names->room) &&
                names->used + length + COUNT_ROOM < sizeof names->text;
    char *end = names->text + names->used;
    if (fits)
        names->used += (size_t)snprintf(end, sizeof names->text - names->used, " %s", label);
    else
        snprintf(end, sizeof names->text - names->used, " +%d", ++names->left_out);
}
