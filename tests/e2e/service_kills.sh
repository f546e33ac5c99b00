#!/bin/sh
# Each of the service's workers is killed in the middle of a batch, provably: the database stops it at
# its third row, and there it is killed without a word. Of what it had sent to the database the whole
# is done or nothing, as the test says; another instance, which is there already, does the rest.
set -u
# shellcheck source=tests/e2e/pay_lib.sh
. "${srcdir:?}/tests/e2e/pay_lib.sh"
if ! /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null; then
    echo '1..0 # SKIP python3-aiosmtpd is not installed'
    exit 0
fi

mail_pid=
hook_pid=
lock_pid=
victim=
trap 'exec 7>&-; stop_service; stop_provider; end_house $victim $mail_pid $hook_pid $lock_pid' EXIT

# Writes down which letter each call brings.
start_hooks() {
    mkfifo "$work/hook.port"
    /usr/bin/python3 -c 'import http.server, sys
class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with open(sys.argv[1], "a") as file:
            file.write(self.headers["Loge-Delivery"] + "\n")
        self.send_response(200)
        self.end_headers()
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Hook)
with open(sys.argv[2], "w") as file:
    file.write("%d\n" % server.server_port)
server.serve_forever()' "$work/hooked" "$work/hook.port" 7>&- 8>&- 9>&- &
    hook_pid=$!
    read -r hook_port <"$work/hook.port"
}

# ---- the place to die at --------------------------------------------------------------------------

# shellcheck disable=SC2016 # the dollars are SQL's
make_halts() {
    sql 'CREATE SEQUENCE public.halts;
        CREATE FUNCTION public.halt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET lock_timeout = 0 AS $$ BEGIN
            IF nextval($s$public.halts$s$) >= 3 THEN PERFORM pg_advisory_xact_lock(4711); END IF;
            RETURN new;
        END $$'
}

# halt_at EVENT TABLE CONDITION: whoever comes to the third such row waits there.
halt_at() {
    sql "ALTER SEQUENCE public.halts RESTART;
        CREATE TRIGGER halt BEFORE $1 ON loge.$2 FOR EACH ROW WHEN ($3)
        EXECUTE FUNCTION public.halt()"
    halted_table=$2
    mkfifo "$work/lock"
    psql -qAt "$servers_super dbname=house" <"$work/lock" >"$work/locked" 8>&- 9>&- &
    lock_pid=$!
    exec 7>"$work/lock"
    rm "$work/lock"
    echo "SELECT 'locked' FROM pg_advisory_lock(4711);" >&7
    until_is locked cat "$work/locked"
}

halted() {
    sql "SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted"
}

# kill_there kept|undone: kill -9 of the one that waits, with another one running; and whether the
# database still does what it was told.
kill_there() {
    until_is t halted || return 1
    victim=$service
    case $service_at in other) service_at=service ;; *) service_at=other ;; esac
    start_service
    until_is t halted || return 1
    kill -9 "$victim"
    wait "$victim" 2>/dev/null
    victim=
    [ "$1" = kept ] || sql "SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted" >/dev/null
    echo '\q' >&7
    wait "$lock_pid"
    lock_pid=
    exec 7>&-
    sql "DROP TRIGGER halt ON loge.$halted_table"
}

# What a worker that died had taken is anybody's when its time is over, which is now.
let_leases_end() {
    sql 'UPDATE loge.outbox SET due_at = loge.now_ms() WHERE status = 0;
        UPDATE loge.intent SET next_at = 1 WHERE next_at < 9000000000000000000'
}

# ---- the workers ------------------------------------------------------------------------------------

plan 17
make_house && make_show && add_web || exit 1
# A shop's own server: it looks again and again until a payment is there.
token shop sell,unlimited
shop=$token
at 1 && as ruth 3333
"$loge" outbox add mail --quiet
start_mail
start_hooks
start_provider
make_halts

ended_holds() { sql 'SELECT count(*) FROM loge.hold WHERE status = 3'; }
for seat in 1 2 3 4; do
    "$loge" hold new play Stalls-A-$seat --ttl 1 --quiet >/dev/null
done
halt_at UPDATE hold 'new.status = 3'
start_service
check 'the reaper is killed at the third hold of four' kill_there undone
check 'and another one releases them' until_is 4 ended_holds
check 'each seat once' is "$(sql 'SELECT count(*), count(DISTINCT seat_no) FROM loge.event WHERE act = 5')" '4|4'
stop_service

unsent() { sql 'SELECT count(*) FROM loge.outbox WHERE status = 0'; }
sell() {
    at 1 && as ruth 3333
    for seat in 1 2 3 4; do
        run hold new play "Stalls-$1-$seat" --for "buyer-$seat@example.org" --json
        "$loge" hold sell "$(field .hold.id)" --pay cash --quiet >/dev/null
    done
}
mail_ids() { grep -hi '^message-id:' "$work"/box/new/* | sort; }
sell B
halt_at UPDATE outbox "new.status = 1 AND new.addressee <> ''"
start_service
check 'who sends mail is killed when the third of four is sent' kill_there undone
let_leases_end
check 'and another one sends the rest' until_is 0 unsent
check 'that one twice' is "$(mail_ids | wc -l)" 5
check 'under the same id' is "$(mail_ids | uniq | wc -l)" 4
stop_service

at 1 && as ruth 3333
"$loge" outbox add "http://127.0.0.1:$hook_port/" --quiet >/dev/null
sell C
halt_at UPDATE outbox "new.status = 1 AND new.addressee = ''"
start_service
check 'who calls web servers is killed there, too' kill_there kept
let_leases_end
check 'and another one calls them' until_is 0 unsent
check 'each letter arrives once when that was written down' is \
    "$(wc -l <"$work/hooked") $(sort -u "$work/hooked" | wc -l)" '4 4'
stop_service

at 1 && as ruth 3333
"$loge" wait rule play --offer 600 --quiet >/dev/null
for one in 1 2 3 4; do
    "$loge" wait add play --name "Waiter $one" --for "waiter-$one@example.org" --party 2 --quiet >/dev/null
done
offered() { sql "SELECT count(*) FROM loge.hold WHERE source = 4"; }
halt_at INSERT hold 'new.source = 4'
start_service
check 'who serves the waiting list is killed at the third offer of four' kill_there undone
check 'and another one offers seats to all' until_is 4 offered
check 'each seat to one' is "$(sql 'SELECT count(*), count(DISTINCT c.seat_no) FROM loge.claim AS c
    JOIN loge.hold AS h ON h.id = c.hold_id WHERE h.source = 4')" '8|8'

token=$shop
for seat in 1 2 3 4; do
    hold "D-$seat"
    checkout "pay-$seat" "$hold"
    teller "pay/$checkout"
done
captured() { books '[.intents[] | select(.there == "captured")] | length'; }
paid() { sql 'SELECT count(*) FROM loge.intent WHERE "there" = 5'; }
halt_at UPDATE intent 'new."there" = 5 AND old."there" <> 5'
sql 'UPDATE loge.intent SET next_at = 1'
check 'who completes payments is killed with the third taken and not written down' kill_there undone
let_leases_end
check 'and another one takes the last' until_is 4 paid
check 'none twice, and the books agree' is \
    "$(books '"\([.intents[].charges] | max) \(.money)"')" \
    "1 $(sql "SELECT sum(p.amount) FROM loge.payment AS p JOIN loge.intent AS i ON i.sale = p.sale")"
stop_service
check 'no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
[ "$failed" = 0 ]
