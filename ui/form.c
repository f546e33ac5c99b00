#include "config.h"

#include "ui/form.h"

#include <assert.h>

#include "src/base/text.h"
#include "ui/intl.h"

int form_add(struct form *form, const char *label, bool secret, const char *text)
{
    assert(form->count < FORM_FIELDS_MAX);
    struct field *field = &form->fields[form->count];
    field->label = label;
    field->secret = secret;
    line_set(&field->line, text);
    return form->count++;
}

static enum form_result go(struct form *form, int step)
{
    int wanted = form->focus + step;
    if (wanted >= 0 && wanted < form->count)
        form->focus = wanted;
    return FORM_MOVED;
}

enum form_result form_key(struct form *form, int32_t code)
{
    switch (code) {
    case KEYCODE_UP:
    case KEYCODE_BACKTAB:
        return go(form, -1);
    case KEYCODE_DOWN:
    case KEYCODE_TAB:
        return go(form, 1);
    case KEYCODE_ENTER:
        return form->focus == form->count - 1 ? FORM_SUBMIT : go(form, 1);
    default:
        return line_key(&form->fields[form->focus].line, code) ? FORM_CHANGED : FORM_IGNORED;
    }
}

const char *form_text(const struct form *form, int field)
{
    assert(field >= 0 && field < form->count);
    return form->fields[field].line.text;
}

static int label_columns(const struct form *form)
{
    int most = 0;
    for (int i = 0; i < form->count; i++) {
        int columns = text_columns(_(form->fields[i].label));
        most = columns > most ? columns : most;
    }
    return most;
}

int form_draw(const struct form *form, struct canvas *canvas, struct area area)
{
    int labels = label_columns(form);
    struct area focused = {0};
    for (int i = 0; i < form->count; i++) {
        struct area box = area_part(area, i, labels + 2, 1, 40);
        bool focus = i == form->focus;
        draw_text(canvas, area, i, 0, focus ? STYLE_STRONG : STYLE_TEXT, _(form->fields[i].label));
        line_draw(&form->fields[i].line, canvas, box, focus ? STYLE_FIELD_FOCUS : STYLE_FIELD,
                  form->fields[i].secret);
        if (focus)
            focused = box;
    }
    /* Drawn again, so that the cursor is parked in it. */
    line_draw(&form->fields[form->focus].line, canvas, focused, STYLE_FIELD_FOCUS,
              form->fields[form->focus].secret);
    return form->count;
}
