#!/bin/sh
# Install Memory Keeper for Claude Code on Linux or macOS:
#
#     sh install.sh [--to FOLDER] [--no-claude]
#
# Downloads this release for your system, checks it against SHA256SUMS, lets
# the executable install itself, puts it on your PATH as ~/.local/bin/memory-keeper
# and tells Claude Code about it. It needs no root and writes only below your
# home (or FOLDER). Run it again to upgrade.
#
#     MEMORY_KEEPER_RELEASE   where to download from, instead of this release

set -eu

# Filled in when a release is made.
RELEASE="@RELEASE@"
OLDEST_CLAUDE="2.1.163"

say() { printf '%s\n' "$*"; }

# fail REASON HINT...; misuse is the same for a wrong command line.
fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  for hint in "$@"; do printf 'hint: %s\n' "$hint" >&2; done
  exit "$status"
}
status=1

misuse() {
  status=2
  fail "$@"
}

help() {
  say "Install Memory Keeper for Claude Code on Linux or macOS"
  say
  say "Usage: sh install.sh [--to FOLDER] [--no-claude]"
  say
  say "  --to FOLDER   where to, instead of ~/.local/share/memory-keeper"
  say "  --no-claude   do not tell Claude Code; show the commands that would"
  say
  say "MEMORY_KEEPER_RELEASE says where to download from, instead of this release."
}

has() { command -v "$1" >/dev/null 2>&1; }

# The name of the build for this machine, as in the release's file names.
detect_target() {
  system=$(uname -s)
  processor=$(uname -m)
  # A shell under Rosetta says x86_64 on a machine that is arm64.
  if [ "$system" = Darwin ] &&
    [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" = 1 ]; then
    processor=arm64
  fi
  case "$system" in
    Linux) refuse_musl ;;
    Darwin) ;;
    *) fail "There is no build for $system" \
      "On Windows use install.ps1 in PowerShell" ;;
  esac
  case "$system $processor" in
    "Linux x86_64" | "Linux amd64") target=x86_64-unknown-linux-gnu ;;
    "Linux aarch64" | "Linux arm64") target=aarch64-unknown-linux-gnu ;;
    "Darwin x86_64") target=x86_64-apple-darwin ;;
    "Darwin arm64") target=aarch64-apple-darwin ;;
    *) fail "There is no build for a $processor processor on $system" \
      "Builds exist for x86_64 and arm64" ;;
  esac
}

refuse_musl() {
  if has getconf && getconf GNU_LIBC_VERSION >/dev/null 2>&1; then return; fi
  if (ldd --version 2>&1 || true) | grep -qi musl ||
    ls /lib/ld-musl-* >/dev/null 2>&1; then
    fail "This system uses the C library musl (as Alpine does); Memory Keeper needs glibc" \
      "Use a system or container image with glibc, such as Debian, Ubuntu or Fedora"
  fi
}

# download URL FILE
download() {
  # How each of them says that the server answered, but not with the file.
  if has curl; then
    # A redirect must not lead from https to something that can be read on the way.
    case "$1" in https:*) secure="--proto =https" ;; *) secure="" ;; esac
    # shellcheck disable=SC2086 # two words, or none
    curl -fsSL $secure --retry 2 --connect-timeout 20 -o "$2" "$1" && return
    [ $? -ne 22 ] || not_there "$1"
  elif has wget; then
    wget -q -T 20 -O "$2" "$1" && return
    [ $? -ne 8 ] || not_there "$1"
  else
    fail "Neither curl nor wget is there" "Install one of them"
  fi
  fail "Cannot download $1" \
    "Check your connection and proxy (https_proxy)" \
    "Or download it elsewhere, unpack it and run: ./memory-keeper install"
}

not_there() {
  fail "The server has no $1" \
    "The release may be incomplete or gone; use the script of another release"
}

# digest FILE
digest() {
  if has sha256sum; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif has shasum; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  elif has openssl; then
    openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  else
    fail "Cannot check the download: no sha256sum, shasum or openssl is there" \
      "Install one of them"
  fi
}

verify() {
  expected=$(awk -v name="$2" '$2 == name || $2 == "*" name { print $1 }' "$3")
  [ -n "$expected" ] || fail "SHA256SUMS does not name $2" \
    "The release is incomplete; try again later"
  found=$(digest "$1")
  [ "$found" = "$expected" ] || fail "$2 is not the file that was released" \
    "Its SHA-256 is $found instead of $expected" \
    "Nothing was installed; download again, and tell the project if it stays so"
}

# Whether version $1 is at least $2.
at_least() {
  printf '%s\n%s\n' "$2" "$1" | sort -t . -k 1,1n -k 2,2n -k 3,3n -c 2>/dev/null
}

