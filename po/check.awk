# Reads a catalogue (msgcat --no-wrap) made fresh from the sources, with the sources' L10N notes in
# notes=FILE, and prints one line for each translation that does not stand in its place: too wide,
# without a key, an option, a command or a setting that has to stay, or with other columns.
#
# A note says "at most N columns" of the text behind it, and "at most N columns each" of every text
# up to the end of its table; sentences there, which end in a full stop, stand elsewhere. Widths are
# those of letters that take one column each: the languages here have no others.
function columns(text) {
    gsub(/\\"/, "\"", text)
    gsub(/%(<[A-Za-z0-9]*>|[0-9]*\$)?[-+0]*[0-9.]*(lld|zu|[sdcu%])/, "%", text)
    gsub(/[\200-\277]/, "", text)
    return length(text)
}
function fault(why) { printf "%s: \"%s\" is \"%s\": %s\n", language, id, text, why }
# Every match of pattern in the English text must stand in the other as well.
function keeps(pattern, what,    rest, token) {
    rest = id
    while (match(rest, pattern)) {
        token = substr(rest, RSTART, RLENGTH)
        if (!index(text, token))
            fault("without " what " " token)
        rest = substr(rest, RSTART + RLENGTH)
    }
}
function heads(line,    kept) {
    gsub(/[^|>]/, "", line)
    return line
}
function edge(line) {
    match(line, /^ */)
    blanks = RLENGTH
    match(line, / *$/)
    return blanks " " RLENGTH
}
function check(    i) {
    if (text == "")
        return
    for (i = 1; i <= widths; i++)
        if (columns(text) > width[i])
            fault("wider than " width[i] " columns")
    keeps("`[^`]*`", "the command")
    keeps("--[a-z][a-z-]*", "the option")
    keeps("(LOGE_|LC_|XDG|LANG)[A-Z_]*", "the name")
    if (id ~ /^[A-Z>|][A-Z>|]*$/ && id ~ /\|/ && heads(id) != heads(text))
        fault("other columns")
    if (id !~ /^[.,]$/ && edge(id) != edge(text)) # the mark of thousands may be a blank
        fault("other blanks at its ends")
    if (id ~ /(^| )[a-z] (=|cash|Drop|Pay|Count)/ || id ~ /(^|  )[a-z]  [a-z]/)
        keeps("(^|[ (])[a-z] ", "the key")
}
function entry() {
    if (id != "")
        check()
    id = text = ""
    widths = plural = into = 0
}
function add(line) {
    sub(/^[^"]*"/, "", line)
    sub(/"$/, "", line)
    return line
}
BEGIN {
    while ((getline line <notes) > 0) {
        split(line, part, "\t")
        n++
        at[n] = part[1]; first[n] = part[2] + 0; last[n] = part[3] + 0; most[n] = part[4] + 0
    }
}
/^#\. / {
    note = note " " $0
    next
}
/^#: / {
    for (i = 2; i <= NF; i++) {
        split($i, place, ":")
        refs = refs " " $i
    }
    next
}
/^msgctxt / { next }
/^msgid "/ {
    id = add($0)
    into = "id"
    next
}
/^msgid_plural / {
    into = "plural"
    plural = 1
    next
}
/^msgstr/ {
    if (text != "")
        check()
    text = add($0)
    if (into != "text")
        find_widths()
    into = "text"
    next
}
/^"/ {
    if (into == "id")
        id = id add($0)
    else if (into == "text")
        text = text add($0)
    next
}
/^$/ {
    entry()
    note = refs = ""
}
END { entry() }

function find_widths(    i, j, count, ref, place, said) {
    widths = 0
    if (id ~ /\\n/)
        return
    said = tolower(note)
    if (match(said, /at most [0-9]+ columns/) && said !~ /columns (each|together)/ )
        width[++widths] = substr(said, RSTART + 8, RLENGTH - 16) + 0
    if (id ~ /\.$/)
        return
    count = split(refs, ref, " ")
    for (i = 1; i <= count; i++) {
        split(ref[i], place, ":")
        for (j = 1; j <= n; j++)
            if (place[1] == at[j] && place[2] + 0 >= first[j] && place[2] + 0 <= last[j])
                width[++widths] = most[j]
    }
}
