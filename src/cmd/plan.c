#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/draw.h"
#include "src/cmd/hall_read.h"
#include "src/cmd/intl.h"
#include "src/cmd/plan_file.h"
#include "src/cmd/svg.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

/* ---- check -------------------------------------------------------------------------------- */

static void plan_json(struct call *call, const struct plan_file *file)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "plan");
    member_text(doc, "name", file->plan->name);
    member_text(doc, "format", plan_format_name(file->format));
    member_int(doc, "seats", file->plan->seat_count);
    member_int(doc, "rows", file->plan->row_count);
    member_int(doc, "sections", file->plan->section_count);
    member_int(doc, "classes", file->plan->class_count);
    plan_notes_json(call, &file->notes);
    json_object_end(doc);
    call_doc_end(call);
}

static int run_check(struct call *call)
{
    struct plan_file file;
    if (!plan_file_read(call, args_word(&call->args, 0), &file))
        return call->exit;
    plan_notes_tell(call, &file.notes);
    if (call->json)
        plan_json(call, &file);
    call_print(call, _("The plan is sound: %d seats in %d rows and %d sections.\n"),
               file.plan->seat_count, file.plan->row_count, file.plan->section_count);
    return EXIT_DONE;
}

/* ---- a file or a hall --------------------------------------------------------------------- */

/* The plan of the file of that name, else of the hall with that id. */
static bool find_plan(struct call *call, struct plan **plan)
{
    struct plan_file file;
    struct hall hall;
    const char *name = args_word(&call->args, 0);
    if (strcmp(name, "-") == 0 || strchr(name, '/') || strchr(name, '.') ||
        access(name, F_OK) == 0) {
        bool read = plan_file_read(call, name, &file);
        *plan = read ? file.plan : NULL;
        return read;
    }
    return call_find_files(call) && call_open(call) && hall_read(call, name, &hall, plan);
}

static int run_draw(struct call *call)
{
    struct plan *plan;
    if (!find_plan(call, &plan))
        return call->exit;
    if (svg_asked(call))
        return svg_plan(call, plan);
    draw_plan(call, plan);
    return EXIT_DONE;
}

/* ---- import ------------------------------------------------------------------------------- */

/* "halls/Old Town.plan" is hall old-town. */
static void id_from_path(const char *path, char out[SLUG_TEXT])
{
    const char *name = strrchr(path, '/');
    size_t used = 0;
    for (name = name ? name + 1 : path; *name && *name != '.' && used < SLUG_TEXT - 1; name++) {
        char letter = *name;
        if (letter >= 'A' && letter <= 'Z')
            letter = (char)(letter - 'A' + 'a');
        bool plain = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (plain)
            out[used++] = letter;
        else if (used && out[used - 1] != '-')
            out[used++] = '-';
    }
    while (used && out[used - 1] == '-')
        used--;
    out[used] = '\0';
}

static int answer_import(struct call *call, const struct outcome *out,
                         const struct plan_faults *notes)
{
    if (call->json) {
        struct json_out *doc = call_doc(call);
        json_hall(call, "hall", out->hall);
        member_int(doc, "kept", out->diff.kept);
        member_int(doc, "added", out->diff.added);
        member_int(doc, "dropped", out->diff.dropped);
        plan_notes_json(call, notes);
        json_outcome_end(call, out);
    }
    call_print(call, _("Hall %s has %d seats: %d kept, %d added, %d dropped.\n"), out->hall->id,
               out->hall->seats, out->diff.kept, out->diff.added, out->diff.dropped);
    return EXIT_DONE;
}

static int run_import(struct call *call)
{
    struct plan_file file;
    struct hall hall = {0};
    struct outcome out;
    const char *path = args_word(&call->args, 0);
    if (!call_may(call, RIGHT_SHOWS) || !option_name(call, "hall", hall.id, sizeof hall.id) ||
        !option_name(call, "name", hall.name, sizeof hall.name) ||
        !plan_file_read(call, path, &file))
        return call->exit;
    if (!hall.id[0])
        id_from_path(path, hall.id);
    if (!hall.id[0])
        return call_fail(call, VERDICT_INVALID, _("Name the hall: --hall ID."));
    call_heed(call, _("Importing"));
    desk_plan_import(&call->desk, &call->meta, &hall, file.plan,
                     plan_document_write(file.plan, call->arena), &out);
    call_heed_end(call);
    if (out.verdict)
        return call_refused(call, &out);
    plan_notes_tell(call, &file.notes);
    return answer_import(call, &out, &file.notes);
}

