/* `loge scan`: the door, a code a line from a wedge scanner, a pipe or the command line. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/asking.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/stay.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

/* ---- the answer --------------------------------------------------------------------------- */

static const char *light_name(enum door_light light)
{
    static const char *const names[] = {"green", "amber", "red"};
    return names[light];
}

/* Whoever comes in begins a check-in, which goes by the ticket's name. */
static const struct uuid *checkin_of(const struct scanned *scanned)
{
    static const struct uuid none;
    bool in = door_light(scanned->code) == DOOR_GREEN && scanned->code != DOOR_EXIT;
    return in ? &scanned->ticket.id : &none;
}

static void json_scanned(struct json_out *doc, const struct scanned *scanned)
{
    member_object(doc, "scan");
    member_text(doc, "code", door_code_name(scanned->code));
    member_text(doc, "light", light_name(door_light(scanned->code)));
    member_text(doc, "word", door_word(scanned->code));
    member_text(doc, "reason", door_reason(scanned->code));
    member_text_or_null(doc, "was",
                        scanned->code == DOOR_OVERRIDE ? door_code_name(scanned->was) : NULL);
    member_bool(doc, "override", door_may_override(scanned->code));
    member_uuid(doc, "ticket", &scanned->ticket.id);
    member_uuid(doc, "checkin", checkin_of(scanned));
    member_text_or_null(doc, "ticket_code", scanned->ticket.code);
    member_text_or_null(doc, "seat", scanned->ticket.label);
    member_text_or_null(doc, "sale", scanned->sale);
    member_text_or_null(doc, "seed", scanned->seed);
    member_int(doc, "entries", scanned->admission.entries);
    member_time(doc, "last_at", scanned->admission.last_at);
    member_time(doc, "at", scanned->at);
    json_object_end(doc);
}

static void print_scanned(struct call *call, const struct scanned *scanned)
{
    char when[LOCAL_TEXT];
    const char *label = scanned->seed[0] ? scanned->seed : scanned->ticket.label;
    call_print(call, "%s  %s", C_("door", door_word(scanned->code)), _(door_reason(scanned->code)));
    if (*label)
        call_print(call, "  %s", label);
    if (scanned->code == DOOR_ALREADY_IN)
        call_print(call, "  %s  %s", view_clock(scanned->admission.last_at, when),
                   scanned->admission.till);
    call_print(call, "\n");
}

/* ---- one code ----------------------------------------------------------------------------- */

static int answer_scan(struct call *call, const struct outcome *out)
{
    if (out->verdict)
        return call_refused(call, out);
    if (call->json) {
        json_scanned(call_doc(call), out->scanned);
        call_doc_end(call);
    }
    print_scanned(call, out->scanned);
    return door_light(out->scanned->code) == DOOR_GREEN ? EXIT_DONE : EXIT_REFUSED;
}

/* Each scan has its key before it is sent: when the house is lost by it, it is done under the same
 * one here. */
static int scan_line(struct call *call, struct stay *stay, const struct desk_scan *scan)
{
    struct outcome out;
    struct asking *asking = asking_begin(call);
    call->meta.key = uuid_make(&call->desk.ids, clock_wall(&call->desk.clock));
    desk_scan(&call->desk, &call->meta, scan, &out);
    asking_end(&asking);
    if (stay_goes_on(stay, &out))
        desk_scan(&call->desk, &call->meta, scan, &out);
    return answer_scan(call, &out);
}

/* Reads codes until the input ends; whatever one of them is, the next is read. */
static int scan_lines(struct call *call, const struct desk_scan *how)
{
    struct desk_scan scan = *how;
    struct arena *whole = call->arena;
    struct stay stay;
    int worst = EXIT_DONE;
    stay_begin(&stay, call);
    while ((scan.text = stay_line(&stay))) {
        if (!scan.text[0])
            continue;
        call->arena = call->meta.arena = arena_new();
        int code = scan_line(call, &stay, &scan);
        fflush(call->out);
        arena_free(&call->arena);
        call->arena = call->meta.arena = whole;
        worst = code > worst ? code : worst;
    }
    stay_end(&stay);
    return worst;
}

/* ---- the command --------------------------------------------------------------------------- */

int run_scan(struct call *call)
{
    static const int64_t gates[] = {0, 255};
    struct desk_scan scan = {.show = args_word(&call->args, 0),
                             .text = args_value(&call->args, "code"),
                             .leaving = args_has(&call->args, "out"),
                             .override = args_has(&call->args, "override"),
                             .reentry = settings_on(call->settings, SETTING_DOOR_REENTRY)};
    int64_t gate = settings_int(call->settings, SETTING_DOOR_GATE);
    struct outcome out;
    struct show show;
    if (!option_int(call, "gate", gates, gate, &gate) || !call_reason(call, scan.override))
        return call->exit;
    scan.gate = (uint8_t)gate;
    desk_door_show(&call->desk, call->arena, scan.show, &show, &out);
    if (out.verdict)
        return call_refused(call, &out);
    scan.show = show.id;
    if (!scan.text)
        return scan_lines(call, &scan);
    desk_scan(&call->desk, &call->meta, &scan, &out);
    return answer_scan(call, &out);
}

const struct cmd_option scan_options[] = {
    {"code", "TEXT", N_("scan this code instead of reading lines"), false},
    {"gate", "N", N_("the gate this door is (else door.gate)"), false},
    {"out", NULL, N_("scan people out"), false},
    {"override", NULL, N_("let in who would be refused, with --reason"), false},
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};
