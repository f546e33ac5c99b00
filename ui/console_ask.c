/* Questions: a line of text, a yes, or the count of what will be done. */
#include "config.h"

#include "ui/console_private.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/dialog.h"

enum { DIALOG_COLUMNS = 76, COUNT_COLUMNS = 8 };

void console_ask(struct console *console, const struct ask *ask)
{
    console->ask = *ask;
    console->asking = true;
    line_set(&console->line, ask->kind == ASK_TEXT ? ask->body : "");
}

void console_ask_command(struct console *console)
{
    struct ask ask = {.kind = ASK_TEXT, .id = ASK_COMMAND, .title = ":"};
    console->history.shown = console->history.count;
    console_ask(console, &ask);
}

/* ---- the command line --------------------------------------------------------------------- */

static void remember(struct history *history, const char *line)
{
    if (history->count && strcmp(history->at[history->count - 1], line) == 0)
        return;
    if (history->count == COMMAND_HISTORY) {
        memmove(history->at[0], history->at[1], sizeof history->at - sizeof history->at[0]);
        history->count--;
    }
    text_copy(history->at[history->count++], LINE_BYTES, line);
}

static void recall(struct console *console, int step)
{
    struct history *history = &console->history;
    int wanted = history->shown + step;
    if (wanted < 0 || wanted > history->count)
        return;
    history->shown = wanted;
    line_set(&console->line, wanted < history->count ? history->at[wanted] : "");
}

static const char *last_word(const char *line)
{
    const char *blank = strrchr(line, ' ');
    return blank ? blank + 1 : line;
}

/* The console's own words: its screens, and the way out. */
static int own_words(const struct console *console, const char *line,
                     char out[COMPLETIONS_MAX][COMPLETION_TEXT])
{
    static const char *const words[] = {"quit", "sign-out"};
    const char *word = last_word(line);
    int count = 0;
    for (int i = 0; i < screen_count + COUNT_OF(words) && word == line; i++) {
        const char *name = i < screen_count ? screens[i]->name : words[i - screen_count];
        bool offered = i >= screen_count || console_allows(console, screens[i]);
        if (offered && strncmp(name, word, strlen(word)) == 0 && count < COMPLETIONS_MAX)
            text_copy(out[count++], COMPLETION_TEXT, name);
    }
    return count;
}

static size_t common_length(char words[COMPLETIONS_MAX][COMPLETION_TEXT], int count)
{
    size_t length = strlen(words[0]);
    for (int i = 1; i < count; i++) {
        size_t same = 0;
        while (same < length && words[i][same] == words[0][same])
            same++;
        length = same;
    }
    return length;
}

static void tell_choices(struct console *console, char words[COMPLETIONS_MAX][COMPLETION_TEXT],
                         int count)
{
    char text[MESSAGE_TEXT] = "";
    for (int i = 0; i < count && strlen(text) + COMPLETION_TEXT < sizeof text; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? "  " : "", words[i]);
    }
    console_say(console, false, text);
}

/* As far as all that could stand here agree; a blank behind the only one. */
static void complete(struct console *console)
{
    static char words[COMPLETIONS_MAX + COMPLETIONS_MAX][COMPLETION_TEXT];
    const struct console_options *options = &console->options;
    int count = own_words(console, console->line.text, words);
    if (options->complete)
        count += options->complete(options->complete_ctx, console->line.text, &words[count]);
    if (count == 0)
        return;
    size_t typed = strlen(last_word(console->line.text)), agreed = common_length(words, count);
    if (agreed > typed) {
        words[0][agreed] = '\0';
        line_insert(&console->line, words[0] + typed);
        if (count == 1)
            line_insert(&console->line, " ");
    } else if (count > 1) {
        tell_choices(console, words, count);
    }
}

