/*
 * How a till hashes and signs its entries: SHA-256, and Ed25519 by the device's own key, which is
 * kept outside the file the journal is in.
 */
#ifndef LOGE_SYNC_TILL_CRYPT_H
#define LOGE_SYNC_TILL_CRYPT_H

#include "src/domain/chain.h"
#include "src/port/crypt.h"

struct till_crypt {
    const struct crypt_port *crypt;
    struct uuid device;
    struct sign_key key;
};

/* Borrows what is pointed to. Only the device's own signatures can be checked by it. */
struct chain_crypt till_crypt_chain(struct till_crypt *till);

#endif
