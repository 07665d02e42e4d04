# Shared by bin/start and bin/test: goes to the project's folder, checks Node, installs packages when the lock changed.
# Sourced, not run.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
command_file=bin/${0##*/}

# A release is built and has its packages: it brings no sources and needs no npm. It is made for production.
is_release() { [[ ! -d src ]]; }
if is_release; then export NODE_ENV=${NODE_ENV:-production}; fi

# Where the settings are that the environment does not give. A newcomer has no .env yet and gets the example, which asks
# for the demo; production never does. Every command reads the same ones as bin/start.
settings=()
if [[ -f .env ]]; then
  settings=(--env-file=.env)
elif [[ -f .env.example && ${NODE_ENV:-} != production ]]; then
  settings=(--env-file=.env.example)
fi

say() { printf 'atrium: %s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# The comment at the head of each command is its help.
for word in "$@"; do
  if [[ $word == --help || $word == -h ]]; then
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$command_file"
    exit 0
  fi
done

# misused WORD: ends a command that was given a word that it does not take.
misused() {
  say "$command_file does not take \"$1\"; \"$command_file --help\" says what it takes."
  exit 2
}

# takes OPTIONS WORD...: ends a command that was given an option other than these, before it does anything.
takes() {
  local word options=" $1 "
  shift
  for word in "$@"; do [[ $word != -* || $options == *" $word "* ]] || misused "$word"; done
}

# Whether a person reads along: bin/start then says what it does in a line for each step, in place of npm's own words.
reads_along() { [[ ${STEPS:-} == 1 && -t 1 && -t 2 ]]; }

# step_line SIGN NAME WORDS: rewrites the present line.
step_line() { printf '\r\033[2K  %s %-12s %s' "$@"; }

step_done() { reads_along && step_line ✓ "$1" "$2" && printf '\n'; return 0; }

# step NAME OUTCOME COMMAND...: does what takes a while. What it says itself is kept, and shown when it fails.
step() {
  local name=$1 outcome=$2 began=$SECONDS status=0 said words child
  shift 2
  if ! reads_along; then
    "$@" >&2
    return
  fi
  said=$(mktemp)
  "$@" >"$said" 2>&1 </dev/null &
  child=$!
  trap 'kill "$child" 2>/dev/null; step_line " " "Stopped. Goodbye!" ""; printf "\n"; exit 130' INT TERM
  while kill -0 "$child" 2>/dev/null; do
    step_line … "$name" "$((SECONDS - began)) s"
    sleep 0.3
  done
  wait "$child" || status=$?
  trap - INT TERM
  if ((status == 0)); then
    step_done "$name" "$outcome, $((SECONDS - began)) s"
  else
    step_line ✗ "$name" ''
    printf '\n'
  fi
  words=$(<"$said")
  rm -f "$said"
  ((status == 0)) || explain "$words"
  return "$status"
}

# What people can put right themselves is said in a sentence; anything else in the command's own words.
explain() {
  if [[ $1 =~ ENOSPC|EDQUOT|'No space left' ]]; then
    fail "the disk of $PWD is full. Free some space there (about a gigabyte), and start again."
  elif [[ $1 =~ EACCES|EPERM|EROFS|'Permission denied'|'Read-only file system' ]]; then
    fail "$PWD cannot be written to. Allow this account to, or start from a copy of its own."
  elif [[ $1 =~ ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH ]]; then
    fail 'the packages could not be fetched. Check the connection to the network, and start again.'
  fi
  printf '%s\n' "$1" >&2
}

# One number for the names and contents of files. Quick (some hundred files in 30 ms), and unlike times of change it also
# notices a checkout, a restored copy or a removed file.
fingerprint() {
  find "$@" -type f ! -name '*.test.ts' ! -name '*.test.tsx' -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum
}

command -v node >/dev/null || fail 'Node.js is missing. Install version 20.19 or newer (24 is best): https://nodejs.org'
is_release || command -v npm >/dev/null || fail 'npm is missing. It comes with Node.js; on Debian: apt-get install npm'

node_version=$(node -p process.versions.node)
IFS=. read -r node_major node_minor _ <<<"$node_version"
if ((node_major < 20 || (node_major == 20 && node_minor < 19))); then
  fail "Node.js $node_version is too old. Install version 20.19 or newer (24 is best): https://nodejs.org"
fi

install_packages() {
  is_release && return
  local stamp=node_modules/.atrium-installed wanted
  wanted="$node_major $(cksum <package-lock.json)"
  if [[ -f $stamp && $(<"$stamp") == "$wanted" ]]; then
    step_done Packages 'up to date'
    return
  fi
  # npm would empty the folder that a link points to, which another installation may use.
  [[ -L node_modules ]] && fail 'the packages are out of date, and node_modules is a link: install them where it points.'
  reads_along || say 'installing packages (about half a minute)'
  step Packages installed npm ci --include=dev --loglevel=error --no-progress --no-update-notifier ||
    fail 'npm ci failed; its message is above.'
  printf '%s\n' "$wanted" >"$stamp"
}

# run_command NAME WORDS...: becomes a command line of the server, from the sources or the bundle.
run_command() {
  local name=$1
  shift
  if is_release; then
    exec node --enable-source-maps ${settings[@]+"${settings[@]}"} "dist/server/cli/$name.js" "$@"
  else
    exec node --import tsx ${settings[@]+"${settings[@]}"} "src/server/cli/$name.ts" "$@"
  fi
}
