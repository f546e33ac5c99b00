/*
 * The colours of the map are told apart by eyes that miss one kind of cone as well: the CIE76
 * difference of any two, as sRGB and as Machado, Oliveira and Fernandes (2009) simulate protanopia,
 * deuteranopia and tritanopia. Ten is seen at a glance; ours keep three times that.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "src/base/attr.h"
#include "ui/theme.h"

enum { PALETTE = 16 };

typedef double matrix[3][3];

static const struct sight {
    const char *name;
    matrix sees; /* of linear red, green and blue */
} sights[] = {
    {"all", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"no red",
     {{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {"no green",
     {{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {"no blue",
     {{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
};

/* ---- how colours look --------------------------------------------------------------------- */

static void multiply(const matrix by, const double from[3], double to[3])
{
    for (int i = 0; i < 3; i++)
        to[i] = by[i][0] * from[0] + by[i][1] * from[1] + by[i][2] * from[2];
}

/* An entry of the 256 colours, from 16 on: the cube, then the greys. */
static void linear_of(int index, double out[3])
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    const int cube = index - 16, grey = 8 + 10 * (index - 232);
    const int rgb[] = {steps[cube / 36 % 6], steps[cube / 6 % 6], steps[cube % 6]};
    for (int i = 0; i < 3; i++) {
        double part = (index < 232 ? rgb[i] : grey) / 255.0;
        out[i] = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
    }
}

static double lightness_curve(double t)
{
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 4.0 / 29;
}

static void lab_of(int index, const struct sight *sight, double lab[3])
{
    static const matrix to_xyz = {{0.4124564, 0.3575761, 0.1804375},
                                  {0.2126729, 0.7151522, 0.0721750},
                                  {0.0193339, 0.1191920, 0.9503041}};
    static const double white[] = {0.95047, 1, 1.08883};
    double linear[3], seen[3], xyz[3], f[3];
    linear_of(index, linear);
    multiply(sight->sees, linear, seen);
    for (int i = 0; i < 3; i++)
        seen[i] = fmin(1, fmax(0, seen[i]));
    multiply(to_xyz, seen, xyz);
    for (int i = 0; i < 3; i++)
        f[i] = lightness_curve(xyz[i] / white[i]);
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

static double difference(int a, int b, const struct sight *sight)
{
    double one[3], other[3], sum = 0;
    lab_of(a, sight, one);
    lab_of(b, sight, other);
    for (int i = 0; i < 3; i++)
        sum += (one[i] - other[i]) * (one[i] - other[i]);
    return sqrt(sum);
}

/* ---- palettes ----------------------------------------------------------------------------- */

struct palette {
    int colours[PALETTE], count;
};

static void add_once(struct palette *palette, int colour)
{
    for (int i = 0; i < palette->count; i++)
        if (palette->colours[i] == colour)
            return;
    palette->colours[palette->count++] = colour;
}

static struct palette of_the_map(bool light)
{
    struct palette palette = {.count = 0};
    struct theme theme;
    theme_init(&theme, DEPTH_256, light);
    for (int i = STYLE_SEAT_FREE; i <= STYLE_SEAT_STALE; i++)
        add_once(&palette, theme.looks[i].fg);
    return palette;
}

static double nearest_two(const struct palette *palette)
{
    double least = 1000;
    for (int s = 0; s < COUNT_OF(sights); s++)
        for (int i = 0; i < palette->count; i++)
            for (int j = 0; j < i; j++)
                least =
                    fmin(least, difference(palette->colours[i], palette->colours[j], &sights[s]));
    return least;
}

/* ---- the rules ---------------------------------------------------------------------------- */

static void the_colours_of_the_map_are_told_apart_by_everybody(void **state)
{
    const struct palette dark = of_the_map(false), light = of_the_map(true);
    assert_int_equal(dark.count, 6);
    assert_int_equal(light.count, 6);
    assert_true(nearest_two(&dark) >= 33);
    assert_true(nearest_two(&light) >= 27);
}

/* The control: sky blue and reddish purple of Okabe and Ito, where the 256 come nearest to them. */
static void two_that_some_cannot_tell_apart_are_found(void **state)
{
    const struct palette okabe_ito = {.colours = {74, 175}, .count = 2};
    assert_true(difference(74, 175, &sights[0]) > 33);
    assert_true(nearest_two(&okabe_ito) < 14);
}

static void differences_are_those_of_cie76(void **state)
{
    assert_true(fabs(difference(16, 231, &sights[0]) - 100) < 0.01);
    assert_true(difference(48, 48, &sights[1]) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_colours_of_the_map_are_told_apart_by_everybody),
        cmocka_unit_test(two_that_some_cannot_tell_apart_are_found),
        cmocka_unit_test(differences_are_those_of_cie76),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
