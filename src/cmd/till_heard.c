#include "config.h"

#include "src/cmd/till_heard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/till_here.h"
#include "src/domain/act_bytes.h"
#include "src/domain/entry.h"
#include "src/domain/intent_bytes.h"
#include "sync/lite_till_intents.h"
#include "sync/lite_till_kept.h"

enum {
    NOTES_MOST = 256 * 1024,      /* a command that finds more takes them in itself */
    FILE_MOST = 64 * 1024 * 1024, /* more is not read at once */
    NOTE_HEAD = sizeof(uint32_t) + 1,
};

enum note_kind { NOTE_ACT = 1, NOTE_PAYMENT = 2 };

/* ---- the file -------------------------------------------------------------------------------- */

static int open_notes(const struct call *call, const char *till, int flags)
{
    char path[PATH_TEXT];
    struct err err;
    if (till_heard_path(call, till, path, &err))
        return -1;
    int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    while (fd >= 0 && flock(fd, LOCK_EX) != 0)
        if (errno != EINTR) {
            close(fd);
            return -1;
        }
    return fd;
}

static off_t size_of(int fd)
{
    struct stat about;
    return fstat(fd, &about) == 0 ? about.st_size : 0;
}

/* ---- noting ---------------------------------------------------------------------------------- */

/*
 * A journal has acts of its own till only, so the service's till is the one that brings back what
 * the service did for a client. The rows keep the client's name: by it the client finds its holds
 * and orders again, and the house takes it from whoever may serve (loge.sync_tills).
 */
static struct changeset *as_own(const struct changeset *cs, const char *till)
{
    struct changeset *own = arena_alloc(cs->arena, sizeof *own);
    *own = *cs;
    text_copy(own->actor.till, sizeof own->actor.till, till);
    return own;
}

/* 0: the act has no form in a journal (halls, shows, people), and the till learns of it later. */
static uint32_t write_note(const struct changeset *cs, uint8_t *out, size_t room)
{
    uint8_t *payload = arena_alloc(cs->arena, ENTRY_BYTES_MOST);
    struct entry entry = {.uid = cs->key, .kind = ENTRY_SEATS, .wall = cs->now};
    entry.payload = payload;
    entry.payload_size = (uint32_t)act_write(cs, payload, ENTRY_BYTES_MOST);
    if (!entry.payload_size || cs->seats.count > ENTRY_SEATS_MOST)
        return 0;
    memcpy(entry.fingerprint, cs->fingerprint, sizeof entry.fingerprint);
    entry.seats = arena_array(cs->arena, (size_t)cs->seats.count + 1, sizeof *entry.seats);
    entry.seat_count = cs->seats.count;
    for (int i = 0; i < cs->seats.count; i++)
        entry.seats[i] = (struct entry_seat){.change = cs->seats.at[i]};
    return entry_write(&entry, out, room);
}

/* In one write, so that a program that is killed leaves a whole note or none. */
static void append(int fd, const uint8_t *note, size_t size)
{
    off_t before = lseek(fd, 0, SEEK_END);
    if (write(fd, note, size) != (ssize_t)size && before >= 0)
        (void)!ftruncate(fd, before);
}

/* What the note tells stands behind its head already. */
static void append_note(const struct call *call, uint8_t *note, enum note_kind kind, uint32_t size)
{
    int fd = size ? open_notes(call, call->meta.actor.till, O_WRONLY | O_CREAT) : -1;
    if (fd < 0)
        return;
    size++;
    memcpy(note, &size, sizeof size);
    note[sizeof size] = (uint8_t)kind;
    append(fd, note, sizeof size + size);
    close(fd);
}

void till_heard_note(void *ctx, const struct changeset *cs)
{
    struct call *call = ctx;
    uint8_t *note = arena_alloc(cs->arena, ENTRY_BYTES_MOST + NOTE_HEAD);
    const char *till = call->meta.actor.till;
    if (strcmp(cs->actor.till, till) != 0)
        cs = as_own(cs, till);
    append_note(call, note, NOTE_ACT, write_note(cs, note + NOTE_HEAD, ENTRY_BYTES_MOST));
}

