import { describe, expect, it } from 'vitest';
import {
  addAcceptedScan,
  addSettledScan,
  type BaselineLine,
  type BaselineRequest,
  chooseFromLine,
  type EarlierScan,
  emptyLine,
  isAcceptedBaseline,
  listLineScanIds,
  type SettledScan,
} from '../../../core/comparison/baseline-line.ts';
import { isAtLeastAsStrict, type NewFindingThresholds } from '../../../core/gate/new-finding-thresholds.ts';
import { isSameCommit } from '../../../core/scans/scan-metadata.ts';
import { runsOf } from '../../support/hold.ts';

const serious: NewFindingThresholds = { criteria: 'serious', bestPractice: null, review: false };
const critical: NewFindingThresholds = { ...serious, criteria: 'critical' };
const reviewed: NewFindingThresholds = { ...serious, review: true };
const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

type Given = Partial<Omit<SettledScan, 'verdict'>> & { at: number };
const scan = (verdict: SettledScan['verdict'], { at, ...given }: Given): SettledScan => ({
  scanId: `scan_${String(at).padStart(4, '0')}`,
  createdAt: time(at),
  branch: 'main',
  commit: null,
  verdict,
  thresholds: verdict === 'ungated' ? null : serious,
  isRoot: false,
  ...given,
});
const line = (...scans: SettledScan[]) => scans.reduce(addSettledScan, emptyLine);
const minuteOf = (chosen: EarlierScan | null) => (chosen === null ? null : Number(chosen.scanId.slice(5)));
const choose = (of: BaselineLine, request: Partial<BaselineRequest> = {}, siteFailed = of.firstFailed) =>
  minuteOf(chooseFromLine(of, { thresholds: serious, commit: null, ...request }, siteFailed));

const root = (at: number, given: Partial<Given> = {}) => scan('undecided', { at, isRoot: true, ...given });
const passed = (at: number, given: Partial<Given> = {}) => scan('passed', { at, ...given });
const failed = (at: number, given: Partial<Given> = {}) => scan('failed', { at, ...given });
const undecided = (at: number, given: Partial<Given> = {}) => scan('undecided', { at, ...given });
const ungated = (at: number, given: Partial<Given> = {}) => scan('ungated', { at, ...given });

describe('the baseline of a gate on new findings', () => {
  const table: [string, SettledScan[], Partial<BaselineRequest>, number | null][] = [
    ['absent at first', [], {}, null],
    ['the first scan', [root(1)], {}, 1],
    ['the first scan, of the same commit', [root(1, { commit: 'aaaaaaa' })], { commit: 'aaaaaaa1' }, null],
    ['the last that passed', [root(1), passed(2), passed(3), failed(4)], {}, 3],
    ['the last that passed before the first that failed', [failed(1), passed(2), failed(3)], {}, 2],
    [
      'of another commit than its own',
      [passed(1, { commit: 'aaaaaaa' }), passed(2, { commit: 'bbbbbbb' }), passed(3, { commit: 'bbbbbbb' })],
      { commit: 'bbbbbbb' },
      1,
    ],
    ['absent if only the first one failed', [failed(1)], {}, null],
    ['the last before the first that failed', [root(1), undecided(2), failed(3), undecided(4)], {}, 2],
    ['the first without a gate', [ungated(1, { isRoot: true }), ungated(2), failed(3)], {}, 1],
    ['never a later one without a gate', [failed(1), ungated(2), ungated(3, { isRoot: true })], {}, null],
    ['never one that was compared and had no thresholds for new findings', [ungated(2)], {}, null],
    ['one with a stricter gate', [root(1), passed(2, { thresholds: reviewed })], {}, 2],
    ['never one with a less strict gate', [root(1), passed(2, { thresholds: critical })], {}, 1],
    [
      'never an inconclusive one with a less strict gate',
      [ungated(1, { isRoot: true }), undecided(2, { thresholds: critical })],
      {},
      1,
    ],
    ['the first one with any gate', [root(1, { thresholds: critical })], { thresholds: reviewed }, 1],
  ];
  it.each(table)('is %s', (_, scans, request, expected) => {
    expect(choose(line(...scans), request)).toBe(expected);
    expect(choose(line(...scans, ...scans), request)).toBe(expected);
  });

  it('is the accepted scan, with any result of its gate and of any commit, until a later scan passes', () => {
    const red = failed(2, { commit: 'bbbbbbb' });
    const accepted = addAcceptedScan(line(root(1), passed(1), red), red, time(5));
    expect(choose(accepted, { commit: 'bbbbbbb' })).toBe(2);
    expect(choose(accepted, { thresholds: reviewed })).toBe(2);
    expect(isAcceptedBaseline(accepted, red.scanId)).toBe(true);
    // It was triggered before the acceptance, and settles after it.
    expect(choose(addSettledScan(accepted, passed(4)))).toBe(2);
    expect(choose(addSettledScan(accepted, failed(6)))).toBe(2);
    const later = addSettledScan(accepted, passed(6));
    expect(choose(later)).toBe(6);
    expect(isAcceptedBaseline(later, red.scanId)).toBe(false);
    expect(choose(addAcceptedScan(later, red, time(7)))).toBe(2);
    // The clock of another machine may be behind.
    expect(choose(addAcceptedScan(accepted, passed(3), time(1)))).toBe(3);
  });

  it('is never a scan that was compared with nothing after another branch of the site had failed', () => {
    const dev = line(root(5), ungated(4, { isRoot: true }));
    expect(choose(dev, {}, { scanId: 'scan_0003', createdAt: time(3) })).toBeNull();
    expect(choose(dev, {}, { scanId: 'scan_0009', createdAt: time(9) })).toBe(5);
    expect(choose(line(undecided(5)), {}, { scanId: 'scan_0003', createdAt: time(3) })).toBe(5);
  });
});

