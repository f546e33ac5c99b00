/* What the files that read a plan text share. Nobody else includes this. */
#ifndef LOGE_DOMAIN_PLAN_TEXT_PARTS_H
#define LOGE_DOMAIN_PLAN_TEXT_PARTS_H

#include "src/base/list.h"
#include "src/domain/plan_line.h"
#include "src/domain/plan_number.h"
#include "src/domain/plan_stage.h"
#include "src/domain/seat_names.h"

#define ROW_STEP     2.0f /* seat widths from row to row */
#define SECTION_STEP 4.0f /* and from section to section */

enum { SKIPPED_MAX = 32, SECTIONS_MAX = 4096, POSITION_MOST = 100000 };

struct section_draft {
    int line;
    int base; /* leftmost column anything is drawn in */
    bool any; /* somebody tried to draw a row */
    bool at;  /* stands at x, y */
    float x, y;
    int turn;
    float depth; /* of the rows so far, from the first */
};

struct row_draft {
    struct number_scheme scheme;
    bool numbered; /* an `=` line gave the numbers */
    float y;       /* below the section's first row */
};

struct plan_parser {
    struct arena *arena;
    struct plan_faults *faults;
    struct plan_line line;

    bool titled;
    char name[PLAN_NAME_TEXT];
    enum stage_side stage;
    char stage_name[PLAN_NAME_TEXT];
    bool focal_given;
    float focal_x, focal_y;
    char skipped[SKIPPED_MAX][ROW_TEXT];
    int skipped_count;

    LIST(struct plan_class) classes;
    LIST(uint32_t) letters; /* beside classes */
    LIST(struct plan_section) sections;
    LIST(struct section_draft) section_drafts; /* beside sections */
    LIST(struct plan_row) rows;
    LIST(struct row_draft) row_drafts; /* beside rows */
    LIST(struct plan_seat) seats;      /* cell: column in the text until the section is placed */
    LIST(int) columns;                 /* beside seats */

    struct seat_names names;
    int class_no; /* of seats drawn without a class; -1: the first */
    struct number_scheme scheme;
    int usual_class; /* both as every section begins: said before the first */
    struct number_scheme usual_scheme;
    int group_first, group_count; /* the rows that marks belong to */
    int mark_lines;               /* they have so far */
    int blank_lines;              /* since the last row */
};

/* The line is not a directive: a row, its marks or its numbers. */
void plan_parser_row(struct plan_parser *parser);
void plan_parser_section(struct plan_parser *parser, const char *name);

/* Everything is read: columns become places, and places a plan. */
struct plan *plan_parser_place(struct plan_parser *parser);

static inline void plan_parser_fault_here(struct plan_parser *parser, const char *text)
{
    plan_line_skip_spaces(&parser->line);
    plan_fault_add(parser->faults, parser->line.number, parser->line.at + 1, "%s", text);
}

#endif
