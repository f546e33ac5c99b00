/* Translation, for src/cmd only: _() now, N_() for text that stands in a const table. */
#ifndef LOGE_CMD_INTL_H
#define LOGE_CMD_INTL_H

#if defined ENABLE_NLS && ENABLE_NLS
#    include <libintl.h>
#    define _(text)          gettext(text)
#    define n_(one, many, n) ngettext(one, many, (unsigned long)(n))
static inline void intl_set_up(void)
{
    bindtextdomain(PACKAGE, LOCALEDIR);
    textdomain(PACKAGE);
}
#else
#    define _(text)          (text)
#    define n_(one, many, n) ((n) == 1 ? (one) : (many))
static inline void intl_set_up(void)
{
}
#endif
#define N_(text) text

#endif
