# A page of one structure has no contents; its title can be given.
"$STRATA" table specs/etw specs/nt --struct WMI_RESOURCE --format html | sed '/^<style>$/,/^<\/style>$/d'
"$STRATA" table specs/etw specs/nt --struct WMI_RESOURCE --format html --title 'Resources & <more>' | grep -E '<(title|h1|h2)>'
"$STRATA" table specs/etw specs/nt --struct WMI_RESOURCE --format md --title 'Resources & <more>' | head -n 3
