import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ReportFormat, reportFormatNames } from '../core/reports/report-formats.ts';
import type { Job, Measured } from './finish/jobs.ts';
import type { Size } from './finish/synthetic-scan.ts';
import { type Machine, thisMachine } from './machine.ts';

/** Measures what putting reports together takes, of a small scan and of one ten times as large. */

const FINDINGS_PER_PAGE = 100;
const pageCounts = [100, 1_000];
/** Half of the least memory that the function has. Without a bound V8 lets garbage lie as long as there is room for it. */
const HEAP_MEGABYTES = 512;

interface OfSize {
  pages: number;
  findings: number;
  resultBytes: number;
  first: Measured;
  compared: Measured;
  forms: Record<ReportFormat, Measured>;
}

// Without these a signal would leave the folder where it is.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const machine = await thisMachine();
const sizes: OfSize[] = [];
for (const pages of pageCounts) sizes.push(await measure(pages));
console.log(`\n${table(machine, sizes)}\n\nWritten to ${await keep({ machine, sizes })}`);

async function measure(pages: number): Promise<OfSize> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-finish-'));
  const of = (run: Size['run']): Size => ({ pages, findingsPerPage: FINDINGS_PER_PAGE, run });
  try {
    say(`${pages} pages: results`);
    const results = await run({ kind: 'results', folder, size: of(1) });
    await run({ kind: 'results', folder, size: of(2) });
    say(`${pages} pages: first scan`);
    const first = await run({ kind: 'finish', folder, size: of(1) });
    say(`${pages} pages: compared scan`);
    const compared = await run({ kind: 'finish', folder, size: of(2) });
    const forms = {} as OfSize['forms'];
    for (const format of reportFormatNames) {
      say(`${pages} pages: ${format}`);
      forms[format] = await run({ kind: 'form', folder, size: of(2), format });
    }
    const findings = pages * FINDINGS_PER_PAGE;
    return { pages, findings, resultBytes: results.bytes, first, compared, forms };
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

function table({ processor, cores, node, load, commit }: Machine, [small, large]: OfSize[]): string {
  if (!small || !large) throw new Error('there are two sizes');
  const row = (name: string, pick: (of: OfSize) => Measured) => {
    const [a, b] = [pick(small), pick(large)];
    const peak = `${megabytes(a.peakBytes)} | ${megabytes(b.peakBytes)} | ${(b.peakBytes / a.peakBytes).toFixed(1)}`;
    return `| ${name} | ${seconds(a)} | ${seconds(b)} | ${megabytes(b.bytes)} | ${peak} |`;
  };
  const titles = [small, large].map(
    ({ pages, findings }) => `${grouped(pages)} pages, ${grouped(findings)} findings`,
  );
  return [
    `${processor}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}, commit ${commit ?? 'unknown'}`,
    `small: ${titles[0]}; large: ${titles[1]}, with ${megabytes(large.resultBytes)} MB of page results`,
    '',
    '| | small, s | large, s | large, MB | peak small, MB | peak large, MB | ratio |',
    '|---|---|---|---|---|---|---|',
    row('the finishing function, first scan', ({ first }) => first),
    row('the finishing function, compared scan', ({ compared }) => compared),
    ...reportFormatNames.map((format) => row(`format ${format}`, ({ forms }) => forms[format])),
  ].join('\n');
}

function seconds({ ms }: Measured): string {
  return (ms / 1000).toFixed(1);
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
}

function grouped(number: number): string {
  return number.toLocaleString('en');
}

/** @returns the file that holds the results, which git ignores */
async function keep(results: object): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `finish-${new Date().toISOString().replaceAll(':', '-')}.json`);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

function say(step: string): void {
  process.stderr.write(`${step}\n`);
}
