#include "config.h"

#include "ui/term.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "ui/intl.h"
#include "ui/term_guard.h"
#include "ui/term_info.h"
#include "ui/term_paint.h"

enum { IN_FD = STDIN_FILENO, OUT_FD = STDOUT_FILENO };
enum { MODE_TEXT = 64, QUEUE_BYTES = 2048, REMOTE_ESCAPE_MS = 150, SLOW_BAUD = 38400 };
enum { CLIPBOARD_BYTES = 8192 };

struct term {
    SCREEN *screen;
    struct painter painter;
    struct keys *keys;
    int rows, columns;
    int out; /* to the same terminal as OUT_FD, but never blocking; OUT_FD when there is none */
    struct backlog {
        char *bytes;
        size_t from, used, room;
    } backlog; /* drawn, and not yet taken by the line */
    bool probing, kiosk;
    char modes_on[MODE_TEXT], modes_off[MODE_TEXT]; /* paste */
    bool can_mouse, mouse;                          /* it has one; it is on */
};

/* ---- what terminfo says ------------------------------------------------------------------- */

/* Appends without the delays terminfo writes as $<5>. */
static void append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);
    while (*text && used + 1 < size) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>')) {
            text = strchr(text, '>') + 1;
            continue;
        }
        out[used++] = *text++;
    }
    out[used] = '\0';
}

static void define_keys(struct keys *keys)
{
    static const struct {
        const char *name;
        int32_t code;
    } known[] = {
        {"kcuu1", KEYCODE_UP},      {"kcud1", KEYCODE_DOWN},    {"kcub1", KEYCODE_LEFT},
        {"kcuf1", KEYCODE_RIGHT},   {"khome", KEYCODE_HOME},    {"kend", KEYCODE_END},
        {"kpp", KEYCODE_PAGE_UP},   {"knp", KEYCODE_PAGE_DOWN}, {"kich1", KEYCODE_INSERT},
        {"kdch1", KEYCODE_DELETE},  {"kcbt", KEYCODE_BACKTAB},  {"kent", KEYCODE_ENTER},
        {"kf1", KEYCODE_F1},        {"kf2", KEYCODE_F1 + 1},    {"kf3", KEYCODE_F1 + 2},
        {"kf4", KEYCODE_F1 + 3},    {"kf5", KEYCODE_F1 + 4},    {"kf6", KEYCODE_F1 + 5},
        {"kf7", KEYCODE_F1 + 6},    {"kf8", KEYCODE_F1 + 7},    {"kf9", KEYCODE_F1 + 8},
        {"kf10", KEYCODE_F1 + 9},   {"kf11", KEYCODE_F1 + 10},  {"kf12", KEYCODE_F12},
        {"kbs", KEYCODE_BACKSPACE},
    };
    for (int i = 0; i < COUNT_OF(known); i++)
        keys_define(keys, terminfo_text(known[i].name), known[i].code);
}

static bool is_slow_line(void)
{
    return baudrate() < SLOW_BAUD;
}

/* ESCDELAY wins, as in every curses program; a slow line splits what belongs together. */
static int escape_ms(void)
{
    const char *set = getenv("ESCDELAY");
    int asked = set ? atoi(set) : 0;
    if (asked > 0 && asked <= 2000)
        return asked;
    bool remote = getenv("SSH_CONNECTION") || getenv("SSH_TTY") || is_slow_line();
    return remote ? REMOTE_ESCAPE_MS : KEYS_ESCAPE_MS;
}

/* ---- may we draw here? -------------------------------------------------------------------- */

static enum rc refuse_unknown(const char *name, struct err *err)
{
    return err_set(err, RC_CONFIG, NULL,
                   _("The terminal type \"%s\" (from TERM) is not known here; set TERM to one "
                     "that is, or use `loge --plain`."),
                   name);
}

