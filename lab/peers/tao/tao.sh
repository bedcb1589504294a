#!/bin/sh
# Finds the TAO that somebody has built or installed, and with "build CACHE" compiles this system for it:
#   TAO_ROOT, ACE_ROOT   one is enough; folders of the sources in which TAO was built, with ACE's bin and lib
#   pkg-config           else; where a system has packages of TAO
#   TAO_FLAGS            more flags for the compiler: what its libraries were built with, such as -DACE_NDEBUG
# "probe CACHE" says the first thing that is missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=$2
libraries="TAO_Strategies TAO_PortableServer TAO_AnyTypeCode TAO ACE"

missing() {
    echo "$1"
    exit 1
}

# The first of the folders behind the first argument in which there is a folder of that name.
holding() {
    name=$1
    shift
    for each in "$@"; do
        if [ -d "$each/$name" ]; then
            (cd "$each" && pwd -P)
            return
        fi
    done
}

if [ -n "${TAO_ROOT:-}${ACE_ROOT:-}" ]; then
    [ -z "${ACE_ROOT:-}" ] || [ -d "$ACE_ROOT/ace" ] || missing "ACE_ROOT is $ACE_ROOT, and there is no ace/ in it"
    [ -z "${TAO_ROOT:-}" ] || [ -d "$TAO_ROOT/tao" ] || missing "TAO_ROOT is $TAO_ROOT, and there is no tao/ in it"
    # A release has TAO within ACE, the repository has them side by side.
    ace=$(holding ace "${ACE_ROOT:-$TAO_ROOT/..}" "${ACE_ROOT:-$TAO_ROOT/../ACE}")
    [ -n "$ace" ] || missing "ACE_ROOT is not set, and there is no ACE around or beside TAO_ROOT, $TAO_ROOT"
    tao=$(holding tao "${TAO_ROOT:-$ace/TAO}" "${TAO_ROOT:-$ace/../TAO}")
    [ -n "$tao" ] || missing "TAO_ROOT is not set, and there is no TAO in or beside ACE_ROOT, $ace"
    for each in $libraries; do
        [ -e "$ace/lib/lib$each.so" ] || missing "$each is not built: there is no $ace/lib/lib$each.so"
    done
    LD_LIBRARY_PATH="$ace/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export LD_LIBRARY_PATH
    PATH="$ace/bin:$tao/TAO_IDL:$PATH"
    where="$ace and $tao"
    # Inlining is what ACE's own makefiles choose; its libraries lack what is inlined.
    flags="-isystem $ace -isystem $tao -D__ACE_INLINE__"
    # Of the two kinds of paths the older one, for the libraries need each other.
    link="-L$ace/lib -Wl,--disable-new-dtags,-rpath,$ace/lib"
else
    packages="TAO TAO_PortableServer TAO_Strategies"
    for each in $packages; do
        pkg-config --exists "$each" 2>/dev/null ||
            missing "neither TAO_ROOT nor ACE_ROOT is set, and pkg-config knows no $each"
    done
    where="TAO $(pkg-config --modversion TAO) of pkg-config"
    # shellcheck disable=SC2086 # several words
    flags=$(pkg-config --cflags $packages)
    # shellcheck disable=SC2086 # several words
    link=$(pkg-config --libs-only-L $packages)
fi
command -v tao_idl >/dev/null || missing "tao_idl is not built: it is not in bin/ of ACE, TAO_IDL/ of TAO or the path"
command -v g++ >/dev/null || missing "there is no g++"
said=$(tao_idl -V 2>&1) || missing "$(command -v tao_idl) does not run: $said"
echo '#include <nlohmann/json.hpp>' | g++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null ||
    missing "there is no nlohmann/json.hpp"

case $1 in
probe)
    # Nobody prepares it again because a variable has changed.
    [ ! -e "$cache/built-for" ] || [ "$(cat "$cache/built-for")" = "$where" ] ||
        missing "it was built for $(cat "$cache/built-for"), and now there is $where: delete $cache"
    ;;
build)
    # Nothing is ever put into an Any, and what releases of long ago generate for that no newer compiler takes.
    tao_idl -Sa -St -o "$cache" "$here/../omniorb/lab.idl"
    for each in $libraries; do
        link="$link -l$each"
    done
    # shellcheck disable=SC2086 # each holds several words
    g++ -std=c++17 -O2 -Wall -Wextra -pthread -DLAB_TAO $flags ${TAO_FLAGS:-} -o "$cache/corba" -isystem "$cache" \
        -I"$here/../families/native/cpp" "$here/../omniorb/corba.cpp" "$cache/labC.cpp" "$cache/labS.cpp" \
        "$here"/../families/native/cpp/*.cpp $link
    echo "$where" >"$cache/built-for"
    ;;
esac
