import type { FindingKind } from '../findings/finding-kind.ts';
import type { FramePath } from './frames.ts';

/** The members by which findings of one rule on one page are matched. */
export interface Matchable {
  fingerprint: string;
  formerly: readonly string[];
  /** See `findingIdentitySchema`. */
  place: string;
  markup: string;
  kind: FindingKind;
  frame: FramePath;
}

/**
 * Pairs the findings of one rule on one page with those of the baseline, each at most once. The number of pairs is
 * exact. Among findings that are equal in every member, any may be paired. The order of the lists makes no difference.
 *
 * Findings are paired by fingerprint, version by version, newest first. For each version the same kind is preferred,
 * then the same element location. `matchLocations` then pairs the remaining findings of elements that were edited.
 */
export function matchFingerprints<Known extends Matchable, Current extends Matchable>(
  known: readonly Known[],
  current: readonly Current[],
): MatchResult<Known, Current> {
  const matching = new MatchResult(known, current);
  for (const version of listVersions([...known, ...current])) {
    const getFingerprint = (of: Matchable) => findFingerprint(version, of);
    for (const key of [
      (of: Matchable) => joinKey(getFingerprint(of), of.kind, of.place),
      (of: Matchable) => joinKey(getFingerprint(of), of.kind),
      (of: Matchable) => joinKey(getFingerprint(of), of.place),
      (of: Matchable) => getFingerprint(of),
    ]) {
      matching.pair(key);
    }
  }
  return matching;
}

/**
 * Pairs findings of the same kind at the same element location and frame depth: the element was edited and still has a
 * finding.
 */
export function matchLocations<Known extends Matchable, Current extends Matchable>(
  known: readonly Known[],
  current: readonly Current[],
): MatchResult<Known, Current> {
  const matching = new MatchResult(known, current);
  matching.pair(({ place, kind, frame }) => joinKey(place, kind, String(frame.length)));
  return matching;
}

/** The pairs of equal findings in the baseline and in a scan, and the unmatched findings in canonical order. */
class MatchResult<Known extends Matchable, Current extends Matchable> {
  /** Findings of the baseline by the equal finding of the scan. */
  readonly pairs = new Map<Current, Known>();
  unmatchedKnown: Known[];
  unmatchedCurrent: Current[];

  constructor(known: readonly Known[], current: readonly Current[]) {
    this.unmatchedKnown = sortCanonically(known);
    this.unmatchedCurrent = sortCanonically(current);
  }

  /** Pairs unmatched findings with the same key, as many as both sides have. */
  pair(keyOf: (of: Matchable) => string | undefined): void {
    if (this.unmatchedKnown.length === 0 || this.unmatchedCurrent.length === 0) return;
    const byKey = Map.groupBy(this.unmatchedKnown, keyOf);
    const used = new Set<Known>();
    const taken = new Map<string, number>();
    this.unmatchedCurrent = this.unmatchedCurrent.filter((current) => {
      const key = keyOf(current);
      if (key === undefined) return true;
      const next = taken.get(key) ?? 0;
      const known = byKey.get(key)?.[next];
      if (known === undefined) return true;
      taken.set(key, next + 1);
      used.add(known);
      this.pairs.set(current, known);
      return false;
    });
    if (used.size > 0) this.unmatchedKnown = this.unmatchedKnown.filter((known) => !used.has(known));
  }
}

/**
 * Returns the findings in an order that depends on the findings only, so that the input order does not affect matches.
 */
function sortCanonically<T extends Matchable>(findings: readonly T[]): T[] {
  const keys = new Map(
    findings.map((one) => [
      one,
      joinKey(one.place, one.fingerprint, one.kind, one.markup, one.frame.join('/'), one.formerly.join('/')),
    ]),
  );
  return findings.toSorted((a, b) => {
    const [one = '', other = ''] = [keys.get(a), keys.get(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}

function joinKey(...parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(' ');
}

/** Returns the versions of all fingerprints, newest first. */
function listVersions(findings: readonly Matchable[]): number[] {
  const versions = new Set<number>();
  for (const { fingerprint, formerly } of findings) {
    versions.add(parseVersion(fingerprint));
    for (const former of formerly) versions.add(parseVersion(former));
  }
  return [...versions].sort((a, b) => b - a);
}

function findFingerprint(version: number, { fingerprint, formerly }: Matchable): string | undefined {
  if (parseVersion(fingerprint) === version) return fingerprint;
  return formerly.find((former) => parseVersion(former) === version);
}

/** Returns the version in a fingerprint: `f`, the version, `_`. See `FINGERPRINT`. */
function parseVersion(fingerprint: string): number {
  return Number(fingerprint.slice(1, fingerprint.indexOf('_')));
}
