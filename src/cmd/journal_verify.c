#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/journal.h"
#include "src/cmd/view.h"
#include "sync/till_crypt.h"

/* ---- what was found ------------------------------------------------------------------------- */

static const struct {
    const char *code, *text; /* %lld: the entry */
} entry_faults[] = {
    [JOURNAL_GAP] = {"gap", N_("Entry %lld is missing.\n")},
    [JOURNAL_ALTERED] = {"altered", N_("Entry %lld does not follow from what stands before it: it "
                                       "was altered, or belongs to another journal.\n")},
    [JOURNAL_FOREIGN] = {"foreign", N_("Entry %lld is not signed with this till's key.\n")},
    [JOURNAL_MALFORMED] = {"malformed", N_("Entry %lld cannot be read.\n")},
    [JOURNAL_TOO_NEW] = {"newer", N_("Entry %lld was written by a newer Loge; check it with "
                                     "that.\n")},
    [JOURNAL_SHORT] = {"short", N_("Entry %lld and whatever came after it are gone.\n")},
    [JOURNAL_LONG] = {"long", N_("Entry %lld was never counted by the till.\n")},
};

static const struct {
    const char *code, *text; /* %d: the line */
} text_faults[] = {
    [TEXT_NO_JOURNAL] = {"no_journal",
                         N_("This is no journal that `loge journal export` wrote.\n")},
    [TEXT_NEWER] = {"newer", N_("The file was written by a newer Loge; check it with that.\n")},
    [TEXT_WRONG_LINE] = {"line", N_("Line %d is not one that a journal has there.\n")},
    [TEXT_CUT_OFF] = {"cut_off", N_("The file ends in the middle: its last lines are gone.\n")},
    [TEXT_OTHER_KEY] = {"other_key", N_("The file names another key than the one you gave.\n")},
};

static void answer_json(struct call *call, const struct journal_finding *finding)
{
    struct json_out *doc = call_doc(call);
    const struct journal_check *check = &finding->check;
    char text[65];
    member_object(doc, "journal");
    member_bool(doc, "ok", !check->fault && !finding->text);
    member_int(doc, "entries", (int64_t)check->seq);
    member_text_or_null(doc, "till", finding->owner.till);
    member_uuid(doc, "house", &finding->owner.house);
    member_uuid(doc, "device", &finding->owner.device);
    member_text(doc, "public", text_hex(text, finding->owner.public, sizeof finding->owner.public));
    member_text(doc, "head", text_hex(text, check->hash, sizeof check->hash));
    member_text(doc, "fault",
                finding->text  ? text_faults[finding->text].code
                : check->fault ? entry_faults[check->fault].code
                               : NULL);
    if (!finding->text && check->fault)
        member_int(doc, "entry", (int64_t)check->at);
    if (finding->text == TEXT_WRONG_LINE)
        member_int(doc, "line", finding->line);
    json_object_end(doc);
    call_doc_end(call);
}

static void answer_print(struct call *call, const struct journal_finding *finding)
{
    const struct journal_check *check = &finding->check;
    char text[65];
    if (finding->text) {
        fprintf(call->err, "loge: ");
        fprintf(call->err, _(text_faults[finding->text].text), finding->line);
    } else if (check->fault) {
        fprintf(call->err, "loge: ");
        fprintf(call->err, _(entry_faults[check->fault].text), (long long)check->at);
    } else {
        call_print(call,
                   n_("%lld entry of the till \"%s\" hangs together and is signed by it.\n",
                      "%lld entries of the till \"%s\" hang together and are signed by it.\n",
                      (unsigned long)check->seq),
                   (long long)check->seq, finding->owner.till);
        call_print(call, _("Its key is %s.\n"),
                   text_hex(text, finding->owner.public, sizeof finding->owner.public));
    }
}

int journal_answer(struct call *call, const struct journal_finding *finding)
{
    if (call->json)
        answer_json(call, finding);
    else
        answer_print(call, finding);
    return finding->check.fault || finding->text ? EXIT_REFUSED : EXIT_DONE;
}

