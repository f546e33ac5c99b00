#include "config.h"

#include "src/adapter/house_parts.h"

#include <string.h>

/* ---- loading and repairing the own map ------------------------------------------------------ */

static void fill_back(struct house_store *house)
{
    const struct house_map *map = &house->map;
    struct arena *arena = arena_new();
    struct registry_map out = {.show_version = map->at.show.version,
                               .plan_version = map->plan_version,
                               .last_event = map->at.last_event,
                               .count = map->index_count};
    out.state = arena_array(arena, (size_t)map->index_count + 1, sizeof *out.state);
    for (int32_t no = 0; no < map->index_count; no++)
        if (map->index_of[no] >= 0)
            out.state[no] = map->at.state[map->index_of[no]];
    house->front.registry->ops->map_put(house->front.registry, map->at.show.no, &out);
    arena_free(&arena);
}

/* -1: without sums nobody would find out that the drawing is another one by now. */
static int32_t plan_version(const struct house_store *house, const struct snapshot *snapshot)
{
    return house->inner->ops->map_digest ? snapshot->plan_version : -1;
}

enum rc house_map_reload(struct house_store *house, int32_t show, struct err *err)
{
    struct arena *arena = arena_new();
    struct house_map *map = &house->map;
    struct snapshot snapshot;
    int64_t began = house_mono(house);
    enum rc rc = house->inner->ops->map_read(house->inner, show, arena, &snapshot, err);
    house->counts.truth_reads++;
    int32_t version = rc ? -1 : plan_version(house, &snapshot);
    bool known = house_map_is(map, show) && map->plan_version == version && version >= 0;
    if (!rc && !(known && house_map_refresh(map, &snapshot, began)))
        house_map_load(map, &snapshot, version, began);
    if (!rc) {
        house->checked_at = began;
        fill_back(house);
    }
    arena_free(&arena);
    return rc;
}

/* A console opens a show, and follows it then. Who keeps what it has read twice needs no spare. */
static void keep_spare(struct house_store *house, const struct snapshot *snapshot)
{
    if (!house->follow || house->keeps || house_map_is(&house->map, snapshot->show.no))
        return;
    house->spare_at = house_mono(house);
    house_map_load(&house->spare, snapshot, plan_version(house, snapshot), house->spare_at);
}

bool house_map_take_spare(struct house_store *house, int32_t show)
{
    bool fresh =
        house_map_is(&house->spare, show) && house_mono(house) - house->spare_at <= FRESH_MS;
    if (!fresh) {
        house_map_drop(&house->spare);
        return false;
    }
    house_map_drop(&house->map);
    house->map = house->spare;
    house->spare = (struct house_map){0};
    house->checked_at = house->spare_at;
    fill_back(house);
    return true;
}

struct check {
    struct house_store *house;
    struct arena *arena;
    struct map_digest truth, own;
    int *wrong; /* blocks */
    int wrong_count;
};

static void compare_blocks(struct check *check)
{
    int blocks = check->truth.block_count > check->own.block_count ? check->truth.block_count
                                                                   : check->own.block_count;
    check->own = (struct map_digest){0};
    house_map_digest(&check->house->map, check->arena, &check->own);
    if (check->own.block_count > blocks)
        blocks = check->own.block_count;
    check->wrong = arena_array(check->arena, (size_t)blocks + 1, sizeof *check->wrong);
    check->wrong_count = 0;
    for (int i = 0; i < blocks; i++)
        if (digest_block(&check->truth, i) != digest_block(&check->own, i))
            check->wrong[check->wrong_count++] = i;
}

/* Blocks of the registry's map whose sums are the truth's are as good as the truth. */
static void repair_from_registry(struct check *check)
{
    struct house_store *house = check->house;
    struct registry_map map;
    if (!check->wrong_count || !house_awake(house))
        return;
    if (!house->front.registry->ops->map_get(house->front.registry, house->map.at.show.no,
                                             check->arena, &map) ||
        map.show_version != check->truth.show_version ||
        map.plan_version != check->truth.plan_version) {
        house->counts.registry_misses++;
        return;
    }
    struct map_digest sums = {0};
    for (int no = 0; no < map.count; no++)
        if (map.state[no].version)
            digest_add(&sums, check->arena, no, &map.state[no]);
    for (int i = 0; i < check->wrong_count; i++) {
        int block = check->wrong[i];
        if (digest_block(&sums, block) != digest_block(&check->truth, block))
            continue;
        for (int no = block * DIGEST_BLOCK; no < (block + 1) * DIGEST_BLOCK && no < map.count; no++)
            if (map.state[no].version)
                house_map_learn(&house->map, no, &map.state[no], house_mono(house));
    }
    int wrong = check->wrong_count;
    compare_blocks(check);
    house->counts.registry_hits += check->wrong_count < wrong;
    house->counts.registry_misses += check->wrong_count >= wrong;
}

