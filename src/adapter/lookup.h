/*
 * Names of machines, within a time limit. The system's own way takes as long as a name server does,
 * half a minute when none answers; so a thread asks, and is left to itself when the time is over.
 */
#ifndef LOGE_ADAPTER_LOOKUP_H
#define LOGE_ADAPTER_LOOKUP_H

#include <netdb.h>
#include <stdint.h>

#include "src/base/attr.h"

/*
 * Where to connect to, for freeaddrinfo(); NULL and errno: nobody knows the name (EADDRNOTAVAIL),
 * or not in time (ETIMEDOUT). What is an address already is asked of nobody.
 */
struct addrinfo *lookup_name(const char *host, const char *port, int64_t within_ms) MUST_USE;

#endif
