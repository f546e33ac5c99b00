/*
 * Reads a scale on a serial line or at an address, on a thread of its own.
 *
 * While somebody watches, the line is open, a scale that says nothing by itself is asked a few
 * times a second (SICS' "SI", which A&D scales understand as well), and news is told ten times a
 * second at most. A line that is silent, noisy or gone is opened again every second. However fast
 * bytes come, so many are taken at a time, fifty times a second, and the line waits with the rest.
 */
#ifndef LOGE_ADAPTER_SCALE_READER_H
#define LOGE_ADAPTER_SCALE_READER_H

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/port/scale.h"

struct scale_reader;

/* place: as scale_place.h has it; RC_CONFIG: it is not. */
struct scale_reader *scale_reader_start(const char *place, const struct clock *clock,
                                        struct err *err) MUST_USE;
struct scale_port scale_reader_port(struct scale_reader *reader);
/* NULL inside is fine. */
void scale_reader_stop(struct scale_reader **reader);

#endif
