# shellcheck shell=sh
# For scripts that need no program of ours: a line of TAP for each result. They end with
# `echo "1..$count"` and `exit $status`.
count=0
status=0

# result CODE WHAT [FILE]: the file says what is wrong.
result() {
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
        return
    fi
    echo "not ok $count - $2"
    [ -z "${3-}" ] || head -n 40 "$3" | sed 's/^/#   /'
    # shellcheck disable=SC2034 # the script exits with it
    status=1
}
