import { describe, expect, it } from 'vitest';
import {
  addAcceptedScan,
  addSettledScan,
  type BaselineLine,
  emptyLine,
  type SettledScan,
} from '../../../core/comparison/baseline-line.ts';
import { type CandidateLine, chooseBaseline } from '../../../core/comparison/choose-baseline.ts';

const thresholds = { criteria: 'serious', bestPractice: null, review: false } as const;
const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const scan = (verdict: SettledScan['verdict'], at: number, branch: string, commit = `000000${at}`) => ({
  scanId: `scan_${at}`,
  createdAt: time(at),
  branch,
  commit,
  verdict,
  thresholds,
  isRoot: false,
});
const line = (...scans: SettledScan[]) => scans.reduce(addSettledScan, emptyLine);

/** Chooses the baseline of a pull request from `menu` into `main`. */
function choose(
  { main = emptyLine, menu = emptyLine, site = emptyLine }: Partial<Record<string, BaselineLine>>,
  commit = '9999999',
) {
  const lines: CandidateLine[] = [
    { candidate: { chosenBy: 'target-branch', branch: 'main' }, line: main },
    { candidate: { chosenBy: 'branch', branch: 'menu' }, line: menu },
    { candidate: { chosenBy: 'site' }, line: site },
  ];
  const { baseline, carriesOn } = chooseBaseline(lines, 'menu', site, { thresholds, commit });
  return [baseline?.chosenBy, baseline?.scanId, carriesOn];
}

const onMain = line(scan('passed', 1, 'main'), scan('passed', 2, 'main'));
const onMenu = line(scan('passed', 3, 'menu'));
const red = scan('failed', 4, 'menu');
const site = line(scan('passed', 5, 'other'));

describe('the baseline of a gate on new findings', () => {
  it('comes from the target branch, the branch or the site: the first that has one', () => {
    expect(choose({ main: onMain, menu: onMenu, site })).toEqual(['target-branch', 'scan_2', 'scan_2']);
    expect(choose({ main: line(scan('failed', 1, 'main')), menu: onMenu, site })).toEqual([
      'branch',
      'scan_3',
      'scan_3',
    ]);
    expect(choose({ menu: line(red), site })).toEqual(['site', 'scan_5', 'scan_5']);
    expect(choose({})).toEqual([undefined, undefined, null]);
  });

  it('comes from its own branch if a scan was accepted there', () => {
    const menu = addAcceptedScan(line(red), red, time(5));
    expect(choose({ main: onMain, menu, site })).toEqual(['branch', 'scan_4', 'scan_4']);
    const main = addAcceptedScan(onMain, scan('failed', 3, 'main'), time(5));
    expect(choose({ main, menu: onMenu, site })).toEqual(['target-branch', 'scan_3', 'scan_3']);
  });

  it('includes the known findings of the latest passed scan, also of the same commit', () => {
    expect(choose({ main: onMain }, '0000002')).toEqual(['target-branch', 'scan_1', 'scan_2']);
    expect(choose({ menu: onMenu }, '0000003')).toEqual([undefined, undefined, 'scan_3']);
  });
});
