#include "config.h"

#include "tests/lib/cut_disk.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/base/clock.h"

enum { SECTOR = 512, FILES = 3, PATH_MOST = 400 };

static const char *const endings[FILES] = {"", "-wal", "-journal"};

enum op_kind { OP_WRITE, OP_TRUNCATE, OP_SYNC, OP_CREATE, OP_REMOVE };

struct op {
    enum op_kind kind;
    int file;
    int64_t at; /* or the new length */
    int size;
    bool folder; /* this synced the folder too: what was made and removed in it stays so */
    uint8_t *bytes;
};

struct content {
    uint8_t *bytes;
    int64_t size;
    bool there;
};

struct cut_disk {
    sqlite3_vfs vfs; /* first */
    sqlite3_vfs *real;
    struct arena *arena; /* of the log */
    char path[PATH_MOST];
    struct content base[FILES];
    struct op *ops;
    int count, room;
    enum disk_fault fault;
    int left; /* until it strikes; 0: never */
    bool struck;
};

struct cut_file {
    sqlite3_file base; /* first */
    struct cut_disk *disk;
    int file;  /* -1: none of the database watched */
    bool made; /* and not synced yet: SQLite syncs the folder with it the first time */
    sqlite3_file *real;
};

static struct cut_file *file_of(sqlite3_file *file)
{
    return (struct cut_file *)(void *)file;
}

static void *larger(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (!memory)
        abort();
    return memory;
}

/* ---- the log -------------------------------------------------------------------------------- */

static struct op *note(struct cut_disk *disk, enum op_kind kind, int file)
{
    if (disk->count == disk->room) {
        disk->room = disk->room ? 2 * disk->room : 256;
        disk->ops = larger(disk->ops, (size_t)disk->room * sizeof *disk->ops);
    }
    disk->ops[disk->count] = (struct op){.kind = kind, .file = file};
    return &disk->ops[disk->count++];
}

static void note_write(struct cut_disk *disk, int file, const void *bytes, int size, int64_t at)
{
    struct op *op = note(disk, OP_WRITE, file);
    op->at = at;
    op->size = size;
    op->bytes = arena_alloc(disk->arena, (size_t)size);
    memcpy(op->bytes, bytes, (size_t)size);
}

static int file_named(const struct cut_disk *disk, const char *path)
{
    size_t length = strlen(disk->path);
    if (!path || !length || strncmp(path, disk->path, length) != 0)
        return -1;
    for (int i = 0; i < FILES; i++)
        if (strcmp(path + length, endings[i]) == 0)
            return i;
    return -1;
}

/* ---- faults --------------------------------------------------------------------------------- */

static bool concerns(enum disk_fault fault, enum op_kind kind, bool grows)
{
    switch (fault) {
    case DISK_FULL:
        return kind == OP_WRITE && grows;
    case DISK_WRITE_FAILS:
        return kind == OP_WRITE;
    case DISK_SYNC_FAILS:
    case DISK_LIES:
        return kind == OP_SYNC;
    case DISK_KILLS:
        return true;
    case DISK_GOOD:
        break;
    }
    return false;
}

/* Is this the operation? A full disk stays full and a liar lies. */
static bool strikes(struct cut_file *file, enum op_kind kind, bool grows)
{
    struct cut_disk *disk = file->disk;
    if (file->file < 0 || !concerns(disk->fault, kind, grows))
        return false;
    if (disk->struck && (disk->fault == DISK_FULL || disk->fault == DISK_LIES))
        return true;
    if (!disk->left || --disk->left)
        return false;
    disk->struck = true;
    if (disk->fault == DISK_KILLS)
        kill(getpid(), SIGKILL);
    return true;
}

/* ---- a file --------------------------------------------------------------------------------- */

static int close_file(sqlite3_file *base)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xClose(file->real);
}

static int read_file(sqlite3_file *base, void *out, int size, sqlite3_int64 at)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xRead(file->real, out, size, at);
}

static bool grows(struct cut_file *file, int64_t end)
{
    sqlite3_int64 size = 0;
    return file->real->pMethods->xFileSize(file->real, &size) == SQLITE_OK && end > size;
}

static int put(struct cut_file *file, const void *bytes, int size, int64_t at)
{
    if (file->file >= 0)
        note_write(file->disk, file->file, bytes, size, at);
    return file->real->pMethods->xWrite(file->real, bytes, size, at);
}

static int write_file(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 at)
{
    struct cut_file *file = file_of(base);
    bool struck = strikes(file, OP_WRITE, grows(file, at + size));
    if (struck && file->disk->fault == DISK_FULL)
        return SQLITE_FULL;
    if (struck && file->disk->fault == DISK_WRITE_FAILS)
        return put(file, bytes, size / 2, at) == SQLITE_OK ? SQLITE_IOERR_WRITE : SQLITE_IOERR;
    return put(file, bytes, size, at);
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size)
{
    struct cut_file *file = file_of(base);
    (void)strikes(file, OP_TRUNCATE, false);
    if (file->file >= 0)
        note(file->disk, OP_TRUNCATE, file->file)->at = size;
    return file->real->pMethods->xTruncate(file->real, size);
}

