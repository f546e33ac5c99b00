#include "config.h"

#include "src/domain/plan_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/plan_index.h"

/* Positions beyond this are a slip or an attack: a float would lose the seats next to one another.
 */
static const float FARTHEST = 1e6f;

struct check {
    const struct plan *plan;
    const struct plan_spots *spots;
    struct plan_faults *faults;
};

/* The sentence quotes labels from strangers, so what would break a terminal is shown as '?'. */
static void copy_drawable(char *out, size_t size, const char *text)
{
    const char *end = text + strlen(text);
    size_t used = 0;
    while (text < end) {
        const char *from = text;
        bool drawable = text_char_columns(text_next(&text, end)) >= 0 &&
                        text_valid(from, (size_t)(text - from));
        size_t bytes = drawable ? (size_t)(text - from) : 1;
        if (used + bytes >= size)
            break;
        memcpy(out + used, drawable ? from : "?", bytes);
        used += bytes;
    }
    out[used] = '\0';
}

void plan_fault_add(struct plan_faults *faults, int line, int column, const char *fmt, ...)
{
    int at = faults->count++;
    if (at >= PLAN_FAULTS_MAX)
        return;
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, tongue(fmt), ap);
    va_end(ap);
    faults->at[at].line = line;
    faults->at[at].column = column;
    copy_drawable(faults->at[at].text, sizeof faults->at[at].text, text);
}

/* Why a name may not stand as it is, as the end of a sentence, or NULL. */
static const char *why_unclean(const char *name)
{
    char clean[PLAN_NAME_TEXT];
    const char *why = text_clean(name, clean, sizeof clean);
    if (why)
        return why;
    return strcmp(clean, name) != 0 ? N_("begins or ends with a space") : NULL;
}

static void check_name(struct check *check, const char *what, const char *name)
{
    const char *why = why_unclean(name);
    if (why)
        plan_fault_add(check->faults, 0, 0, "the %s \"%s\" %s", tongue_word("plan", what), name,
                       tongue(why));
}

static bool colour_is_sound(const char *colour)
{
    return colour[0] == '\0' ||
           (colour[0] == '#' && strspn(colour + 1, "0123456789abcdefABCDEF") == 6 && !colour[7]);
}

static void check_class(struct check *check, int i)
{
    const struct plan_class *class = &check->plan->classes[i];
    check_name(check, NC_("plan", "class"), class->name);
    if (class->name[0] == '\0')
        plan_fault_add(check->faults, 0, 0, "class %d has no name", i + 1);
    if (plan_find_class(check->plan, class->name) != i)
        plan_fault_add(check->faults, 0, 0, "there are two classes named \"%s\"", class->name);
    if (!colour_is_sound(class->colour))
        plan_fault_add(check->faults, 0, 0, "the colour \"%s\" of class \"%s\" is not like #5E42ED",
                       class->colour, class->name);
}

static void check_classes(struct check *check)
{
    const struct plan *plan = check->plan;
    if (plan->class_count < 1)
        plan_fault_add(check->faults, 0, 0, "the plan has no price classes");
    if (plan->class_count > PLAN_CLASSES_MAX) {
        plan_fault_add(check->faults, 0, 0, "the plan has %d price classes; %d is the most",
                       plan->class_count, (int)PLAN_CLASSES_MAX);
        return;
    }
    for (int i = 0; i < plan->class_count; i++)
        check_class(check, i);
}

static bool name_was_used(const struct plan *plan, int section)
{
    for (int i = 0; i < section; i++)
        if (plan->sections[i].seat_count &&
            strcmp(plan->sections[i].name, plan->sections[section].name) == 0)
            return true;
    return false;
}

/* Sections without seats are only drawn, so only those with seats need names of their own. */
static void check_sections(struct check *check)
{
    const struct plan *plan = check->plan;
    for (int i = 0; i < plan->section_count; i++) {
        const struct plan_section *section = &plan->sections[i];
        check_name(check, NC_("plan", "section"), section->name);
        if (section->seat_count && name_was_used(plan, i))
            plan_fault_add(check->faults, plan->rows[section->first_row].line, 0,
                           "there are two sections named \"%s\"", section->name);
    }
}

