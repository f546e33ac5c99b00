#include "config.h"

#include "src/domain/scale_place.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"

enum { BAUD_DEFAULT = 9600, PORT_MAX = 65535 };

/* True: it fits, and is not empty. */
static bool keep(char *out, size_t size, const char *from, size_t length)
{
    if (length == 0 || length >= size)
        return false;
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

/* ---- tcp:HOST:PORT -------------------------------------------------------------------------- */

static bool read_host(const char *text, size_t length, struct scale_place *place)
{
    bool brackets = length >= 2 && text[0] == '[' && text[length - 1] == ']';
    if (brackets)
        return keep(place->name, sizeof place->name, text + 1, length - 2);
    return !memchr(text, ':', length) && keep(place->name, sizeof place->name, text, length);
}

static bool read_address(const char *text, struct scale_place *place)
{
    const char *colon = strrchr(text, ':');
    int64_t port;
    return colon && text_to_int(colon + 1, 1, PORT_MAX, &port) &&
           keep(place->port, sizeof place->port, colon + 1, strlen(colon + 1)) &&
           read_host(text, (size_t)(colon - text), place);
}

/* ---- /dev/tty@BAUD,8n1 ---------------------------------------------------------------------- */

static bool read_baud(const char *text, size_t length, struct scale_place *place)
{
    static const int rates[] = {1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200};
    for (int i = 0; i < COUNT_OF(rates); i++) {
        char name[8];
        int digits = snprintf(name, sizeof name, "%d", rates[i]);
        if ((size_t)digits == length && strncmp(text, name, length) == 0)
            place->baud = rates[i];
    }
    return place->baud != 0;
}

static bool read_frame(const char *text, struct scale_place *place)
{
    if (strlen(text) != 3 || !strchr("78", text[0]) || !strchr("neoNEO", text[1]) ||
        !strchr("12", text[2]))
        return false;
    place->bits = text[0] - '0';
    place->parity = (char)(text[1] | 0x20);
    place->stops = text[2] - '0';
    return true;
}

static bool read_device(const char *text, struct scale_place *place)
{
    const char *at = strrchr(text, '@');
    size_t length = at ? (size_t)(at - text) : strlen(text);
    const char *comma = at ? strchr(at, ',') : NULL;
    if (!keep(place->name, sizeof place->name, text, length))
        return false;
    if (!at)
        place->baud = BAUD_DEFAULT;
    else if (!read_baud(at + 1, comma ? (size_t)(comma - at - 1) : strlen(at + 1), place))
        return false;
    return !comma || read_frame(comma + 1, place);
}

bool scale_place_read(const char *text, struct scale_place *place)
{
    static const char scheme[] = "tcp:";
    struct scale_place read = {.bits = 8, .parity = 'n', .stops = 1};
    read.tcp = strncmp(text, scheme, sizeof scheme - 1) == 0;
    bool fine = read.tcp ? read_address(text + sizeof scheme - 1, &read)
                         : text[0] == '/' && read_device(text, &read);
    if (fine)
        *place = read;
    return fine;
}
