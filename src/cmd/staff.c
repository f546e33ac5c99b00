#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/pg_store.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/who.h"
#include "src/cmd/words.h"

enum { PIN_TEXT = 64, BADGE_TEXT = 128 };

static bool find_person(struct call *call, const char *name, struct staff *staff, bool *found)
{
    struct err err;
    struct store *store = call->desk.store;
    if (!store->ops->staff_read(store, name, staff, found, &err))
        return true;
    call_err(call, &err);
    return false;
}

static bool read_role(struct call *call, const char *text, enum role *role)
{
    if (text && role_parse(text, role))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("A role is scanner, clerk, supervisor, manager or service, not \"%.40s\"."),
              text ? text : "");
    return false;
}

static int answer_person(struct call *call, const struct staff *person, const char *done,
                         const struct outcome *out)
{
    if (out->verdict)
        return call_refused(call, out);
    if (call->json) {
        const struct doc_at now = view_at(call, 0);
        doc_staff(call_doc(call), "staff", person, &now);
        json_outcome_end(call, out);
    }
    call_say(call, "%s: %s\n", person->name, done);
    return EXIT_DONE;
}

static int put_person(struct call *call, const struct staff *person, const char *pin,
                      const char *done)
{
    struct outcome out;
    desk_staff_put(&call->desk, &call->meta, person->name, person->role, person->disabled, pin,
                   &out);
    return answer_person(call, person, done, &out);
}

/* By whoever set the house up: there may be nobody yet who could sign in. */
static bool add_as_founder(struct call *call, const struct staff *new, const char *pin,
                           struct outcome *out)
{
    const char *url = args_value(&call->args, "pg");
    const struct pg_person person = {.name = new->name, .role = new->role, .password = pin};
    struct pg_member me;
    char login[PG_LOGIN_TEXT];
    *out = (struct outcome){0};
    enum rc rc = pg_member_read(url, args_value(&call->args, "house"), &me, &out->err);
    if (!rc)
        rc = pg_staff_put(url, me.house, &person, login, &out->err);
    out->changed = !rc;
    if (rc)
        call_err(call, &out->err);
    return !rc;
}

static int run_add(struct call *call)
{
    struct staff person = {0};
    struct outcome out;
    char pin[PIN_TEXT];
    if (!word_name(call, "NAME", args_word(&call->args, 0), person.name, sizeof person.name) ||
        !read_role(call, args_word(&call->args, 1), &person.role) ||
        !who_pin(call, "LOGE_NEW_PIN", person.name, pin, sizeof pin))
        return call->exit;
    bool asked = true;
    if (args_has(&call->args, "pg"))
        asked = add_as_founder(call, &person, pin, &out);
    else
        desk_staff_add(&call->desk, &call->meta, person.name, person.role, pin, &out);
    explicit_bzero(pin, sizeof pin);
    if (!asked)
        return call->exit;
    return answer_person(call, &person, _("may work here from now on."), &out);
}

/* The person as they are, for a change. */
static bool known_person(struct call *call, struct staff *person)
{
    bool found;
    const char *name = args_word(&call->args, 0);
    if (!find_person(call, name, person, &found))
        return false;
    if (!found)
        call_fail(call, VERDICT_NOT_FOUND, _("Nobody called \"%.31s\" works here."), name);
    return found;
}

static int run_role(struct call *call)
{
    struct staff person;
    if (!known_person(call, &person) || !read_role(call, args_word(&call->args, 1), &person.role))
        return call->exit;
    return put_person(call, &person, NULL, _("has a new role."));
}

static int run_pin(struct call *call)
{
    struct staff person;
    char pin[PIN_TEXT];
    if (!known_person(call, &person) ||
        !who_pin(call, "LOGE_NEW_PIN", person.name, pin, sizeof pin))
        return call->exit;
    int code = put_person(call, &person, pin, _("has a new PIN."));
    explicit_bzero(pin, sizeof pin);
    return code;
}

static int run_badge(struct call *call)
{
    struct staff person;
    struct outcome out;
    char badge[BADGE_TEXT] = "";
    bool none = args_has(&call->args, "none");
    if (!known_person(call, &person) ||
        (!none && !who_badge(call, "LOGE_NEW_BADGE", person.name, badge, sizeof badge)))
        return call->exit;
    desk_staff_badge(&call->desk, &call->meta, person.name, badge, &out);
    explicit_bzero(badge, sizeof badge);
    return answer_person(call, &person, none ? _("has no badge any more.") : _("has a new badge."),
                         &out);
}

static int set_disabled(struct call *call, bool disabled, const char *done)
{
    struct staff person;
    if (!known_person(call, &person))
        return call->exit;
    person.disabled = disabled;
    return put_person(call, &person, NULL, done);
}

static int run_disable(struct call *call)
{
    return set_disabled(call, true, _("may no longer work here."));
}

static int run_enable(struct call *call)
{
    return set_disabled(call, false, _("may work here again."));
}

static void list_print(struct call *call, const struct staff *people, int count)
{
    struct grid grid;
    grid_start(&grid, call->arena, _("NAME|ROLE|STATUS"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", people[i].name);
        grid_cell(&grid, "%s", C_("role", role_name(people[i].role)));
        grid_cell(&grid, "%s",
                  people[i].disabled                   ? _("disabled")
                  : people[i].locked_until > call->now ? _("locked after wrong PINs")
                                                       : _("active"));
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    struct staff *people;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (store->ops->staff_list(store, call->arena, &people, &count, &err))
        return call_err(call, &err);
    if (call->json) {
        const struct doc_at now = view_at(call, 0);
        struct json_out *doc = call_doc(call);
        member_array(doc, "staff");
        for (int i = 0; i < count; i++)
            doc_staff(doc, NULL, &people[i], &now);
        json_array_end(doc);
        call_doc_end(call);
    } else {
        list_print(call, people, count);
    }
    return EXIT_DONE;
}

static const struct cmd_option add_options[] = {
    {"pg", "URL", N_("as whoever set the house up, while it has no manager yet"), false},
    {"house", "NAME", N_("with --pg: which house, when the database has several"), false},
    {0},
};

static const struct cmd_option badge_options[] = {
    {"none", NULL, N_("take the badge away"), false},
    {0},
};

const struct command staff_verbs[] = {
    {.name = "add",
     .words = "NAME ROLE",
     .summary = N_("Adds a person; the PIN comes from LOGE_NEW_PIN or is asked."),
     .detail = N_("Roles: scanner, clerk, supervisor, manager, service. In a house of several "
                  "tills the person becomes a PostgreSQL login; the server gets a SCRAM verifier, "
                  "never the PIN."),
     .options = add_options,
     .apart_with = "pg",
     .run = run_add},
    {.name = "role",
     .words = "NAME ROLE",
     .summary = N_("Gives a person another role."),
     .run = run_role},
    {.name = "pin",
     .words = "NAME",
     .summary = N_("Gives a person a new PIN, from LOGE_NEW_PIN or asked."),
     .run = run_pin},
    {.name = "badge",
     .words = "NAME",
     .summary = N_("Gives a person a badge, scanned when asked, or from LOGE_NEW_BADGE."),
     .detail = N_("Whoever has a badge signs in by scanning it, and signs for others with it."),
     .options = badge_options,
     .run = run_badge},
    {.name = "disable", .words = "NAME", .summary = N_("Shuts a person out."), .run = run_disable},
    {.name = "enable", .words = "NAME", .summary = N_("Lets a person back in."), .run = run_enable},
    {.name = "list", .summary = N_("Lists the people who work here."), .run = run_list},
    {0},
};
