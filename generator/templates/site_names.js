// Names of versions. versions.js has them in the form in which model/version_name.c compares them.
"use strict";
const STRATA = {index: null, texts: {}, data: {}};

// Returns the name that people use for a version: "Windows 11 24H2" for 11-24H2; and the same in brief: "11 24H2".
const labelOf = name => VERSIONS.labels[VERSIONS.names.indexOf(name)] || name;
const briefOf = name => labelOf(name).replace(/^Windows (Server )?/, "").replace(/^\d+\.\d+\.(?=\d{4})/, "");

const sortable = version => version.split(".").map(part => part.padStart(5, "0")).join(".");
const FULL = /^(\d+\.\d+)\.\d+(\.\d+)?$/;
const foldName = text => text.toLowerCase().replace(/[a-z]+/g, word =>
  Object.hasOwn(VERSIONS.words, word) ? VERSIONS.words[word] : word).replace(/[-_,()[\]\s]+/g, "");

// Returns the releases that a build may be of: that of the points around it, or all from the one below to that above.
function releasesOf(build) {
  let below = -1, above = -1, last = -1, lastRelease = -1;
  for (let i = 0; i < VERSIONS.builds.length; i += 2) {
    const [release, own] = VERSIONS.builds.slice(i, i + 2);
    if (own < last || (own === last && release !== lastRelease)) return [];
    [last, lastRelease] = [own, release];
    if (own === build) above = release;
    if (own <= build) below = release;
    else if (above < 0) above = release;
  }
  return below < 0 ? [] : VERSIONS.releases.slice(below, Math.max(above, below) + 1);
}

// Returns the versions that a text means, each by a name that means it alone; several if it is ambiguous.
function meaningsOf(text) {
  const wanted = foldName(text), release = wanted.match(FULL)?.[1], isSmall = part => Number(part) <= 65535;
  if (Object.hasOwn(VERSIONS.keys, wanted)) return VERSIONS.keys[wanted].map(i => VERSIONS.names[i]);
  if (!/^\d+(\.\d+)*$/.test(wanted) || !wanted.split(".").every(isSmall)) return [];
  if (release) return VERSIONS.releases.includes(release) ? [wanted] : [];
  return /\..*\./.test(wanted) ? [] : releasesOf(parseInt(wanted)).map(name => `${name}.${wanted}`);
}

// Returns the number of characters to insert, delete or change.
function distanceOf(from, to) {
  const row = Array.from({length: to.length + 1}, (_, i) => i);
  for (const c of from) {
    let diagonal = row[0]++;
    for (let i = 1; i <= to.length; i++) {
      const changed = diagonal + (c !== to[i - 1]);
      diagonal = row[i];
      row[i] = Math.min(changed, row[i] + 1, row[i - 1] + 1);
    }
  }
  return row[to.length];
}

// Returns the versions whose names begin with a text that means none, or else those with the nearest names.
function nearestTo(text) {
  const wanted = foldName(text), keys = Object.keys(VERSIONS.keys).filter(key => VERSIONS.keys[key].length === 1);
  const name = list => [...new Set(list.flatMap(key => VERSIONS.keys[key]))].slice(0, 4).map(i => VERSIONS.names[i]);
  const begun = keys.filter(key => wanted && key.startsWith(wanted)), most = Math.floor(wanted.length / 3) + 1;
  if (begun.length || /^[\d.]*$/.test(wanted)) return name(begun);
  const found = keys.map(key => [distanceOf(wanted, key), key]), least = Math.min(...found.map(item => item[0]));
  if (least > most || least >= wanted.length) return [];
  return name(found.filter(item => item[0] === least).map(item => item[1]));
}

// Returns what is wrong with a text that means no version, or several.
function problemOf(text) {
  const meant = meaningsOf(text), near = meant.length ? meant : nearestTo(text);
  if (!text || meant.length === 1) return "";
  return meant.length ? `${text} means several versions: ${near.join(", ")}.`
    : `No version is called ${text}.${near.length ? ` Did you mean ${near.join(" or ")}?` : ""}`;
}

// Returns the version that a text means alone, or "".
function aloneOf(text) {
  const meant = meaningsOf(text);
  return meant.length === 1 ? meant[0] : "";
}

// Returns the versions to show for a text, [""] for none. Of one that means none, `problem` is what is wrong, and the
// nearest are shown.
function versionsOf(text) {
  const meant = meaningsOf(text);
  if (!text || meant.length) return {versions: text ? meant : [""], problem: ""};
  return {versions: nearestTo(text), problem: problemOf(text)};
}

// Returns the names of the first version and of the last one before another; "" for no end. `names` has the points that
// a structure is in: arrays of a name and a build.
function boundsOf(names, from, to) {
  const points = names.filter(name => name[1]), buildOf = version => version.slice(0, version.lastIndexOf("."));
  const isBuild = version => version.endsWith(".0"), named = build => points.find(name => name[1] === build)?.[0];
  const first = isBuild(from) ? named(buildOf(from)) || buildOf(from).replace(/\.0$/, "") : from;
  if (!to) return {from: first, to: ""};
  const before = points.findLast(name => sortable(name[1]) < sortable(buildOf(to)))?.[0];
  const less = version => version.replace(/\d+$/, last => last - 1);
  const isPoint = named(buildOf(to)) || to.endsWith(".0.0");
  return {from: first, to: !isBuild(to) ? less(to) : isPoint && before || less(buildOf(to))};
}
