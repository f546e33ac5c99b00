#include "config.h"

#include "src/cmd/plan_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cmd/intl.h"
#include "src/base/member.h"

enum { CHUNK_BYTES = 64 * 1024 };

struct bytes {
    LIST(char) text;
};

static bool file_fault(struct call *call, const char *path)
{
    call_file(call, path);
    return false;
}

static bool too_large(struct call *call, const char *path)
{
    call_fail(call, VERDICT_INVALID, _("%.400s is larger than a plan can be (%d MB)."), path,
              PLAN_BYTES_MAX / (1024 * 1024));
    return false;
}

static bool read_bytes(struct call *call, int fd, const char *path, struct bytes *bytes)
{
    for (;;) {
        LIST_RESERVE(call->arena, &bytes->text,
                     bytes->text.count + CHUNK_BYTES + 1 > bytes->text.room
                         ? bytes->text.count * 2 + CHUNK_BYTES + 1
                         : 0);
        ssize_t got = read(fd, bytes->text.at + bytes->text.count, CHUNK_BYTES);
        if (got < 0 && errno == EINTR && !call_interrupted())
            continue;
        if (got < 0)
            return file_fault(call, path);
        bytes->text.count += (int)got;
        if (bytes->text.count > PLAN_BYTES_MAX)
            return too_large(call, path);
        if (got == 0)
            break;
    }
    bytes->text.at[bytes->text.count] = '\0';
    return true;
}

/* A pipe named as a file would hang, a folder has no bytes: only plain files and stdin. */
static bool read_file(struct call *call, const char *path, struct bytes *bytes)
{
    struct stat about;
    if (strcmp(path, "-") == 0)
        return read_bytes(call, STDIN_FILENO, _("standard input"), bytes);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return file_fault(call, path);
    if (fstat(fd, &about) == 0 && S_ISDIR(about.st_mode)) {
        close(fd);
        errno = EISDIR;
        return file_fault(call, path);
    }
    bool ok = read_bytes(call, fd, path, bytes);
    close(fd);
    return ok;
}

/* ---- faults ------------------------------------------------------------------------------- */

static int kept_faults(const struct plan_faults *faults)
{
    return faults->count < PLAN_FAULTS_MAX ? faults->count : PLAN_FAULTS_MAX;
}

static void faults_list(struct json_out *doc, const char *key, const struct plan_faults *faults)
{
    member_array(doc, key);
    for (int i = 0; i < kept_faults(faults); i++) {
        member_object(doc, NULL);
        member_int(doc, "line", faults->at[i].line);
        member_int(doc, "column", faults->at[i].column);
        member_text(doc, "text", faults->at[i].text);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static void faults_json(struct call *call, const struct plan_faults *faults, const char *message)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "error");
    member_text(doc, "code", verdict_code(VERDICT_INVALID));
    member_text(doc, "message", message);
    member_array(doc, "seats");
    json_array_end(doc);
    faults_list(doc, "faults", faults);
    json_object_end(doc);
    call_doc_end(call);
}

/* "FILE:12:7: text", as compilers write it, so that an editor can jump there. */
static void fault_text(char *out, size_t size, const char *path, const struct plan_fault *fault)
{
    if (fault->line)
        snprintf(out, size, "%.300s:%d:%d: %s", path, fault->line, fault->column, fault->text);
    else
        snprintf(out, size, "%.300s: %s", path, fault->text);
}

void plan_faults_tell(struct call *call, const char *path, const struct plan_faults *faults)
{
    char message[640];
    fault_text(message, sizeof message, path, &faults->at[0]);
    call->exit = verdict_exit(VERDICT_INVALID);
    if (call->json) {
        faults_json(call, faults, message);
        return;
    }
    for (int i = 0; i < kept_faults(faults); i++) {
        fault_text(message, sizeof message, path, &faults->at[i]);
        call_fail(call, VERDICT_INVALID, "%s", message);
    }
    if (faults->count > PLAN_FAULTS_MAX)
        call_fail(call, VERDICT_INVALID, _("%.300s: and %d more faults."), path,
                  faults->count - PLAN_FAULTS_MAX);
}

void plan_notes_tell(struct call *call, const struct plan_faults *notes)
{
    for (int i = 0; !call->json && !call->quiet && i < kept_faults(notes); i++)
        fprintf(call->err, "loge: %s %s\n", _("note:"), notes->at[i].text);
}

void plan_notes_json(struct call *call, const struct plan_faults *notes)
{
    faults_list(call->doc, "notes", notes);
}

/* ---- reading and writing ------------------------------------------------------------------ */

bool plan_file_read(struct call *call, const char *path, struct plan_file *file)
{
    struct bytes bytes = {0};
    struct plan_faults faults = {0};
    if (!read_file(call, path, &bytes))
        return false;
    size_t size = (size_t)bytes.text.count;
    file->notes = (struct plan_faults){0};
    file->format = plan_format_guess(bytes.text.at, size);
    file->plan = plan_read(file->format, bytes.text.at, size, call->arena, &faults, &file->notes);
    if (file->plan)
        return true;
    plan_faults_tell(call, path, &faults);
    return false;
}

bool plan_file_write(struct call *call, const char *path, const char *text)
{
    char *aside = arena_printf(call->arena, "%s.new", path);
    size_t length = strlen(text);
    if (strcmp(path, "-") == 0) {
        fputs(text, call->out);
        return true;
    }
    FILE *out = fopen(aside, "we");
    if (!out)
        return file_fault(call, aside);
    bool ok = fwrite(text, 1, length, out) == length && fflush(out) == 0 && fsync(fileno(out)) == 0;
    ok = fclose(out) == 0 && ok;
    if (ok && rename(aside, path) == 0)
        return true;
    int error = errno;
    unlink(aside);
    errno = error;
    return file_fault(call, path);
}
