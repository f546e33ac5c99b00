/* The man page, made from the command table and the table of settings. */
#include "config.h"

#include <string.h>

#include "src/base/settings.h"
#include "src/domain/policy.h"
#include "src/cmd/call.h"
#include "src/cmd/commands.h"
#include "src/cmd/help.h"
#include "ui/rebind.h"
#include "ui/style.h"

/* Plain text as roff: no line may begin a request, and a hyphen must stay a hyphen. */
static void roff_text(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
}

static void roff_line(FILE *out, const char *before, const char *text, const char *after)
{
    fputs(before, out);
    roff_text(out, text);
    fputs(after, out);
}

static void roff_options(FILE *out, const struct cmd_option *options)
{
    for (; options && options->name; options++) {
        roff_line(out, ".TP\n\\fB\\-\\-", options->name, "\\fR");
        if (options->value)
            roff_line(out, " \\fI", options->value, "\\fR");
        roff_line(out, "\n", options->help, options->many ? " (may be repeated)\n" : "\n");
    }
}

static void roff_command(FILE *out, const struct args *path)
{
    const struct command *command = args_command(path);
    char name[96];
    if (command->run && path->depth > 1) {
        roff_line(out, ".SS \"", args_path_text(path, name, sizeof name), "");
        roff_line(out, command->words ? " " : "", command->words ? command->words : "", "\"\n");
        roff_line(out, "", command->summary, "\n");
        if (command->detail)
            roff_line(out, "", command->detail, "\n");
        roff_options(out, command->options);
    }
    for (const struct command *verb = command->verbs; verb && verb->name; verb++) {
        struct args below = *path;
        below.path[below.depth++] = verb;
        if (!verb->hidden)
            roff_command(out, &below);
    }
}

static void roff_settings(FILE *out)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_rule *rule = setting_rule((enum setting)i);
        char range[256];
        roff_line(out, ".TP\n\\fB", rule->section, ".");
        roff_line(out, "", rule->name, "\\fR");
        roff_line(out, " (", setting_range_text(rule, range, sizeof range), "");
        if (rule->fallback[0])
            roff_line(out, "; default ", rule->fallback, "");
        roff_line(out, ")\n", rule->help, "\n");
    }
}

static void roff_rules(FILE *out)
{
    for (int key = 0; key < POLICY_COUNT; key++) {
        roff_line(out, ".TP\n\\fB", policy_name((enum policy_key)key), "\\fR\n");
        roff_line(out, "", policy_meaning((enum policy_key)key), "\n");
    }
}

static void roff_key(void *ctx, const char *name, const struct action *action)
{
    FILE *out = ctx;
    roff_line(out, ".TP\n\\fBkeys.", name, "\\fR");
    roff_line(out, " (default ", action->keys, ")\n");
    roff_line(out, "", action->help, "\n");
}

static void roff_styles(FILE *out)
{
    fputs(".TP\n\\fBtheme.\\fISTYLE\\fR\nwhere the style is one of", out);
    for (int i = 0; i < STYLE_COUNT; i++)
        roff_line(out, i ? ", " : " ", style_name((enum style)i), "");
    fputs(".\n", out);
}

static void roff_exit_codes(FILE *out)
{
    static const char *const codes[][2] = {
        {"0", "done"},
        {"1", "refused by a rule, or a check found a fault"},
        {"2", "the command was not understood, or makes no sense as it stands"},
        {"3", "there is no such thing"},
        {"4", "not allowed"},
        {"5", "the house cannot be reached, or the answer could not be written"},
        {"70", "a bug in Loge"},
    };
    for (int i = 0; i < COUNT_OF(codes); i++)
        fprintf(out, ".TP\n\\fB%s\\fR\n%s\n", codes[i][0], codes[i][1]);
    fputs(
        ".PP\nWith \\fB\\-\\-json\\fR a refusal is {\"error\":{\"code\",\"message\",\"seats\"}} on "
        "standard output. The codes are\n",
        out);
    for (int i = VERDICT_OK + 1; i < VERDICT_COUNT; i++)
        if (i != VERDICT_NOT_FOUND) /* INVALID as well */
            fprintf(out, "%s%s", verdict_code((enum verdict)i),
                    i + 1 < VERDICT_COUNT ? ", " : ".\n");
}

