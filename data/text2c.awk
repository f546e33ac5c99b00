# Makes C strings out of text files: data/halls/studio.plan becomes `const char hall_studio[]`.
#
#   awk -v part=h|c -v prefix=hall -v header=gen/hall_texts.h -f text2c.awk FILE...

function base(path, parts, n) {
    n = split(path, parts, "/")
    sub(/\.[a-z]+$/, "", parts[n])
    return parts[n]
}

BEGIN {
    print "/* Generated from text files; edit those. */"
    if (part == "c")
        printf "#include \"config.h\"\n\n#include \"%s\"\n", header
}

FNR == 1 {
    if (open)
        print ";"
    open = part == "c"
    if (part == "c")
        printf "\nconst char %s_%s[] =\n", prefix, base(FILENAME)
    else
        printf "extern const char %s_%s[];\n", prefix, base(FILENAME)
}

part == "c" {
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    printf "    \"%s\\n\"\n", $0
}

END {
    if (open)
        print ";"
}
