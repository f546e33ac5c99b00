#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_write_parts.h"

/* ---- text --------------------------------------------------------------------------------- */

static void put_bytes(struct plan_writer *writer, const char *bytes, size_t size)
{
    int want = writer->text.count + (int)size + 1;
    if (want > writer->text.room)
        LIST_RESERVE(writer->arena, &writer->text, want * 2);
    memcpy(writer->text.at + writer->text.count, bytes, size);
    writer->text.count += (int)size;
}

void plan_put(struct plan_writer *writer, const char *fmt, ...)
{
    char line[512];
    va_list ap;
    va_start(ap, fmt);
    int length = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    put_bytes(writer, line, (size_t)length);
}

void plan_put_spaces(struct plan_writer *writer, int count)
{
    for (int i = 0; i < count; i++)
        put_bytes(writer, " ", 1);
}

/* "As ""this""": only what would be read as something else is quoted. */
const char *plan_quoted(const char *text, bool needed, char out[NAME_QUOTED])
{
    char *to = out;
    if (!needed) {
        strcpy(out, text);
        return out;
    }
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '"')
            *to++ = '"';
        *to++ = *text;
    }
    strcpy(to, "\"");
    return out;
}

static bool is_directive(const char *word)
{
    static const char *const words[] = {"at",   "class", "focal", "numbers", "section",
                                        "skip", "stage", "title", "turn"};
    for (int i = 0; i < COUNT_OF(words); i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

const char *plan_row_label(const char *label, char out[NAME_QUOTED])
{
    bool needed = !label[0] || strpbrk(label, " \"#") || strstr(label, "..") ||
                  is_directive(label) || strcmp(label, "+") == 0 || strcmp(label, "=") == 0;
    return plan_quoted(label, needed, out);
}

static const char *name_label(const char *name, char out[NAME_QUOTED])
{
    return plan_quoted(name, !name[0] || name[0] == '"', out);
}

static const char *class_label(const char *name, char out[NAME_QUOTED])
{
    return plan_quoted(name, name[0] == '"' || strchr(name, '#'), out);
}

int plan_characters(const char *text)
{
    const char *end = text + strlen(text);
    int count = 0;
    for (; text < end; count++)
        (void)text_next(&text, end);
    return count;
}

/* ---- the head ----------------------------------------------------------------------------- */

static bool same_place(const struct plan_area *a, const struct plan_area *b)
{
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

static enum stage_side stage_side(const struct plan *plan)
{
    const struct plan_area *stage = plan_stage(plan);
    if (!stage)
        return STAGE_NONE;
    for (int side = STAGE_TOP; side <= STAGE_CENTRE; side++) {
        struct plan_area drawn = plan_stage_area(plan, (enum stage_side)side);
        if (same_place(stage, &drawn))
            return (enum stage_side)side;
    }
    return plan_focal_side(plan);
}

static void put_stage(struct plan_writer *writer)
{
    char name[NAME_QUOTED] = "";
    enum stage_side side = stage_side(writer->plan);
    const struct plan_area *stage = plan_stage(writer->plan);
    plan_put(writer, "stage %s", stage_side_name(side));
    if (stage && strcmp(stage->text, "STAGE") != 0)
        plan_put(writer, " %s", name_label(stage->text, name));
    plan_put(writer, "\n");
}

static void put_focal(struct plan_writer *writer)
{
    const struct plan *plan = writer->plan;
    struct plan_point usual = plan_usual_focal(plan);
    if (writer->straightened || (usual.x == plan->focal_x && usual.y == plan->focal_y))
        return;
    plan_put(writer, "focal %.2f %.2f\n", (double)plan->focal_x, (double)plan->focal_y);
}

static void put_classes(struct plan_writer *writer)
{
    const struct plan *plan = writer->plan;
    for (int i = 0; i < plan->class_count; i++) {
        char name[NAME_QUOTED];
        plan_put(writer, "class %s %s", writer->letters.of[i],
                 class_label(plan->classes[i].name, name));
        plan_put(writer, plan->classes[i].colour[0] ? " %s\n" : "%s\n", plan->classes[i].colour);
    }
}

static void put_head(struct plan_writer *writer)
{
    char name[NAME_QUOTED];
    plan_put(writer, "title %s\n", name_label(writer->plan->name, name));
    put_stage(writer);
    put_focal(writer);
    put_classes(writer);
}

/* ---- sections ----------------------------------------------------------------------------- */

static bool starts_at_edge(const struct plan *plan, const struct plan_section *section)
{
    for (int r = section->first_row; r < section->first_row + section->row_count; r++) {
        const struct plan_seat *first = &plan->seats[plan->rows[r].first];
        if (first->cell == 0 || (first->cell == 1 && plan_has_aisle(first)))
            return true;
    }
    return false;
}

static void put_section_head(struct plan_writer *writer, int s,
                             const struct plan_counting *counting)
{
    char name[NAME_QUOTED];
    const struct placing *placing = &writer->placings[s];
    plan_put(writer, "\nsection %s\n", name_label(writer->plan->sections[s].name, name));
    if (!placing->flows)
        plan_put(writer, "at %.9g %.9g\n", (double)placing->x, (double)placing->y);
    if (placing->turn)
        plan_put(writer, "turn %d\n", placing->turn);
    if (counting->directive)
        plan_put(writer, "numbers %s\n", counting->directive);
}

static void put_gap(struct plan_writer *writer, int s, const struct plan_row *row, float *depth)
{
    const struct placing *placing = &writer->placings[s];
    if (writer->straightened)
        return;
    float at = plan_depth_of(placing, &writer->plan->seats[row->first]);
    for (float line = *depth + ROW_STEP; line < at; line += ROW_STEP) // NOLINT: exact in quarters
        plan_put(writer, "\n");
    *depth = at;
}

static void put_section(struct plan_writer *writer, int s)
{
    const struct plan *plan = writer->plan;
    const struct plan_section *section = &plan->sections[s];
    const struct plan_counting *counting = plan_best_counting(plan, section);
    struct plan_row_place place = {writer->margin, !starts_at_edge(plan, section),
                                   plan_section_middle(plan, section)};
    if (writer->placings[s].flows)
        place.indent += (int)writer->placings[s].x;
    float depth = -ROW_STEP;
    put_section_head(writer, s, counting);
    for (int r = section->first_row; r < section->first_row + section->row_count; r++) {
        put_gap(writer, s, &plan->rows[r], &depth);
        plan_put_row(writer, &plan->rows[r], place, counting);
        place.from_edge = false;
    }
}

/* ---- what cannot be drawn ----------------------------------------------------------------- */

static void check_areas(struct plan_writer *writer)
{
    int stages = 0, others = 0;
    for (int i = 0; i < writer->plan->area_count; i++)
        *(writer->plan->areas[i].kind == AREA_STAGE ? &stages : &others) += 1;
    if (stages > 1)
        plan_fault_add(writer->faults, 0, 0, "a drawing has one stage, not %d", stages);
    if (others > 0)
        plan_fault_add(writer->faults, 0, 0,
                       "a drawing has no shapes or texts; this plan has %d of them", others);
}

static void check_rows(struct plan_writer *writer)
{
    const struct plan *plan = writer->plan;
    for (int s = 0; s < plan->section_count; s++)
        if (plan->sections[s].seat_count == 0)
            plan_fault_add(writer->faults, 0, 0, "section \"%s\" has no seats to draw",
                           plan->sections[s].name);
    for (int r = 0; r < plan->row_count; r++)
        if (plan->rows[r].count == 0)
            plan_fault_add(writer->faults, 0, 0, "row \"%s\" has no seats to draw",
                           plan->rows[r].label);
}

static void measure(struct plan_writer *writer)
{
    const struct plan *plan = writer->plan;
    int widest = 0;
    for (int r = 0; r < plan->row_count; r++) {
        char label[NAME_QUOTED];
        int wide = plan_characters(plan_row_label(plan->rows[r].label, label));
        writer->margin = wide >= writer->margin ? wide + 1 : writer->margin;
    }
    for (int i = 0; i < plan->seat_count; i++) {
        int section = plan->rows[plan->seats[i].row].section;
        const struct placing *placing = &writer->placings[section];
        int column = plan->seats[i].cell + (placing->flows ? (int)placing->x : 0);
        widest = column > widest ? column : widest;
    }
    if (writer->margin + widest + 2 > PLAN_COLUMNS_MAX)
        plan_fault_add(writer->faults, 0, 0, "a drawing is at most %d characters wide",
                       (int)PLAN_COLUMNS_MAX);
}

const char *plan_text_write(const struct plan *plan, struct arena *arena,
                            struct plan_faults *faults)
{
    int before = faults->count;
    struct plan_writer writer = {.plan = plan, .arena = arena, .faults = faults, .margin = 2};
    check_areas(&writer);
    check_rows(&writer);
    if (faults->count != before)
        return NULL;
    writer.letters = plan_class_letters(plan);
    plan_writer_place(&writer);
    measure(&writer);
    if (faults->count != before)
        return NULL;
    put_head(&writer);
    for (int s = 0; s < plan->section_count; s++)
        put_section(&writer, s);
    if (faults->count != before)
        return NULL;
    put_bytes(&writer, "", 1);
    return writer.text.at;
}
