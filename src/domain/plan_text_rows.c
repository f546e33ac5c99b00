#include "config.h"

#include "src/domain/plan_text_parts.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"

enum { NOT_A_CLASS = -1, MARK_LINES_MAX = 4 };

static int class_of_letter(const struct plan_parser *parser, uint32_t letter)
{
    for (int i = 0; i < parser->letters.count; i++)
        if (parser->letters.at[i] == letter)
            return i;
    return NOT_A_CLASS;
}

/* A hall of one price needs no classes. */
static int usual_class(struct plan_parser *parser)
{
    if (parser->class_no >= 0)
        return parser->class_no;
    if (parser->classes.count == 0) {
        text_copy(LIST_ADD(parser->arena, &parser->classes)->name, CLASS_TEXT, "Standard");
        *LIST_ADD(parser->arena, &parser->letters) = 0;
    }
    return 0;
}

static bool mark_flag(uint32_t mark, uint8_t *flags)
{
    static const struct {
        uint32_t mark;
        uint8_t flag;
    } marks[] = {
        {'o', 0},          {'w', SEAT_WHEELCHAIR}, {'c', SEAT_COMPANION}, {'r', SEAT_RESTRICTED},
        {'#', SEAT_HOUSE},
    };
    for (int i = 0; i < COUNT_OF(marks); i++) {
        if (marks[i].mark != mark)
            continue;
        *flags = marks[i].flag;
        return true;
    }
    return false;
}

static bool is_gap(uint32_t point)
{
    return point == ' ' || point == '.' || point == '|' || point == ':';
}

static void fault_character(struct plan_parser *parser, int column)
{
    const struct plan_line *line = &parser->line;
    plan_fault_add(parser->faults, line->number, column + 1,
                   "\"%.*s\" is not a class defined above, nor one of o w c r # . | :",
                   line->offset[column + 1] - line->offset[column],
                   line->text + line->offset[column]);
}

static bool aisle_at(const struct plan_line *line, int column)
{
    return column >= 0 && column < line->count && line->point[column] == ':';
}

/* False: a character that means nothing, told as a fault. */
static bool add_seat(struct plan_parser *parser, int column)
{
    struct plan_line *line = &parser->line;
    uint8_t flags = 0;
    int class_no = class_of_letter(parser, line->point[column]);
    if (class_no == NOT_A_CLASS) {
        if (!mark_flag(line->point[column], &flags)) {
            fault_character(parser, column);
            return false;
        }
        class_no = usual_class(parser);
    }
    if (aisle_at(line, column - 1) || aisle_at(line, column + 1))
        flags |= SEAT_AISLE;
    struct plan_seat *seat = LIST_ADD(parser->arena, &parser->seats);
    *seat = (struct plan_seat){.no = -1,
                               .row = plan_row_read(parser->rows.count - 1),
                               .cell = column,
                               .class_no = (uint8_t)class_no,
                               .flags = flags};
    *LIST_ADD(parser->arena, &parser->columns) = column + 1;
    return true;
}

/* Only the first odd character of a row is told: the rest mostly follows from it. */
static void draw_row(struct plan_parser *parser, int start)
{
    struct plan_line *line = &parser->line;
    int before = parser->seats.count;
    struct plan_row *row = &parser->rows.at[parser->rows.count - 1];
    row->first = before;
    for (int column = start; column < line->count; column++)
        if (!is_gap(line->point[column]) && !add_seat(parser, column))
            break;
    row->count = parser->seats.count - before;
}

static void open_row(struct plan_parser *parser, const char *label)
{
    struct section_draft *section = &parser->section_drafts.at[parser->sections.count - 1];
    struct plan_row *row = LIST_ADD(parser->arena, &parser->rows);
    struct row_draft *draft = LIST_ADD(parser->arena, &parser->row_drafts);
    row->section = parser->sections.count - 1;
    row->line = parser->line.number;
    text_copy(row->label, sizeof row->label, label);
    if (row->section >= 0 && parser->rows.count > 1 && row[-1].section == row->section)
        section->depth += ROW_STEP * (float)(1 + parser->blank_lines);
    parser->blank_lines = 0;
    draft->y = section->depth;
    draft->scheme = parser->scheme;
}

static bool is_skipped(const struct plan_parser *parser, const char *label)
{
    for (int i = 0; i < parser->skipped_count; i++)
        if (strcmp(parser->skipped[i], label) == 0)
            return true;
    return false;
}

static void draw_rows(struct plan_parser *parser, const struct label_run *labels, int start)
{
    parser->group_first = parser->rows.count;
    for (int i = 0; i < labels->count; i++) {
        char label[NUMBER_TEXT];
        label_run_at(labels, i, label);
        if (labels->count > 1 && is_skipped(parser, label))
            continue;
        if (parser->seats.count > PLAN_SEATS_MAX)
            break;
        open_row(parser, label);
        draw_row(parser, start);
    }
    parser->group_count = parser->rows.count - parser->group_first;
}

