/*
 * Completion scripts, made from the command table when Loge is built. A script knows the commands,
 * their options and which words and values are files; it never runs loge, so a completion is
 * instant and touches no house.
 */
#include "config.h"

#include "src/cmd/help.h"

#include <string.h>

#include "src/cmd/call.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"

/* Calls visit for every command that is not hidden, groups before their verbs. */
typedef void visit_fn(FILE *out, const struct args *path);

static void walk(FILE *out, const struct args *path, visit_fn *visit)
{
    visit(out, path);
    for (const struct command *verb = args_command(path)->verbs; verb && verb->name; verb++) {
        if (verb->hidden)
            continue;
        struct args below = *path;
        below.path[below.depth++] = verb;
        walk(out, &below, visit);
    }
}

/* The words after "loge", joined: "hold new". */
static const char *words_text(const struct args *path, char *out, size_t size)
{
    char full[128];
    args_path_text(path, full, sizeof full);
    const char *rest = full + strlen(command_root.name);
    snprintf(out, size, "%s", rest[0] ? rest + 1 : "");
    return out;
}

static void print_verb_names(FILE *out, const struct command *command)
{
    for (const struct command *verb = command->verbs; verb && verb->name; verb++)
        if (!verb->hidden)
            fprintf(out, " %s", verb->name);
}

static bool takes_file(const char *spec)
{
    return spec && (strstr(spec, "FILE") || strstr(spec, "DIR"));
}

/* ---- bash --------------------------------------------------------------------------------- */

static void print_option_names(FILE *out, const struct cmd_option *options)
{
    for (; options && options->name; options++)
        fprintf(out, " --%s", options->name);
}

static void bash_case(FILE *out, const struct args *path)
{
    const struct command *command = args_command(path);
    char words[128];
    fprintf(out, "    '%s') verbs='", words_text(path, words, sizeof words));
    print_verb_names(out, command);
    fprintf(out, "' options='");
    print_option_names(out, command->options);
    fprintf(out, "' files=%d ;;\n", takes_file(command->words));
}

static void bash_values(FILE *out, const struct cmd_option *options, bool files)
{
    for (; options && options->name; options++)
        if (options->value && (takes_file(options->value) == files))
            fprintf(out, "|--%s", options->name);
}

static void bash_option_values(FILE *out, const struct args *path)
{
    bash_values(out, args_command(path)->options, false);
}

static void bash_file_values(FILE *out, const struct args *path)
{
    bash_values(out, args_command(path)->options, true);
}

static void bash_print(FILE *out, const struct args *root)
{
    fputs("# bash completion for loge, made from its command table\n"
          "_loge()\n{\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local path='' verbs='' options='' files=0 skip=0 word i\n"
          "    COMPREPLY=()\n"
          "    case $prev in\n    --",
          out);
    fputs("dir", out);
    walk(out, root, bash_file_values);
    fputs(") mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); return ;;\n    --as", out);
    bash_values(out, everywhere_options, false);
    walk(out, root, bash_option_values);
    fputs(") return ;;\n    esac\n"
          "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
          "        _loge_table \"$path\"\n"
          "        word=${COMP_WORDS[i]}\n"
          "        [ \"$i\" -eq \"$COMP_CWORD\" ] && break\n"
          "        case \" $verbs \" in *\" $word \"*) path=\"${path:+$path }$word\" ;; esac\n"
          "    done\n"
          "    if [[ $cur == -* ]]; then verbs=\"$options",
          out);
    print_option_names(out, everywhere_options);
    fputs("\"; fi\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$verbs\" -- \"$cur\")\n"
          "    if [ \"$files\" = 1 ] && [[ $cur != -* ]]; then\n"
          "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$cur\")\n"
          "    fi\n"
          "}\n"
          "_loge_table()\n{\n    case $1 in\n",
          out);
    walk(out, root, bash_case);
    fputs("    esac\n}\ncomplete -F _loge loge\n", out);
}

/* ---- zsh ---------------------------------------------------------------------------------- */

/* Text inside '...' in which ':' separates and brackets have a meaning. */
static void print_quoted(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr(":[]\\", *text))
            fputc('\\', out);
        if (*text == '\'')
            fputs("'\\'", out);
        fputc(*text, out);
    }
}

static void zsh_options(FILE *out, const struct cmd_option *options)
{
    for (; options && options->name; options++) {
        fprintf(out, " '%s--%s%s[", options->many ? "*" : "", options->name,
                options->value ? "=" : "");
        print_quoted(out, options->help);
        fputc(']', out);
        if (options->value) {
            fputc(':', out);
            print_quoted(out, options->value);
            fprintf(out, ":%s", takes_file(options->value) ? "_files" : "");
        }
        fputc('\'', out);
    }
}

