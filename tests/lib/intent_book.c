#include "config.h"

#include "tests/lib/intent_book.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/list.h"

struct page {
    struct intent row;
    uint8_t print[FINGERPRINT_SIZE];
};

struct intent_book {
    struct store store; /* first */
    struct store *sales;
    struct arena *arena;
    LIST(struct page) pages;
    LIST(struct pay_letter) letters;
};

static struct intent_book *book_of(struct store *store)
{
    return (struct intent_book *)(void *)store;
}

static struct page *find(struct intent_book *book, const struct uuid *id, const char *ref)
{
    for (int i = 0; i < book->pages.count; i++) {
        struct page *page = &book->pages.at[i];
        if (id ? uuid_equal(&page->row.id, id) : strcmp(page->row.ref, ref) == 0)
            return page;
    }
    return NULL;
}

static int64_t given_back(struct intent_book *book, const struct intent *row, struct arena *arena)
{
    struct sale sale;
    char auth[AUTH_TEXT];
    int64_t sum = 0;
    bool found = false;
    if (uuid_is_zero(&row->sale))
        return 0;
    if (book->sales->ops->sale_read(book->sales, &row->sale, NULL, arena, &sale, &found, NULL) ||
        !found)
        abort();
    intent_auth(&row->id, auth);
    for (int i = 0; i < sale.payment_count; i++)
        if (sale.payments[i].amount < 0 && strcmp(sale.payments[i].auth, auth) == 0)
            sum -= sale.payments[i].amount;
    return sum;
}

static bool is_settled(struct intent_book *book, const struct intent *row)
{
    struct checkin checkin;
    bool found = false;
    if (!intent_is_fee(row))
        return false;
    if (book->sales->ops->checkin_read(book->sales, &row->ticket, &checkin, &found, NULL))
        abort();
    return !found || !intent_is_awaited_by(row, &checkin);
}

static struct intent read_row(struct intent_book *book, const struct page *page,
                              struct arena *arena)
{
    struct intent row = page->row;
    row.given_back = given_back(book, &row, arena);
    row.settled = is_settled(book, &row);
    return row;
}

static bool is_pending(const struct intent *row)
{
    return row->here == HERE_NEW || row->here == HERE_PAYING;
}

/* Another payment that is under way for the same fee. */
static bool has_other(struct intent_book *book, const struct intent *intent)
{
    for (int i = 0; i < book->pages.count; i++) {
        const struct intent *row = &book->pages.at[i].row;
        if (intent_is_fee(intent) && is_pending(row) && uuid_equal(&row->ticket, &intent->ticket) &&
            row->entry == intent->entry && row->asked == intent->asked)
            return true;
    }
    return false;
}

static enum rc open_row(struct store *store, const struct intent *intent,
                        const uint8_t print[FINGERPRINT_SIZE], struct arena *arena,
                        struct intent *was, bool *same, struct err *err)
{
    struct intent_book *book = book_of(store);
    struct page *page = find(book, &intent->id, NULL);
    (void)err;
    if (!page && has_other(book, intent)) {
        *was = *intent;
        *same = false;
        return RC_OK;
    }
    if (!page) {
        page = LIST_ADD(book->arena, &book->pages);
        page->row = *intent;
        page->row.version = 1;
        size_t size = (size_t)intent->seat_count * sizeof *intent->seats;
        struct intent_seat *seats = arena_alloc(book->arena, size + 1);
        if (size)
            memcpy(seats, intent->seats, size);
        page->row.seats = seats;
        memcpy(page->print, print, sizeof page->print);
    }
    *same = memcmp(page->print, print, sizeof page->print) == 0;
    *was = read_row(book, page, arena);
    return RC_OK;
}

static enum rc read(struct store *store, const struct uuid *id, const char *ref,
                    struct arena *arena, struct intent *out, bool *found, struct err *err)
{
    struct intent_book *book = book_of(store);
    const struct page *page = find(book, id, ref);
    (void)err;
    *found = page != NULL;
    if (page)
        *out = read_row(book, page, arena);
    return RC_OK;
}

