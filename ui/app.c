/*
 * The loop: one thread, one wait, at most one draw a turn.
 *
 * A turn takes what has come (signals, bytes, answers), lets the console think, draws if something
 * changed and it is time to, and waits. Keys are drawn at once, and so is what the house does when
 * nothing was drawn just before; then the more seats change, the longer the next picture waits: ten
 * a second under a flood, and one a second while the line is still busy with the last one.
 *
 * LOGE_UI_IDLE_FD names a descriptor on which the loop says that nothing is left to do, as
 * "draws bytes rows columns\n" (bytes of input it has heard): tests wait for it and never sleep.
 */
#include "config.h"

#include "ui/ui.h"

#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/text.h"
#include "ui/console.h"
#include "ui/intl.h"
#include "ui/rebind.h"
#include "ui/term.h"

enum { FRAME_MS = 30, FLOOD_FRAME_MS = 100, BUSY_FRAME_MS = 1000, FLOOD_A_MS = 2 };
enum { RETRY_MS = 50, RESIZE_MS = 40, MESSAGES_A_TURN = 64 };
enum { READ_BYTES = 1024 };

/* For the idle signal. */
struct progress_mark {
    uint64_t draws, bytes;
    int rows, columns;
};

struct app {
    const struct counter_port *port;
    struct term *term;
    struct console *console;
    struct canvas *canvas;
    struct clock clock;
    int64_t drawn_at;  /* monotonic */
    uint64_t drawn;    /* news the console had heard then */
    bool busy;         /* the line, when it was looked at last */
    int64_t retry_at;  /* the line was busy; look again then */
    int64_t resize_at; /* 0: no resize is waiting */
    int64_t tick_at;   /* when something that counts down moves next, as it was before the wait */
    bool more_news;    /* the port was not empty when this turn stopped listening */
    int idle_fd;       /* -1: nobody asks */
    struct progress_mark now, told;
    bool ended;
    enum ui_end end;
};

static int64_t mono(const struct app *app)
{
    return clock_mono(&app->clock);
}

static void finish(struct app *app, enum ui_end end)
{
    if (!app->ended)
        app->end = end;
    app->ended = true;
}

/* ---- what has come ------------------------------------------------------------------------ */

static void press(struct app *app, int32_t code)
{
    struct key_event event = {.kind = KEY_EVENT_PRESS, .code = code};
    console_key(app->console, &event);
}

static void stop(struct app *app)
{
    term_stop(app->term);
    (void)term_signal(SIGNAL_CONTINUE);
    app->resize_at = mono(app);
}

static void take_signals(struct app *app)
{
    if (term_signal(SIGNAL_END))
        finish(app, UI_ENDED);
    if (term_signal(SIGNAL_HANGUP))
        finish(app, UI_GONE);
    if (term_signal(SIGNAL_INTERRUPT))
        press(app, 3);
    if (term_signal(SIGNAL_RESIZE) && !app->resize_at)
        app->resize_at = mono(app) + RESIZE_MS;
    if (term_signal(SIGNAL_STOP))
        stop(app);
    if (term_signal(SIGNAL_CONTINUE)) {
        term_forget(app->term);
        console_touch(app->console, DIRT_KEY);
    }
}

static void hear_keys(struct app *app)
{
    struct key_event event;
    while (!app->ended && keys_next(term_keys(app->term), mono(app), &event)) {
        if (event.kind == KEY_EVENT_CURSOR && term_probed(app->term, event.column))
            console_touch(app->console, DIRT_KEY);
        console_key(app->console, &event);
        if (console_done(app->console))
            finish(app, UI_QUIT);
    }
}

/* Everything there is: a scanner must not wait behind a picture. */
static void take_bytes(struct app *app)
{
    char bytes[READ_BYTES];
    for (int got; !app->ended && (got = term_read(app->term, bytes, sizeof bytes)) != 0;) {
        if (got == TERM_GONE) {
            finish(app, UI_GONE);
            return;
        }
        if (term_wants_to_stop(app->term, bytes, got)) {
            stop(app);
            return;
        }
        app->now.bytes += (uint64_t)got;
        for (size_t fed = 0; fed < (size_t)got && !app->ended;) {
            fed += keys_feed(term_keys(app->term), bytes + fed, (size_t)got - fed, mono(app));
            hear_keys(app);
        }
    }
    hear_keys(app);
}

