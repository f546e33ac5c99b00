#include "config.h"

#include "src/base/arena.h"

#include <stdarg.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };
enum { LARGE = 256 * 1024 /* stands alone, so that it can be given back */ };
enum { PAGE = 4096, HUGE_PAGE = 2 * 1024 * 1024 };

struct block {
    struct block *older;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct block *newest;
};

static NO_RETURN void out_of_memory(void)
{
    fputs("loge: out of memory\n", stderr);
    abort();
}

void *x_alloc(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    if (!memory)
        out_of_memory();
    return memory;
}

void *x_resize(void *memory, size_t size)
{
    void *resized = realloc(memory, size ? size : 1);
    if (!resized)
        out_of_memory();
    return resized;
}

char *x_strdup(const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        out_of_memory();
    return copy;
}

/* How much of a block is used at once. */
enum fill { BY_AND_BY = 0, WHOLE = MAP_POPULATE };

/* Fresh pages are zeroed already, and asked for in one go they cost half of what each costs when it
 * is first touched. malloc() would rather give what was used before, and have it zeroed again. */
static void *map_pages(size_t size, enum fill fill)
{
    void *pages =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (int)fill, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

/* As many bytes, from where a huge page may begin: where the kernel has some, the seats of a large
 * hall are a page or two and a rest, and no thousand pages one by one. */
static void *map_huge_pages(size_t size)
{
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    unsigned char *room = map_pages(whole + HUGE_PAGE, BY_AND_BY);
    if (!room)
        return NULL;
    size_t before = (HUGE_PAGE - (uintptr_t)room % HUGE_PAGE) % HUGE_PAGE;
    if (before > 0)
        munmap(room, before);
    if (before < HUGE_PAGE)
        munmap(room + before + whole, HUGE_PAGE - before);
    (void)madvise(room + before, whole, MADV_HUGEPAGE);
    (void)madvise(room + before, whole, MADV_POPULATE_WRITE);
    return room + before;
}

static void *map_block(size_t size, enum fill fill)
{
    return fill == WHOLE && size >= HUGE_PAGE ? map_huge_pages(size) : map_pages(size, fill);
}

/* An overrun is only found around what malloc() gave. */
static bool is_mapped(size_t size)
{
    return size >= LARGE && !SANITIZED;
}

/* A large one is zeroed. */
static struct block *block_new(size_t size, enum fill fill, struct block *older)
{
    size_t all = sizeof(struct block) + size;
    struct block *block = is_mapped(size) ? map_block(all, fill)
                          : size < LARGE  ? malloc(all)
                                          : calloc(1, all);
    if (!block)
        out_of_memory();
    block->older = older;
    block->size = size;
    block->used = 0;
    return block;
}

static void block_free(struct block *block)
{
    if (is_mapped(block->size))
        munmap(block, sizeof(struct block) + block->size);
    else
        free(block);
}

struct arena *arena_new(void)
{
    struct arena *arena = x_alloc(sizeof *arena);
    arena->newest = block_new(FIRST_BLOCK, BY_AND_BY, NULL);
    return arena;
}

static void blocks_free(struct block *block)
{
    while (block) {
        struct block *older = block->older;
        block_free(block);
        block = older;
    }
}

void arena_free(struct arena **arena)
{
    if (!*arena)
        return;
    blocks_free((*arena)->newest);
    free(*arena);
    *arena = NULL;
}

void arena_reset(struct arena *arena)
{
    blocks_free(arena->newest->older);
    arena->newest->older = NULL;
    arena->newest->used = 0;
}

/* Blocks double, so that a 100,000-seat show costs a handful of mallocs and a small one stays
 * small. */
static size_t next_block_size(const struct arena *arena, size_t need)
{
    size_t size = arena->newest->size * 2;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    return size < need ? need : size;
}

static size_t align(size_t size)
{
    size_t aligned = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    if (aligned < size)
        out_of_memory();
    return aligned;
}

/* The newest block stays the one that is filled. */
static void *take_alone(struct arena *arena, size_t size)
{
    struct block *block = block_new(size, WHOLE, arena->newest->older);
    arena->newest->older = block;
    block->used = size;
    return block->bytes;
}

static void *take(struct arena *arena, size_t size)
{
    size_t aligned = align(size);
    if (aligned >= LARGE)
        return take_alone(arena, aligned);
    if (arena->newest->size - arena->newest->used < aligned)
        arena->newest = block_new(next_block_size(arena, aligned), BY_AND_BY, arena->newest);
    void *memory = arena->newest->bytes + arena->newest->used;
    arena->newest->used += aligned;
    return memory;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    size_t aligned = align(size);
    if (aligned >= LARGE)
        return take_alone(arena, aligned);
    return memset(take(arena, size), 0, size);
}

void arena_give_back(struct arena *arena, const void *memory, size_t size)
{
    struct block **link = &arena->newest->older;
    while (*link && (*link)->bytes != memory)
        link = &(*link)->older;
    struct block *block = *link;
    if (!block || align(size) < LARGE)
        return;
    *link = block->older;
    block_free(block);
}

static size_t product(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        out_of_memory();
    return bytes;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    return arena_alloc(arena, product(count, size));
}

void *arena_grow(struct arena *arena, const void *old, size_t old_count, size_t new_count,
                 size_t size)
{
    size_t had = product(old_count, size), want = product(new_count, size);
    unsigned char *bytes = take(arena, want);
    if (had > want)
        had = want;
    if (had)
        memcpy(bytes, old, had);
    memset(bytes + had, 0, want - had);
    return bytes;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = take(arena, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int length = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (length < 0)
        out_of_memory();
    char *text = take(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, fmt, again);
    va_end(again);
    return text;
}
