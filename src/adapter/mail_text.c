#include "config.h"

#include "src/adapter/mail_text.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINE_BYTES = 57 /* 76 characters of base64 */, WORD_BYTES = 39 };

bool mail_address_is_good(const char *address)
{
    int signs = 0;
    for (const char *at = address; *at; at++) {
        if (*at <= ' ' || *at > '~' || strchr("<>()[],;:\\\"", *at))
            return false;
        signs += *at == '@';
    }
    return signs == 1 && address[0] != '@' && address[strlen(address) - 1] != '@';
}

static const char *base64_of(const char *bytes, size_t size, struct arena *arena)
{
    size_t room = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL);
    char *out = arena_alloc(arena, room);
    return sodium_bin2base64(out, room, (const uint8_t *)bytes, size,
                             sodium_base64_VARIANT_ORIGINAL);
}

/* How much of the text one encoded word takes, without cutting a character in two. */
static size_t word_of(const char *text)
{
    size_t size = strlen(text);
    if (size <= WORD_BYTES)
        return size;
    size = WORD_BYTES;
    while (size > 1 && ((unsigned char)text[size] & 0xC0) == 0x80)
        size--;
    return size;
}

/* Text in a header, as encoded words (RFC 2047), each on a line of its own. */
static const char *header_text(const char *text, struct arena *arena)
{
    const char *out = "";
    for (size_t size; *text; text += size) {
        size = word_of(text);
        out = arena_printf(arena, "%s%s=?UTF-8?B?%s?=", out, *out ? "\r\n " : "",
                           base64_of(text, size, arena));
    }
    return out;
}

/* In English, whatever the language here is. */
static const char *date_text(int64_t wall_ms, struct arena *arena)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm at;
    gmtime_r(&seconds, &at);
    return arena_printf(arena, "%s, %d %s %d %02d:%02d:%02d +0000", days[at.tm_wday], at.tm_mday,
                        months[at.tm_mon], at.tm_year + 1900, at.tm_hour, at.tm_min, at.tm_sec);
}

static const char *body_text(const char *text, struct arena *arena)
{
    size_t size = strlen(text), lines = size / LINE_BYTES + 1, room = lines * 80 + 1, used = 0;
    char *out = arena_alloc(arena, room);
    for (size_t at = 0; at < size; at += LINE_BYTES) {
        size_t part = size - at < LINE_BYTES ? size - at : LINE_BYTES;
        int put = snprintf(out + used, room - used, "%s\r\n", base64_of(text + at, part, arena));
        used += put > 0 ? (size_t)put : 0;
    }
    return out;
}

const char *mail_text(const struct mail_from *from, const struct post_mail *mail,
                      struct arena *arena)
{
    char id[UUID_TEXT];
    return arena_printf(arena,
                        "Date: %s\r\n"
                        "From: %s%s<%s>\r\n"
                        "To: <%s>\r\n"
                        "Subject: %s\r\n"
                        "Message-ID: <%s%s>\r\n"
                        "Auto-Submitted: auto-generated\r\n"
                        "MIME-Version: 1.0\r\n"
                        "Content-Type: text/plain; charset=utf-8\r\n"
                        "Content-Transfer-Encoding: base64\r\n"
                        "\r\n%s",
                        date_text(mail->at, arena), header_text(from->name, arena),
                        *from->name ? " " : "", from->address, mail->to,
                        header_text(mail->subject, arena), uuid_text(&mail->id, id),
                        strchr(from->address, '@'), body_text(mail->text, arena));
}
