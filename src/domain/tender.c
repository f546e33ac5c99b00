#include "config.h"

#include "src/domain/tender.h"

#include <assert.h>
#include <string.h>

#include "src/base/attr.h"
#include "src/base/tongue.h"

/* ---- tenders --------------------------------------------------------------------------------- */

const struct tender_words tender_words[] = {
    {.name = NC_("tender", "cash"),
     .title = N_("Cash"),
     .paper = N_("Cash"),
     .paper_back = N_("Back in cash"),
     /* L10N: how it was paid; at most 10 columns each. */
     .word = N_("cash"),
     /* L10N: how money came in; at most 11 columns each. */
     .total = N_("Cash")},
    {.name = NC_("tender", "card"),
     .title = N_("Card"),
     .paper = N_("Card"),
     .paper_back = N_("Back to the card"),
     /* L10N: how it was paid; at most 10 columns each. */
     .word = N_("card"),
     /* L10N: how money came in; at most 11 columns each. */
     .total = N_("Card")},
    {.name = NC_("tender", "voucher"),
     .title = N_("Gift card"),
     .paper = N_("Voucher"),
     .paper_back = N_("Back to the voucher"),
     /* L10N: how it was paid; at most 10 columns each. */
     .word = N_("gift card"),
     /* L10N: how money came in; at most 11 columns each. */
     .total = N_("Vouchers")},
};
_Static_assert(TENDER_CASH == 0 && TENDER_CARD == 1 && TENDER_VOUCHER == 2, "in their order");
_Static_assert(COUNT_OF(tender_words) == TENDER_COUNT, "every tender has words");

const char *tender_name(enum tender tender)
{
    assert(tender < TENDER_COUNT);
    return tender_words[tender].name;
}

bool tender_parse(const char *text, enum tender *out)
{
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++)
        if (strcmp(tender_words[tender].name, text) == 0) {
            *out = tender;
            return true;
        }
    return false;
}

/* ---- price types ------------------------------------------------------------------------------
 */

/* L10N: price types in the lines of an order; at most 10 columns each. */
static const char *const price_type_titles[] = {N_("Adult"), N_("Child"), N_("Senior"),
                                                N_("Student"), N_("Comp")};
_Static_assert(COUNT_OF(price_type_titles) == TYPE_COUNT, "every price type has a title");

const char *price_type_title(enum price_type type)
{
    assert(type < TYPE_COUNT);
    return price_type_titles[type];
}
