/* How a till stands that can go on without its house: the word, the sentence, the journal. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_here.h"
#include "src/cmd/till_words.h"
#include "src/cmd/view.h"

/* ---- the word -------------------------------------------------------------------------------- */

static enum health word_of(const struct till_here *here, enum health at_house)
{
    if (here->where != TILL_ALONE)
        return at_house;
    return here->core.mode.now == MODE_OFFLINE ? HEALTH_OFFLINE : HEALTH_RETURNING;
}

static void say_offline(const struct till_here *here, const struct err *why, const char *since,
                        struct health_report *health)
{
    const char *outage = house_outage_text(why);
    if (here->core.mode.held)
        snprintf(health->sentence, sizeof health->sentence,
                 /* L10N: at most 78 columns, with a time of five */
                 _("OFFLINE since %s, held there; `:sync --let-go` lets this till back."), since);
    else if (outage)
        snprintf(health->sentence, sizeof health->sentence, _("OFFLINE since %s: %s"), since,
                 outage);
    else
        snprintf(health->sentence, sizeof health->sentence,
                 /* L10N: at most 78 columns, with a time of five */
                 _("OFFLINE since %s. Keep selling: tickets are PROVISIONAL until it is back."),
                 since);
}

static void say_returning(const struct till_standing *standing, struct health_report *health)
{
    struct arena *arena = arena_new();
    const char *trouble = till_trouble_text(arena, standing);
    if (*trouble)
        text_copy(health->sentence, sizeof health->sentence, trouble);
    else
        snprintf(health->sentence, sizeof health->sentence, "%s",
                 /* L10N: at most 78 columns */
                 _("RETURNING: the house answers and gets what was done here."));
    arena_free(&arena);
}

static void say_alone(struct till_here *here, const struct till_standing *standing,
                      struct health_report *health)
{
    struct house_line *line = &here->call->line;
    char since[LOCAL_TEXT];
    if (!line->since || line->word != health->word)
        line->since = clock_wall(&here->clock);
    line->word = health->word;
    view_clock(line->since, since);
    if (health->word == HEALTH_RETURNING)
        say_returning(standing, health);
    else
        say_offline(here, &standing->why, since, health);
}

static void say_word(struct till_here *here, const struct till_standing *standing,
                     struct health_report *health)
{
    bool was_alone = here->told_alone;
    here->told_alone = here->where == TILL_ALONE;
    if (here->told_alone) {
        here->alone_since = was_alone ? here->alone_since : clock_wall(&here->clock);
        health->map_as_of = here->alone_since;
        say_alone(here, standing, health);
        return;
    }
    house_say_word(here->call, health);
    if (health->word == HEALTH_OFFLINE && here->why.rc) /* people have to know why it is stuck */
        text_copy(health->sentence, sizeof health->sentence, here->why.text);
    else if (health->word == HEALTH_OFFLINE) /* this till is about to go on by itself */
        snprintf(health->sentence, sizeof health->sentence, "%s",
                 /* L10N: at most 78 columns */
                 _("House not reachable. Keep selling: tickets are PROVISIONAL until it is back."));
    else if (was_alone && health->word == HEALTH_ONLINE)
        snprintf(health->sentence, sizeof health->sentence, "%s",
                 /* L10N: at most 78 columns */
                 _("ONLINE: the house has all that was done here without it."));
}

/* ---- the journal's layer --------------------------------------------------------------------- */

static const char *state_of(const struct till_here *here, const struct till_standing *standing)
{
    if (!here->file)
        /* L10N: how the journal is, on the health page: at most 20 columns each */
        return _("not open");
    if (standing->latched)
        return _("failed");
    if (standing->shut_out.status != SYNC_OK && standing->shut_out.status != SYNC_BEHIND)
        return _("not taken");
    if (standing->pending)
        return _("waits");
    return _("all sent");
}

static void detail_of(const struct till_here *here, const struct till_standing *standing, char *out,
                      size_t size)
{
    struct arena *arena = arena_new();
    const char *trouble = till_shut_out_text(arena, standing);
    const char *lease = till_lease_text(arena, standing);
    if (here->why.rc)
        text_fit(out, size, here->why.text, 119, false);
    else if (standing->latched)
        text_fit(out, size, _("A write failed; nothing more is kept. Start this till again."), 119,
                 false);
    else if (*trouble)
        text_fit(out, size, trouble, 119, false);
    else
        snprintf(out, size, "%.80s%s%.60s", till_pending_text(arena, standing), *lease ? "; " : "",
                 lease);
    arena_free(&arena);
}

static void add_layer(const struct till_here *here, const struct till_standing *standing,
                      struct health_report *health)
{
    if (health->layer_count == COUNT_OF(health->layer))
        return;
    int at = health->layer_count++;
    char detail[320];
    detail_of(here, standing, detail, sizeof detail);
    /* L10N: a layer on the health page, at most 11 columns */
    text_copy(health->layer[at].name, sizeof health->layer[at].name, _("journal"));
    text_copy(health->layer[at].state, sizeof health->layer[at].state, state_of(here, standing));
    text_fit(health->layer[at].detail, sizeof health->layer[at].detail, detail, 119, false);
    health->layer[at].well = here->file && !standing->latched && !standing->shut_out.status;
    health->layer[at].at = standing->uploaded_at;
}

void till_health(struct till_here *here, struct health_report *health)
{
    struct till_standing standing = {.mode = MODE_OFFLINE};
    if (here->line)
        till_line_standing(here->line, &standing);
    health->word = word_of(here, health->word);
    health->journalled = here->file != NULL;
    health->journal = (int)standing.pending;
    health->till = here->core.meta.till;
    say_word(here, &standing, health);
    add_layer(here, &standing, health);
}