static void widen_section(struct plan_parser *parser, int start)
{
    struct section_draft *section = &parser->section_drafts.at[parser->sections.count - 1];
    if (section->base < 0 || start < section->base)
        section->base = start;
}

static void read_row(struct plan_parser *parser)
{
    char text[2 * NUMBER_TEXT + 16];
    struct plan_word word;
    struct plan_line *line = &parser->line;
    parser->group_count = parser->mark_lines = 0;
    parser->section_drafts.at[parser->sections.count - 1].any = true;
    if (!plan_line_word(line, text, sizeof text, &word, parser->faults))
        return;
    struct label_run labels;
    const char *why = label_run_parse(text, word.quoted, &labels);
    if (why) {
        plan_fault_add(parser->faults, line->number, word.column, "%s", why);
        return;
    }
    if (plan_line_ended(line)) {
        plan_fault_add(parser->faults, line->number, word.column, "row %s has no seats", text);
        return;
    }
    widen_section(parser, line->at);
    int before = parser->faults->count, seats = parser->seats.count;
    draw_rows(parser, &labels, line->at);
    if (parser->seats.count == seats && parser->faults->count == before)
        plan_fault_add(parser->faults, line->number, word.column, "row %s has no seats", text);
}

static int compare_cells(const void *key, const void *element)
{
    return *(const int *)key - ((const struct plan_seat *)element)->cell;
}

static struct plan_seat *seat_in_column(struct plan_parser *parser, int row, int column)
{
    struct plan_row *drawn = &parser->rows.at[row];
    if (drawn->count == 0)
        return NULL;
    return bsearch(&column, parser->seats.at + drawn->first, (size_t)drawn->count,
                   sizeof *parser->seats.at, compare_cells);
}

static void mark_column(struct plan_parser *parser, int column)
{
    uint8_t flag = 0;
    if (!mark_flag(parser->line.point[column], &flag) || flag == 0) {
        plan_fault_add(parser->faults, parser->line.number, column + 1,
                       "only w c r # and . stand in a line of marks");
        return;
    }
    for (int i = 0; i < parser->group_count; i++) {
        struct plan_seat *seat = seat_in_column(parser, parser->group_first + i, column);
        if (seat) {
            seat->flags |= flag;
        } else {
            plan_fault_add(parser->faults, parser->line.number, column + 1,
                           "no seat stands above this mark");
            return;
        }
    }
}

static void read_marks(struct plan_parser *parser)
{
    struct plan_line *line = &parser->line;
    if (++parser->mark_lines > MARK_LINES_MAX) {
        plan_parser_fault_here(parser, "a row has at most four lines of marks");
        return;
    }
    for (int column = line->at + 1; column < line->count; column++)
        if (line->point[column] != ' ' && line->point[column] != '.')
            mark_column(parser, column);
}

/* Gives the seats of every row in the group the run's numbers from seat `from` on. */
static void give_numbers(struct plan_parser *parser, const struct label_run *run, int from)
{
    for (int i = 0; i < parser->group_count; i++) {
        struct plan_row *row = &parser->rows.at[parser->group_first + i];
        for (int n = 0; n < run->count && from + n < row->count; n++) {
            char number[NUMBER_TEXT];
            label_run_at(run, n, number);
            parser->seats.at[row->first + from + n].name =
                seat_names_keep(&parser->names, number, "");
        }
        parser->row_drafts.at[parser->group_first + i].numbered = true;
    }
}

static void read_numbers(struct plan_parser *parser)
{
    struct plan_line *line = &parser->line;
    int column = line->at + 1, given = 0, before = parser->faults->count;
    int want = parser->rows.at[parser->group_first].count;
    if (parser->row_drafts.at[parser->group_first].numbered) {
        plan_parser_fault_here(parser, "this row has its numbers already");
        return;
    }
    line->at++;
    while (!plan_line_ended(line)) {
        char text[2 * NUMBER_TEXT + 16];
        struct plan_word word;
        struct label_run run;
        if (!plan_line_word(line, text, sizeof text, &word, parser->faults))
            return;
        const char *why = label_run_parse(text, word.quoted, &run);
        if (why) {
            plan_fault_add(parser->faults, line->number, word.column, "%s", why);
            return;
        }
        give_numbers(parser, &run, given);
        given += run.count;
    }
    if (given != want && parser->faults->count == before)
        plan_fault_add(parser->faults, line->number, column, "the row has %d seats, not %d", want,
                       given);
}

void plan_parser_row(struct plan_parser *parser)
{
    struct plan_line *line = &parser->line;
    uint32_t first = line->point[line->at];
    bool alone = line->at + 1 == line->count || line->point[line->at + 1] == ' ';
    if (alone && (first == '+' || first == '=')) {
        if (parser->group_count == 0)
            plan_parser_fault_here(parser, "this line belongs under a row");
        else if (first == '+')
            read_marks(parser);
        else
            read_numbers(parser);
        return;
    }
    if (parser->sections.count == 0)
        plan_parser_section(parser, "");
    read_row(parser);
}