/* ---- export ------------------------------------------------------------------------------- */

static bool read_format(struct call *call, enum plan_format *format)
{
    const char *text = args_value(&call->args, "format");
    *format = PLAN_PRETIX;
    if (!text || (plan_format_parse(text, format) && *format != PLAN_SEATSIO))
        return true;
    call_fail(call, VERDICT_INVALID, _("--format is pretix, drawing or document, not \"%.40s\"."),
              text);
    return false;
}

/* NULL, with faults, when the format cannot hold the plan. */
static const char *write_plan(enum plan_format format, const struct plan *plan, struct arena *arena,
                              struct plan_faults *notes)
{
    if (format == PLAN_PRETIX)
        return pretix_plan_write(plan, arena, notes);
    if (format == PLAN_DOCUMENT)
        return plan_document_write(plan, arena);
    return plan_text_write(plan, arena, notes);
}

/* A document that is JSON itself is the answer to --json, too. */
static int answer_export(struct call *call, enum plan_format format, const char *text,
                         const struct plan_faults *notes)
{
    const char *to = args_value(&call->args, "out");
    bool wrapped = call->json && (to || format == PLAN_TEXT);
    if ((to || !wrapped) && !plan_file_write(call, to ? to : "-", text))
        return call->exit;
    if (wrapped) {
        struct json_out *doc = call_doc(call);
        member_text(doc, "format", plan_format_name(format));
        member_text(doc, to ? "file" : "plan", to ? to : text);
        plan_notes_json(call, notes);
        call_doc_end(call);
    }
    plan_notes_tell(call, notes);
    return EXIT_DONE;
}

static int run_export(struct call *call)
{
    struct plan *plan;
    enum plan_format format;
    struct plan_faults notes = {0};
    if (!read_format(call, &format) || !find_plan(call, &plan))
        return call->exit;
    const char *text = write_plan(format, plan, call->arena, &notes);
    if (text)
        return answer_export(call, format, text, &notes);
    plan_faults_tell(call, args_word(&call->args, 0), &notes);
    return call->exit;
}

static const struct cmd_option draw_options[] = {
    {"svg", NULL, N_("as SVG, to print or to put on a screen"), false},
    {"dark", NULL, N_("with --svg: on black, for a screen"), false},
    {0},
};
static const struct cmd_option import_options[] = {
    {"hall", "ID", N_("the hall's id (else the file's name)"), false},
    {"name", "NAME", N_("what the hall is called (else the plan's title)"), false},
    {0},
};
static const struct cmd_option export_options[] = {
    {"format", "FORMAT", N_("pretix (the default), drawing or document"), false},
    {"out", "FILE", N_("write it there (else to standard output)"), false},
    {0},
};

const struct command plan_verbs[] = {
    {.name = "check",
     .words = "FILE",
     .summary = N_("Checks a plan and points at what is wrong."),
     .apart = true,
     .run = run_check},
    {.name = "draw",
     .words = "FILE",
     .summary = N_("Draws a plan; FILE is a file, or the id of a hall."),
     .options = draw_options,
     .apart = true,
     .run = run_draw},
    {.name = "import",
     .words = "FILE",
     .summary = N_("Brings a plan in as a hall, or as the new plan of one."),
     .detail = N_("Seats that stay keep their identity. A seat that is held or sold in some show "
                  "cannot be dropped."),
     .options = import_options,
     .run = run_import},
    {.name = "export",
     .words = "FILE",
     .summary = N_("Writes a plan out; FILE is a file, or the id of a hall."),
     .options = export_options,
     .apart = true,
     .run = run_export},
    {0},
};
