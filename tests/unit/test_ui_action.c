#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "ui/action.h"
#include "ui/intl.h"
#include "ui/screen.h"

enum { DO_BEST = ACTION_OWN, DO_RELEASE, DO_PICK };

static const struct action actions[] = {
    {DO_BEST, "best", "b F5", N_("best"), N_("Hold the best seats."), RIGHT_NONE, 2, ACTION_COUNTS},
    {DO_RELEASE, "release", "R", N_("release"), N_("Free seats of others."), RIGHT_RELEASE_OTHERS,
     3, 0},
    {DO_PICK, "pick", "Space", N_("pick"), N_("Pick this seat."), RIGHT_NONE, 4, 0},
};

static void build(struct keymap *keymap, const struct ui_setting *settings, int count)
{
    const struct keymap_source source = {.screen = "map",
                                         .actions = actions,
                                         .action_count = COUNT_OF(actions),
                                         .moves = MOVES_MAP,
                                         .settings = settings,
                                         .setting_count = count};
    keymap_build(keymap, &source);
}

static int bound_to(const struct keymap *keymap, const char *key)
{
    int32_t code;
    assert_true(key_parse(key, &code));
    const struct action *action = keymap_find(keymap, code);
    return action ? action->id : ACTION_NONE;
}

static void defaults_bind_screen_moves_and_app(void **state)
{
    struct keymap keymap;
    build(&keymap, NULL, 0);
    assert_int_equal(bound_to(&keymap, "b"), DO_BEST);
    assert_int_equal(bound_to(&keymap, "F5"), DO_BEST);
    assert_int_equal(bound_to(&keymap, "Left"), ACTION_LEFT);
    assert_int_equal(bound_to(&keymap, "?"), ACTION_HELP);
    assert_int_equal(bound_to(&keymap, "y"), ACTION_NONE);
}

static void settings_win_over_defaults(void **state)
{
    static const struct ui_setting settings[] = {{"keys.map.best", "B ? h"},
                                                 {"keys.shows.best", "y"}};
    struct keymap keymap;
    build(&keymap, settings, COUNT_OF(settings));
    assert_int_equal(bound_to(&keymap, "B"), DO_BEST);
    assert_int_equal(bound_to(&keymap, "?"), DO_BEST);
    assert_int_equal(bound_to(&keymap, "h"), DO_BEST);
    assert_int_equal(bound_to(&keymap, "b"), ACTION_NONE);
    assert_int_equal(bound_to(&keymap, "Left"), ACTION_LEFT);
    assert_int_equal(bound_to(&keymap, "F1"), ACTION_HELP);
    assert_int_equal(bound_to(&keymap, "y"), ACTION_NONE);
}

static void keys_of_others_cannot_be_bound(void **state)
{
    static const struct ui_setting settings[] = {{"keys.map.best", "C-s C-a ~ nonsense v"}};
    struct keymap keymap;
    build(&keymap, settings, 1);
    assert_int_equal(bound_to(&keymap, "C-s"), ACTION_NONE);
    assert_int_equal(bound_to(&keymap, "C-a"), ACTION_NONE);
    assert_int_equal(bound_to(&keymap, "~"), ACTION_NONE);
    assert_int_equal(bound_to(&keymap, "v"), DO_BEST);
}

static void assert_hints(int columns, enum role role, bool typing, const char *wanted)
{
    struct keymap keymap;
    struct arena *arena = arena_new();
    struct canvas *canvas = canvas_new(1, columns);
    struct offer offer = {.typing = typing};
    build(&keymap, NULL, 0);
    keymap_draw_hints(&keymap, role, offer, canvas, canvas_area(canvas));
    char *text = canvas_text(canvas, arena);
    text[strcspn(text, "\n")] = '\0';
    assert_string_equal(text, wanted);
    canvas_free(&canvas);
    arena_free(&arena);
}

static void hints_come_from_the_table(void **state)
{
    assert_hints(80, ROLE_SUPERVISOR, false,
                 "b best  R release  Space pick  ? help  Esc back  g go  : command");
}

static void hints_leave_by_rank_and_never_in_half(void **state)
{
    assert_hints(40, ROLE_SUPERVISOR, false, "b best  R release  Space pick  ? help");
    assert_hints(20, ROLE_SUPERVISOR, false, "b best  ? help");
    assert_hints(7, ROLE_SUPERVISOR, false, "? help");
    assert_hints(5, ROLE_SUPERVISOR, false, "");
}

