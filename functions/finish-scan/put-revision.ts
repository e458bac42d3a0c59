import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileToPut } from '../../adapters/report-bucket/put-file.ts';
import { isNewOrRegressed } from '../../core/comparison/states.ts';
import { serializeState } from '../../core/comparison/stored-state.ts';
import { findFirstSeen, type HistoryScan } from '../../core/history/site-history.ts';
import { serializeHistory } from '../../core/history/stored-history.ts';
import { computeTimeToFix, type TimeToFix } from '../../core/history/time-to-fix.ts';
import { FindingIndexBuilder } from '../../core/reports/finding-index.ts';
import type { Report } from '../../core/reports/report.ts';
import { ReportBuilder } from '../../core/reports/report-builder.ts';
import { reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';
import type { ReportSubject } from '../../core/reports/report-subject.ts';
import { serializeGroups } from '../../core/reports/scan-groups.ts';
import { serializePages } from '../../core/reports/scan-pages.ts';
import { buildScanResults } from '../../core/reports/scan-results.ts';
import {
  buildPictureKey,
  buildReportKey,
  buildRevisionKey,
  revisionParts,
  type ScanRevision,
} from '../../core/scans/object-keys.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import { renderers } from '../../formats/renderers.ts';
import { FindingSpool } from './finding-spool.ts';
import { type ReadObject, readResults } from './read-results.ts';
import { readStoredFindings } from './text-lines.ts';
import { writeTextFile } from './write-file.ts';

/** The bucket: results and pictures are read from it, and the report revision is written to it. */
export interface RevisionBucket {
  read: ReadObject;
  /** Writes an object that does not exist yet. */
  put(key: string, file: FileToPut, contentType: string): Promise<void>;
}

/** The input of a report revision. */
export interface RevisionInput {
  /**
   * Returns what the report is built from, including the state of the baseline. Called once. The result is not kept
   * after `buildReport`, because it may be large: the formats are built without it.
   */
  subject(): Promise<ReportSubject>;
  /** The whole frontier, in any order. */
  pages: readonly FrontierPage[];
  of: ScanRevision;
  /** Whether to write the state of the site, because later scans may be compared with this scan. */
  writesState: boolean;
}

const types = { json: 'application/json', lines: 'application/x-ndjson' };

/**
 * Builds the report of a scan in every format and writes it to the bucket. It reads results page by page, stores
 * findings on disk, and builds one format at a time. So memory use hardly depends on the number of findings.
 * @param folder an empty folder for files
 * @returns the report with `nodes` empty everywhere
 */
export async function putRevision(
  input: RevisionInput,
  bucket: RevisionBucket,
  folder: string,
): Promise<Report> {
  const { of } = input;
  const putText = async (key: string, contentType: string, pieces: Pieces) => {
    const file = await writeTextFile(join(folder, 'object'), pieces);
    await bucket.put(key, file, contentType);
    await rm(file.path);
  };

  const spool = new FindingSpool(folder);
  let firstSeen: ReadonlyMap<string, HistoryScan> = new Map();
  let timeToFix: TimeToFix | null = null;
  const head = await buildReport(input, bucket.read, spool, async (builder) => {
    const state = builder.state();
    const known = builder.known(state);
    await putText(buildRevisionKey(of, revisionParts.known), types.json, [JSON.stringify(known)]);
    await putText(buildRevisionKey(of, revisionParts.state), types.json, serializeState(state));
    // Built last, because it needs as much memory as the state.
    const history = await builder.history(state);
    await putText(buildRevisionKey(of, revisionParts.history), types.json, serializeHistory(history));
    firstSeen = findFirstSeen(history);
    timeToFix = computeTimeToFix(history);
  });

  const index = new FindingIndexBuilder();
  const newByPage = new Map<string, number>();
  const findings = await writeTextFile(
    join(folder, 'findings'),
    readRows(spool, head, (finding, bytes) => {
      index.add(finding, bytes);
      const { pageId } = finding.node;
      if (isNewViolation(finding)) newByPage.set(pageId, (newByPage.get(pageId) ?? 0) + 1);
    }),
  );
  await bucket.put(buildRevisionKey(of, revisionParts.findings), findings, types.lines);
  const lists = {
    findingsIndex: () => index.toJson(),
    results: () => JSON.stringify(buildScanResults(head, timeToFix)),
    groups: () => serializeGroups(head.issueGroups, firstSeen),
    pages: () => serializePages(head.pages, head.comparison.baseline === null ? null : newByPage),
  };
  for (const [part, serialize] of Object.entries(lists)) {
    const name = revisionParts[part as keyof typeof lists];
    await putText(buildRevisionKey(of, name), types.json, [serialize()]);
  }

  const source: ReportSource = {
    head,
    findings: () => readStoredFindings(findings.path),
    picture: (id) => bucket.read(buildPictureKey({ ...of, id })),
  };
  for (const format of reportFormatNames) {
    await putText(buildReportKey(of, format), reportFormats[format].contentType, renderers[format](source));
  }
  return head;
}

type Pieces = Iterable<string> | AsyncIterable<string>;

/**
 * Reads the results of all pages and builds the report.
 * @param writeState writes what later scans need; called only if `writesState` is set
 */
async function buildReport(
  { subject, pages, writesState }: RevisionInput,
  read: ReadObject,
  spool: FindingSpool,
  writeState: (builder: ReportBuilder) => Promise<void>,
): Promise<Report> {
  const builder = new ReportBuilder(await subject(), spool);
  const groups = builder.listPageGroups(pages);
  if (builder.comparesPages) {
    for await (const { group, results } of readResults(read, groups)) {
      builder.observe(group, (pageId) => results.get(pageId));
    }
  }
  for await (const { group, results } of readResults(read, groups)) {
    await builder.add(group, (pageId) => results.get(pageId));
  }
  if (writesState) await writeState(builder);
  return builder.head();
}

/**
 * Yields the rows of all findings in the order of the report, each with its newline.
 * @param add called with each finding, and the length of its row in UTF-8
 */
async function* readRows(
  spool: FindingSpool,
  { violations, needsReview }: Report,
  add: (finding: ReportFinding, bytes: number) => void,
): AsyncGenerator<string> {
  const order = [
    ...violations.map(({ ruleId }) => ({ kind: 'violation' as const, ruleId })),
    ...needsReview.map(({ ruleId }) => ({ kind: 'review' as const, ruleId })),
  ];
  for await (const row of spool.drain(order)) {
    const line = `${row}\n`;
    add(JSON.parse(row) as ReportFinding, Buffer.byteLength(line));
    yield line;
  }
}

function isNewViolation({ kind, node }: ReportFinding): boolean {
  return kind === 'violation' && node.suppressedBy === null && isNewOrRegressed(node.state);
}
