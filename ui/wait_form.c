#include "config.h"

#include "ui/wait_form.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/text.h"
#include "src/domain/waitlist.h"
#include "ui/intl.h"

enum {
    FIELD_NAME,
    FIELD_PARTY,
    FIELD_PHONE,
    FIELD_MAIL,
    FIELD_CLASS,
    FIELD_SECTION,
    FIELD_WHEELCHAIRS,
    FIELD_TOGETHER,
    FIELDS
};

void wait_form_start(struct form *form)
{
    *form = (struct form){.count = 0};
    form_add(form, N_("Name"), false, "");
    form_add(form, N_("People"), false, "");
    form_add(form, N_("Phone"), false, "");
    form_add(form, N_("E-mail"), false, "");
    form_add(form, N_("Price class"), false, "");
    form_add(form, N_("Section"), false, "");
    form_add(form, N_("Wheelchairs"), false, "0");
    /* L10N: must they sit together? The answer is typed: the first letter of "yes" or "no". */
    form_add(form, N_("Together"), false, _("yes"));
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool missing(struct form *form, int field, char why[160], const char *text)
{
    form->focus = field;
    snprintf(why, 160, "%s", text);
    return false;
}

/* The only name that begins so, or is exactly that; NULL when none or several do. */
static const char *find_name(const char *text, const char *const *names, int count)
{
    const char *found = NULL;
    int several = 0;
    for (int i = 0; i < count; i++) {
        if (strcasecmp(names[i], text) == 0)
            return names[i];
        if (strncasecmp(names[i], text, strlen(text)) == 0) {
            found = names[i];
            several++;
        }
    }
    return several == 1 ? found : NULL;
}

static bool read_place(struct form *form, const struct wait_places *places, struct wait_wish *wish,
                       char why[160])
{
    const char *class_name = form_text(form, FIELD_CLASS);
    const char *section = form_text(form, FIELD_SECTION);
    if (*class_name) {
        wish->class_name = find_name(class_name, places->classes, places->class_count);
        if (!wish->class_name)
            return missing(form, FIELD_CLASS, why,
                           _("There is no such price class in this hall; leave it empty for any."));
    }
    if (*section) {
        const char *name = find_name(section, places->sections, places->section_count);
        if (!name)
            return missing(form, FIELD_SECTION, why,
                           _("There is no such section in this hall; leave it empty for any."));
        text_copy(wish->waiter.section, SECTION_TEXT, name);
    }
    return true;
}

static bool read_numbers(struct form *form, struct waiter *waiter, char why[160])
{
    int64_t party, wheelchairs;
    if (!text_to_int(form_text(form, FIELD_PARTY), 1, PARTY_MAX, &party)) {
        missing(form, FIELD_PARTY, why, "");
        snprintf(why, 160, _("How many people are waiting? It is 1 to %d."), PARTY_MAX);
        return false;
    }
    if (!text_to_int(form_text(form, FIELD_WHEELCHAIRS), 0, party, &wheelchairs))
        return missing(form, FIELD_WHEELCHAIRS, why,
                       _("Wheelchairs are at most as many as there are people; 0 for none."));
    waiter->party = (int32_t)party;
    waiter->accessible = (int32_t)wheelchairs;
    return true;
}

static bool says_no(const char *text)
{
    /* L10N: the opposite answer in the waiting list's form; its first letter is enough. */
    return strncasecmp(text, _("no"), 1) == 0;
}

bool wait_form_read(struct form *form, const struct wait_places *places, struct wait_wish *wish,
                    char why[160])
{
    struct waiter *waiter = &wish->waiter;
    *wish = (struct wait_wish){.waiter = {.class_no = -1}};
    text_copy(waiter->name, NAME_TEXT, form_text(form, FIELD_NAME));
    text_copy(waiter->phone, PHONE_TEXT, form_text(form, FIELD_PHONE));
    text_copy(waiter->email, EMAIL_TEXT, form_text(form, FIELD_MAIL));
    if (!*waiter->name)
        return missing(form, FIELD_NAME, why, _("Who is waiting? Please type a name."));
    if (!read_numbers(form, waiter, why))
        return false;
    if (!*waiter->phone && !*waiter->email)
        return missing(form, FIELD_PHONE, why,
                       _("How can they be told? Please type a phone number or an e-mail address."));
    waiter->together = !says_no(form_text(form, FIELD_TOGETHER));
    return read_place(form, places, wish, why);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void list_names(const char *const *names, int count, char *out, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", names[i]);
}

static void hint_of(const struct form *form, const struct wait_places *places, char *out,
                    size_t size)
{
    if (form->focus == FIELD_CLASS)
        list_names(places->classes, places->class_count, out, size);
    else if (form->focus == FIELD_SECTION)
        list_names(places->sections, places->section_count, out, size);
    else if (form->focus == FIELD_TOGETHER)
        text_copy(out, size, _("Enter puts them on the list."));
    else
        /* L10N: under the form; at most 76 columns */
        text_copy(out, size, _("Price class and section may stay empty: any will do."));
}

void wait_form_draw(const struct form *form, const struct wait_places *places,
                    struct canvas *canvas, struct area area)
{
    char hint[400] = "";
    int top = form->focus < area.rows ? 0 : form->focus - area.rows + 1;
    form_draw(form, canvas, area_part(area, -top, 0, -1, -1));
    hint_of(form, places, hint, sizeof hint);
    draw_wrapped(canvas, area_part(area, FIELDS + 1, 0, -1, -1), STYLE_DIM, hint);
}
