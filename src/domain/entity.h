/*
 * The rows of a house, as values: what a store reads and a changeset writes. Their fields are
 * described in src/domain/row; here stand the rows with what reads add to them.
 *
 * Labels are fixed arrays, so rows copy by assignment. `version` is the version that was read; a
 * row with version 0 is new. Lists hang off a row in arena memory. Times are wall milliseconds,
 * 0 means "not yet" or "none".
 */
#ifndef LOGE_DOMAIN_ENTITY_H
#define LOGE_DOMAIN_ENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/money.h"
#include "src/base/uuid.h"
#include "src/domain/entry_mark.h"
#include "src/domain/plan.h"
#include "src/domain/seat.h"

enum {
    SLUG_TEXT = 48,   /* show and hall ids: a-z 0-9 and '-' */
    PERSON_TEXT = 32, /* staff name */
    TILL_TEXT = 24,
    TITLE_TEXT = 96,
    NAME_TEXT = 96,
    ZONE_TEXT = 48, /* name of a time zone */
    EMAIL_TEXT = 128,
    PHONE_TEXT = 40,
    ADDRESS_TEXT = 48, /* of a network */
    REASON_TEXT = 40,
    NOTE_TEXT = 200,
    CODE_TEXT = 16, /* "B-7K3QM9": sale and ticket codes, for people to read aloud */
    AUTH_TEXT = 32,
    VOUCHER_TEXT = 32,
};

/* A till's clock is not the house's: so far apart, they are taken for the same moment. */
enum { CLOCK_SLACK_MS = 600000 };

#include "src/domain/row/members.h"

/* ---- people ------------------------------------------------------------------------------- */

enum role {
    ROLE_SCANNER = 0,
    ROLE_CLERK = 1,
    ROLE_SUPERVISOR = 2,
    ROLE_MANAGER = 3,
    ROLE_SERVICE = 4,
    ROLE_COUNT
};

/* Roles whose rights count, as the house's functions keep them (loge.doer.may). */
enum role_bit {
    ROLE_BIT_SCANNER = 1,
    ROLE_BIT_CLERK = 2,
    ROLE_BIT_SUPERVISOR = 4,
    ROLE_BIT_MANAGER = 8,
    ROLE_BIT_SERVICE = 16,
    ROLE_BITS_OFFICE = 12,  /* supervisor, manager */
    ROLE_BITS_CHORES = 24,  /* manager, service */
    ROLE_BITS_SERVING = 28, /* those and the supervisor: they act for clients, too */
    ROLE_BITS_SELLING = 30, /* all but the scanner */
    ROLE_BITS_ALL = 31
};
_Static_assert(ROLE_BIT_SCANNER == 1 << ROLE_SCANNER && ROLE_BIT_CLERK == 1 << ROLE_CLERK &&
                   ROLE_BIT_SUPERVISOR == 1 << ROLE_SUPERVISOR &&
                   ROLE_BIT_MANAGER == 1 << ROLE_MANAGER && ROLE_BIT_SERVICE == 1 << ROLE_SERVICE,
               "a bit for each role");
_Static_assert(ROLE_BITS_OFFICE == (ROLE_BIT_SUPERVISOR | ROLE_BIT_MANAGER) &&
                   ROLE_BITS_CHORES == (ROLE_BIT_MANAGER | ROLE_BIT_SERVICE) &&
                   ROLE_BITS_SERVING == (ROLE_BITS_OFFICE | ROLE_BIT_SERVICE) &&
                   ROLE_BITS_SELLING == (ROLE_BITS_SERVING | ROLE_BIT_CLERK) &&
                   ROLE_BITS_ALL == (ROLE_BITS_SELLING | ROLE_BIT_SCANNER) &&
                   ROLE_BITS_ALL == (1 << ROLE_COUNT) - 1,
               "the bits of more than one role");

/* Where an act over HTTP came from; "" of what is done at a till. The address is personal data: it
 * goes into the log and is shown to those who may read the log, and to nobody else. */
struct act_origin {
    char address[ADDRESS_TEXT];
    char client[TILL_TEXT]; /* the name of its token */
};

struct actor {
    char name[PERSON_TEXT];
    char till[TILL_TEXT];
    enum role role;
    struct act_origin origin;
};

struct staff {
#include "src/domain/row/staff.def"
};

struct customer {
#include "src/domain/row/customer.def"
};

/* Who checked that an approver signed. Numbers stand in databases, and are sealed there. */
enum approval {
    APPROVAL_NONE = 0, /* nobody signed */
    APPROVAL_HOUSE = 1,
    APPROVAL_TILL = 2, /* a till that was alone: its house has only its word */
    APPROVAL_COUNT
};

/* ---- hall and show ------------------------------------------------------------------------ */

struct hall {
    char id[SLUG_TEXT];
    char name[NAME_TEXT];
    int32_t no;
    int32_t seats;
    int32_t next_seat; /* the first seat number never used yet; retired ones are not reused */
    int32_t plan_version;
    uint32_t version;
};

enum show_status { SHOW_DRAFT = 0, SHOW_OPEN = 1, SHOW_CLOSED = 2, SHOW_STATUS_COUNT };

