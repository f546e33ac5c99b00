#include "config.h"

#include "ui/action.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/text.h"
#include "ui/intl.h"

enum { KEYS_LINE_TEXT = 128, HINT_TEXT = 80, HINT_GAP = 2 };

const struct action app_actions[] = {
    /* L10N: hints stand in the last row of the screen, after their key; at most 12 columns each. */
    {ACTION_HELP, "help", "? F1", N_("help"), N_("Show what the keys do here."), RIGHT_NONE, 1, 0},
    {ACTION_BACK, "back", "Esc q", N_("back"), N_("Go back. A hold is never dropped by this."),
     RIGHT_NONE, 9, 0},
    {ACTION_GO, "go", "g", N_("go"), N_("Go to another screen: g and its letter."), RIGHT_NONE, 7,
     0},
    {ACTION_COMMAND, "command", ":", N_("command"), N_("Type a command."), RIGHT_NONE, 8, 0},
    {ACTION_MESSAGES, "messages", "C-e", "", N_("Show all messages of this session."), RIGHT_NONE,
     0, 0},
    {ACTION_CANCEL, "cancel", "C-c", "", N_("Stop waiting, or leave a form."), RIGHT_NONE, 0, 0},
    {ACTION_REDRAW, "redraw", "C-l", "", N_("Draw the screen anew."), RIGHT_NONE, 0, 0},
    {ACTION_MOUSE, "mouse", "C-o", "", N_("Take mouse clicks, or leave the mouse to the terminal."),
     RIGHT_NONE, 0, 0},
};
const int app_action_count = COUNT_OF(app_actions);

/* The list's first, the map's behind. */
static const struct action move_actions[] = {
    {ACTION_UP, "up", "Up k", "", N_("Move up."), RIGHT_NONE, 0, ACTION_COUNTS},
    {ACTION_DOWN, "down", "Down j", "", N_("Move down."), RIGHT_NONE, 0, ACTION_COUNTS},
    {ACTION_PAGE_UP, "page-up", ", PgUp", "", N_("Move up by a page."), RIGHT_NONE, 0, 0},
    {ACTION_PAGE_DOWN, "page-down", ". PgDn", "", N_("Move down by a page."), RIGHT_NONE, 0, 0},
    {ACTION_FIRST, "first", "< Home", "", N_("Go to the first."), RIGHT_NONE, 0, 0},
    {ACTION_LAST, "last", "> End", "", N_("Go to the last."), RIGHT_NONE, 0, 0},
    {ACTION_LEFT, "left", "Left h", "", N_("Move left."), RIGHT_NONE, 0, ACTION_COUNTS},
    {ACTION_RIGHT, "right", "Right l", "", N_("Move right."), RIGHT_NONE, 0, ACTION_COUNTS},
};
static const int move_counts[] = {
    [MOVES_NONE] = 0, [MOVES_LIST] = 6, [MOVES_MAP] = COUNT_OF(move_actions)};

/* ---- bindings ----------------------------------------------------------------------------- */

bool key_forbidden(int32_t code)
{
    static const int32_t theirs[] = {1, 2, 17, 19, 26, 28, 0x7e};
    for (int i = 0; i < COUNT_OF(theirs); i++)
        if (theirs[i] == code)
            return true;
    return code == KEYCODE_NONE;
}

static void bind_key(struct keymap *keymap, const char *name, const struct action *action)
{
    int32_t code;
    if (!key_parse(name, &code) || key_forbidden(code) || keymap->count == KEYMAP_MAX ||
        keymap_find(keymap, code))
        return;
    keymap->at[keymap->count].code = code;
    keymap->at[keymap->count++].action = action;
}

static const char *setting_for(const struct keymap_source *source, const struct action *action)
{
    char name[KEYS_LINE_TEXT];
    snprintf(name, sizeof name, "keys.%s.%s", source->screen, action->name);
    for (int i = 0; i < source->setting_count; i++)
        if (strcmp(source->settings[i].name, name) == 0)
            return source->settings[i].value;
    return NULL;
}

static void bind_all(struct keymap *keymap, const char *keys, const struct action *action)
{
    char copy[KEYS_LINE_TEXT], *rest = copy;
    text_copy(copy, sizeof copy, keys);
    for (char *name; (name = strsep(&rest, " "));)
        if (*name)
            bind_key(keymap, name, action);
}

static void show(struct keymap *keymap, const struct action *action)
{
    if (keymap->shown_count < KEYMAP_MAX)
        keymap->shown[keymap->shown_count++] = action;
}

/* Settings first: whoever rebinds a key wants it, whatever the defaults say of it. */
static void add_actions(struct keymap *keymap, const struct keymap_source *source)
{
    for (int i = 0; i < source->action_count; i++) {
        const char *set = setting_for(source, &source->actions[i]);
        if (set)
            bind_all(keymap, set, &source->actions[i]);
    }
    for (int i = 0; i < source->action_count; i++) {
        if (!setting_for(source, &source->actions[i]))
            bind_all(keymap, source->actions[i].keys, &source->actions[i]);
        show(keymap, &source->actions[i]);
    }
}

