import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { computeComparableKey } from '../../core/comparison/comparable-key.ts';
import { parseState } from '../../core/comparison/stored-state.ts';
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
import { EDITION, HEAD_FILE, type Job, type Measured } from './jobs.ts';
import { type Size, scanId, syntheticPages, syntheticResult, syntheticSubject } from './synthetic-scan.ts';

/** Does one job and says what it took: a process of its own, so that its peak of memory is its own. */

const job = JSON.parse(process.argv[2] ?? '') as Job;
const bucket = new DiskBucket(join(job.folder, `bucket-${job.size.pages}`));
const begin = performance.now();
const bytes = await work();
const ms = performance.now() - begin;
// Kilobytes, see https://nodejs.org/api/process.html#processresourceusage
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ ms, peakBytes, bytes } satisfies Measured));

async function work(): Promise<number> {
  if (job.kind === 'results') return writeResults(job.size);
  return job.kind === 'finish' ? finish(job.size) : form(job.size, job.format);
}

async function writeResults(size: Size): Promise<number> {
  let written = 0;
  for (const [index, page] of syntheticPages(size).entries()) {
    const text = JSON.stringify(syntheticResult(size, page, index));
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
    subject: async () => syntheticSubject(size, await comparisonOf(size)),
    pages: syntheticPages(size),
    of: editionOf(size.run),
    leavesState: true,
  };
  const folder = await mkdtemp(join(job.folder, 'work-'));
  const head: Report = await putRevision(input, counting, folder);
  await rm(folder, { recursive: true });
  await writeFile(bucket.path(buildRevisionKey(editionOf(size.run), HEAD_FILE)), JSON.stringify(head));
  return written;
}

async function form(size: Size, format: ReportFormat): Promise<number> {
  const file = (name: string) => bucket.path(buildRevisionKey(editionOf(size.run), name));
  const head: Report = JSON.parse(await readFile(file(HEAD_FILE), 'utf8'));
  const source = {
    head,
    findings: () => readStoredFindings(file(revisionParts.findings)),
    picture: async () => undefined,
  };
  const written = await writeTextFile(join(job.folder, `form.${format}`), renderers[format](source));
  await rm(written.path);
  return written.bytes;
}

/** Run 2 is held against run 1, which is also the last of its branch. */
async function comparisonOf(size: Size): Promise<ReportComparisonInput> {
  const { scan, settings } = syntheticSubject(size, createEmptyComparison('', ''));
  const comparableKey = computeComparableKey(scan.config.rules, settings);
  if (size.run === 1) return createEmptyComparison(comparableKey, 'It is the first scan.');
  const stored = await bucket.read(buildRevisionKey(editionOf(1), revisionParts.state));
  if (!stored) throw new Error('run 1 was not finished');
  const state = parseState(stored);
  return {
    baseline: {
      scanId: scanId(1),
      branch: 'main',
      createdAt: '2026-11-01T10:00:00.000Z',
      chosenBy: 'branch',
    },
    whyNone: null,
    comparableKey,
    state,
    carried: state,
    readMarkups: async (key) => {
      const result = await bucket.read(key);
      return result ? pageResultSchema.parse(JSON.parse(new TextDecoder().decode(result))).markups : null;
    },
  };
}

function editionOf(run: Size['run']): ScanRevision {
  return { accountId: 'acct_01arz3ndektsv4rrffq69g5fav', scanId: scanId(run), edition: EDITION };
}