static void take_resize(struct app *app)
{
    if (!app->resize_at || mono(app) < app->resize_at)
        return;
    app->resize_at = 0;
    term_resize(app->term);
    console_touch(app->console, DIRT_KEY);
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* Drawing onto a line that is still busy only makes the next picture later. */
static bool line_is_busy(struct app *app)
{
    if (mono(app) < app->retry_at)
        return true;
    bool busy = term_backed_up(app->term);
    app->busy = busy;
    app->retry_at = busy ? mono(app) + RETRY_MS : 0;
    return busy;
}

/* Between two draws of news: up to 2,000 changes a second are no flood. */
static int64_t frame_ms(const struct app *app)
{
    uint64_t wait = (console_heard(app->console) - app->drawn) / FLOOD_A_MS;
    if (app->busy)
        return BUSY_FRAME_MS;
    return wait < FRAME_MS ? FRAME_MS : wait > FLOOD_FRAME_MS ? FLOOD_FRAME_MS : (int64_t)wait;
}

static bool time_to_draw(struct app *app)
{
    enum dirt dirt = console_dirt(app->console);
    if (dirt == DIRT_NONE || (dirt == DIRT_NEWS && mono(app) < app->drawn_at + frame_ms(app)))
        return false;
    return !line_is_busy(app);
}

static void fit_canvas(struct app *app)
{
    int rows = term_rows(app->term), columns = term_columns(app->term);
    if (app->canvas && app->canvas->rows == rows && app->canvas->columns == columns)
        return;
    canvas_free(&app->canvas);
    app->canvas = canvas_new(rows, columns);
}

static void copy_out(struct app *app, const char *text)
{
    bool sent = term_clipboard(app->term, text);
    console_say(app->console, !sent,
                sent ? _("Sent to the terminal's clipboard.")
                     : _("This terminal has no clipboard to send to."));
}

static void switch_mouse(struct app *app)
{
    bool on = !term_has_mouse(app->term);
    bool done = term_mouse(app->term, on);
    console_say(app->console, !done,
                !done ? _("This terminal has no mouse.")
                : on  ? _("Clicks count now; C-o gives the mouse back to the terminal.")
                      : _("The mouse is the terminal's again."));
}

static void grant_wishes(struct app *app)
{
    const char *copy = console_take_copy(app->console);
    if (console_take_bell(app->console))
        term_bell(app->term);
    if (console_take_redraw(app->console)) {
        term_forget(app->term);
        console_touch(app->console, DIRT_KEY);
    }
    if (console_take_mouse(app->console))
        switch_mouse(app);
    if (copy)
        copy_out(app, copy);
}

static void draw(struct app *app)
{
    grant_wishes(app);
    if (!time_to_draw(app))
        return;
    fit_canvas(app);
    console_draw(app->console, term_tier(app->term), app->canvas);
    term_paint(app->term, app->canvas);
    app->drawn_at = mono(app);
    app->drawn = console_heard(app->console);
    app->now.draws++;
}

/* ---- waiting ------------------------------------------------------------------------------ */

static int64_t draw_due(const struct app *app)
{
    int64_t due = console_dirt(app->console) == DIRT_KEY ? 0 : app->drawn_at + frame_ms(app);
    return due > app->retry_at ? due : app->retry_at;
}

static int64_t next_due(const struct app *app)
{
    int64_t due = clock_sooner(app->tick_at, keys_deadline(term_keys(app->term)));
    if (app->resize_at)
        due = clock_sooner(due, app->resize_at);
    if (console_dirt(app->console) != DIRT_NONE)
        due = clock_sooner(due, draw_due(app));
    return app->more_news ? 0 : due;
}

static bool is_idle(const struct app *app)
{
    return term_flush(app->term) && !app->more_news && !app->resize_at &&
           console_dirt(app->console) == DIRT_NONE && !console_waiting(app->console) &&
           keys_deadline(term_keys(app->term)) == INT64_MAX;
}

/* Nothing undrawn, nothing half read, nothing asked: the picture on the terminal is the truth. */
static void tell_idle(struct app *app)
{
    char line[96];
    app->now.rows = term_rows(app->term);
    app->now.columns = term_columns(app->term);
    if (app->idle_fd < 0 || !is_idle(app) || memcmp(&app->now, &app->told, sizeof app->now) == 0)
        return;
    int length = snprintf(line, sizeof line, "%" PRIu64 " %" PRIu64 " %d %d\n", app->now.draws,
                          app->now.bytes, app->now.rows, app->now.columns);
    if (write(app->idle_fd, line, (size_t)length) < 0)
        app->idle_fd = -1;
    app->told = app->now;
}

static void wait_for_something(struct app *app)
{
    struct pollfd fds[] = {
        {.fd = term_fd(app->term), .events = POLLIN},
        {.fd = app->port->fd(app->port->ctx), .events = POLLIN},
        {.fd = term_flush(app->term) ? -1 : term_line(app->term), .events = POLLOUT},
    };
    app->tick_at = console_due(app->console);
    int64_t due = next_due(app), left = due == INT64_MAX ? -1 : due - mono(app);
    struct timespec limit = {.tv_sec = left > 0 ? left / 1000 : 0,
                             .tv_nsec = left > 0 ? left % 1000 * 1000000 : 0};
    int came = ppoll(fds, COUNT_OF(fds), due == INT64_MAX ? NULL : &limit, term_wait_mask());
    if (came > 0 && (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)) && !(fds[0].revents & POLLIN))
        finish(app, UI_GONE);
}

