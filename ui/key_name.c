/* How keys are called in settings, in hints and in help. */
#include "config.h"

#include "ui/keys.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

static const struct {
    const char *name;
    int32_t code;
} names[] = {
    {"Enter", KEYCODE_ENTER},   {"Tab", KEYCODE_TAB},       {"Esc", KEYCODE_ESC},
    {"Space", KEYCODE_SPACE},   {"Up", KEYCODE_UP},         {"Down", KEYCODE_DOWN},
    {"Left", KEYCODE_LEFT},     {"Right", KEYCODE_RIGHT},   {"Home", KEYCODE_HOME},
    {"End", KEYCODE_END},       {"PgUp", KEYCODE_PAGE_UP},  {"PgDn", KEYCODE_PAGE_DOWN},
    {"Insert", KEYCODE_INSERT}, {"Delete", KEYCODE_DELETE}, {"Backspace", KEYCODE_BACKSPACE},
    {"S-Tab", KEYCODE_BACKTAB},
};

static bool parse_function_key(const char *name, int32_t *code)
{
    int64_t number;
    if (name[0] != 'F' || !text_to_int(name + 1, 1, 12, &number) || name[1] == '0')
        return false;
    *code = KEYCODE_F1 + (int32_t)number - 1;
    return true;
}

static bool parse_control(const char *name, int32_t *code)
{
    if (strlen(name) != 3 || strncmp(name, "C-", 2) != 0 || name[2] < 'a' || name[2] > 'z')
        return false;
    *code = name[2] - 'a' + 1;
    return true;
}

bool key_parse(const char *name, int32_t *code)
{
    const char *at = name, *end = name + strlen(name);
    for (int i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, name) == 0) {
            *code = names[i].code;
            return true;
        }
    if (parse_function_key(name, code) || parse_control(name, code))
        return true;
    if (at == end)
        return false;
    uint32_t point = text_next(&at, end);
    if (at != end || text_char_columns(point) < 1 || point == 0xFFFD)
        return false;
    *code = (int32_t)point;
    return true;
}

static int encode(uint32_t point, char *out)
{
    int length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    for (int i = length - 1; i > 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)(leads[length] | point);
    return length;
}

char *key_text(int32_t code, char out[KEYS_NAME_TEXT])
{
    for (int i = 0; i < COUNT_OF(names); i++)
        if (names[i].code == code) {
            snprintf(out, KEYS_NAME_TEXT, "%s", names[i].name);
            return out;
        }
    if (code >= KEYCODE_F1 && code <= KEYCODE_F12)
        snprintf(out, KEYS_NAME_TEXT, "F%d", (int)(code - KEYCODE_F1 + 1) % 100);
    else if (code > 0 && code < 0x20)
        snprintf(out, KEYS_NAME_TEXT, "C-%c", (char)(code + 'a' - 1));
    else
        out[encode((uint32_t)code & 0x1fffff, out)] = '\0';
    return out;
}