static int sync_file(sqlite3_file *base, int flags)
{
    struct cut_file *file = file_of(base);
    bool struck = strikes(file, OP_SYNC, false);
    if (struck && file->disk->fault == DISK_SYNC_FAILS)
        return SQLITE_IOERR_FSYNC;
    if (struck && file->disk->fault == DISK_LIES)
        return SQLITE_OK;
    if (file->file >= 0)
        note(file->disk, OP_SYNC, file->file)->folder = file->made;
    file->made = false;
    return file->real->pMethods->xSync(file->real, flags);
}

static int size_of_file(sqlite3_file *base, sqlite3_int64 *size)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xFileSize(file->real, size);
}

static int lock_file(sqlite3_file *base, int level)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xLock(file->real, level);
}

static int unlock_file(sqlite3_file *base, int level)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xUnlock(file->real, level);
}

static int check_lock(sqlite3_file *base, int *out)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xCheckReservedLock(file->real, out);
}

static int control(sqlite3_file *base, int op, void *arg)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xFileControl(file->real, op, arg);
}

static int sector_size(sqlite3_file *base)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xSectorSize(file->real);
}

static int characteristics(sqlite3_file *base)
{
    struct cut_file *file = file_of(base);
    return file->real->pMethods->xDeviceCharacteristics(file->real);
}

/* Without shared memory: a till's connection is the only one. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

/* ---- the disk ------------------------------------------------------------------------------- */

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out)
{
    struct cut_disk *disk = (struct cut_disk *)(void *)vfs;
    struct cut_file *file = file_of(base);
    int there = 1;
    *file = (struct cut_file){
        .disk = disk, .file = file_named(disk, path), .real = (sqlite3_file *)(void *)(file + 1)};
    if (file->file >= 0)
        disk->real->xAccess(disk->real, path, SQLITE_ACCESS_EXISTS, &there);
    int code = disk->real->xOpen(disk->real, path, file->real, flags, out);
    file->made = code == SQLITE_OK && !there;
    if (file->made)
        note(disk, OP_CREATE, file->file);
    if (code == SQLITE_OK)
        file->base.pMethods = &methods;
    return code;
}

static int remove_file(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
    struct cut_disk *disk = (struct cut_disk *)(void *)vfs;
    struct cut_file file = {.disk = disk, .file = file_named(disk, path)};
    (void)strikes(&file, OP_REMOVE, false);
    if (file.file >= 0)
        note(disk, OP_REMOVE, file.file)->folder = sync_folder;
    return disk->real->xDelete(disk->real, path, sync_folder);
}

static int ask_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    struct cut_disk *disk = (struct cut_disk *)(void *)vfs;
    return disk->real->xAccess(disk->real, path, flags, out);
}

static int full_path(sqlite3_vfs *vfs, const char *path, int size, char *out)
{
    struct cut_disk *disk = (struct cut_disk *)(void *)vfs;
    return disk->real->xFullPathname(disk->real, path, size, out);
}

struct cut_disk *cut_disk_new(void)
{
    struct cut_disk *disk = x_alloc(sizeof *disk);
    disk->real = sqlite3_vfs_find(NULL);
    disk->vfs = *disk->real; /* time and chance are the real one's */
    disk->vfs.zName = "cut";
    disk->vfs.pNext = NULL;
    disk->vfs.iVersion = 1;
    disk->vfs.szOsFile = (int)sizeof(struct cut_file) + disk->real->szOsFile;
    disk->vfs.xOpen = open_file;
    disk->vfs.xDelete = remove_file;
    disk->vfs.xAccess = ask_access;
    disk->vfs.xFullPathname = full_path;
    disk->arena = arena_new();
    cut_disk_back(disk);
    return disk;
}

void cut_disk_away(struct cut_disk *disk)
{
    sqlite3_vfs_register(disk->real, 1);
}

void cut_disk_back(struct cut_disk *disk)
{
    sqlite3_vfs_register(&disk->vfs, 1);
}

static void forget(struct cut_disk *disk)
{
    for (int i = 0; i < FILES; i++)
        free(disk->base[i].bytes);
    memset(disk->base, 0, sizeof disk->base);
    disk->count = 0;
    arena_reset(disk->arena);
}

void cut_disk_free(struct cut_disk **disk)
{
    cut_disk_away(*disk);
    sqlite3_vfs_unregister(&(*disk)->vfs);
    forget(*disk);
    free((*disk)->ops);
    arena_free(&(*disk)->arena);
    free(*disk);
    *disk = NULL;
}

