#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/domain/svg.h"
#include "tests/lib/golden.h"

static int an_svg(void **state)
{
    *state = svg_new();
    return 0;
}

static int svg_away(void **state)
{
    struct svg *svg = *state;
    svg_free(&svg);
    return svg != NULL;
}

static void assert_text(struct svg *svg, const char *text)
{
    assert_string_equal(svg_document(svg, NULL), text);
}

static void numbers_have_one_decimal_at_most(void **state)
{
    static const float values[] = {0, 12, 12.34f, -0.04f, -3.25f, 0.96f, 1e20f, -1e20f, NAN};
    struct svg *svg = *state;
    for (int i = 0; i < COUNT_OF(values); i++) {
        svg_number(svg, values[i]);
        svg_raw(svg, " ");
    }
    assert_text(svg, "0 12 12.3 0 -3.3 1 10000000 -10000000 -10000000 ");
}

static void markup_in_a_name_is_only_text(void **state)
{
    struct svg *svg = *state;
    svg_text(svg, "</text><script a='b' c=\"d\">&");
    assert_text(svg, "&lt;/text&gt;&lt;script a=&#39;b&#39; c=&quot;d&quot;&gt;&amp;");
}

static void what_xml_forbids_never_goes_out(void **state)
{
    struct svg *svg = *state;
    svg_text(svg, "a\x01\x1b[2J\t\xc3(\xef\xbf\xbf\xe2\x80\xae é 日本 مرحبا");
    assert_text(svg, "a??[2J?\xef\xbf\xbd(?? é 日本 مرحبا");
}

static void a_document_grows_as_long_as_it_has_to(void **state)
{
    struct svg *svg = *state;
    size_t size;
    svg_begin(svg, 10, 20, "R&D");
    for (int i = 0; i < 20000; i++)
        svg_label(svg, (float)i, 1, "", "<seat>");
    svg_end(svg);
    const char *document = svg_document(svg, &size);
    assert_int_equal(strlen(document), size);
    assert_true(size > 20000 * sizeof "<text x=\"1\" y=\"1\"></text>");
    assert_well_formed(document);
}

static void only_hexadecimal_colours_are_believed(void **state)
{
    struct svg *svg = *state;
    assert_true(svg_is_colour("#5E42ED") && svg_is_colour("#abc"));
    assert_false(svg_is_colour("") || svg_is_colour("red") || svg_is_colour("#12345") ||
                 svg_is_colour("#12345g") || svg_is_colour("\"/><x"));
    assert_non_null(svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_have_one_decimal_at_most, an_svg, svg_away),
        cmocka_unit_test_setup_teardown(markup_in_a_name_is_only_text, an_svg, svg_away),
        cmocka_unit_test_setup_teardown(what_xml_forbids_never_goes_out, an_svg, svg_away),
        cmocka_unit_test_setup_teardown(a_document_grows_as_long_as_it_has_to, an_svg, svg_away),
        cmocka_unit_test_setup_teardown(only_hexadecimal_colours_are_believed, an_svg, svg_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
