import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ReportFormat, reportFormatNames } from '../core/reports/report-formats.ts';
import type { Job, Measured } from './finish/jobs.ts';
import { type ReadCall, readCallNames } from './finish/read-calls.ts';
import type { Size } from './finish/synthetic-scan.ts';
import { describeMachine, type Machine } from './machine.ts';

/** Measures the time and memory to build reports of a small scan and of one ten times as large. */

const FINDINGS_PER_PAGE = 100;
const pageCounts = [100, 1_000];
/**
 * Half of the minimum memory of the function. Without a limit V8 leaves garbage in memory as long as there is free
 * space.
 */
const HEAP_MEGABYTES = 512;

interface SizeResults {
  pages: number;
  findings: number;
  resultBytes: number;
  first: Measured;
  compared: Measured;
  /** Two scans compared by their states, and one finding found in a history: see `read-history`. */
  comparison: Measured;
  history: Measured;
  reads: Record<ReadCall, Measured>;
  formats: Record<ReportFormat, Measured>;
}

// Without these handlers, a signal would leave the folder on disk.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const machine = await describeMachine();
const sizes: SizeResults[] = [];
for (const pages of pageCounts) sizes.push(await measure(pages));
console.log(`\n${renderTable(machine, sizes)}\n\nWritten to ${await writeResults({ machine, sizes })}`);

async function measure(pages: number): Promise<SizeResults> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-finish-'));
  const buildSize = (run: Size['run']): Size => ({ pages, findingsPerPage: FINDINGS_PER_PAGE, run });
  try {
    say(`${pages} pages: results`);
    const results = await run({ kind: 'results', folder, size: buildSize(1) });
    await run({ kind: 'results', folder, size: buildSize(2) });
    say(`${pages} pages: first scan`);
    const first = await run({ kind: 'finish', folder, size: buildSize(1) });
    say(`${pages} pages: compared scan`);
    const compared = await run({ kind: 'finish', folder, size: buildSize(2) });
    say(`${pages} pages: comparison and history`);
    const comparison = await run({ kind: 'compare', folder, size: buildSize(2) });
    const history = await run({ kind: 'history', folder, size: buildSize(2) });
    const reads = {} as SizeResults['reads'];
    for (const call of readCallNames)
      reads[call] = await run({ kind: 'read', folder, size: buildSize(2), call });
    const formats = {} as SizeResults['formats'];
    for (const format of reportFormatNames) {
      say(`${pages} pages: ${format}`);
      formats[format] = await run({ kind: 'format', folder, size: buildSize(2), format });
    }
    const findings = pages * FINDINGS_PER_PAGE;
    return {
      pages,
      findings,
      resultBytes: results.bytes,
      first,
      compared,
      comparison,
      history,
      reads,
      formats,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(job: Job): Promise<Measured> {
  const script = join(import.meta.dirname, 'finish', 'job-process.ts');
  const bound = `--max-old-space-size=${HEAP_MEGABYTES}`;
  const { stdout } = await promisify(execFile)(process.execPath, [bound, script, JSON.stringify(job)]);
  return JSON.parse(stdout) as Measured;
}

function renderTable(
  { processor, cores, node, load, commit }: Machine,
  [small, large]: SizeResults[],
): string {
  if (!small || !large) throw new Error('two sizes are expected');
  const row = (name: string, pick: (buildSize: SizeResults) => Measured) => {
    const [a, b] = [pick(small), pick(large)];
    const peak = `${formatMegabytes(a.peakBytes)} | ${formatMegabytes(b.peakBytes)} | ${(b.peakBytes / a.peakBytes).toFixed(1)}`;
    const cpu = `${formatSeconds(a.cpuMs)} | ${formatSeconds(b.cpuMs)}`;
    return `| ${name} | ${formatSeconds(a.ms)} | ${formatSeconds(b.ms)} | ${cpu} | ${formatMegabytes(b.bytes)} | ${peak} |`;
  };
  const titles = [small, large].map(
    ({ pages, findings }) => `${formatCount(pages)} pages, ${formatCount(findings)} findings`,
  );
  return [
    `${processor}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}, commit ${commit ?? 'unknown'}`,
    `small: ${titles[0]}; large: ${titles[1]}, with ${formatMegabytes(large.resultBytes)} MB of page results`,
    '',
    '| | small, s | large, s | small, CPU s | large, CPU s | large, MB | peak small, MB | peak large, MB | ratio |',
    '|---|---|---|---|---|---|---|---|---|',
    row('the finishing function, first scan', ({ first }) => first),
    row('the finishing function, compared scan', ({ compared }) => compared),
    row('the comparison of two scans', ({ comparison }) => comparison),
    row('the history of one finding', ({ history }) => history),
    ...readCallNames.map((call) => row(`reading ${call}`, ({ reads }) => reads[call])),
    ...reportFormatNames.map((format) => row(`format ${format}`, ({ formats }) => formats[format])),
  ].join('\n');
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 1000 ? 2 : 1);
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}

/**
 * Writes the results to a file that git ignores.
 * @returns path of the file
 */
async function writeResults(results: object): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `finish-${new Date().toISOString().replaceAll(':', '-')}.json`);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

function say(step: string): void {
  process.stderr.write(`${step}\n`);
}
