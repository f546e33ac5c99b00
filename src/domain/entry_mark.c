#include "config.h"

#include "src/domain/entry_mark.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

/* ---- as a text ------------------------------------------------------------------------------ */

enum { CHECK_LETTERS = 24 };

/* No I and no O, which are read as digits. */
static void add_check(char *text)
{
    static const char letters[CHECK_LETTERS + 1] = "ABCDEFGHJKLMNPQRSTUVWXYZ";
    size_t length = strlen(text);
    uint32_t sum = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (uint8_t)text[i]) * 16777619U;
    text[length] = '-';
    text[length + 1] = letters[sum % CHECK_LETTERS];
    text[length + 2] = letters[sum / CHECK_LETTERS % CHECK_LETTERS];
    text[length + 3] = '\0';
}

char *entry_mark_text(const struct entry_mark *mark, char out[ENTRY_MARK_TEXT])
{
    out[0] = '\0';
    if (!mark->seq)
        return out;
    snprintf(out, ENTRY_MARK_TEXT - 3, "J%u-%" PRIu32 "-%" PRIu64, mark->till, mark->epoch,
             mark->seq);
    add_check(out);
    return out;
}

/* Digits up to a dash, which goes too. */
static bool take_number(const char **text, int64_t most, int64_t *out)
{
    char digits[24];
    size_t length = strcspn(*text, "-");
    if (length >= sizeof digits || (*text)[length] != '-')
        return false;
    memcpy(digits, *text, length);
    digits[length] = '\0';
    *text += length + 1;
    return text_to_int(digits, 1, most, out);
}

static bool take_trimmed(const char *text, char out[ENTRY_MARK_TEXT])
{
    text += strspn(text, " \t\r\n");
    size_t length = strcspn(text, " \t\r\n");
    if (length >= ENTRY_MARK_TEXT || text[length + strspn(text + length, " \t\r\n")])
        return false;
    for (size_t i = 0; i < length; i++)
        out[i] = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 'a' + 'A') : text[i];
    out[length] = '\0';
    return true;
}

bool entry_mark_parse(const char *text, struct entry_mark *out)
{
    char typed[ENTRY_MARK_TEXT], right[ENTRY_MARK_TEXT];
    int64_t till, epoch, seq;
    if (!take_trimmed(text, typed) || typed[0] != 'J')
        return false;
    const char *at = typed + 1;
    if (!take_number(&at, UINT16_MAX, &till) || !take_number(&at, UINT32_MAX, &epoch) ||
        !take_number(&at, INT64_MAX, &seq))
        return false;
    *out = (struct entry_mark){(uint16_t)till, (uint32_t)epoch, (uint64_t)seq};
    return strcmp(entry_mark_text(out, right), typed) == 0;
}

/* ---- what is missing ------------------------------------------------------------------------ */

/* A journal that goes on in a new epoch takes its open entries up again in their order, behind the
 * ones it had. */
static uint64_t not_taken_up(uint64_t seq, const struct tail_known *known)
{
    uint64_t now = seq - known->had + known->start_seq;
    return now > known->last_seq ? now - known->last_seq : 0;
}

uint64_t tail_missing(const struct entry_mark *mark, const struct tail_known *known)
{
    if (mark->seq <= known->had)
        return 0;
    uint64_t missing = mark->seq - known->had;
    bool goes_on = mark->epoch < known->epoch && mark->seq <= known->start_seq;
    uint64_t open = goes_on ? not_taken_up(mark->seq, known) : missing;
    return open < missing ? open : missing;
}
