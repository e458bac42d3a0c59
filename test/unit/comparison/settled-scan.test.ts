import { describe, expect, it } from 'vitest';
import { toSettledScan } from '../../../core/comparison/settled-scan.ts';
import type { Baseline } from '../../../core/comparison/states.ts';
import type { Gate } from '../../../core/gate/gate.ts';
import type { GateReason } from '../../../core/gate/gate-reasons.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import { scanConfigSchema } from '../../../core/scans/scan-config.ts';

const ID = 'scan_01arz3ndektsv4rrffq69g5fav';
const baseline: Baseline = {
  scanId: ID,
  branch: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  chosenBy: 'branch',
};

const gate = (result: Gate['result'], ...codes: GateReason[]): Gate => ({
  result,
  reasons: codes.map((code) => ({ code, result: 'failed', message: '', count: 1 })),
  counted: null,
});

function settled(
  config: object,
  decided: Gate,
  {
    planned = baseline,
    compared = baseline,
    mustBeAccepted = false,
  }: { planned?: Baseline | null; compared?: Baseline | null; mustBeAccepted?: boolean } = {},
) {
  const scan = {
    scanId: ID,
    createdAt: '2026-01-02T00:00:00.000Z',
    config: scanConfigSchema.parse({ rules: ['wcag-a'], ...config }),
  } as Scan;
  const { verdict, thresholds, isRoot } = toSettledScan(scan, decided, { planned, compared, mustBeAccepted });
  return [verdict, thresholds?.criteria ?? null, isRoot];
}

describe('the effect of a completed scan on later baselines', () => {
  const asks = { failOn: { new: 'serious', any: 'critical', onNoBaseline: 'fail' } };
  const none = { planned: null, compared: null };

  it.each([
    ['passed', gate('passed'), ['passed', 'serious', false]],
    ['failed because of a new finding', gate('failed', 'any', 'new'), ['failed', 'serious', false]],
    [
      'failed because of a new best practice',
      gate('failed', 'best-practice-new'),
      ['failed', 'serious', false],
    ],
    ['failed because of an old finding', gate('failed', 'any'), ['undecided', 'serious', false]],
    ['inconclusive', gate('inconclusive', 'low-coverage'), ['undecided', 'serious', false]],
  ])('%s', (_, decided, expected) => {
    expect(settled(asks, decided)).toEqual(expected);
  });

  it('that may not have seen the same site, unless its new findings say enough', () => {
    const verdictOf = (decided: Gate) => settled(asks, decided, { mustBeAccepted: true })[0];
    expect(verdictOf(gate('inconclusive', 'page-changed'))).toBe('ungated');
    expect(verdictOf(gate('failed', 'any', 'site-shrank'))).toBe('ungated');
    expect(verdictOf(gate('failed', 'new', 'page-changed'))).toBe('failed');
  });

  it('compared with nothing', () => {
    expect(settled(asks, gate('inconclusive', 'no-baseline'), none)).toEqual(['undecided', 'serious', true]);
    expect(settled(asks, gate('failed', 'new'), none)).toEqual(['failed', 'serious', true]);
    expect(settled(asks, gate('passed'), none)).toEqual(['passed', 'serious', true]);
    expect(settled({}, gate(null), none)).toEqual(['ungated', null, true]);
  });

  it('not judged if findings of its baseline could not be seen again', () => {
    const gone = { planned: baseline, compared: null };
    expect(settled(asks, gate('inconclusive', 'no-baseline'), gone)).toEqual(['ungated', 'serious', false]);
  });

  it('not considered without a gate on new findings', () => {
    expect(settled({}, gate(null))).toEqual(['ungated', null, false]);
    expect(settled({ failOn: { any: 'critical' } }, gate('passed'))).toEqual(['ungated', null, false]);
  });

  it('not considered if the caller named the baseline, unless something was new', () => {
    const named = { ...asks, baseline: ID };
    expect(settled(named, gate('passed'))).toEqual(['ungated', null, false]);
    expect(settled(named, gate('inconclusive', 'no-baseline'), none)).toEqual(['ungated', null, false]);
    expect(settled(named, gate('failed', 'new'))).toEqual(['failed', null, false]);
  });
});
