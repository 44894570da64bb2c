"""identity.py PACK: prints the identities of a pack, and the targets that it finds by them."""
import sys

import strata

pack = strata.Pack.open(sys.argv[1])
for identity in pack.identities:
    print(identity.guid, identity.build_id.hex(), identity.target, pack.build(identity.build_id.hex()))
print(pack.build(b"\0" * 20), pack.build("0123456789abcdef"))
