#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "src/cmd/commands.h"
#include "src/cmd/console.h"
#include "src/cmd/demo_parts.h"
#include "src/cmd/draw.h"
#include "src/cmd/intl.h"
#include "src/cmd/signing.h"
#include "src/cmd/timezone.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

/* A house that was not finished is no house: it goes away again. */
static void remove_unfinished(struct call *call)
{
    char side[PATH_TEXT + 16];
    store_close(&call->desk.store);
    unlink(call->file);
    snprintf(side, sizeof side, "%s-journal", call->file);
    unlink(side);
}

/* A console would seal the log bit by bit, which is not what a new house should begin with. */
static void seal_log(struct call *call)
{
    struct store *store = call->desk.store;
    int blocks;
    (void)!store->ops->audit_seal(store, true, clock_wall(&call->desk.clock), &blocks, NULL);
}

bool demo_make(struct call *call, int seats)
{
    struct house house = {.name = "The Demo House", .currency = "EUR"};
    timezone_of_machine(house.timezone);
    if (!call_create(call, &house))
        return false;
    signing_make_first(call);
    struct demo demo = {.call = call, .seed = DEMO_SEED, .arena_seats = seats};
    demo.scratch = arena_new();
    bool ok = demo_make_house(&demo) && demo_fill_house(&demo);
    arena_free(&demo.scratch);
    if (ok) {
        seal_log(call);
        call_rest(call);
    } else {
        remove_unfinished(call);
    }
    return ok;
}

/* ---- the answer --------------------------------------------------------------------------- */

static void people_json(struct json_out *doc)
{
    member_array(doc, "people");
    for (int i = 0; i < demo_people_count; i++) {
        member_object(doc, NULL);
        member_text(doc, "name", demo_people[i].name);
        member_text(doc, "role", role_name(demo_people[i].role));
        member_text(doc, "pin", demo_people[i].pin);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static int demo_json(struct call *call, bool made)
{
    struct show *shows;
    struct show_count *counts;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (store->ops->show_list(store, call->now, call->arena, &shows, &counts, &count, &err))
        return call_err(call, &err);
    struct json_out *doc = call_doc(call);
    member_object(doc, "demo");
    member_text(doc, "dir", call->paths.data);
    member_bool(doc, "made", made);
    people_json(doc);
    json_object_end(doc);
    member_array(doc, "shows");
    for (int i = 0; i < count; i++)
        json_show(call, NULL, &shows[i], &counts[i]);
    json_array_end(doc);
    call_doc_end(call);
    return EXIT_DONE;
}

/* "clerk anna PIN 1111, supervisor mark PIN 2222, ..." */
const char *demo_people_text(const struct call *call)
{
    const char *text = "";
    for (int i = 0; i < demo_people_count; i++)
        text = arena_printf(call->arena, "%s%s%s %s PIN %s", text, i ? ", " : "",
                            C_("role", role_name(demo_people[i].role)), demo_people[i].name,
                            demo_people[i].pin);
    return text;
}

static void print_next(struct call *call)
{
    const char *dir = args_value(&call->args, "dir");
    char with[PATH_TEXT + 16] = "";
    if (dir)
        snprintf(with, sizeof with, " --dir %s", dir);
    call_print(call,
               _("\nTry next:\n"
                 "  loge show list%s\n"
                 "  loge map hamlet-1%s\n"
                 "  loge best hamlet-2 4%s\n"
                 "  loge hold best hamlet-2 2%s      (prints the hold's id)\n"
                 "  loge hold sell HOLD%s            (the end of the id is enough)\n"
                 "  LOGE_PIN=1111 loge sign-in anna%s\n"),
               with, with, with, with, with, with);
}

static int demo_print(struct call *call, bool made)
{
    struct snapshot map;
    struct outcome out;
    desk_map(&call->desk, call->arena, "orchard-2", &map, &out);
    bool demo = out.verdict == VERDICT_OK;
    if (demo)
        draw_map(call, &map, -1);
    call_print(call,
               made ? _("\nA house to play with is in %s.\n")
                    : _("\nThe house in %s was there already; this is how it stands.\n"),
               call->paths.data);
    if (demo) {
        call_print(call, _("People: %s\n"), demo_people_text(call));
        print_next(call);
    }
    return EXIT_DONE;
}

static int demo_console(struct call *call)
{
    return open_console(call,
                        arena_printf(call->arena, _("A house to play with, in %s. Sign in as: %s."),
                                     call->paths.data, demo_people_text(call)));
}

int run_demo(struct call *call)
{
    static const int64_t range[] = {1, DEMO_ARENA_MAX};
    int64_t seats;
    if (!option_int(call, "seats", range, DEMO_ARENA_SEATS, &seats))
        return call->exit;
    bool made = access(call->file, F_OK) != 0;
    if (made ? !demo_make(call, (int)seats) : !call_open(call))
        return call->exit;
    if (!args_has(&call->args, "no-console") && console_wanted(call))
        return demo_console(call);
    return call->json ? demo_json(call, made) : demo_print(call, made);
}

const struct cmd_option demo_options[] = {
    {"seats", "N", N_("how many seats the arena has, up to 100000"), false},
    {"no-console", NULL, N_("do not open the console; print the map and what to type next"), false},
    {0},
};
