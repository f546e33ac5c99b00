#include "config.h"

#include "ui/audit_filter.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "src/base/text.h"
#include "ui/intl.h"

enum { WORD_TEXT = 128, CODE_LENGTH = 8 };

/* The next word of a line; "" at its end. Quotes keep blanks in it. */
static const char *take_word(const char *at, char out[WORD_TEXT])
{
    size_t used = 0;
    bool quoted = false;
    while (*at == ' ')
        at++;
    for (; *at && (quoted || *at != ' '); at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (used + 1 < WORD_TEXT)
            out[used++] = *at;
    }
    out[used] = '\0';
    return at;
}

/* "B-7K3QM9", in whatever letters it was typed. */
static bool looks_like_code(const char *word)
{
    return strlen(word) == CODE_LENGTH && isalpha((unsigned char)word[0]) && word[1] == '-';
}

static bool set_order(struct audit_filter *filter, const char *word)
{
    bool fits = text_copy(filter->order, sizeof filter->order, word);
    for (char *at = filter->order; *at && looks_like_code(word); at++)
        *at = (char)toupper((unsigned char)*at);
    return fits;
}

/* Is the word this key, in the person's language or as the help says it? */
static bool is_key(const char *word, const char *key)
{
    return strcasecmp(word, key) == 0 || strcasecmp(word, _(key)) == 0;
}

static bool set(struct audit_filter *filter, const char *key, const char *value)
{
    /* L10N: words typed to narrow the audit log, each before a name: "by anna till T3". */
    if (is_key(key, N_("by")))
        return text_copy(filter->actor, sizeof filter->actor, value);
    if (is_key(key, N_("till")))
        return text_copy(filter->till, sizeof filter->till, value);
    if (is_key(key, N_("seat")))
        return text_copy(filter->seat, sizeof filter->seat, value);
    if (is_key(key, N_("show")))
        return text_copy(filter->show, sizeof filter->show, value);
    return is_key(key, N_("order")) && set_order(filter, value);
}

static bool set_bare(struct audit_filter *filter, const char *word)
{
    if (looks_like_code(word))
        return set_order(filter, word);
    return text_copy(filter->actor, sizeof filter->actor, word);
}

bool audit_filter_read(const char *text, struct audit_filter *filter, char wrong[SEAT_TEXT])
{
    struct audit_filter read = {.actor = ""};
    char key[WORD_TEXT], value[WORD_TEXT];
    const char *at = take_word(text, key);
    bool alone = true, understood = true;
    while (*key && understood) {
        at = take_word(at, value);
        understood = *value ? set(&read, key, value) : alone && set_bare(&read, key);
        alone = false;
        if (understood)
            at = take_word(at, key);
    }
    if (understood)
        *filter = read;
    else
        text_copy(wrong, SEAT_TEXT, key);
    return understood;
}

bool audit_filter_is_empty(const struct audit_filter *filter)
{
    return !filter->actor[0] && !filter->till[0] && !filter->seat[0] && !filter->show[0] &&
           !filter->order[0];
}