static void what_a_role_may_not_do_is_not_offered(void **state)
{
    const struct action *found[KEYMAP_MAX];
    struct keymap keymap;
    assert_hints(30, ROLE_CLERK, false, "b best  Space pick  ? help");
    build(&keymap, NULL, 0);
    assert_int_equal(keymap_filter(&keymap, ROLE_CLERK, "others", found), 0);
    assert_int_equal(keymap_filter(&keymap, ROLE_MANAGER, "others", found), 1);
}

static void while_typing_only_other_keys_are_hinted_at(void **state)
{
    assert_hints(80, ROLE_CLERK, true, "F5 best  F1 help  Esc back");
}

static void help_finds_by_key_name_and_sentence(void **state)
{
    const struct action *found[KEYMAP_MAX];
    struct keymap keymap;
    build(&keymap, NULL, 0);
    assert_int_equal(keymap_filter(&keymap, ROLE_CLERK, "b", found) > 1, true);
    assert_int_equal(keymap_filter(&keymap, ROLE_CLERK, "BEST SEATS", found), 1);
    assert_int_equal(found[0]->id, DO_BEST);
    assert_int_equal(keymap_filter(&keymap, ROLE_CLERK, "Space", found), 1);
    assert_int_equal(keymap_filter(&keymap, ROLE_CLERK, "no such thing", found), 0);
}

/* ---- the tables of every screen ----------------------------------------------------------- */

static int count_keys(const char *keys)
{
    int count = 0;
    for (const char *at = keys; *at; at++)
        count += *at != ' ' && (at == keys || at[-1] == ' ');
    return count;
}

/* Every default key is a key, may be bound, and is bound to nothing else on its screen. */
static void no_default_key_is_wrong_or_taken(void **state)
{
    for (int s = 0; s < screen_count; s++) {
        const struct screen *screen = screens[s];
        const struct keymap_source source = {.screen = screen->name,
                                             .actions = screen->actions,
                                             .action_count = screen->action_count};
        static struct keymap keymap;
        keymap_build(&keymap, &source);
        for (int a = 0; a < screen->action_count; a++) {
            int bound = 0;
            for (int k = 0; k < keymap.count; k++)
                bound += keymap.at[k].action == &screen->actions[a];
            if (bound != count_keys(screen->actions[a].keys))
                fail_msg("%s.%s: %s", screen->name, screen->actions[a].name,
                         screen->actions[a].keys);
        }
    }
}

/* F-keys, PgUp, Home and the like are missing on a vt100. */
static void every_action_has_a_key_every_terminal_has(void **state)
{
    for (int s = 0; s < screen_count; s++)
        for (int a = 0; a < screens[s]->action_count; a++) {
            char first[KEYS_NAME_TEXT] = "";
            int32_t code;
            size_t length = strcspn(screens[s]->actions[a].keys, " ");
            memcpy(first, screens[s]->actions[a].keys, length);
            assert_true(key_parse(first, &code));
            if (code >= KEYCODE_HOME && code != KEYCODE_BACKSPACE)
                fail_msg("%s.%s: %s", screens[s]->name, screens[s]->actions[a].name, first);
        }
}

static void help_is_made_of_sentences(void **state)
{
    for (int s = 0; s < screen_count; s++)
        for (int a = 0; a < screens[s]->action_count; a++) {
            const char *help = screens[s]->actions[a].help;
            assert_true(strlen(help) > 5 && help[strlen(help) - 1] == '.');
        }
}

static void go_letters_are_unique(void **state)
{
    for (int i = 0; i < screen_count; i++)
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(screens[i]->name, screens[j]->name);
            assert_true(!screens[i]->go || screens[i]->go != screens[j]->go);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_bind_screen_moves_and_app),
        cmocka_unit_test(settings_win_over_defaults),
        cmocka_unit_test(keys_of_others_cannot_be_bound),
        cmocka_unit_test(hints_come_from_the_table),
        cmocka_unit_test(hints_leave_by_rank_and_never_in_half),
        cmocka_unit_test(what_a_role_may_not_do_is_not_offered),
        cmocka_unit_test(while_typing_only_other_keys_are_hinted_at),
        cmocka_unit_test(help_finds_by_key_name_and_sentence),
        cmocka_unit_test(no_default_key_is_wrong_or_taken),
        cmocka_unit_test(every_action_has_a_key_every_terminal_has),
        cmocka_unit_test(help_is_made_of_sentences),
        cmocka_unit_test(go_letters_are_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
