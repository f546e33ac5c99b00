# shellcheck shell=sh
# shellcheck disable=SC2154 # set by screens.sh
# One program in one terminal at a time, keys one by one, and pictures of it. See screens.sh.

work=$(mktemp -d "${TMPDIR:-/tmp}/loge-screens.XXXXXX") || exit 1
export TMUX_TMPDIR="$work"
LOOKS=12
terminals=0
server=none
count=0
failed=0
trap 'tmux -L "$server" kill-server 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
export TZ=UTC LC_ALL=C.UTF-8
unset LOGE_PIN LOGE_TILL LANGUAGE NO_COLOR ESCDELAY TMUX 2>/dev/null

still() {
    ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0 \
        LD_PRELOAD=$builddir/tests/screens/still.so "$@"
}

# The demo's house, made an hour before; every flow has a copy of its own.
make_house() {
    STILL_AT=1795196460 LOGE_DIR=$work/house still "$LOGE" demo --seats 200 --no-console --quiet >"$work/made" 2>&1 ||
        { cat "$work/made"; echo 'Bail out! there is no house'; exit 1; }
}

# ---- the program ------------------------------------------------------------------------------

# A server that is going away takes no new terminal, so each has its own.
begin() {
    terminals=$((terminals + 1))
    server=loge-screens-$$-$terminals
    rm -rf "$work/copy" "$work/idle" && cp -r "$work/house" "$work/copy" && mkfifo "$work/idle"
    [ -z "$settings" ] || printf '%s\n' "$settings" >"$work/copy/loge.ini"
    case $tier in
    ascii) letters=C ;;
    *) letters=C.UTF-8 ;;
    esac
    life=0
    ! command -v "furnish_$flow" >/dev/null || "furnish_$flow"
    tmux -L "$server" -u -f /dev/null new-session -d -x "${size%x*}" -y "${size#*x}" \
        "$(program_line)" \; set -g status off \; set -g window-size manual \; \
        set -g escape-time 0
    listen
}

# Before graphic glyphs the program asks the terminal how wide it draws: that answer is heard first.
listen() {
    exec 8<"$work/idle"
    heard=0 wanted=0 gone=
    [ "$tier" = ascii ] || wanted=1
    wait_idle
    wanted=$heard
}

# The program becomes the shell of its pid, so that it can be killed; cat keeps the terminal.
program_line() {
    echo "export LD_PRELOAD='$builddir/tests/screens/still.so' STILL_LIFE=$life" \
        "LOGE_DIR='$work/copy' LOGE_TILL=T3 LOGE_UI_IDLE_FD=9 LOGE_LANGUAGE=$language" \
        "LC_ALL=$letters TERM=tmux-256color TZ=UTC PATH='$PATH'" \
        "ASAN_OPTIONS='${ASAN_OPTIONS-}:verify_asan_link_order=0';" \
        "sh -c 'echo \$\$ >\"$work/pid\"; exec 9>\"$work/idle\"; exec \"$LOGE\" $options 2>\"$work/stderr\"';" \
        "echo ended \$?; exec cat"
}

# kill -9, and whatever it had to say about that is read to the end.
kill_console() {
    kill -9 "$(cat "$work/pid")"
    while read -r _ <&8; do :; done
    exec 8<&-
}

# In the same house and on the same terminal, with other random numbers than in its life before.
begin_again() {
    life=$((life + 1))
    tmux -L "$server" respawn-pane -k "$(program_line)"
    listen
}

end() {
    exec 8<&-
    tmux -L "$server" kill-server 2>/dev/null
}

# Until everything that was sent has been heard and drawn. Each line: draws, bytes, rows, columns.
wait_idle() {
    while read -r _ bytes _ _ <&8; do
        heard=$bytes
        [ "$heard" -lt "$wanted" ] || return 0
    done
    gone=1
}

# Until the screen is another one by itself, as it is when time has passed.
wait_change() {
    capture >"$work/before"
    until_changed
}

until_changed() {
    cp "$work/before" "$work/now"
    tries=0
    while cmp -s "$work/before" "$work/now" && [ $tries -lt 400 ]; do
        capture >"$work/now"
        tries=$((tries + 1))
    done
}

# ---- keys -------------------------------------------------------------------------------------

# press KEY...: by tmux's names, each when the one before has been drawn.
press() {
    for key in "$@"; do
        case $key in
        Up | Down | Left | Right) send 3 "$key" ;;
        Enter | Escape | Tab | Space | BSpace | C-u) send 1 "$key" ;;
        *) send 1 -l "$key" ;;
        esac
    done
}