static int labels_of_block(const struct check *check, int block, const char **labels)
{
    const struct house_map *map = &check->house->map;
    int count = 0;
    for (int no = block * DIGEST_BLOCK; no < (block + 1) * DIGEST_BLOCK && no < map->index_count;
         no++)
        if (map->index_of[no] >= 0)
            labels[count++] = plan_seat_label(map->at.plan, map->index_of[no],
                                              arena_alloc(check->arena, SEAT_TEXT));
    return count;
}

static enum rc repair_from_store(struct check *check, struct err *err)
{
    struct house_store *house = check->house;
    const char *labels[DIGEST_BLOCK];
    struct snapshot rows;
    enum rc rc = RC_OK;
    if (check->wrong_count > REPAIR_BLOCKS)
        return house_map_reload(house, house->map.at.show.no, err);
    for (int i = 0; i < check->wrong_count && !rc; i++) {
        int count = labels_of_block(check, check->wrong[i], labels);
        rc = house->inner->ops->rows_read(house->inner, house->map.at.show.no, labels, count,
                                          check->arena, &rows, err);
        house->counts.truth_reads++;
        if (!rc)
            house_learn_snapshot(house, &rows);
    }
    return rc;
}

/* Sums agree: every seat is known for sure, at the moment the sums were taken. */
static void all_sure(struct house_store *house, const struct check *check)
{
    int64_t now = house_mono(house);
    for (int i = 0; i < house->map.at.plan->seat_count; i++)
        house->map.sure_at[i] = now;
    if (!check->wrong_count)
        house->map.at.last_event = check->truth.last_event;
    house->checked_at = now;
}

static enum rc check_with(struct check *check, struct err *err)
{
    struct house_store *house = check->house;
    int32_t show = house->map.at.show.no;
    enum rc rc =
        house->inner->ops->map_digest(house->inner, show, check->arena, &check->truth, err);
    house->counts.truth_reads++;
    if (rc)
        return rc;
    house_hear(house); /* what the sums knew before we were told */
    if (check->truth.show_version != house->map.at.show.version ||
        check->truth.plan_version != house->map.plan_version)
        return house_map_reload(house, show, err);
    compare_blocks(check);
    repair_from_registry(check);
    rc = repair_from_store(check, err);
    if (!rc)
        all_sure(house, check);
    return rc;
}

/* A feed that lived before the sums were taken, and still does, tells all that came after them. */
enum rc house_map_check(struct house_store *house, struct err *err)
{
    struct check check = {.house = house, .arena = arena_new()};
    bool was_alive = house->alive;
    enum rc rc = house->inner->ops->map_digest
                     ? check_with(&check, err)
                     : house_map_reload(house, house->map.at.show.no, err);
    if (!rc && was_alive && house->alive)
        house->gap = false;
    arena_free(&check.arena);
    return rc;
}

/* ---- reads ---------------------------------------------------------------------------------- */

/* Without sums a change of the drawing or of the show's row could stay unnoticed. */
static bool can_serve(const struct house_store *house, int32_t show)
{
    return house_map_is(&house->map, show) && !house->ask_truth && house->inner->ops->map_digest;
}

bool house_map_is_fresh(struct house_store *house)
{
    if (house->followed == house->map.at.show.no)
        house_hear(house);
    return house->alive && !house->gap && house->followed == house->map.at.show.no &&
           house_mono(house) - house->checked_at <= FRESH_MS;
}

static void note_hearsay(struct house_store *house, const struct snapshot *served)
{
    if (house_map_unsure(&house->map, served, house_mono(house) - SURE_MS))
        house->hearsay = true;
}