static void check_rows(struct check *check)
{
    for (int i = 0; i < check->plan->row_count; i++)
        check_name(check, NC_("plan", "row"), check->plan->rows[i].label);
}

static int place_in_row(const struct check *check, int seat)
{
    const struct plan_row *row = &check->plan->rows[check->plan->seats[seat].row];
    return check->spots->places ? check->spots->places[seat] : seat - row->first;
}

static void seat_fault(struct check *check, int seat, const char *text)
{
    const struct plan_seat *place = &check->plan->seats[seat];
    const struct plan_row *row = &check->plan->rows[place->row];
    const struct plan_spots *spots = check->spots;
    int column = spots && spots->columns ? spots->columns[seat] : 0;
    if (spots && spots->rows)
        plan_fault_add(check->faults, 0, 0, "%s.seats[%d]: %s", spots->rows[place->row],
                       place_in_row(check, seat), text);
    else
        plan_fault_add(check->faults, row->line, column, "%s", text);
}

static void twin_fault(struct check *check, int seat, int twin)
{
    const struct plan *plan = check->plan;
    const struct plan_row *row = &plan->rows[plan->seats[twin].row];
    char label[SEAT_TEXT], text[256];
    plan_seat_label(plan, seat, label);
    if (check->spots && check->spots->rows)
        snprintf(text, sizeof text, "there is a seat %s already, at %s.seats[%d]", label,
                 check->spots->rows[plan->seats[twin].row], place_in_row(check, twin));
    else if (row->line)
        snprintf(text, sizeof text, "there is a seat %s already, on line %d", label, row->line);
    else
        snprintf(text, sizeof text, "there are two seats %s", label);
    seat_fault(check, seat, text);
}

static void check_seat(struct check *check, int i)
{
    const struct plan *plan = check->plan;
    const struct plan_seat *seat = &plan->seats[i];
    char label[SEAT_TEXT], text[256] = "";
    const char *number = plan_seat_number(plan, seat), *why = why_unclean(number);
    if (why)
        snprintf(text, sizeof text, "the seat number \"%s\" %s", number, why);
    else if (plan_seat_label(plan, i, label)[0] == '\0')
        snprintf(text, sizeof text, "a seat needs a number, or a row or section with a name");
    else if (seat->class_no >= plan->class_count)
        snprintf(text, sizeof text, "seat %s has no price class", label);
    else if (!(fabsf(seat->x) <= FARTHEST && fabsf(seat->y) <= FARTHEST))
        snprintf(text, sizeof text, "seat %s stands too far away", label);
    else if (i > 0 && seat[-1].row == seat->row && seat[-1].cell >= seat->cell)
        snprintf(text, sizeof text, "seat %s does not stand right of the one before", label);
    if (text[0])
        seat_fault(check, i, text);
}

/* One fault a row is enough: a row drawn twice would otherwise bury everything else. */
static void check_twins(struct check *check, struct arena *arena)
{
    const struct plan_index *index = plan_index_new(check->plan, arena);
    int told = -1;
    for (int i = 0; i < check->plan->seat_count; i++) {
        int twin = plan_index_twin(index, i);
        if (twin < 0 || told == check->plan->seats[i].row)
            continue;
        twin_fault(check, i, twin);
        told = check->plan->seats[i].row;
    }
}

bool plan_check_at(const struct plan *plan, const struct plan_spots *spots, struct arena *arena,
                   struct plan_faults *faults)
{
    int before = faults->count;
    struct check check = {plan, spots, faults};
    check_name(&check, NC_("plan", "title"), plan->name);
    check_classes(&check);
    check_sections(&check);
    check_rows(&check);
    if (plan->seat_count < 1)
        plan_fault_add(faults, 0, 0, "the plan has no seats");
    if (plan->seat_count > PLAN_SEATS_MAX) {
        plan_fault_add(faults, 0, 0, "the plan has %d seats; %d is the most", plan->seat_count,
                       (int)PLAN_SEATS_MAX);
        return false;
    }
    for (int i = 0; i < plan->seat_count; i++)
        check_seat(&check, i);
    check_twins(&check, arena);
    return faults->count == before;
}

bool plan_check(const struct plan *plan, struct arena *arena, struct plan_faults *faults)
{
    return plan_check_at(plan, NULL, arena, faults);
}
