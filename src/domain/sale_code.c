/* Codes people read aloud and type: no 0 O 1 I L U, no B S Z beside 8 5 2. */
#include "config.h"

#include "src/domain/sale_ticket.h"

enum { SALE_LETTERS = 6, TICKET_LETTERS = 10 };

static const char letters[] = "23456789ACDEFGHJKMNPQRTVWXY";
enum { LETTERS = sizeof letters - 1 };

/* Bytes past the last whole multiple are thrown away: every letter is as likely as the next. */
static char random_letter(struct uuid_source *ids)
{
    uint8_t byte;
    do
        ids->rng.fill(ids->rng.ctx, &byte, 1);
    while (byte >= 256 / LETTERS * LETTERS);
    return letters[byte % LETTERS];
}

static char *make_code(struct uuid_source *ids, char prefix, int count, char *out)
{
    char *at = out;
    *at++ = prefix;
    *at++ = '-';
    for (int i = 0; i < count; i++)
        *at++ = random_letter(ids);
    *at = '\0';
    return out;
}

char *sale_make_code(struct uuid_source *ids, char prefix, char out[CODE_TEXT])
{
    _Static_assert(2 + SALE_LETTERS < CODE_TEXT, "a sale's code fits");
    return make_code(ids, prefix, SALE_LETTERS, out);
}

char *sale_make_ticket_code(struct uuid_source *ids, char out[CODE_TEXT])
{
    _Static_assert(2 + TICKET_LETTERS < CODE_TEXT, "a ticket's code fits");
    return make_code(ids, 'T', TICKET_LETTERS, out);
}