/* Whoever reads a show whole again will do so once more. */
static enum rc keep_map(struct house_store *house, int32_t show, struct err *err)
{
    bool again = house->read_last == show;
    house->read_last = show;
    if (!house->keeps || !again || house->followed == show)
        return RC_OK;
    house->told = -1; /* nobody was told anything of it */
    return house_start_following(house, show, err);
}

enum rc house_map_read(struct store *store, int32_t show, struct arena *arena,
                       struct snapshot *snapshot, struct err *err)
{
    struct house_store *house = house_of(store);
    enum rc kept = keep_map(house, show, err);
    if (kept)
        return kept;
    bool serve = can_serve(house, show);
    if (serve && !house_map_is_fresh(house)) {
        enum rc rc = house_map_check(house, err);
        if (rc)
            return rc;
    }
    if (serve) {
        house->counts.own_maps++;
        house_map_copy(&house->map, arena, snapshot);
        note_hearsay(house, snapshot);
        return RC_OK;
    }
    house->counts.own_misses++;
    house->counts.truth_reads++;
    enum rc rc = house->inner->ops->map_read(house->inner, show, arena, snapshot, err);
    if (!rc) {
        house_learn_snapshot(house, snapshot);
        keep_spare(house, snapshot);
    }
    return rc;
}

enum rc house_rows_read(struct store *store, int32_t show, const char *const *labels, int count,
                        struct arena *arena, struct snapshot *snapshot, struct err *err)
{
    struct house_store *house = house_of(store);
    if (can_serve(house, show) && house_map_is_fresh(house) &&
        house_map_rows(&house->map, labels, count, arena, snapshot)) {
        house->counts.own_rows++;
        note_hearsay(house, snapshot);
        return RC_OK;
    }
    house->counts.own_misses++;
    house->counts.truth_reads++;
    enum rc rc =
        house->inner->ops->rows_read(house->inner, show, labels, count, arena, snapshot, err);
    if (!rc)
        house_learn_snapshot(house, snapshot);
    return rc;
}

/*
 * The show's row goes with its map. It may be some seconds old: an act that was decided on it is
 * stale when the row has changed (changeset.h), and a refusal is doubted.
 */
static bool serve_show(struct house_store *house, int32_t no, struct arena *arena,
                       struct show *show)
{
    if (house->ask_show || !can_serve(house, no) || !house_map_is_fresh(house))
        return false;
    int64_t sure_at =
        house->show_sure_at > house->checked_at ? house->show_sure_at : house->checked_at;
    house_map_show(&house->map, arena, show);
    if (house_mono(house) - sure_at > SURE_MS)
        house->show_unsure = true;
    return true;
}

/* Whoever reads the show's row finds out whether the own map has an old one. */
static void compare_show(struct house_store *house, const struct show *show)
{
    if (!house_map_is(&house->map, show->no))
        return;
    if (house->map.at.show.version == show->version)
        house->show_sure_at = house_mono(house);
    else
        house->checked_at = house_mono(house) - FRESH_MS - 1;
}

enum rc house_show_find(struct store *store, const char *id, struct arena *arena, struct show *show,
                        bool *found, struct err *err)
{
    struct house_store *house = house_of(store);
    const struct show *own = &house->map.at.show;
    *found =
        house->map.arena && strcmp(own->id, id) == 0 && serve_show(house, own->no, arena, show);
    if (*found)
        return RC_OK;
    enum rc rc = house->inner->ops->show_find(house->inner, id, arena, show, found, err);
    if (!rc && *found)
        compare_show(house, show);
    return rc;
}

enum rc house_show_by_no(struct store *store, int32_t no, struct arena *arena, struct show *show,
                         bool *found, struct err *err)
{
    struct house_store *house = house_of(store);
    *found = serve_show(house, no, arena, show);
    if (*found)
        return RC_OK;
    enum rc rc = house->inner->ops->show_by_no(house->inner, no, arena, show, found, err);
    if (!rc && *found)
        compare_show(house, show);
    return rc;
}

bool house_doubt(struct store *store)
{
    struct house_store *house = house_of(store);
    house->ask_truth = house->hearsay;
    house->ask_show = house->show_unsure;
    house->hearsay = house->show_unsure = false;
    return house->ask_truth || house->ask_show;
}
