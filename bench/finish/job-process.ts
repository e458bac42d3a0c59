import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { computeComparableKey } from '../../core/comparison/comparable-key.ts';
import { buildComparison, type ComparedScan } from '../../core/comparison/scan-comparison.ts';
import { parseState } from '../../core/comparison/stored-state.ts';
import { findFinding, parseHistory } from '../../core/history/stored-history.ts';
import { mapSuppressed, parseFindingIndex } from '../../core/reports/finding-index.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ReportFormat } from '../../core/reports/report-formats.ts';
import { createEmptyComparison, type ReportComparisonInput } from '../../core/reports/report-subject.ts';
import { buildRevisionKey, revisionParts, type ScanRevision } from '../../core/scans/object-keys.ts';
import { pageResultSchema } from '../../core/scans/page-result.ts';
import { renderers } from '../../formats/renderers.ts';
import { putRevision } from '../../functions/finish-scan/put-revision.ts';
import { readStoredFindings } from '../../functions/finish-scan/text-lines.ts';
import { writeTextFile } from '../../functions/finish-scan/write-file.ts';
import { DiskBucket } from './disk-bucket.ts';
import { HEAD_FILE, type Job, type Measured, REVISION } from './jobs.ts';
import { buildReadCalls, type ReadCall } from './read-calls.ts';
import { buildPageResult, buildPages, buildSubject, getScanId, type Size } from './synthetic-scan.ts';

/** Does one job and prints its measurements. It is a separate process, so that its peak memory is its own. */

const job = JSON.parse(process.argv[2] ?? '') as Job;
const bucket = new DiskBucket(join(job.folder, `bucket-${job.size.pages}`));
const begin = performance.now();
const cpuBefore = process.cpuUsage();
const bytes = await runJob();
const { user, system } = process.cpuUsage(cpuBefore);
const cpuMs = (user + system) / 1000;
const ms = performance.now() - begin;
// In kilobytes, see https://nodejs.org/api/process.html#processresourceusage
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ ms, cpuMs, peakBytes, bytes } satisfies Measured));

async function runJob(): Promise<number> {
  if (job.kind === 'results') return writeResults(job.size);
  if (job.kind === 'finish') return finish(job.size);
  if (job.kind === 'compare') return compare();
  if (job.kind === 'read') return read(job.call);
  return job.kind === 'history' ? findInHistory() : renderFormat(job.size, job.format);
}

async function writeResults(size: Size): Promise<number> {
  let written = 0;
  for (const [index, page] of buildPages(size).entries()) {
    const text = JSON.stringify(buildPageResult(size, page, index));
    written += text.length;
    await bucket.write(page.resultKey ?? '', text);
  }
  return written;
}

async function finish(size: Size): Promise<number> {
  let written = 0;
  const counting = {
    read: bucket.read,
    put: async (key: string, file: { path: string; bytes: number }) => {
      written += file.bytes;
      await bucket.put(key, file);
    },
  };
  const input = {
    subject: async () => buildSubject(size, await readComparison(size)),
    pages: buildPages(size),
    of: getRevision(size.run),
    writesState: true,
  };
  const folder = await mkdtemp(join(job.folder, 'work-'));
  const head: Report = await putRevision(input, counting, folder);
  await rm(folder, { recursive: true });
  await writeFile(bucket.path(buildRevisionKey(getRevision(size.run), HEAD_FILE)), JSON.stringify(head));
  return written;
}

async function renderFormat(size: Size, format: ReportFormat): Promise<number> {
  const file = (name: string) => bucket.path(buildRevisionKey(getRevision(size.run), name));
  const head: Report = JSON.parse(await readFile(file(HEAD_FILE), 'utf8'));
  const source = {
    head,
    findings: () => readStoredFindings(file(revisionParts.findings)),
    picture: async () => undefined,
  };
  const written = await writeTextFile(join(job.folder, `report.${format}`), renderers[format](source));
  await rm(written.path);
  return written.bytes;
}

async function compare(): Promise<number> {
  const scans: ComparedScan[] = [];
  let bytes = 0;
  for (const run of [1, 2] as const) {
    const stored = await readPart(run, 'state');
    bytes += stored.length;
    const index = await readPart(run, 'findingsIndex');
    const listed = mapSuppressed(parseFindingIndex(new TextDecoder().decode(index)));
    scans.push({ state: parseState(stored), listed });
  }
  const [before, after] = scans as [ComparedScan, ComparedScan];
  const { items } = buildComparison(before, after, true);
  if (items.length === 0) throw new Error('the comparison is empty');
  return bytes;
}

async function read(call: ReadCall): Promise<number> {
  const deepRow = job.size.pages * job.size.findingsPerPage * 0.9;
  const response = await buildReadCalls(bucket, getRevision(2), deepRow)[call]();
  return Buffer.byteLength(JSON.stringify(response));
}

async function findInHistory(): Promise<number> {
  const stored = await readPart(2, 'history');
  // The last line has the finding that is found last.
  const [, fingerprint = ''] =
    /"(f1_\w+)":[^\n]*\n\}\}$/.exec(Buffer.from(stored.slice(-2_000)).toString()) ?? [];
  if (findFinding(stored, fingerprint) === undefined) throw new Error('the finding is not in the history');
  return stored.length;
}

async function readPart(run: Size['run'], part: 'state' | 'history' | 'findingsIndex'): Promise<Uint8Array> {
  const stored = await bucket.read(buildRevisionKey(getRevision(run), revisionParts[part]));
  if (!stored) throw new Error(`the report of run ${run} does not exist`);
  return stored;
}

/** Returns the comparison of a scan: run 2 is compared with run 1, which is also the latest scan of its branch. */
async function readComparison(size: Size): Promise<ReportComparisonInput> {
  const { scan, settings } = buildSubject(size, createEmptyComparison('', ''));
  const comparableKey = computeComparableKey(scan.config.rules, settings);
  if (size.run === 1) return createEmptyComparison(comparableKey, 'It is the first scan.');
  const state = parseState(await readPart(1, 'state'));
  return {
    baseline: {
      scanId: getScanId(1),
      branch: 'main',
      createdAt: '2026-11-01T10:00:00.000Z',
      chosenBy: 'branch',
    },
    whyNone: null,
    comparableKey,
    state,
    carried: state,
    history: {
      readPrevious: async () => parseHistory(await readPart(1, 'history')),
      carriedScan: { scanId: getScanId(1), commit: null, at: '2026-11-01T10:00:00.000Z' },
    },
    readMarkups: async (key) => {
      const result = await bucket.read(key);
      return result ? pageResultSchema.parse(JSON.parse(new TextDecoder().decode(result))).markups : null;
    },
  };
}

function getRevision(run: Size['run']): ScanRevision {
  return { accountId: 'acct_01arz3ndektsv4rrffq69g5fav', scanId: getScanId(run), edition: REVISION };
}