static void run_command(struct console *console, const char *line)
{
    struct effects effects = console_effects(console);
    char word[LINE_BYTES];
    text_copy(word, sizeof word, line);
    word[strcspn(word, " ")] = '\0';
    if (!*word)
        return;
    remember(&console->history, line);
    if (strcmp(word, "quit") == 0 || strcmp(word, "q") == 0) {
        effect_quit(&effects);
    } else if (strcmp(word, "sign-out") == 0) {
        effect_sign_out(&effects);
    } else if (screen_find(word) && strcmp(word, line) == 0) {
        effect_open(&effects, screen_find(word)->name, "");
    } else {
        struct cmd *cmd = effect_send(&effects, CMD_LINE);
        cmd->u.text = arena_strdup(cmd->meta.arena, line);
    }
    console_do(console, &effects, 0);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void answer(struct console *console, enum input_kind kind)
{
    char text[LINE_BYTES];
    struct input input = {.kind = kind, .action = console->ask.id, .text = text};
    text_copy(text, sizeof text, console->line.text);
    if (kind != INPUT_TYPED)
        console->asking = false;
    if (console->ask.id != ASK_COMMAND)
        console_to_screen(console, &input);
    else if (kind == INPUT_ANSWERED)
        run_command(console, text);
}

void console_ask_decline(struct console *console)
{
    answer(console, INPUT_DECLINED);
}

/* Anything but the exact count is "no change". */
static bool count_is_right(const struct console *console)
{
    int64_t typed;
    return text_to_int(console->line.text, 0, INT32_MAX, &typed) && typed == console->ask.count;
}

static void text_key(struct console *console, int32_t code)
{
    bool command = console->ask.id == ASK_COMMAND;
    if (code == KEYCODE_ENTER)
        answer(console, INPUT_ANSWERED);
    else if (code == KEYCODE_BACKSPACE && console->line.length == 0)
        console_ask_decline(console);
    else if (command && (code == KEYCODE_UP || code == KEYCODE_DOWN))
        recall(console, code == KEYCODE_UP ? -1 : 1);
    else if (command && code == KEYCODE_TAB)
        complete(console);
    else if (line_key(&console->line, code) && console->ask.live)
        answer(console, INPUT_TYPED);
}

static void dialog_key(struct console *console, int32_t code)
{
    if (console->ask.kind == ASK_YES)
        answer(console, code == 'y' || code == 'Y' ? INPUT_ANSWERED : INPUT_DECLINED);
    else if (code == KEYCODE_ENTER)
        answer(console, count_is_right(console) ? INPUT_ANSWERED : INPUT_DECLINED);
    else
        line_key(&console->line, code);
}

void console_ask_key(struct console *console, int32_t code)
{
    if (code == KEYCODE_ESC)
        console_ask_decline(console);
    else if (console->ask.kind == ASK_TEXT)
        text_key(console, code);
    else
        dialog_key(console, code);
}

void console_ask_text(struct console *console, const char *text)
{
    if (console->ask.kind != ASK_TEXT)
        return;
    line_insert(&console->line, text);
    if (console->ask.live)
        answer(console, INPUT_TYPED);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void draw_line_ask(struct console *console, struct canvas *canvas, struct area row)
{
    int column = draw_text(canvas, row, 0, 0, STYLE_STRONG, console->ask.title);
    line_draw(&console->line, canvas, area_part(row, 0, column, 1, -1), STYLE_TEXT, false);
}

static int count_lines(const char *text)
{
    int lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static struct area dialog_area(const struct console *console, struct area body)
{
    int rows = count_lines(console->ask.body) + 4;
    return dialog_place(body, rows, DIALOG_COLUMNS);
}

static void draw_yes(struct canvas *canvas, struct area last)
{
    int column = draw_either(canvas, last, STYLE_STRONG,
                             /* L10N: the last line of a dialog; y stays. At most 72 columns. */
                             _("y = do it      Enter or Esc = no change"),
                             /* L10N: the same on a narrow terminal; at most 36 columns */
                             _("y = do it   Esc = no change"));
    draw_cursor(canvas, last, 0, column);
}

static void draw_count(struct console *console, struct canvas *canvas, struct area last)
{
    struct area before = area_part(last, 0, 0, 1, last.columns - COUNT_COLUMNS);
    int column = draw_either(canvas, before, STYLE_STRONG,
                             /* L10N: the last line of a dialog; at most 60 columns. The count is
                              * typed behind it. */
                             _("Type the number, then Enter (Esc = no change): "),
                             /* L10N: the same on a narrow terminal; at most 28 columns */
                             _("Esc = no change. How many? "));
    line_draw(&console->line, canvas, area_part(last, 0, column, 1, COUNT_COLUMNS),
              STYLE_FIELD_FOCUS, false);
}

static void draw_dialog(struct console *console, enum tier tier, struct canvas *canvas,
                        struct area body)
{
    struct area inside = dialog_draw(canvas, dialog_area(console, body), tier, console->ask.title);
    struct area text = area_part(inside, 0, 0, inside.rows - 1, -1);
    struct area last = area_part(inside, inside.rows - 1, 0, 1, -1);
    draw_wrapped(canvas, text, STYLE_DIALOG, console->ask.body);
    if (console->ask.kind == ASK_YES)
        draw_yes(canvas, last);
    else
        draw_count(console, canvas, last);
}

void console_draw_ask(struct console *console, enum tier tier, struct canvas *canvas,
                      struct area body, struct area message_row)
{
    if (console->ask.kind == ASK_TEXT)
        draw_line_ask(console, canvas, message_row);
    else
        draw_dialog(console, tier, canvas, body);
}

/* A dialog says itself what its keys do. */
void console_draw_ask_keys(const struct console *console, struct canvas *canvas, struct area row)
{
    if (console->ask.kind != ASK_TEXT)
        return;
    if (console->ask.id == ASK_COMMAND)
        draw_either(canvas, row, STYLE_HINT,
                    /* L10N: the last row while a command is typed; at most 78 columns */
                    _("Enter = do it   Tab = complete   Up = the one before   Esc = no command"),
                    /* L10N: the same on a narrow terminal; at most 38 columns */
                    _("Enter = do it   Esc = no command"));
    else
        draw_text(canvas, row, 0, 0, STYLE_HINT,
                  /* L10N: the last row while a question is answered; at most 38 columns */
                  _("Enter = go on   Esc = leave it"));
}
