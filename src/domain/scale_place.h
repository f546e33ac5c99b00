/* Where a scale is, as the setting says it: "/dev/ttyUSB0@9600", "/dev/ttyS0@2400,7e1" or
 * "tcp:HOST:PORT", with brackets around an address of IPv6. */
#ifndef LOGE_DOMAIN_SCALE_PLACE_H
#define LOGE_DOMAIN_SCALE_PLACE_H

#include <stdbool.h>

#include "src/base/attr.h"

enum { SCALE_NAME = 192, SCALE_PORT = 6 };

struct scale_place {
    bool tcp;
    char name[SCALE_NAME]; /* the device's path, or the host */
    char port[SCALE_PORT]; /* tcp */
    int baud;              /* a line; 9600 when nothing is said */
    int bits;              /* 8, or 7 */
    char parity;           /* 'n', 'e' or 'o' */
    int stops;             /* 1, or 2 */
};

bool scale_place_read(const char *text, struct scale_place *place) MUST_USE;

#endif