enum price_type {
    TYPE_ADULT = 0,
    TYPE_CHILD = 1,
    TYPE_SENIOR = 2,
    TYPE_STUDENT = 3,
    TYPE_COMP = 4,
    TYPE_COUNT
};

struct price {
    int32_t class_no;
    int64_t amount[TYPE_COUNT]; /* minor units before fee and discount; -1: not sold as this */
};

struct show {
#include "src/domain/row/show.def"
    char hall[SLUG_TEXT];       /* of the hall_no */
    const struct price *prices; /* by class_no, price_count = classes of the plan */
    int price_count;
};

struct show_count {                         /* one row of `show list` and of occupancy */
    int32_t available, held, sold, blocked; /* expired holds count as available */
    int64_t revenue;
};

/* ---- holds -------------------------------------------------------------------------------- */

enum hold_status {
    HOLD_ACTIVE = 0,
    HOLD_PAYING = 1,
    HOLD_CONVERTED = 2,
    HOLD_EXPIRED = 3,
    HOLD_CANCELLED = 4,
    HOLD_STATUS_COUNT
};
enum hold_end {
    END_NONE = 0,
    END_TTL_EXPIRED = 1,
    END_USER_CANCELLED = 2,
    END_PAYMENT_FAILED = 3,
    END_ADMIN_OVERRIDE = 4,
    END_SYNC_CONFLICT = 5,
    HOLD_END_COUNT
};

struct hold_seat {
    int32_t seat;     /* seat number in the hall (plan_seat.no) */
    bool live;        /* still claimed by this hold */
    uint32_t version; /* the seat's version when it was read with the hold */
    uint8_t class_no;
    char label[SEAT_TEXT]; /* for showing, filled by reads */
};

struct hold {
#include "src/domain/row/hold.def"
    struct hold_seat *seats;
    int seat_count;
};

/* ---- sales -------------------------------------------------------------------------------- */

enum sale_status {
    SALE_PAID = 0,
    SALE_DUE = 1,
    SALE_PART_REFUNDED = 2,
    SALE_REFUNDED = 3,
    SALE_STATUS_COUNT
};
enum ticket_status {
    TICKET_VALID = 0,
    TICKET_REFUNDED = 1,
    TICKET_EXCHANGED = 2,
    TICKET_REPRINTED = 3,
    TICKET_STATUS_COUNT
};
enum tender { TENDER_CASH = 0, TENDER_CARD = 1, TENDER_VOUCHER = 2, TENDER_COUNT };

/* Came home when its day was over: it stands in reports at the moment it came, and is marked. */
enum ticket_late { TICKET_SOLD_LATE = 1, TICKET_ENDED_LATE = 2, TICKET_LATE_MASK = 3 };

struct ticket {
#include "src/domain/row/ticket.def"
    char label[SEAT_TEXT]; /* for showing, filled by reads */
};

struct payment {
#include "src/domain/row/payment.def"
};

struct sale {
#include "src/domain/row/sale.def"
    struct ticket *tickets;
    int ticket_count;
    struct payment *payments;
    int payment_count;
    bool provisional;       /* shown only: the house has still to say yes, and could say no */
    struct entry_mark mark; /* shown only: this till's latest entry about it; seq 0: none */
};

enum voucher_kind { VOUCHER_AMOUNT = 0, VOUCHER_PERCENT = 1, VOUCHER_GIFT = 2, VOUCHER_KIND_COUNT };

struct voucher {
#include "src/domain/row/voucher.def"
    /* Filled by reads for whoever spends it: what of it is lent to this till, to others, to which.
     */
    int64_t own, held;
    int32_t own_uses, held_uses;
    char held_by[TITLE_TEXT];
};

struct voucher_loan {
#include "src/domain/row/voucher_loan.def"
};

/* ---- money periods ------------------------------------------------------------------------ */

enum move_kind { MOVE_DROP = 0, MOVE_PAID_IN = 1, MOVE_PAID_OUT = 2, MOVE_KIND_COUNT };

struct shift_move {
#include "src/domain/row/shift_move.def"
};

enum shift_status { SHIFT_OPEN = 0, SHIFT_CLOSED = 1 }; /* as closed_at says */

struct shift {
#include "src/domain/row/shift.def"
    int64_t taken[TENDER_COUNT];    /* sums of payments, filled by reads */
    int64_t moved[3];               /* sums of moves by kind, filled by reads */
    int64_t expected[TENDER_COUNT]; /* once closed */
    int64_t counted[TENDER_COUNT];  /* once closed */
};

/* ---- waiting list ------------------------------------------------------------------------- */

enum wait_status {
    WAIT_WAITING = 0,
    WAIT_OFFERED = 1,
    WAIT_SERVED = 2,
    WAIT_LEFT = 3,
    WAIT_STATUS_COUNT
};

struct waiter {
#include "src/domain/row/waiter.def"
};

/* ---- the door ----------------------------------------------------------------------------- */

enum key_kind { KEY_HOUSE = 0, KEY_PRETIX = 1 };

