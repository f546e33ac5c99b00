#include "config.h"

#include "src/domain/plan_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"

enum { NUMBER_HIGHEST = 999999, LETTERS_LONGEST = 3 };

/* A is 1, Z is 26, AA is 27. 0: not letters. */
static int32_t letters_value(const char *text)
{
    size_t length = strlen(text);
    if (length > LETTERS_LONGEST || strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != length)
        return 0;
    int32_t value = 0;
    for (; *text; text++)
        value = value * 26 + (*text - 'A' + 1);
    return value;
}

static void letters_text(int32_t value, char out[NUMBER_TEXT])
{
    char turned[NUMBER_TEXT];
    int length = 0;
    for (; value > 0 && length < NUMBER_TEXT - 1; value = (value - 1) / 26)
        turned[length++] = (char)('A' + (value - 1) % 26);
    for (int i = 0; i < length; i++)
        out[i] = turned[length - 1 - i];
    out[length] = '\0';
}

static void value_text(int32_t value, bool letters, int width, char out[NUMBER_TEXT])
{
    if (letters)
        letters_text(value, out);
    else
        snprintf(out, NUMBER_TEXT, "%0*d", width, (int)value);
}

static bool digits_value(const char *text, int32_t *out)
{
    int64_t value;
    if (strspn(text, "0123456789") != strlen(text) || !text_to_int(text, 0, NUMBER_HIGHEST, &value))
        return false;
    *out = (int32_t)value;
    return true;
}

static bool ends_alike(const char *from, const char *to, struct label_run *run, int32_t *last)
{
    run->letters = letters_value(from) > 0;
    if (run->letters) {
        run->from = letters_value(from);
        *last = letters_value(to);
        return *last > 0;
    }
    run->width = from[0] == '0' && from[1] ? (int)strlen(from) : 0;
    return digits_value(from, &run->from) && digits_value(to, last);
}

static const char *parse_range(char *from, char *dots, struct label_run *run)
{
    int32_t step = 1, last;
    char *to = dots + 2, *slash = strchr(to, '/');
    *dots = '\0';
    if (slash) {
        *slash = '\0';
        if (!digits_value(slash + 1, &step) || step < 1)
            return "the step after '/' must be a whole number from 1";
    }
    if (!ends_alike(from, to, run, &last))
        return "a range goes from number to number or from letter to letter, as in 1..14 or A..K";
    int32_t distance = abs(last - run->from);
    if (distance % step)
        return "the steps of the range do not reach its end";
    if (distance / step >= LABEL_RUN_MAX)
        return "the range is too long";
    run->count = distance / step + 1;
    run->step = last < run->from ? -step : step;
    return NULL;
}

const char *label_run_parse(const char *text, bool literal, struct label_run *run)
{
    char copy[2 * NUMBER_TEXT + 16];
    *run = (struct label_run){.count = 1};
    char *dots = NULL;
    if (!literal) {
        if (!text_copy(copy, sizeof copy, text))
            return "the range is too long";
        dots = strstr(copy, "..");
    }
    if (dots)
        return parse_range(copy, dots, run);
    if (!text_copy(run->single, sizeof run->single, text))
        return "the label is longer than 15 bytes";
    return NULL;
}

void label_run_at(const struct label_run *run, int i, char out[NUMBER_TEXT])
{
    if (run->step == 0)
        text_copy(out, NUMBER_TEXT, run->single);
    else
        value_text(run->from + i * run->step, run->letters, run->width, out);
}

static int32_t scheme_value(const struct number_scheme *scheme, struct number_row row, int seat)
{
    bool left = seat < row.left;
    int outwards = left ? row.left - 1 - seat : seat - row.left;
    switch (scheme->way) {
    case NUMBER_LEFT:
        return scheme->from + seat * scheme->step;
    case NUMBER_RIGHT:
        return scheme->from + (row.count - 1 - seat) * scheme->step;
    case NUMBER_ODD_LEFT:
        return 2 * outwards + (left ? 1 : 2);
    case NUMBER_ODD_RIGHT:
        return 2 * outwards + (left ? 2 : 1);
    }
    return 0;
}

void number_scheme_at(const struct number_scheme *scheme, struct number_row row, int seat,
                      char out[NUMBER_TEXT])
{
    value_text(scheme_value(scheme, row, seat), scheme->letters, 0, out);
}

bool number_start_parse(const char *text, struct number_scheme *scheme)
{
    scheme->letters = letters_value(text) > 0;
    if (scheme->letters)
        scheme->from = letters_value(text);
    return scheme->letters || digits_value(text, &scheme->from);
}
