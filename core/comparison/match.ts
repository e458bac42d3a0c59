import type { FindingKind } from '../findings/finding-kind.ts';
import type { FramePath } from './frames.ts';

/** What matching looks at, of a finding of one rule on one page. */
export interface Matchable {
  fingerprint: string;
  formerly: readonly string[];
  place: string;
  markup: string;
  kind: FindingKind;
  frame: FramePath;
}

/**
 * Pairs the findings of one rule on one page with those of the baseline, each once, as multisets: how many are paired
 * is exact, which of several that are equal in everything is not. The order of either list makes no difference.
 *
 * The layers, from strict to lenient: equal fingerprint, version by version, newest first, there the same kind
 * before the other and the same place before any other. `comparePagePositions` then pairs leftovers that were edited in place.
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
 * Pairs findings of the same kind at the very same place of the same page and frame depth: what stood there was
 * edited, and is still at fault.
 */
export function matchLocations<Known extends Matchable, Current extends Matchable>(
  known: readonly Known[],
  current: readonly Current[],
): MatchResult<Known, Current> {
  const matching = new MatchResult(known, current);
  matching.pair(({ place, kind, frame }) => joinKey(place, kind, String(frame.length)));
  return matching;
}

/** Findings of the baseline and of a scan that are the same, and those that have no other, in the canonical order. */
export class MatchResult<Known extends Matchable, Current extends Matchable> {
  /** Findings of the baseline by the finding of the scan that is the same. */
  readonly pairs = new Map<Current, Known>();
  unmatchedKnown: Known[];
  unmatchedCurrent: Current[];

  constructor(known: readonly Known[], current: readonly Current[]) {
    this.unmatchedKnown = sortCanonically(known);
    this.unmatchedCurrent = sortCanonically(current);
  }

  /** Pairs what is left and has the same key, as many as both sides have. */
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

/** In an order that depends on the findings alone, so that the same are left over however they are listed. */
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

/** The versions that fingerprints were made under, newest first. */
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

/** See `FINGERPRINT`: `f`, the version, `_`. */
function parseVersion(fingerprint: string): number {
  return Number(fingerprint.slice(1, fingerprint.indexOf('_')));
}
