import { describe, expect, it } from 'vitest';
import type { Coverage } from '../../../core/gate/coverage.ts';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import { type Gate, gateSchema } from '../../../core/gate/gate.ts';
import type { GateFinding } from '../../../core/gate/gate-finding.ts';
import { GateTally } from '../../../core/gate/tally.ts';
import { impacts } from '../../../core/scans/page-result.ts';

const complete: Coverage = {
  scanned: 4,
  attempted: 4,
  covered: 4,
  incomplete: { count: 0, urls: [], isGiven: false },
  start: null,
  listed: [],
};
const facts = {
  status: 'completed' as const,
  coverage: complete,
  pages: [],
  selectorsUnmatched: [],
  ruleIds: [],
  hasBaseline: true,
  earlierPages: [],
};

const violation: GateFinding = {
  kind: 'violation',
  impact: 'serious',
  bestPractice: false,
  state: 'unchanged',
  cause: null,
  suppressed: false,
  decidedFine: false,
};
const news: GateFinding = { ...violation, state: 'new', cause: 'page' };

function decide(
  failOn: unknown,
  findings: (Partial<GateFinding> | [Partial<GateFinding>, number])[],
  given = {},
) {
  const tally = new GateTally();
  for (const each of findings) {
    const [finding, count] = Array.isArray(each) ? each : [each, 1];
    tally.add({ ...violation, ...finding }, count);
  }
  const gate = tally.decide(failOnSchema.parse(failOn), { ...facts, ...given });
  return gateSchema.parse(gate);
}
const codes = ({ reasons }: Gate) => reasons.map(({ code }) => code);

describe('a scan without failOn', () => {
  it('has no result, with any findings', () => {
    const tally = new GateTally();
    tally.add(news);
    expect(tally.decide(undefined, facts)).toEqual({ result: null, reasons: [], counted: null });
  });
});

describe('selectors to include', () => {
  it('prevent a pass if one of them matches nothing on any page', () => {
    const gate = decide({ any: 'serious' }, [], { selectorsUnmatched: ['#app'] });
    expect(gate).toMatchObject({
      result: 'inconclusive',
      reasons: [
        { code: 'selector-unmatched', message: '#app of includeSelectors matches nothing on any page.' },
      ],
    });
  });
});

describe('thresholds', () => {
  it('let a scan without findings pass, without a reason', () => {
    expect(decide({ new: 'minor', any: 'minor', total: 0 }, [])).toEqual({
      result: 'passed',
      reasons: [],
      counted: { findings: 0, new: 0, suppressed: 0, decidedFine: 0, engine: 0 },
    });
  });

  it.each(impacts)('of impact %s include higher impacts', (threshold) => {
    for (const impact of impacts) {
      const result = impacts.indexOf(impact) <= impacts.indexOf(threshold) ? 'failed' : 'passed';
      expect(decide({ any: threshold }, [{ impact }]).result).toBe(result);
      expect(decide({ new: threshold }, [{ ...news, impact }]).result).toBe(result);
    }
  });

  it('of totals allow the given number', () => {
    expect(decide({ total: 50 }, [[violation, 50]]).result).toBe('passed');
    expect(decide({ total: 50 }, [[violation, 51]]).result).toBe('failed');
    expect(decide({ total: 0 }, [violation]).result).toBe('failed');
  });

  it('are reported with their numbers', () => {
    const { reasons } = decide({ new: 'serious', any: 'critical', total: 2 }, [
      [news, 3],
      { state: 'regressed', cause: 'unknown', impact: 'critical' },
    ]);
    expect(reasons).toEqual([
      {
        code: 'new',
        result: 'failed',
        count: 4,
        message: '4 new or regressed violations of impact serious or above; none allowed.',
      },
      { code: 'any', result: 'failed', count: 1, message: '1 violation of impact critical; none allowed.' },
      { code: 'total', result: 'failed', count: 4, message: '4 violations in all; at most 2 allowed.' },
    ]);
  });

  it('count elements that pages did not list', () => {
    expect(decide({ total: 9 }, [[{ state: 'unknown' }, 10]]).result).toBe('failed');
  });
});

