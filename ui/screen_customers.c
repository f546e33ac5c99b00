/*
 * Customers: any part of name, phone or mail finds them, from two letters on; + adds one, a name is
 * enough. Opened with an argument, the choice is the buyer of the basket.
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/form.h"
#include "ui/list.h"
#include "ui/screens.h"

enum { FIELD_NAME, FIELD_PHONE, FIELD_MAIL, LETTERS_MIN = 2, HEAD_ROWS = 3 };
enum { CUSTOMERS_ENTER = ACTION_OWN };

struct customers {
    struct line line;
    struct list list;
    struct arena *found; /* the last answer */
    struct customer *at;
    int count;
    uint64_t asked, adding; /* commands on their way; 0: none */
    bool known;             /* an answer to what is typed has come */
    bool new;               /* the form is shown */
    struct form form;
};

/* ---- finding ------------------------------------------------------------------------------ */

static int letters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80 && *text != ' ';
    return count;
}

static void forget(struct customers *customers)
{
    arena_free(&customers->found);
    customers->at = NULL;
    customers->count = 0;
    customers->known = false;
    customers->asked = 0;
    customers->list.cursor = 0;
}

static void look(struct customers *customers, struct effects *effects)
{
    if (letters(customers->line.text) < LETTERS_MIN) {
        forget(customers);
        return;
    }
    struct cmd *cmd = effect_send(effects, CMD_CUSTOMERS);
    cmd->u.text = arena_strdup(cmd->meta.arena, customers->line.text);
    customers->asked = cmd->id;
}

static void choose(const struct customer *customer, const struct view *view,
                   struct effects *effects)
{
    view->draft->customer = *customer;
    effect_say(effects, _("The tickets are for %s."), customer->name);
    effect_back(effects);
}

/* ---- adding ------------------------------------------------------------------------------- */

static bool looks_like_phone(const char *text)
{
    for (; *text; text++)
        if (!isdigit((unsigned char)*text) && !strchr("+-/() ", *text))
            return false;
    return true;
}

/* What was typed to find somebody is what the new one begins with. */
static void begin_new(struct customers *customers)
{
    const char *typed = customers->line.text;
    bool mail = strchr(typed, '@') != NULL, phone = !mail && looks_like_phone(typed);
    customers->new = true;
    customers->form = (struct form){.count = 0};
    form_add(&customers->form, N_("Name"), false, mail || phone ? "" : typed);
    form_add(&customers->form, N_("Phone"), false, phone ? typed : "");
    form_add(&customers->form, N_("E-mail"), false, mail ? typed : "");
}

static bool fill(const struct form *form, struct customer *customer)
{
    bool name = text_copy(customer->name, NAME_TEXT, form_text(form, FIELD_NAME));
    bool phone = text_copy(customer->phone, PHONE_TEXT, form_text(form, FIELD_PHONE));
    bool mail = text_copy(customer->email, EMAIL_TEXT, form_text(form, FIELD_MAIL));
    return name && phone && mail;
}

static void add(struct customers *customers, struct effects *effects)
{
    struct customer customer = {.name = ""};
    if (letters(form_text(&customers->form, FIELD_NAME)) == 0) {
        customers->form.focus = FIELD_NAME;
        effect_error(effects, "%s", _("A customer needs a name."));
    } else if (!fill(&customers->form, &customer)) {
        effect_error(effects, "%s", _("That is too long to be kept; shorten it."));
    } else {
        struct cmd *cmd = effect_send(effects, CMD_CUSTOMER_PUT);
        cmd->u.customer = customer;
        customers->adding = cmd->id;
    }
}

/* ---- keys --------------------------------------------------------------------------------- */

static void key_in_form(struct customers *customers, int32_t code, struct effects *effects)
{
    if (!customers->adding && form_key(&customers->form, code) == FORM_SUBMIT)
        add(customers, effects);
}

static void key_in_search(struct customers *customers, const struct view *view, int32_t code,
                          struct effects *effects)
{
    if (code == KEYCODE_UP || code == KEYCODE_DOWN)
        list_move(&customers->list, code == KEYCODE_UP ? ACTION_UP : ACTION_DOWN, 0, 1,
                  customers->count);
    else if (code == KEYCODE_ENTER && customers->count > 0)
        choose(&customers->at[customers->list.cursor], view, effects);
    else if (code == KEYCODE_ENTER)
        effect_say(effects, "%s", _("Type two letters to find somebody, or + to add one."));
    else if (code == '+')
        begin_new(customers);
    else if (line_key(&customers->line, code))
        look(customers, effects);
}

