/* Rows as lines of characters, with their marks and numbers below. */
#include "config.h"

#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_write_parts.h"

enum { WIDEST_STEP = 999 };

/* ---- numbers ------------------------------------------------------------------------------ */

int plan_section_middle(const struct plan *plan, const struct plan_section *section)
{
    int left = plan->seats[section->first_seat].cell, right = left;
    for (int i = section->first_seat; i < section->first_seat + section->seat_count; i++) {
        int cell = plan->seats[i].cell;
        left = cell < left ? cell : left;
        right = cell > right ? cell : right;
    }
    return left + right;
}

static struct number_row shape_of(const struct plan *plan, const struct plan_row *row, int middle)
{
    struct number_row shape = {.count = row->count};
    while (shape.left < row->count && 2 * plan->seats[row->first + shape.left].cell <= middle)
        shape.left++;
    return shape;
}

static bool row_counts_so(const struct plan *plan, const struct plan_row *row,
                          const struct number_scheme *scheme, struct number_row shape)
{
    for (int i = 0; i < row->count; i++) {
        char number[NUMBER_TEXT];
        number_scheme_at(scheme, shape, i, number);
        if (strcmp(number, plan_seat_number(plan, &plan->seats[row->first + i])) != 0)
            return false;
    }
    return true;
}

static const struct plan_counting countings[] = {
    {NULL, {NUMBER_LEFT, false, 1, 1}},
    {"right", {NUMBER_RIGHT, false, 1, 1}},
    {"middle odd left", {NUMBER_ODD_LEFT, false, 1, 1}},
    {"middle even left", {NUMBER_ODD_RIGHT, false, 1, 1}},
    {"left 1 by 2", {NUMBER_LEFT, false, 1, 2}},
    {"left 2 by 2", {NUMBER_LEFT, false, 2, 2}},
    {"right 1 by 2", {NUMBER_RIGHT, false, 1, 2}},
    {"right 2 by 2", {NUMBER_RIGHT, false, 2, 2}},
    {"left A", {NUMBER_LEFT, true, 1, 1}},
    {"right A", {NUMBER_RIGHT, true, 1, 1}}};

const struct plan_counting *plan_best_counting(const struct plan *plan,
                                               const struct plan_section *section)
{
    int best = 0, most = 0, middle = plan_section_middle(plan, section);
    for (int s = 0; s < COUNT_OF(countings); s++) {
        int rows = 0;
        for (int r = section->first_row; r < section->first_row + section->row_count; r++) {
            const struct plan_row *row = &plan->rows[r];
            rows += row_counts_so(plan, row, &countings[s].scheme, shape_of(plan, row, middle));
        }
        if (rows > most) {
            most = rows;
            best = s;
        }
    }
    return &countings[best];
}

static bool plain_number(const char *text, int *out)
{
    int64_t value;
    if (!text_to_int(text, 0, 999999, &value) || text[0] == '+' ||
        (text[0] == '0' && text[1] != '\0'))
        return false;
    *out = (int)value;
    return true;
}

/* Seats from `first` on that count on in equal steps; 1 when they do not. */
static int count_run(const struct plan *plan, int first, int end, int *step)
{
    int from, before, next, count = 1;
    if (!plain_number(plan_seat_number(plan, &plan->seats[first]), &from))
        return 1;
    before = from;
    for (int i = first + 1; i < end && plain_number(plan_seat_number(plan, &plan->seats[i]), &next);
         i++) {
        if (count == 1)
            *step = next - from;
        if (next - before != *step || *step == 0 || *step > WIDEST_STEP || *step < -WIDEST_STEP)
            break;
        before = next;
        count++;
    }
    return count;
}

static void put_run(struct plan_writer *writer, int first, int count, int step)
{
    const struct plan *plan = writer->plan;
    plan_put(writer, " %s..%s", plan_seat_number(plan, &plan->seats[first]),
             plan_seat_number(plan, &plan->seats[first + count - 1]));
    if (step != 1 && step != -1)
        plan_put(writer, "/%d", step < 0 ? -step : step);
}

static void put_number(struct plan_writer *writer, const char *number)
{
    char text[NAME_QUOTED];
    bool needed = !number[0] || strpbrk(number, " \"") || strstr(number, "..");
    plan_put(writer, " %s", plan_quoted(number, needed, text));
}

static void put_numbers(struct plan_writer *writer, const struct plan_row *row)
{
    int end = row->first + row->count;
    plan_put(writer, "=");
    for (int i = row->first; i < end;) {
        int step = 1, count = count_run(writer->plan, i, end, &step);
        if (count >= 3) {
            put_run(writer, i, count, step);
        } else {
            count = 1;
            put_number(writer, plan_seat_number(writer->plan, &writer->plan->seats[i]));
        }
        i += count;
    }
    plan_put(writer, "\n");
}

