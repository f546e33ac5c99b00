/* Where a request came from, whoever stands between. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/api/origin.h"

static const char proxies[] = "127.0.0.1, 10.0.0.0/8,::1 2001:db8:1::/48";

static const char *came_from(const char *peer, const char *forwarded, const char *trusted)
{
    static char text[ORIGIN_TEXT];
    struct networks networks;
    struct origin address;
    assert_true(origin_parse(peer, &address));
    assert_true(networks_parse(trusted, &networks));
    address = origin_of(&address, forwarded, &networks);
    return origin_text(&address, text);
}

static void whoever_comes_by_itself_is_where_it_comes_from(void **state)
{
    (void)state;
    assert_string_equal(came_from("192.0.2.1", NULL, proxies), "192.0.2.1");
    assert_string_equal(came_from("192.0.2.1", "198.51.100.7", proxies), "192.0.2.1");
    assert_string_equal(came_from("127.0.0.1", "198.51.100.7", ""), "127.0.0.1");
}

static void a_proxy_of_the_house_says_who_came(void **state)
{
    (void)state;
    assert_string_equal(came_from("127.0.0.1", "198.51.100.7", proxies), "198.51.100.7");
    assert_string_equal(came_from("10.9.8.7", " 198.51.100.7 ", proxies), "198.51.100.7");
    assert_string_equal(came_from("::1", "198.51.100.7", proxies), "198.51.100.7");
    assert_string_equal(came_from("2001:db8:1:2::3", "198.51.100.7", proxies), "198.51.100.7");
    assert_string_equal(came_from("2001:db8:2::3", "198.51.100.7", proxies), "2001:db8:2::/64");
}

static void what_a_stranger_wrote_left_of_it_says_nothing(void **state)
{
    (void)state;
    assert_string_equal(came_from("127.0.0.1", "1.2.3.4, 198.51.100.7", proxies), "198.51.100.7");
    assert_string_equal(came_from("127.0.0.1", "127.0.0.1,198.51.100.7", proxies), "198.51.100.7");
}

static void proxies_behind_proxies_are_walked_from_the_right(void **state)
{
    (void)state;
    assert_string_equal(came_from("127.0.0.1", "1.2.3.4, 198.51.100.7, 10.1.1.1,10.2.2.2", proxies),
                        "198.51.100.7");
    assert_string_equal(came_from("127.0.0.1", "10.3.3.3, 10.2.2.2", proxies), "10.3.3.3");
}

static void what_is_no_address_ends_the_walk(void **state)
{
    (void)state;
    static const char *const odd[] = {
        "unknown",       "",     "1.2.3", "1.2.3.4.5",       "1.2.3.4:port",
        "198.51.100.7,", "[::1", "::g",   "_hidden, unknown"};
    for (int i = 0; i < COUNT_OF(odd); i++)
        assert_string_equal(came_from("127.0.0.1", odd[i], proxies), "127.0.0.1");
    assert_string_equal(came_from("127.0.0.1", "198.51.100.7, nonsense, 10.1.1.1", proxies),
                        "10.1.1.1");
}

static void ports_do_not_matter(void **state)
{
    (void)state;
    assert_string_equal(came_from("127.0.0.1", "198.51.100.7:4711", proxies), "198.51.100.7");
    assert_string_equal(came_from("127.0.0.1", "[2001:db8:7::1]:4711", proxies), "2001:db8:7::/64");
    assert_string_equal(came_from("127.0.0.1", "[2001:db8:7::1]", proxies), "2001:db8:7::/64");
}

static void a_house_of_ipv6_is_one_visitor(void **state)
{
    (void)state;
    assert_string_equal(came_from("2001:db8:7:8:1::1", NULL, ""), "2001:db8:7:8::/64");
    assert_string_equal(came_from("2001:db8:7:8:ffff::2", NULL, ""), "2001:db8:7:8::/64");
    assert_string_equal(came_from("2001:db8:7:9::1", NULL, ""), "2001:db8:7:9::/64");
    assert_string_equal(came_from("ffff:ffff:ffff:ffff::1", NULL, ""), "ffff:ffff:ffff:ffff::/64");
}

static void ipv4_within_ipv6_is_ipv4(void **state)
{
    (void)state;
    assert_string_equal(came_from("::ffff:192.0.2.1", NULL, ""), "192.0.2.1");
    assert_string_equal(came_from("::ffff:10.1.2.3", "198.51.100.7", proxies), "198.51.100.7");
}

static void a_list_of_networks_is_read_or_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"10.0.0.0/33", "::1/129",      "localhost",
                                        "10.0.0.0/",   "10.0.0.0/8/8", "10.0.0.0/-1"};
    struct networks networks;
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(networks_parse(wrong[i], &networks));
    assert_true(networks_parse("", &networks));
    assert_int_equal(networks.count, 0);
    assert_true(networks_parse("0.0.0.0/0", &networks));
    assert_string_equal(came_from("192.0.2.1", "198.51.100.7", "0.0.0.0/0"), "198.51.100.7");
    assert_string_equal(came_from("2001:db8::1", "198.51.100.7", "0.0.0.0/0"), "2001:db8::/64");
    assert_string_equal(came_from("192.0.2.9", "198.51.100.7", "192.0.2.8/30"), "198.51.100.7");
    assert_string_equal(came_from("192.0.2.12", "198.51.100.7", "192.0.2.8/30"), "192.0.2.12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_comes_by_itself_is_where_it_comes_from),
        cmocka_unit_test(a_proxy_of_the_house_says_who_came),
        cmocka_unit_test(what_a_stranger_wrote_left_of_it_says_nothing),
        cmocka_unit_test(proxies_behind_proxies_are_walked_from_the_right),
        cmocka_unit_test(what_is_no_address_ends_the_walk),
        cmocka_unit_test(ports_do_not_matter),
        cmocka_unit_test(a_house_of_ipv6_is_one_visitor),
        cmocka_unit_test(ipv4_within_ipv6_is_ipv4),
        cmocka_unit_test(a_list_of_networks_is_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