static void zsh_case(FILE *out, const struct args *path)
{
    const struct command *command = args_command(path);
    char words[128];
    fprintf(out, "    '%s')\n        options=(", words_text(path, words, sizeof words));
    zsh_options(out, command->options);
    fprintf(out, ")\n        verbs=(");
    for (const struct command *verb = command->verbs; verb && verb->name; verb++) {
        if (verb->hidden)
            continue;
        fprintf(out, " '%s:", verb->name);
        print_quoted(out, verb->summary);
        fputc('\'', out);
    }
    fprintf(out, ")\n        files=%d ;;\n", takes_file(command->words));
}

static void zsh_print(FILE *out, const struct args *root)
{
    fputs("#compdef loge\n# zsh completion for loge, made from its command table\n"
          "_loge_table() {\n    case $1 in\n",
          out);
    walk(out, root, zsh_case);
    fputs("    esac\n}\n_loge() {\n"
          "    local -a options verbs everywhere\n"
          "    local where='' word files=0\n"
          "    everywhere=(",
          out);
    zsh_options(out, everywhere_options);
    fputs(")\n"
          "    _loge_table ''\n"
          "    for word in ${words[2,CURRENT-1]}; do\n"
          "        if (( ${verbs[(I)$word:*]} )); then\n"
          "            where=\"${where:+$where }$word\"\n"
          "            _loge_table \"$where\"\n"
          "        fi\n"
          "    done\n"
          "    if [[ $PREFIX == -* ]]; then\n"
          "        _arguments $options $everywhere '*: :'\n"
          "    elif (( $#verbs )); then\n"
          "        _describe -t commands command verbs\n"
          "    elif (( files )); then\n"
          "        _files\n"
          "    fi\n"
          "}\n_loge \"$@\"\n",
          out);
}

/* ---- fish --------------------------------------------------------------------------------- */

static void fish_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void fish_options(FILE *out, const char *where, const struct cmd_option *options)
{
    for (; options && options->name; options++) {
        fprintf(out, "complete -c loge%s -l %s%s%s -d ", where, options->name,
                options->value ? " -r" : "",
                options->value && !takes_file(options->value) ? " -f" : "");
        fish_quoted(out, options->help);
        fputc('\n', out);
    }
}

static void fish_entry(FILE *out, const struct args *path)
{
    const struct command *command = args_command(path);
    char words[128], where[192];
    snprintf(where, sizeof where, " -n '__loge_at \"%s\"'", words_text(path, words, sizeof words));
    for (const struct command *verb = command->verbs; verb && verb->name; verb++) {
        if (verb->hidden)
            continue;
        fprintf(out, "complete -c loge%s -f -a %s -d ", where, verb->name);
        fish_quoted(out, verb->summary);
        fputc('\n', out);
    }
    if (!command->verbs && !takes_file(command->words))
        fprintf(out, "complete -c loge%s -f\n", where);
    fish_options(out, where, command->options);
}

static void fish_verbs(FILE *out, const struct args *path)
{
    char words[128];
    if (path->depth > 1)
        fprintf(out, " '%s'", words_text(path, words, sizeof words));
}

static void fish_print(FILE *out, const struct args *root)
{
    fputs("# fish completion for loge, made from its command table\n"
          "set -g __loge_commands",
          out);
    walk(out, root, fish_verbs);
    fputs("\nfunction __loge_at\n"
          "    set -l where\n"
          "    for word in (commandline -opc)[2..-1]\n"
          "        set -l longer (string trim \"$where $word\")\n"
          "        contains -- \"$longer\" $__loge_commands; and set where $longer\n"
          "    end\n"
          "    test \"$where\" = \"$argv[1]\"\n"
          "end\n",
          out);
    walk(out, root, fish_entry);
    fish_options(out, "", everywhere_options);
}

bool completion_print(FILE *out, const char *shell)
{
    static const struct {
        const char *shell;
        visit_fn *print;
    } shells[] = {{"bash", bash_print}, {"zsh", zsh_print}, {"fish", fish_print}};
    struct args root = {.path = {&command_root}, .depth = 1};
    for (int i = 0; i < COUNT_OF(shells); i++) {
        if (strcmp(shell, shells[i].shell) != 0)
            continue;
        shells[i].print(out, &root);
        return true;
    }
    return false;
}

int run_completion(struct call *call)
{
    const char *shell = args_word(&call->args, 0);
    if (!completion_print(call->out, shell))
        return call_fail(call, VERDICT_INVALID,
                         _("There is completion for bash, zsh and fish, not for \"%.40s\"."),
                         shell);
    return EXIT_DONE;
}
