#include "config.h"

#include "src/cmd/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"

enum { NAMES_MAX = 96, NAME_LENGTH_MAX = 32, TYPED_TEXT = 64 };

const struct command *command_verb(const struct command *group, const char *name)
{
    for (const struct command *verb = group->verbs; verb && verb->name; verb++)
        if (strcmp(verb->name, name) == 0)
            return verb;
    return NULL;
}

/* ---- near misses -------------------------------------------------------------------------- */

static int smallest(int a, int b, int c)
{
    int low = a < b ? a : b;
    return low < c ? low : c;
}

/* How many letters are wrong, missing, too many or have changed places with the next. */
static int letters_apart(const char *a, const char *b)
{
    enum { ROOM = NAME_LENGTH_MAX + 1 };
    int width = (int)strlen(b), height = (int)strlen(a);
    int apart[ROOM][ROOM];
    for (int i = 0; i <= height; i++)
        for (int j = 0; j <= width; j++) {
            if (!i || !j) {
                apart[i][j] = i + j;
                continue;
            }
            bool same = a[i - 1] == b[j - 1];
            apart[i][j] =
                smallest(apart[i - 1][j] + 1, apart[i][j - 1] + 1, apart[i - 1][j - 1] + !same);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                apart[i - 2][j - 2] + 1 < apart[i][j])
                apart[i][j] = apart[i - 2][j - 2] + 1;
        }
    return apart[height][width];
}

const char *parse_nearest(const char *typed, const char *const *names, int count)
{
    size_t length = strlen(typed);
    if (length > NAME_LENGTH_MAX)
        return NULL;
    const char *best = NULL;
    int best_apart = length <= 3 ? 2 : 3; /* that far is no longer near */
    for (int i = 0; i < count; i++) {
        if (strlen(names[i]) > NAME_LENGTH_MAX)
            continue;
        int apart = letters_apart(typed, names[i]);
        bool starts = length >= 2 && strncmp(typed, names[i], length) == 0;
        if (starts && apart >= best_apart)
            apart = best_apart - 1;
        if (apart < best_apart) {
            best_apart = apart;
            best = names[i];
        }
    }
    return best;
}

static int option_names(const struct cmd_option *options, const char **names, int count)
{
    for (; options && options->name && count < NAMES_MAX; options++)
        names[count++] = options->name;
    return count;
}

static int verb_names(const struct command *group, const char **names)
{
    int count = 0;
    for (const struct command *verb = group->verbs; verb && verb->name && count < NAMES_MAX; verb++)
        if (!verb->hidden)
            names[count++] = verb->name;
    return count;
}

/* ---- parsing ------------------------------------------------------------------------------ */

struct parser {
    struct args *args;
    struct arena *arena;
    const char *const *argv;
    int argc, at;
    char *message;
};

static bool __attribute__((format(printf, 2, 3))) fail(struct parser *p, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(p->message, PARSE_MESSAGE, fmt, ap);
    va_end(ap);
    return false;
}

/* As much of what was typed as fits a sentence; never half a character. */
static const char *typed_text(const char *text, char out[TYPED_TEXT])
{
    (void)text_copy(out, TYPED_TEXT, text);
    return out;
}

static const struct cmd_option *find_in(const struct cmd_option *options, const char *name,
                                        size_t length)
{
    for (; options && options->name; options++)
        if (strlen(options->name) == length && memcmp(options->name, name, length) == 0)
            return options;
    return NULL;
}

static const struct cmd_option *find_option(const struct args *args, const char *name,
                                            size_t length)
{
    const struct cmd_option *found = find_in(args_command(args)->options, name, length);
    return found ? found : find_in(everywhere_options, name, length);
}

static bool unknown_option(struct parser *p, const char *name, size_t length)
{
    char typed[TYPED_TEXT], path[PARSE_MESSAGE / 2];
    const char *names[NAMES_MAX];
    typed_text(arena_strndup(p->arena, name, length), typed);
    int count = option_names(args_command(p->args)->options, names, 0);
    count = option_names(everywhere_options, names, count);
    const char *near = parse_nearest(typed, names, count);
    args_path_text(p->args, path, sizeof path);
    if (near)
        return fail(p, _("`%s` has no option --%s; did you mean --%s?"), path, typed, near);
    return fail(p, _("`%s` has no option --%s; `%s --help` lists them."), path, typed, path);
}

static bool add_given(struct parser *p, const struct cmd_option *option, const char *value)
{
    if (!option->many && args_has(p->args, option->name))
        return fail(p, _("--%s is given twice; give it once."), option->name);
    struct given *given = LIST_ADD(p->arena, &p->args->given);
    given->option = option;
    given->value = value;
    return true;
}

static bool take_option(struct parser *p, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    const struct cmd_option *option = find_option(p->args, text, length);
    if (!option)
        return unknown_option(p, text, length);
    if (!option->value && equals)
        return fail(p, _("--%s takes no value."), option->name);
    const char *value = equals ? equals + 1 : NULL;
    if (option->value && !equals) {
        bool there = p->at < p->argc && strncmp(p->argv[p->at], "--", 2) != 0;
        if (!there)
            return fail(p, _("--%s needs a value: --%s %s."), option->name, option->name,
                        option->value);
        value = p->argv[p->at++];
    }
    return add_given(p, option, value);
}

