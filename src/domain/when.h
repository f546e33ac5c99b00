/* A moment as people say it, at the house's offset from UTC: "Fri 20 Nov 2026, 19:30". */
#ifndef LOGE_DOMAIN_WHEN_H
#define LOGE_DOMAIN_WHEN_H

#include <stdint.h>

#include "src/domain/say.h"

enum { WHEN_TEXT = 96 };

/* offset_min: minutes east of UTC at that moment. "-" for 0. Returns out. */
char *when_text(int64_t at, int offset_min, say_in *language, char out[WHEN_TEXT]);

struct when {
    int year, month, day;      /* month and day count from 1 */
    int weekday, hour, minute; /* weekday: 0 is Monday */
};
struct when when_at(int64_t at, int offset_min);
const char *when_month(int month, say_in *language); /* "Nov" */

#endif
