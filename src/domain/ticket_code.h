/*
 * What a signed ticket says, and the text in its QR code.
 *
 * The text is an L and, in base45, a frame of fixed layout, numbers with the high byte first:
 *
 *      0  1  version, 1         11  3  seat, its number in the hall
 *      1  4  house              14 16  ticket
 *      5  2  key id             30  2  generation
 *      7  3  show               32  4  valid from, minutes since 1970
 *     10  1  gate, 0 any        36  2  valid for, quarters of an hour; 0: for ever
 *     38 64  Ed25519 signature of the 38 bytes before it
 *
 * Together 154 characters: a QR code of 37 squares a side, which fits on a printer of 40 columns.
 * Reading looks at the length first, then at every character, then at the version, and only then
 * takes anything out of it; nothing in it is to be believed before its signature is verified.
 */
#ifndef LOGE_DOMAIN_TICKET_CODE_H
#define LOGE_DOMAIN_TICKET_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/base/base45.h"
#include "src/base/uuid.h"

enum {
    TICKET_VERSION = 1,
    TICKET_SIGNED = 38, /* bytes under the signature */
    TICKET_SIGNATURE = 64,
    TICKET_FRAME = TICKET_SIGNED + TICKET_SIGNATURE,
    TICKET_CODE_LENGTH = 1 + BASE45_TEXT(TICKET_FRAME),
    TICKET_CODE_TEXT = TICKET_CODE_LENGTH + 1,
};

struct ticket_mark {
    uint32_t house;
    uint16_t key; /* which of the house's keys signed */
    uint8_t gate; /* 0: any */
    int32_t show; /* show.no, below 2^24 */
    int32_t seat; /* plan_seat.no, below 2^24 */
    struct uuid ticket;
    uint16_t generation;
    int64_t from, until; /* wall ms; until 0: for ever. Rounded outwards to what the layout holds */
};

struct ticket_frame {
    uint8_t bytes[TICKET_SIGNED];
    uint8_t signature[TICKET_SIGNATURE];
};

enum ticket_form {
    TICKET_FORM_FINE,
    TICKET_FORM_OTHER,   /* not such a text at all */
    TICKET_FORM_LENGTH,  /* it begins like one, and is cut off or too long */
    TICKET_FORM_LETTERS, /* a character or a group that cannot be */
    TICKET_FORM_VERSION, /* of a newer program */
    TICKET_FORM_VALUE,   /* a number no ticket has */
};

/* False: a number that does not fit into its place. */
bool ticket_mark_write(const struct ticket_mark *mark, uint8_t out[TICKET_SIGNED]) MUST_USE;
enum ticket_form ticket_mark_read(const uint8_t bytes[TICKET_SIGNED], struct ticket_mark *mark);

char *ticket_code_write(const struct ticket_frame *frame, char out[TICKET_CODE_TEXT]);
/* With TICKET_FORM_FINE frame and mark are filled. */
enum ticket_form ticket_code_read(const char *text, size_t length, struct ticket_frame *frame,
                                  struct ticket_mark *mark);

#endif