describe('new findings for the gate', () => {
  it.each([
    ['new', 'failed'],
    ['regressed', 'failed'],
    ['unchanged', 'passed'],
    ['reclassified', 'passed'],
    ['unknown', 'passed'],
  ] as const)('with the state %s lead to the result %s', (state, result) => {
    const cause = state === 'new' || state === 'regressed' ? 'page' : null;
    expect(decide({ new: 'minor' }, [{ state, cause }]).result).toBe(result);
  });

  it('do not exist without a baseline, which makes the gate inconclusive', () => {
    const gate = decide({ new: 'minor' }, [{ state: 'unknown' }], { hasBaseline: false });
    expect(gate.result).toBe('inconclusive');
    expect(gate.reasons).toMatchObject([{ code: 'no-baseline', result: 'inconclusive', count: null }]);
    expect(gate.counted?.new).toBe(0);
  });

  it('are all findings without a baseline if failOn says so', () => {
    const failOn = { new: 'serious', onNoBaseline: 'fail' };
    const gate = decide(failOn, [{ state: 'unknown' }, { state: 'unknown', impact: 'minor' }], {
      hasBaseline: false,
      earlierPages: [],
    });
    expect(gate.result).toBe('failed');
    expect(gate.reasons).toMatchObject([{ code: 'new', count: 1 }]);
    expect(gate.counted?.new).toBe(2);
    expect(decide(failOn, [], { hasBaseline: false }).result).toBe('passed');
  });

  it('are not required without a baseline if no threshold asks for them', () => {
    expect(decide({ any: 'minor' }, [], { hasBaseline: false }).result).toBe('passed');
  });

  it('are required by thresholds for best practices too', () => {
    expect(codes(decide({ bestPractice: { new: 'minor' } }, [], { hasBaseline: false }))).toEqual([
      'no-baseline',
    ]);
  });
});

describe('the gate never counts', () => {
  it('a finding that a person decided to be fine, also if findings that need review count', () => {
    const gate = decide({ any: 'minor', review: true }, [{ ...news, kind: 'review', decidedFine: true }]);
    expect(gate.result).toBe('passed');
    expect(gate.counted).toEqual({ findings: 0, new: 0, suppressed: 0, decidedFine: 1, engine: 0 });
  });

  const all = { new: 'minor', any: 'minor', total: 0 };

  it('a suppressed finding', () => {
    const gate = decide(all, [{ ...news, suppressed: true }]);
    expect(gate.result).toBe('passed');
    expect(gate.counted).toEqual({ findings: 0, new: 0, suppressed: 1, decidedFine: 0, engine: 0 });
  });

  it.each(['new', 'regressed'] as const)('a finding that is %s by the engine', (state) => {
    const gate = decide(all, [{ state, cause: 'engine' }]);
    expect(gate.result).toBe('passed');
    expect(gate.counted).toEqual({ findings: 0, new: 0, suppressed: 0, decidedFine: 0, engine: 1 });
  });

  it('a finding that the engine may have caused', () => {
    expect(decide({ new: 'minor' }, [{ state: 'new', cause: 'unknown' }]).result).toBe('failed');
  });

  it('a needs-review finding, unless review is set', () => {
    expect(decide(all, [{ ...news, kind: 'review' }])).toMatchObject({
      result: 'passed',
      counted: { findings: 0 },
    });
    const gate = decide({ ...all, review: true }, [{ ...news, kind: 'review' }]);
    expect(codes(gate)).toEqual(['new', 'any', 'total']);
    expect(gate.reasons[0]?.message).toBe(
      '1 new or regressed violation or finding to review of impact minor or above; none allowed.',
    );
  });

  it('a best practice, except under its own threshold', () => {
    const practice = { ...news, bestPractice: true };
    expect(decide(all, [practice])).toMatchObject({ result: 'passed', counted: { findings: 0 } });
    const gate = decide({ bestPractice: all }, [practice]);
    expect(codes(gate)).toEqual(['best-practice-new', 'best-practice-any', 'best-practice-total']);
    expect(gate.reasons[2]?.message).toBe('1 violation of best practices in all; at most 0 allowed.');
    expect(decide({ bestPractice: all }, [news]).result).toBe('passed');
    expect(decide({ bestPractice: all }, [{ ...practice, kind: 'review' }]).result).toBe('passed');
  });

  it('a finding that belongs to another baseline', () => {
    const findings = [
      news,
      { ...news, bestPractice: true },
      { ...news, kind: 'review' as const, suppressed: true },
    ];
    expect(decide({ any: 'minor' }, findings).counted).toEqual({
      findings: 1,
      new: 1,
      suppressed: 0,
      decidedFine: 0,
      engine: 0,
    });
  });
});

