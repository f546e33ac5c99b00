#include "config.h"

#include <stdio.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/doc.h"

typedef void seats_act(struct call *call, const char *show, const char *const *labels, int count,
                       struct outcome *out);

static void block(struct call *call, const char *show, const char *const *labels, int count,
                  struct outcome *out)
{
    uint8_t open_to = 0;
    if (args_has(&call->args, "open-to-web"))
        open_to |= CHANNEL_WEB;
    if (args_has(&call->args, "open-to-counter"))
        open_to |= CHANNEL_COUNTER;
    if (args_has(&call->args, "open-to-waitlist"))
        open_to |= CHANNEL_WAITLIST;
    desk_seats_block(&call->desk, &call->meta, show, labels, count, open_to, out);
}

static void unblock(struct call *call, const char *show, const char *const *labels, int count,
                    struct outcome *out)
{
    desk_seats_unblock(&call->desk, &call->meta, show, labels, count, out);
}

static void release(struct call *call, const char *show, const char *const *labels, int count,
                    struct outcome *out)
{
    desk_seats_release(&call->desk, &call->meta, show, labels, count, out);
}

/* How one of the named seats stands after the act. */
static const char *status_of(const struct call *call, const struct snapshot *map, int index)
{
    const struct seat_state *state = &map->state[index];
    enum seat_status status =
        seat_hold_over(state, call->now) ? SEAT_AVAILABLE : (enum seat_status)state->status;
    return seat_status_name(status);
}

static void answer_json(struct call *call, const struct snapshot *map, const int *seats, int count)
{
    struct json_out *doc = call->doc;
    char label[SEAT_TEXT];
    member_array(doc, "seats");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "id", plan_seat_label(map->plan, seats[i], label));
        member_text(doc, "status", status_of(call, map, seats[i]));
        member_int(doc, "version", map->state[seats[i]].version);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static bool was_free(const struct outcome *out, int i)
{
    return i < out->each_count && out->each[i].was_free;
}

static void answer_text(struct call *call, const struct snapshot *map, const int *seats, int count,
                        const struct outcome *out)
{
    char label[SEAT_TEXT];
    for (int i = 0; i < count; i++)
        call_print(call, "%s  %s%s\n", plan_seat_label(map->plan, seats[i], label),
                   C_("seat", status_of(call, map, seats[i])),
                   was_free(out, i) ? _("  (was free already)") : "");
}

static void answer_free_already(struct call *call, const struct outcome *out)
{
    member_array(call->doc, "already_free");
    for (int i = 0; i < out->each_count; i++)
        if (out->each[i].was_free)
            json_string(call->doc, out->each[i].label);
    json_array_end(call->doc);
}

/* Answers seat by seat, as they stand now. */
static int answer_seats(struct call *call, const char *const *labels, int count,
                        const struct outcome *out)
{
    struct snapshot map;
    struct outcome look;
    int *seats = arena_array(call->arena, (size_t)count, sizeof *seats);
    desk_map(&call->desk, call->arena, args_word(&call->args, 0), &map, &look);
    if (look.verdict)
        return call_refused(call, &look);
    if (plan_find_seats(map.plan, labels, count, seats, call->arena))
        return call_fail(call, VERDICT_SEAT_NOT_FOUND,
                         _("The hall's plan has changed; look again."));
    if (call->json) {
        call_doc(call);
        answer_json(call, &map, seats, count);
        doc_labels(call->doc, "refused", out->seats, out->seat_count);
        answer_free_already(call, out);
        json_outcome_end(call, out);
    } else {
        answer_text(call, &map, seats, count, out);
        if (out->seat_count)
            fprintf(call->err, "loge: %s\n", _("Some seats could not be freed; see above."));
    }
    return EXIT_DONE;
}

static int change_seats(struct call *call, seats_act *act)
{
    struct outcome out;
    int count;
    const char *const *labels = word_labels(call, 1, &count);
    if (!call_reason(call, true))
        return call->exit;
    act(call, args_word(&call->args, 0), labels, count, &out);
    return out.verdict ? call_refused(call, &out) : answer_seats(call, labels, count, &out);
}

static int run_block(struct call *call)
{
    return change_seats(call, block);
}

static int run_unblock(struct call *call)
{
    return change_seats(call, unblock);
}

static int run_release(struct call *call)
{
    return change_seats(call, release);
}

#define REASON_OPTIONS                                            \
    {"reason", "REASON", N_("why; it stands in the log"), false}, \
    {                                                             \
        "note", "TEXT", N_("more about it, for the log"), false   \
    }

static const struct cmd_option block_options[] = {
    REASON_OPTIONS,
    {"open-to-counter", NULL, N_("the counter may still sell them"), false},
    {"open-to-web", NULL, N_("the web shop may still sell them"), false},
    {"open-to-waitlist", NULL, N_("the waiting list may still get them"), false},
    {0},
};
static const struct cmd_option free_options[] = {
    REASON_OPTIONS,
    {0},
};

const struct command seat_verbs[] = {
    {.name = "block",
     .words = "SHOW SEAT...",
     .summary = N_("Takes seats out of sale."),
     .options = block_options,
     .run = run_block},
    {.name = "unblock",
     .words = "SHOW SEAT...",
     .summary = N_("Puts blocked seats back on sale."),
     .options = free_options,
     .run = run_unblock},
    {.name = "release",
     .words = "SHOW SEAT...",
     .summary = N_("Frees held and blocked seats, whoever holds them; sold ones refuse."),
     .options = free_options,
     .run = run_release},
    {0},
};
