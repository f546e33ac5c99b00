#include "config.h"

#include "src/cmd/call.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "src/base/log.h"
#include "src/base/text.h"
#include "src/cmd/help.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/base/member.h"
#include "src/cmd/signing.h"
#include "src/cmd/sweep.h"
#include "src/cmd/till_alone.h"
#include "src/cmd/timezone.h"
#include "src/cmd/till_upload.h"
#include "src/cmd/who.h"
#include "src/cmd/till_count.h"
#include "src/cmd/words.h"
#include "src/domain/alone.h"
#include "sync/lite_store.h"
#include "ui/language.h"

/* ---- refusals ----------------------------------------------------------------------------- */

struct refused {
    const char *code, *message;
    const char *const *seats;
    int seat_count;
};

static void refusal_json(struct call *call, const struct refused *refused)
{
    json_out_reset(call->doc);
    json_object_begin(call->doc);
    member_object(call->doc, "error");
    member_text(call->doc, "code", refused->code);
    member_text(call->doc, "message", refused->message);
    member_array(call->doc, "seats");
    for (int i = 0; i < refused->seat_count; i++)
        json_string(call->doc, refused->seats[i]);
    json_array_end(call->doc);
    json_object_end(call->doc);
    call_doc_end(call);
}

static int refusal_print(struct call *call, const struct refused *refused, int code)
{
    call->exit = code;
    if (call->json) {
        refusal_json(call, refused);
        return code;
    }
    char safe[1024];
    text_fit(safe, sizeof safe, refused->message, 1000, false);
    fflush(call->out);
    fprintf(call->err, "loge: %s\n", safe);
    return code;
}

int call_fail(struct call *call, enum verdict verdict, const char *fmt, ...)
{
    char message[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    const struct refused refused = {verdict_code(verdict), message, NULL, 0};
    return refusal_print(call, &refused, verdict_exit(verdict));
}

/* A login that is not let in, or not to this. */
static enum verdict err_verdict(const struct err *err)
{
    bool kept_out = strncmp(err->native, "28", 2) == 0 || strcmp(err->native, "42501") == 0 ||
                    strcmp(err->native, "LG001") == 0 || strcmp(err->native, "LOGIN") == 0;
    return kept_out ? VERDICT_NOT_ALLOWED : VERDICT_UNAVAILABLE;
}

int call_err(struct call *call, const struct err *err)
{
    return call_fail(call, err_verdict(err), "%s", err->text);
}

/* A name that is wrong is the person's; a disk that is full or broken is nobody's. */
static enum verdict fault_verdict(int error)
{
    switch (error) {
    case ENOENT:
        return VERDICT_NOT_FOUND;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case EROFS:
        return VERDICT_UNAVAILABLE;
    default:
        return VERDICT_INVALID;
    }
}

int call_file(struct call *call, const char *path)
{
    return call_fail(call, fault_verdict(errno), "%.400s: %s.", path, strerror(errno));
}

/* A refusal's sentence does not always name its seats, and a person needs to know which. */
static void name_seats(const struct outcome *outcome, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s", outcome->message);
    for (int i = 0; i < outcome->seat_count && used < size; i++) {
        if (strstr(outcome->message, outcome->seats[i]))
            continue;
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : " (", outcome->seats[i]);
    }
    if (used < size && used > strlen(outcome->message))
        snprintf(out + used, size - used, ")");
}

int call_refused(struct call *call, const struct outcome *outcome)
{
    char message[1024];
    bool world = outcome->verdict == VERDICT_UNAVAILABLE && outcome->err.text[0];
    if (world || call->json)
        snprintf(message, sizeof message, "%s", world ? outcome->err.text : outcome->message);
    else
        name_seats(outcome, message, sizeof message);
    const struct refused refused = {verdict_code(outcome->verdict), message, outcome->seats,
                                    outcome->seat_count};
    return refusal_print(call, &refused, verdict_exit(outcome->verdict));
}

bool call_may(struct call *call, enum right right)
{
    const struct actor *approver = &call->meta.approver;
    if (rights_may(call->meta.actor.role, right) ||
        (approver->name[0] && rights_may(approver->role, right)))
        return true;
    call_fail(
        call, VERDICT_NOT_ALLOWED,
        _("Your role (%s) does not allow this: %s. Somebody whose role does can sign for it."),
        C_("role", role_name(call->meta.actor.role)), _(right_name(right)));
    return false;
}

bool call_at_house(struct call *call)
{
    struct refusal why;
    if (!call->desk.alone)
        return true;
    call_fail(call, alone_waits(&why), "%s", why.message);
    return false;
}

bool call_reason(struct call *call, bool needed)
{
    if (!option_name(call, "reason", call->reason, sizeof call->reason) ||
        !option_name(call, "note", call->note, sizeof call->note))
        return false;
    call->meta.reason = call->reason;
    call->meta.note = call->note;
    if (!needed || call->reason[0])
        return true;
    call_fail(call, VERDICT_INVALID, _("This needs a reason: --reason TEXT."));
    return false;
}

