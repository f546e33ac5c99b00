/* Signatures under what goes to web servers, and comes from them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/adapter/hook_sign.h"

#define AT ((int64_t)1700000000000)

static const struct hook_text text = {"key", 3, AT, "{\"a\":1}", 7};

/* The arithmetic is that of everybody else:
 * printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac key */
static void the_signature_is_the_hmac_of_time_and_body(void **state)
{
    char out[HOOK_SIGNATURE];
    assert_string_equal(
        hook_sign(&text, out),
        "t=1700000000,v1=a438e398bfafc57e4396bb7fc2304422f0f768e965d073ca313cb52e22e6ad03");
}

static void what_was_signed_is_recognised(void **state)
{
    char out[HOOK_SIGNATURE];
    assert_true(hook_check(&text, hook_sign(&text, out), 300000));
}

static void another_body_or_secret_is_not(void **state)
{
    char out[HOOK_SIGNATURE];
    struct hook_text other = text;
    hook_sign(&text, out);
    other.body = "{\"a\":2}";
    assert_false(hook_check(&other, out, 300000));
    other = text;
    other.secret = "kex";
    assert_false(hook_check(&other, out, 300000));
}

static void an_old_one_is_not_taken_again(void **state)
{
    char out[HOOK_SIGNATURE];
    struct hook_text later = text;
    hook_sign(&text, out);
    later.at = AT + 300000;
    assert_true(hook_check(&later, out, 300000));
    later.at = AT + 301000;
    assert_false(hook_check(&later, out, 300000));
    later.at = AT - 301000;
    assert_false(hook_check(&later, out, 300000));
}

static void one_of_several_is_enough(void **state)
{
    char out[HOOK_SIGNATURE], both[2 * HOOK_SIGNATURE];
    hook_sign(&text, out);
    snprintf(both, sizeof both, "t=1700000000,v1=%064d,%s", 0, strchr(out, ',') + 1);
    assert_true(hook_check(&text, both, 300000));
}

static void garbage_is_no_signature(void **state)
{
    static const char *const garbage[] = {
        "",
        "t=",
        "t=1700000000",
        "t=1700000000,v1=",
        "t=1700000000,v1=zz",
        "v1=00,t=1700000000",
        "t=-1,v1=00",
        "t=17000000000000000000000,v1=00",
        "t=1700000000,v2=00",
        ",,,,,v1=",
    };
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++)
        assert_false(hook_check(&text, garbage[i], 300000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_signature_is_the_hmac_of_time_and_body),
        cmocka_unit_test(what_was_signed_is_recognised),
        cmocka_unit_test(another_body_or_secret_is_not),
        cmocka_unit_test(an_old_one_is_not_taken_again),
        cmocka_unit_test(one_of_several_is_enough),
        cmocka_unit_test(garbage_is_no_signature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
