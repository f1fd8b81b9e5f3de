#!/bin/bash
# What can be said of the package's files without building it: each in its own format's checker.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
status=0

desktop-file-validate headlight.desktop || status=1
# A name in reverse DNS would need a domain, and Headlight has none.
appstreamcli validate --no-net --override=cid-desktopapp-is-not-rdns=info headlight.metainfo.xml || status=1
xmllint --noout headlight-mime.xml headlight.metainfo.xml icons/*.svg || status=1
mandoc -T lint -W warning headlight.1 || status=1

exit $status
