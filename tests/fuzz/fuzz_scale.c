/* A scale's line, and the setting that names it: whatever comes, for however long, nothing but a
 * weight in range is told, one that is understood in pieces is the one that is understood whole. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/domain/scale_place.h"
#include "src/domain/scale_text.h"
#include "src/domain/scale_weight.h"

enum { LONGEST = 4096, STEP_MS = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void assert_tells_a_weight(const struct scale_ear *ear, int64_t now)
{
    int32_t grams;
    enum scale_state state = scale_ear_tell(ear, now, &grams);
    assert(state >= SCALE_WAITING && state < SCALE_FAULT);
    assert(grams >= 0 && grams <= SCALE_MOST_G);
    assert(grams == 0 || !scale_state_sentence(state));
    assert(ear->used < SCALE_LINE);
}

static void hear_byte_by_byte(const char *text, size_t size)
{
    struct scale_ear ear;
    scale_ear_open(&ear, 0);
    for (size_t i = 0; i < size; i++) {
        scale_ear_hear(&ear, text + i, 1, (int64_t)i * STEP_MS);
        assert_tells_a_weight(&ear, (int64_t)i * STEP_MS);
    }
}

static void hear_in_pieces(const char *text, size_t size)
{
    struct scale_ear whole, pieces;
    scale_ear_open(&whole, 0);
    scale_ear_open(&pieces, 0);
    scale_ear_hear(&whole, text, size, STEP_MS);
    for (size_t i = 0; i < size; i += 3)
        scale_ear_hear(&pieces, text + i, size - i < 3 ? size - i : 3, STEP_MS);
    assert_tells_a_weight(&whole, STEP_MS);
    assert(whole.said.word == pieces.said.word && whole.said.grams == pieces.said.grams);
    assert(whole.times == pieces.times && whole.used == pieces.used);
}

static void places(const char *text)
{
    struct scale_place place;
    if (!scale_place_read(text, &place))
        return;
    assert(place.name[0] && memchr(place.name, '\0', sizeof place.name));
    assert(place.tcp ? place.port[0] : place.name[0] == '/' && place.baud >= 1200);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LONGEST + 1];
    if (size > LONGEST)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    hear_byte_by_byte(text, size);
    hear_in_pieces(text, size);
    places(text);
    return 0;
}
