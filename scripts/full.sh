#!/bin/sh
# Everything that can be proven here, with one table at the end; hours on two cores.
# It is run before an issue or a version is closed; .ci/run does a part of it at every change.
#
#     scripts/full.sh [--list] [--minutes N] [STEP ...]
#
# --list      print the steps and end
# --minutes   how long each of the steps without an end of their own runs: kills, fuzz,
#             selfplay (10); fuzz-dialects, fuzz-texts, fuzz-books: for each dialect and format
# STEP        run only these; a pattern such as 'gcc*' is quoted
#
# Builds, logs and the table are in build/full, or in the folder OUTFLANK_FULL. A step
# passes, fails, or is skipped with its reason. The exit status is 0 if none failed and
# at least one passed, 64 if a STEP names none, else 1. Seeds are new in every run and
# stand in the logs.
set -u
. "$(dirname -- "$0")/common.sh"

place=${OUTFLANK_FULL:-$root/build/full}
minutes=10
is_list=
steps=
while [ $# -gt 0 ]; do
    case $1 in
    --list) is_list=yes ;;
    --minutes)
        case ${2:-} in
        '' | *[!0-9]*) echo "full.sh: --minutes: expected a whole number" >&2 && exit 64 ;;
        esac
        minutes=$2
        shift
        ;;
    -*)
        sed -n '2,/^set -u/{/^set -u/d;s/^# \{0,1\}//;p;}' "$0" >&2
        exit 64
        ;;
    *) steps="$steps $1" ;;
    esac
    shift
done
has_failed=
n_passed=0
n_chosen=0
cd "$root" || exit 71

is_wanted() {
    [ -n "$steps" ] || return 0
    set -f
    for wanted_pattern in $steps; do
        # shellcheck disable=SC2254 # a pattern
        case $1 in $wanted_pattern) set +f && return 0 ;; esac
    done
    set +f
    return 1
}

# row NAME WHAT RESULT SECONDS: one row of the table, also on the terminal as it comes.
row() {
    printf '| %-18s | %-50s | %-28s | %7s |\n' "$1" "$2" "$3" "$4" | tee -a "$place/table"
}

# step NAME WHAT COMMAND ...: COMMAND runs in the root, its output is the step's log. Status 77
# is a step that cannot be done here; the last line of the log says why, or counts tests.
step() {
    step_name=$1
    step_what=$2
    shift 2
    is_wanted "$step_name" || return 0
    n_chosen=$((n_chosen + 1))
    [ -z "$is_list" ] || {
        printf '%-18s %s\n' "$step_name" "$step_what"
        return 0
    }
    step_begun=$(date +%s)
    step_status=0
    step_log=$place/$step_name.log
    ("$@") >"$step_log" 2>&1 </dev/null || step_status=$?
    step_last=$(tail -n 1 "$step_log")
    case $step_status in
    0)
        n_passed=$((n_passed + 1))
        step_result=passed
        ;;
    77) step_result="skipped: $step_last" ;;
    *)
        has_failed=yes
        step_result=FAILED
        ;;
    esac
    case $step_last in
    *' passed, '*' failed, '*' skipped')
        [ "$step_status" -eq 77 ] || step_result="$step_result ($(echo "$step_last" |
            sed 's/ passed, /, /; s/ failed, /, /; s/ skipped//'))" ;;
    esac
    row "$step_name" "$step_what" "$step_result" $(($(date +%s) - step_begun))
}

# options_of KIND: what Meson is told for a kind of build.
options_of() {
    case $1 in
    release) echo "-Dbuildtype=release -Dslow_tests=true" ;;
    asan) echo "-Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false" ;;
    tsan) echo "-Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false" ;;
    esac
}

# build COMPILER KIND: brings the build in $place up to date.
build() {
    # shellcheck disable=SC2046 # a list of options
    CC=$1 configure "$place/$1-$2" -Dwerror=true -Dtests=true $(options_of "$2")
    compile "$place/$1-$2"
}