link_program() {
  bin="$HOME/.local/bin"
  link="$bin/memory-keeper"
  if [ -e "$link" ] && [ ! -L "$link" ]; then
    say "$link is a file of its own and was left alone."
    return
  fi
  if ! mkdir -p "$bin" 2>/dev/null || ! ln -sfn "$1" "$link" 2>/dev/null; then
    say "Cannot write $link; run the program as $1"
    return
  fi
  case ":$PATH:" in
    *":$bin:"*) say "memory-keeper is on your PATH." ;;
    *) say "memory-keeper is in $bin, which is not on your PATH yet:"
      say "  export PATH=\"\$HOME/.local/bin:\$PATH\"" ;;
  esac
}

# Run one claude command; its words are shown only if it fails.
claude_step() {
  say "  claude $*"
  if ! words=$(claude "$@" </dev/null 2>&1); then
    say "$words" >&2
    fail "\"claude $*\" failed" \
      "The program is installed; run that command again by hand"
  fi
}

tell_claude() {
  if ! has claude; then
    say "Claude Code (claude) is not on this PATH. Where it is, run:"
    say "  claude plugin marketplace add \"$folder\""
    say "  claude plugin install memory-keeper@memory-keeper"
    return
  fi
  version=$(claude --version 2>/dev/null | sed 's/ .*//' || true)
  case "$version" in
    [0-9]*.[0-9]*.[0-9]*)
      at_least "$version" "$OLDEST_CLAUDE" || fail \
        "Claude Code $version is too old: $OLDEST_CLAUDE or later is needed" \
        "The program is installed; run claude update, then this script again" ;;
  esac
  say "Telling Claude Code $version:"
  claude_step plugin marketplace add "$folder"
  claude_step plugin install memory-keeper@memory-keeper
  if [ "$upgrade" = yes ]; then
    claude_step plugin marketplace update memory-keeper
    claude_step plugin update memory-keeper@memory-keeper
  fi
  say "Done. It works from your next session on."
}

main() {
  to=""
  with_claude=yes
  while [ $# -gt 0 ]; do
    case "$1" in
      --to) [ $# -gt 1 ] || misuse "--to needs a folder"
        to=$2
        shift 2 ;;
      --no-claude) with_claude=no
        shift ;;
      -h | --help) help
        exit 0 ;;
      *) misuse "Unknown option \"$1\"" "Use --to FOLDER, --no-claude or --help" ;;
    esac
  done
  [ -n "${HOME:-}" ] || fail "HOME is not set" "Set it to your home folder"
  release=${MEMORY_KEEPER_RELEASE:-$RELEASE}
  case "$release" in
    @*) fail "This copy of the script belongs to no release" \
      "Use the one that is attached to a release, or set MEMORY_KEEPER_RELEASE" ;;
  esac

  detect_target
  archive="memory-keeper-$target.tar.gz"
  work=$(mktemp -d "${TMPDIR:-/tmp}/memory-keeper.XXXXXX") ||
    fail "Cannot make a temporary folder" "Check TMPDIR and the space on its disk"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP

  say "Downloading $archive"
  download "$release/SHA256SUMS" "$work/SHA256SUMS"
  download "$release/$archive" "$work/$archive"
  verify "$work/$archive" "$archive" "$work/SHA256SUMS"
  tar -xzf "$work/$archive" -C "$work" || fail "Cannot unpack $archive" \
    "Check the space on the disk of $work"
  program="$work/memory-keeper"
  "$program" version >/dev/null 2>"$work/why" || fail \
    "The downloaded program does not start here: $(head -n 1 "$work/why")" \
    "It needs a glibc of the last years on Linux, and a temporary folder that may hold programs (set TMPDIR)"

  case "${XDG_DATA_HOME:-}" in
    /*) folder="$XDG_DATA_HOME/memory-keeper" ;;
    *) folder="$HOME/.local/share/memory-keeper" ;;
  esac
  if [ -n "$to" ]; then
    mkdir -p "$to" || fail "Cannot make the folder $to" "Name another with --to"
    folder=$(cd "$to" && pwd)
  fi
  upgrade=no
  [ ! -e "$folder/install.json" ] || upgrade=yes
  "$program" install --to "$folder" >"$work/said" || fail \
    "Installing into $folder failed" "The reason is above"
  head -n 1 "$work/said"
  link_program "$folder/plugin/bin/memory-keeper"
  if [ "$with_claude" = yes ]; then
    tell_claude
  else
    sed 1d "$work/said"
  fi
}

main "$@"