/** The definition, over all scans that have settled, without limits. */
function eligible(
  { settled, accepted }: History,
  { thresholds, commit }: BaselineRequest,
  siteFailed: string | null,
): string[] {
  const latestFirst = settled.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const lastFailed = latestFirst.filter(({ verdict }) => verdict === 'failed').at(-1)?.createdAt ?? null;
  const isBefore = (createdAt: string, at: string | null) => at === null || createdAt < at;
  const fits = (each: SettledScan) =>
    each.thresholds !== null &&
    isAtLeastAsStrict(each.thresholds, thresholds) &&
    !isSameCommit(each.commit, commit);
  const isInTime = ({ createdAt, isRoot }: SettledScan) =>
    isBefore(createdAt, lastFailed) && (!isRoot || isBefore(createdAt, siteFailed));
  const [last] = accepted.toReversed();
  const first = latestFirst.filter((each) => each.isRoot && each.verdict !== 'failed').at(-1);
  const found = [
    ...latestFirst.filter(
      (each) =>
        each.verdict === 'passed' && fits(each) && (last === undefined || each.createdAt > last.acceptedAt),
    ),
    ...(last === undefined ? [] : [last]),
  ];
  if (found.length > 0) return [(found[0] as EarlierScan).scanId];
  const opens = latestFirst.filter((each) => each.verdict === 'undecided' && fits(each) && isInTime(each));
  const isFirst = first !== undefined && !isSameCommit(first.commit, commit) && isInTime(first);
  return [...opens, ...(isFirst ? [first] : [])].map(({ scanId }) => scanId);
}

interface History {
  settled: SettledScan[];
  accepted: (EarlierScan & { acceptedAt: string })[];
}