# tests COMPILER KIND [argument of meson test ...]; the last line counts.
tests() {
    build "$1" "$2"
    tests_build=$place/$1-$2
    shift 2
    tests_status=0
    meson test -C "$tests_build" --timeout-multiplier 5 --print-errorlogs "$@" || tests_status=1
    scripts/count_tests.py "$tests_build/meson-logs" || tests_status=1
    return "$tests_status"
}

# level COMPILER KIND LEVEL: what depends on the CPU level, again at one that is not the best.
level() {
    build "$1" "$2"
    level_program=$place/$1-$2/src/outflank
    level_best=$("$level_program" --version | sed -n 's/^cpu level //p')
    [ "$level_best" != "$3" ] || {
        echo "step $1-$2 ran it"
        return 77
    }
    "$level_program" --cpu "$3" --version || {
        echo "this machine lacks it"
        return 77
    }
    tests "$1" "$2" --setup "$3" --suite unit --suite protocol --suite faults --suite repro \
        --suite solve --suite props
}

# repeat COMMAND ...: with a new OUTFLANK_SEED each time, until the minutes are over.
repeat() {
    repeat_end=$(($(date +%s) + 60 * minutes))
    repeat_n=0
    while [ "$repeat_n" -eq 0 ] || [ "$(date +%s)" -lt "$repeat_end" ]; do
        OUTFLANK_SEED=$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')
        export OUTFLANK_SEED
        "$@" || {
            echo "failed in run $((repeat_n + 1)) with OUTFLANK_SEED=$OUTFLANK_SEED"
            return 1
        }
        repeat_n=$((repeat_n + 1))
    done
    echo "$repeat_n runs"
}

# Programs that are killed at any moment and go on: nothing is lost, nothing is different.
kills_once() {
    python3 tests/match/test_resume.py "$place/gcc-release/src/outflank" "$root" &&
        python3 tests/train/test_data.py "$place/gcc-release/src/tools/train/outflank-data" \
            "$place/gcc-release/src/outflank" &&
        python3 tests/faults/test_ends.py "$place/gcc-release/src/outflank" &&
        python3 tests/book/test_damage.py "$place/gcc-release/src/outflank" \
            "$place/gcc-release/tests/book/book_writer"
}

kills() {
    build gcc release
    compile "$place/gcc-release" tests/book/book_writer
    repeat kills_once
}

# Every byte of the tail of a working book cut, 2,000 flipped, 200 kills; every byte of a packed one
# flipped; 1,000 hostile files of each kind. Then the short form under ASan.
book_damage() {
    build gcc release
    compile "$place/gcc-release" tests/book/book_writer
    python3 tests/book/test_damage.py "$place/gcc-release/src/outflank" \
        "$place/gcc-release/tests/book/book_writer" --long || return 1
    build gcc asan
    compile "$place/gcc-asan" tests/book/book_writer
    python3 tests/book/test_damage.py "$place/gcc-asan/src/outflank" \
        "$place/gcc-asan/tests/book/book_writer"
}

fuzz_once() {
    "$place/gcc-asan/tests/fuzz/fuzz_readers" --seed "$OUTFLANK_SEED" --inputs 200000 &&
        python3 tests/faults/test_random.py "$place/gcc-asan/src/outflank"
}

fuzz() {
    build gcc asan
    compile "$place/gcc-asan" tests/fuzz/fuzz_readers
    repeat fuzz_once
}

# Each dialect: sequences as a model of the rules has them, damaged bytes; files of options, of
# sessions, of tournaments; keys at a terminal.
fuzz_dialects() {
    build gcc asan
    for fuzz_part in random:gtp random:nboard dialects:console dialects:edax dialects:cassio dialects:uci files; do
        echo "== $fuzz_part"
        # shellcheck disable=SC2046 # no word for the files
        repeat python3 "tests/faults/test_${fuzz_part%:*}.py" "$place/gcc-asan/src/outflank" \
            $(echo "$fuzz_part" | sed -n 's/.*://p') || return 1
    done
    echo "== keys at a terminal"
    repeat python3 tests/protocol/test_hostile_terminal.py "$place/gcc-asan/src/outflank" keys 20
}

