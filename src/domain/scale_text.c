#include "config.h"

#include "src/domain/scale_text.h"

#include <string.h>

#include "src/base/tongue.h"
#include "src/domain/scale_weight.h"

/* What is still under way when a line is opened is over by then, at 1200 baud too. */
enum { HALF_LINE_MS = 200, SURE = 2 };

/* ---- a line -----------------------------------------------------------------------------------
 */

/* A weight with its unit and nothing behind it. */
static struct scale_said weight_said(enum scale_word word, const char *text)
{
    struct scale_said said = {word, 0};
    const char *rest = scale_weight_take(text, &said.grams);
    if (!rest || *rest)
        return (struct scale_said){SCALE_NO_WORD, 0};
    if (said.grams < 0)
        return (struct scale_said){SCALE_BELOW, 0};
    return said;
}

/* "S S     12.34 kg": behind the first letter and its blank. */
static struct scale_said sics_said(const char *text)
{
    static const struct {
        char letter;
        enum scale_word word;
    } words[] = {{'I', SCALE_BUSY}, {'+', SCALE_BEYOND}, {'-', SCALE_BELOW}};
    if (text[0] == 'S' && text[1] == ' ')
        return weight_said(SCALE_RESTS, text + 1);
    if (text[0] == 'D' && text[1] == ' ')
        return weight_said(SCALE_MOVES, text + 1);
    for (int i = 0; i < COUNT_OF(words); i++)
        if (text[0] == words[i].letter && text[1 + strspn(text + 1, " ")] == '\0')
            return (struct scale_said){words[i].word, 0};
    return (struct scale_said){SCALE_NO_WORD, 0};
}

static bool skip(const char **text, const char *head)
{
    size_t length = strlen(head);
    bool there = strncmp(*text, head, length) == 0;
    *text += there ? length : 0;
    return there;
}

/* "ST,GS,+  12.34kg": gross and net are what lies on it; TR, what was taken away, is not. */
static struct scale_said listed_said(enum scale_word word, const char *text)
{
    if (!skip(&text, "GS,"))
        skip(&text, "NT,");
    return weight_said(word, text);
}

struct scale_said scale_line_read(const char *line)
{
    line += strspn(line, " ");
    if (skip(&line, "S "))
        return sics_said(line);
    if (skip(&line, "ST,"))
        return listed_said(SCALE_RESTS, line);
    if (skip(&line, "US,"))
        return listed_said(SCALE_MOVES, line);
    if (skip(&line, "OL,"))
        return (struct scale_said){SCALE_BEYOND, 0};
    return weight_said(SCALE_PLAIN, line);
}

/* ---- an ear -----------------------------------------------------------------------------------
 */

void scale_ear_open(struct scale_ear *ear, int64_t now)
{
    *ear = (struct scale_ear){.opened = now, .heard_at = now};
}

static void keep_said(struct scale_ear *ear, const struct scale_said *said, int64_t now)
{
    bool same = said->word == ear->said.word && said->grams == ear->said.grams;
    ear->times = same && ear->times ? SURE : 1;
    ear->since = same ? ear->since : now;
    ear->said = *said;
    ear->heard_at = now;
    ear->noise = false;
}

/* The end of a line that was under way when the ear was opened looks like a smaller weight. */
static void end_line(struct scale_ear *ear, int64_t now)
{
    ear->line[ear->used] = '\0';
    const struct scale_said said = scale_line_read(ear->line);
    bool believed = said.word != SCALE_PLAIN || ear->whole;
    if (!ear->too_long && said.word != SCALE_NO_WORD && believed)
        keep_said(ear, &said, now);
    ear->used = 0;
    ear->too_long = false;
    ear->whole = true;
}

static void keep_byte(struct scale_ear *ear, char byte, int64_t now)
{
    bool control = (unsigned char)byte < ' '; /* STX and the like, around a line */
    ear->whole |= ear->used == 0 && now - ear->opened >= HALF_LINE_MS;
    ear->noise = true;
    if (ear->used < SCALE_LINE - 1 && !control)
        ear->line[ear->used++] = byte;
    else if (!control)
        ear->too_long = true;
}

void scale_ear_hear(struct scale_ear *ear, const char *bytes, size_t count, int64_t now)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != '\r' && bytes[i] != '\n')
            keep_byte(ear, bytes[i], now);
        else if (ear->used)
            end_line(ear, now);
}

static bool is_still(const struct scale_ear *ear, int64_t now)
{
    bool sure = ear->said.word == SCALE_RESTS && ear->times >= SURE;
    return sure || (ear->said.word != SCALE_MOVES && now - ear->since >= SCALE_REST_MS);
}

enum scale_state scale_ear_tell(const struct scale_ear *ear, int64_t now, int32_t *grams)
{
    static const enum scale_state states[] = {
        [SCALE_NO_WORD] = SCALE_WAITING, [SCALE_BUSY] = SCALE_WAITING,
        [SCALE_MOVES] = SCALE_MOVING,    [SCALE_RESTS] = SCALE_MOVING,
        [SCALE_PLAIN] = SCALE_MOVING,    [SCALE_BEYOND] = SCALE_TOO_HEAVY,
        [SCALE_BELOW] = SCALE_TOO_LIGHT,
    };
    *grams = 0;
    if (now - ear->heard_at >= SCALE_PATIENCE_MS)
        return ear->noise ? SCALE_GARBLED : SCALE_SILENT;
    enum scale_state state = states[ear->said.word];
    if (state == SCALE_MOVING) {
        *grams = ear->said.grams;
        state = is_still(ear, now) ? SCALE_STILL : SCALE_MOVING;
    }
    return state;
}

const char *scale_state_sentence(enum scale_state state)
{
    switch (state) {
    case SCALE_MOVING:
    case SCALE_STILL:
        return NULL;
    case SCALE_WAITING:
        return N_("Waiting for the scale.");
    case SCALE_TOO_HEAVY:
        return N_("That is more than the scale can weigh.");
    case SCALE_TOO_LIGHT:
        return N_("The scale shows less than nothing: empty it and set it to zero.");
    case SCALE_SILENT:
        return N_("The scale is silent: is it switched on and plugged in?");
    case SCALE_GARBLED:
        return N_("What the scale sends is not understood: look at its speed and its format.");
    case SCALE_FAULT:
        break;
    }
    return N_("The scale cannot be reached.");
}