static struct content read_whole(const char *path)
{
    struct content content = {0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return content;
    fseek(file, 0, SEEK_END);
    content.size = ftell(file);
    rewind(file);
    content.there = true;
    content.bytes = x_alloc((size_t)content.size + 1);
    if (fread(content.bytes, 1, (size_t)content.size, file) != (size_t)content.size)
        abort();
    fclose(file);
    return content;
}

void cut_disk_watch(struct cut_disk *disk, const char *path)
{
    char name[PATH_MOST + 16];
    forget(disk);
    snprintf(disk->path, sizeof disk->path, "%s", path);
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        disk->base[i] = read_whole(name);
    }
    cut_disk_strike(disk, DISK_GOOD, 0);
}

void cut_disk_strike(struct cut_disk *disk, enum disk_fault fault, int n)
{
    disk->fault = fault;
    disk->left = n;
    disk->struck = false;
}

bool cut_disk_struck(const struct cut_disk *disk)
{
    return disk->struck;
}

int cut_disk_count(const struct cut_disk *disk)
{
    return disk->count;
}

/* ---- images --------------------------------------------------------------------------------- */

/* How what was not synced fares: all of it gone, all of it there, or as it comes. */
enum fate { FATE_GONE, FATE_THERE, FATE_MIXED };

struct image {
    struct content at[FILES];
    uint64_t chance;
    enum fate fate;
    struct disk_sums *sums;
};

static bool lucky(struct image *image)
{
    uint64_t x = image->chance;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    image->chance = x;
    return image->fate == FATE_THERE || (image->fate == FATE_MIXED && x >> 40 & 1);
}

static void resize(struct content *content, int64_t size)
{
    if (size > content->size) {
        content->bytes = larger(content->bytes, (size_t)size + 1);
        memset(content->bytes + content->size, 0, (size_t)(size - content->size));
    }
    content->size = size;
}

static void put_bytes(struct content *content, const struct op *op, int from, int size)
{
    if (op->at + from + size > content->size)
        resize(content, op->at + from + size);
    memcpy(content->bytes + op->at + from, op->bytes + from, (size_t)size);
}

static void do_op(struct image *image, const struct op *op)
{
    struct content *content = &image->at[op->file];
    if (op->kind == OP_WRITE)
        put_bytes(content, op, 0, op->size);
    else if (op->kind == OP_TRUNCATE)
        resize(content, op->at);
    else if (op->kind == OP_CREATE)
        content->there = true;
    else if (op->kind == OP_REMOVE) {
        content->there = false;
        content->size = 0;
    }
}

/* Sector by sector; a sector is there whole or not at all. */
static void tear(struct image *image, const struct op *op)
{
    int kept = 0, sectors = 0;
    for (int from = 0; from < op->size; sectors++) {
        int size = SECTOR - (int)((op->at + from) % SECTOR);
        if (size > op->size - from)
            size = op->size - from;
        if (lucky(image)) {
            put_bytes(&image->at[op->file], op, from, size);
            kept++;
        }
        from += size;
    }
    image->sums->kept += kept == sectors;
    image->sums->dropped += !kept;
    image->sums->torn += kept && kept < sectors;
}

static bool synced_later(const struct cut_disk *disk, int at, int count)
{
    const struct op *op = &disk->ops[at];
    bool of_folder = op->kind == OP_CREATE || op->kind == OP_REMOVE;
    for (int i = of_folder ? at : at + 1; i < count; i++)
        if (of_folder ? disk->ops[i].folder
                      : disk->ops[i].kind == OP_SYNC && disk->ops[i].file == op->file)
            return true;
    return false;
}

static void write_whole(const struct content *content, const char *path)
{
    if (!content->there) {
        (void)unlink(path);
        return;
    }
    FILE *file = fopen(path, "wb");
    size_t size = (size_t)content->size;
    if (!file || (size && fwrite(content->bytes, 1, size, file) != size) || fclose(file) != 0)
        abort();
}

static void start_image(const struct cut_disk *disk, struct image *image)
{
    for (int i = 0; i < FILES; i++) {
        const struct content *base = &disk->base[i];
        image->at[i] = (struct content){.there = base->there};
        resize(&image->at[i], base->size);
        if (base->size)
            memcpy(image->at[i].bytes, base->bytes, (size_t)base->size);
    }
}

void cut_disk_image(const struct cut_disk *disk, int count, uint64_t seed, const char *path,
                    struct disk_sums *sums)
{
    struct image image = {.chance = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)count,
                          .fate = seed < 2 ? (enum fate)seed : FATE_MIXED,
                          .sums = sums};
    char name[PATH_MOST + 16];
    start_image(disk, &image);
    for (int i = 0; i < count; i++) {
        const struct op *op = &disk->ops[i];
        if (synced_later(disk, i, count))
            do_op(&image, op);
        else if (op->kind == OP_WRITE)
            tear(&image, op);
        else if (op->kind != OP_SYNC && lucky(&image))
            do_op(&image, op);
    }
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        write_whole(&image.at[i], name);
        free(image.at[i].bytes);
    }
    sums->images++;
}
