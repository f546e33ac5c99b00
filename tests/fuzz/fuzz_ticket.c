/* Codes from a scanner: whatever comes in, nothing unsigned is good, and what reads well is written
 * back as it was. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/ticket_seal.h"

enum { LONGEST = 2048 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Nobody has the secret parts of these. */
static const struct ticket_key keys[] = {
    {.id = 1, .kind = KEY_HOUSE, .house = 1, .public = {1}},
    {.id = 1, .kind = KEY_PRETIX, .show = 1, .public = {2}},
};

static void codes(const char *text)
{
    const struct ticket_keys known = {keys, COUNT_OF(keys)};
    struct opened opened;
    ticket_open(sodium_crypt(), &known, text, &opened);
    assert(opened.seal != SEAL_GOOD);
}

static void frames(const char *text)
{
    struct ticket_frame frame;
    struct ticket_mark mark;
    uint8_t again[TICKET_SIGNED];
    char written[TICKET_CODE_TEXT];
    size_t length = strlen(text);
    if (ticket_code_read(text, length, &frame, &mark) != TICKET_FORM_FINE)
        return;
    assert(ticket_mark_write(&mark, again) && memcmp(again, frame.bytes, sizeof again) == 0);
    ticket_code_write(&frame, written);
    assert(strlen(written) == length);
}

static void payload(const uint8_t *data, size_t size)
{
    struct pretix_frame frame = {.size = size < PRETIX_PAYLOAD ? size : PRETIX_PAYLOAD};
    struct pretix_ticket ticket;
    if (frame.size)
        memcpy(frame.payload, data, frame.size);
    if (pretix_payload_read(&frame, &ticket))
        assert(ticket.seed[0] && memchr(ticket.seed, '\0', sizeof ticket.seed) &&
               ticket.item >= 0 && ticket.from >= 0 && ticket.until >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LONGEST + 1];
    uint8_t key[PRETIX_KEY];
    if (size > LONGEST)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    codes(text);
    frames(text);
    payload(data, size);
    if (pretix_key_read(text, key))
        assert(strlen(text) >= PRETIX_KEY);
    return 0;
}
