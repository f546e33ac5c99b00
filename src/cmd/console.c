/*
 * `loge` alone: the console. The counter runs on its own thread and has the house to itself; this
 * thread only draws.
 */
#include "config.h"

#include "src/cmd/console.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

#include "src/cmd/around.h"
#include "src/cmd/commands.h"
#include "src/cmd/demo_parts.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/cmd/last_show.h"
#include "src/cmd/line.h"
#include "src/cmd/plain.h"
#include "src/cmd/printing.h"
#include "src/cmd/save.h"
#include "src/cmd/till_console.h"
#include "src/cmd/till_count.h"
#include "src/cmd/timezone.h"
#include "src/cmd/training.h"
#include "src/cmd/view.h"
#include "src/cmd/weighing.h"
#include "src/cmd/who.h"
#include "src/engine/counter_thread.h"
#include "ui/ui.h"

/* Seats that are left in the basket are no secret: they are nobody else's until then. */
static void tell_left(const struct call *call, const struct ui_left *left)
{
    char until[LOCAL_TEXT];
    if (left->seats)
        fprintf(call->out,
                n_("%d seat stays held for you until %s; it is in the basket when you sign in "
                   "again.\n",
                   "%d seats stay held for you until %s; they are in the basket when you sign in "
                   "again.\n",
                   left->seats),
                left->seats, view_time(call, left->until, until));
}

static int said_end(struct call *call, enum ui_end end, const struct ui_left *left,
                    const struct err *err)
{
    switch (end) {
    case UI_REFUSED:
        return call_fail(call, VERDICT_INVALID, "%s", err->text);
    case UI_CLOSED:
        return call_err(call, err);
    case UI_QUIT:
    case UI_ENDED:
        tell_left(call, left);
        break;
    case UI_GONE:
        break;
    }
    return EXIT_DONE;
}

/* What was typed behind ':', on the counter's thread. */
static const char *run_line(void *ctx, const struct act_meta *meta, const char *line)
{
    int code;
    return line_without_name(line_run(ctx, meta, line, &code));
}

static const char *export_line(void *ctx, const struct act_meta *meta, const char *line,
                               const char *name, struct outcome *outcome)
{
    return save_line(ctx, meta, line, name, outcome);
}

static void look_around(void *ctx, enum role role, struct health_report *health)
{
    around_look(ctx, role, health);
}

static void look_at_line(void *ctx, struct health_report *health)
{
    house_health(ctx, health);
}

static void tell_counts(void *ctx)
{
    till_count_send(ctx, false);
}

static const char *last_show(void *ctx, const char *person, struct arena *arena)
{
    const struct call *call = ctx;
    return last_show_of(call->paths.state, person, arena);
}

static void note_show(void *ctx, const char *person, const char *show)
{
    const struct call *call = ctx;
    last_show_note(call->paths.state, person, show);
}

/* Keys and colours of the console, as the file has them. */
static const struct ui_setting *open_settings(const struct call *call)
{
    int count = settings_open_count(call->settings);
    struct ui_setting *open = arena_array(call->arena, (size_t)count + 1, sizeof *open);
    for (int i = 0; i < count; i++)
        open[i] = (struct ui_setting){settings_open_name(call->settings, i),
                                      settings_open_text(call->settings, i)};
    return open;
}

/* On the counter's thread, while the first picture is drawn on this one. */
static const char *open_house(void *ctx, struct err *err)
{
    struct call *call = ctx;
    return call_open_file(call, err) ? call->house.name : NULL;
}

static bool founder(void *ctx, struct actor *actor)
{
    return who_is_owner(ctx, actor);
}

/* What the desk has no word for, and how this till wants it done. */
static void make_counter(struct call *call, const char *till, struct counter *counter)
{
    counter_init(counter, &call->desk);
    counter->till = till;
    if (!call->desk.store) {
        timezone_make_room();
        counter->begin = open_house;
    }
    counter->run_line = run_line;
    counter->export_line = export_line;
    counter->look_around = look_around;
    if (call->line.pg)
        counter->look_at_line = look_at_line;
    till_console_begin(call, till, counter);
    counter->swept = tell_counts;
    counter->last_show = last_show;
    counter->note_show = note_show;
    counter->founder = founder;
    counter->line_ctx = call;
    call->counter = counter;
    counter->door_gate = (uint8_t)settings_int(call->settings, SETTING_DOOR_GATE);
    counter->door_reentry = settings_on(call->settings, SETTING_DOOR_REENTRY);
    counter->difference_limit = settings_money(call->settings, SETTING_SHIFT_DIFFERENCE_LIMIT);
}

