#include "config.h"

#include "src/cmd/who.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "src/adapter/pg_store.h"
#include "src/base/text.h"
#include "src/cmd/asking.h"
#include "src/cmd/commands.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_alone.h"
#include "src/cmd/till_here.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

enum { PIN_TEXT = 64, BRIEF_MS = 400 };

/* ---- the till ----------------------------------------------------------------------------- */

static bool till_of_settings(struct call *call, char out[TILL_TEXT])
{
    const char *name = settings_text(call->settings, SETTING_TILL_NAME);
    if (*name)
        return word_name(call, "till.name", name, out, TILL_TEXT);
    char host[256] = "";
    (void)!gethostname(host, sizeof host - 1);
    host[strcspn(host, ".")] = '\0';
    host[TILL_TEXT - 1] = '\0';
    if (text_clean(host, out, TILL_TEXT) || !out[0])
        text_copy(out, TILL_TEXT, "till");
    return true;
}

static bool till_of_terminal(struct call *call, char out[TILL_TEXT])
{
    const char *name = getenv("LOGE_TILL");
    return name && *name ? word_name(call, "LOGE_TILL", name, out, TILL_TEXT)
                         : till_of_settings(call, out);
}

bool who_till(struct call *call, char out[TILL_TEXT])
{
    const char *name = args_value(&call->args, "till");
    return name ? word_name(call, "--till", name, out, TILL_TEXT) : till_of_terminal(call, out);
}

/* The till that this folder joined as, which the person acting cannot choose. An embedded house has
 * several terminals on one folder, and LOGE_TILL tells them apart. */
static bool own_till(struct call *call, char out[TILL_TEXT])
{
    return house_named(call) ? till_of_settings(call, out) : till_of_terminal(call, out);
}

static bool is_own_till(struct call *call, const char *till, bool *own)
{
    char name[TILL_TEXT];
    if (!own_till(call, name))
        return false;
    *own = strcmp(till, name) == 0;
    return true;
}

/* Another till has a drawer of its own: its shift takes the money and gives it back. */
static bool till_allowed(struct call *call)
{
    bool own;
    if (!is_own_till(call, call->meta.actor.till, &own))
        return false;
    call->meta.elsewhere = !own;
    return own || call_may(call, RIGHT_OTHER_TILL);
}

bool who_console_till(struct call *call, char out[TILL_TEXT])
{
    bool own;
    if (!who_till(call, out) || !is_own_till(call, out, &own))
        return false;
    if (!own)
        call_fail(call, VERDICT_NOT_ALLOWED,
                  _("This folder is another till, and its console works at that one. Name %s in "
                    "a command."),
                  out);
    return own;
}

/* ---- PINs --------------------------------------------------------------------------------- */

