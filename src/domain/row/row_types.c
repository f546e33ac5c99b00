/* The columns of each row as letters, by string literals that stand behind one another. */
#include "config.h"

#include "src/domain/row/row.h"

#define FIXED
#define OWNED
#define ASKED
#define SHOWS
#define OR_NULL
#define AS(name)
#define ID(member, column)                    "b"
#define SEEN(member, column)                  "i"
#define TEXT(member, column, room)            "t"
#define CHOICE(member, column, type, last)    "i"
#define BYTE(member, column, last)            "i"
#define INT(member, column)                   "i"
#define INT_WITHIN(member, column, low, high) "i"
#define INT_OR_NULL(member, column)           "i"
#define WORD(member, column)                  "i"
#define LONG(member, column)                  "i"
#define MONEY(member, column)                 "i"
#define PART_MONEY(member, column)            "i"
#define TIME(member, column)                  "i"
#define FLAG(member, column)                  "i"
#define BYTES(member, column, room)           "b"
#define JOURNAL_MONEY(member)
#define JOURNAL_TEXT(member, room)

const char row_types_admission[] =
#include "src/domain/row/admission.def"
    ;
const char row_types_checkin[] =
#include "src/domain/row/checkin.def"
    ;
const char row_types_customer[] =
#include "src/domain/row/customer.def"
    ;
const char row_types_hold[] =
#include "src/domain/row/hold.def"
    ;
const char row_types_payment[] =
#include "src/domain/row/payment.def"
    ;
const char row_types_sale[] =
#include "src/domain/row/sale.def"
    ;
const char row_types_scan[] =
#include "src/domain/row/scan.def"
    ;
const char row_types_shift[] =
#include "src/domain/row/shift.def"
    ;
const char row_types_shift_move[] =
#include "src/domain/row/shift_move.def"
    ;
const char row_types_show[] =
#include "src/domain/row/show.def"
    ;
const char row_types_ticket[] =
#include "src/domain/row/ticket.def"
    ;
const char row_types_ticket_key[] =
#include "src/domain/row/ticket_key.def"
    ;
const char row_types_voucher[] =
#include "src/domain/row/voucher.def"
    ;
const char row_types_voucher_loan[] =
#include "src/domain/row/voucher_loan.def"
    ;
const char row_types_waiter[] =
#include "src/domain/row/waiter.def"
    ;