# build_fuzzer PROGRAM: sees by coverage which inputs take new paths.
build_fuzzer() {
    has_coverage="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all"
    CC=clang configure "$place/clang-fuzzer" -Dfuzzer=true -Dlevels=[] -Dtrain=false -Dbench=false \
        -Dbuildtype=debugoptimized -Db_lundef=false -Dc_args="$has_coverage" \
        -Dc_link_args=-fsanitize=address,undefined
    compile "$place/clang-fuzzer" "tests/fuzz/$1"
}

# fuzz_long PROGRAM FOUND SEEDS OR OPTIONS ...: what is found stays in $place/FOUND.
fuzz_long() {
    fuzz_program=$1
    fuzz_found=$place/$2
    shift 2
    mkdir -p "$fuzz_found"
    "$place/clang-fuzzer/tests/fuzz/$fuzz_program" -max_total_time=$((60 * minutes)) \
        -artifact_prefix="$place/" -print_final_stats=1 -max_len=8192 "$fuzz_found" "$@"
}

# Books of strangers.
fuzz_books() {
    build_fuzzer fuzz_books_long
    for fuzz_format in $("$place/clang-fuzzer/tests/fuzz/fuzz_books_long" --formats); do
        echo "== $fuzz_format"
        fuzz_long fuzz_books_long "corpus-book-$fuzz_format" "--format=$fuzz_format" \
            tests/fuzz/corpus || return 1
    done
}

# Texts of games and boards: what they look like, then each format's reader alone.
fuzz_texts() {
    build_fuzzer fuzz_readers_long
    fuzz_long fuzz_readers_long corpus-texts tests/fuzz/texts tests/data/texts || return 1
    for fuzz_format in $("$place/clang-fuzzer/tests/fuzz/fuzz_readers_long" --formats); do
        echo "== $fuzz_format"
        fuzz_long fuzz_readers_long "corpus-$fuzz_format" "--format=$fuzz_format" \
            "$place/corpus-texts" tests/fuzz/texts tests/data/texts || return 1
    done
}

# Lines of requests for the service.
fuzz_requests() {
    build_fuzzer fuzz_requests_long
    fuzz_long fuzz_requests_long corpus-requests
}

# The page of a review in Chromium; pictures of it lie in $place/page, to be looked at.
page() {
    build gcc release
    python3 tests/cli/check_page.py "$place/gcc-release/src/outflank" "$place/page"
}

# What the web needs; it installs nothing, for emscripten is large.
web_is_there() {
    for web_need in emcc node npm esbuild chromium; do
        command -v "$web_need" >/dev/null || {
            echo "no $web_need"
            return 77
        }
    done
    build gcc release
    export OUTFLANK="$place/gcc-release/src/outflank"
}

web_page() {
    web_is_there || return
    scripts/web-test.sh page --shots "$place/web-page" --whole
}

web_package() {
    web_is_there || return
    scripts/web-test.sh package --shots "$place/web-package"
}

web_node() {
    web_is_there || return
    scripts/web-test.sh node 50
}

selfplay_once() {
    scripts/selfplay.py --engine "$place/gcc-release/src/outflank" --games 20 --move-time 0.05 &&
        scripts/selfplay.py --engine "$place/gcc-release/src/outflank" --games 4 --clock 5 \
            --increment 0.05
}

selfplay() {
    build gcc release
    repeat selfplay_once
}