/* Reads a line with the echo off; the terminal is as before afterwards, whatever happens. */
static bool ask_hidden(const char *question, char *out, size_t size)
{
    struct termios before, hidden;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    hidden = before;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    fprintf(stderr, "%s", question);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    ssize_t got = read(STDIN_FILENO, out, size - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    fputc('\n', stderr);
    out[got > 0 ? got : 0] = '\0';
    out[strcspn(out, "\r\n")] = '\0';
    return got > 0;
}

/* A till that nobody stands at has its PIN in a file. */
static bool pin_from_file(struct call *call, const char *variable, char *out, size_t size)
{
    char secret[SECRET_TEXT];
    struct err err;
    if (strcmp(variable, "LOGE_PIN") != 0 ||
        settings_secret(call->settings, SETTING_TILL_PIN_FILE, secret, &err))
        return false;
    bool found = *secret && text_copy(out, size, secret);
    explicit_bzero(secret, sizeof secret);
    return found;
}

/* From the environment, else asked on the terminal with the echo off. */
static bool find_secret(const char *variable, const char *question, char *out, size_t size)
{
    const char *given = getenv(variable);
    if (given && *given && text_copy(out, size, given))
        return true;
    return !given && isatty(STDIN_FILENO) && ask_hidden(question, out, size);
}

bool who_badge(struct call *call, const char *variable, const char *name, char *out, size_t size)
{
    char question[96];
    snprintf(question, sizeof question, _("Scan the badge of %.31s: "), name);
    if (find_secret(variable, question, out, size))
        return true;
    call_fail(call, VERDICT_NOT_ALLOWED, _("The badge of %.31s is needed; put its number in %s."),
              name, variable);
    return false;
}

bool who_pin(struct call *call, const char *variable, const char *name, char *out, size_t size)
{
    char question[96];
    snprintf(question, sizeof question, _("PIN of %.31s: "), name);
    if (find_secret(variable, question, out, size))
        return true;
    if (!getenv(variable) && pin_from_file(call, variable, out, size))
        return true;
    call_fail(call, VERDICT_NOT_ALLOWED, _("The PIN of %.31s is needed; put it in %s."), name,
              variable);
    return false;
}

/* Whoever only sends this till's journal signs in with the line that sends it: an older program may
 * still do that, and nothing else. */
static bool is_for_the_line(struct call *call, const struct outcome *out)
{
    call->line.other_age = args_command(&call->args)->sends && out->err.rc == RC_CORRUPT &&
                           strcmp(out->err.native, "SCHEMA") == 0;
    return call->line.other_age;
}

/*
 * A line that swallows everything would cost each command of the queue four seconds. After one
 * command has waited for so long the next ones wait only briefly, until one reaches the house or
 * half a minute is over: a far house that needs longer is then asked in full again.
 */
static void sign_in_at(struct call *call, const char *name, const char *pin, const char *till,
                       struct actor *actor, struct outcome *out)
{
    bool joined = call->line.pg && !call->desk.alone && till_here_is_joined(call, till);
    bool brief = joined && till_silent_ms(call, till) > 0;
    if (brief)
        pg_store_be_brief(call->line.pg, BRIEF_MS);
    struct asking *asking = asking_begin(call);
    desk_sign_in(&call->desk, call->arena, name, pin, till, actor, out);
    asking_end(&asking);
    if (brief)
        pg_store_be_brief(call->line.pg, 0);
    bool silent = out->verdict == VERDICT_UNAVAILABLE && out->err.rc == RC_TRANSIENT;
    if (joined && !silent)
        till_silent_clear(call, till);
    else if (joined && !brief)
        till_silent_mark(call, till);
}

/* actor may be the one whose till this is. */
static bool sign_in(struct call *call, const char *name, const char *pin, struct actor *actor)
{
    char till[TILL_TEXT];
    struct outcome out = {0};
    memcpy(till, call->meta.actor.till, sizeof till);
    if (!till_alone_if_held(call, till, &out)) {
        call_refused(call, &out);
        return false;
    }
    sign_in_at(call, name, pin, till, actor, &out);
    if (out.verdict && till_alone_begin(call, till, &out))
        desk_sign_in(&call->desk, call->arena, name, pin, till, actor, &out);
    if (out.verdict && is_for_the_line(call, &out)) {
        text_copy(actor->name, sizeof actor->name, name);
        memcpy(actor->till, till, sizeof actor->till);
        out.verdict = VERDICT_OK;
    }
    if (out.verdict)
        call_refused(call, &out);
    else if (call->line.pg)
        (void)!text_copy(call->line.pin, sizeof call->line.pin, pin);
    return !out.verdict;
}

static bool person_acts(struct call *call, const char *name)
{
    char pin[PIN_TEXT];
    bool acts = who_pin(call, "LOGE_PIN", name, pin, sizeof pin) &&
                sign_in(call, name, pin, &call->meta.actor);
    explicit_bzero(pin, sizeof pin);
    return acts;
}

static bool person_signs(struct call *call, const char *name)
{
    char pin[PIN_TEXT];
    struct outcome out;
    if (!who_pin(call, "LOGE_SIGN_PIN", name, pin, sizeof pin))
        return false;
    desk_sign_for(&call->desk, call->arena, name, pin, call->meta.actor.till, &call->meta.approver,
                  &out);
    explicit_bzero(pin, sizeof pin);
    if (out.verdict)
        call_refused(call, &out);
    return !out.verdict;
}

/* ---- the session file --------------------------------------------------------------------- */

static const char *session_folder(const struct call *call)
{
    return house_named(call) ? call->paths.runtime : call->paths.state;
}

static bool session_path(struct call *call, char out[PATH_TEXT])
{
    struct err err;
    char name[32];
    snprintf(name, sizeof name, "session-%u", (unsigned)geteuid());
    if (paths_join(out, session_folder(call), name, &err) == RC_OK)
        return true;
    call_err(call, &err);
    return false;
}

static bool session_fault(struct call *call, const char *path, const char *what)
{
    call_fail(call, VERDICT_UNAVAILABLE, "%s %s: %s.", what, path, strerror(errno));
    return false;
}

/* Only a file that nobody else could have written (with a secret: or read) says who acts. */
static bool is_private(int fd, bool secret)
{
    struct stat about;
    unsigned others = S_IWGRP | S_IWOTH | (secret ? S_IRGRP | S_IROTH : 0);
    return fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
           (about.st_mode & others) == 0;
}

/* "NAME\n" or "NAME\nSECRET\n" */
static bool take_session(char *text, struct session *session)
{
    char *secret = text + strcspn(text, "\n");
    if (*secret)
        *secret++ = '\0';
    secret[strcspn(secret, "\n")] = '\0';
    return *text && text_copy(session->name, PERSON_TEXT, text) &&
           text_copy(session->secret, SECRET_TEXT, secret);
}

bool session_read(struct call *call, struct session *session, bool *found)
{
    char path[PATH_TEXT], text[PERSON_TEXT + SECRET_TEXT + 2] = "";
    *found = false;
    if (!session_path(call, path))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR || session_fault(call, path, _("Cannot read"));
    bool trusted = is_private(fd, house_named(call));
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    bool taken = trusted && got > 0 && take_session(text, session);
    explicit_bzero(text, sizeof text);
    if (!taken) {
        call_fail(call, VERDICT_NOT_ALLOWED,
                  _("The session file %s cannot be trusted; sign in again after removing it."),
                  path);
        return false;
    }
    *found = true;
    return true;
}

/* Written aside and renamed, so that a full disk leaves the old session. */
bool session_write(struct call *call, const struct session *session)
{
    struct err err;
    char path[PATH_TEXT], aside[PATH_TEXT + 8];
    if (!session_path(call, path))
        return false;
    if (paths_create(session_folder(call), &err)) {
        call_err(call, &err);
        return false;
    }
    snprintf(aside, sizeof aside, "%s.new", path);
    int fd = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return session_fault(call, aside, _("Cannot write"));
    bool ok =
        dprintf(fd, "%s\n%s%s", session->name, session->secret, *session->secret ? "\n" : "") > 0 &&
        fsync(fd) == 0;
    ok = close(fd) == 0 && ok;
    return (ok && rename(aside, path) == 0) || session_fault(call, path, _("Cannot write"));
}

bool session_end(struct call *call, bool *ended)
{
    char path[PATH_TEXT];
    if (!session_path(call, path))
        return false;
    *ended = unlink(path) == 0;
    return *ended || errno == ENOENT || session_fault(call, path, _("Cannot remove"));
}

/* ---- who acts ----------------------------------------------------------------------------- */

void who_owner(struct call *call, struct actor *actor)
{
    const struct passwd *me = getpwuid(geteuid());
    if (!me || text_clean(me->pw_name, actor->name, sizeof actor->name) || !actor->name[0])
        text_copy(actor->name, sizeof actor->name, "owner");
    actor->role = ROLE_MANAGER;
    (void)call;
}

bool who_is_owner(struct call *call, struct actor *actor)
{
    struct stat about;
    if (call->line.pg || stat(call->file, &about) != 0 ||
        (about.st_uid != geteuid() && geteuid() != 0))
        return false;
    who_owner(call, actor);
    return true;
}

static bool owner_acts(struct call *call)
{
    if (who_is_owner(call, &call->meta.actor))
        return true;
    call_fail(call, VERDICT_NOT_ALLOWED,
              _("Nobody is signed in; `loge sign-in NAME` first, or use --as NAME."));
    return false;
}

static bool session_acts(struct call *call, struct session *session)
{
    if (call->line.pg) {
        bool acts = sign_in(call, session->name, session->secret, &call->meta.actor);
        explicit_bzero(session->secret, sizeof session->secret);
        return acts;
    }
    const char *name = session->name;
    struct staff staff;
    struct err err;
    bool found;
    struct store *store = call->desk.store;
    if (store->ops->staff_read(store, name, &staff, &found, &err)) {
        call_err(call, &err);
        return false;
    }
    if (!found || staff.disabled) {
        call_fail(
            call, VERDICT_NOT_ALLOWED,
            _("%.31s is signed in but may no longer work here; `loge sign-out` and sign in as "
              "somebody else."),
            name);
        return false;
    }
    text_copy(call->meta.actor.name, PERSON_TEXT, staff.name);
    call->meta.actor.role = staff.role;
    return true;
}

static bool actor_found(struct call *call)
{
    struct session session;
    bool signed_in;
    const char *as = args_value(&call->args, "as");
    if (as)
        return person_acts(call, as);
    if (!session_read(call, &session, &signed_in))
        return false;
    return signed_in ? session_acts(call, &session) : owner_acts(call);
}

bool who_acts(struct call *call)
{
    const char *signer = args_value(&call->args, "sign");
    return who_till(call, call->meta.actor.till) && actor_found(call) &&
           (!signer || person_signs(call, signer)) && till_allowed(call);
}

/* ---- commands ----------------------------------------------------------------------------- */

static void json_person(struct call *call, const struct actor *actor, bool signed_in)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "person");
    member_text(doc, "name", actor->name);
    member_text(doc, "role", role_name(actor->role));
    member_text(doc, "till", actor->till);
    member_bool(doc, "signed_in", signed_in);
    json_object_end(doc);
    call_doc_end(call);
}

