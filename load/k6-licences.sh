#!/usr/bin/env bash
# Copies the licences of everything that is linked into k6 to FOLDER: of Go, and of each module. Run it in load/k6.
#   bash ../k6-licences.sh FOLDER
set -euo pipefail
out=$1

# A file keeps its path: a package within a module can have a licence of its own.
copy() { # NAME SOURCE
  local files file
  files=$(cd "$2" && find . -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' -o -iname 'patents*' \) ! -name '*.go')
  if [ -z "$files" ]; then
    echo "$1 has no licence file: say in k6-licences.sh which licence it has" >&2
    exit 1
  fi
  while read -r file; do
    mkdir -p "$out/$1/$(dirname "$file")"
    cp "$2/$file" "$out/$1/$file"
  done <<< "$files"
}

modules=$(go list -mod=readonly -deps -f '{{with .Module}}{{.Path}} {{.Dir}}{{end}}' go.k6.io/k6/v2 | grep . | sort -u)
while read -r module folder; do
  case $module in
    # Generated from the protocol of Prometheus, without a licence file. The data model of its clients is of the same project.
    buf.build/gen/go/prometheus/*) folder=$(sed -n 's|^github.com/prometheus/client_model ||p' <<< "$modules") ;;
  esac
  copy "$module" "$folder"
done <<< "$modules"

mkdir -p "$out/go"
cp "$(go env GOROOT)/LICENSE" "$out/go/"