static void turn(struct app *app)
{
    take_signals(app);
    take_bytes(app);
    app->more_news = console_receive(app->console, MESSAGES_A_TURN);
    if (console_closed(app->console))
        finish(app, UI_CLOSED);
    if (mono(app) >= app->tick_at) /* asked now, it would name the next moment already */
        console_tick(app->console);
    take_resize(app);
    if (app->ended)
        return;
    draw(app);
    tell_idle(app);
    wait_for_something(app);
}

/* ---- beginning and end -------------------------------------------------------------------- */

void ui_prepare(void)
{
    term_block_signals();
}

static void apply_settings(struct app *app, const struct console_options *options)
{
    static const char prefix[] = "theme.";
    for (int i = 0; i < options->setting_count; i++) {
        const struct ui_setting *setting = &options->settings[i];
        char text[MESSAGE_TEXT];
        bool colour = strncmp(setting->name, prefix, sizeof prefix - 1) == 0;
        if (colour ? theme_set(term_theme(app->term), setting->name + sizeof prefix - 1,
                               setting->value)
                   : rebind_understood(setting))
            continue;
        snprintf(text, sizeof text, _("The setting %s = %s is not understood."), setting->name,
                 setting->value);
        console_say(app->console, true, text);
    }
}

static int idle_descriptor(void)
{
    const char *named = getenv("LOGE_UI_IDLE_FD");
    int64_t fd;
    return named && text_to_int(named, 3, INT_MAX, &fd) ? (int)fd : -1;
}

enum ui_end ui_run(const struct counter_port *port, const struct ui_options *options,
                   struct err *err)
{
    struct term_options look = {.mouse = options->mouse,
                                .kiosk = options->kiosk,
                                .light = options->light,
                                .ascii = options->ascii};
    struct console_options console = options->console;
    struct app app = {.port = port,
                      .clock = options->console.clock,
                      .tick_at = INT64_MAX,
                      .idle_fd = idle_descriptor()};
    app.term = term_open(&look, err);
    if (!app.term)
        return UI_REFUSED;
    console.port = port;
    console.term = getenv("TERM");
    console.slow = term_is_slow(app.term);
    app.console = console_new(&console);
    apply_settings(&app, &console);
    while (!app.ended)
        turn(&app);
    term_close(&app.term);
    if (options->left)
        options->left->seats = console_left(app.console, &options->left->until);
    console_free(&app.console);
    canvas_free(&app.canvas);
    return app.end;
}
