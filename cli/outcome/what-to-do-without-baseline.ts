import { whyNoBaseline } from '../../core/comparison/baseline-candidates.ts';
import type { FailOn } from '../../core/gate/fail-on.ts';
import type { Outcome } from './outcome.ts';

/** Of the first scan of its kind at a service. */
const firstScan =
  'This scan is one that later ones by the same settings can be compared with. For pull requests, scan the branch that they go into, too. --fail-on any=serious decides at once.';

/** Reasons that say themselves what to do; no later scan is compared with this one. */
const saysWhatToDo: readonly string[] = [
  whyNoBaseline['none-passed'],
  whyNoBaseline['same-commit'],
  whyNoBaseline['state-is-gone'],
];

/**
 * What to do where nothing but a baseline is missing for the gate to decide.
 * @returns null where the gate decided, or something else kept it from that
 */
export function whatToDoWithoutBaseline({ report, status, where }: Outcome): string | null {
  if (report === null || status !== 'completed') return null;
  const { result, reasons } = report.gate;
  if (result !== 'inconclusive' || reasons.some(({ code }) => code !== 'no-baseline')) return null;
  if (saysWhatToDo.includes(report.comparison.whyNone ?? '')) return null;
  return where === 'service' ? firstScan : nothingGiven(report.scan.config.failOn);
}

/** Of a local scan, which is held against nothing but what its command line names. */
function nothingGiven(failOn: FailOn | undefined): string {
  const thresholds = [
    ...(failOn?.new ? [['', failOn.new]] : []),
    ...(failOn?.bestPractice?.new ? [['best-practice-', failOn.bestPractice.new]] : []),
  ];
  const all = (what: 'new' | 'any') =>
    thresholds.map(([scope, impact]) => `${scope}${what}=${impact}`).join(',');
  return `To tell what is new, name the JSON report of an earlier scan: --baseline report.json (--output json=report.json writes one). Or decide by all that is found: --fail-on ${all('any')} in place of ${all('new')}.`;
}
