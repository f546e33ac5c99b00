/* best_find against a slow search that tries everything, on many small random halls. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/domain/best.h"
#include "src/domain/gap.h"
#include "tests/lib/builders.h"
#include "tests/lib/fresh_arena.h"

enum { HALLS = 20000, OFFERS = 64 };

/* ---- random halls and requests ------------------------------------------------------------- */

static uint64_t seed = 20261120;

static int roll(int sides)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)sides);
}

static struct scene *random_hall(void)
{
    static const char *const kinds[] = {"......xx_#", "...xxh#_wc", ".....rrle.", "..wcwcx_..",
                                        "xxxxx.."};
    const char *kind = kinds[roll(COUNT_OF(kinds))];
    char drawing[80] = "", *end = drawing;
    if (roll(2))
        end += sprintf(end, "=Left\n");
    for (int rows = 1 + roll(3); rows; rows--) {
        if (rows == 1 && *drawing == '=')
            end += sprintf(end, "=Right\n");
        for (int seats = 1 + roll(9); seats; seats--)
            *end++ = kind[roll((int)strlen(kind))];
        *end++ = '\n';
        *end = '\0';
    }
    struct scene *scene = a_hall(arena, drawing);
    scene->plan->class_count = 2;
    for (int i = 0; i < scene->plan->seat_count; i++)
        scene->plan->seats[i].class_no = roll(3) == 0;
    scene->snapshot.show.gap_rule = roll(3) > 0;
    return scene;
}

static struct best_request random_request(const struct scene *scene)
{
    struct best_request request = {.count = 1 + roll(5),
                                   .class_no = roll(3) - 1,
                                   .section = roll(scene->plan->section_count + 1) - 1,
                                   .aisle = roll(3) == 0,
                                   .together = true,
                                   .strict = roll(4) == 0,
                                   .now = NOW,
                                   .channel = CHANNEL_COUNTER};
    if (roll(3) == 0)
        request.accessible = roll(request.count + 1);
    return request;
}

/* ---- the slow search ----------------------------------------------------------------------- */

struct offer {
    int given_up, apart, first;
    double cost;
};

struct slow {
    const struct scene *scene;
    const struct best_request *request;
    struct gap_view view;
    struct offer offers[OFFERS];
    int count;
};

static bool usable(const struct slow *slow, int seat)
{
    const struct plan_seat *at = &slow->scene->plan->seats[seat];
    if (!slow->request->accessible && at->flags & (SEAT_WHEELCHAIR | SEAT_COMPANION))
        return false;
    return seat_is_free(&slow->scene->snapshot.state[seat], NOW, CHANNEL_COUNTER, 0);
}

static bool is_window(const struct slow *slow, int first, int count)
{
    for (int i = first; i < first + count; i++)
        if (i >= slow->scene->plan->seat_count || !usable(slow, i) ||
            (i > first && !plan_neighbours(slow->scene->plan, i - 1, i)))
            return false;
    return true;
}

static int count_flag(const struct slow *slow, int first, int flag)
{
    int count = 0;
    for (int i = first; i < first + slow->request->count; i++)
        count += !!(slow->scene->plan->seats[i].flags & flag);
    return count;
}

static bool other_class(const struct slow *slow, int first)
{
    for (int i = first; i < first + slow->request->count; i++)
        if (slow->scene->plan->seats[i].class_no != slow->request->class_no)
            return slow->request->class_no >= 0;
    return false;
}

/* Everybody farther than the farthest seat by a quarter sees as badly as behind a pillar. */
static double cost_of(const struct slow *slow, int first)
{
    const struct plan *plan = slow->scene->plan;
    double cost = 0, farthest = 0;
    for (int i = 0; i < plan->seat_count; i++) {
        double distance = hypot((double)plan->seats[i].x - (double)plan->focal_x,
                                (double)plan->seats[i].y - (double)plan->focal_y);
        farthest = fmax(farthest, distance);
        if (i >= first && i < first + slow->request->count)
            cost += distance;
    }
    return cost + farthest / 4 * count_flag(slow, first, SEAT_RESTRICTED);
}