/* ---- answers ------------------------------------------------------------------------------ */

/* As call_print shows it: no byte of it but line ends steers a terminal. */
static void print_safe(FILE *out, char *text)
{
    size_t size = 3 * strlen(text) + 1; /* a byte that is not UTF-8 becomes three */
    char *safe = x_alloc(size);
    for (char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        bool ends = line[length] == '\n';
        line[length] = '\0';
        text_fit(safe, size, line, INT_MAX, false);
        fprintf(out, "%s%s", safe, ends ? "\n" : "");
        line += length + ends;
    }
    free(safe);
}

/* Names and texts of the house stand among the words, and a house's rows can hold any byte. */
static void print_words(FILE *out, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int length = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    assert(length >= 0);
    char *text = x_alloc((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, fmt, ap);
    print_safe(out, text);
    free(text);
}

void call_print(struct call *call, const char *fmt, ...)
{
    if (call->json)
        return;
    va_list ap;
    va_start(ap, fmt);
    print_words(call->out, fmt, ap);
    va_end(ap);
}

void call_say(struct call *call, const char *fmt, ...)
{
    if (call->json || call->quiet)
        return;
    va_list ap;
    va_start(ap, fmt);
    print_words(call->out, fmt, ap);
    va_end(ap);
}

void call_remark(struct call *call, const char *fmt, ...)
{
    if (call->json || call->quiet)
        return;
    va_list ap;
    va_start(ap, fmt);
    print_words(call->err, fmt, ap);
    va_end(ap);
}

struct json_out *call_doc(struct call *call)
{
    json_out_reset(call->doc);
    json_object_begin(call->doc);
    return call->doc;
}

void call_doc_end(struct call *call)
{
    json_object_end(call->doc);
    (void)!json_out_print(call->doc, call->out); /* finish_output() sees what went wrong */
}

/* ---- the house ---------------------------------------------------------------------------- */

static bool open_err(struct call *call, const struct err *err)
{
    call_err(call, err);
    return false;
}

bool call_has_file(struct call *call)
{
    if (access(call->file, F_OK) == 0 || errno != ENOENT)
        return true;
    call_fail(call, VERDICT_UNAVAILABLE,
              _("There is no house in %s; `loge demo` makes one to try, `loge house new` a real "
                "one."),
              call->paths.data);
    return false;
}

static bool read_house(struct call *call, struct err *err)
{
    if (call->desk.store->ops->house_read(call->desk.store, &call->house, err))
        return false;
    timezone_use(call->house.timezone);
    return true;
}

bool call_open_file(struct call *call, struct err *err)
{
    struct desk *desk = &call->desk;
    return !lite_store_open(call->file, desk->crypt, &desk->clock, &desk->store, err) &&
           read_house(call, err);
}

bool call_open_store(struct call *call)
{
    struct err err;
    if (call->desk.store)
        return true;
    if (house_named(call)) {
        if (!house_open(call, call->stays))
            return false;
        till_count_begin(call);
        return true;
    }
    if (!call_has_file(call))
        return false;
    return call_open_file(call, &err) || open_err(call, &err);
}

bool call_open(struct call *call)
{
    return call_open_store(call) && who_acts(call) &&
           (!call->line.pg || call->line.other_age || house_entered(call));
}

void call_rest(struct call *call)
{
    struct store *store = call->desk.store;
    if (store->ops->rest)
        store->ops->rest(store);
}

bool call_create(struct call *call, const struct house *house)
{
    struct err err;
    if (house_named(call)) {
        call_fail(call, VERDICT_INVALID,
                  _("This till belongs to a house of several tills; name another folder with "
                    "--dir for a house of its own."));
        return false;
    }
    if (paths_create(call->paths.data, &err) ||
        lite_store_create(call->file, house, call->desk.crypt, &call->desk.clock, &call->desk.store,
                          &err))
        return open_err(call, &err);
    return (read_house(call, &err) || open_err(call, &err)) && who_acts(call);
}

/* ---- one command, from start to end ------------------------------------------------------- */

/* A line an act, for who wants it: without log.file people are told on the screen only. */
static enum rc open_log(struct call *call, struct err *err)
{
    if (call->desk.log || !*settings_text(call->settings, SETTING_LOG_FILE))
        return RC_OK;
    call->desk.log = log_open(call->settings, call->desk.clock, err);
    return call->desk.log ? RC_OK : err->rc;
}

static bool speak(struct call *call, const char *language)
{
    char known[256];
    if (call->json || !language || !*language || language_choose(language))
        return true;
    call_fail(call, VERDICT_INVALID, _("Loge does not speak \"%.20s\"; it speaks %s."), language,
              language_list(known, sizeof known));
    return false;
}

/* What the line or the environment asks for; programs that read are spoken to in English. */
static const char *language_asked(const struct call *call)
{
    const char *given = args_value(&call->args, "language");
    return given ? given : getenv("LOGE_LANGUAGE");
}

bool call_find_files(struct call *call)
{
    struct err err;
    char config[PATH_TEXT];
    const char *dir = args_value(&call->args, "dir");
    if (dir && !*dir) { /* a script's empty variable must not mean the house at home */
        call_fail(call, VERDICT_INVALID, _("--dir needs the name of a folder."));
        return false;
    }
    if (paths_find(dir, &call->paths, &err) ||
        paths_join(call->file, call->paths.data, "house.db", &err) ||
        paths_join(config, call->paths.config, "loge.ini", &err) ||
        settings_load(call->settings, config, false, &err) || open_log(call, &err))
        return open_err(call, &err);
    const char *asked = language_asked(call);
    return (asked && *asked) || speak(call, settings_text(call->settings, SETTING_TILL_LANGUAGE));
}

static bool read_everywhere(struct call *call)
{
    const char *key = args_value(&call->args, "key");
    call->quiet = args_has(&call->args, "quiet");
    if (key && !word_uuid(call, "--key", key, &call->meta.key))
        return false;
    if (key && uuid_is_zero(&call->meta.key)) {
        call_fail(call, VERDICT_INVALID, _("--key must not be all zeros."));
        return false;
    }
    return true;
}

static bool flush_answer(struct call *call)
{
    if (!call->unwritten && fflush(call->out) != 0)
        call->unwritten = errno;
    return !call->unwritten;
}

/* After the answer, for which somebody may be waiting. Alone it would be journalled, and the house
 * frees those holds itself. */
static void sweep_behind(struct call *call)
{
    if (!call->desk.alone && !call->stays && flush_answer(call))
        sweep_once(call);
}

static int run_command(struct call *call)
{
    const struct command *command = args_command(&call->args);
    if (!speak(call, language_asked(call)))
        return call->exit;
    if (args_has(&call->args, "help")) {
        help_print(call->out, &call->args);
        return EXIT_DONE;
    }
    if (args_has(&call->args, "version")) {
        fprintf(call->out, "%s\n", PACKAGE_STRING);
        return EXIT_DONE;
    }
    if (!read_everywhere(call))
        return call->exit;
    if (!command->apart && !call_find_files(call))
        return call->exit;
    if (!command->apart && !uuid_is_zero(&call->meta.key) &&
        signing_names_secret(call, call->names_secret))
        call->desk.names_secret = call->names_secret;
    bool apart = command->apart_with && args_has(&call->args, command->apart_with);
    if (!command->apart && !command->opens_itself && !apart &&
        !(call_open(call) && (command->sends || till_upload_first(call))))
        return call->exit;
    int code = command->run(call);
    till_alone_tell(call);
    if (!command->apart && !command->opens_itself && !apart)
        sweep_behind(call);
    return code;
}

/* --json must be honoured in the refusal of a line that could not be parsed, too. */
static bool asks_for_json(int argc, const char *const *argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return true;
    return false;
}

/* And a line that could not be parsed is refused in the language it asks for. */
static void speak_early(int argc, const char *const *argv)
{
    static const char option[] = "--language";
    size_t length = sizeof option - 1;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], option) == 0 && i + 1 < argc)
            (void)!language_choose(argv[i + 1]);
        else if (strncmp(argv[i], option, length) == 0 && argv[i][length] == '=')
            (void)!language_choose(argv[i] + length + 1);
    }
}

