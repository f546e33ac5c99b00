/* The crypt port on libsodium. */
#ifndef LOGE_ADAPTER_SODIUM_CRYPT_H
#define LOGE_ADAPTER_SODIUM_CRYPT_H

#include "src/port/crypt.h"

/* NULL when the library cannot start (no random source). */
const struct crypt_port *sodium_crypt(void);

#endif
