/*
 * Every text a person reads goes through here, whole sentences at a time. libintl is known to
 * this header and to language.c only.
 *
 * Translators read the comments that begin with L10N: they say where a text stands and how many
 * columns it may take. A count always goes through ngettext, because languages count differently.
 * One English word that is two words elsewhere is marked with its context: C_("column", "sold").
 * N_() and NC_() mark a text in a constant table; it is translated where it is drawn.
 */
#ifndef LOGE_UI_INTL_H
#define LOGE_UI_INTL_H

#include "config.h"

#include "src/base/tongue.h"

#if defined ENABLE_NLS && ENABLE_NLS
#    include <libintl.h>
/* "" is the catalogue's own header, never a text. */
#    define _(text) ((text)[0] ? gettext(text) : "")
#else
#    define _(text)                (text)
#    define ngettext(one, many, n) ((n) == 1 ? (one) : (many))
#endif
#define n_(one, many, n) ngettext(one, many, (unsigned long)(n))
/* A word in one of its meanings; NC_ marks it in a constant table. */
#define C_(context, text) tongue_word(context, text)

#endif
