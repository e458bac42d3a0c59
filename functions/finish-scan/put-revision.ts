import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileToPut } from '../../adapters/report-bucket/put-file.ts';
import type { KnownFindings } from '../../core/comparison/known-findings.ts';
import type { SiteState } from '../../core/comparison/site-state.ts';
import { serializeState } from '../../core/comparison/stored-state.ts';
import { FindingIndexBuilder } from '../../core/reports/finding-index.ts';
import type { Report } from '../../core/reports/report.ts';
import { ReportBuilder } from '../../core/reports/report-builder.ts';
import { reportFormatNames, reportFormats } from '../../core/reports/report-formats.ts';
import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';
import type { ReportSubject } from '../../core/reports/report-subject.ts';
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

/** Where results and pictures are read, and where an edition is put. */
export interface RevisionBucket {
  read: ReadObject;
  /** Writes an object that is not there yet. */
  put(key: string, file: FileToPut, contentType: string): Promise<void>;
}

/** What an edition is made from. */
export interface RevisionInput {
  /** Asked once, and forgotten when all pages are counted: what a baseline left may be large. */
  subject(): Promise<ReportSubject>;
  /** The whole frontier, in any order. */
  pages: readonly FrontierPage[];
  of: ScanRevision;
  /** Whether later scans may be held against this one. */
  leavesState: boolean;
}

const types = { json: 'application/json', lines: 'application/x-ndjson' };

/**
 * Puts the report of a scan together, in every form, and writes it to the bucket. Results are read page by page, findings
 * wait on disk, and one form is made at a time, so that memory hardly grows with the number of findings.
 * @param folder an empty one, for files
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
  const head = await gather(input, bucket.read, spool, async (state, known) => {
    await putText(buildRevisionKey(of, revisionParts.known), types.json, [JSON.stringify(known)]);
    await putText(buildRevisionKey(of, revisionParts.state), types.json, serializeState(state));
  });

  const index = new FindingIndexBuilder();
  const findings = await writeTextFile(join(folder, 'findings'), indexedRows(spool, head, index));
  await bucket.put(buildRevisionKey(of, revisionParts.findings), findings, types.lines);
  await putText(buildRevisionKey(of, revisionParts.findingsIndex), types.json, [index.json()]);

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

/** Reads all pages. @param keepState takes what the scan leaves to later ones, if it leaves anything */
async function gather(
  { subject, pages, leavesState }: RevisionInput,
  read: ReadObject,
  spool: FindingSpool,
  keepState: (state: SiteState, known: KnownFindings) => Promise<void>,
): Promise<Report> {
  const builder = new ReportBuilder(await subject(), spool);
  for await (const { group, results } of readResults(read, builder.groupsOf(pages))) {
    await builder.add(group, (pageId) => results.get(pageId));
  }
  if (leavesState) {
    const state = builder.state();
    await keepState(state, builder.known(state));
  }
  return builder.head();
}

/** The rows of all findings in the order of the report, each with its newline, while the index is made of them. */
async function* indexedRows(
  spool: FindingSpool,
  { violations, needsReview }: Report,
  index: FindingIndexBuilder,
): AsyncGenerator<string> {
  const order = [
    ...violations.map(({ ruleId }) => ({ kind: 'violation' as const, ruleId })),
    ...needsReview.map(({ ruleId }) => ({ kind: 'review' as const, ruleId })),
  ];
  for await (const row of spool.drain(order)) {
    const line = `${row}\n`;
    index.add(JSON.parse(row) as ReportFinding, Buffer.byteLength(line));
    yield line;
  }
}
