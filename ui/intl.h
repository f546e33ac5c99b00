/*
 * Every text a person reads goes through here, whole sentences at a time. libintl is known to
 * this header only (the command line has its own).
 *
 * Translators read the comments that begin with L10N: they say where a text stands and how many
 * columns it may take. A count always goes through ngettext, because languages count differently.
 */
#ifndef LOGE_UI_INTL_H
#define LOGE_UI_INTL_H

#include "config.h"

#ifdef ENABLE_NLS
#    include <libintl.h>
/* "" is the catalogue's own header, never a text. */
#    define _(text) ((text)[0] ? gettext(text) : "")
#else
#    define _(text)                (text)
#    define ngettext(one, many, n) ((n) == 1 ? (one) : (many))
#endif
/* Marks a text in a constant table; it is translated with _() where it is drawn. */
#ifndef N_ /* src/domain/say.h has the same */
#    define N_(text) (text)
#endif

#endif
