/*
 * A scale on a line and at an address, read by its own thread. The test is the scale: it has the
 * other end of a pty, or listens on a free port. The reader's clock runs ten times as fast as the
 * real one, so that three seconds of silence are soon over.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <termios.h>
#include <unistd.h>

#include "src/adapter/scale_reader.h"
#include "src/base/arena.h"
#include "tests/lib/free_port.h"
#include "tests/lib/temp_dir.h"

enum { PATIENCE_MS = 20000, HASTE = 10 };

struct stand {
    char dir[128], path[160], place[192];
    struct scale_reader *reader;
    struct scale_port port;
    int far;  /* the scale's end; -1: none */
    int near; /* keeps a line from ending when the reader hangs up */
};

/* ---- the reader's side ---------------------------------------------------------------------- */

static int64_t fast_ms(void *ctx)
{
    const struct clock real = clock_system();
    return clock_mono(&real) * HASTE;
}

static void start(struct stand *stand)
{
    struct err err;
    const struct clock fast = {.wall_ms = fast_ms, .mono_ms = fast_ms};
    stand->reader = scale_reader_start(stand->place, &fast, &err);
    if (!stand->reader)
        fail_msg("%s", err.text);
    stand->port = scale_reader_port(stand->reader);
    stand->port.watch(stand->port.ctx, true);
}

static struct scale_reading reading_of(struct stand *stand)
{
    struct scale_reading reading;
    stand->port.read(stand->port.ctx, &reading);
    return reading;
}

static void wait_for_news(struct stand *stand)
{
    struct pollfd fd = {.fd = stand->port.fd(stand->port.ctx), .events = POLLIN};
    char news[8];
    struct scale_reading reading = reading_of(stand);
    if (poll(&fd, 1, PATIENCE_MS) != 1)
        fail_msg("the scale stays in state %d (%s)", (int)reading.state, reading.why);
    (void)!read(fd.fd, news, sizeof news);
}

static struct scale_reading until(struct stand *stand, enum scale_state state)
{
    struct scale_reading reading = reading_of(stand);
    for (; reading.state != state; reading = reading_of(stand))
        wait_for_news(stand);
    return reading;
}

static void until_fault(struct stand *stand, const char *why)
{
    while (!strstr(until(stand, SCALE_FAULT).why, why))
        wait_for_news(stand);
}

/* ---- the scale's side ----------------------------------------------------------------------- */

/* A line at stand->path, as a new USB adapter would be. */
static void plug_in(struct stand *stand)
{
    char name[64];
    stand->far = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(stand->far >= 0 && grantpt(stand->far) == 0 && unlockpt(stand->far) == 0);
    assert_int_equal(ptsname_r(stand->far, name, sizeof name), 0);
    stand->near = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    unlink(stand->path);
    assert_int_equal(symlink(name, stand->path), 0);
}

static void unplug(struct stand *stand)
{
    if (stand->far >= 0)
        close(stand->far);
    if (stand->near >= 0)
        close(stand->near);
    stand->far = stand->near = -1;
}

static void say(struct stand *stand, const char *text)
{
    size_t size = strlen(text);
    assert_int_equal(write(stand->far, text, size), (ssize_t)size);
}

/* Waits for the question, as a scale that says nothing by itself. */
static void until_asked(struct stand *stand)
{
    char bytes[64];
    struct pollfd fd = {.fd = stand->far, .events = POLLIN};
    if (poll(&fd, 1, PATIENCE_MS) != 1)
        fail_msg("nobody asked the scale");
    ssize_t got = read(stand->far, bytes, sizeof bytes);
    assert_true(got >= 4 && memcmp(bytes, "SI\r\n", 4) == 0);
}

static int listen_at(struct stand *stand)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int port = free_port(), on = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    at.sin_port = htons((uint16_t)port);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 8), 0);
    snprintf(stand->place, sizeof stand->place, "tcp:127.0.0.1:%d", port);
    return fd;
}

