#include "config.h"

#include "src/cmd/line.h"

#include <stdlib.h>
#include <string.h>

#include "src/cmd/command.h"
#include "src/cmd/help.h"
#include "src/cmd/intl.h"
#include "src/cmd/words.h"

/* ---- words -------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Copies one word to out without its quotes; NULL when a quote is left open. */
static const char *take_word(const char *at, char *out)
{
    char quote = 0;
    for (; *at && (quote || !is_blank(*at)); at++) {
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? 0 : *at;
        else
            *out++ = *at;
    }
    *out = '\0';
    return quote ? NULL : at;
}

const char *const *line_words(const char *line, struct arena *arena, int *count, const char **fault)
{
    LIST(const char *) words = {0};
    const char *at = line;
    while (is_blank(*at))
        at++;
    while (*at) {
        char *word = arena_alloc(arena, strlen(at) + 1);
        at = take_word(at, word);
        if (!at) {
            *fault = N_("A quote is left open; close it or leave it out.");
            return NULL;
        }
        *LIST_ADD(arena, &words) = word;
        while (is_blank(*at))
            at++;
    }
    *count = words.count;
    *LIST_ADD(arena, &words) = NULL;
    return words.at;
}

/* ---- running one -------------------------------------------------------------------------- */

/* The parser expects the program's own name first. */
static const char *const *with_name(const char *const *words, int *count, struct arena *arena)
{
    if (*count && strcmp(words[0], "loge") == 0)
        return words;
    const char **named = arena_array(arena, (size_t)*count + 2, sizeof *named);
    named[0] = "loge";
    memcpy(named + 1, words, (size_t)*count * sizeof *named);
    ++*count;
    return named;
}

static bool may_run_here(const struct command *command)
{
    return command->run && !command->opens_itself && !command->apart && command != &command_root;
}

static int run_parsed(struct call *call)
{
    const struct command *command = args_command(&call->args);
    if (args_has(&call->args, "help") || (command->verbs && !command->run)) {
        help_print(call->out, &call->args);
        return EXIT_DONE;
    }
    if (args_has(&call->args, "as") || args_has(&call->args, "dir") ||
        args_has(&call->args, "till"))
        return call_fail(call, VERDICT_INVALID,
                         _("In the console you act as who is signed in, here; leave --as, --dir "
                           "and --till out."));
    if (!may_run_here(command))
        return call_fail(call, VERDICT_INVALID,
                         _("That command runs from the shell only; leave the console first."));
    call->quiet = args_has(&call->args, "quiet");
    return command->run(call);
}

static int parse_and_run(struct call *call, const char *line)
{
    char message[PARSE_MESSAGE];
    const char *fault = NULL;
    int count = 0;
    const char *const *words = line_words(line, call->arena, &count, &fault);
    if (!words)
        return call_fail(call, VERDICT_INVALID, "%s", _(fault));
    words = with_name(words, &count, call->arena);
    if (!args_parse(&command_root, count, words, call->arena, &call->args, message))
        return call_fail(call, VERDICT_INVALID, "%s", message);
    call->json = args_has(&call->args, "json");
    return run_parsed(call);
}

void line_borrow(struct call *call, const struct call *console, const struct act_meta *meta)
{
    call->arena = meta->arena;
    call->meta = *meta;
    call->training = console->training;
    call->paths = console->paths;
    call->settings = console->settings;
    call->house = console->house;
    call->desk = console->desk;
    call->line = console->line;
    call->till = console->till;
    call->counter = console->counter;
    call->printer = console->printer;
    call->now = clock_wall(&call->desk.clock);
    memcpy(call->file, console->file, sizeof call->file);
}

const char *line_run(const struct call *console, const struct act_meta *meta, const char *line,
                     int *code)
{
    struct call call = {0};
    char *printed = NULL;
    size_t size = 0;
    line_borrow(&call, console, meta);
    call.out = call.err = open_memstream(&printed, &size);
    if (!call.out) {
        *code = EXIT_UNREACHABLE;
        return "";
    }
    call.doc = json_out_new();
    *code = parse_and_run(&call, line);
    json_out_free(&call.doc);
    fclose(call.out);
    const char *text = arena_strndup(meta->arena, printed, size);
    free(printed);
    return text;
}

const char *line_without_name(const char *text)
{
    static const char name[] = "loge: ";
    bool named = strncmp(text, name, sizeof name - 1) == 0;
    return named ? text + sizeof name - 1 : text;
}
