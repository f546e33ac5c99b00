#!/bin/sh
# Every command and option of the table is in its help page, the man page and the completions.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
plan 12

"$loge" manual | sed 's/\\-/-/g' >"$work/manual"
for shell in bash zsh fish; do
    "$loge" completion $shell >"$work/$shell"
done
"$loge" completion fish | sed -n 's/^set -g __loge_commands //p' | xargs -n 1 >"$work/commands"
check 'the table has its commands' test "$(wc -l <"$work/commands")" -gt 60

missing=
while read -r words; do
    # shellcheck disable=SC2086
    "$loge" $words --help >"$work/help" 2>&1 || missing="$missing $words:exit"
    grep -q '^Usage: loge' "$work/help" || missing="$missing $words:usage"
    # shellcheck disable=SC2086
    "$loge" help $words | cmp -s - "$work/help" || missing="$missing $words:help"
    sed -n 's/^  --\([a-z-]*\).*/\1/p' "$work/help" >"$work/options"
    while read -r option; do
        grep -q -e "--$option" "$work/manual" || missing="$missing $words:man:$option"
        for shell in bash zsh fish; do
            grep -q -e "$option" "$work/$shell" || missing="$missing $words:$shell:$option"
        done
    done <"$work/options"
done <"$work/commands"
check 'every command has a page, and its options are everywhere' is "$missing" ''

missing=
while read -r words; do
    # shellcheck disable=SC2086
    case $("$loge" $words --help | head -n 1) in *' COMMAND'*) continue ;; esac
    grep -q "^.SS \"loge $words" "$work/manual" || missing="$missing $words"
done <"$work/commands"
check 'every command has its place in the man page' is "$missing" ''

check 'bash reads its completion' bash -n "$work/bash"
if command -v zsh >/dev/null; then
    check 'zsh reads its completion' zsh -n "$work/zsh"
else
    echo "ok $((count += 1)) - zsh reads its completion # SKIP no zsh"
fi
if command -v fish >/dev/null; then
    check 'fish reads its completion' fish -n "$work/fish"
else
    echo "ok $((count += 1)) - fish reads its completion # SKIP no fish"
fi

complete_with_bash() {
    bash -c '. "$1"; COMP_WORDS=(loge hold n); COMP_CWORD=2; _loge; echo "${COMPREPLY[*]}"' \
        - "$work/bash"
}
check 'bash completes a verb' is "$(complete_with_bash)" new

run hodl
# shellcheck disable=SC2016 # the backquotes are meant
check 'a slip is answered with the nearest command' is "$code $err" \
    '2 loge: There is no command `loge hodl`; did you mean `loge hold`?'
check "and the house's own rules" grep -q '^.fBbag-fee.fR$' "$work/manual"
run hold new play A-1 --fro x
# shellcheck disable=SC2016
check 'a slip is answered with the nearest option' is "$code $err" \
    '2 loge: `loge hold new` has no option --fro; did you mean --for?'

# libpq brings two dozen libraries: 13 ms and 5 MB to every start, were it linked in.
loads() { ldd "$LOGE" | grep -q "$1"; }
check 'control: what is linked in is seen' loads libsqlite3
check 'a start without a server is spared its library' is "$(loads libpq && echo loaded)" ''
finish