static void let_in(struct stand *stand, int listener)
{
    struct pollfd fd = {.fd = listener, .events = POLLIN};
    if (poll(&fd, 1, PATIENCE_MS) != 1)
        fail_msg("nobody called the scale");
    stand->far = accept(listener, NULL, NULL);
    assert_true(stand->far >= 0);
}

static int set_up(void **state)
{
    struct stand *stand = x_alloc(sizeof *stand);
    temp_dir_make(stand->dir, sizeof stand->dir);
    snprintf(stand->path, sizeof stand->path, "%s/scale", stand->dir);
    snprintf(stand->place, sizeof stand->place, "%s@9600", stand->path);
    stand->far = stand->near = -1;
    *state = stand;
    return 0;
}

static int tear_down(void **state)
{
    struct stand *stand = *state;
    scale_reader_stop(&stand->reader);
    unplug(stand);
    unlink(stand->path);
    rmdir(stand->dir);
    free(stand);
    return 0;
}

/* ---- a line --------------------------------------------------------------------------------- */

static void a_scale_that_waits_is_asked_until_it_rests(void **state)
{
    struct stand *stand = *state;
    plug_in(stand);
    start(stand);
    until_asked(stand);
    say(stand, "S D     12.30 kg\r\n");
    assert_int_equal(until(stand, SCALE_MOVING).grams, 12300);
    until_asked(stand);
    say(stand, "S S     12.34 kg\r\n");
    until_asked(stand);
    say(stand, "S S     12.34 kg\r\n");
    assert_int_equal(until(stand, SCALE_STILL).grams, 12340);
    say(stand, "S +\r\n");
    until(stand, SCALE_TOO_HEAVY);
}

static void a_line_is_set_as_the_setting_says(void **state)
{
    struct stand *stand = *state;
    struct termios modes;
    plug_in(stand);
    snprintf(stand->place, sizeof stand->place, "%s@2400,7e1", stand->path);
    start(stand);
    until_asked(stand);
    assert_int_equal(tcgetattr(stand->far, &modes), 0);
    assert_int_equal(cfgetispeed(&modes), B2400);
    assert_int_equal(modes.c_lflag & (ICANON | ECHO | ISIG), 0);
    assert_int_equal(modes.c_iflag & (ICRNL | IXON), 0);
    assert_int_equal(modes.c_iflag & ISTRIP, ISTRIP);
}

static void a_scale_that_is_unplugged_is_read_again_when_it_is_back(void **state)
{
    struct stand *stand = *state;
    plug_in(stand);
    start(stand);
    until_asked(stand);
    say(stand, "S S 1.00 kg\r\nS S 1.00 kg\r\n");
    until(stand, SCALE_STILL);
    unplug(stand);
    until_fault(stand, "unplugged");
    plug_in(stand);
    until_asked(stand);
    say(stand, "S S 2.00 kg\r\nS S 2.00 kg\r\n");
    assert_int_equal(until(stand, SCALE_STILL).grams, 2000);
}

