/* Pictures on stdout, as SVG. */
#ifndef LOGE_CMD_SVG_H
#define LOGE_CMD_SVG_H

#include "src/cmd/call.h"

/* --svg is given, and not --json, which always gets its document. */
bool svg_asked(const struct call *call);

/* The empty hall. */
int svg_plan(struct call *call, const struct plan *plan);
/* How a show stands: --view state, price, holder, age or section. */
int svg_map(struct call *call, const struct snapshot *map);

/* Tickets sold by hour, or by day when it took weeks; rows of a report by either. */
int svg_sales(struct call *call, const char *show, const struct report_row *rows, int count);
int svg_occupancy(struct call *call, const struct show *shows, const struct show_count *counts,
                  int count);

#endif