static enum rc of_ticket(struct store *store, const struct uuid *ticket, struct arena *arena,
                         struct intent *out, bool *found, struct err *err)
{
    struct intent_book *book = book_of(store);
    (void)err;
    *found = false;
    for (int i = 0; i < book->pages.count; i++) {
        if (!uuid_equal(&book->pages.at[i].row.ticket, ticket))
            continue;
        *out = read_row(book, &book->pages.at[i], arena);
        *found = true;
    }
    return RC_OK;
}

static enum rc save(struct store *store, struct intent *intent, bool *kept, struct err *err)
{
    struct page *page = find(book_of(store), &intent->id, NULL);
    (void)err;
    assert(page);
    *kept = page->row.version == intent->version;
    if (!*kept)
        return RC_OK;
    intent->version++;
    page->row = *intent;
    return RC_OK;
}

static enum rc due(struct store *store, int64_t now, int64_t lease_ms, int limit,
                   struct arena *arena, struct intent **out, int *count, int64_t *next,
                   struct err *err)
{
    struct intent_book *book = book_of(store);
    LIST(struct intent) list = {0};
    (void)err;
    *next = INTENT_NEVER;
    for (int i = 0; i < book->pages.count; i++) {
        struct page *page = &book->pages.at[i];
        struct intent row = read_row(book, page, arena);
        bool owes = row.here == HERE_SOLD && row.there == THERE_CAPTURED &&
                    row.given_back > row.refunded && row.next_at == INTENT_NEVER;
        if ((row.next_at <= now || owes) && list.count < limit) {
            page->row.next_at = now + lease_ms;
            row.version = ++page->row.version;
            *LIST_ADD(arena, &list) = row;
        }
        if (page->row.next_at < *next)
            *next = page->row.next_at;
    }
    *out = list.at;
    *count = list.count;
    return RC_OK;
}

static enum rc keep_letter(struct store *store, const struct pay_letter *letter, struct err *err)
{
    struct intent_book *book = book_of(store);
    (void)err;
    for (int i = 0; i < book->letters.count; i++)
        if (strcmp(book->letters.at[i].event, letter->event) == 0)
            return RC_OK;
    *LIST_ADD(book->arena, &book->letters) = *letter;
    return RC_OK;
}

static enum rc letters(struct store *store, int limit, struct arena *arena, struct pay_letter **out,
                       int *count, struct err *err)
{
    struct intent_book *book = book_of(store);
    LIST(struct pay_letter) list = {0};
    (void)err;
    for (int i = book->letters.count - 1; i >= 0 && list.count < limit; i--)
        *LIST_ADD(arena, &list) = book->letters.at[i];
    *out = list.at;
    *count = list.count;
    return RC_OK;
}

static enum rc drop_letter(struct store *store, const char *event, bool *found, struct err *err)
{
    struct intent_book *book = book_of(store);
    int kept = 0;
    (void)err;
    for (int i = 0; i < book->letters.count; i++)
        if (strcmp(book->letters.at[i].event, event) != 0)
            book->letters.at[kept++] = book->letters.at[i];
    *found = kept < book->letters.count;
    book->letters.count = kept;
    return RC_OK;
}

static const struct intent_ops ops = {.open = open_row,
                                      .read = read,
                                      .of_ticket = of_ticket,
                                      .save = save,
                                      .due = due,
                                      .keep_letter = keep_letter,
                                      .letters = letters,
                                      .drop_letter = drop_letter};

struct intent_book *intent_book_new(struct store *sales)
{
    struct intent_book *book = x_alloc(sizeof *book);
    book->arena = arena_new();
    book->sales = sales;
    return book;
}

void intent_book_free(struct intent_book **book)
{
    if (!*book)
        return;
    arena_free(&(*book)->arena);
    free(*book);
    *book = NULL;
}

struct store *intent_book_store(struct intent_book *book, const struct intent_ops **out)
{
    *out = &ops;
    return &book->store;
}
