#include "config.h"

#include "src/domain/ticket_code.h"

#include <string.h>

enum {
    AT_HOUSE = 1,
    AT_KEY = 5,
    AT_SHOW = 7,
    AT_GATE = 10,
    AT_SEAT = 11,
    AT_TICKET = 14,
    AT_GENERATION = 30,
    AT_FROM = 32,
    AT_SPAN = 36,
};
_Static_assert(AT_SPAN + 2 == TICKET_SIGNED, "the layout has no gap at its end");

static const int64_t minute_ms = 60000, quarter_ms = 15 * 60000;

static const char initial = 'L';

static void put(uint8_t *at, int bytes, uint64_t value)
{
    for (int i = bytes - 1; i >= 0; i--, value >>= 8)
        at[i] = (uint8_t)value;
}

static uint64_t take(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return value;
}

static bool fits(int64_t value, int bytes)
{
    return value >= 0 && value < INT64_C(1) << (8 * bytes);
}

/* ---- what is signed ----------------------------------------------------------------------- */

/* Quarters from the written beginning to the end; 0 is kept for "for ever". */
static int64_t span_of(const struct ticket_mark *mark)
{
    if (!mark->until)
        return 0;
    int64_t begins = mark->from / minute_ms * minute_ms;
    return mark->until <= begins ? -1 : (mark->until - begins + quarter_ms - 1) / quarter_ms;
}

bool ticket_mark_write(const struct ticket_mark *mark, uint8_t out[TICKET_SIGNED])
{
    int64_t from = mark->from / minute_ms;
    if (mark->from < 0 || !fits(from, 4) || !fits(mark->show, 3) || !fits(mark->seat, 3))
        return false;
    int64_t span = span_of(mark);
    if (!fits(span, 2))
        return false;
    out[0] = TICKET_VERSION;
    put(out + AT_HOUSE, 4, mark->house);
    put(out + AT_KEY, 2, mark->key);
    put(out + AT_SHOW, 3, (uint64_t)mark->show);
    out[AT_GATE] = mark->gate;
    put(out + AT_SEAT, 3, (uint64_t)mark->seat);
    memcpy(out + AT_TICKET, mark->ticket.b, sizeof mark->ticket.b);
    put(out + AT_GENERATION, 2, mark->generation);
    put(out + AT_FROM, 4, (uint64_t)from);
    put(out + AT_SPAN, 2, (uint64_t)span);
    return true;
}

enum ticket_form ticket_mark_read(const uint8_t bytes[TICKET_SIGNED], struct ticket_mark *mark)
{
    if (bytes[0] != TICKET_VERSION)
        return bytes[0] > TICKET_VERSION ? TICKET_FORM_VERSION : TICKET_FORM_VALUE;
    *mark = (struct ticket_mark){
        .house = (uint32_t)take(bytes + AT_HOUSE, 4),
        .key = (uint16_t)take(bytes + AT_KEY, 2),
        .show = (int32_t)take(bytes + AT_SHOW, 3),
        .gate = bytes[AT_GATE],
        .seat = (int32_t)take(bytes + AT_SEAT, 3),
        .generation = (uint16_t)take(bytes + AT_GENERATION, 2),
        .from = (int64_t)take(bytes + AT_FROM, 4) * minute_ms,
    };
    memcpy(mark->ticket.b, bytes + AT_TICKET, sizeof mark->ticket.b);
    int64_t span = (int64_t)take(bytes + AT_SPAN, 2);
    mark->until = span ? mark->from + span * quarter_ms : 0;
    return mark->show && mark->generation && !uuid_is_zero(&mark->ticket) ? TICKET_FORM_FINE
                                                                          : TICKET_FORM_VALUE;
}

/* ---- the text ----------------------------------------------------------------------------- */

char *ticket_code_write(const struct ticket_frame *frame, char out[TICKET_CODE_TEXT])
{
    uint8_t whole[TICKET_FRAME];
    memcpy(whole, frame->bytes, TICKET_SIGNED);
    memcpy(whole + TICKET_SIGNED, frame->signature, TICKET_SIGNATURE);
    out[0] = initial;
    base45_write(whole, sizeof whole, out + 1);
    return out;
}

enum ticket_form ticket_code_read(const char *text, size_t length, struct ticket_frame *frame,
                                  struct ticket_mark *mark)
{
    uint8_t whole[TICKET_FRAME];
    if (length == 0 || (text[0] != initial && text[0] != initial - 'A' + 'a'))
        return TICKET_FORM_OTHER;
    if (length != TICKET_CODE_LENGTH)
        return TICKET_FORM_LENGTH;
    if (!base45_read(text + 1, length - 1, whole, sizeof whole))
        return TICKET_FORM_LETTERS;
    memcpy(frame->bytes, whole, TICKET_SIGNED);
    memcpy(frame->signature, whole + TICKET_SIGNED, TICKET_SIGNATURE);
    return ticket_mark_read(frame->bytes, mark);
}
