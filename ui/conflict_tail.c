/* What never came home of a journal, below the conflicts; a supervisor strikes what is false. */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/conflict.h"
#include "ui/dialog.h"

enum { STRIKE_ROWS = 8, STRIKE_COLUMNS = 76, MISSING_MOST = 1000000 };

/* L10N: why what is missing of a journal is struck from the list; at most 15 columns each. */
static const char *const reasons[CONFIRM_REASONS] = {N_("false paper"), N_("settled"),
                                                     N_("till is lost"), N_("a test"), N_("other")};

const struct tail *tail_chosen(const struct conflicts *conflicts)
{
    int at = conflicts->list.cursor - conflicts->count;
    return at >= 0 && at < conflicts->tail_count ? &conflicts->tails[at] : NULL;
}

/* ---- below the list ------------------------------------------------------------------------ */

static void tail_text(const struct tail *tail, char *out, size_t size)
{
    unsigned long n = (unsigned long)tail->missing;
    char mark[ENTRY_MARK_TEXT];
    entry_mark_text(&tail->mark, mark);
    if (tail->told_by[0])
        snprintf(out, size,
                 /* L10N: a till, how many acts, and where the last of them stands in its journal;
                  * at most 78 columns */
                 ngettext("%s has not sent %lld act up to %s, which a paper tells of.",
                          "%s has not sent %lld acts up to %s, which a paper tells of.", n),
                 tail->till, (long long)tail->missing, mark);
    else
        snprintf(out, size,
                 /* L10N: the same; at most 78 columns */
                 ngettext("%s has not sent %lld act up to %s, which it told of itself.",
                          "%s has not sent %lld acts up to %s, which it told of itself.", n),
                 tail->till, (long long)tail->missing, mark);
}

int tails_draw(const struct conflicts *conflicts, struct canvas *canvas, struct area body)
{
    int most = body.rows / 3;
    int count = conflicts->tail_count < most ? conflicts->tail_count : most;
    struct area rows = area_part(body, body.rows - count, 0, count, -1);
    const struct list below = {.cursor = conflicts->list.cursor - conflicts->count};
    int top = below.cursor < 0 ? 0 : list_top(&below, count, conflicts->tail_count);
    for (int i = top; i < top + count; i++) {
        char text[CONFLICT_LINE];
        tail_text(&conflicts->tails[i], text, sizeof text);
        list_draw_row(&conflicts->list, canvas, rows, conflicts->count + i, conflicts->count + top,
                      text);
        if (i != below.cursor)
            draw_restyle(canvas, area_part(rows, i - top, 0, 1, -1), STYLE_URGENT);
    }
    return count;
}

/* ---- striking one -------------------------------------------------------------------------- */

void strike_open(struct conflicts *conflicts, struct effects *effects)
{
    const struct tail *tail = tail_chosen(conflicts);
    struct strike *strike = &conflicts->strike;
    if (!tail) {
        effect_say(effects, "%s", _("Go to what is missing first: it stands below the list."));
        return;
    }
    *strike = (struct strike){.open = true, .mark = tail->mark, .missing = tail->missing};
    text_copy(strike->till, sizeof strike->till, tail->till);
    confirm_start(&strike->confirm, reasons, tail->missing < MISSING_MOST ? (int)tail->missing : 1);
}

void strike_key(struct conflicts *conflicts, int32_t code, struct effects *effects)
{
    struct strike *strike = &conflicts->strike;
    char mark[ENTRY_MARK_TEXT];
    if (strike->asked || !confirm_key(&strike->confirm, code, effects))
        return;
    struct cmd *cmd = effect_send(effects, CMD_STRIKE);
    cmd->u.text = arena_strdup(cmd->meta.arena, entry_mark_text(&strike->mark, mark));
    cmd->meta.reason = arena_strdup(cmd->meta.arena, confirm_reason(&strike->confirm));
    strike->asked = cmd->id;
}

void strike_done(struct conflicts *conflicts, const struct evt *evt, struct effects *effects)
{
    conflicts->strike = (struct strike){.open = false};
    if (!evt->outcome.verdict)
        effect_say(effects, "%s", _("Struck. The log keeps it, and who struck it."));
}

void strike_draw(const struct conflicts *conflicts, const struct view *view, struct canvas *canvas,
                 struct area body)
{
    const struct strike *strike = &conflicts->strike;
    char title[ASK_TITLE], mark[ENTRY_MARK_TEXT];
    /* L10N: title of a dialog: what is missing of a journal; at most 60 columns */
    snprintf(title, sizeof title, _("STRIKE %s"), entry_mark_text(&strike->mark, mark));
    struct area inside =
        dialog_draw(canvas, dialog_place(body, STRIKE_ROWS, STRIKE_COLUMNS), view->tier, title);
    draw_printf(canvas, inside, 0, 0, STYLE_STRONG,
                /* L10N: how many acts of which till; at most 70 columns */
                ngettext("%lld act of %s will be missed no more.",
                         "%lld acts of %s will be missed no more.", (unsigned long)strike->missing),
                (long long)strike->missing, strike->till);
    confirm_draw(&strike->confirm, canvas,
                 area_part(inside, inside.rows - CONFIRM_ROWS, 0, CONFIRM_ROWS, -1),
                 /* L10N: at most 60 columns; the number is typed behind it */
                 strike->confirm.count > 1 ? _("Type the number of acts it is about, then Enter:")
                                           : _("Type 1, then Enter:"));
}
