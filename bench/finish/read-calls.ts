import { open } from 'node:fs/promises';
import { exampleFinishedScan } from '../../core/api/examples.ts';
import { encodeCursor } from '../../core/listing/cursor.ts';
import { mapPage } from '../../core/listing/page.ts';
import { buildLineRanges, type FindingLine, parseFindingIndex } from '../../core/reports/finding-index.ts';
import { toFindingView } from '../../core/reports/finding-view.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { parseGroups, toGroupView } from '../../core/reports/scan-groups.ts';
import { parsePages } from '../../core/reports/scan-pages.ts';
import { scanResultsSchema } from '../../core/reports/scan-results.ts';
import { buildRevisionKey, revisionParts, type ScanRevision } from '../../core/scans/object-keys.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { getScanResults } from '../../use-cases/get-scan-results.ts';
import { type FindingQuery, listFindings } from '../../use-cases/list-findings.ts';
import { type GroupQuery, listScanGroups } from '../../use-cases/list-groups.ts';
import { listScanPages } from '../../use-cases/list-scan-pages.ts';
import type { DiskBucket } from './disk-bucket.ts';

/** Entries that a caller requests at once. */
const LIMIT = 50;
const ACCOUNT_SECRET = 'bench';

/**
 * Returns the calls of the API that read the report of a scan, each as its function does the first time: nothing is in
 * its cache. Each returns its response.
 * @param deepRow number of a finding near the end of the report
 */
export function buildReadCalls(bucket: DiskBucket, revision: ScanRevision, deepRow: number) {
  const { id: _id, ...view } = exampleFinishedScan;
  const scan = { ...view, ...revision, report: 'ready' } as unknown as Scan;
  const readPart = async <T>(
    of: ScanRevision,
    part: keyof typeof revisionParts,
    parse: (text: string) => T,
  ) => {
    const stored = await bucket.read(buildRevisionKey(of, revisionParts[part]));
    return stored && parse(new TextDecoder().decode(stored));
  };
  const dependencies = {
    findScan: async () => scan,
    findAccount: async () => ({ cursorSecret: ACCOUNT_SECRET }),
    readPages: async () => [],
    readIndex: (of: ScanRevision) => readPart(of, 'findingsIndex', parseFindingIndex),
    readGroups: (of: ScanRevision) => readPart(of, 'groups', parseGroups),
    readReportPages: (of: ScanRevision) => readPart(of, 'pages', parsePages),
    readResults: (of: ScanRevision) =>
      readPart(of, 'results', (text) => scanResultsSchema.parse(JSON.parse(text))),
    readFindingLines: (of: ScanRevision, lines: readonly FindingLine[]) => readLines(bucket, of, lines),
  };
  const input = {
    principal: { kind: 'key', accountId: scan.accountId } as never,
    scanId: scan.scanId,
  };
  const findings = async (query: FindingQuery, cursor?: string) => {
    const found = await listFindings(dependencies, { ...input, query: { ...query, limit: LIMIT, cursor } });
    if (found.kind === 'pending') throw new Error('the report is not ready');
    return mapPage(found.page, toFindingView);
  };
  const groups = async (query: GroupQuery) => {
    const found = await listScanGroups(dependencies, { ...input, query: { ...query, limit: LIMIT } });
    if (found.kind === 'pending') throw new Error('the report is not ready');
    return mapPage(found.page, toGroupView);
  };
  const calls: Record<ReadCall, () => Promise<object>> = {
    results: () => getScanResults(dependencies, input),
    groups: () => groups({}),
    'groups of a page': () => groups({ page: 'https://shop.example/section-1/page-1' }),
    findings: () => findings({}),
    'findings, a deep page': () =>
      findings(
        {},
        encodeCursor(
          {
            accountId: scan.accountId,
            secret: ACCOUNT_SECRET,
            call: 'list-findings',
            filters: { scanId: scan.scanId },
          },
          String(deepRow),
        ),
      ),
    'findings with filters': () => findings({ impact: 'serious', url: 'page-9', suppressed: 'false' }),
    pages: () => listScanPages(dependencies, { ...input, query: { text: '9', limit: LIMIT } }),
  };
  return calls;
}

/** The names of the calls. */
export const readCallNames = [
  'results',
  'groups',
  'groups of a page',
  'findings',
  'findings, a deep page',
  'findings with filters',
  'pages',
] as const;
export type ReadCall = (typeof readCallNames)[number];

/** Reads lines of the findings, as `readFindingLines` does from a real bucket. */
async function readLines(
  bucket: DiskBucket,
  of: ScanRevision,
  lines: readonly FindingLine[],
): Promise<ReportFinding[]> {
  const file = await open(bucket.path(buildRevisionKey(of, revisionParts.findings)));
  const findings: ReportFinding[] = [];
  for (const range of buildLineRanges(lines)) {
    const { buffer } = await file.read(Buffer.alloc(range.end - range.start), 0, undefined, range.start);
    for (const { start, bytes } of range.lines) {
      const from = start - range.start;
      findings.push(JSON.parse(buffer.toString('utf8', from, from + bytes)) as ReportFinding);
    }
  }
  await file.close();
  return findings;
}
