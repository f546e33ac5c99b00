/*
 * Sales figures in groups. A sale counts at the moment it was made and stays there; a refund or an
 * exchange takes its tickets off at the moment it happened. So a day that is over keeps its
 * figures, and the sum over all days is what is sold today.
 */
#ifndef LOGE_DOMAIN_REPORT_H
#define LOGE_DOMAIN_REPORT_H

#include <stdint.h>

#include "src/domain/entity.h"

enum report_group {
    REPORT_BY_SHOW,
    REPORT_BY_DAY,
    REPORT_BY_HOUR,
    REPORT_BY_TILL,
    REPORT_BY_SELLER,
    REPORT_BY_TYPE,
    REPORT_BY_CLASS,
    REPORT_BY_TENDER
};
struct report_filter {
    enum report_group group;
    int32_t show;
    int64_t from, until;
};
struct report_row {
    char label[NAME_TEXT];
    int64_t at;                                   /* by day and hour: when it begins */
    int64_t tickets, gross, fees, tax, discounts; /* less what was refunded or exchanged */
    int64_t refunded; /* what was given back, or went on to other tickets */
    int64_t kept;     /* fees of refunded tickets; in none of the above */
    int64_t
        late; /* of gross and kept: came home from a till that was alone when its day was over */
};

/*
 * Makes days or hours of quarters of an hour, in place: rows in order of `at`, the begin of their
 * quarter, which every offset from UTC is a multiple of. offset_min: of the house at a moment.
 * Labels are "2026-11-20" and "2026-11-20 19:00"; an hour that the clock shows twice has its offset
 * behind it, "2026-10-25 02:00+01:00". Returns how many rows are left.
 */
int report_fold(struct report_row *rows, int count, enum report_group group,
                int (*offset_min)(int64_t at));

#endif
