/*
 * What nobody typed: scanners and pastes into every field there is, and a terminal too small to see
 * anything on. Whatever they leave in a field, seats stay held and no money moves.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/lib/desk_till.h"

/* The ways to all fields, from the map with two seats held. */
static const char *const fields[] = {
    "",                /* the map itself */
    "/",               /* finding a seat */
    "b",               /* the finder */
    ":",               /* the command line */
    "p",               /* payment: a scan is a voucher */
    "p c",             /* the amount given */
    "p s",             /* the amount of a part */
    "p d",             /* the authorisation code */
    "p v",             /* the voucher's code */
    "p %",             /* the discount */
    "p w",             /* the name for the pickup */
    "p % 5 0 % Enter", /* a signature */
    "p a",             /* finding a customer */
    "p a +",           /* adding one */
    "g o",             /* orders */
    "g o /",           /* finding an order */
    "g w",             /* pickups */
    "g l",             /* the waiting list */
    "g l +",           /* joining it */
    "g t",             /* the till: the float */
    "g d",             /* the door */
    "g d /",           /* a code by hand */
    "g k",             /* the lock */
    "g s /",           /* narrowing the shows */
    "?",               /* help */
    "? /",             /* finding a key */
};

static void assert_nothing_moved(struct desk_till *shop, const char *way, const char *burst)
{
    const struct model *model = console_model(desk_till_console(shop)->console);
    if (desk_till_sales(shop) != 0)
        fail_msg("\"%s\" at \"%s\" sold something", burst, way);
    if (*model->actor.name && model_basket_seats(model) != 2)
        fail_msg("\"%s\" at \"%s\" left %d seats held:\n%s", burst, way, model_basket_seats(model),
                 till_text(desk_till_console(shop)));
}

/* Each field is come to anew, by a console that found the seats left behind. */
static void into_every_field(struct desk_till *shop, const char *text,
                             void (*burst)(struct till *till, const char *text))
{
    till_keys(desk_till_console(shop), "2 b");
    for (int i = 0; i < COUNT_OF(fields); i++) {
        struct till *till = desk_till_again(shop, 24, 80, TIER_ASCII);
        till_sign_in(till, "anna");
        till_keys(till, "Enter"); /* goes on with them */
        till_keys(till, fields[i]);
        burst(till, text);
        assert_nothing_moved(shop, fields[i], text);
    }
}

static void a_scan_of_digits_moves_no_money(void **state)
{
    into_every_field(*state, "4006381333931", till_scan);
}

static void a_scan_of_letters_moves_no_money(void **state)
{
    into_every_field(*state, "T-7K3QM9XAB2", till_scan);
}

static void a_paste_of_keys_moves_no_money(void **state)
{
    into_every_field(*state, "c\ny\nr\ny\n2\n", till_paste);
}

static void a_paste_of_noise_moves_no_money(void **state)
{
    into_every_field(*state, "\033[2J\xff\xfe\r\n\033[200~c\ry\t\b\x7f%n%s\xe2\x82", till_paste);
}

static void what_nobody_can_see_is_not_confirmed(void **state)
{
    struct till *till = desk_till_console(*state);
    till_keys(till, "2 b p c");
    till_resize(till, 1, 1);
    till_keys(till, "Enter Enter y");
    assert_int_equal(desk_till_sales(*state), 0);
    till_resize(till, 24, 80);
    till_keys(till, "Enter");
    assert_int_equal(desk_till_sales(*state), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_till_setup, desk_till_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_scan_of_digits_moves_no_money),      TEST(a_scan_of_letters_moves_no_money),
        TEST(a_paste_of_keys_moves_no_money),       TEST(a_paste_of_noise_moves_no_money),
        TEST(what_nobody_can_see_is_not_confirmed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