/* *type: what to draw by. */
static enum rc refuse_terminal(const char *name, const char **type, struct err *err)
{
    static char kin[TERMINFO_TYPE_TEXT];
    if (!isatty(IN_FD) || !isatty(OUT_FD))
        return err_set(err, RC_CONFIG, NULL, "%s",
                       _("The console needs a terminal, and this is not one."));
    if (!name || !*name)
        return err_set(
            err, RC_CONFIG, NULL, "%s",
            _("TERM is not set, so nobody knows how to draw on this terminal; set it, or "
              "use `loge --plain`."));
    *type = terminfo_known(name, OUT_FD, kin);
    if (!*type)
        return refuse_unknown(name, err);
    if (terminfo_check(*type, OUT_FD) == TERMINFO_CANNOT_MOVE)
        return err_set(err, RC_CONFIG, NULL,
                       _("A terminal of type \"%s\" cannot place its cursor, so the console cannot "
                         "be drawn on it; set TERM to what it is, or use `loge --plain`."),
                       name);
    return RC_OK;
}

/* ---- opening and closing ------------------------------------------------------------------ */

static void write_all(const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(OUT_FD, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return; /* the terminal is gone; reading will tell */
        bytes += written;
        size -= (size_t)written;
    }
}

static void write_text(const char *text)
{
    write_all(text, strlen(text));
}

/* ---- what the line has not taken yet ------------------------------------------------------ */

/* A description of our own: O_NONBLOCK on the shell's would stay when we are gone. */
static int open_line(void)
{
    const char *name = ttyname(OUT_FD);
    int fd = name ? open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    return fd >= 0 ? fd : OUT_FD;
}

static void close_line(struct term *term)
{
    if (term->out != OUT_FD)
        close(term->out);
    free(term->backlog.bytes);
    term->backlog = (struct backlog){.bytes = NULL};
}

static void send_later(struct backlog *backlog, const char *bytes, size_t size)
{
    if (backlog->used + size > backlog->room) {
        size_t kept = backlog->used - backlog->from;
        char *grown = x_alloc((kept + size) * 2);
        if (kept)
            memcpy(grown, backlog->bytes + backlog->from, kept);
        free(backlog->bytes);
        *backlog = (struct backlog){.bytes = grown, .used = kept, .room = (kept + size) * 2};
    }
    memcpy(backlog->bytes + backlog->used, bytes, size);
    backlog->used += size;
}

bool term_flush(struct term *term)
{
    struct backlog *backlog = &term->backlog;
    while (backlog->from < backlog->used) {
        ssize_t written =
            write(term->out, backlog->bytes + backlog->from, backlog->used - backlog->from);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno == EAGAIN)
            return false;
        if (written <= 0)
            break; /* the terminal is gone; reading will tell */
        backlog->from += (size_t)written;
    }
    backlog->from = backlog->used = 0;
    return true;
}

static void send_soon(struct term *term, const char *bytes, size_t size)
{
    send_later(&term->backlog, bytes, size);
    (void)term_flush(term);
}

static void send_text(struct term *term, const char *text)
{
    send_soon(term, text, strlen(text));
}

int term_line(const struct term *term)
{
    return term->out;
}

/* ---- modes -------------------------------------------------------------------------------- */

static const char mouse_on[] = "\033[?1000h\033[?1006h", mouse_off[] = "\033[?1006l\033[?1000l";

/* What switches paste and mouse on and off, as far as terminfo knows of it. A mouse may be
 * switched on at any time, so that it is always off afterwards. */
static void find_modes(struct term *term, bool mouse)
{
    append(term->modes_on, sizeof term->modes_on, terminfo_text("BE"));
    append(term->modes_off, sizeof term->modes_off, terminfo_text("BD"));
    term->can_mouse = *terminfo_text("kmous") != '\0';
    term->mouse = mouse && term->can_mouse;
    if (term->can_mouse)
        append(term->modes_off, sizeof term->modes_off, mouse_off);
}

static void switch_modes_on(const struct term *term)
{
    write_text(term->modes_on);
    if (term->mouse)
        write_text(mouse_on);
}

bool term_has_mouse(const struct term *term)
{
    return term->mouse;
}

bool term_mouse(struct term *term, bool on)
{
    if (!term->can_mouse)
        return false;
    term->mouse = on;
    send_text(term, on ? mouse_on : mouse_off);
    return true;
}

/* The bytes for the day nobody can ask curses any more. */
static void keep_reset_bytes(const struct term *term)
{
    static const char *const names[] = {"sgr0", "op", "rmacs", "cnorm", "rmkx"};
    char reset[512] = "";
    append(reset, sizeof reset, term->modes_off);
    for (int i = 0; i < COUNT_OF(names); i++)
        append(reset, sizeof reset, terminfo_text(names[i]));
    /* Where there is no other screen to go back to, what was drawn is wiped: names stood in it. */
    const char *leave = terminfo_text("rmcup");
    append(reset, sizeof reset, *leave ? leave : terminfo_text("clear"));
    append(reset, sizeof reset, "\r");
    guard_set_reset(term->out, reset, strlen(reset));
}

