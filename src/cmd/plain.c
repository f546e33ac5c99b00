#include "config.h"

#include "src/cmd/plain.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/line.h"
#include "src/cmd/printing.h"
#include "src/cmd/stay.h"

/* ---- answers ------------------------------------------------------------------------------ */

static void print_safe(const char *text)
{
    enum { MOST = 2000 };
    char safe[MOST * 4 + 1];
    text_fit(safe, sizeof safe, text, MOST, false);
    puts(safe);
}

void plain_say(const char *fmt, ...)
{
    char text[PLAIN_LINE * 2];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    print_safe(text);
}

static void remember_fault(struct plain *plain, int code)
{
    if (!plain->first_fault)
        plain->first_fault = code;
}

void plain_refuse(struct plain *plain, const char *fmt, ...)
{
    char text[PLAIN_LINE];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    print_safe(text);
    remember_fault(plain, verdict_exit(VERDICT_INVALID));
}

static bool run_grammar(struct plain *plain, const char *line)
{
    int code;
    const char *text = line_run(plain->call, &plain->meta, line, &code);
    fputs(text, stdout);
    if (code)
        remember_fault(plain, code);
    return code == EXIT_DONE;
}

bool plain_run(struct plain *plain, const char *fmt, ...)
{
    char line[PLAIN_LINE];
    va_list ap;
    va_start(ap, fmt);
    int length = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (length >= 0 && length < (int)sizeof line)
        return run_grammar(plain, line);
    plain_refuse(plain, "%s", _("That line is too long."));
    return false;
}

/* ---- choices ------------------------------------------------------------------------------ */

void plain_choices_begin(struct plain *plain)
{
    plain->choice_count = 0;
}

int plain_choice(struct plain *plain, const char *fmt, ...)
{
    va_list ap;
    if (plain->choice_count == PLAIN_CHOICES)
        return 0;
    va_start(ap, fmt);
    vsnprintf(plain->choices[plain->choice_count], PLAIN_LINE, fmt, ap);
    va_end(ap);
    return ++plain->choice_count;
}

void plain_ask(struct plain *plain, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(plain->ask, sizeof plain->ask, fmt, ap);
    va_end(ap);
}

static bool is_a_choice(const struct plain *plain, const char *line)
{
    int64_t number;
    return text_to_int(line, 1, plain->choice_count, &number);
}

/* The line that an answer makes whole; NULL: it was none. */
static const char *answered(struct plain *plain, const char *line)
{
    if (strcmp(line, "no") != 0)
        return arena_printf(plain->arena, "%s %s", plain->ask, plain_quoted(plain, line));
    plain_say("%s", _("Nothing was changed."));
    return NULL;
}

/* A number alone stands for the line it was given to; NULL, with the refusal: there is none. */
static const char *chosen(struct plain *plain, const char *line)
{
    int64_t number;
    if (!text_to_int(line, 0, INT32_MAX, &number))
        return line;
    if (number >= 1 && number <= plain->choice_count)
        return arena_strdup(plain->arena, plain->choices[number - 1]);
    if (plain->choice_count)
        plain_refuse(plain, _("The last list goes from 1 to %d."), plain->choice_count);
    else
        plain_refuse(plain, "%s", _("There is no list to choose from; try: shows"));
    return NULL;
}

/* ---- lines -------------------------------------------------------------------------------- */

static const char *without_blanks(char *line)
{
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    while (*line == ' ' || *line == '\t' || *line == ':')
        line++;
    return line;
}

static void run_words(struct plain *plain, const char *line)
{
    const char *fault = NULL;
    int count = 0;
    const char *const *words = line_words(line, plain->arena, &count, &fault);
    if (!words && fault)
        plain_refuse(plain, "%s", _(fault));
    else if (count && !plain_word(plain, words, count))
        run_grammar(plain, line);
}

static void run_line(struct plain *plain, char *typed)
{
    const char *line = without_blanks(typed);
    if (!*line || *line == '#')
        return;
    if (strlen(line) >= PLAIN_LINE) {
        plain_refuse(plain, "%s", _("That line is too long."));
        return;
    }
    plain->arena = arena_new();
    plain->meta = (struct act_meta){.arena = plain->arena,
                                    .actor = plain->call->meta.actor,
                                    .approver = plain->call->meta.approver};
    line = plain->ask[0] && !is_a_choice(plain, line) ? answered(plain, line) : chosen(plain, line);
    plain->ask[0] = '\0';
    plain->choice_count = 0; /* a number means what was told last, and nothing older */
    if (line)
        run_words(plain, line);
    arena_free(&plain->arena);
}

static void prompt(const struct plain *plain)
{
    if (plain->person)
        fputs("> ", stdout);
    fflush(stdout);
}

/* ---- the session -------------------------------------------------------------------------- */

static void greet(const struct plain *plain)
{
    const struct actor *actor = &plain->call->meta.actor;
    if (!plain->person)
        return;
    plain_say(_("%s. %s (%s) at %s."), plain->call->house.name, actor->name,
              C_("role", role_name(actor->role)), actor->till);
    plain_say("%s", _("Type a line and Enter. `words` says what there is, `quit` ends."));
}

int plain_session(struct call *call)
{
    struct plain *plain = x_alloc(sizeof *plain);
    struct printing printing;
    struct stay stay;
    char *line;
    plain->call = call;
    plain->person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    greet(plain);
    prompt(plain);
    stay_begin(&stay, call);
    printing_start_lines(&printing, call);
    while (!plain->ended && (line = stay_line(&stay))) {
        run_line(plain, line);
        if (!plain->ended)
            prompt(plain);
    }
    printing_end_lines(&printing, call);
    stay_end(&stay);
    int code = plain->person ? EXIT_DONE : plain->first_fault;
    free(plain);
    return code;
}