static bool left_alone(const struct slow *slow, int from, int step)
{
    return gap_look(&slow->view, from, from + step) == GAP_FREE &&
           gap_look(&slow->view, from, from + 2 * step) == GAP_TAKEN;
}

static bool holdable(const struct slow *slow, const int *seats, int count)
{
    return !slow->scene->snapshot.show.gap_rule || gap_find(&slow->view, seats, count) < 0;
}

static bool make_offer(const struct slow *slow, int first, struct offer *offer)
{
    const struct best_request *request = slow->request;
    int seats[8], wheels = count_flag(slow, first, SEAT_WHEELCHAIR);
    for (int i = 0; i < request->count; i++)
        seats[i] = first + i;
    bool gap = left_alone(slow, first, -1) || left_alone(slow, first + request->count - 1, 1);
    bool aisle = request->aisle && !count_flag(slow, first, SEAT_AISLE);
    bool section = request->section >= 0 && plan_section_of(slow->scene->plan, first) !=
                                                &slow->scene->plan->sections[request->section];
    offer->given_up = aisle + 2 * gap + 4 * section + 8 * other_class(slow, first);
    if (request->accessible)
        offer->apart = request->count - wheels - count_flag(slow, first, SEAT_COMPANION);
    offer->cost = cost_of(slow, first);
    offer->first = first;
    return wheels == request->accessible && !(request->strict && offer->given_up) &&
           holdable(slow, seats, request->count);
}

/* Costs are compared as exactly as best_find's whole numbers can tell them apart. */
static bool better(const struct offer *a, const struct offer *b)
{
    if (a->given_up != b->given_up)
        return a->given_up < b->given_up;
    if (a->apart != b->apart)
        return a->apart < b->apart;
    if (fabs(a->cost - b->cost) > 1e-4)
        return a->cost < b->cost;
    return a->first < b->first;
}

static void search_slowly(struct slow *slow)
{
    for (int first = 0; first < slow->scene->plan->seat_count; first++) {
        struct offer offer = {0};
        if (!is_window(slow, first, slow->request->count) || !make_offer(slow, first, &offer))
            continue;
        int at = slow->count++;
        for (; at > 0 && better(&offer, &slow->offers[at - 1]); at--)
            slow->offers[at] = slow->offers[at - 1];
        slow->offers[at] = offer;
    }
}

static struct slow slow_search(const struct scene *scene, const struct best_request *request)
{
    struct slow slow = {
        .scene = scene,
        .request = request,
        .view = {.snapshot = &scene->snapshot, .now = NOW, .channel = CHANNEL_COUNTER}};
    search_slowly(&slow);
    return slow;
}

/* ---- together ------------------------------------------------------------------------------ */

static int bits_of(const struct best_result *found)
{
    static const char *const names[] = {"aisle", "gap", "section", "class"};
    int bits = 0;
    for (int i = 0; i < found->relaxed_count; i++)
        for (int n = 0; n < COUNT_OF(names); n++)
            if (strcmp(found->relaxed[i], names[n]) == 0)
                bits |= 1 << n;
    return bits;
}

static void every_offer_is_the_one_a_slow_search_finds(void **state)
{
    int offered = 0;
    for (int n = 0; n < HALLS; n++) {
        arena_reset(arena);
        struct scene *scene = random_hall();
        struct best_request request = random_request(scene);
        struct slow slow = slow_search(scene, &request);
        const struct best_index *index = best_index_new(scene->plan, arena);
        for (request.skip = 0; request.skip < slow.count; request.skip++) {
            const struct offer *offer = &slow.offers[request.skip];
            struct best_result found;
            assert_int_equal(best_find(index, &scene->snapshot, &request, &found, NULL),
                             VERDICT_OK);
            assert_true(found.adjacent);
            assert_int_equal(found.count, request.count);
            assert_int_equal(found.seats[0], offer->first);
            assert_int_equal(bits_of(&found), offer->given_up);
            offered++;
        }
        struct best_result found;
        assert_int_equal(best_find(index, &scene->snapshot, &request, &found, NULL),
                         VERDICT_NOT_ENOUGH_SEATS);
    }
    assert_true(offered > HALLS); /* or the halls were all full */
}