static void set_modes(void)
{
    struct termios modes;
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    typeahead(-1);
    if (tcgetattr(IN_FD, &modes) == 0) {
        modes.c_cc[VQUIT] = _POSIX_VDISABLE;
        modes.c_cc[VSUSP] = _POSIX_VDISABLE; /* ^Z comes as a byte: term_wants_to_stop */
        tcsetattr(IN_FD, TCSANOW, &modes);
        def_prog_mode();
    }
}

/* Prints one ambiguous character and asks where that left the cursor; then wipes it away. */
static void probe_width(struct term *term)
{
    write_text("\r");
    write_text(tier_probe);
    write_text("\033[6n\r  \r");
    term->probing = true;
}

/* One of 256 colours takes eleven bytes to name, one of 8 five. */
static enum colour_depth depth_here(void)
{
    enum colour_depth depth = theme_depth(terminfo_colours(), getenv("NO_COLOR"));
    return depth == DEPTH_256 && is_slow_line() ? DEPTH_8 : depth;
}

static void start(struct term *term, const struct term_options *options, const char *name)
{
    enum colour_depth depth = depth_here();
    term->kiosk = options->kiosk;
    set_modes();
    term->out = open_line();
    find_modes(term, options->mouse);
    getmaxyx(stdscr, term->rows, term->columns);
    keep_reset_bytes(term);
    guard_arm();
    painter_init(&term->painter, depth, options->light);
    if (is_slow_line())
        theme_spare(&term->painter.theme);
    term->painter.tier = options->ascii ? TIER_ASCII : tier_choose(nl_langinfo(CODESET), name);
    term->keys = keys_new(escape_ms());
    define_keys(term->keys);
    painter_forget(&term->painter);
    doupdate(); /* the alternate screen first, what follows belongs on it */
    switch_modes_on(term);
    if (term->painter.tier == TIER_GRAPHIC)
        probe_width(term);
}

struct term *term_open(const struct term_options *options, struct err *err)
{
    const char *name = getenv("TERM"), *type = NULL;
    if (refuse_terminal(name, &type, err) != RC_OK)
        return NULL;
    struct term *term = x_alloc(sizeof *term);
    guard_save_modes(IN_FD);
    guard_catch_signals();
    term->screen = newterm(type, stdout, stdin);
    if (!term->screen) {
        (void)refuse_unknown(name, err);
        free(term);
        return NULL;
    }
    start(term, options, type);
    return term;
}

/* endwin undoes what curses did; what it left or did not know of is undone by hand. Neither is
 * done on a line that stands still, which would keep us here. */
static void give_back(struct term *term)
{
    bool moves = guard_line_moves() && term_flush(term);
    term->backlog.from = term->backlog.used = 0;
    if (!moves) {
        guard_restore();
        return;
    }
    write_text(term->modes_off);
    write_text(term->painter.pen.words[PEN_SGR0]);
    if (!*terminfo_text("rmcup")) {
        erase();
        move(0, 0);
        clearok(curscr, TRUE);
        refresh();
    }
    endwin();
    guard_restore_modes();
}

void term_close(struct term **term)
{
    if (!*term)
        return;
    give_back(*term);
    guard_disarm();
    delscreen((*term)->screen);
    painter_done(&(*term)->painter);
    close_line(*term);
    keys_free(&(*term)->keys);
    free(*term);
    *term = NULL;
}

/* ---- reading ------------------------------------------------------------------------------ */

int term_fd(const struct term *term)
{
    return IN_FD;
}

int term_read(struct term *term, char *bytes, size_t size)
{
    struct pollfd ready = {.fd = IN_FD, .events = POLLIN};
    if (poll(&ready, 1, 0) <= 0)
        return 0;
    ssize_t got = read(IN_FD, bytes, size);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return 0;
    return got > 0 ? (int)got : TERM_GONE;
}

/*
 * ^Z stops the program only when a person types it: a byte by itself, with none behind it. As a
 * signal of the line it would also come out of the middle of a paste, and the shell would get the
 * rest of it as commands.
 */
