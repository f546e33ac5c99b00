#include "config.h"

#include "src/domain/plan_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/plan_check.h"
#include "src/domain/plan_letters.h"
#include "src/domain/plan_text_parts.h"

static void fault_at(struct plan_parser *parser, int column, const char *text)
{
    plan_fault_add(parser->faults, parser->line.number, column, "%s", text);
}

/* Words of a directive; a missing one is told where it should stand. */
static bool want_word(struct plan_parser *parser, char *out, size_t size, int *column,
                      const char *missing)
{
    struct plan_word word;
    if (plan_line_ended(&parser->line)) {
        fault_at(parser, parser->line.at + 1, missing);
        return false;
    }
    bool got = plan_line_word(&parser->line, out, size, &word, parser->faults);
    *column = word.column;
    return got;
}

static void want_end(struct plan_parser *parser)
{
    if (!plan_line_ended(&parser->line))
        plan_parser_fault_here(parser, "nothing may follow here");
}

static void want_name(struct plan_parser *parser, char *out, size_t size, const char *missing)
{
    if (plan_line_ended(&parser->line))
        fault_at(parser, parser->line.at + 1, missing);
    else
        (void)!plan_line_name(&parser->line, out, size, parser->faults);
}

/* ---- the head ----------------------------------------------------------------------------- */

static void read_title(struct plan_parser *parser)
{
    if (parser->titled)
        fault_at(parser, 1, "the plan has a title already");
    parser->titled = true;
    want_name(parser, parser->name, sizeof parser->name, "the title is missing");
}

static void read_stage(struct plan_parser *parser)
{
    char side[16];
    int column;
    if (!want_word(parser, side, sizeof side, &column,
                   "say where the stage stands: top, bottom, left, right, centre or none"))
        return;
    if (!stage_side_parse(side, &parser->stage))
        fault_at(parser, column, "the stage stands top, bottom, left, right, centre or none");
    if (!plan_line_ended(&parser->line))
        want_name(parser, parser->stage_name, sizeof parser->stage_name, "");
}

/* A length in seat widths, in quarters, so that a float holds every sum exactly. */
static bool read_length(struct plan_parser *parser, float *out)
{
    char text[24], *end = text;
    int column;
    if (!want_word(parser, text, sizeof text, &column, "two lengths belong here, as in: 12 -3.5"))
        return false;
    double value = strspn(text, "-0123456789.") == strlen(text) ? strtod(text, &end) : 1e9;
    if (value == 1e9 || *end != '\0' || end == text) {
        fault_at(parser, column, "a length is a number of seat widths, as in 12 or -3.5");
        return false;
    }
    if (value < -POSITION_MOST || value > POSITION_MOST || value * 4 != (double)(int)(value * 4)) {
        fault_at(parser, column, "a length goes up to 100000, in quarters of a seat");
        return false;
    }
    *out = (float)value;
    return true;
}

static bool read_place(struct plan_parser *parser, float *x, float *y)
{
    if (!read_length(parser, x) || !read_length(parser, y))
        return false;
    want_end(parser);
    return true;
}

static void read_focal(struct plan_parser *parser)
{
    if (read_place(parser, &parser->focal_x, &parser->focal_y))
        parser->focal_given = true;
}

static void read_skip(struct plan_parser *parser)
{
    while (!plan_line_ended(&parser->line)) {
        int column;
        char label[ROW_TEXT];
        if (!want_word(parser, label, sizeof label, &column, ""))
            return;
        if (parser->skipped_count == SKIPPED_MAX) {
            fault_at(parser, column, "no more than 32 labels can be skipped");
            return;
        }
        memcpy(parser->skipped[parser->skipped_count++], label, sizeof label);
    }
}

/* ---- classes ------------------------------------------------------------------------------ */

static int find_letter(const struct plan_parser *parser, uint32_t letter)
{
    for (int i = 0; i < parser->letters.count; i++)
        if (parser->letters.at[i] == letter)
            return i;
    return -1;
}

static bool letter_is_taken(uint32_t letter)
{
    return letter < 0x80 && strchr(PLAN_LETTERS_TAKEN, (int)letter) != NULL;
}

