import type { BaselineReport } from '../../core/comparison/baseline-report.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

type Engines = BaselineReport['engines'];

/**
 * A sentence for people where a baseline was scanned by another engine than the scan: a report cannot tell what is new
 * by the engine alone. None where it was the same, or nothing was scanned.
 */
export function engineChanged(baseline: Engines, now: Engines): string[] {
  const [before, after] = [namesOf(baseline), namesOf(now)];
  if (before === '' || after === '' || before === after) return [];
  return [
    `The baseline was scanned by ${before}, this scan by ${after}: what is new may come from that. Make the baseline anew.`,
  ];
}

function namesOf(engines: Engines): string {
  const names = engines.map(
    ({ axe, browser }) => `axe-core ${escapeLogLine(axe, 40)} in ${escapeLogLine(browser, 60)}`,
  );
  return [...new Set(names)].sort().join(' and ');
}