describe('an incomplete scan', () => {
  const missed = { url: 'https://shop.example/', outcome: 'timeout' as const };
  const with_ = (coverage: Partial<Coverage>, more = {}) => ({
    coverage: { ...complete, ...coverage },
    ...more,
  });

  it('makes the gate inconclusive if the start page was not scanned', () => {
    const gate = decide(
      { total: 1, minCoverage: 0 },
      [],
      with_({ covered: 3, incomplete: { count: 0, urls: [], isGiven: false }, scanned: 3, start: missed }),
    );
    expect(gate.result).toBe('inconclusive');
    expect(gate.reasons).toEqual([
      {
        code: 'start-page-not-scanned',
        result: 'inconclusive',
        count: 1,
        message: 'The start page was not scanned: https://shop.example/ – The page did not respond in time.',
      },
    ]);
  });

  it('makes it inconclusive if a listed page was not scanned, and names at most five', () => {
    const listed = Array.from({ length: 7 }, (_, index) => ({
      ...missed,
      url: `https://shop.example/${index}`,
    }));
    const gate = decide({ total: 1, minCoverage: 0 }, [], with_({ listed }));
    expect(gate.reasons).toMatchObject([{ code: 'listed-page-not-scanned', count: 7 }]);
    expect(gate.reasons[0]?.message).toMatch(/^7 listed pages were not scanned: .*\/4 – [^/]*And 2 more\.$/);
    expect(
      decide({ total: 1, minCoverage: 0 }, [], with_({ listed: listed.slice(1, 2) })).reasons,
    ).toMatchObject([
      {
        message: '1 listed page was not scanned: https://shop.example/1 – The page did not respond in time.',
      },
    ]);
  });

  it.each([
    [9, 10, undefined, 'passed'],
    [89, 100, undefined, 'inconclusive'],
    [899, 1_000, undefined, 'inconclusive'],
    [1, 10, 10, 'passed'],
    [1, 100, 0, 'passed'],
    [999, 1_000, 100, 'inconclusive'],
    [995, 1_000, 99.5, 'passed'],
    // 32.2 * 1,000 is more than 32,200 in binary fractions.
    [322, 1_000, 32.2, 'passed'],
    [321, 1_000, 32.2, 'inconclusive'],
  ])('with %s of %s pages at minCoverage %s has the result %s', (covered, attempted, minCoverage, result) => {
    const failOn = { total: 1, ...(minCoverage === undefined ? {} : { minCoverage }) };
    expect(decide(failOn, [], with_({ covered, scanned: covered, attempted })).result).toBe(result);
  });

  it('states how many pages are missing, and never rounds up to the required coverage', () => {
    const gate = decide({ total: 1 }, [], with_({ covered: 8_999, scanned: 8_999, attempted: 10_000 }));
    expect(gate.reasons).toMatchObject([
      {
        code: 'low-coverage',
        count: 1_001,
        message: '8999 of 10000 pages that count for the coverage were scanned: 89.9 %. The minimum is 90 %.',
      },
    ]);
  });

  it('never passes if all pages were blocked, or no page was attempted, with any failOn', () => {
    const failOn = { total: 1_000, minCoverage: 0, onNoBaseline: 'fail' };
    const blocked = with_({ scanned: 0, covered: 0 }, { status: 'failed' });
    expect(decide(failOn, [], blocked)).toMatchObject({
      result: 'inconclusive',
      reasons: [{ code: 'no-page-scanned', message: 'None of 4 attempted pages was scanned.' }],
    });
    const none = with_(
      { scanned: 0, covered: 0, incomplete: { count: 0, urls: [], isGiven: false }, attempted: 0 },
      { status: 'completed' },
    );
    expect(decide(failOn, [], none)).toMatchObject({
      result: 'inconclusive',
      reasons: [{ code: 'no-page-scanned', count: 0 }],
    });
  });

  it.each(['cancelled', 'failed'] as const)('makes it inconclusive if the scan was %s', (status) => {
    expect(decide({ total: 1 }, [], { status })).toMatchObject({
      result: 'inconclusive',
      reasons: [{ code: 'scan-incomplete' }],
    });
  });

  it('does not prevent a failed gate', () => {
    const gate = decide({ any: 'minor', new: 'minor' }, [violation], {
      ...with_(
        { covered: 1, incomplete: { count: 0, urls: [], isGiven: false }, scanned: 1, start: missed },
        { status: 'cancelled' },
      ),
      hasBaseline: false,
      earlierPages: [],
    });
    expect(gate.result).toBe('failed');
    expect(codes(gate)).toEqual([
      'any',
      'start-page-not-scanned',
      'low-coverage',
      'scan-incomplete',
      'no-baseline',
    ]);
  });
});
