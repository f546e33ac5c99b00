#include "config.h"

#include <stdio.h>

#include "src/cmd/best_words.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/doc.h"

bool best_words(struct call *call, const char *count, struct best_request *request)
{
    static const int64_t places[] = {0, BEST_SEATS_MAX}, skips[] = {0, 1000};
    int64_t seats, accessible, skip;
    if (!word_int(call, "N", count, 1, BEST_SEATS_MAX, &seats) ||
        !option_int(call, "accessible", places, 0, &accessible) ||
        !option_int(call, "skip", skips, 0, &skip))
        return false;
    *request = (struct best_request){.count = (int)seats,
                                     .class_no = -1,
                                     .section = -1,
                                     .accessible = (int)accessible,
                                     .aisle = args_has(&call->args, "aisle"),
                                     .together = args_has(&call->args, "together"),
                                     .strict = args_has(&call->args, "strict"),
                                     .now = call->now,
                                     .channel = CHANNEL_COUNTER,
                                     .skip = (int)skip};
    return true;
}

bool best_places(struct call *call, const char *show, struct best_request *request)
{
    struct snapshot map;
    struct outcome out;
    const char *class_name = args_value(&call->args, "class");
    const char *section = args_value(&call->args, "section");
    if (!class_name && !section)
        return true;
    desk_map(&call->desk, call->arena, show, &map, &out);
    if (out.verdict) {
        call_refused(call, &out);
        return false;
    }
    request->class_no = class_name ? plan_find_class(map.plan, class_name) : -1;
    request->section = section ? plan_find_section(map.plan, section) : -1;
    if (class_name && request->class_no < 0)
        call_fail(call, VERDICT_NOT_FOUND, _("The hall has no price class \"%.31s\"."), class_name);
    else if (section && request->section < 0)
        call_fail(call, VERDICT_NOT_FOUND, _("The hall has no section \"%.47s\"."), section);
    else
        return true;
    return false;
}

static void best_json(struct call *call, const struct best_result *best, const char *const *labels)
{
    struct json_out *doc = call_doc(call);
    doc_labels(doc, "seats", labels, best->count);
    member_bool(doc, "adjacent", best->adjacent);
    doc_labels(doc, "relaxed", best->relaxed, best->relaxed_count);
    member_array(doc, "groups");
    for (int i = 0; i < best->group_count; i++)
        json_int(doc, best->groups[i]);
    json_array_end(doc);
    call_doc_end(call);
}

static void best_print(struct call *call, const struct best_result *best, const char *const *labels)
{
    int at = 0;
    for (int group = 0; group < best->group_count; group++) {
        for (int i = 0; i < best->groups[group] && at < best->count; i++)
            fprintf(call->out, "%s%s", i ? " " : "", labels[at++]);
        fputc('\n', call->out);
    }
    for (int i = 0; i < best->relaxed_count; i++)
        call_remark(call, _("Gave up: %s\n"), best->relaxed[i]);
}

int run_best(struct call *call)
{
    struct best_request request;
    struct best_result best;
    struct outcome out;
    const char *labels[BEST_SEATS_MAX];
    if (!best_words(call, args_word(&call->args, 1), &request))
        return call->exit;
    desk_best(&call->desk, &call->meta, args_word(&call->args, 0), &request,
              args_value(&call->args, "class"), args_value(&call->args, "section"), &best, labels,
              &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json)
        best_json(call, &best, labels);
    else
        best_print(call, &best, labels);
    return EXIT_DONE;
}

const struct cmd_option best_options[] = {
    {"class", "CLASS", N_("only seats of this price class"), false},
    {"section", "SECTION", N_("only in this section"), false},
    {"accessible", "K", N_("so many wheelchair places among them"), false},
    {"aisle", NULL, N_("at least one at an aisle"), false},
    {"together", NULL, N_("only side by side, never split"), false},
    {"strict", NULL, N_("give up nothing of what was asked"), false},
    {"skip", "K", N_("pass over the K best offers"), false},
    {0},
};