bool journal_look(struct journal_check *check, struct arena *arena, const struct entry_frame *frame)
{
    struct entry entry;
    if (!journal_check_entry(check, frame))
        return false;
    enum entry_fault fault = entry_read(arena, frame->body, frame->size, &entry);
    if (fault == ENTRY_GOOD)
        return true;
    check->fault = fault == ENTRY_TOO_NEW ? JOURNAL_TOO_NEW : JOURNAL_MALFORMED;
    check->at = frame->seq;
    return false;
}

/* ---- a text --------------------------------------------------------------------------------- */

struct text_verify {
    struct call *call;
    struct journal_reader reader;
    struct till_crypt crypt; /* of the key the text names */
    struct chain_crypt chain_crypt;
    struct chain chain;
    struct journal_finding *finding;
    char line[JOURNAL_LINE];
};

/* --public, if it was given: what the text says of itself is not enough then. */
static bool is_wanted_key(struct call *call, const struct journal_owner *owner)
{
    char text[65];
    const char *wanted = args_value(&call->args, "public");
    return !wanted || strcasecmp(wanted, text_hex(text, owner->public, sizeof owner->public)) == 0;
}

static void start_chain(struct text_verify *verify)
{
    struct journal_owner *owner = &verify->reader.owner;
    verify->finding->owner = *owner;
    verify->crypt = (struct till_crypt){.crypt = verify->call->desk.crypt, .device = owner->device};
    memcpy(verify->crypt.key.public, owner->public, sizeof owner->public);
    verify->chain_crypt = till_crypt_chain(&verify->crypt);
    verify->chain = (struct chain){&verify->chain_crypt, owner->house, owner->device};
    verify->finding->check = journal_check_start(&verify->chain, 1);
    if (!is_wanted_key(verify->call, owner))
        verify->finding->text = TEXT_OTHER_KEY;
}

static bool stop(struct text_verify *verify, enum journal_text_fault fault)
{
    verify->finding->text = fault;
    verify->finding->line = verify->reader.lines;
    return false;
}

/* False: the verdict is there. */
static bool take_line(struct text_verify *verify, size_t length)
{
    struct journal_check *check = &verify->finding->check;
    enum journal_line kind = journal_text_read(&verify->reader, verify->line, length);
    if (kind == JOURNAL_LINE_NEWER)
        return stop(verify, TEXT_NEWER);
    if (kind == JOURNAL_LINE_WRONG)
        return stop(verify, verify->reader.lines == 1 ? TEXT_NO_JOURNAL : TEXT_WRONG_LINE);
    if (verify->reader.lines == JOURNAL_OWNER_LINES)
        start_chain(verify);
    if (verify->finding->text)
        return false;
    if (kind == JOURNAL_LINE_ENTRY)
        return journal_look(check, verify->call->arena, &verify->reader.frame);
    return true;
}

/* The length of the next line without its newline, which has to be there; -1: there is none. */
static int next_line(struct text_verify *verify, FILE *file)
{
    size_t length = 0;
    for (int c; (c = getc(file)) != EOF;) {
        if (c == '\n')
            return (int)length;
        if (length == sizeof verify->line)
            return -1;
        verify->line[length++] = (char)c;
    }
    return -1;
}

static void read_text(struct text_verify *verify, FILE *file)
{
    struct journal_check *check = &verify->finding->check;
    bool more = true;
    int length = 0;
    while (more && (length = next_line(verify, file)) >= 0)
        more = take_line(verify, (size_t)length);
    if (!more)
        return;
    if (!verify->reader.ended)
        (void)stop(verify, verify->reader.lines ? TEXT_CUT_OFF : TEXT_NO_JOURNAL);
    else
        (void)!journal_check_end(check, verify->reader.head_seq, verify->reader.head_hash);
}

int journal_verify_text(struct call *call, const char *name)
{
    struct journal_finding finding = {0};
    FILE *file = fopen(name, "re");
    if (!file)
        return call_file(call, name);
    struct text_verify *verify = x_alloc(sizeof *verify);
    verify->call = call;
    verify->finding = &finding;
    read_text(verify, file);
    finding.check.chain = NULL;
    fclose(file);
    free(verify);
    return journal_answer(call, &finding);
}