static bool begin_session(struct call *call, const char *name, struct actor *actor)
{
    struct session session = {0};
    char pin[PIN_TEXT];
    bool begun = who_pin(call, "LOGE_PIN", name, pin, sizeof pin) &&
                 sign_in(call, name, pin, actor) &&
                 text_copy(session.name, sizeof session.name, actor->name) &&
                 (!call->line.pg || text_copy(session.secret, sizeof session.secret, pin)) &&
                 session_write(call, &session);
    if (begun)
        till_alone_remember(call, actor, pin);
    explicit_bzero(pin, sizeof pin);
    explicit_bzero(&session, sizeof session);
    return begun;
}

int run_sign_in(struct call *call)
{
    const char *name = args_word(&call->args, 0);
    struct actor actor;
    if (!call_open_store(call) || !who_till(call, call->meta.actor.till) ||
        !begin_session(call, name, &actor))
        return call->exit;
    if (call->json)
        json_person(call, &actor, true);
    call_say(call, _("%s (%s) is signed in at %s.\n"), actor.name,
             C_("role", role_name(actor.role)), actor.till);
    return EXIT_DONE;
}

int run_sign_out(struct call *call)
{
    bool ended;
    if (!session_end(call, &ended))
        return call->exit;
    if (call->json) {
        member_bool(call_doc(call), "signed_out", ended);
        call_doc_end(call);
    }
    call_say(call, "%s\n", ended ? _("Signed out.") : _("Nobody was signed in."));
    return EXIT_DONE;
}

int run_whoami(struct call *call)
{
    const struct actor *actor = &call->meta.actor;
    struct session session;
    bool signed_in = args_has(&call->args, "as");
    if (!signed_in && !session_read(call, &session, &signed_in))
        return call->exit;
    if (call->json)
        json_person(call, actor, signed_in);
    call_print(call,
               signed_in ? _("%s (%s) at %s\n")
                         : _("%s (%s) at %s, as the owner of the house's file\n"),
               actor->name, C_("role", role_name(actor->role)), actor->till);
    return EXIT_DONE;
}