/** Returns a generator of pseudo-random numbers that are the same in each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const thresholdSets = [serious, critical, reviewed, { ...critical, bestPractice: 'minor' as const }];
const hashes = [null, 'aaaaaaa', 'bbbbbbb', 'ccccccc'];
const verdicts = ['passed', 'undecided', 'undecided', 'failed', 'ungated'] as const;

/** Folds random histories; after each step, compares the line with the definition for every set of thresholds. */
function tryHistories(
  { isInOrder }: { isInOrder: boolean },
  isRight: (chosen: string | null, defined: string[]) => boolean,
): void {
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= runsOf(100); seed++) {
    const next = random(seed);
    const pick = <T>(of: readonly T[]) => of[next(of.length)] as T;
    const made = Array.from({ length: 12 }, (_, at) => {
      const verdict = pick(verdicts);
      const thresholds = verdict === 'ungated' ? null : pick(thresholdSets);
      return scan(verdict, { at: at + 1, commit: pick(hashes), thresholds, isRoot: next(3) === 0 });
    });
    const order = isInOrder ? made : made.toSorted((a, b) => next(9) - next(9) || (a > b ? 1 : -1));
    const history: History = { settled: [], accepted: [] };
    let folded = emptyLine;
    // Another branch may have failed.
    const siteFailed = isInOrder || next(2) === 0 ? null : { scanId: 'scan_0007', createdAt: time(7) };
    for (const each of order) {
      folded = addSettledScan(folded, each);
      history.settled.push(each);
      if (next(12) === 0) {
        const scanned = pick(history.settled);
        const now = history.settled.map(({ createdAt }) => createdAt).sort();
        const acceptedAt = now.at(-1) ?? '';
        folded = addAcceptedScan(folded, scanned, acceptedAt);
        history.accepted.push({ ...scanned, acceptedAt });
      }
      for (const thresholds of thresholdSets) {
        for (const commit of hashes) {
          const request = { thresholds, commit };
          const chosen = chooseFromLine(folded, request, siteFailed)?.scanId ?? null;
          const defined = eligible(history, request, siteFailed?.createdAt ?? null);
          if (!isRight(chosen, defined)) wrong.push({ seed, request, chosen, defined });
        }
      }
      expect(listLineScanIds(folded).length).toBeLessThanOrEqual(2 * thresholdSets.length * 3 + 2);
    }
  }
  expect(wrong).toEqual([]);
}

describe('a baseline line that is folded scan by scan', () => {
  it('returns what the definition returns over the whole history', () => {
    tryHistories({ isInOrder: true }, (chosen, defined) => chosen === (defined[0] ?? null));
  });

  it('never returns a scan that the definition excludes, in any order in which scans settle', () => {
    let exact = 0;
    let asked = 0;
    tryHistories({ isInOrder: false }, (chosen, defined) => {
      asked += 1;
      if (chosen === (defined[0] ?? null)) exact += 1;
      return chosen === null || defined.includes(chosen);
    });
    // A dropped entry is needed only if a scan fails that was triggered before it.
    expect(exact / asked).toBeGreaterThan(0.95);
  });

  it('stays small, with any number of passed scans and any number of gates', () => {
    const impacts = [null, 'critical', 'serious', 'moderate', 'minor'] as const;
    const kinds = impacts.flatMap((criteria) =>
      impacts.flatMap((bestPractice) =>
        [false, true].map((review): NewFindingThresholds => ({ criteria, bestPractice, review })),
      ),
    );
    let folded = emptyLine;
    for (let at = 1; at <= 1_000; at++) {
      const commit = String(at).padStart(7, '0');
      // The strictest comes first, so that later ones do not replace it.
      const thresholds = kinds[kinds.length - 1 - Math.floor(at / 25)] ?? serious;
      folded = addSettledScan(
        folded,
        at % 2 === 0 ? passed(at, { commit, thresholds }) : undecided(at, { commit, thresholds }),
      );
    }
    expect(listLineScanIds(folded).length).toBeGreaterThan(10);
    expect(listLineScanIds(folded).length).toBeLessThanOrEqual(42);
  });
});

describe('the stored line of a branch', () => {
  it('keeps the names of its members, because stored items have them', () => {
    const stored = line(root(1), undecided(2), failed(3));
    expect(Object.keys(stored).sort()).toEqual(['accepted', 'first', 'firstFailed', 'open', 'passed']);
    expect(stored.open).toEqual([
      {
        scanId: 'scan_0002',
        createdAt: time(2),
        branch: 'main',
        commit: null,
        thresholds: { criteria: 'serious', bestPractice: null, review: false },
        isRoot: false,
      },
    ]);
  });
});
