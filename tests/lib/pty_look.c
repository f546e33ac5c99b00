/* What the screen shows, and what the program wrote. */
#include "config.h"

#include "tests/lib/pty.h"

#include <string.h>

#include "tests/lib/pty_private.h"
#include "ui/keys.h"

static size_t encode(uint32_t point, char *out)
{
    char name[KEYS_NAME_TEXT];
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t size = strlen(key_text((int32_t)point, name));
    memcpy(out, name, size);
    return size;
}

struct pty_cell pty_cell(struct pty *pty, int row, int column)
{
    VTermScreenCell cell;
    VTermPos at = {row, column};
    struct pty_cell out = {.fg = -1};
    size_t used = 0;
    if (!vterm_screen_get_cell(pty->screen, at, &cell))
        return out;
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] && used < 24; i++)
        used += encode(cell.chars[i], out.text + used);
    if (used == 0)
        out.text[used++] = ' ';
    out.text[used] = '\0';
    out.width = cell.width;
    out.bold = cell.attrs.bold;
    out.underline = cell.attrs.underline != 0;
    out.reverse = cell.attrs.reverse;
    if (VTERM_COLOR_IS_INDEXED(&cell.fg) && !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg))
        out.fg = cell.fg.indexed.idx;
    return out;
}

const char *pty_text(struct pty *pty)
{
    size_t used = 0;
    for (int row = 0; row < pty->rows; row++) {
        size_t from = used;
        for (int column = 0; column < pty->columns && used + 64 < sizeof pty->text;) {
            struct pty_cell cell = pty_cell(pty, row, column);
            size_t size = strlen(cell.text);
            memcpy(pty->text + used, cell.text, size);
            used += size;
            column += cell.width > 1 ? cell.width : 1;
        }
        while (used > from && pty->text[used - 1] == ' ')
            used--;
        pty->text[used++] = '\n';
    }
    pty->text[used] = '\0';
    return pty->text;
}

bool pty_shows(struct pty *pty, const char *text)
{
    return strstr(pty_text(pty), text) != NULL;
}

void pty_cursor(const struct pty *pty, int *row, int *column)
{
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(pty->vt), &at);
    *row = at.row;
    *column = at.col;
}

bool pty_alternate(const struct pty *pty)
{
    return pty->alternate;
}

bool pty_cursor_visible(const struct pty *pty)
{
    return !pty->cursor_hidden;
}

const char *pty_raw(const struct pty *pty, size_t *size)
{
    *size = pty->raw_size;
    return pty->raw ? pty->raw : "";
}

void pty_forget(struct pty *pty)
{
    pty->raw_size = 0;
    if (pty->raw)
        pty->raw[0] = '\0';
}

struct termios pty_modes(const struct pty *pty)
{
    struct termios modes = {0};
    tcgetattr(pty->master, &modes);
    return modes;
}

struct termios pty_first_modes(const struct pty *pty)
{
    return pty->first;
}

pid_t pty_pid(const struct pty *pty)
{
    return pty->pid;
}