void keymap_build(struct keymap *keymap, const struct keymap_source *source)
{
    struct keymap_source moves = *source, all = *source;
    moves.actions = move_actions;
    moves.action_count = move_counts[source->moves];
    all.screen = "all";
    all.actions = app_actions;
    all.action_count = app_action_count;
    keymap->count = keymap->shown_count = 0;
    add_actions(keymap, source);
    add_actions(keymap, &moves);
    add_actions(keymap, &all);
}

const struct action *keymap_find(const struct keymap *keymap, int32_t code)
{
    for (int i = 0; i < keymap->count; i++)
        if (keymap->at[i].code == code)
            return keymap->at[i].action;
    return NULL;
}

static bool can_be_typed(int32_t code)
{
    return code >= KEYCODE_SPACE && code < KEYCODE_UP;
}

/* The first key that will do. */
static char *first_key(const struct keymap *keymap, const struct action *action, bool typing,
                       char out[KEYS_NAME_TEXT])
{
    out[0] = '\0';
    for (int i = 0; i < keymap->count; i++)
        if (keymap->at[i].action == action && !(typing && can_be_typed(keymap->at[i].code)))
            return key_text(keymap->at[i].code, out);
    return out;
}

char *keymap_key(const struct keymap *keymap, const struct action *action, char out[KEYS_NAME_TEXT])
{
    return first_key(keymap, action, false, out);
}

bool action_allowed(const struct action *action, enum role role)
{
    return action->right == RIGHT_NONE || rights_may(role, (enum right)action->right);
}

/* ---- hints -------------------------------------------------------------------------------- */

struct hint {
    const struct action *action;
    char key[KEYS_NAME_TEXT];
    int columns;
    bool shown;
};

static int collect_hints(const struct keymap *keymap, enum role role, struct offer offer,
                         struct hint hints[KEYMAP_MAX])
{
    int count = 0;
    for (int i = 0; i < keymap->shown_count; i++) {
        const struct action *action = keymap->shown[i];
        struct hint *hint = &hints[count];
        *hint = (struct hint){.action = action};
        first_key(keymap, action, offer.typing, hint->key);
        if (!action->hint[0] || !hint->key[0] || !action_allowed(action, role) ||
            (offer.yes && !offer.yes(offer.ctx, action)))
            continue;
        hint->columns = text_columns(hint->key) + 1 + text_columns(_(action->hint)) + HINT_GAP;
        count++;
    }
    return count;
}

/* Of what is not chosen yet, the one that should be seen first. */
static struct hint *next_by_rank(struct hint *hints, int count, int rank_over)
{
    struct hint *best = NULL;
    for (int i = 0; i < count; i++)
        if (!hints[i].shown && hints[i].action->rank > rank_over &&
            (!best || hints[i].action->rank < best->action->rank))
            best = &hints[i];
    return best;
}

static void choose_hints(struct hint *hints, int count, int columns)
{
    int left = columns + HINT_GAP;
    for (;;) {
        struct hint *hint = next_by_rank(hints, count, 0);
        if (!hint || hint->columns > left)
            return;
        hint->shown = true;
        left -= hint->columns;
    }
}

void keymap_draw_hints(const struct keymap *keymap, enum role role, struct offer offer,
                       struct canvas *canvas, struct area area)
{
    static struct hint hints[KEYMAP_MAX];
    int count = collect_hints(keymap, role, offer, hints), column = 0;
    choose_hints(hints, count, area.columns);
    for (int i = 0; i < count; i++) {
        if (!hints[i].shown)
            continue;
        column = draw_text(canvas, area, 0, column, STYLE_KEY, hints[i].key);
        column = draw_text(canvas, area, 0, column + 1, STYLE_HINT, _(hints[i].action->hint));
        column += HINT_GAP;
    }
}

int32_t keymap_hint_at(const struct keymap *keymap, enum role role, struct offer offer, int columns,
                       int column)
{
    static struct hint hints[KEYMAP_MAX];
    int count = collect_hints(keymap, role, offer, hints), from = 0;
    int32_t code;
    choose_hints(hints, count, columns);
    for (int i = 0; i < count; i++) {
        if (!hints[i].shown)
            continue;
        if (column >= from && column < from + hints[i].columns - HINT_GAP)
            return key_parse(hints[i].key, &code) ? code : KEYCODE_NONE;
        from += hints[i].columns;
    }
    return KEYCODE_NONE;
}

/* ---- help --------------------------------------------------------------------------------- */

static bool let_through(const struct keymap *keymap, const struct action *action,
                        const char *filter)
{
    char key[KEYS_NAME_TEXT];
    return !*filter || strcmp(keymap_key(keymap, action, key), filter) == 0 ||
           strcasestr(action->name, filter) || strcasestr(_(action->help), filter);
}

int keymap_filter(const struct keymap *keymap, enum role role, const char *filter,
                  const struct action *found[KEYMAP_MAX])
{
    int count = 0;
    char key[KEYS_NAME_TEXT];
    for (int i = 0; i < keymap->shown_count; i++) {
        const struct action *action = keymap->shown[i];
        if (action_allowed(action, role) && keymap_key(keymap, action, key)[0] &&
            let_through(keymap, action, filter))
            found[count++] = action;
    }
    return count;
}