static bool is_colour(const char *text)
{
    return text[0] == '#' && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

/* The colour is the last word, when it looks like one and the name is not all there is. */
static void split_colour(char *name, char *colour)
{
    char *space = strrchr(name, ' ');
    if (!space || !is_colour(space + 1))
        return;
    memcpy(colour, space + 1, COLOUR_TEXT);
    while (space > name && space[-1] == ' ')
        space--;
    *space = '\0';
}

static bool read_class_name(struct plan_parser *parser, struct plan_class *class)
{
    char text[CLASS_TEXT + COLOUR_TEXT + 16];
    struct plan_word word;
    int column = parser->line.at + 1;
    if (parser->line.point[parser->line.at] == '"') {
        if (!plan_line_word(&parser->line, class->name, sizeof class->name, &word, parser->faults))
            return false;
        char colour[16] = "";
        int at = column;
        if (!plan_line_ended(&parser->line) && !want_word(parser, colour, sizeof colour, &at, ""))
            return false;
        if (colour[0] && !is_colour(colour))
            fault_at(parser, at, "a colour looks like #5E42ED");
        else
            text_copy(class->colour, sizeof class->colour, colour);
        want_end(parser);
        return true;
    }
    if (!plan_line_name(&parser->line, text, sizeof text, parser->faults))
        return false;
    split_colour(text, class->colour);
    if (text_copy(class->name, sizeof class->name, text))
        return true;
    fault_at(parser, column, "the name of a class is at most 31 bytes long");
    return false;
}

static void define_class(struct plan_parser *parser, uint32_t letter, int column)
{
    struct plan_class class = {"", ""};
    if (letter_is_taken(letter)) {
        fault_at(parser, column,
                 "o w c r # . | : + = and \" mean something already; take another letter");
        return;
    }
    if (find_letter(parser, letter) >= 0) {
        fault_at(parser, column, "another class has this letter");
        return;
    }
    if (parser->classes.count == PLAN_CLASSES_MAX) {
        fault_at(parser, column, "a plan has at most 64 classes");
        return;
    }
    if (!read_class_name(parser, &class))
        return;
    *LIST_ADD(parser->arena, &parser->classes) = class;
    *LIST_ADD(parser->arena, &parser->letters) = letter;
}

static void use_class(struct plan_parser *parser, uint32_t letter, int column)
{
    parser->class_no = find_letter(parser, letter);
    if (parser->sections.count == 0)
        parser->usual_class = parser->class_no;
    if (parser->class_no < 0)
        fault_at(parser, column, "no class has this letter; define it as in: class S Stalls");
}

static void read_class(struct plan_parser *parser)
{
    struct plan_line *line = &parser->line;
    if (plan_line_ended(line)) {
        fault_at(parser, line->at + 1, "a class has a letter and a name, as in: class S Stalls");
        return;
    }
    int column = line->at + 1;
    uint32_t letter = line->point[line->at++];
    if (line->at < line->count && line->point[line->at] != ' ')
        fault_at(parser, column, "a class is drawn as one letter, as in: class S Stalls");
    else if (plan_line_ended(line))
        use_class(parser, letter, column);
    else
        define_class(parser, letter, column);
}

/* ---- sections ----------------------------------------------------------------------------- */

void plan_parser_section(struct plan_parser *parser, const char *name)
{
    struct plan_section *section = LIST_ADD(parser->arena, &parser->sections);
    struct section_draft *draft = LIST_ADD(parser->arena, &parser->section_drafts);
    text_copy(section->name, sizeof section->name, name);
    *draft = (struct section_draft){.line = parser->line.number, .base = -1};
    parser->class_no = parser->usual_class;
    parser->scheme = parser->usual_scheme;
    parser->group_count = 0;
    parser->blank_lines = 0;
}

static void read_section(struct plan_parser *parser)
{
    char name[SECTION_TEXT] = "";
    int column = parser->line.at + 1;
    want_name(parser, name, sizeof name, "the section's name is missing");
    for (int i = 0; i < parser->sections.count; i++)
        if (strcmp(parser->sections.at[i].name, name) == 0)
            plan_fault_add(parser->faults, parser->line.number, column + 1,
                           "there is a section \"%s\" already, on line %d", name,
                           parser->section_drafts.at[i].line);
    plan_parser_section(parser, name);
}

/* The section's draft, or NULL with a fault when none is open. */
static struct section_draft *open_section(struct plan_parser *parser)
{
    if (parser->sections.count > 0)
        return &parser->section_drafts.at[parser->sections.count - 1];
    fault_at(parser, 1, "this belongs into a section");
    return NULL;
}

static void read_at(struct plan_parser *parser)
{
    struct section_draft *draft = open_section(parser);
    if (draft && read_place(parser, &draft->x, &draft->y))
        draft->at = true;
}

static void read_turn(struct plan_parser *parser)
{
    char text[16];
    int column;
    struct section_draft *draft = open_section(parser);
    if (!draft || !want_word(parser, text, sizeof text, &column, "say how far: 0, 90, 180 or 270"))
        return;
    int64_t turn;
    if (!text_to_int(text, 0, 270, &turn) || turn % 90)
        fault_at(parser, column, "a section is turned by 0, 90, 180 or 270");
    else
        draft->turn = (int)turn;
    want_end(parser);
}

static void read_numbers_middle(struct plan_parser *parser, struct number_scheme *scheme)
{
    char kind[16], side[16];
    int column;
    if (!want_word(parser, kind, sizeof kind, &column,
                   "say which: middle odd left, or middle even left") ||
        !want_word(parser, side, sizeof side, &column,
                   "say which: middle odd left, or middle even left"))
        return;
    bool odd = strcmp(kind, "odd") == 0;
    if ((!odd && strcmp(kind, "even") != 0) || strcmp(side, "left") != 0)
        fault_at(parser, column,
                 "counting from the middle is: middle odd left, or middle even left");
    scheme->way = odd ? NUMBER_ODD_LEFT : NUMBER_ODD_RIGHT;
}

static void read_numbers_step(struct plan_parser *parser, struct number_scheme *scheme)
{
    char text[16];
    int column;
    int64_t step;
    if (!want_word(parser, text, sizeof text, &column, "say by how much: by 2"))
        return;
    if (text_to_int(text, 1, 100, &step))
        scheme->step = (int32_t)step;
    else
        fault_at(parser, column, "seats are counted by 1 to 100");
}

static void read_numbers_end(struct plan_parser *parser, struct number_scheme *scheme)
{
    char text[16];
    int column;
    while (!plan_line_ended(&parser->line)) {
        if (!want_word(parser, text, sizeof text, &column, ""))
            return;
        if (strcmp(text, "by") == 0)
            read_numbers_step(parser, scheme);
        else if (!number_start_parse(text, scheme))
            fault_at(parser, column, "seats are counted from a number or a letter");
    }
}

static void read_numbers(struct plan_parser *parser)
{
    static const char help[] =
        "seats are counted: left, right, middle odd left or middle even left";
    char way[16];
    int column;
    struct number_scheme scheme = NUMBER_SCHEME_USUAL;
    if (!want_word(parser, way, sizeof way, &column, help))
        return;
    if (strcmp(way, "middle") == 0) {
        read_numbers_middle(parser, &scheme);
        want_end(parser);
    } else if (strcmp(way, "left") == 0 || strcmp(way, "right") == 0) {
        scheme.way = way[0] == 'l' ? NUMBER_LEFT : NUMBER_RIGHT;
        read_numbers_end(parser, &scheme);
    } else {
        fault_at(parser, column, help);
    }
    parser->scheme = scheme;
    if (parser->sections.count == 0)
        parser->usual_scheme = scheme;
}

/* ---- lines -------------------------------------------------------------------------------- */

static const struct directive {
    const char *word;
    void (*read)(struct plan_parser *parser);
} directives[] = {
    {"at", read_at},           {"class", read_class},     {"focal", read_focal},
    {"numbers", read_numbers}, {"section", read_section}, {"skip", read_skip},
    {"stage", read_stage},     {"title", read_title},     {"turn", read_turn},
};

static const struct directive *find_directive(struct plan_line *line)
{
    const char *word = line->text + line->offset[line->at];
    size_t length = 0;
    while (line->at + (int)length < line->count && line->point[line->at + (int)length] != ' ')
        length++;
    for (int i = 0; i < COUNT_OF(directives); i++) {
        if (strlen(directives[i].word) != length || strncmp(word, directives[i].word, length) != 0)
            continue;
        line->at += (int)length;
        return &directives[i];
    }
    return NULL;
}

static void read_line(struct plan_parser *parser)
{
    struct plan_line *line = &parser->line;
    if (line->bad)
        return;
    if (plan_line_ended(line)) {
        parser->blank_lines++;
        return;
    }
    if (line->point[line->at] == '#')
        return;
    const struct directive *directive = find_directive(line);
    if (!directive) {
        plan_parser_row(parser);
        return;
    }
    parser->group_count = 0;
    directive->read(parser);
}

static bool too_much(struct plan_parser *parser)
{
    int line = parser->line.number;
    if (parser->seats.count > PLAN_SEATS_MAX)
        plan_fault_add(parser->faults, line, 0, "a plan has at most %d seats", (int)PLAN_SEATS_MAX);
    else if (parser->sections.count > SECTIONS_MAX)
        plan_fault_add(parser->faults, line, 0, "a plan has at most %d sections",
                       (int)SECTIONS_MAX);
    else
        return false;
    return true;
}

static void read_lines(struct plan_parser *parser, const char *text, size_t size)
{
    struct plan_source source = plan_source_open(text, size);
    while (plan_line_next(&source, &parser->line, parser->faults)) {
        read_line(parser);
        if (too_much(parser))
            return;
    }
}

static void check_whole(struct plan_parser *parser)
{
    if (!parser->titled)
        plan_fault_add(parser->faults, 0, 0, "the plan has no title, as in: title The Playhouse");
    for (int i = 0; i < parser->sections.count; i++) {
        const struct section_draft *draft = &parser->section_drafts.at[i];
        if (!draft->any)
            plan_fault_add(parser->faults, draft->line, 0, "section \"%s\" has no rows",
                           parser->sections.at[i].name);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct plan_fault *left = a, *right = b;
    return left->line != right->line ? left->line - right->line : left->column - right->column;
}

static void sort_faults(struct plan_faults *faults)
{
    int kept = faults->count < PLAN_FAULTS_MAX ? faults->count : PLAN_FAULTS_MAX;
    qsort(faults->at, (size_t)kept, sizeof faults->at[0], by_place);
}

struct plan *plan_text_parse(const char *text, size_t size, struct arena *arena,
                             struct plan_faults *faults)
{
    int before = faults->count;
    if (size > PLAN_BYTES_MAX) {
        plan_fault_add(faults, 0, 0, "the file is larger than 64 MiB");
        return NULL;
    }
    struct plan_parser *parser = arena_alloc(arena, sizeof *parser);
    *parser = (struct plan_parser){.arena = arena,
                                   .names = {.arena = arena},
                                   .faults = faults,
                                   .stage = STAGE_TOP,
                                   .class_no = -1,
                                   .usual_class = -1,
                                   .scheme = NUMBER_SCHEME_USUAL,
                                   .usual_scheme = NUMBER_SCHEME_USUAL};
    text_copy(parser->stage_name, sizeof parser->stage_name, "STAGE");
    read_lines(parser, text, size);
    check_whole(parser);
    struct plan *plan = NULL;
    if (parser->seats.count > 0 && parser->seats.count <= PLAN_SEATS_MAX) {
        struct plan_spots spots = {.columns = parser->columns.at};
        plan = plan_parser_place(parser);
        (void)plan_check_at(plan, &spots, arena, faults);
    } else if (faults->count == before) {
        plan_fault_add(faults, 0, 0, "the plan has no seats");
    }
    sort_faults(faults);
    return faults->count == before ? plan : NULL;
}
