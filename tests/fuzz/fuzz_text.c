/* Text from strangers: whatever comes in, what goes to screens, logs and stores is harmless. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/money.h"
#include "src/base/text.h"
#include "src/base/uuid.h"

enum { LONGEST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void assert_harmless(const char *text)
{
    const char *end = text + strlen(text);
    assert(text_valid(text, (size_t)(end - text)));
    while (text < end)
        assert(text_char_columns(text_next(&text, end)) >= 0);
}

static void screen(const char *text)
{
    char drawn[64];
    for (int columns = 0; columns < 40; columns += 13) {
        int used = text_fit(drawn, sizeof drawn, text, columns, true);
        assert(used <= columns && used == text_columns(drawn));
        assert_harmless(drawn);
    }
}

static void log_line(const char *text)
{
    char escaped[256];
    assert_harmless(text_escape(escaped, sizeof escaped, text));
}

static void store(const char *text)
{
    char clean[128], again[128];
    if (text_clean(text, clean, sizeof clean))
        return;
    assert_harmless(clean);
    assert(!text_clean(clean, again, sizeof again) && strcmp(clean, again) == 0);
}

static void values(const char *text)
{
    int64_t number, back;
    struct uuid id, same;
    char moment[TIME_TEXT], amount[MONEY_TEXT], key[UUID_TEXT];
    if (time_parse(text, &number))
        assert(time_parse(time_text(number, moment), &back) && back == number);
    if (money_parse(text, "EUR", &number))
        assert(money_parse(money_text(number, "EUR", amount), "EUR", &back) && back == number);
    if (uuid_parse(text, &id))
        assert(uuid_parse(uuid_text(&id, key), &same) && uuid_equal(&id, &same));
    if (text_to_int(text, -1000, 1000, &number))
        assert(number >= -1000 && number <= 1000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LONGEST + 1];
    if (size > LONGEST)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    screen(text);
    log_line(text);
    store(text);
    values(text);
    return 0;
}
