# What the scripts need from the machine, and how it gets there.
#
# Sourced, not run. Every need is checked by its effect: a header that is there, a program that
# answers; never by asking which packages are installed. What is missing is collected first and
# installed in one go, with apt-get where there is one; elsewhere it is named and the script ends.
# Nothing is said when nothing is missing. Messages go to standard error.

# Packages that are missing so far.
missing=()

say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$@"
  exit 1
}

# What it takes to build and run the product.
require_for_demo() {
  require_swift
  need_toolchain_libraries
  need_c_toolchain
  need_curl_headers
  need_program git git git
  need_certificates
  install_missing
}

# What the proofs take besides: documents that a script makes up.
require_for_prove() {
  need_program python3 python3 python
  require_for_demo
}

# What the tests take besides: a real server, certificates, a client to compare with, test data.
require_for_test() {
  require_swift
  need_toolchain_libraries
  need_c_toolchain
  need_curl_headers
  need_program git git git
  need_certificates
  need_program nginx nginx-light nginx
  need_program openssl openssl openssl
  need_program curl curl curl
  need_program python3 python3 python
  install_missing
}

# Swift is the one thing that cannot come from apt.
require_swift() {
  has_program swift && return
  fail "This needs Swift 6.2 or later. Install it from https://www.swift.org/install and try again."
}

# How a program is linked that carries its Swift runtime in itself, so that it starts in little more
# than half the time; nothing where the toolchain has no runtime to carry.
runtime_flags() {
  local runtime
  runtime=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  if [[ -d ${runtime}_static/linux ]]; then echo --static-swift-stdlib; fi
}

# need PACKAGE-FOR-APT FORMULA-FOR-BREW; an empty name means that there is none to install.
need() {
  local package=$1
  if [[ $(uname -s) == Darwin ]]; then package=$2; fi
  if [[ -n $package ]]; then missing+=("$package"); fi
}

# need_program PROGRAM PACKAGE FORMULA
need_program() {
  has_program "$1" || need "$2" "$3"
}

# Servers live in the sbin folders, which are not on everybody's PATH.
has_program() {
  PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" command -v "$1" > /dev/null
}

# The toolchain's own programs must find their libraries.
need_toolchain_libraries() {
  has_program ldd || return 0
  local bin library
  bin=$(dirname "$(realpath "$(command -v swift)")")
  [[ -x $bin/swift-build ]] || return 0
  while read -r library; do
    case $library in
      libsqlite3.so.0) need libsqlite3-0 "" ;;
      libncurses.so.6 | libtinfo.so.6) need libncurses6 "" ;;
      libxml2.so.2) need libxml2 "" ;;
      libcurl.so.4) need libcurl4 "" ;;
      libuuid.so.1) need libuuid1 "" ;;
      libz.so.1) need zlib1g "" ;;
      libstdc++.so.6) need libstdc++6 "" ;;
    esac
  done < <(ldd "$bin/swift-build" "$bin/swift-frontend" 2> /dev/null \
    | awk '/not found/ { print $1 }' | sort -u)
}

# The linker, the C library and the C++ library that Swift programs are linked with.
need_c_toolchain() {
  if [[ $(uname -s) == Darwin ]]; then
    xcrun --find clang > /dev/null 2>&1 || fail "Run xcode-select --install and try again."
    return
  fi
  has_program ld || need binutils ""
  has_program ld.gold || need binutils-gold ""
  has_file /usr/include/features.h || need libc6-dev ""
  has_file '/usr/lib/gcc/*/*/libstdc++.so' || need libstdc++-dev ""
}

need_curl_headers() {
  if [[ $(uname -s) == Darwin ]]; then
    has_file "$(xcrun --show-sdk-path)/usr/include/curl/curl.h" || need "" curl
    return
  fi
  has_file '/usr/include/curl/curl.h' '/usr/include/*/curl/curl.h' '/usr/local/include/curl/curl.h' \
    || need libcurl4-openssl-dev ""
}

# Without these neither git nor libcurl trusts anybody.
need_certificates() {
  [[ $(uname -s) == Darwin ]] && return
  has_file /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem \
    || need ca-certificates ""
}

# Whether one of the patterns names a file.
has_file() {
  local pattern
  for pattern in "$@"; do
    if compgen -G "$pattern" > /dev/null; then return 0; fi
  done
  return 1
}

install_missing() {
  if ((${#missing[@]} == 0)); then return; fi
  has_program apt-get || fail_naming_missing
  if ((EUID != 0)) && ! has_program sudo; then
    settle_names
    fail "Some things are missing. As root, install them and try again: apt-get install ${missing[*]}"
  fi
  if ! has_file '/var/lib/apt/lists/*_Packages*'; then run_apt_get update; fi
  settle_names
  say "Installing what is missing: ${missing[*]}"
  install_packages || {
    run_apt_get update # the lists may be older than the archive
    install_packages
  } || fail "That did not work: see above. Install these yourself and try again: ${missing[*]}"
  missing=()
}

install_packages() {
  run_apt_get install --yes --no-install-recommends "${missing[@]}"
}

fail_naming_missing() {
  say "Some things are missing that this script can install only with apt-get:"
  if [[ $(uname -s) == Darwin ]]; then
    fail "  brew install ${missing[*]}"
  fi
  say "  ${missing[*]}"
  fail "These are Debian's names; install what your system calls them, and try again."
}

# Two packages are called differently from release to release. Each is named once.
settle_names() {
  local index
  for index in "${!missing[@]}"; do
    case ${missing[index]} in
      libstdc++-dev) missing[index]=$(name_of_cxx_library) ;;
      binutils-gold) missing[index]=$(name_of_gold) ;;
    esac
  done
  readarray -t missing < <(printf '%s\n' "${missing[@]}" | sort --unique)
}

# libstdc++'s headers are packaged by compiler version: take the one of the system's compiler.
name_of_cxx_library() {
  local version
  version=$(apt-cache depends g++ | sed -n 's/.*Depends: g++-\([0-9][0-9]*\)$/\1/p')
  echo "libstdc++-${version:-12}-dev"
}

# The gold linker was part of binutils before it got a package of its own.
name_of_gold() {
  if [[ -n $(apt-cache show binutils-gold 2> /dev/null) ]]; then
    echo binutils-gold
  else
    echo binutils
  fi
}

# Quiet unless it fails. Root needs no sudo; without a terminal nobody could type a password.
run_apt_get() {
  local as_root=() log status=0
  if ((EUID != 0)); then
    as_root=(sudo)
    if [[ ! -t 0 ]]; then as_root+=(--non-interactive); fi
  fi
  log=$(mktemp)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get --quiet "$@" \
    < /dev/null > "$log" 2>&1 || status=$?
  if ((status != 0)); then cat "$log" >&2; fi
  rm -f "$log"
  return "$status"
}
