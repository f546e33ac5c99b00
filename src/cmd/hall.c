#include "config.h"

#include <stdio.h>

#include "src/cmd/commands.h"
#include "src/cmd/hall_read.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"

static void list_json(struct call *call, const void *list, int count)
{
    const struct hall *halls = list;
    for (int i = 0; i < count; i++)
        json_hall(call, NULL, &halls[i]);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct hall *halls = list;
    struct grid grid;
    grid_start(&grid, call->arena, _("HALL|NAME|>SEATS|>PLAN"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", halls[i].id);
        grid_cell(&grid, "%s", halls[i].name);
        grid_cell(&grid, "%d", halls[i].seats);
        grid_cell(&grid, "%d", halls[i].plan_version);
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    struct hall *halls;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (store->ops->hall_list(store, call->arena, &halls, &count, &err))
        return call_err(call, &err);
    return answer_list(
        call, &(struct listed){"halls", halls, count, list_json, list_print,
                               _("There are no halls; `loge plan import` brings one in.")});
}

static void parts_json(struct json_out *doc, const struct plan *plan)
{
    member_array(doc, "sections");
    for (int i = 0; i < plan->section_count; i++) {
        member_object(doc, NULL);
        member_text(doc, "section", plan->sections[i].name);
        member_int(doc, "rows", plan->sections[i].row_count);
        member_int(doc, "seats", plan->sections[i].seat_count);
        json_object_end(doc);
    }
    json_array_end(doc);
    member_array(doc, "classes");
    for (int i = 0; i < plan->class_count; i++)
        json_string(doc, plan->classes[i].name);
    json_array_end(doc);
}

static void parts_print(struct call *call, const struct plan *plan)
{
    struct grid grid;
    grid_start(&grid, call->arena, _("SECTION|>ROWS|>SEATS"));
    for (int i = 0; i < plan->section_count; i++) {
        grid_cell(&grid, "%s", plan->sections[i].name[0] ? plan->sections[i].name : "-");
        grid_cell(&grid, "%d", plan->sections[i].row_count);
        grid_cell(&grid, "%d", plan->sections[i].seat_count);
    }
    grid_print(&grid, call->out);
    call_print(call, "%s", _("Classes"));
    for (int i = 0; i < plan->class_count; i++)
        call_print(call, "%s %s", i ? "," : "", plan->classes[i].name);
    call_print(call, "\n");
}

static int run_show(struct call *call)
{
    struct hall hall;
    struct plan *plan;
    if (!hall_read(call, args_word(&call->args, 0), &hall, &plan))
        return call->exit;
    if (call->json) {
        struct json_out *doc = call_doc(call);
        json_hall(call, "hall", &hall);
        parts_json(doc, plan);
        call_doc_end(call);
        return EXIT_DONE;
    }
    call_print(call, _("%s: %s, %d seats\n\n"), hall.id, hall.name, hall.seats);
    parts_print(call, plan);
    return EXIT_DONE;
}

const struct command hall_verbs[] = {
    {.name = "list", .summary = N_("Lists the halls."), .run = run_list},
    {.name = "show",
     .words = "HALL",
     .summary = N_("Shows a hall's sections and classes."),
     .run = run_show},
    {0},
};
