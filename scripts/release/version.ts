/** A version by https://semver.org/spec/v2.0.0.html, without build metadata, which npm ignores. */
export interface Version {
  text: string;
  /** Major, minor and patch. */
  numbers: readonly [number, number, number];
  /** Identifiers of a pre-release, e.g. `['rc', '1']`; empty for a release. */
  preRelease: readonly string[];
}

const NUMBER = '(?:0|[1-9]\\d*)';
const IDENTIFIER = `(?:${NUMBER}|\\d*[A-Za-z-][\\dA-Za-z-]*)`;
const versionPattern = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?$`,
);

/** Parses a version; undefined if the text is not one, or has a `v` before it or build metadata after it. */
export function parseVersion(text: string): Version | undefined {
  const match = versionPattern.exec(text);
  if (match === null) return undefined;
  const [, major, minor, patch, preRelease] = match;
  return {
    text,
    numbers: [Number(major), Number(minor), Number(patch)],
    preRelease: preRelease?.split('.') ?? [],
  };
}

/** Compares by the precedence of semver: negative if `a` is lower than `b`, zero if equal, positive if higher. */
export function compareVersions(a: Version, b: Version): number {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  // A pre-release is lower than its release.
  if (a.preRelease.length === 0 || b.preRelease.length === 0)
    return b.preRelease.length - a.preRelease.length;
  for (const [index, identifier] of a.preRelease.entries()) {
    const other = b.preRelease[index];
    if (other === undefined) return 1;
    const difference = compareIdentifiers(identifier, other);
    if (difference !== 0) return difference;
  }
  return a.preRelease.length - b.preRelease.length;
}

function compareIdentifiers(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (aIsNumber && bIsNumber) return Number(a) - Number(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