/* What stands beside the till, each with a thread of its own. */
struct tools {
    struct printing printing;
    struct weighing weighing;
};

static void begin_counter(struct call *call, const char *till, struct counter *counter,
                          struct tools *tools)
{
    make_counter(call, till, counter);
    printing_start(&tools->printing, call, till, counter);
    weighing_start(&tools->weighing, call, counter);
}

static void end_counter(struct call *call, struct tools *tools)
{
    till_console_end(call);
    call->counter = NULL;
    weighing_stop(&tools->weighing);
    printing_stop(&tools->printing);
}

static struct ui_options screen_options(struct call *call, const char *till, const char *welcome,
                                        struct ui_left *left)
{
    return (struct ui_options){
        .console = {.venue = call->counter->begin ? NULL : call->house.name,
                    .clock = clock_system(),
                    .settings = open_settings(call),
                    .setting_count = settings_open_count(call->settings),
                    .till = till,
                    .welcome = welcome,
                    .training = call->training,
                    .word = call->line.pg ? HEALTH_UNKNOWN : HEALTH_LOCAL,
                    .lock_after_ms = settings_ms(call->settings, SETTING_CONSOLE_LOCK_AFTER),
                    .rng = rng_system()},
        .light = settings_on(call->settings, SETTING_CONSOLE_LIGHT),
        .ascii = settings_on(call->settings, SETTING_CONSOLE_ASCII),
        .mouse = settings_on(call->settings, SETTING_CONSOLE_MOUSE),
        .kiosk = settings_on(call->settings, SETTING_CONSOLE_KIOSK),
        .left = left,
    };
}

static int run_screen(struct call *call, const char *till, const char *welcome)
{
    struct err err = {0};
    struct counter counter;
    struct tools tools;
    begin_counter(call, till, &counter, &tools);
    struct counter_thread *thread = counter_thread_start(&counter, &err);
    if (!thread) {
        end_counter(call, &tools);
        return call_err(call, &err);
    }
    const struct counter_port port = counter_thread_port(thread);
    struct ui_left left = {.seats = 0};
    const struct ui_options options = screen_options(call, till, welcome, &left);
    enum ui_end end = ui_run(&port, &options, &err);
    if (end == UI_CLOSED)
        err = *counter_thread_fault(thread);
    counter_thread_stop(&thread);
    end_counter(call, &tools);
    counter_close(&counter);
    return said_end(call, end, &left, &err);
}

/* What is large is mapped, always: so it goes back to the system when it is freed. */
static void keep_memory_small(void)
{
    enum { LARGE = 128 * 1024 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
}

int open_console(struct call *call, const char *welcome)
{
    char till[TILL_TEXT];
    if (!who_console_till(call, till))
        return call->exit;
    keep_memory_small();
    ui_prepare();
    return run_screen(call, till, welcome);
}

bool console_wanted(const struct call *call)
{
    return !call->json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static int open_training(struct call *call)
{
    struct training training;
    bool copied;
    if (!training_begin(call, &training, &copied))
        return call->exit;
    const char *welcome =
        copied ? _("Training: nothing here is real. Sign in as always.")
               : arena_printf(call->arena, _("Training in the demo's house. Sign in as: %s."),
                              demo_people_text(call));
    int code = open_console(call, welcome);
    training_end(call, &training);
    return code;
}

/* Needs no terminal, so that scripts and screen readers can have it. */
static int open_plain(struct call *call)
{
    return call_open(call) ? plain_session(call) : call->exit;
}

static int refuse_without_terminal(struct call *call)
{
    return call_fail(call, VERDICT_INVALID,
                     _("The console needs a terminal, and this is not one. `loge --plain` "
                       "needs none, and `loge help` lists the commands."));
}

/* Without a house, the program says how to begin. */
int run_console(struct call *call)
{
    if (args_has(&call->args, "plain"))
        return call_find_files(call) ? open_plain(call) : call->exit;
    if (!console_wanted(call))
        return refuse_without_terminal(call);
    if (!call_find_files(call))
        return call->exit;
    if (args_has(&call->args, "training"))
        return open_training(call);
    const char *welcome = settings_text(call->settings, SETTING_CONSOLE_WELCOME);
    call->stays = true;
    bool here = house_named(call) ? call_open_store(call) : call_has_file(call);
    return here ? open_console(call, *welcome ? welcome : NULL) : call->exit;
}

const struct cmd_option console_options[] = {
    {"plain", NULL, N_("the console line by line: for screen readers and scripts"), false},
    {"training", NULL, N_("the console on a copy of the house that is thrown away at the end"),
     false},
    {0},
};
