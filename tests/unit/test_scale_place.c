/* Where a scale is. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/base/attr.h"
#include "src/domain/scale_place.h"

static struct scale_place place_of(const char *text)
{
    struct scale_place place;
    if (!scale_place_read(text, &place))
        fail_msg("\"%s\" was refused", text);
    return place;
}

static void a_line_has_a_speed_and_how_a_byte_is_sent(void **state)
{
    struct scale_place place = place_of("/dev/ttyUSB0@2400,7E1");
    assert_false(place.tcp);
    assert_string_equal(place.name, "/dev/ttyUSB0");
    assert_int_equal(place.baud, 2400);
    assert_int_equal(place.bits, 7);
    assert_int_equal(place.parity, 'e');
    assert_int_equal(place.stops, 1);
}

static void a_line_of_which_nothing_is_said_is_9600_8n1(void **state)
{
    struct scale_place place = place_of("/dev/serial/by-id/usb-FTDI");
    assert_string_equal(place.name, "/dev/serial/by-id/usb-FTDI");
    assert_int_equal(place.baud, 9600);
    assert_int_equal(place.bits, 8);
    assert_int_equal(place.parity, 'n');
    assert_int_equal(place_of("/dev/ttyS0@115200").baud, 115200);
}

static void an_address_has_a_host_and_a_port(void **state)
{
    struct scale_place place = place_of("tcp:scale.example.org:4001");
    assert_true(place.tcp);
    assert_string_equal(place.name, "scale.example.org");
    assert_string_equal(place.port, "4001");
    assert_string_equal(place_of("tcp:[::1]:4001").name, "::1");
}

static void whatever_else_is_refused(void **state)
{
    static const char *const texts[] = {
        "",           "ttyUSB0",      "@9600",      "/dev/x@",         "/dev/x@9601",
        "/dev/x@960", "/dev/x@9600,", "tcp:",       "/dev/x@9600,6n1", "/dev/x@9600,8n12",
        "tcp:host",   "tcp::4001",    "tcp:host:0", "tcp:host:65536",  "tcp:::1:4001",
        "tcp:[]:4001"};
    struct scale_place place = {.baud = 7};
    for (int i = 0; i < COUNT_OF(texts); i++)
        if (scale_place_read(texts[i], &place))
            fail_msg("\"%s\" was taken", texts[i]);
    assert_int_equal(place.baud, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_a_speed_and_how_a_byte_is_sent),
        cmocka_unit_test(a_line_of_which_nothing_is_said_is_9600_8n1),
        cmocka_unit_test(an_address_has_a_host_and_a_port),
        cmocka_unit_test(whatever_else_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
