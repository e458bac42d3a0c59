import { describe, expect, it } from 'vitest';
import { listBaselineCandidates } from '../../../core/comparison/baseline-candidates.ts';
import { addAcceptedScan, addSettledScan, emptyLine } from '../../../core/comparison/baseline-line.ts';
import { type CandidateLine, chooseBaseline } from '../../../core/comparison/choose-baseline.ts';
import { toEarlierScan, toSettledScan } from '../../../core/comparison/settled-scan.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import { getNewFindingThresholds } from '../../../core/gate/new-finding-thresholds.ts';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import { readRows } from '../../support/documents.ts';
import { aboutSite, finding, node, page, result, scan } from '../reports/fixtures.ts';

const failOn = failOnSchema.parse({ new: 'serious' });
const thresholds = getNewFindingThresholds(failOn);
const PAGES = 20;
const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const oldFinding = finding('label', [node('#q')]);
const newFinding = finding('image-alt', [node('#cart')]);

const nameScan = (scanId: string | null | undefined) => scanId?.replace('_', ' ') ?? 'none';

interface Step {
  commit: string;
  /** Whether the last page has the new finding; null if the page was not reached. */
  hasNew: boolean | null;
  /** Whether the scan is accepted afterwards. */
  accepted?: true;
}

/** Runs scans of one branch, and returns of each: its baseline, the scan whose state it continues, and its gate. */
async function runScans(steps: readonly Step[]) {
  let line = emptyLine;
  const states = new Map<string, SiteState>();
  const outcomes: unknown[][] = [];
  for (const [index, { commit, hasNew, accepted }] of steps.entries()) {
    const number = index + 1;
    const current = scan({
      scanId: `scan_${number}`,
      createdAt: time(number * 10),
      config: {
        rules: ['wcag-aa'],
        priority: 'normal',
        failOn,
        metadata: { branch: 'main', commit: commit.repeat(7) },
      },
    });
    const { metadata } = current.config;
    const lines = listBaselineCandidates(current.config).map(
      (candidate) => ({ candidate, line }) as CandidateLine,
    );
    if (thresholds === null) throw new Error('the gate has no threshold for new findings');
    const request = { thresholds, commit: metadata?.commit ?? null };
    const { baseline, carriesOn } = chooseBaseline(lines, 'main', line, request);
    const read = (id: string | undefined | null) => states.get(id ?? '') ?? null;
    const { comparison } = aboutSite;
    const builder = new ReportBuilder(
      {
        ...aboutSite,
        scan: current,
        comparison: { ...comparison, baseline, state: read(baseline?.scanId), carried: read(carriesOn) },
      },
      new FindingsInMemory(),
    );
    const pages = Array.from({ length: PAGES }, (_, position) => {
      const isMissed = hasNew === null && position === PAGES - 1;
      return page(`p${position}`, { position, depth: 1, ...(isMissed ? { outcome: 'http-error' } : {}) });
    });
    for (const group of builder.listPageGroups(pages)) {
      await builder.add(group, (id) => {
        const isLast = id === `p${PAGES - 1}`;
        if (isLast && hasNew === null) return undefined;
        const findings = [oldFinding, ...(isLast && hasNew ? [newFinding] : [])];
        return { result: result(id, findings), resultKey: '' };
      });
    }
    states.set(current.scanId, builder.state());
    const { gate } = await builder.head();
    outcomes.push([nameScan(baseline?.scanId), nameScan(carriesOn), gate.result]);
    line = addSettledScan(line, toSettledScan(current, gate, { planned: baseline, compared: baseline }));
    if (accepted) line = addAcceptedScan(line, toEarlierScan(current), time(number * 10 + 5));
  }
  return outcomes;
}

const steps: Record<string, Omit<Step, 'commit'>> = {
  'the first scan of the site': { hasNew: false },
  'the same commit again, and nothing is new': { hasNew: false },
  'nothing is new': { hasNew: false },
  'the violation is new': { hasNew: true },
  'a second try: the violation is still new': { hasNew: true },
  'the page is not reached': { hasNew: null },
  'the page is reached again: the violation is still new': { hasNew: true, accepted: true },
  'the violation is not new, because scan 7 was accepted': { hasNew: true },
  'the same commit again': { hasNew: true },
};

describe('the example of baselines in docs/findings.md', () => {
  it('is what the code does', async () => {
    const rows = readRows(
      'docs/findings.md',
      'scan',
      'commit',
      'what happens',
      'baseline',
      'continued state',
      'gate',
    );
    const shown = rows.map(([, commit = '', event = '', ...outcome]) => ({
      step: { commit: commit.toLowerCase(), ...steps[event] } as Step,
      outcome,
    }));
    expect(rows.map(([, , event]) => event)).toEqual(Object.keys(steps));
    expect(await runScans(shown.map(({ step }) => step))).toEqual(shown.map(({ outcome }) => outcome));
  });
});
