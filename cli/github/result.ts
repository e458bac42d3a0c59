import { formatCodeSpan } from '../../formats/escaping/markdown.ts';

/** What is taken of the document that `--json` prints. */
export interface ScanResult {
  /** Null where no scan was made, or none is known. */
  scanId: string | null;
  /** Null where no site of the service is known. */
  siteId: string | null;
  /** Why there is no report; null where there is one. */
  problem: string | null;
}

/** Characters of a problem in the summary of a job. */
const PROBLEM_MAX = 1_000;

/** Reads the document; whatever is not as it should be is not there. */
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

/** What is said where there is no report, in the summary of a job and at the pull request. */
export function renderProblem({ problem }: ScanResult): string {
  const what = problem === null ? 'The log of this step says why.' : formatCodeSpan(problem, PROBLEM_MAX);
  return `## Accessibility: no result\n\n${what}`;
}
