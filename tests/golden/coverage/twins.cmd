# Two kernels of one version: each is attested on its own arch, and disputes the version on the arch of both.
spec=tests/golden/identities.strata
"$STRATA" coverage $spec
for at in 1.0.10.5/x64 1.0.10.5/x64_1 1.0.10.5/x64_2 1.0.10.7/x64 0123456789ABCDEF0123456789ABCDEF-2; do
    "$STRATA" coverage $spec --at $at
    echo
done
