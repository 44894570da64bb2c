# The basis of each structure at a target, and the kernel that settles it: between revisions that differ, after the last
# one of a build, in a build between two, of a system that runs the kernel of another build, before and after all.
cd "$CASES" || exit 2
for version in 1.0-sp2 1.0.200.2 1.0.200.77 1.0.210.4 2.0.300.1 2.0.500.9 1.0.100.1; do
    "$STRATA" coverage parts.strata --at $version/x64
    echo
done
"$STRATA" coverage parts.strata --at 2.0.400.3/wide --all
