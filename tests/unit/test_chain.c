/* The chain of a journal: whatever is altered, moved or left out shows. SHA-256 is libsodium's. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/domain/chain.h"

static void sha256(void *ctx, const struct chain_part *parts, int count, uint8_t out[ENTRY_HASH])
{
    struct hash_state hash;
    sodium_crypt()->hash_start(&hash);
    for (int i = 0; i < count; i++)
        sodium_crypt()->hash_add(&hash, parts[i].bytes, parts[i].size);
    sodium_crypt()->hash_end(&hash, out);
}

static const struct chain_crypt crypt_of_test = {.hash = sha256};
static const uint8_t start[ENTRY_HASH];

static struct chain a_chain(void)
{
    return (struct chain){&crypt_of_test, {{1}}, {{2}}};
}

static struct entry_frame frame_of(const char *body, uint64_t seq)
{
    return (struct entry_frame){
        .seq = seq, .epoch = 1, .body = (const uint8_t *)body, .size = (uint32_t)strlen(body)};
}

static struct entry_frame chained(const char *body, uint64_t seq, const uint8_t *before)
{
    struct chain chain = a_chain();
    struct entry_frame frame = frame_of(body, seq);
    chain_hash(&chain, before, &frame, frame.hash);
    return frame;
}

static void a_hash_covers_everything_that_says_which_entry_it_is(void **state)
{
    struct chain chain = a_chain(), other = a_chain();
    struct entry_frame good = chained("hold", 4, start), bad = good;
    assert_true(chain_follows(&chain, start, &good));
    bad.seq = 5;
    assert_false(chain_follows(&chain, start, &bad));
    bad = good;
    bad.epoch = 2;
    assert_false(chain_follows(&chain, start, &bad));
    bad = good;
    bad.body = (const uint8_t *)"hole";
    assert_false(chain_follows(&chain, start, &bad));
    bad = good;
    bad.size--;
    assert_false(chain_follows(&chain, start, &bad));
    other.house.b[0] = 9;
    assert_false(chain_follows(&other, start, &good));
    other = a_chain();
    other.device.b[0] = 9;
    assert_false(chain_follows(&other, start, &good));
}

static void an_entry_follows_only_the_one_it_was_written_after(void **state)
{
    struct chain chain = a_chain();
    struct entry_frame one = chained("one", 1, start), two = chained("two", 2, one.hash);
    assert_true(chain_follows(&chain, one.hash, &two));
    assert_false(chain_follows(&chain, start, &two));
}

static void whether_it_is_kept_is_no_part_of_the_entry(void **state)
{
    struct chain chain = a_chain();
    struct entry_frame frame = chained("one", 1, start);
    frame.kept = true;
    assert_true(chain_follows(&chain, start, &frame));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hash_covers_everything_that_says_which_entry_it_is),
        cmocka_unit_test(an_entry_follows_only_the_one_it_was_written_after),
        cmocka_unit_test(whether_it_is_kept_is_no_part_of_the_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
