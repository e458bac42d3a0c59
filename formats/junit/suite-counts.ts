import type { FindingKind } from '../../core/findings/finding-kind.ts';
import { isGateFailure } from '../../core/reports/gate-failure.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { readFindingRuns } from '../parts/findings.ts';

/** Numbers of a suite that its opening tag contains: for one rule and one kind of findings. */
export interface SuiteCounts {
  /** Tests with findings; `failures` counts those that fail. */
  runs: number;
  failures: number;
  /** Number of pages with findings. */
  pages: number;
}

/**
 * Returns the numbers of the suites, by `buildSuiteKey`. The memory depends on the number of rules, not of findings.
 */
export async function countSuites(source: ReportSource): Promise<Map<string, SuiteCounts>> {
  const counts = new Map<string, SuiteCounts>();
  let key: string | undefined;
  let pages = new Set<string>();
  for await (const { kind, ruleId, pageId, findings } of readFindingRuns(source)) {
    const currentKey = buildSuiteKey(kind, ruleId);
    if (currentKey !== key) pages = new Set();
    key = currentKey;
    const suite = counts.get(key) ?? { runs: 0, failures: 0, pages: 0 };
    counts.set(key, suite);
    suite.runs += 1;
    if (findings.some((finding) => isGateFailure(source.head, finding))) suite.failures += 1;
    if (!pages.has(pageId)) suite.pages += 1;
    pages.add(pageId);
  }
  return counts;
}

/** Returns the key of a suite's numbers. */
export function buildSuiteKey(kind: FindingKind, ruleId: string): string {
  return `${kind} ${ruleId}`;
}
