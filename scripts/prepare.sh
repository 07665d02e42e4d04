# Shared by bin/start and bin/test: goes to the project's folder, checks Node, installs packages when the lock changed.
# Sourced, not run.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

say() { printf 'atrium: %s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# One number for the names and contents of files. Quick (some hundred files in 30 ms), and unlike times of change it also
# notices a checkout, a restored copy or a removed file.
fingerprint() {
  find "$@" -type f ! -name '*.test.ts' ! -name '*.test.tsx' -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum
}

command -v node >/dev/null || fail 'Node.js is missing. Install version 20.19 or newer (24 is best): https://nodejs.org'
command -v npm >/dev/null || fail 'npm is missing. It comes with Node.js; on Debian: apt-get install npm'

node_version=$(node -p process.versions.node)
IFS=. read -r node_major node_minor _ <<<"$node_version"
if ((node_major < 20 || (node_major == 20 && node_minor < 19))); then
  fail "Node.js $node_version is too old. Install version 20.19 or newer (24 is best): https://nodejs.org"
fi

install_packages() {
  local stamp=node_modules/.atrium-installed wanted
  wanted="$node_major $(cksum <package-lock.json)"
  [[ -f $stamp && $(<"$stamp") == "$wanted" ]] && return
  # npm would empty the folder that a link points to, under whoever else uses it.
  [[ -L node_modules ]] && fail 'the packages are out of date, and node_modules is a link: install them where it points.'
  say 'installing packages (about half a minute)'
  npm ci --include=dev --loglevel=error --no-progress --no-update-notifier >&2 || fail 'npm ci failed; its message is above.'
  printf '%s\n' "$wanted" >"$stamp"
}
