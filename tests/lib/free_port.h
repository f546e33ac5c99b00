/*
 * A loopback port for a server of a test. Below those that the system gives to whoever connects:
 * otherwise a server that is killed and started again may find another program's line on its port.
 * The bus of a Redis in a cluster is 10,000 above, and has to be free and below them as well.
 */
#ifndef LOGE_TESTS_LIB_FREE_PORT_H
#define LOGE_TESTS_LIB_FREE_PORT_H

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

static inline bool port_is_free(int port)
{
    const struct sockaddr_in at = {.sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                   .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_free = fd >= 0 && bind(fd, (const struct sockaddr *)&at, sizeof at) == 0;
    if (fd >= 0)
        close(fd);
    return is_free;
}

static inline int free_port(void)
{
    enum { FIRST = 12000, COUNT = 10000, TO_THE_BUS = 10000 }; /* buses: up to 32,000 */
    for (;;) {
        uint16_t dice;
        if (getrandom(&dice, sizeof dice, 0) != sizeof dice)
            abort();
        int port = FIRST + dice % COUNT;
        if (port_is_free(port) && port_is_free(port + TO_THE_BUS))
            return port;
    }
}

#endif
