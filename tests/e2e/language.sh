#!/bin/sh
# Which language is spoken, on a machine with no locale but those that are always there.
set -u
# shellcheck source=tests/e2e/lib.sh
. "${srcdir:?}/tests/e2e/lib.sh"
if ! [ -f "${builddir:?}/gen/locale/af/LC_MESSAGES/loge.mo" ]; then
    echo '1..0 # SKIP built without catalogues'
    exit 0
fi
plan 19
unset LANGUAGE LOGE_LANGUAGE LOGE_LOCALEDIR LC_MESSAGES LANG

says() {
    what=$1 text=$2
    shift 2
    run "$@"
    check "$what" has "$text"
}
# shellcheck disable=SC2317 # called by check
has() {
    case "$out$err" in *"$1"*) ;; *) return 1 ;; esac
}

"$loge" house new --name 'The Room' --currency EUR --quiet >/dev/null
says 'English, when nothing is asked for' 'There are no shows' show list
says '--language chooses' 'Daar is geen vertonings nie' show list --language af
says '--language takes a locale as well' 'Daar is geen vertonings nie' show list --language af_ZA.UTF-8
LOGE_LANGUAGE=af
export LOGE_LANGUAGE
says 'LOGE_LANGUAGE chooses' 'Daar is geen vertonings nie' show list
says '--language comes before it' 'There are no shows' show list --language en
LC_ALL=C
says 'in the C locale, too' 'Daar is geen vertonings nie' show list
LC_ALL=xx_YY.UTF-8
says 'in a locale that is not there, too' 'Daar is geen vertonings nie' show list
unset LOGE_LANGUAGE
LC_ALL=af_ZA.UTF-8
says 'a locale that was never generated still names its language' 'Daar is geen vertonings nie' show list
LC_ALL=C.UTF-8
LANGUAGE=af
export LANGUAGE
says 'LANGUAGE is heard, as by other programs' 'Daar is geen vertonings nie' show list
unset LANGUAGE
printf '[till]\nlanguage = af\n' >"$LOGE_DIR/loge.ini"
says 'a till has its language' 'Daar is geen vertonings nie' show list
says 'a refusal of the engine is translated' "is nie 'n hou se id nie" hold show zz
says 'so is a line that cannot be parsed' 'Daar is geen bevel' show bogus --language=af
says 'help is translated' 'Lys die vertonings' show --help --language af
run shift open --float 1500.50
check 'money has the mark of the language' has '1500,50'
check 'and the log has the same in every language' \
    test "$("$loge" audit list --json | jq -r '.events[0].note')" = 'float 1500.50 EUR'
run shift drop 20,25
check 'a comma is read as the decimal mark' has '20,25'
run shift show --json
check 'JSON is for programs' has '"float":150050'
run show open nothing --json
check 'so is its message' has 'There is no show'
says 'an unknown language is refused, and the known ones are named' 'it speaks af' show list --language xx
finish