static void note_payment(void *ctx, const struct intent *intent)
{
    struct arena *arena = arena_new();
    uint8_t *note = arena_alloc(arena, INTENT_BYTES_MOST + NOTE_HEAD);
    append_note(ctx, note, NOTE_PAYMENT,
                (uint32_t)intent_write(intent, note + NOTE_HEAD, INTENT_BYTES_MOST));
    arena_free(&arena);
}

void till_heard_watch(struct call *call)
{
    if (call->desk.watch || !call->line.pg || !till_here_is_joined(call, call->meta.actor.till))
        return;
    call->heard =
        (struct desk_watch){.ctx = call, .applied = till_heard_note, .paid = note_payment};
    call->desk.watch = &call->heard;
}

/* ---- taking ---------------------------------------------------------------------------------- */

static bool read_note(struct arena *arena, const uint8_t *note, uint32_t size,
                      struct changeset **out)
{
    struct entry entry;
    struct changeset *cs = changeset_new(arena);
    if (entry_read(arena, note, size, &entry) != ENTRY_GOOD ||
        !act_read(entry.payload, entry.payload_size, cs))
        return false;
    cs->key = entry.uid;
    memcpy(cs->fingerprint, entry.fingerprint, sizeof cs->fingerprint);
    for (int i = 0; i < entry.seat_count; i++)
        *LIST_ADD(arena, &cs->seats) = entry.seats[i].change;
    *out = cs;
    return true;
}

static bool take_act(struct till_here *here, struct arena *arena, const uint8_t *note,
                     uint32_t size)
{
    struct changeset *cs = NULL;
    return read_note(arena, note, size, &cs) && till_here_heard(here, cs);
}

/* The copy of the house has no payments, so nothing is missing there. */
static void take_payment(struct till_here *here, struct arena *arena, const uint8_t *note,
                         uint32_t size)
{
    struct intent intent;
    if (intent_read(note, size, arena, &intent))
        (void)!lite_till_keep_intent(here->file, &intent, &here->why);
}

static bool take_note(struct till_here *here, const uint8_t *note, uint32_t size)
{
    struct arena *arena = arena_new();
    bool known = true;
    if (*note == NOTE_PAYMENT)
        take_payment(here, arena, note + 1, size - 1);
    else
        known = *note == NOTE_ACT && take_act(here, arena, note + 1, size - 1);
    arena_free(&arena);
    return known;
}

/* What cannot be read ends it: a power cut may have torn the last note. */
static bool take_notes(struct till_here *here, const uint8_t *at, size_t left)
{
    bool known = true;
    uint32_t size;
    while (left > sizeof size) {
        memcpy(&size, at, sizeof size);
        if (!size || size > left - sizeof size)
            return false;
        known &= take_note(here, at + sizeof size, size);
        at += sizeof size + size;
        left -= sizeof size + size;
    }
    return known;
}

static bool take_file(struct till_here *here, int fd)
{
    off_t size = size_of(fd);
    if (!size)
        return true;
    size_t room = size < FILE_MOST ? (size_t)size : FILE_MOST;
    uint8_t *bytes = x_alloc(room);
    ssize_t got = pread(fd, bytes, room, 0);
    bool known = got == size && take_notes(here, bytes, (size_t)got);
    free(bytes);
    (void)!ftruncate(fd, 0);
    return known;
}

bool till_heard_take(struct till_here *here)
{
    if (!here->file)
        return true;
    int fd = open_notes(here->call, here->name, O_RDWR);
    if (fd < 0)
        return true;
    bool known = take_file(here, fd);
    close(fd);
    return known;
}

/* Where only commands are used, no program opens the till's file for weeks. */
void till_heard_take_many(struct call *call)
{
    struct err err;
    int fd = open_notes(call, call->meta.actor.till, O_RDONLY);
    off_t size = fd >= 0 ? size_of(fd) : 0;
    if (fd >= 0)
        close(fd);
    if (size < NOTES_MOST)
        return;
    call->till = till_here_new(call, call->meta.actor.till);
    (void)!till_here_open(call->till, &err);
    till_here_free(&call->till);
}