# Memory that was never set, which the sanitizers do not see. valgrind knows no AVX-512.
under_valgrind() {
    build gcc release
    compile "$place/gcc-release" tests/fuzz/fuzz_readers
    program=$place/gcc-release/src/outflank
    OUTFLANK_CPU=avx2
    "$program" --cpu avx2 --version || OUTFLANK_CPU=generic
    export OUTFLANK_CPU
    set -- valgrind --quiet --error-exitcode=99 --leak-check=full
    "$@" "$program" bench --depth 4 --hash 8 || return 1
    "$@" "$program" perft 6 || return 1
    "$@" "$program" eval --explain f5d6c3 || return 1
    "$@" "$program" --hash 4 --threads 2 --level 4 gtp <<END || return 1
play b f5
genmove w
undo
loadsgf nothing
genmove w
quit
END
    "$@" "$place/gcc-release/tests/fuzz/fuzz_readers" --seed 1 --inputs 500
}

# 2,000 positions through "analyze" under GNU parallel, with 20 kills; 1,000 by the schema of JSON.
analyses() {
    build gcc release
    python3 tests/cli/test_analyze_kills.py "$place/gcc-release/src/outflank" . 2000 20 &&
        python3 tests/cli/test_json.py "$place/gcc-release/src/outflank" . 1000
}

# Farms and recipes whose workers are killed; what is not here is skipped.
scale() {
    build gcc release
    scale_python=python3
    "$scale_python" -c "import distributed" || scale_python=/usr/bin/python3
    OUTFLANK_LIBRARY=$place/gcc-release/src/liboutflank.so
    export OUTFLANK_LIBRARY
    for scale_kind in processes dask; do
        "$scale_python" python/tests/kill_farm.py "$place/gcc-release/src/outflank" $scale_kind 600 8 1 ||
            [ $? -eq 77 ] || return 1
    done
    "$scale_python" tests/scale/test_recipes.py "$place/gcc-release/src/outflank" .
}

# cross PLATFORM: the kernels, the signature, move paths and solves of another processor, emulated.
cross() {
    scripts/cross.sh "$1" all meson-test-prereq || return 1
    cross_status=0
    meson test -C "build/$1" --no-rebuild --timeout-multiplier 20 --print-errorlogs --suite kernels \
        --suite repro --suite perft --suite solve || cross_status=1
    scripts/count_tests.py "build/$1/meson-logs" || cross_status=1
    return "$cross_status"
}

# Calls of POSIX 2008 alone, as on macOS (docs/platforms.md).
posix() {
    CC=clang configure "$place/posix" -Dwerror=true -Dposix=true -Dlevels=[] -Dtrain=false -Dbench=false -Dbuildtype=release
    compile "$place/posix" all meson-test-prereq
    posix_status=0
    meson test -C "$place/posix" --no-rebuild --timeout-multiplier 5 --print-errorlogs --suite unit --suite repro \
        --suite protocol --suite faults --suite cli --suite match --suite book || posix_status=1
    scripts/count_tests.py "$place/posix/meson-logs" || posix_status=1
    return "$posix_status"
}

# Everything that is given to people: two builds on two paths are the same bytes.
release() {
    git clone -q . "$place/second/here" || return 1
    scripts/release.sh "$place/release" && "$place/second/here/scripts/release.sh" "$place/release-again" || return 1
    rm -rf "$place/second"
    cmp "$place/release/SHA256SUMS" "$place/release-again/SHA256SUMS" && scripts/release-test.sh "$place/release"
}

# The program for Windows: everything that is driven from outside, under Wine. docs/platforms.md says
# what cannot pass there, and why.
windows() {
    scripts/cross.sh windows all meson-test-prereq || return 1
    windows_status=0
    # Wine's services stay while a program waits; to start them takes 2 s, for each program.
    mkfifo "$place/wine-$$" && exec 9<>"$place/wine-$$" && rm "$place/wine-$$" || return 1
    cross/wine.sh build/windows/src/outflank.exe gtp <&9 >/dev/null 2>&1 &
    windows_waits=$!
    cross/wine.sh build/windows/src/outflank.exe --version || return 1
    meson test -C build/windows --no-rebuild --timeout-multiplier 10 --print-errorlogs --suite repro \
        --suite perft --suite protocol --suite cli --suite match --suite book || windows_status=1
    kill "$windows_waits"
    scripts/count_tests.py build/windows/meson-logs || windows_status=1
    return "$windows_status"
}

