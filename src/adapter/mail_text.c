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

static const char *body_bytes(const void *bytes, size_t size, struct arena *arena)
{
    size_t lines = size / LINE_BYTES + 1, room = lines * 80 + 1, used = 0;
    char *out = arena_alloc(arena, room);
    for (size_t at = 0; at < size; at += LINE_BYTES) {
        size_t part = size - at < LINE_BYTES ? size - at : LINE_BYTES;
        int put = snprintf(out + used, room - used, "%s\r\n",
                           base64_of((const char *)bytes + at, part, arena));
        used += put > 0 ? (size_t)put : 0;
    }
    return out;
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* An entity of its own: its head, an empty line and its body. */
static const char *text_entity(const char *type, const char *text, struct arena *arena)
{
    return arena_printf(arena,
                        "Content-Type: text/%s; charset=utf-8\r\n"
                        "Content-Transfer-Encoding: base64\r\n"
                        "\r\n%s",
                        type, body_bytes(text, strlen(text), arena));
}

static const char *part_entity(const struct post_part *part, struct arena *arena)
{
    const char *cid = part->cid ? arena_printf(arena, "Content-ID: <%s>\r\n", part->cid) : "";
    return arena_printf(arena,
                        "Content-Type: %s; name=\"%s\"\r\n"
                        "%sContent-Disposition: %s; filename=\"%s\"\r\n"
                        "Content-Transfer-Encoding: base64\r\n"
                        "\r\n%s",
                        part->type, part->name, cid, part->cid ? "inline" : "attachment",
                        part->name, body_bytes(part->bytes, part->size, arena));
}

struct multipart {
    const char *kind;     /* "mixed" */
    const char *boundary; /* stands in no base64, because of its hyphens */
    const char *text;     /* the parts so far */
};

static struct multipart multipart_of(const char *kind, const struct post_mail *mail,
                                     struct arena *arena)
{
    char id[UUID_TEXT];
    return (struct multipart){
        kind, arena_printf(arena, "loge-%s-%s", kind, uuid_text(&mail->id, id)), ""};
}

static void add_entity(struct multipart *to, const char *entity, struct arena *arena)
{
    to->text = arena_printf(arena, "%s--%s\r\n%s\r\n", to->text, to->boundary, entity);
}

static const char *multipart_entity(const struct multipart *of, struct arena *arena)
{
    return arena_printf(arena,
                        "Content-Type: multipart/%s; boundary=\"%s\"\r\n"
                        "\r\n%s--%s--\r\n",
                        of->kind, of->boundary, of->text, of->boundary);
}

/* The HTML with what it shows. */
static const char *shown_entity(const struct post_mail *mail, struct arena *arena)
{
    struct multipart related = multipart_of("related", mail, arena);
    add_entity(&related, text_entity("html", mail->html, arena), arena);
    for (int i = 0; i < mail->part_count; i++)
        if (mail->parts[i].cid)
            add_entity(&related, part_entity(&mail->parts[i], arena), arena);
    return multipart_entity(&related, arena);
}

/* The text first: of alternatives a reader shows the last one that it can. */
static const char *words_entity(const struct post_mail *mail, struct arena *arena)
{
    struct multipart either = multipart_of("alternative", mail, arena);
    const char *plain = text_entity("plain", mail->text, arena);
    if (!mail->html)
        return plain;
    add_entity(&either, plain, arena);
    add_entity(&either, shown_entity(mail, arena), arena);
    return multipart_entity(&either, arena);
}

static const char *whole_entity(const struct post_mail *mail, struct arena *arena)
{
    struct multipart mixed = multipart_of("mixed", mail, arena);
    add_entity(&mixed, words_entity(mail, arena), arena);
    for (int i = 0; i < mail->part_count; i++)
        if (!mail->parts[i].cid)
            add_entity(&mixed, part_entity(&mail->parts[i], arena), arena);
    return mail->part_count ? multipart_entity(&mixed, arena) : words_entity(mail, arena);
}

/* ---- the whole ------------------------------------------------------------------------------ */

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
                        "%s",
                        date_text(mail->at, arena), header_text(from->name, arena),
                        *from->name ? " " : "", from->address, mail->to,
                        header_text(mail->subject, arena), uuid_text(&mail->id, id),
                        strchr(from->address, '@'), whole_entity(mail, arena));
}