/* ---- rows --------------------------------------------------------------------------------- */

/* One cell of the row: which seat stands left, here and right of it decides. */
static const char *cell_text(const struct plan_writer *writer, const struct plan_row *row, int next,
                             int cell)
{
    const struct plan_seat *seats = writer->plan->seats;
    const struct plan_seat *left = next > row->first ? &seats[next - 1] : NULL;
    const struct plan_seat *right = next < row->first + row->count ? &seats[next] : NULL;
    bool at_left = left && left->cell == cell - 1, at_right = right && right->cell == cell + 1;
    if (right && right->cell == cell)
        return writer->letters.of[right->class_no];
    if ((at_left || at_right) && (!at_left || plan_has_aisle(left)) &&
        (!at_right || plan_has_aisle(right)))
        return ":";
    return left && right ? "." : " ";
}

/* Whether the aisles as drawn make this seat stand at one. */
static bool drawn_at_aisle(const struct plan_writer *writer, const struct plan_row *row, int seat)
{
    int cell = writer->plan->seats[seat].cell;
    return (cell > 0 && cell_text(writer, row, seat, cell - 1)[0] == ':') ||
           cell_text(writer, row, seat + 1, cell + 1)[0] == ':';
}

static void check_aisles(struct plan_writer *writer, const struct plan_row *row)
{
    for (int i = row->first; i < row->first + row->count; i++) {
        char label[SEAT_TEXT];
        if (!plan_has_aisle(&writer->plan->seats[i]) || drawn_at_aisle(writer, row, i))
            continue;
        plan_fault_add(writer->faults, 0, 0, "there is no room to draw the aisle at seat %s",
                       plan_seat_label(writer->plan, i, label));
    }
}

static void put_cells(struct plan_writer *writer, const struct plan_row *row, bool from_edge)
{
    const struct plan_seat *seats = writer->plan->seats;
    int next = row->first, end = row->first + row->count;
    int last = seats[end - 1].cell + (plan_has_aisle(&seats[end - 1]) ? 1 : 0);
    for (int cell = 0; cell <= last; cell++) {
        const char *text = cell_text(writer, row, next, cell);
        plan_put(writer, "%s", from_edge && cell == 0 && text[0] == ' ' ? "." : text);
        if (next < end && seats[next].cell == cell)
            next++;
    }
    plan_put(writer, "\n");
}

/* The n-th mark of a seat that has several, or NULL. */
static const char *mark_of(const struct plan_seat *seat, int n)
{
    static const struct {
        uint8_t flag;
        const char *mark;
    } marks[] = {
        {SEAT_WHEELCHAIR, "w"}, {SEAT_COMPANION, "c"}, {SEAT_RESTRICTED, "r"}, {SEAT_HOUSE, "#"}};
    for (int i = 0; i < COUNT_OF(marks); i++)
        if (seat->flags & marks[i].flag && n-- == 0)
            return marks[i].mark;
    return NULL;
}

/* One line of marks below the row; false when no seat has so many. */
static bool put_mark_line(struct plan_writer *writer, const struct plan_row *row, int indent, int n)
{
    int column = 0;
    for (int i = row->first; i < row->first + row->count; i++) {
        const struct plan_seat *seat = &writer->plan->seats[i];
        const char *mark = mark_of(seat, n);
        if (!mark)
            continue;
        if (column == 0)
            plan_put(writer, "+");
        plan_put_spaces(writer, indent + seat->cell - (column ? column : 1));
        plan_put(writer, "%s", mark);
        column = indent + seat->cell + 1;
    }
    if (column)
        plan_put(writer, "\n");
    return column > 0;
}

static void put_marks(struct plan_writer *writer, const struct plan_row *row, int indent)
{
    for (int n = 0; put_mark_line(writer, row, indent, n);)
        n++;
}

void plan_put_row(struct plan_writer *writer, const struct plan_row *row,
                  struct plan_row_place place, const struct plan_counting *counting)
{
    const struct plan *plan = writer->plan;
    int middle = place.middle;
    char label[NAME_QUOTED];
    plan_put(writer, "%s", plan_row_label(row->label, label));
    plan_put_spaces(writer, place.indent - plan_characters(label));
    put_cells(writer, row, place.from_edge);
    check_aisles(writer, row);
    put_marks(writer, row, place.indent);
    if (!row_counts_so(plan, row, &counting->scheme, shape_of(plan, row, middle)))
        put_numbers(writer, row);
}
