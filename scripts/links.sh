#!/bin/bash
# Checks the links of all Markdown pages: the file that a link names is there, and so is the heading behind a "#".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
status=0
pages=0

# As a page's headings are named in links: small letters, spaces as hyphens, other signs left out.
anchors_of() {
  grep '^#' "$1" | sed -e 's/^#* //' -e 's/[^A-Za-z0-9 _-]//g' -e 's/ /-/g' | tr '[:upper:]' '[:lower:]'
}

while IFS= read -r page; do
  pages=$((pages + 1))
  while IFS=: read -r line link; do
    [ -n "$link" ] || continue
    file=${link%%#*}
    target=$(dirname "$page")/$file
    [ -n "$file" ] || target=$page
    if [ ! -e "$target" ]; then
      echo "$page:$line: $file does not exist" >&2
      status=1
    elif [[ $link == *#* ]] && ! anchors_of "$target" | grep -qxF -e "${link#*#}"; then
      echo "$page:$line: $target has no heading #${link#*#}" >&2
      status=1
    fi
  done < <(grep -noE '\]\([^)]+\)' "$page" | sed -E 's/^([0-9]+):\]\(([^)]*)\)$/\1:\2/' | grep -vE '^[0-9]+:[a-z]+:' )
done < <(find . -name '*.md' -not -path './build/*' -not -path './.git/*' -not -path './assets/lessons/*/*' -not -path './tests/fuzz/*')

[ "$pages" -ge 10 ] || { echo "links: only $pages pages were found" >&2; status=1; }
exit $status