bool term_wants_to_stop(const struct term *term, const char *bytes, int size)
{
    enum { SUSPEND = 26, ALONE_MS = 30 };
    struct pollfd more = {.fd = IN_FD, .events = POLLIN};
    return size == 1 && bytes[0] == SUSPEND && !term->kiosk && poll(&more, 1, ALONE_MS) == 0;
}

int term_rows(const struct term *term)
{
    return term->rows;
}

int term_columns(const struct term *term)
{
    return term->columns;
}

bool term_is_slow(const struct term *term)
{
    (void)term; /* curses has one line */
    return is_slow_line();
}

enum tier term_tier(const struct term *term)
{
    return term->painter.tier;
}

struct theme *term_theme(struct term *term)
{
    return &term->painter.theme;
}

struct keys *term_keys(struct term *term)
{
    return term->keys;
}

/* ---- drawing ------------------------------------------------------------------------------ */

void term_resize(struct term *term)
{
    struct winsize size;
    if (ioctl(OUT_FD, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return;
    term->rows = size.ws_row < CANVAS_MAX ? size.ws_row : CANVAS_MAX;
    term->columns = size.ws_col < CANVAS_MAX ? size.ws_col : CANVAS_MAX;
    resize_term(term->rows, term->columns);
    keep_reset_bytes(term);
    painter_forget(&term->painter);
}

void term_paint(struct term *term, const struct canvas *canvas)
{
    size_t size;
    const char *bytes = painter_show(&term->painter, canvas, &size);
    send_soon(term, bytes, size);
}

void term_forget(struct term *term)
{
    painter_forget(&term->painter);
}

bool term_backed_up(struct term *term)
{
    int waiting = 0;
    if (!term_flush(term))
        return true;
    return ioctl(OUT_FD, TIOCOUTQ, &waiting) == 0 && waiting > QUEUE_BYTES;
}

void term_bell(struct term *term)
{
    send_text(term, "\a");
}

bool term_probed(struct term *term, int column)
{
    bool was = term->probing;
    term->probing = false;
    if (!was || column == 1)
        return false;
    term->painter.tier = TIER_ASCII;
    painter_forget(&term->painter);
    return true;
}

static void base64(const unsigned char *bytes, size_t size, char *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        three |= i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0;
        three |= i + 2 < size ? bytes[i + 2] : 0;
        *out++ = digits[three >> 18];
        *out++ = digits[three >> 12 & 63];
        *out++ = i + 1 < size ? digits[three >> 6 & 63] : '=';
        *out++ = i + 2 < size ? digits[three & 63] : '=';
    }
    *out = '\0';
}

/* Within tmux the words are for the terminal outside, and tmux lets them through in a wrapper that
 * doubles every ESC (allow-passthrough says whether it may). They are sent plain as well: a tmux
 * that keeps a clipboard itself (set-clipboard on) takes those. */
bool term_clipboard(struct term *term, const char *text)
{
    static char encoded[CLIPBOARD_BYTES / 3 * 4 + 8];
    const char *tmux = getenv("TMUX");
    size_t size = strlen(text);
    if (!*terminfo_text("Ms") || size > CLIPBOARD_BYTES)
        return false;
    base64((const unsigned char *)text, size, encoded);
    send_text(term, "\033]52;c;");
    send_text(term, encoded);
    send_text(term, "\a");
    if (tmux && *tmux) {
        send_text(term, "\033Ptmux;\033\033]52;c;");
        send_text(term, encoded);
        send_text(term, "\a\033\\");
    }
    return true;
}

/* ---- ^Z ----------------------------------------------------------------------------------- */

void term_stop(struct term *term)
{
    struct sigaction stop = {.sa_handler = SIG_DFL}, before;
    sigset_t just_stop, mask;
    give_back(term);
    sigemptyset(&stop.sa_mask);
    sigaction(SIGTSTP, &stop, &before);
    sigemptyset(&just_stop);
    sigaddset(&just_stop, SIGTSTP);
    raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &just_stop, &mask); /* here we stand still */
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
    reset_prog_mode();
    keys_reset(term->keys);
    term_resize(term);
    painter_forget(&term->painter);
    refresh();
    switch_modes_on(term);
}
