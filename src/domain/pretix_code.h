/*
 * The signed ticket that pretix prints ("pretix_sig1"), so that a door can admit both.
 *
 * The text is base64 turned back to front, so that its padding comes first; a scanner may put a
 * name of a character set before it ("\000026"). Inside are the byte 1, two lengths, a payload in
 * protobuf and its Ed25519 signature. Lengths must come out exactly; fields that are not known are
 * passed over. Nothing is to be believed before the signature is verified.
 */
#ifndef LOGE_DOMAIN_PRETIX_CODE_H
#define LOGE_DOMAIN_PRETIX_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

enum { PRETIX_PAYLOAD = 512, PRETIX_SIGNATURE = 64, PRETIX_SEED_TEXT = 32, PRETIX_KEY = 32 };

struct pretix_frame {
    uint8_t payload[PRETIX_PAYLOAD];
    size_t size; /* of the payload */
    uint8_t signature[PRETIX_SIGNATURE];
};

struct pretix_ticket {
    char seed[PRETIX_SEED_TEXT];
    int64_t item, variation, subevent; /* 0: none */
    int64_t from, until;               /* wall ms, 0: none */
};

/* False: not such a text, cut off, too long, or a length that lies. */
bool pretix_code_read(const char *text, size_t length, struct pretix_frame *frame) MUST_USE;
/* False: a field that is cut off, of the wrong kind, or no seed at all. */
bool pretix_payload_read(const struct pretix_frame *frame, struct pretix_ticket *ticket) MUST_USE;
/*
 * The next ticket of a list of revoked or blocked secrets as pretix exports it: the JSON of its
 * interface ("revokedsecrets", "blockedsecrets"), or lines of secrets. *blocked is false where the
 * list says that a ticket is blocked no more. False: there is none any more.
 */
enum { PRETIX_SECRET = 1024 };
bool pretix_secret_next(const char **at, char out[PRETIX_SECRET], bool *blocked);
/* Numbers of products as a key names them: "12,14". "" names all. */
bool pretix_products_good(const char *products);
bool pretix_admits(const char *products, int64_t item);
/* The key itself out of base64 of a PEM text, as pretix gives it, or out of the PEM text. */
bool pretix_key_read(const char *text, uint8_t key[PRETIX_KEY]) MUST_USE;

#endif
