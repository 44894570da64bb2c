# Members, also in anonymous structures, through structures by value, and by patterns; holes have no lines.
spec=tests/golden/kinds.strata
"$STRATA" show $spec -s KINDS.Wide,_KINDS.Left --at 2.0/x64
"$STRATA" show $spec -s 'KINDS.[LR]o*,KINDS.?ide' -s IDENTITY --at 2.0/x64
"$STRATA" show $spec -s 'KINDS.Identity.First,IDENTITY.Rest' --at 2.0/x64
"$STRATA" show $spec -s 'KINDS.Point.*,KINDS.Small' --at 2.0/x64
"$STRATA" show $spec -s 'KINDS.Point' --at 2.0/x64
"$STRATA" show $spec -s 'KINDS.*,IDENTITY.*' --at 2.0/x64 | head -n 4
# Layouts that are equal without the members that changed are one.
"$STRATA" show $spec -s KINDS.Small,KINDS.Identity
