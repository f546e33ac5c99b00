#include "config.h"

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/policy.h"
#include "src/cmd/signing.h"
#include "src/cmd/view.h"
#include "src/cmd/went_back.h"
#include "src/cmd/words.h"

static int answer_house(struct call *call, const char *done)
{
    const struct house *house = &call->house;
    char when[LOCAL_TEXT];
    if (call->json) {
        struct json_out *doc = call_doc(call);
        member_object(doc, "house");
        member_text(doc, "name", house->name);
        member_text(doc, "currency", house->currency);
        member_text(doc, "timezone", house->timezone);
        member_int(doc, "schema", house->schema);
        member_time(doc, "created_at", house->created_at);
        if (call->line.pg)
            member_text(doc, "server", settings_text(call->settings, SETTING_HOUSE_PG));
        else
            member_text(doc, "file", call->file);
        json_object_end(doc);
        call_doc_end(call);
    }
    if (done && call->quiet)
        return EXIT_DONE;
    if (done)
        call_say(call, "%s\n", done);
    call_print(call, _("House    %s\nMoney    %s\nTime     %s\nFile     %s\nSince    %s\n"),
               house->name, house->currency, house->timezone,
               call->line.pg ? settings_text(call->settings, SETTING_HOUSE_PG) : call->file,
               view_time(call, house->created_at, when));
    return EXIT_DONE;
}

static int run_new(struct call *call)
{
    struct house house = {0};
    if (!words_house(call, &house))
        return call->exit;
    if (!house.name[0])
        return call_fail(call, VERDICT_INVALID, _("A house needs a name: --name NAME."));
    if (!call_create(call, &house))
        return call->exit;
    signing_make_first(call);
    return answer_house(call, _("The house is there. `loge staff add` brings people, `loge plan "
                                "import` a hall."));
}

static int run_show(struct call *call)
{
    return answer_house(call, NULL);
}

static const struct cmd_option new_options[] = {
    {"name", "NAME", N_("what the house is called"), false},
    {"currency", "CODE", N_("its money, three capital letters (else house.currency)"), false},
    {"timezone", "NAME", N_("where it stands, like Europe/Berlin (else as this machine)"), false},
    {0},
};

const struct command house_verbs[] = {
    {.name = "new",
     .summary = N_("Makes an empty house."),
     .options = new_options,
     .opens_itself = true,
     .run = run_new},
    {.name = "show", .summary = N_("Shows the house's name, money and file."), .run = run_show},
    {.name = "policy",
     .words = "[KEY] [VALUE]",
     .summary =
         N_("Shows or changes the house's own rules: tills that work alone, bags at the door."),
     .run = run_policy},
    {.name = "went-back",
     .summary = N_("Lists when the house went back, and what tills brought back."),
     .detail = N_("A standby that was behind took over, or a dump was restored. Tills bring back "
                  "what the house had acknowledged to them; `status`, `doctor` and the health page "
                  "tell of it until a manager settles it."),
     .run = run_went_back},
    {.name = "settle",
     .words = "NUMBER",
     .summary = N_("Settles that the house went back, once the books are compared."),
     .options = settle_options,
     .run = run_settle},
    {0},
};
