#include "config.h"

#include "src/cmd/notify.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "src/base/text.h"

/* A name that begins with '@' is an abstract one. */
static socklen_t name_socket(const char *path, struct sockaddr_un *to)
{
    size_t length = strlen(path);
    if (length < 2 || length >= sizeof to->sun_path || (*path != '/' && *path != '@'))
        return 0;
    *to = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(to->sun_path, path, length);
    if (*path == '@')
        to->sun_path[0] = '\0';
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

void notify_tell(const char *state)
{
    struct sockaddr_un to;
    const char *path = getenv("NOTIFY_SOCKET");
    socklen_t size = path ? name_socket(path, &to) : 0;
    int fd = size ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    if (fd < 0)
        return;
    (void)!sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to, size);
    close(fd);
}

void notify_reloading(void)
{
    char state[64];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%" PRId64,
             (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000);
    notify_tell(state);
}

int64_t notify_every_ms(void)
{
    const char *text = getenv("WATCHDOG_USEC");
    int64_t micros;
    if (!text || !text_to_int(text, 1000, INT64_MAX, &micros))
        return 0;
    return micros / 2000; /* twice as often as it is waited for */
}
