import type { FindingKind } from '../../core/findings/finding-kind.ts';
import { isGateFailure } from '../../core/reports/gate-failure.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { readFindingRuns } from '../parts/findings.ts';

/** What a suite has to say before its tests: of one rule, and one kind of findings. */
export interface SuiteCounts {
  /** Tests with findings, and those of them that fail. */
  runs: number;
  failures: number;
  /** Pages that the tests with findings are about. */
  pages: number;
}

/** The numbers of the suites, by `buildSuiteKey`. Held are numbers of rules, never findings. */
export async function countSuites(source: ReportSource): Promise<Map<string, SuiteCounts>> {
  const tallies = new Map<string, SuiteCounts>();
  let key: string | undefined;
  let pages = new Set<string>();
  for await (const { kind, ruleId, pageId, findings } of readFindingRuns(source)) {
    const present = buildSuiteKey(kind, ruleId);
    if (present !== key) pages = new Set();
    key = present;
    const tally = tallies.get(key) ?? { runs: 0, failures: 0, pages: 0 };
    tallies.set(key, tally);
    tally.runs += 1;
    if (findings.some((finding) => isGateFailure(source.head, finding))) tally.failures += 1;
    if (!pages.has(pageId)) tally.pages += 1;
    pages.add(pageId);
  }
  return tallies;
}

/** What the tally of a suite is found by. */
export function buildSuiteKey(kind: FindingKind, ruleId: string): string {
  return `${kind} ${ruleId}`;
}
