#include "config.h"

#include "ui/admin_rule.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/dialog.h"

enum { FIELD_MINUTES, FIELD_TILL, FIELD_HOLDER, FIELD_SECTION, FIELD_STATE };
enum { RULE_ROWS = 8, RULE_COLUMNS = 72, MINUTES_MAX = 100000 };

void admin_rule_open(struct admin_rule *rule)
{
    *rule = (struct admin_rule){.open = true};
    /* L10N: what a rule looks at when it marks seats; at most 28 columns each. */
    form_add(&rule->form, N_("Held longer than, minutes"), false, "");
    form_add(&rule->form, N_("At till"), false, "");
    form_add(&rule->form, N_("By"), false, "");
    form_add(&rule->form, N_("In section"), false, "");
    form_add(&rule->form, N_("That are held, blocked, free"), false, _("held"));
}

/* ---- what it says ------------------------------------------------------------------------- */

/* The form's answers, understood. */
struct wish {
    int64_t older_than; /* ms */
    const char *till, *holder, *section;
    enum seat_status status;
    bool about_holds;
};

static bool begins(const char *word, const char *typed)
{
    return *typed && strncasecmp(word, typed, strlen(typed)) == 0;
}

static bool read_status(const char *typed, enum seat_status *status)
{
    if (!*typed || begins(_("held"), typed))
        *status = SEAT_HELD;
    else if (begins(_("blocked"), typed))
        *status = SEAT_BLOCKED;
    else if (begins(_("free"), typed))
        *status = SEAT_AVAILABLE;
    else
        return false;
    return true;
}

static bool read_wish(const struct form *form, struct wish *wish, struct effects *effects)
{
    int64_t minutes = 0;
    const char *typed = form_text(form, FIELD_MINUTES);
    if (*typed && !text_to_int(typed, 0, MINUTES_MAX, &minutes)) {
        effect_error(effects, "%s", _("Minutes are a number, like 10."));
        return false;
    }
    *wish = (struct wish){.older_than = minutes * 60000,
                          .till = form_text(form, FIELD_TILL),
                          .holder = form_text(form, FIELD_HOLDER),
                          .section = form_text(form, FIELD_SECTION)};
    wish->about_holds = *typed || *wish->till || *wish->holder;
    if (read_status(form_text(form, FIELD_STATE), &wish->status))
        return true;
    effect_error(effects, "%s", _("Seats are held, blocked or free; type one of these words."));
    return false;
}

/* "3" means till-3 as well as T3. */
static bool till_matches(const char *till, const char *typed)
{
    size_t length = strlen(till), wanted = strlen(typed);
    if (!wanted || strcasecmp(till, typed) == 0)
        return true;
    return wanted < length && isdigit((unsigned char)*typed) &&
           !isdigit((unsigned char)till[length - wanted - 1]) &&
           strcmp(till + length - wanted, typed) == 0;
}

static bool hold_matches(const struct wish *wish, const struct hold *hold, int64_t now)
{
    return hold && now - hold->created_at >= wish->older_than &&
           till_matches(hold->till, wish->till) &&
           (!*wish->holder || begins(hold->holder, wish->holder));
}

static bool matches(const struct wish *wish, const struct map *map, const struct view *view,
                    int seat)
{
    const struct model *model = view->model;
    const struct seat_state state = model_state(model, seat);
    enum seat_status status = (enum seat_status)state.status;
    if (seat_hold_over(&state, view->now))
        status = SEAT_AVAILABLE;
    if (status != wish->status)
        return false;
    if (*wish->section && !begins(plan_section_of(model->map.plan, seat)->name, wish->section))
        return false;
    return status != SEAT_HELD || !wish->about_holds ||
           hold_matches(wish, map_hold_of(map, &state), view->now);
}

static void mark(const struct wish *wish, struct map *map, const struct view *view,
                 struct effects *effects)
{
    int found = 0;
    bool full = false;
    for (int i = 0; i < view->model->map.plan->seat_count && !full; i++)
        if (matches(wish, map, view, i)) {
            full = !map_mark(map, i);
            found += !full;
        }
    if (full)
        effect_error(effects, _("Only %d seats can be marked at once; the rest is not."),
                     MAP_MARKS_MAX);
    else
        effect_say(
            effects,
            ngettext("The rule found %d seat.", "The rule found %d seats.", (unsigned long)found),
            found);
}

bool admin_rule_key(struct admin_rule *rule, int32_t code, struct map *map, const struct view *view,
                    struct effects *effects)
{
    struct wish wish;
    if (form_key(&rule->form, code) != FORM_SUBMIT || !read_wish(&rule->form, &wish, effects))
        return false;
    mark(&wish, map, view, effects);
    rule->open = false;
    return true;
}

void admin_rule_draw(const struct admin_rule *rule, const struct view *view, struct canvas *canvas,
                     struct area body)
{
    struct area frame = dialog_place(body, RULE_ROWS, RULE_COLUMNS);
    struct area inside = dialog_draw(canvas, frame, view->tier, _("MARK BY RULE"));
    if (inside.rows > 5)
        draw_text(canvas, inside, 5, 0, STYLE_DIM,
                  /* L10N: last line of the dialog; at most 68 columns */
                  _("Empty means any. Enter on the last line marks; Esc leaves."));
    form_draw(&rule->form, canvas, inside);
}
