/* A scale at the counter: its weights come to the screen unasked, and nobody waits for it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cmd/weighing.h"
#include "src/engine/counter_thread.h"
#include "tests/lib/free_port.h"
#include "tests/lib/house.h"

enum { PATIENCE_MS = 20000 };

struct bench {
    struct house_fixture *house;
    struct call call;
    struct counter counter;
    struct weighing weighing;
    struct counter_thread *thread;
    struct counter_port port;
    int listener, scale; /* the scale's ends; -1: none */
    uint64_t id;
};

static void listen_at_place(struct bench *bench, char place[64])
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int port = free_port();
    at.sin_port = htons((uint16_t)port);
    bench->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(bench->listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(bench->listener, 1), 0);
    snprintf(place, 64, "tcp:127.0.0.1:%d", port);
}

static void start(struct bench *bench, const char *place)
{
    struct err err;
    assert_int_equal(settings_set(bench->call.settings, SETTING_DOOR_SCALE, place, &err), RC_OK);
    weighing_start(&bench->weighing, &bench->call, &bench->counter);
    bench->thread = counter_thread_start(&bench->counter, &err);
    assert_non_null(bench->thread);
    bench->port = counter_thread_port(bench->thread);
}

static int set_up(void **state)
{
    struct bench *bench = x_alloc(sizeof *bench);
    void *house;
    if (house_setup(&house))
        return -1;
    bench->house = house;
    bench->call = (struct call){.settings = settings_new(), .desk = bench->house->desk};
    bench->listener = bench->scale = -1;
    counter_init(&bench->counter, &bench->house->desk);
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    void *house = bench->house;
    counter_thread_stop(&bench->thread);
    weighing_stop(&bench->weighing);
    if (bench->listener >= 0)
        close(bench->listener);
    if (bench->scale >= 0)
        close(bench->scale);
    settings_free(&bench->call.settings);
    free(bench);
    return house_teardown(&house);
}

static void send_kind(struct bench *bench, enum cmd_kind kind, bool on)
{
    struct cmd cmd = {.id = ++bench->id, .kind = kind, .deadline = INT64_MAX, .u.on = on};
    cmd.meta.arena = arena_new();
    assert_true(bench->port.send(bench->port.ctx, &cmd));
}

/* The next message of a kind; its arena is freed, so only plain values of it are good. */
static struct evt until(struct bench *bench, enum evt_kind kind)
{
    for (;;) {
        struct pollfd fd = {.fd = bench->port.fd(bench->port.ctx), .events = POLLIN};
        struct evt evt = {.id = 0};
        if (poll(&fd, 1, PATIENCE_MS) != 1)
            fail_msg("nothing was told");
        if (!bench->port.receive(bench->port.ctx, &evt))
            continue;
        arena_free(&evt.arena);
        if (evt.kind == kind)
            return evt;
    }
}

static struct scale_reading until_state(struct bench *bench, enum scale_state state)
{
    struct evt evt;
    do
        evt = until(bench, EVT_SCALE);
    while (evt.u.scale.reading.state != state);
    return evt.u.scale.reading;
}

static void let_in(struct bench *bench)
{
    struct pollfd fd = {.fd = bench->listener, .events = POLLIN};
    assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
    bench->scale = accept(bench->listener, NULL, NULL);
}

static void say(struct bench *bench, const char *text)
{
    assert_int_equal(write(bench->scale, text, strlen(text)), (ssize_t)strlen(text));
}

static void weights_come_unasked_while_they_are_wanted(void **state)
{
    struct bench *bench = *state;
    char place[64], bytes[64];
    listen_at_place(bench, place);
    start(bench, place);
    send_kind(bench, CMD_SCALE, true);
    assert_true(until(bench, EVT_ANSWER).u.scale.has_scale);
    let_in(bench);
    say(bench, "S D 12.30 kg\r\n");
    assert_int_equal(until_state(bench, SCALE_MOVING).grams, 12300);
    say(bench, "S S 12.34 kg\r\nS S 12.34 kg\r\n");
    assert_int_equal(until_state(bench, SCALE_STILL).grams, 12340);
    send_kind(bench, CMD_SCALE, false);
    while (read(bench->scale, bytes, sizeof bytes) > 0)
        continue; /* until the line is closed */
}

/* The scale has taken the call and says nothing more; the counter serves as ever. */
static void nobody_waits_for_a_scale(void **state)
{
    struct bench *bench = *state;
    char place[64];
    listen_at_place(bench, place);
    start(bench, place);
    send_kind(bench, CMD_SCALE, true);
    until(bench, EVT_ANSWER);
    let_in(bench);
    for (int i = 0; i < 20; i++) {
        send_kind(bench, CMD_PRINTS, false);
        assert_int_equal(until(bench, EVT_ANSWER).cmd, CMD_PRINTS);
    }
}

static void a_till_without_a_scale_says_so(void **state)
{
    struct bench *bench = *state;
    start(bench, "");
    send_kind(bench, CMD_SCALE, true);
    assert_false(until(bench, EVT_ANSWER).u.scale.has_scale);
}

static void a_place_that_is_none_is_told_where_something_is_weighed(void **state)
{
    struct bench *bench = *state;
    start(bench, "ttyUSB0");
    send_kind(bench, CMD_SCALE, true);
    struct evt evt = until(bench, EVT_ANSWER);
    assert_true(evt.u.scale.has_scale);
    assert_int_equal(evt.u.scale.reading.state, SCALE_FAULT);
    assert_non_null(strstr(evt.u.scale.reading.why, "ttyUSB0"));
}

int main(void)
{
#define AT(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        AT(weights_come_unasked_while_they_are_wanted),
        AT(nobody_waits_for_a_scale),
        AT(a_till_without_a_scale_says_so),
        AT(a_place_that_is_none_is_told_where_something_is_weighed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