static void typed_text(struct customers *customers, const char *text, struct effects *effects)
{
    if (customers->new) {
        line_insert(&customers->form.fields[customers->form.focus].line, text);
        return;
    }
    line_insert(&customers->line, text);
    look(customers, effects);
}

static void customers_input(void *state, const struct view *view, const struct input *input,
                            struct effects *effects)
{
    struct customers *customers = state;
    if (input->kind == INPUT_TEXT || input->kind == INPUT_SCAN)
        typed_text(customers, input->text, effects);
    else if (input->kind == INPUT_KEY && customers->new)
        key_in_form(customers, input->code, effects);
    else if (input->kind == INPUT_KEY)
        key_in_search(customers, view, input->code, effects);
    else if (input->kind == INPUT_ACTION && !customers->new) /* the mouse's wheel */
        list_move(&customers->list, input->action, input->count, 1, customers->count);
    else if (list_click(&customers->list, input, customers->count))
        choose(&customers->at[customers->list.cursor], view, effects);
    list_clamp(&customers->list, customers->count);
}

static bool customers_back(void *state, const struct view *view, struct effects *effects)
{
    struct customers *customers = state;
    bool within = customers->new;
    customers->new = false;
    return within;
}

/* ---- answers ------------------------------------------------------------------------------ */

static void customers_answer(void *state, const struct view *view, struct evt *evt,
                             struct effects *effects)
{
    struct customers *customers = state;
    bool found = evt->id == customers->asked, added = evt->id == customers->adding;
    if (!found && !added)
        return; /* of letters that were typed over */
    if (evt->outcome.verdict != VERDICT_OK) {
        effect_refused(effects, &evt->outcome);
        customers->adding = 0;
    } else if (added && evt->outcome.customer) {
        choose(evt->outcome.customer, view, effects);
    } else if (found) {
        forget(customers);
        customers->found = evt->arena;
        evt->arena = NULL;
        customers->at = evt->u.customers.at;
        customers->count = evt->u.customers.count;
        customers->known = true;
    }
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void draw_rows(const struct customers *customers, struct canvas *canvas, struct area rows)
{
    int top = list_top(&customers->list, rows.rows, customers->count);
    for (int i = top; i < customers->count && i < top + rows.rows; i++) {
        const struct customer *customer = &customers->at[i];
        char name[NAME_TEXT * 2], phone[PHONE_TEXT * 2], text[512];
        text_fit(name, sizeof name, customer->name, 28, true);
        text_fit(phone, sizeof phone, customer->phone, 17, true);
        snprintf(text, sizeof text, "%s %s %s", name, phone, customer->email);
        list_draw_row(&customers->list, canvas, rows, i, top, text);
    }
}

static void draw_search(const struct customers *customers, struct canvas *canvas, struct area body)
{
    int column = draw_text(canvas, body, 0, 1, STYLE_STRONG, _("Name, phone or mail: "));
    draw_rows(customers, canvas, area_part(body, HEAD_ROWS, 0, -1, -1));
    if (customers->known && customers->count == 0)
        draw_words(canvas, body, HEAD_ROWS, 1, STYLE_DIM,
                   _("Nobody is called that.   + adds a new customer"));
    else
        /* L10N: under the search line; at most 78 columns */
        draw_words(canvas, body, 1, 1, STYLE_DIM,
                   _("Enter chooses   + adds a new customer   Esc goes back"));
    line_draw(&customers->line, canvas, area_part(body, 0, column, 1, -1), STYLE_FIELD_FOCUS,
              false);
}

static void draw_form(const struct customers *customers, struct canvas *canvas, struct area body)
{
    draw_text(canvas, body, 0, 1, STYLE_STRONG, _("New customer"));
    draw_words(canvas, body, 1, 1, STYLE_DIM,
               _("Only the name is needed.   Enter on the last line adds   Esc goes back"));
    form_draw(&customers->form, canvas, area_part(body, HEAD_ROWS, 1, -1, -1));
}

static void customers_draw(const void *state, const struct view *view, struct canvas *canvas,
                           struct area body)
{
    const struct customers *customers = state;
    if (customers->new)
        draw_form(customers, canvas, body);
    else
        draw_search(customers, canvas, body);
}

static void customers_close(void *state)
{
    arena_free(&((struct customers *)state)->found);
}

static bool customers_typing(const void *state)
{
    return true;
}

const struct screen screen_customers = {
    .name = "customers",
    .title = N_("CUSTOMER"),
    .help = N_("Customers"),
    .go = 'c',
    .right = RIGHT_SELL,
    .state_size = sizeof(struct customers),
    .close = customers_close,
    .draw = customers_draw,
    .input = customers_input,
    .answer = customers_answer,
    .typing = customers_typing,
    .back = customers_back,
};