# A text, letter by letter.
type_text() {
    text=$1
    while [ -n "$text" ]; do
        rest=${text#?}
        send 1 -l "${text%"$rest"}"
        text=$rest
    done
}

send() {
    wanted=$((wanted + $1))
    shift
    [ -z "$gone" ] || return
    tmux -L "$server" send-keys "$@"
    wait_idle
}

# A code, in the brackets of a paste: on a busy machine a burst of keys comes in pieces.
scan() {
    brackets=12
    wanted=$((wanted + ${#1} + brackets))
    tmux -L "$server" set-buffer -- "$1" \; paste-buffer -p -d
    wait_idle
}

# click_on TEXT, wherever it stands; nothing that is wider than a byte may stand before it.
click_on() {
    spot=$(tmux -L "$server" capture-pane -p | awk -v text="$1" \
        'at = index($0, text) { print at ";" NR; exit }')
    mouse=$(printf '\033[<0;%sM\033[<0;%sm' "$spot" "$spot")
    send ${#mouse} -l "$mouse"
}

# other_till NAME PIN COMMAND...: at another till, on the same file; until it is seen at this one.
other_till() {
    capture >"$work/before"
    person=$1
    life=$((life + 1)) # other random numbers than anybody before
    export LOGE_DIR="$work/copy" LOGE_TILL=T8 LOGE_PIN="$2" STILL_LIFE=$life
    shift 2
    still "$LOGE" "$@" --as "$person" >"$work/other" 2>&1 || sed 's/^/# /' "$work/other"
    unset LOGE_DIR LOGE_TILL LOGE_PIN STILL_LIFE
    until_changed
}

# sold_at HOURS COUNT: at another till, so many hours before the clock of the house stands; before
# the console begins, which would find the hold's time over.
sold_at() {
    life=$((life + 2)) # one for the hold, and one for the sale
    (
        export LOGE_DIR="$work/copy" LOGE_TILL=T8 LOGE_PIN=1111 STILL_LIFE=$((life - 1))
        export STILL_AT=$((1795200060 - 3600 * $1))
        hold=$(still "$LOGE" hold best hamlet-1 "$2" --as anna --json | jq -r '.hold.id')
        STILL_LIFE=$life still "$LOGE" hold sell "$hold" --pay cash --as anna
    ) >"$work/other" 2>&1 || sed 's/^/# /' "$work/other"
}

# What stands on the ticket of a sale.
qr_of() {
    LOGE_DIR="$work/copy" still "$LOGE" ticket show "$1" --json | jq -r '.tickets[0].qr'
}

# ---- pictures ---------------------------------------------------------------------------------

# What no two runs have alike: folders, space on the disk, codes and ids made in threads, what is
# left of a code behind a dialog; and the numbers of the schema and of events, which are no matter
# of the screen's.
capture() {
    tmux -L "$server" capture-pane -p "$@" | sed -e 's|[^ ]*/loge-screens.*|/house|' \
        -e 's/[0-9][0-9.,]* [KMGT]i\{0,1\}B \(free\|libres\) */some space free  /' \
        -e 's/B-[0-9A-Z]\{6\}/B-XXXXXX/g' -e 's/T-[0-9A-Z]\{10\}/T-XXXXXXXXXX/g' \
        -e 's/[0-9a-f]\{8\}-[0-9a-f-]\{27\}/xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx/g' \
        -e 's/\([|│]\)[0-9A-Z]\{2,\}$/\1XXXX/' \
        -e 's/\(sch[eé]ma\) [0-9][0-9]*/\1 1/' \
        -e 's/^\( E[a-zé]*  *\)[0-9]\{4\}  /\1NNNN  /' \
        -e 's/\(answered in\|r[eé]pond en\) [0-9]* ms/\1 0 ms/' -e 's/ *$//'
}

# News of one's own acts, and printers, may come a moment after the answer, when the program has said
# already that it is idle: so it is looked at until many looks agree. What it showed on the way there
# is no matter.
look_until_still() {
    same=0 tries=0
    : >"$work/before"
    while [ $same -lt "$LOOKS" ] && [ $tries -lt 400 ]; do
        capture "$@" >"$work/now"
        if cmp -s "$work/now" "$work/before"; then same=$((same + 1)); else same=0; fi
        cp "$work/now" "$work/before"
        tries=$((tries + 1))
    done
}

# kept NAME: the file of this name that the program saved, wherever in its house that is.
kept() {
    count=$((count + 1))
    find "$work/copy/exports" -name "${1%.*}-*" -exec cat '{}' + >"$work/kept"
    [ -z "$GENERATE" ] || cp "$work/kept" "$golden/$1"
    if cmp -s "$work/kept" "$golden/$1"; then
        echo "ok $count - $1 is saved ($size $tier $language)"
        return
    fi
    failed=$((failed + 1))
    echo "not ok $count - $1 is saved ($size $tier $language)"
    diff "$golden/$1" "$work/kept" | sed 's/^/#   /'
}

# compare NAME: what was captured last.
compare() {
    count=$((count + 1))
    if [ -n "$GENERATE" ]; then
        mkdir -p "$golden" && cp "$work/now" "$golden/$1"
    fi
    if cmp -s "$work/now" "$golden/$1" && [ -z "$gone" ]; then
        echo "ok $count - $1"
        return
    fi
    failed=$((failed + 1))
    echo "not ok $count - $1"
    diff "$golden/$1" "$work/now" | sed 's/^/#   /'
    [ ! -s "$work/stderr" ] || sed 's/^/#   /' "$work/stderr"
}

# settle PICTURE [HOW...]: until it stands still, and on a busy machine until it stands still as it
# should; what it never comes to is told.
settle() {
    picture=$golden/$1
    shift
    until=$(($(date +%s) + 10))
    look_until_still "$@"
    until [ -n "$GENERATE" ] || cmp -s "$work/now" "$picture" || [ "$(date +%s)" -ge $until ]; do
        look_until_still "$@"
    done
}

# shot NAME: the screen as it is now.
shot() {
    settle "$1.$size.$tier.$language"
    compare "$1.$size.$tier.$language"
}

# painted NAME: the same with its colours, as the bytes that would draw them. It is drawn whole first: a
# blank that is not drawn again keeps a colour that nobody sees, of a picture that not every run shows.
painted() {
    send 1 C-l
    settle "$1.$size.$tier.$language" -e
    compare "$1.$size.$tier.$language"
}
