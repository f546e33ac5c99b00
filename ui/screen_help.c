/* What the keys do on the screen below, from its live table. */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/line.h"
#include "ui/list.h"
#include "ui/screens.h"

enum { HELP_FILTER = ACTION_OWN, KEY_COLUMNS = 10, WHOLE_ROWS = 2 };

struct help {
    struct list list;
    char filter[LINE_BYTES];
};

static const struct action help_actions[] = {
    {ACTION_FIND, "find", "/", N_("search"), N_("Show only what holds a word or a key."),
     RIGHT_NONE, 2, 0},
};

static int found(const struct help *help, const struct view *view,
                 const struct action *actions[KEYMAP_MAX])
{
    return keymap_filter(view->keymap, view->model->actor.role, help->filter, actions);
}

/* Some languages need more columns than a row has; the row under the cursor is then told whole. */
static bool is_cut(const struct action *action, struct area rows)
{
    return KEY_COLUMNS + 2 + text_columns(_(action->help)) > rows.columns;
}

static bool any_is_cut(const struct action *const actions[], int count, struct area rows)
{
    for (int i = 0; i < count; i++)
        if (is_cut(actions[i], rows))
            return true;
    return false;
}

static void help_draw(const void *state, const struct view *view, struct canvas *canvas,
                      struct area body)
{
    const struct help *help = state;
    const struct action *actions[KEYMAP_MAX];
    struct area rows = area_part(body, 1, 0, -1, -1), whole = {0};
    int count = found(help, view, actions), cursor = help->list.cursor;
    if (rows.rows > 2 * WHOLE_ROWS && any_is_cut(actions, count, rows)) {
        whole = area_part(rows, rows.rows - WHOLE_ROWS, 1, WHOLE_ROWS, -1);
        rows = area_part(rows, 0, 0, rows.rows - WHOLE_ROWS, -1);
    }
    int top = list_top(&help->list, rows.rows, count);
    if (help->filter[0])
        draw_printf(canvas, body, 0, 1, STYLE_MATCH, _("only: %s"), help->filter);
    for (int i = top; i < count && i < top + rows.rows; i++) {
        char key[KEYS_NAME_TEXT], first[KEY_COLUMNS * 4 + 1], text[512];
        text_fit(first, sizeof first, keymap_key(view->keymap, actions[i], key), KEY_COLUMNS, true);
        snprintf(text, sizeof text, "%s %s", first, _(actions[i]->help));
        list_draw_row(&help->list, canvas, rows, i, top, text);
    }
    if (whole.rows && cursor < count && is_cut(actions[cursor], rows))
        draw_wrapped(canvas, whole, STYLE_DIM, _(actions[cursor]->help));
    list_draw_position(&help->list, canvas, area_part(body, 0, 0, 1, -1), rows.rows, count);
    if (count == 0)
        draw_text(canvas, rows, 0, 1, STYLE_DIM, _("No key does that here."));
}

static void help_input(void *state, const struct view *view, const struct input *input,
                       struct effects *effects)
{
    struct help *help = state;
    const struct action *actions[KEYMAP_MAX];
    if (input->kind == INPUT_TYPED || input->kind == INPUT_ANSWERED ||
        input->kind == INPUT_DECLINED)
        text_copy(help->filter, sizeof help->filter,
                  input->kind == INPUT_DECLINED ? "" : input->text);
    if (input->kind == INPUT_ACTION && input->action == ACTION_FIND) {
        struct ask *ask = effect_ask(effects, ASK_TEXT, HELP_FILTER);
        text_copy(ask->title, sizeof ask->title, "/");
        ask->live = true;
    } else if (input->kind == INPUT_ACTION) {
        list_move(&help->list, input->action, input->count, 10, found(help, view, actions));
    }
    (void)list_click(&help->list, input, found(help, view, actions));
    list_clamp(&help->list, found(help, view, actions));
}

const struct screen screen_help = {
    .name = "help",
    .title = N_("HELP"),
    .help = N_("What the keys do"),
    .right = RIGHT_NONE,
    .signed_out = true,
    .moves = MOVES_LIST,
    .actions = help_actions,
    .action_count = COUNT_OF(help_actions),
    .state_size = sizeof(struct help),
    .draw = help_draw,
    .input = help_input,
};
