import { describe, expect, it } from 'vitest';
import { findingCauseNames, findingStateNames } from '../../../core/comparison/states.ts';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import type { GateFinding } from '../../../core/gate/gate-finding.ts';
import { GateTally } from '../../../core/gate/tally.ts';
import { isGateFailure } from '../../../core/reports/gate-failure.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { impacts } from '../../../core/scans/page-result.ts';

type Head = Parameters<typeof isGateFailure>[0];
const coverage = {
  scanned: 1,
  attempted: 1,
  covered: 1,
  incomplete: { count: 0, urls: [], isGiven: false },
  start: null,
  listed: [],
};

/** One finding of every kind that the gate distinguishes. */
const kinds: GateFinding[] = (['violation', 'review'] as const).flatMap((kind) =>
  impacts.flatMap((impact) =>
    [true, false].flatMap((bestPractice) =>
      findingStateNames.flatMap((state) =>
        (state === 'new' || state === 'regressed' ? findingCauseNames : [null]).flatMap((cause) =>
          (['suppressed', 'fine', null] as const).map((exclusion) => ({
            kind,
            impact,
            bestPractice,
            state,
            cause,
            suppressed: exclusion === 'suppressed',
            decidedFine: kind === 'review' && exclusion === 'fine',
          })),
        ),
      ),
    ),
  ),
);

const asReported = ({
  kind,
  impact,
  bestPractice,
  state,
  cause,
  suppressed,
  decidedFine,
}: GateFinding): ReportFinding =>
  ({
    kind,
    ruleId: bestPractice ? 'region' : 'image-alt',
    node: {
      impact,
      state,
      cause,
      suppressedBy: suppressed ? 'supp_1' : null,
      decision: decidedFine ? 'fine' : null,
    },
  }) as ReportFinding;

function judge(given: unknown, findings: readonly GateFinding[], hasBaseline: boolean): Head {
  const failOn = given === undefined ? undefined : failOnSchema.parse(given);
  const tally = new GateTally();
  for (const finding of findings) tally.add(finding);
  const gate = tally.decide(failOn, {
    status: 'completed',
    coverage,
    pages: [],
    selectorsUnmatched: [],
    ruleIds: [],
    hasBaseline,
    earlierPages: [],
  });
  return {
    gate,
    scan: { config: failOn === undefined ? {} : { failOn } },
    comparison: { baseline: hasBaseline ? {} : null },
  } as Head;
}

const settings = [
  { new: 'serious' },
  { any: 'critical' },
  { total: 0 },
  { total: 5 },
  { new: 'minor', any: 'critical', total: 3, review: true },
  { new: 'minor', onNoBaseline: 'fail' },
  { bestPractice: { new: 'moderate' } },
  { bestPractice: { total: 0 }, any: 'moderate' },
];

describe('the findings that make the gate fail', () => {
  it.each(settings)('%j: contain one exactly if the gate of a scan with that one finding fails', (failOn) => {
    for (const hasBaseline of [true, false]) {
      for (const finding of kinds) {
        const head = judge(failOn, [finding], hasBaseline);
        expect(isGateFailure(head, asReported(finding)), JSON.stringify(finding)).toBe(
          head.gate.result === 'failed',
        );
      }
    }
  });

  it.each(settings)('%j: are, among all findings, as many as the largest reason states', (failOn) => {
    for (const hasBaseline of [true, false]) {
      const head = judge(failOn, kinds, hasBaseline);
      const failing = kinds.filter((finding) => isGateFailure(head, asReported(finding))).length;
      const largest = (practice: boolean) =>
        head.gate.reasons
          .filter(({ code, result }) => result === 'failed' && code.startsWith('best-practice') === practice)
          .reduce((most, { count }) => Math.max(most, count ?? 0), 0);
      expect(failing).toBeGreaterThanOrEqual(Math.max(largest(false), largest(true)));
      expect(failing > 0).toBe(head.gate.result === 'failed');
    }
  });

  it('do not exist if no threshold is exceeded, even if a single finding would exceed it', () => {
    const old: GateFinding = {
      ...kinds[0],
      state: 'unchanged',
      cause: null,
      suppressed: false,
    } as GateFinding;
    const news: GateFinding = {
      ...old,
      bestPractice: false,
      state: 'new',
      cause: 'page',
      impact: 'critical',
    };
    const head = judge({ new: 'serious', total: 5 }, [old, news], true);
    expect(isGateFailure(head, asReported(news))).toBe(true);
    expect(isGateFailure(head, asReported({ ...old, bestPractice: false, impact: 'critical' }))).toBe(false);
    expect(isGateFailure(head, asReported({ ...news, impact: 'moderate' }))).toBe(false);
  });

  it('exclude suppressed findings and those caused by the engine, even if others fail', () => {
    for (const failOn of settings) {
      const head = judge(failOn, kinds, true);
      const failing = kinds.filter((finding) => isGateFailure(head, asReported(finding)));
      expect(failing.length).toBeGreaterThan(0);
      expect(failing.filter(({ suppressed, cause }) => suppressed || cause === 'engine')).toEqual([]);
    }
  });

  it('do not exist without failOn', () => {
    const head = judge(undefined, kinds, true);
    expect(kinds.some((finding) => isGateFailure(head, asReported(finding)))).toBe(false);
  });
});
