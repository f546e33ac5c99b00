#include "config.h"

#include "src/domain/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/when.h"

#define MINUTE_MS ((int64_t)60 * 1000)
#define HOUR_MS   (60 * MINUTE_MS)

/* Clocks are put back by an hour, or (Lord Howe) by half of one. */
static bool is_shown_twice(int64_t begin, int offset, int (*offset_min)(int64_t at))
{
    int before = offset_min(begin - HOUR_MS), after = offset_min(begin + HOUR_MS);
    return before > offset || after < offset;
}

static void name_day(const struct when *when, struct report_row *row)
{
    snprintf(row->label, sizeof row->label, "%04d-%02d-%02d", when->year, when->month, when->day);
}

static void name_hour(const struct when *when, int offset, bool twice, struct report_row *row)
{
    int size = snprintf(row->label, sizeof row->label, "%04d-%02d-%02d %02d:00", when->year,
                        when->month, when->day, when->hour);
    if (twice)
        snprintf(row->label + size, sizeof row->label - (size_t)size, "%c%02d:%02d",
                 offset < 0 ? '-' : '+', abs(offset) / 60, abs(offset) % 60);
}

static void name_row(struct report_row *row, enum report_group group, int (*offset_min)(int64_t at))
{
    int offset = offset_min(row->at);
    struct when when = when_at(row->at, offset);
    row->at -= when.minute * MINUTE_MS;
    if (group == REPORT_BY_HOUR) {
        name_hour(&when, offset, is_shown_twice(row->at, offset, offset_min), row);
        return;
    }
    row->at -= when.hour * HOUR_MS;
    row->at -= (offset_min(row->at) - offset) * MINUTE_MS; /* the clock changed since midnight */
    name_day(&when, row);
}

static void add_row(struct report_row *sum, const struct report_row *row)
{
    sum->tickets += row->tickets;
    sum->gross += row->gross;
    sum->fees += row->fees;
    sum->tax += row->tax;
    sum->discounts += row->discounts;
    sum->refunded += row->refunded;
    sum->kept += row->kept;
    sum->late += row->late;
}

int report_fold(struct report_row *rows, int count, enum report_group group,
                int (*offset_min)(int64_t at))
{
    int used = 0;
    if (group != REPORT_BY_DAY && group != REPORT_BY_HOUR)
        return count;
    for (int i = 0; i < count; i++) {
        name_row(&rows[i], group, offset_min);
        if (used && strcmp(rows[used - 1].label, rows[i].label) == 0)
            add_row(&rows[used - 1], &rows[i]);
        else
            rows[used++] = rows[i];
    }
    return used;
}
