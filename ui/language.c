#include "config.h"

#include "ui/language.h"

#include <ctype.h>
#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "src/base/list.h"
#include "src/base/text.h"
#include "src/base/tongue.h"
#include "ui/format.h"
#include "ui/intl.h"

enum { FOLDER_TEXT = 512, LANGUAGES_MAX = 64 };

static char folder[FOLDER_TEXT]; /* of the catalogues */

/* ---- where the catalogues are --------------------------------------------------------------- */

/* A program that runs where it was built reads what was built beside it. */
static bool find_beside(char out[FOLDER_TEXT])
{
    static const char beside[] = "/gen/locale";
    char self[FOLDER_TEXT];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - sizeof beside);
    if (length <= 0)
        return false;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash)
        return false;
    snprintf(slash, sizeof self - (size_t)(slash - self), "%s", beside);
    return text_copy(out, FOLDER_TEXT, self) && access(self, R_OK | X_OK) == 0;
}

static void find_folder(void)
{
    const char *given = getenv("LOGE_LOCALEDIR");
    if (given && *given && text_copy(folder, sizeof folder, given))
        return;
    if (!find_beside(folder))
        text_copy(folder, sizeof folder, LOCALEDIR);
}

static bool has_catalogue(const char *language)
{
    char path[FOLDER_TEXT + 64];
    snprintf(path, sizeof path, "%s/%.15s/LC_MESSAGES/%s.mo", folder, language, PACKAGE);
    return access(path, R_OK) == 0;
}

/* ---- which of them -------------------------------------------------------------------------- */

/* "de_AT.UTF-8@euro" is "de"; false when it is no language at all. */
static bool plain_name(const char *given, char out[LANGUAGE_TEXT])
{
    size_t length = strcspn(given, "_.@-:");
    if (length < 2 || length >= LANGUAGE_TEXT)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isalpha((unsigned char)given[i]))
            return false;
        out[i] = (char)tolower((unsigned char)given[i]);
    }
    out[length] = '\0';
    return true;
}

/* gettext answers in English as long as messages are in the "C" locale. */
static void leave_c_locale(void)
{
    const char *now = setlocale(LC_MESSAGES, NULL);
    if (!now || strcmp(now, "C") == 0 || strcmp(now, "POSIX") == 0)
        (void)!setlocale(LC_MESSAGES, "C.UTF-8");
}

bool language_choose(const char *language)
{
    char name[LANGUAGE_TEXT];
    if (!plain_name(language, name) || (strcmp(name, "en") != 0 && !has_catalogue(name)))
        return false;
    setenv("LANGUAGE", name, 1);
    leave_c_locale();
#if defined ENABLE_NLS && ENABLE_NLS
    textdomain(PACKAGE); /* which also makes gettext look at LANGUAGE again */
#endif
    return true;
}

void language_off(void)
{
    (void)!language_choose("en");
    tongue_set_when(NULL);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

char *language_list(char *out, size_t size)
{
    char names[LANGUAGES_MAX][LANGUAGE_TEXT] = {"en"};
    int count = 1;
    struct dirent *entry;
    DIR *dir = opendir(folder);
    while (dir && count < LANGUAGES_MAX && (entry = readdir(dir)))
        if (entry->d_name[0] != '.' && has_catalogue(entry->d_name) &&
            text_copy(names[count], LANGUAGE_TEXT, entry->d_name))
            count++;
    if (dir)
        closedir(dir);
    qsort(names, (size_t)count, sizeof *names, by_name);
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", names[i]);
    return out;
}

/* ---- the locale ----------------------------------------------------------------------------- */

static const char *first_set(const char *category)
{
    const char *const names[] = {"LC_ALL", category, "LANG"};
    for (int i = 0; i < COUNT_OF(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "";
}

/* The environment names a locale that was never generated here, as after an ssh from elsewhere:
 * its letters and its language are still known. */
static void make_up_locale(void)
{
    const char *letters = strchr(first_set("LC_CTYPE"), '.');
    const char *wish = getenv("LANGUAGE");
    if (letters &&
        (strncasecmp(letters, ".utf-8", 6) == 0 || strncasecmp(letters, ".utf8", 5) == 0))
        (void)!setlocale(LC_CTYPE, "C.UTF-8");
    (void)!language_choose(wish && *wish ? wish : first_set("LC_MESSAGES"));
}

#if defined ENABLE_NLS && ENABLE_NLS
static void begin_catalogues(void)
{
    bindtextdomain(PACKAGE, folder);
    bind_textdomain_codeset(PACKAGE, "UTF-8");
    textdomain(PACKAGE);
}

static const char *speak(const char *text)
{
    return gettext(text);
}
#endif

static char *tell_when(int64_t wall_ms, char out[TONGUE_WHEN_TEXT])
{
    return format_date_clock(wall_ms, out);
}

void language_begin(void)
{
    const char *wish = getenv("LOGE_LANGUAGE");
    find_folder();
    if (!setlocale(LC_ALL, ""))
        make_up_locale();
    tongue_set_when(tell_when);
    setlocale(LC_NUMERIC, "C"); /* or JSON and SQL get decimal commas */
#if defined ENABLE_NLS && ENABLE_NLS
    begin_catalogues();
    tongue_set(speak);
#endif
    if (wish && *wish)
        (void)!language_choose(wish);
}
