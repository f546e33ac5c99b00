#!/bin/sh
# The OpenAPI document and the running service say the same: every operation, what it is asked with
# and what it answers. See openapi_walk.py.
set -u
# shellcheck source=tests/e2e/pay_lib.sh
. "${srcdir:?}/tests/e2e/pay_lib.sh"
plan 2

make_house && make_show && add_web || exit 1
printf '[door]\nopens = 7d\n' >>"$work/till-1/loge.ini"
at 1 && as mark 2222 && "$loge" ticket new-key --quiet >/dev/null
as ruth 3333 && "$loge" voucher add TENTH 10% --quiet >/dev/null
as anna 1111
run hold new play Stalls-D-9 Stalls-D-10 --json
run hold sell "$(field .hold.id)" --pay cash --json
qr=$("$loge" ticket show "$(field .sale.code)" --json | jq -r '.tickets[0].qr')
checkin=$("$loge" scan play --json --code "$qr" | jq -r .scan.checkin)
start_provider
# shellcheck disable=SC2034 # start_service reads it
serve_ini='limit_burst = 40'
serve_as=ruth serve_pin=3333
at 1 && as ruth 3333 && "$loge" house policy web-refund on --quiet >/dev/null
make_service
LOGE_PIN=2222 "$loge" ticket new-key --as mark --quiet >/dev/null
token nobody unlimited
nobody=$token
token paced read,sell,door,admin
paced=$token
token all read,sell,door,admin,unlimited
start_service
event 018f0000-0000-7000-8000-00000000abcd evt_stranger
# Nobody finds the house any more, and whoever was there is sent away.
cat >"$work/away" <<END
#!/bin/sh
mkdir $servers_dir/pg/away && mv $servers_dir/pg/.s.PGSQL.5432 $servers_dir/pg/away/ &&
    psql -qAt "${servers_super%host=*}host=$servers_dir/pg/away ${servers_super#* } dbname=house" -c "SELECT
        count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = 'house' AND pid <> pg_backend_pid()" >/dev/null
END
chmod +x "$work/away"
# Somebody for the list of those who are shut out.
patience
until [ "$(curl -s -o /dev/null -w '%{http_code}' "$base/api/shows")" = 429 ] || ! waiting; do :; done
found=$(/usr/bin/python3 "${srcdir:?}/tests/e2e/openapi_walk.py" "$base" "$token" "$nobody" "$paced" \
    "$checkin" whsec_1 "$event" 127.0.0.1 "$work/away") ||
    found="it broke off: $found"
check 'what the document says is so' is "$found" ''
mv "$servers_dir/pg/away/.s.PGSQL.5432" "$servers_dir/pg/"
check 'and no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
finish
