/* Every command's entry: its function, and the verbs and options its own file declares. */
#ifndef LOGE_CMD_COMMANDS_H
#define LOGE_CMD_COMMANDS_H

#include "src/cmd/command.h"

extern const struct command abuse_verbs[], allot_verbs[], audit_verbs[], bag_verbs[],
    conflict_verbs[], customer_verbs[], hall_verbs[], hold_verbs[], journal_verbs[], house_verbs[],
    outbox_verbs[], payments_verbs[], plan_verbs[], report_verbs[], sale_verbs[], seat_verbs[],
    shift_verbs[], show_verbs[], staff_verbs[], ticket_verbs[], till_verbs[], token_verbs[],
    voucher_verbs[], wait_verbs[];
extern const struct cmd_option audit_options[], best_options[], console_options[], demo_options[],
    init_options[], join_options[], map_options[], pay_options[], scan_options[], serve_options[],
    sync_options[];

int run_audit(struct call *call);
int run_best(struct call *call);
int run_completion(struct call *call);
int run_console(struct call *call);
int run_demo(struct call *call);
int run_doctor(struct call *call);
int run_expire(struct call *call);
int run_help(struct call *call);
int run_init(struct call *call);
int run_join(struct call *call);
int run_manual(struct call *call);
int run_map(struct call *call);
int run_reconcile(struct call *call);
int run_scan(struct call *call);
int run_serve(struct call *call);
int run_sign_in(struct call *call);
int run_sign_out(struct call *call);
int run_status(struct call *call);
int run_sync(struct call *call);
int run_version(struct call *call);
int run_whoami(struct call *call);

#endif
