/* The menu behind g: the screens one may open, each with its letter. */
#include "config.h"

#include "ui/console_private.h"

#include "ui/dialog.h"

enum { MENU_COLUMNS = 60, LETTER_COLUMNS = 3 };

static bool has_letter(const struct console *console, const struct screen *screen)
{
    return screen->go && console_allows(console, screen);
}

static int count_letters(const struct console *console)
{
    int count = 0;
    for (int i = 0; i < screen_count; i++)
        count += has_letter(console, screens[i]);
    return count;
}

static void draw_letter(const struct screen *screen, struct canvas *canvas, struct area place)
{
    const char *help = _(screen->help);
    draw_printf(canvas, place, 0, 0, STYLE_KEY, "%c", screen->go);
    if (draw_words(canvas, place, 0, LETTER_COLUMNS, STYLE_DIALOG, help) == LETTER_COLUMNS)
        draw_cut(canvas, place, 0, LETTER_COLUMNS, STYLE_DIALOG, help); /* not even one word */
}

/* Column by column. */
static void draw_letters(const struct console *console, struct canvas *canvas, struct area area,
                         int columns)
{
    int wide = area.columns / columns;
    for (int i = 0, at = 0; i < screen_count; i++)
        if (has_letter(console, screens[i])) {
            draw_letter(screens[i], canvas,
                        area_part(area, at % area.rows, at / area.rows * wide, 1, wide - 1));
            at++;
        }
}

/* On a low terminal it takes the whole body and stands in two columns. */
void console_draw_go(const struct console *console, enum tier tier, struct canvas *canvas,
                     struct area body)
{
    int rows = count_letters(console) + 2;
    int columns = body.columns < MENU_COLUMNS ? body.columns : MENU_COLUMNS;
    if (rows > body.rows) {
        draw_blank(canvas, body, STYLE_DIALOG);
        draw_letters(console, canvas, body, 2);
        return;
    }
    struct area frame = area_part(body, body.rows - rows, 0, rows, columns);
    struct area inside = dialog_draw(canvas, frame, tier, _("Go to"));
    draw_letters(console, canvas, inside, 1);
}
