/* What ways to pay and price types are called, each in one table. */
#ifndef LOGE_DOMAIN_TENDER_H
#define LOGE_DOMAIN_TENDER_H

#include "src/domain/entity.h"

/* Marked for translation, but for the name, which programs read (tender_name, tender_parse). */
struct tender_words {
    const char *name;
    const char *word;               /* within a line */
    const char *title;              /* at the start of one */
    const char *total;              /* of what came in that way */
    const char *paper, *paper_back; /* on a receipt: taken, given back */
};
extern const struct tender_words tender_words[];

/* "Adult", to be translated. */
const char *price_type_title(enum price_type type);

#endif
