import { expect, it } from 'vitest';
import { emptyAlertState } from '../../../core/alerts/alert-state.ts';
import { deriveScanEvents } from '../../../core/alerts/derive-scan-events.ts';
import type { ReportFacts } from '../../../core/alerts/scan-end-facts.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import { factsOf, reportOf, scanAt } from './event-fixtures.ts';

type Verdict = 'passed' | 'failed' | 'inconclusive';

/** Returns the facts of the scans of a site, whose first scan has no baseline, and the gate of each. */
function deriveGates(verdicts: readonly Verdict[], changed: Partial<ReportFacts>[] = []): string[][] {
  let state = emptyAlertState;
  return verdicts.map((gate, at) => {
    const scan = scanAt(at * 3);
    const summary = { ...(scan.summary as NonNullable<Scan['summary']>), gate };
    const config = { ...scan.config, failOn: { any: 'serious', minCoverage: 80 } as never };
    const report = reportOf({ ...(at === 0 ? { baseline: null } : {}), ...changed[at] });
    const derived = deriveScanEvents(factsOf({ ...scan, summary, config }, { report, state }));
    state = derived.state ?? state;
    return derived.events.map(({ type }) => type).filter((type) => !type.startsWith('scan.'));
  });
}

it('a gate that fails is reported once, and when it passes again', () => {
  const gates = ['passed', 'failed', 'failed', 'passed', 'passed', 'failed'] as const;
  const [failed, recovered] = [['gate.failed'], ['gate.recovered']];
  expect(deriveGates(gates)).toEqual([[], failed, [], recovered, [], failed]);
});

it('a gate that fails at the first scan is not reported, nor when it passes, but when it fails then', () => {
  expect(deriveGates(['failed', 'failed', 'passed', 'failed'])).toEqual([[], [], [], ['gate.failed']]);
});

it('a gate without a verdict says neither that it fails nor that it passes', () => {
  const gates = ['passed', 'inconclusive', 'failed', 'inconclusive', 'passed'] as const;
  expect(deriveGates(gates)).toEqual([[], [], ['gate.failed'], [], ['gate.recovered']]);
});

it('gates of scans that are not comparable are reported separately', () => {
  const other = { comparableKey: 'key2' };
  const scans = [{}, { ...other, baseline: null }, {}, other, {}, other];
  const gates = ['passed', 'failed', 'failed', 'passed', 'passed', 'failed'] as const;
  // The first scan under other conditions does not show whether its gate failed before.
  const [noted, failed, recovered] = [['rules.changed'], ['gate.failed'], ['gate.recovered']];
  expect(deriveGates(gates, scans)).toEqual([[], noted, failed, [], recovered, failed]);
});

it('a site without a page that could be scanned is reported once, until a scan completes', () => {
  let state = emptyAlertState;
  const derive = (scan: Scan, isUnreachable: boolean) => {
    const facts = factsOf(scan, { state, isUnreachable, ...(isUnreachable && { report: undefined }) });
    const derived = deriveScanEvents(facts);
    state = derived.state ?? state;
    return derived.events.map(({ type }) => type);
  };
  const failure = { status: 'failed', failureDetail: 'It refused the connection.' } as const;
  const types = [false, true, true, false, true].map((isDown, at) =>
    derive(scanAt(at * 3, isDown ? failure : {}), isDown),
  );
  expect(types.map((all) => all.filter((type) => !/^scan\./.test(type)))).toEqual([
    [],
    ['site.unreachable'],
    [],
    [],
    ['site.unreachable'],
  ]);
});
