#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/adapter/plan_json.h"
#include "src/domain/hall_maker.h"
#include "src/domain/plan_merge.h"
#include "tests/unit/plan_files.h"
#include "tests/unit/plan_same.h"
#include "tests/unit/plan_tray.h"

static const struct plan *read_back(const char *document)
{
    const struct plan *plan = plan_document_read(document, strlen(document), arena, &faults);
    print_faults(&faults);
    assert_non_null(plan);
    return plan;
}

static void survives(struct plan *plan)
{
    struct plan_diff diff;
    int32_t next_no = 1;
    assert_int_equal(plan_merge(NULL, plan, &next_no, NULL, 0, arena, &diff, NULL), 0);
    const struct plan *again = read_back(plan_document_write(plan, arena));
    const char *difference = plan_difference(plan, again);
    if (difference)
        fail_msg("%s", difference);
    for (int i = 0; i < plan->row_count; i++)
        assert_int_equal(plan->rows[i].line, again->rows[i].line);
}

static struct plan *kammerspiele(void)
{
    const char *text = read_test_file(arena, "tests/data/pretix/kammerspiele.json");
    return pretix_plan_read(text, strlen(text), arena, &faults);
}

static void a_document_loses_nothing(void **state)
{
    survives(hall_make_studio(arena));
    survives(hall_make_playhouse(arena));
    survives(hall_make_arena(3000, arena));
    survives(kammerspiele());
}

static void what_came_from_pretix_can_still_be_exported_there(void **state)
{
    const struct plan *plan = kammerspiele();
    const struct plan *again = read_back(plan_document_write(plan, arena));
    assert_string_equal(pretix_plan_write(plan, arena, NULL),
                        pretix_plan_write(again, arena, NULL));
}

static void damaged(const char *document, const char *from, const char *to, const char *sentence)
{
    const char *text = changed(arena, document, from, to);
    memset(&faults, 0, sizeof faults);
    assert_null(plan_document_read(text, strlen(text), arena, &faults));
    for (int i = 0; i < faults.count; i++)
        if (strstr(faults.at[i].text, sentence))
            return;
    print_faults(&faults);
    fail_msg("expected %s", sentence);
}

static void a_damaged_document_is_a_fault_and_not_a_crash(void **state)
{
    const char *text = plan_document_write(hall_make_studio(arena), arena);
    damaged(text, "\"loge_plan\":1", "\"loge_plan\":2", "newer program");
    damaged(text, "\"size\":[", "\"size\":[1,", "size: is not");
    damaged(text, "\"focal\":[", "\"focal\":[1,", "focal: is not");
    damaged(text, "[\"Front\",", "[", "classes[0]: is not");
    damaged(text, "[\"North\",", "[7,", "sections[0]: is not");
    damaged(text, "\"rows\":[[0,", "\"rows\":[[9,", "rows[0]: 9 is not between 0 and 3");
    damaged(text, "\"rows\":[[0,\"B\",", "\"rows\":[[0,7,", "rows[0]: is not");
    damaged(text, "\"rows\":[[0,\"B\",", "\"rows\":[[0,\"0123456789012345\",", "longer than 15");
    damaged(text, "\"seats\":[[-1,0,", "\"seats\":[[-1,99,", "seats[0]: 99 is not");
    damaged(text, "\"seats\":[[-1,0,", "\"seats\":[[\"\",0,", "seats[0]: is not");
    damaged(text, "\"1\"],[", "\"1\",7],[", "seats[0]: is not");
    damaged(text, "\"1\"],[", "\"2\"],[", "there is a seat North-B-2 already");
    damaged(text, "\"kind\":0", "\"kind\":9", "areas[0]: 9 is not");
    damaged(text, "\"section\":-1", "\"section\":99", "areas[0]: 99 is not");
    damaged(text, "\"points\":[]", "\"points\":[1]", "areas[0].points: is not");
    damaged(text, "\"seats\":[", "\"seets\":[", "seets: this key is not known");
    damaged(text, "{", "", "not JSON");
}

static void a_damaged_extra_is_a_fault_too(void **state)
{
    const char *text = plan_document_write(kammerspiele(), arena);
    damaged(text, "\"place\":0", "\"place\":1", "two seats of a row");
    damaged(text, "\"place\":0", "\"place\":99", "99 is not");
    damaged(text, "\"classes\":[{", "\"classes\":[{},{", "\"classes\" has 4 entries, not 3");
    damaged(text, "\"extra\":{", "\"extra\":{\"x\":1,", "extra.x: this key");
    damaged(text, "\"place\":0", "\"plaze\":0", "plaze: this key");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_document_loses_nothing),
        T(what_came_from_pretix_can_still_be_exported_there),
        T(a_damaged_document_is_a_fault_and_not_a_crash),
        T(a_damaged_extra_is_a_fault_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