/* The act is done by now; but an answer that did not arrive must not look like success. A reader
 * that went away (`loge map X | head`) is no fault. */
static int finish_output(struct call *call, int code)
{
    if (flush_answer(call) || call->unwritten == EPIPE || code != EXIT_DONE)
        return code;
    fprintf(call->err, "loge: %s: %s\n", _("The answer could not be written"),
            strerror(call->unwritten));
    return EXIT_UNREACHABLE;
}

static void start(struct call *call)
{
    call->arena = arena_new();
    call->out = stdout;
    call->err = stderr;
    call->doc = json_out_new();
    call->settings = settings_new();
    call->desk.crypt = sodium_crypt();
    call->desk.clock = clock_system();
    call->desk.ids.rng = rng_system();
    call->meta.arena = call->arena;
    call->now = clock_wall(&call->desk.clock);
}

static void end(struct call *call)
{
    till_count_send(call, true);
    till_count_end(call);
    house_close(call);
    store_close(&call->desk.store);
    log_free(&call->desk.log);
    settings_free(&call->settings);
    json_out_free(&call->doc);
    arena_free(&call->arena);
}

int call_main(int argc, char **argv)
{
    const char *const *words = (const char *const *)argv;
    struct call call = {0};
    char message[PARSE_MESSAGE];
    start(&call);
    call.json = asks_for_json(argc, words);
    if (call.json)
        language_off();
    else
        speak_early(argc, words);
    int code = args_parse(&command_root, argc, words, call.arena, &call.args, message)
                   ? run_command(&call)
                   : call_fail(&call, VERDICT_INVALID, "%s", message);
    code = finish_output(&call, code);
    end(&call);
    return code;
}
