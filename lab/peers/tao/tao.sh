#!/bin/sh
# Finds the TAO that somebody has built or installed, and with "build CACHE" compiles this system for it:
#   TAO_ROOT, ACE_ROOT   one is enough; folders of the sources in which TAO was built, with ACE's bin and lib
#   pkg-config           else; where a system has packages of TAO
#   TAO_FLAGS            more flags for the compiler: what its libraries were built with, such as -DACE_NDEBUG
set -eu

here=$(cd "$(dirname "$0")" && pwd)
libraries="TAO_Strategies TAO_PortableServer TAO_AnyTypeCode TAO ACE"

missing() {
    echo "$1"
    exit 1
}

first() {
    for each in "$@"; do
        if [ -e "$each" ]; then
            echo "$each"
            return
        fi
    done
}

if [ -n "${TAO_ROOT:-}${ACE_ROOT:-}" ]; then
    ace=${ACE_ROOT:-$(dirname "$(first "$TAO_ROOT/../ace" "$TAO_ROOT/../ACE/ace" /nowhere)")}
    tao=${TAO_ROOT:-$(dirname "$(first "$ACE_ROOT/TAO/tao" "$ACE_ROOT/../TAO/tao" /nowhere)")}
    [ -d "$ace/ace" ] || missing "there is no ace/ in ACE_ROOT, nor ACE beside TAO_ROOT"
    [ -d "$tao/tao" ] || missing "there is no tao/ in TAO_ROOT, nor TAO in or beside ACE_ROOT"
    compiler=$(first "$ace/bin/tao_idl" "$tao/TAO_IDL/tao_idl")
    for each in $libraries; do
        [ -e "$ace/lib/lib$each.so" ] || missing "TAO is not built: there is no $ace/lib/lib$each.so"
    done
    # Inlining is what ACE's own makefiles choose; its libraries lack what is inlined.
    flags="-isystem $ace -isystem $tao -D__ACE_INLINE__"
    link="-L$ace/lib -Wl,-rpath,$ace/lib"
    LD_LIBRARY_PATH="$ace/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export LD_LIBRARY_PATH
elif pkg-config --exists TAO TAO_PortableServer TAO_Strategies 2>/dev/null; then
    compiler=
    flags=$(pkg-config --cflags TAO TAO_PortableServer TAO_Strategies)
    link=$(pkg-config --libs-only-L TAO TAO_PortableServer TAO_Strategies)
else
    missing "neither TAO_ROOT nor ACE_ROOT is set, and pkg-config knows no TAO"
fi
compiler=${compiler:-$(command -v tao_idl || true)}
[ -n "$compiler" ] || missing "there is no tao_idl in bin/ of ACE, TAO_IDL/ of TAO or the path"
command -v g++ >/dev/null || missing "there is no g++"
echo '#include <nlohmann/json.hpp>' | g++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null ||
    missing "there is no nlohmann/json.hpp"

if [ "$1" = build ]; then
    cache=$2
    "$compiler" -o "$cache" "$here/../omniorb/lab.idl"
    for each in $libraries; do
        link="$link -l$each"
    done
    # shellcheck disable=SC2086 # each holds several words
    exec g++ -std=c++17 -O2 -Wall -Wextra -pthread -DLAB_TAO $flags ${TAO_FLAGS:-} -o "$cache/corba" -isystem "$cache" \
        -I"$here/../families/native/cpp" "$here/../omniorb/corba.cpp" "$cache/labC.cpp" "$cache/labS.cpp" \
        "$here"/../families/native/cpp/*.cpp $link
fi
