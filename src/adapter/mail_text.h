/* A mail as it goes over the line (RFC 5322, MIME): text in UTF-8, HTML beside it, and files. */
#ifndef LOGE_ADAPTER_MAIL_TEXT_H
#define LOGE_ADAPTER_MAIL_TEXT_H

#include "src/base/arena.h"
#include "src/port/post.h"

struct mail_from {
    const char *name;    /* of the house; "" for none */
    const char *address; /* "box@example.org" */
};

/* Something that can stand between < and >: printable ASCII, one @, no spaces or brackets. */
bool mail_address_is_good(const char *address) MUST_USE;
/* The whole text; both addresses are good. */
const char *mail_text(const struct mail_from *from, const struct post_mail *mail,
                      struct arena *arena);

#endif