# Front ends as they were seen to talk, against the engine of another program.
frontends() {
    build gcc release
    [ -x /usr/games/gtp-rhino ] || {
        echo "Debian's package grhino is not installed"
        return 77
    }
    python3 tests/protocol/test_frontends.py "$place/gcc-release/src/outflank" 20
}

[ -n "$is_list" ] || {
    install_needs "$build_needs $test_needs command:clang|clang
        command:valgrind|valgrind command:c++|g++ command:zsh|zsh command:fish|fish"
    mkdir -p "$place" || die "cannot make $place"
    : >"$place/table"
    trap 'echo "full.sh: interrupted" >&2; exit 130' INT TERM
    row step what result seconds
    row ------------------ -------------------------------------------------- \
        ---------------------------- -------
}

for compiler in gcc clang; do
    step $compiler-release "all suites but slow, $compiler, release" \
        tests $compiler release --no-suite slow
    step $compiler-asan "all suites but slow, $compiler, ASan and UBSan" \
        tests $compiler asan --no-suite slow
done
# Each level meets the sanitizers once and each compiler once: the kernels have no other variants.
for cpu in generic baseline avx2 avx512; do
    step gcc-asan-$cpu "what depends on the CPU level, at $cpu" level gcc asan $cpu
    step clang-release-$cpu "what depends on the CPU level, at $cpu" level clang release $cpu
done
step gcc-tsan "threads, units, command line, protocols under TSan" \
    tests gcc tsan --suite stress --suite unit --suite cli --suite protocol
step valgrind "search, protocol, readers under valgrind" under_valgrind
step kills "killed at any moment, resumed; $minutes minutes" kills
step book "books damaged and killed, the long form; ASan" book_damage
step fuzz "damaged input, new seeds, ASan; $minutes minutes" fuzz
step fuzz-dialects "each protocol and its files, ASan; $minutes minutes each" fuzz_dialects
step fuzz-books "files of books, each format, with coverage, ASan; $minutes minutes each" fuzz_books
step fuzz-texts "each format, with coverage, ASan; $minutes minutes each" fuzz_texts
step fuzz-requests "lines of a service, with coverage, ASan; $minutes minutes" fuzz_requests
step page "the page of a review in headless Chromium" page
step web-page "the page with its engine in headless Chromium" web_page
step web-package "the package for npm as it is installed: node, pages, bundlers" web_package
step web "the engine as WebAssembly in node, 50 games" web_node
step selfplay "whole games over GTP; $minutes minutes" selfplay
step analyses "2,000 analyses with 20 kills; 1,000 by the JSON schema" analyses
step scale "farms and recipes of examples/scale/ through kills" scale
for platform in arm64 s390x armhf; do
    step $platform "kernels, signature, perft, solves, emulated" cross $platform
done
step posix "calls of POSIX 2008 alone, clang" posix
step release "what people get, built twice, on machines that have nothing" release
step windows "signature, protocols, command line, matches, books under Wine" windows
step fresh "README on Debian 12 and 13 that have nothing" scripts/fresh.sh
step frontends "Quarry and twogtp as they talk, GRhino's engine" frontends
step slow "suite slow: perft 12 and 13, long floods and clocks" tests gcc release --suite slow

[ "$n_chosen" -gt 0 ] || {
    echo "full.sh: no step is called$steps; --list prints them" >&2
    exit 64
}
[ -n "$is_list" ] || {
    echo
    echo "passed, failed and skipped tests in brackets; logs in $place"
}
[ -z "$has_failed" ] && [ -n "$is_list$n_passed" ] && [ "$is_list$n_passed" != 0 ]
