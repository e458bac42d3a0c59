import { formatCodeSpan } from '../../formats/escaping/markdown.ts';

/** The parts of the `--json` document that are used here. */
export interface ScanResult {
  /** Null if there was no scan, or it is unknown. */
  scanId: string | null;
  /** Null if no site of the service is known. */
  siteId: string | null;
  /** Why there is no report; null if there is one. */
  problem: string | null;
}

/** Maximum length of a problem in the job summary. */
const PROBLEM_MAX = 1_000;

/** Reads the document. Invalid members count as absent. */
export function readScanResult(document: unknown): ScanResult {
  const { scan, error } = (document ?? {}) as {
    scan?: { id?: unknown; siteId?: unknown; reason?: unknown } | null;
    error?: { message?: unknown };
  };
  const problem = error?.message ?? scan?.reason;
  return {
    scanId: typeof scan?.id === 'string' ? scan.id : null,
    siteId: typeof scan?.siteId === 'string' ? scan.siteId : null,
    problem: typeof problem === 'string' ? problem : null,
  };
}

/** Renders the text for a scan without a report, for the job summary and the pull request. */
export function renderProblem({ problem }: ScanResult): string {
  const what = problem === null ? 'The log of this step says why.' : formatCodeSpan(problem, PROBLEM_MAX);
  return `## Accessibility: no result\n\n${what}`;
}