/* ---- in groups ----------------------------------------------------------------------------- */

/* The fewest unbroken stretches that seat so many: the longest ones. 0: they do not fit. */
static int fewest_stretches(const struct slow *slow, int people)
{
    int used_seats = 0, groups = 0;
    bool used[64] = {false};
    while (used_seats < people) {
        int longest = 0, at = 0;
        for (int first = 0; first < slow->scene->plan->seat_count; first++)
            for (int length = longest + 1; !used[first] && is_window(slow, first, length); length++)
                longest = length, at = first;
        if (!longest)
            return 0;
        memset(used + at, true, (size_t)longest);
        used_seats += longest;
        groups++;
    }
    return groups;
}

static void check_groups(const struct slow *slow, const struct best_result *found)
{
    int total = 0;
    for (int i = 0; i < found->count; i++) {
        assert_true(usable(slow, found->seats[i]));
        assert_true(i == 0 || found->seats[i] > found->seats[i - 1]);
    }
    for (int g = 0; g < found->group_count; g++) {
        assert_true(is_window(slow, found->seats[total], found->groups[g]));
        total += found->groups[g];
    }
    assert_int_equal(total, slow->request->count);
    assert_int_equal(found->count, slow->request->count);
    assert_true(holdable(slow, found->seats, found->count));
}

static void groups_are_the_fewest_and_can_be_held(void **state)
{
    int split = 0;
    for (int n = 0; n < HALLS; n++) {
        arena_reset(arena);
        struct scene *scene = random_hall();
        struct best_request request = random_request(scene);
        request.count = 2 + roll(6);
        request.together = request.strict = false;
        request.accessible = 0;
        struct slow slow = {.scene = scene, .request = &request};
        slow.view =
            (struct gap_view){.snapshot = &scene->snapshot, .now = NOW, .channel = CHANNEL_COUNTER};
        struct best_result found;
        const struct best_index *index = best_index_new(scene->plan, arena);
        enum verdict verdict = best_find(index, &scene->snapshot, &request, &found, NULL);
        int fewest = fewest_stretches(&slow, request.count);
        if (verdict) {
            assert_true(fewest == 0 || scene->snapshot.show.gap_rule);
            continue;
        }
        check_groups(&slow, &found);
        assert_true(found.group_count == fewest || scene->snapshot.show.gap_rule);
        split += found.group_count > 1;
    }
    assert_true(split > HALLS / 20);
}

static void a_party_with_wheelchairs_gets_exactly_its_places(void **state)
{
    int seated = 0;
    for (int n = 0; n < HALLS; n++) {
        arena_reset(arena);
        struct scene *scene = random_hall();
        struct best_request request = random_request(scene);
        request.together = request.strict = false;
        request.accessible = 1 + roll(request.count);
        struct slow slow = {.scene = scene, .request = &request};
        slow.view =
            (struct gap_view){.snapshot = &scene->snapshot, .now = NOW, .channel = CHANNEL_COUNTER};
        struct best_result found;
        const struct best_index *index = best_index_new(scene->plan, arena);
        if (best_find(index, &scene->snapshot, &request, &found, NULL))
            continue;
        check_groups(&slow, &found);
        int wheels = 0;
        for (int i = 0; i < found.count; i++)
            wheels += !!(scene->plan->seats[found.seats[i]].flags & SEAT_WHEELCHAIR);
        assert_int_equal(wheels, request.accessible);
        seated++;
    }
    assert_true(seated > HALLS / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(every_offer_is_the_one_a_slow_search_finds),
        WITH_ARENA(groups_are_the_fewest_and_can_be_held),
        WITH_ARENA(a_party_with_wheelchairs_gets_exactly_its_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
