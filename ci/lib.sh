# Shared by the scripts in ci/. Source it; it moves to the top of the repository.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# install_packages SET...: what ci/packages lists for these sets and is not there yet.
install_packages() {
  local sets=" $* " missing=() set package rest
  while read -r set package rest; do
    case "$set" in '' | '#'*) continue ;; esac
    case "$sets" in *" $set "*) ;; *) continue ;; esac
    if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
      missing+=("$package")
    fi
  done < ci/packages
  # A node or npm of one's own serves as well as Debian's, which may not fit beside it.
  local kept=() program
  for package in "${missing[@]}"; do
    program=${package/nodejs/node}
    case "$package" in nodejs | npm) command -v "$program" >/dev/null 2>&1 && continue ;; esac
    kept+=("$package")
  done
  missing=("${kept[@]}")
  [ "${#missing[@]}" -eq 0 ] && return 0
  echo "installing: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" ${1:+--target "$@"} -j "$(nproc)" -- --quiet
}

step() { printf '\n== %s (%s s)\n' "$*" "$SECONDS"; }
