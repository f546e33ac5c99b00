#include "config.h"

#include "src/adapter/scale_dial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "src/adapter/lookup.h"
#include "src/base/tongue.h"

enum { LOOKUP_MS = 1000, CONNECT_MS = 1000 };

static int give_up(int fd, int fault)
{
    if (fd >= 0)
        close(fd);
    errno = fault;
    return -1;
}

/* ---- a serial line -------------------------------------------------------------------------- */

static speed_t speed_of(int baud)
{
    static const struct {
        int baud;
        speed_t speed;
    } speeds[] = {{1200, B1200},   {2400, B2400},   {4800, B4800},   {9600, B9600},
                  {19200, B19200}, {38400, B38400}, {57600, B57600}, {115200, B115200}};
    for (int i = 0; i < COUNT_OF(speeds); i++)
        if (speeds[i].baud == baud)
            return speeds[i].speed;
    return B9600;
}

/* Bytes as they come, without modem lines; one that arrived with wrong parity is dropped. */
static void set_modes(const struct scale_place *place, struct termios *modes)
{
    cfmakeraw(modes);
    modes->c_cflag &= ~(tcflag_t)(CSIZE | PARENB | PARODD | CSTOPB | CRTSCTS | HUPCL);
    modes->c_cflag |= CLOCAL | CREAD | (place->bits == 7 ? CS7 : CS8);
    if (place->parity != 'n') {
        modes->c_cflag |= PARENB;
        modes->c_iflag |= INPCK | IGNPAR;
    }
    if (place->parity == 'o')
        modes->c_cflag |= PARODD;
    if (place->bits == 7)
        modes->c_iflag |= ISTRIP;
    if (place->stops == 2)
        modes->c_cflag |= CSTOPB;
    cfsetispeed(modes, speed_of(place->baud));
    cfsetospeed(modes, speed_of(place->baud));
}

static int open_device(const struct scale_place *place)
{
    struct termios modes;
    int fd = open(place->name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (tcgetattr(fd, &modes))
        return give_up(fd, ENOTTY);
    if (flock(fd, LOCK_EX | LOCK_NB))
        return give_up(fd, EBUSY);
    set_modes(place, &modes);
    if (tcsetattr(fd, TCSANOW, &modes))
        return give_up(fd, errno);
    tcflush(fd, TCIFLUSH); /* weights of before */
    return fd;
}

static void explain_device(const struct scale_place *place, int fault, char why[SCALE_WHY])
{
    const char *fmt = tongue(N_("The scale's line %s cannot be opened: %s."));
    if (fault == ENOENT || fault == ENXIO || fault == ENODEV)
        fmt = tongue(N_("There is no line %s: is the scale plugged in?"));
    else if (fault == EACCES)
        fmt = tongue(N_("The scale's line %s is closed to you: join the group dialout."));
    else if (fault == ENOTTY)
        fmt = tongue(N_("%s is no serial line; look at door.scale in loge.ini."));
    else if (fault == EBUSY)
        fmt = tongue(N_("Another console is reading the scale at %s."));
    snprintf(why, SCALE_WHY, fmt, place->name, strerror(fault));
}

/* ---- an address ----------------------------------------------------------------------------- */

static int wait_connected(int fd, int wake)
{
    struct pollfd fds[] = {{.fd = fd, .events = POLLOUT}, {.fd = wake, .events = POLLIN}};
    int fault = ETIMEDOUT;
    socklen_t size = sizeof fault;
    if (poll(fds, COUNT_OF(fds), CONNECT_MS) > 0 && fds[0].revents)
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &fault, &size);
    return fault ? give_up(fd, fault) : fd;
}

static int connect_to(const struct addrinfo *at, int wake)
{
    int fd = socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol);
    if (fd < 0)
        return -1;
    if (connect(fd, at->ai_addr, at->ai_addrlen) == 0)
        return fd;
    return errno == EINPROGRESS ? wait_connected(fd, wake) : give_up(fd, errno);
}

static int open_address(const struct scale_place *place, int wake)
{
    struct addrinfo *found = lookup_name(place->name, place->port, LOOKUP_MS);
    int fd = -1;
    for (const struct addrinfo *at = found; at && fd < 0; at = at->ai_next)
        fd = connect_to(at, wake);
    int fault = errno;
    if (found)
        freeaddrinfo(found);
    errno = fault;
    return fd;
}

int scale_dial(const struct scale_place *place, int wake, char why[SCALE_WHY])
{
    int fd = place->tcp ? open_address(place, wake) : open_device(place);
    int fault = errno;
    why[0] = '\0';
    if (fd < 0 && place->tcp)
        snprintf(why, SCALE_WHY, tongue(N_("The scale at %s:%s cannot be reached: %s.")),
                 place->name, place->port, strerror(fault));
    else if (fd < 0)
        explain_device(place, fault, why);
    return fd;
}