static void a_line_that_cannot_be_used_is_named(void **state)
{
    struct stand *stand = *state;
    start(stand);
    until_fault(stand, "There is no line");
    close(open(stand->path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    until_fault(stand, "is no serial line");
}

static void two_consoles_do_not_take_each_others_weights(void **state)
{
    struct stand *stand = *state;
    plug_in(stand);
    int other = open(stand->path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_int_equal(flock(other, LOCK_EX), 0);
    start(stand);
    until_fault(stand, "Another console");
    close(other);
    until_asked(stand);
}

/* ---- what it says --------------------------------------------------------------------------- */

static void silence_is_said_and_ends_when_the_scale_speaks(void **state)
{
    struct stand *stand = *state;
    plug_in(stand);
    start(stand);
    until(stand, SCALE_SILENT);
    until_asked(stand);
    for (enum scale_state now = SCALE_SILENT; now != SCALE_STILL; now = reading_of(stand).state) {
        until_asked(stand); /* it is opened anew now and then: what is said meanwhile is lost */
        say(stand, "S S 3.00 kg\r\n");
    }
    assert_int_equal(reading_of(stand).grams, 3000);
}

static void half_a_line_is_not_understood(void **state)
{
    struct stand *stand = *state;
    plug_in(stand);
    start(stand);
    until_asked(stand);
    say(stand, "S S     12.3");
    until(stand, SCALE_GARBLED);
}

/* A machine that sends as fast as it can, and never a line. */
static void garbage_for_ever_takes_neither_memory_nor_time(void **state)
{
    struct stand *stand = *state;
    static char garbage[65536];
    int listener = listen_at(stand);
    size_t sent = 0;
    memset(garbage, 0xa5, sizeof garbage);
    start(stand);
    let_in(stand, listener);
    fcntl(stand->far, F_SETFL, O_NONBLOCK);
    while (reading_of(stand).state != SCALE_GARBLED) {
        struct pollfd fd = {.fd = stand->far, .events = POLLOUT};
        ssize_t took =
            poll(&fd, 1, 1) == 1 ? send(stand->far, garbage, sizeof garbage, MSG_NOSIGNAL) : 0;
        sent += took > 0 ? (size_t)took : 0;
    }
    assert_true(sent < (size_t)16 * 1024 * 1024); /* the line's own buffers, and little more */
    close(listener);
}

/* ---- an address ----------------------------------------------------------------------------- */

static void a_scale_at_an_address_is_read_and_found_again(void **state)
{
    struct stand *stand = *state;
    int listener = listen_at(stand);
    start(stand);
    let_in(stand, listener);
    say(stand, "ST,GS,+  12.34kg\r\nST,GS,+  12.34kg\r\n");
    assert_int_equal(until(stand, SCALE_STILL).grams, 12340);
    unplug(stand);
    until_fault(stand, "unplugged");
    let_in(stand, listener);
    say(stand, "US,GS,+   1.00kg\r\n");
    assert_int_equal(until(stand, SCALE_MOVING).grams, 1000);
    close(listener);
}

static void an_address_where_nobody_listens_is_named(void **state)
{
    struct stand *stand = *state;
    close(listen_at(stand));
    start(stand);
    until_fault(stand, "cannot be reached");
    assert_non_null(strstr(reading_of(stand).why, "127.0.0.1"));
}

/* ---- watching ------------------------------------------------------------------------------- */

static void the_line_is_open_only_while_somebody_watches(void **state)
{
    struct stand *stand = *state;
    char bytes[64];
    int listener = listen_at(stand);
    start(stand);
    let_in(stand, listener);
    say(stand, "S S 1.00 kg\r\nS S 1.00 kg\r\n");
    until(stand, SCALE_STILL);
    stand->port.watch(stand->port.ctx, false);
    while (read(stand->far, bytes, sizeof bytes) > 0)
        continue; /* until it is closed there */
    unplug(stand);
    struct pollfd fd = {.fd = listener, .events = POLLIN};
    assert_int_equal(poll(&fd, 1, 200), 0); /* two of its seconds */
    stand->port.watch(stand->port.ctx, true);
    let_in(stand, listener);
    assert_int_equal(reading_of(stand).state, SCALE_WAITING); /* not the bag of before */
    close(listener);
}

static void a_place_that_is_none_is_refused_before_anything_begins(void **state)
{
    struct err err;
    const struct clock clock = clock_system();
    assert_null(scale_reader_start("ttyUSB0", &clock, &err));
    assert_int_equal(err.rc, RC_CONFIG);
    assert_non_null(strstr(err.text, "ttyUSB0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_scale_that_waits_is_asked_until_it_rests, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_line_is_set_as_the_setting_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_scale_that_is_unplugged_is_read_again_when_it_is_back,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_line_that_cannot_be_used_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_consoles_do_not_take_each_others_weights, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(silence_is_said_and_ends_when_the_scale_speaks, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(half_a_line_is_not_understood, set_up, tear_down),
        cmocka_unit_test_setup_teardown(garbage_for_ever_takes_neither_memory_nor_time, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_scale_at_an_address_is_read_and_found_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_address_where_nobody_listens_is_named, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_line_is_open_only_while_somebody_watches, set_up,
                                        tear_down),
        cmocka_unit_test(a_place_that_is_none_is_refused_before_anything_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