static void roff_environment(FILE *out)
{
    static const char *const variables[][2] = {
        {"LOGE_DIR", "the folder that holds everything, as --dir"},
        {"LOGE_TILL", "the till's name, as --till; in a house of several tills, another name than "
                      "the one it joined as needs the right to act for another till"},
        {"LOGE_PIN", "the PIN of --as and of sign-in"},
        {"LOGE_SIGN_PIN", "the PIN of --sign"},
        {"LOGE_NEW_PIN", "the PIN of staff add and staff pin"},
        {"XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "where the folders lie otherwise"},
    };
    for (int i = 0; i < COUNT_OF(variables); i++) {
        roff_line(out, ".TP\n\\fB", variables[i][0], "\\fR\n");
        roff_line(out, "", variables[i][1], "\n");
    }
}

void manual_print(FILE *out)
{
    struct args root = {.path = {&command_root}, .depth = 1};
    fprintf(out, ".TH LOGE 1 \"\" \"%s\" \"Loge\"\n", PACKAGE_STRING);
    fputs(".SH NAME\nloge \\- a box office that lives in a terminal\n"
          ".SH SYNOPSIS\n\\fBloge\\fR \\fICOMMAND\\fR [\\fIWORDS\\fR] [\\fIOPTIONS\\fR]\n"
          ".SH DESCRIPTION\n",
          out);
    roff_line(out, "", command_root.summary, "\n");
    roff_line(out, "", command_root.detail, "\n.PP\n");
    fputs("Options may stand anywhere, as \\fB\\-\\-option\\fR \\fIvalue\\fR or "
          "\\fB\\-\\-option=\\fR\\fIvalue\\fR; \\fB\\-\\-\\fR ends them.\n"
          "Seats are named by their labels, section, row and number joined by hyphens: "
          "Stalls\\-A\\-1.\n.SH OPTIONS\nThese go with every command.\n",
          out);
    roff_options(out, command_root.options);
    roff_options(out, everywhere_options);
    fputs(".SH COMMANDS\n", out);
    roff_command(out, &root);
    fputs(".SH EXIT STATUS\n", out);
    roff_exit_codes(out);
    fputs(".SH ENVIRONMENT\n", out);
    roff_environment(out);
    fputs(".SH CONFIGURATION\nThe file \\fIloge.ini\\fR in the configuration folder. "
          "Sections stand in brackets, keys below them; the names here are section.key.\n",
          out);
    roff_settings(out);
    fputs("In the section \\fB[keys]\\fR stand keys of the console, as screen.action = keys; in "
          "\\fB[theme]\\fR its colours, as style = \\fIFG\\fR [on \\fIBG\\fR] [bold] [reverse] "
          "[underline], colours by their number. What is not understood there is said on screen "
          "and left out.\n",
          out);
    roff_styles(out);
    rebind_list(roff_key, out);
    fputs(".SH HOUSE RULES\nA manager changes them with \\fBloge house policy\\fR \\fIKEY "
          "VALUE\\fR; a "
          "house of one till has those about bags only.\n",
          out);
    roff_rules(out);
    fputs(".SH FILES\n.TP\n\\fI$XDG_DATA_HOME/loge/house.db\\fR\nthe house\n"
          ".TP\n\\fI$XDG_CONFIG_HOME/loge/loge.ini\\fR\nthe configuration\n"
          ".TP\n\\fI$XDG_STATE_HOME/loge/session\\-UID\\fR\nwho is signed in\n",
          out);
}

int run_manual(struct call *call)
{
    (void)call;
    manual_print(call->out);
    return EXIT_DONE;
}