static bool unknown_verb(struct parser *p, const char *word)
{
    char path[PARSE_MESSAGE / 2], typed[TYPED_TEXT];
    const char *names[NAMES_MAX];
    args_path_text(p->args, path, sizeof path);
    typed_text(word, typed);
    int count = verb_names(args_command(p->args), names);
    const char *near = parse_nearest(typed, names, count);
    if (near)
        return fail(p, _("There is no command `%s %s`; did you mean `%s %s`?"), path, typed, path,
                    near);
    return fail(p, _("There is no command `%s %s`; `%s --help` lists them."), path, typed, path);
}

static bool take_word(struct parser *p, const char *word)
{
    struct args *args = p->args;
    const struct command *here = args_command(args);
    if (here->verbs && args->words.count == 0) {
        const struct command *verb = command_verb(here, word);
        if (verb && args->depth < COMMAND_DEPTH) {
            args->path[args->depth++] = verb;
            return true;
        }
        if (!here->run || !here->words)
            return unknown_verb(p, word);
    }
    *LIST_ADD(p->arena, &args->words) = word;
    return true;
}

/* ---- how many words ----------------------------------------------------------------------- */

struct word_count {
    int least, most;  /* most -1: any number */
    char missing[48]; /* name of the first word that is not there */
};

/* Reads "SHOW SEAT..." or "[FILE]". */
static struct word_count words_allowed(const char *spec, int have)
{
    struct word_count count = {0};
    while (spec && *spec) {
        size_t length = strcspn(spec, " ");
        bool optional = spec[0] == '[';
        if (!optional && count.least++ == have)
            snprintf(count.missing, sizeof count.missing, "%.*s", (int)strcspn(spec, ". "), spec);
        if (length > 3 && strncmp(spec + length - (optional ? 4 : 3), "...", 3) == 0)
            count.most = -1;
        else if (count.most >= 0)
            count.most++;
        spec += length + strspn(spec + length, " ");
    }
    return count;
}

static bool check_words(struct parser *p)
{
    char typed[TYPED_TEXT];
    const struct command *command = args_command(p->args);
    char path[PARSE_MESSAGE / 2];
    args_path_text(p->args, path, sizeof path);
    if (!command->run)
        return fail(p, _("`%s` needs a command; `%s --help` lists them."), path, path);
    struct word_count allowed = words_allowed(command->words, p->args->words.count);
    if (p->args->words.count < allowed.least)
        return fail(p, _("`%s` needs %s; the form is `%s %s`."), path, allowed.missing, path,
                    command->words);
    if (allowed.most >= 0 && p->args->words.count > allowed.most)
        return fail(p, _("`%s` does not know what to do with \"%s\"."), path,
                    typed_text(p->args->words.at[allowed.most], typed));
    return true;
}

/* Nothing Loge is told holds control characters; a terminal or a log must never see one. */
static bool check_bytes(struct parser *p)
{
    for (int i = 1; i < p->argc; i++) {
        const char *at = p->argv[i], *end = at + strlen(at);
        if (!text_valid(at, (size_t)(end - at)))
            return fail(p, _("Argument %d is not valid UTF-8 text."), i);
        while (at < end)
            if (text_char_columns(text_next(&at, end)) < 0)
                return fail(p, _("Argument %d holds a control or text-direction character."), i);
    }
    return true;
}

static bool take_all(struct parser *p)
{
    bool options_end = false;
    char typed[TYPED_TEXT];
    while (p->at < p->argc) {
        const char *text = p->argv[p->at++];
        bool ok;
        if (options_end || text[0] != '-' || text[1] == '\0')
            ok = take_word(p, text);
        else if (strcmp(text, "--") == 0)
            ok = options_end = true;
        else if (strcmp(text, "-h") == 0)
            ok = take_option(p, "help");
        else if (text[1] == '-')
            ok = take_option(p, text + 2);
        else
            ok = fail(p,
                      _("Options begin with two dashes; \"%s\" is not one. Write -- before a "
                        "word that begins with a dash."),
                      typed_text(text, typed));
        if (!ok)
            return false;
    }
    return true;
}

bool args_parse(const struct command *root, int argc, const char *const *argv, struct arena *arena,
                struct args *args, char message[PARSE_MESSAGE])
{
    *args = (struct args){.path = {root}, .depth = 1};
    struct parser p = {args, arena, argv, argc, 1, message};
    if (!check_bytes(&p) || !take_all(&p))
        return false;
    return args_has(args, "help") || args_has(args, "version") || check_words(&p);
}

/* ---- looking things up -------------------------------------------------------------------- */

bool args_has(const struct args *args, const char *option)
{
    for (int i = 0; i < args->given.count; i++)
        if (strcmp(args->given.at[i].option->name, option) == 0)
            return true;
    return false;
}

const char *args_next(const struct args *args, const char *option, int *at)
{
    while (*at < args->given.count) {
        const struct given *given = &args->given.at[(*at)++];
        if (strcmp(given->option->name, option) == 0)
            return given->value;
    }
    return NULL;
}

const char *args_value(const struct args *args, const char *option)
{
    int at = 0;
    return args_next(args, option, &at);
}

const char *args_word(const struct args *args, int index)
{
    return index < args->words.count ? args->words.at[index] : NULL;
}

char *args_path_text(const struct args *args, char *out, int size)
{
    int used = 0;
    out[0] = '\0';
    for (int i = 0; i < args->depth && used < size; i++)
        used +=
            snprintf(out + used, (size_t)(size - used), "%s%s", i ? " " : "", args->path[i]->name);
    return out;
}
