/* For entity.h: the lines of a NAME.def as members of a struct. No include guard: members_end.h
 * undoes it. */
#define FIXED
#define OWNED
#define ASKED
#define SHOWS
#define OR_NULL
#define AS(name)
#define ID(member, column)                    struct uuid member;
#define SEEN(member, column)                  uint32_t member;
#define TEXT(member, column, room)            char member[room];
#define CHOICE(member, column, type, last)    type member;
#define BYTE(member, column, last)            uint8_t member;
#define INT(member, column)                   int32_t member;
#define INT_WITHIN(member, column, low, high) int32_t member;
#define INT_OR_NULL(member, column)           int32_t member;
#define WORD(member, column)                  uint32_t member;
#define LONG(member, column)                  int64_t member;
#define MONEY(member, column)                 int64_t member;
#define PART_MONEY(member, column)
#define TIME(member, column)        int64_t member;
#define FLAG(member, column)        bool member;
#define BYTES(member, column, room) uint8_t member[room];
#define JOURNAL_MONEY(member)       int64_t member;
#define JOURNAL_TEXT(member, room)  char member[room];
