#!/usr/bin/env bash
# Compiles and runs every kernel, or those named as arguments:
#   - at small sizes, in several combinations, with warnings as errors and the address and
#     undefined-behaviour sanitizers: no complaint, one line "NAME checksum=NUMBER" with a number;
#   - at small sizes and, without --quick, at the default sizes: -O0 and -O2 print the same.
# With Python and numpy, the results are compared with reference.py as well.
#
#   kernels/check.sh [--quick] [NAME...]        CC=clang kernels/check.sh
set -uo pipefail
cd "$(dirname "$0")"

quick=no
if [[ ${1-} == --quick ]]; then
    quick=yes
    shift
fi
names=("$@")
if [[ ${#names[@]} -eq 0 ]]; then
    for file in *.c; do names+=("${file%.c}"); done
fi

cc=${CC:-gcc}
# Contraction to fused multiply-add, where a compiler does it by itself, would depend on -O.
base=(-std=gnu11 -ffp-contract=off)
strict=(-O1 -g -Wall -Wextra -Werror -fsanitize=undefined,address -fno-sanitize-recover=all)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The n-th macro of a kernel (in order of appearance) takes the n-th number of a row, cyclically.
# The checksum is a number where sizes increase; elsewhere it may be none (0/0), as for a
# covariance of one row or gramschmidt with more columns than rows.
increasing=("3 4 5 6 7" "5 6 7 8 9" "5 5 5 5 5")
others=("9 8 7 6 5" "4 9 3 7 6" "8 3 9 4 5" "7 6 4 3 9" "1 1 1 1 1" "2 2 2 2 2" "1 2 6 1 3" "6 1 2 4 1")

sizes() { # sizes KERNEL ROW: the -D options
    local -a numbers=($2)
    local index=0 macro
    for macro in $(sed -n 's/^#ifndef \([A-Z_0-9]*\)$/\1/p' "$1.c"); do
        printf -- '-D%s=%s ' "$macro" "${numbers[index % ${#numbers[@]}]}"
        index=$((index + 1))
    done
}

run() { # run LOG OPTIONS... KERNEL: compile and run; the output of the kernel on stdout
    local log=$1 kernel=${!#}
    local -a options=("${@:2:$#-2}")
    "$cc" "${base[@]}" "${options[@]}" "$kernel.c" -o "$work/program" -lm 2>"$log" || return 1
    "$work/program" 2>"$log" || return 1
}

failures=0
runs=0
fail() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

for kernel in "${names[@]}"; do
    before=$failures
    if [[ ! -f $kernel.c ]]; then
        fail "$kernel: no such kernel"
        continue
    fi
    number='-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?'
    expected=$number
    for row in "${increasing[@]}" "${others[@]}"; do
        [[ $row == "${others[0]}" ]] && expected="($number|-?nan|-?inf)"
        defines=$(sizes "$kernel" "$row")
        if ! output=$(run "$work/log" "${strict[@]}" $defines "$kernel"); then
            fail "$kernel $defines: $(head -5 "$work/log")"
        elif [[ ! $output =~ ^$kernel\ checksum=$expected$ ]]; then
            fail "$kernel $defines: unexpected output: $(head -3 <<<"$output")"
        fi
        runs=$((runs + 1))
    done
    for row in "5 6 7 8 9" default; do
        if [[ $row == default ]]; then
            [[ $quick == yes ]] && continue
            defines=
        else
            defines=$(sizes "$kernel" "$row")
        fi
        slow=$(run "$work/log" -O0 $defines "$kernel") || fail "$kernel -O0: $(head -5 "$work/log")"
        fast=$(run "$work/log" -O2 $defines "$kernel") || fail "$kernel -O2: $(head -5 "$work/log")"
        time=$(sed -n 's/^time=//p' "$work/log")
        [[ -n $slow && $slow == "$fast" ]] || fail "$kernel $defines: -O0 '$slow', -O2 '$fast'"
        [[ $fast =~ ^$kernel\ checksum=$number$ ]] || fail "$kernel $defines: no number in '$fast'"
        runs=$((runs + 2))
    done
    if [[ $failures -eq $before && $quick == no ]]; then
        printf 'ok   %-20s %8.3f s at -O2\n' "$kernel" "$time"
    fi
done

if python3 -c 'import numpy' 2>/dev/null; then
    python3 reference.py "${names[@]}" || failures=$((failures + 1))
else
    echo "numpy is not there: reference.py is left out"
fi
echo "${#names[@]} kernels, $runs runs, $failures failures"
[[ $failures -eq 0 ]]
