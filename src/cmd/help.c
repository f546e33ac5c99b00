#include "config.h"

#include "src/cmd/help.h"

#include <string.h>

#include "src/base/text.h"
#include "src/cmd/call.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"

enum { HELP_COLUMNS = 80, NAME_COLUMNS_MAX = 26 };

/* Wraps text at words into the columns from `indent` on; the first line is there already. */
static void print_wrapped(FILE *out, const char *text, int indent)
{
    int at = indent;
    while (*text) {
        size_t length = strcspn(text, " ");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        int columns = text_columns(word);
        if (at > indent && at + 1 + columns > HELP_COLUMNS) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            fputc(' ', out);
            at++;
        }
        fputs(word, out);
        at += columns;
        text += length + strspn(text + length, " ");
    }
    fputc('\n', out);
}

/* "  name   text", the text in a column of its own. */
static void print_entry(FILE *out, const char *name, const char *text, int column)
{
    int used = text_columns(name);
    fprintf(out, "  %s", name);
    if (used > column)
        fprintf(out, "\n%*s", column + 4, "");
    else
        fprintf(out, "%*s", column + 2 - used, "");
    print_wrapped(out, text, column + 4);
}

static const char *option_text(const struct cmd_option *option, char *out, size_t size)
{
    snprintf(out, size, "--%s%s%s", option->name, option->value ? " " : "",
             option->value ? option->value : "");
    return out;
}

static int options_column(const struct cmd_option *options, int column)
{
    char name[96];
    for (; options && options->name; options++) {
        int used = text_columns(option_text(options, name, sizeof name));
        if (used > column && used <= NAME_COLUMNS_MAX)
            column = used;
    }
    return column;
}

static void print_options(FILE *out, const char *title, const struct cmd_option *options,
                          int column)
{
    if (!options || !options->name)
        return;
    fprintf(out, "\n%s\n", title);
    for (; options->name; options++) {
        char name[96], text[320];
        option_text(options, name, sizeof name);
        snprintf(text, sizeof text, "%s%s", _(options->help),
                 options->many ? _(" (may be repeated)") : "");
        print_entry(out, name, text, column);
    }
}

static const char *verb_text(const struct command *verb, char *out, size_t size)
{
    snprintf(out, size, "%s%s%s", verb->name, verb->words ? " " : "",
             verb->words ? verb->words : "");
    return out;
}

static void print_verbs(FILE *out, const struct command *group)
{
    char name[96];
    int column = 0;
    for (const struct command *verb = group->verbs; verb->name; verb++) {
        int used = text_columns(verb_text(verb, name, sizeof name));
        if (!verb->hidden && used > column && used <= NAME_COLUMNS_MAX)
            column = used;
    }
    fprintf(out, "\n%s\n", _("Commands:"));
    for (const struct command *verb = group->verbs; verb->name; verb++)
        if (!verb->hidden)
            print_entry(out, verb_text(verb, name, sizeof name), _(verb->summary), column);
}

void help_print(FILE *out, const struct args *path)
{
    const struct command *command = args_command(path);
    char name[96];
    args_path_text(path, name, sizeof name);
    fprintf(out, "%s %s%s%s%s\n\n", _("Usage:"), name, command->verbs ? _(" COMMAND") : "",
            command->words ? " " : "", command->words ? command->words : "");
    print_wrapped(out, _(command->summary), 0);
    if (command->detail) {
        fputc('\n', out);
        print_wrapped(out, _(command->detail), 0);
    }
    if (command->verbs)
        print_verbs(out, command);
    int column = options_column(command->options, options_column(everywhere_options, 0));
    print_options(out, _("Options:"), command->options, column);
    print_options(out, _("Everywhere:"), everywhere_options, column);
}

/* `loge help hold new`: the page of the command those words name. */
int run_help(struct call *call)
{
    struct args path = {.path = {&command_root}, .depth = 1};
    for (int i = 0; i < call->args.words.count; i++) {
        const char *word = call->args.words.at[i];
        const struct command *verb = command_verb(args_command(&path), word);
        char name[96];
        if (!verb || path.depth == COMMAND_DEPTH)
            return call_fail(call, VERDICT_INVALID,
                             _("There is no command `%s %.40s`; `loge help` lists them."),
                             args_path_text(&path, name, sizeof name), word);
        path.path[path.depth++] = verb;
    }
    help_print(call->out, &path);
    return EXIT_DONE;
}
