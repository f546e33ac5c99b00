#include "config.h"

#include "src/cmd/libraries.h"

#include "src/adapter/curl_library.h"
#include "src/adapter/pg_library.h"
#include "src/adapter/qr_code.h"
#include "src/adapter/ticket_pdf.h"
#include "src/api/http_library.h"
#include "src/cmd/intl.h"

static enum rc need_curl(struct err *err)
{
    return curl_library_need(err) ? RC_OK : RC_CONFIG;
}

static enum rc need_http(struct err *err)
{
    return http_library_need(err) ? RC_OK : RC_CONFIG;
}

/* L10N: what a library is for, each at most 60 columns */
static const struct library libraries[] = {
    {"libqrencode", N_("QR codes on tickets"), qr_code_need, true},
    {"libpq", N_("a house on a PostgreSQL server"), pg_library_need, true},
    {"libcurl", N_("mail, webhooks and payments"), need_curl, false},
    {"libmicrohttpd", N_("`loge serve`"), need_http, false},
    {"cairo", N_("tickets as PDF"), ticket_pdf_need, false},
};

const struct library *libraries_list(int *count)
{
    *count = COUNT_OF(libraries);
    return libraries;
}

bool library_is_here(const struct library *library, struct err *why)
{
    return library->need(why) == RC_OK;
}
