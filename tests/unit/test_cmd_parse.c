/* The command line, before anything is run. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/cmd/parse.h"

static int run_nothing(struct call *call)
{
    (void)call;
    return 0;
}

static const struct cmd_option new_options[] = {
    {"for", "EMAIL", "whom for", false},
    {"pay", "HOW", "how", true},
    {"due", NULL, "later", false},
    {0},
};
static const struct command hold_verbs[] = {
    {.name = "new", .words = "SHOW SEAT...", .options = new_options, .run = run_nothing},
    {.name = "show", .words = "HOLD", .run = run_nothing},
    {0},
};
static const struct command audit_verbs[] = {{.name = "verify", .run = run_nothing}, {0}};
static const struct command top[] = {
    {.name = "hold", .verbs = hold_verbs},
    {.name = "audit", .verbs = audit_verbs, .run = run_nothing},
    {.name = "find", .words = "[TEXT]", .run = run_nothing},
    {0},
};
static const struct command root = {.name = "loge", .verbs = top, .run = run_nothing};

struct line {
    struct arena *arena;
    struct args args;
    char message[PARSE_MESSAGE];
    bool ok;
};

#define PARSE(...) parse((const char *[]){"loge", __VA_ARGS__, NULL})

static struct line parse(const char *argv[])
{
    struct line line = {.arena = arena_new()};
    int argc = 0;
    while (argv[argc])
        argc++;
    line.ok = args_parse(&root, argc, argv, line.arena, &line.args, line.message);
    return line;
}

static void done(struct line *line)
{
    arena_free(&line->arena);
}

static void understands_a_command_with_words_and_options(void **state)
{
    struct line line = PARSE("hold", "new", "play", "--for", "ada@x", "A-1", "A-2", "--due");
    assert_true(line.ok);
    assert_string_equal(args_command(&line.args)->name, "new");
    assert_int_equal(line.args.words.count, 3);
    assert_string_equal(args_word(&line.args, 2), "A-2");
    assert_string_equal(args_value(&line.args, "for"), "ada@x");
    assert_true(args_has(&line.args, "due"));
    assert_false(args_has(&line.args, "pay"));
    assert_null(args_word(&line.args, 3));
    done(&line);
}

static void options_that_go_everywhere_may_come_first(void **state)
{
    struct line line = PARSE("--json", "--dir=/x=y", "hold", "show", "h");
    assert_true(line.ok);
    assert_true(args_has(&line.args, "json"));
    assert_string_equal(args_value(&line.args, "dir"), "/x=y");
    done(&line);
}

static void a_repeated_option_keeps_its_order(void **state)
{
    struct line line = PARSE("hold", "new", "p", "A-1", "--pay", "cash=5", "--pay=card");
    int at = 0;
    assert_true(line.ok);
    assert_string_equal(args_next(&line.args, "pay", &at), "cash=5");
    assert_string_equal(args_next(&line.args, "pay", &at), "card");
    assert_null(args_next(&line.args, "pay", &at));
    done(&line);
}

static void two_dashes_end_the_options(void **state)
{
    struct line line = PARSE("find", "--", "--json");
    assert_true(line.ok);
    assert_string_equal(args_word(&line.args, 0), "--json");
    assert_false(args_has(&line.args, "json"));
    done(&line);
}

static void a_group_may_act_without_a_verb(void **state)
{
    struct line alone = PARSE("audit"), verb = PARSE("audit", "verify");
    assert_true(alone.ok && verb.ok);
    assert_string_equal(args_command(&alone.args)->name, "audit");
    assert_string_equal(args_command(&verb.args)->name, "verify");
    done(&alone);
    done(&verb);
}

static void an_empty_line_is_the_program_itself(void **state)
{
    struct args args;
    char message[PARSE_MESSAGE];
    struct arena *arena = arena_new();
    assert_true(args_parse(&root, 0, (const char *[]){NULL}, arena, &args, message));
    assert_ptr_equal(args_command(&args), &root);
    arena_free(&arena);
}

static void assert_refused(struct line line, const char *message)
{
    assert_false(line.ok);
    assert_string_equal(line.message, message);
    done(&line);
}

static void refuses_with_the_nearest_name(void **state)
{
    assert_refused(PARSE("hodl"), "There is no command `loge hodl`; did you mean `loge hold`?");
    assert_refused(PARSE("hold", "sho"),
                   "There is no command `loge hold sho`; did you mean `loge hold show`?");
    assert_refused(PARSE("hold", "zzzzzz"),
                   "There is no command `loge hold zzzzzz`; `loge hold --help` lists them.");
    assert_refused(PARSE("hold", "new", "--deu"),
                   "`loge hold new` has no option --deu; did you mean --due?");
}

static void refuses_a_wrong_number_of_words(void **state)
{
    assert_refused(PARSE("hold"), "`loge hold` needs a command; `loge hold --help` lists them.");
    assert_refused(PARSE("hold", "new", "play"),
                   "`loge hold new` needs SEAT; the form is `loge hold new SHOW SEAT...`.");
    assert_refused(PARSE("find", "a", "b"), "`loge find` does not know what to do with \"b\".");
}

static void refuses_wrong_options(void **state)
{
    assert_refused(PARSE("hold", "new", "p", "A-1", "--for"), "--for needs a value: --for EMAIL.");
    assert_refused(PARSE("hold", "new", "p", "A-1", "--for", "--due"),
                   "--for needs a value: --for EMAIL.");
    assert_refused(PARSE("hold", "new", "p", "A-1", "--due=1"), "--due takes no value.");
    assert_refused(PARSE("hold", "new", "p", "A-1", "--due", "--due"),
                   "--due is given twice; give it once.");
}

static void refuses_bytes_no_terminal_should_see(void **state)
{
    assert_refused(PARSE("find", "\xC3\x28"), "Argument 2 is not valid UTF-8 text.");
    assert_refused(PARSE("find", "a\x1B[2J"),
                   "Argument 2 holds a control or text-direction character.");
    assert_refused(PARSE("find", "a\xE2\x80\xAE"),
                   "Argument 2 holds a control or text-direction character.");
}

static void help_asks_for_no_words(void **state)
{
    struct line line = PARSE("hold", "new", "--help");
    assert_true(line.ok);
    done(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(understands_a_command_with_words_and_options),
        cmocka_unit_test(options_that_go_everywhere_may_come_first),
        cmocka_unit_test(a_repeated_option_keeps_its_order),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(a_group_may_act_without_a_verb),
        cmocka_unit_test(an_empty_line_is_the_program_itself),
        cmocka_unit_test(refuses_with_the_nearest_name),
        cmocka_unit_test(refuses_a_wrong_number_of_words),
        cmocka_unit_test(refuses_wrong_options),
        cmocka_unit_test(refuses_bytes_no_terminal_should_see),
        cmocka_unit_test(help_asks_for_no_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
