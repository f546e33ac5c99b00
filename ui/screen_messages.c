/* Everything the console has said. */
#include "config.h"

#include <stdio.h>

#include "src/base/text.h"
#include "ui/format.h"
#include "ui/list.h"
#include "ui/screens.h"

enum { WHOLE_ROWS = 3, TEXT_AT = 9 };

struct log_view {
    struct list list;
};

/* Read from top to bottom, and opened where the newest is. */
static void messages_open(void *state, const struct view *view, const char *argument,
                          struct effects *effects)
{
    ((struct log_view *)state)->list.cursor = view->messages->count - 1;
    list_clamp(&((struct log_view *)state)->list, view->messages->count);
}

/* At the foot, what its row cannot hold of the one under the cursor. */
static void draw_whole(const struct log_view *log, const struct view *view, struct canvas *canvas,
                       struct area body)
{
    const char *text =
        view->messages->count ? messages_get(view->messages, log->list.cursor)->text : "";
    if (body.rows > 2 * WHOLE_ROWS && TEXT_AT + text_columns(text) > body.columns)
        draw_wrapped(canvas, area_part(body, body.rows - WHOLE_ROWS, 1, WHOLE_ROWS, -1), STYLE_DIM,
                     text);
}

static void messages_draw(const void *state, const struct view *view, struct canvas *canvas,
                          struct area body)
{
    const struct log_view *log = state;
    int count = view->messages->count;
    draw_whole(log, view, canvas, body);
    if (body.rows > 2 * WHOLE_ROWS)
        body = area_part(body, 0, 0, body.rows - WHOLE_ROWS, -1);
    int top = list_top(&log->list, body.rows, count);
    for (int i = top; i < count && i < top + body.rows; i++) {
        const struct message *message = messages_get(view->messages, i);
        char text[MESSAGE_TEXT + FORMAT_TEXT + 8], clock[FORMAT_TEXT];
        snprintf(text, sizeof text, "%s %s %s", format_clock(message->at, clock),
                 message->error ? "!" : " ", message->text);
        list_draw_row(&log->list, canvas, body, i, top, text);
    }
    if (count == 0)
        draw_text(canvas, body, 0, 1, STYLE_DIM, _("Nothing has been said yet."));
}

static void messages_input(void *state, const struct view *view, const struct input *input,
                           struct effects *effects)
{
    struct log_view *log = state;
    if (input->kind == INPUT_ACTION)
        list_move(&log->list, input->action, input->count, 10, view->messages->count);
    else
        (void)list_click(&log->list, input, view->messages->count);
}

const struct screen screen_messages = {
    .name = "messages",
    .title = N_("MESSAGES"),
    .help = N_("Messages of this session"),
    .go = 'e',
    .right = RIGHT_NONE,
    .signed_out = true,
    .moves = MOVES_LIST,
    .state_size = sizeof(struct log_view),
    .open = messages_open,
    .draw = messages_draw,
    .input = messages_input,
};
