/* What the files of the report screen share; nobody else includes it. */
#ifndef LOGE_UI_REPORT_H
#define LOGE_UI_REPORT_H

#include "src/domain/curve.h"
#include "ui/list.h"
#include "ui/screens.h"

enum report_pane {
    PANE_OCCUPANCY,
    PANE_HOURS,
    PANE_DAYS,
    PANE_TILLS,
    PANE_SELLERS,
    PANE_TYPES,
    PANE_CLASSES,
    PANE_TENDERS,
    PANE_COUNT
};

enum report_period { PERIOD_ALL, PERIOD_TODAY, PERIOD_WEEK, PERIOD_MONTH, PERIOD_COUNT };

struct report_state {
    struct arena *shows_arena;
    struct show *shows;
    struct show_count *show_counts;
    int show_count;
    char show[SLUG_TEXT]; /* the one it began with, "": none */
    bool all;             /* of all shows */
    enum report_pane pane;
    enum report_period period;
    struct list list; /* cursor: the first row that is drawn */

    uint64_t asked, asked_history; /* only their answers are of this pane */
    bool known;
    struct arena *arena; /* of the pane's answer, and of the curve */
    struct arena *history_arena;
    struct section_count *sections;
    struct report_row *rows;
    int count;
    struct report_row sum;
    struct curve takings; /* by hour or day, not cumulated; count 0: no curve */
    struct curve sold;    /* seats of the show, minute by minute; count 0: nobody noted it */
    int32_t sellable;     /* seats that could be sold at the end of it */
};

/* The one chosen; NULL: all, or it is not known yet. */
const struct show *report_show(const struct report_state *report);
int report_rows(const struct report_state *report);
/* Rows that are bars in a body of so many rows. */
int report_bar_rows(const struct report_state *report, int rows);
void report_draw(const void *state, const struct view *view, struct canvas *canvas,
                 struct area body);

#endif