/* A key that tickets are signed with: the part everybody may know. */
enum { PRODUCTS_TEXT = 96 };

struct ticket_key {
#include "src/domain/row/ticket_key.def"
};

/* Who is in: one row a ticket that ever was at a door. */
struct admission {
#include "src/domain/row/admission.def"
};

/* One scan, whatever came of it. */
struct scan {
#include "src/domain/row/scan.def"
    struct uuid
        act; /* the key of the act it was; the house keeps it, a till and its journal do not */
};

enum checkin_status {
    CHECKIN_IN_PROGRESS = 0,
    CHECKIN_WAITING = 1,
    CHECKIN_COMPLETED = 2,
    CHECKIN_STATUS_COUNT
};

/* One time that somebody was let in with a ticket, and the bag that came along (checkin.h). */
struct checkin {
#include "src/domain/row/checkin.def"
};

/* ---- what a till did alone and did not fit ------------------------------------------------- */

/* Numbers stand in the database. */
enum conflict_outcome {
    CONFLICT_OPEN = 0,
    CONFLICT_FIRST = 1,  /* whoever came first keeps the seat; there was no money in it */
    CONFLICT_SAME = 2,   /* the seats that were sold, which were free again */
    CONFLICT_OTHER = 3,  /* the seats that were proposed */
    CONFLICT_REFUND = 4, /* the money was given back */
    CONFLICT_KEEP = 5,   /* it stays as it is */
    CONFLICT_DUE = 6,    /* the money is to be given back; a refund may follow */
    CONFLICT_OUTCOMES
};

/* A seat as it is now, and whose it is. */
struct conflict_seat {
    int32_t seat;
    char label[SEAT_TEXT];
    uint8_t status;                           /* enum seat_status */
    char owner[PERSON_TEXT], till[TILL_TEXT]; /* who holds or sold it; "" nobody */
    char code[CODE_TEXT];                     /* of the sale it is in; "" none */
    char approver[PERSON_TEXT];               /* who signed for that; "" nobody */
    enum approval approval;
    char approved_at[TILL_TEXT]; /* the till at which they signed */
    int64_t since;               /* when it was held or sold */
    int64_t price;
    bool admitted; /* somebody is or was in on it */
};

struct conflict {
#include "src/domain/row/conflict.def"
    /* Filled by reads: the show, the sale of the loser and how its money stands, and the seats. */
    char show_id[SLUG_TEXT], title[TITLE_TEXT];
    int64_t starts_at;
    char code[CODE_TEXT], name[NAME_TEXT], email[EMAIL_TEXT], phone[PHONE_TEXT];
    char currency[CURRENCY_TEXT];
    int64_t paid, total; /* of that sale, now */
    enum tender tender;  /* it was paid with, at first */
    struct conflict_seat *seats;
    int seat_count;
    struct conflict_seat *offer; /* seats held for the loser */
    int offer_count;
};

/* ---- event log ---------------------------------------------------------------------------- */

/* One line of the audit log, as read. */
struct event {
    int64_t id;
#include "src/domain/row/event.def"
    char label[SEAT_TEXT]; /* for showing, filled by reads */
};

#include "src/domain/row/members_end.h"

/* What a house wants of bags at its doors. */
struct bag_rule {
    int32_t limit_g; /* the heaviest that costs nothing */
    int64_t fee;     /* of a heavier one */
};

/* Names of the enums, the same in JSON, in the database and on screen. */
const char *role_name(enum role role);
const char *approval_name(enum approval approval); /* "house", "till"; "" when nobody signed */
bool approval_parse(const char *text, enum approval *out) MUST_USE;
bool role_parse(const char *text, enum role *out) MUST_USE;
const char *show_status_name(enum show_status status);
bool show_status_parse(const char *text, enum show_status *out) MUST_USE;
const char *price_type_name(enum price_type type);
bool price_type_parse(const char *text, enum price_type *out) MUST_USE;
const char *hold_status_name(enum hold_status status);
bool hold_status_parse(const char *text, enum hold_status *out) MUST_USE;
const char *hold_end_name(enum hold_end end); /* "" for END_NONE */
bool hold_end_parse(const char *text, enum hold_end *out) MUST_USE;
const char *sale_status_name(enum sale_status status);
bool sale_status_parse(const char *text, enum sale_status *out) MUST_USE;
const char *ticket_status_name(enum ticket_status status);
bool ticket_status_parse(const char *text, enum ticket_status *out) MUST_USE;
const char *tender_name(enum tender tender);
bool tender_parse(const char *text, enum tender *out) MUST_USE;
const char *voucher_kind_name(enum voucher_kind kind);
bool voucher_kind_parse(const char *text, enum voucher_kind *out) MUST_USE;
const char *move_kind_name(enum move_kind kind);
bool move_kind_parse(const char *text, enum move_kind *out) MUST_USE;
const char *wait_status_name(enum wait_status status);
bool wait_status_parse(const char *text, enum wait_status *out) MUST_USE;
const char *checkin_status_name(enum checkin_status status); /* "WAITING_FOR_PAYMENT" */
bool checkin_status_parse(const char *text, enum checkin_status *out) MUST_USE;

#endif
