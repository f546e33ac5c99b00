# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # read and set by screens.sh
# What people do at the door; see flows.sh.

# A code that is no ticket.
flow_door() {
    begin_day anna 1111
    press g s Down Down g d
    shot door
    press /
    type_text 4006381333931
    press Enter
    shot door-stop
    press x
    shot door-out
}

# Somebody is let in with a bag that is too heavy, and pays for it.
before_bag() {
    settings='[door]
opens = 7d'
}
furnish_bag() {
    sold_at 1 1
    ticket=$(qr_of "$(sed -n 's/^Sale  *//p' "$work/other")")
}
flow_bag() {
    begin_day anna 1111
    press g s g d
    scan "$ticket"
    shot bag-let-in
    press w
    shot bag-weigh
    type_text 27.5
    press Enter
    shot bag-waiting
    press Enter c 1 0 0
    shot bag-fee
    press Enter
    shot bag-paid
}
