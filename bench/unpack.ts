import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { packChromium } from '../scanner/chromium-pack/pack.ts';
import { describeMachine } from './machine.ts';
import { computeMedian } from './measure/median.ts';
import type { Unpacking } from './measure/unpack-child.ts';

/**
 * Unpacks the browser as a cold start does, by the code of @sparticuz/chromium and by ours, in turns, on one core and
 * on all. For both, the files are in the operating system's cache.
 */
const kinds = ['stock', 'ours'] as const;
type Kind = (typeof kinds)[number];

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const CODE_BYTES_MAX = 250 * 1024 ** 2;
/** The minimum size of /tmp; the function has twice that. */
const TEMPORARY_BYTES_MIN = 512 * 1024 ** 2;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number.parseInt(values.rounds, 10);
if (!(rounds >= 1)) throw new Error(`--rounds must be a number of at least 1, not ${values.rounds}`);

const machine = await describeMachine();
const packDir = await packChromium();
const sizes: Record<Kind, { packed: number; unpacked: number }> = {
  stock: { packed: await measureSize(stockFiles()), unpacked: 0 },
  ours: { packed: await measureSize(packDir), unpacked: 0 },
};
const cores = { one: true, all: false };
const runs = Object.keys(cores).map((name) => ({ name, ours: [] as Unpacking[], stock: [] as Unpacking[] }));
for (let round = 0; round < rounds; round++) {
  for (const run of runs) {
    // The order changes because the second may find the disk busy with writes of the first.
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      run[kind].push(await unpack(kind, run.name === 'one'));
    }
  }
  console.error(`measuring: round ${round + 1} of ${rounds} …`);
}

console.log(`\n${machine.processor}, ${machine.cores} cores, load ${machine.load.toFixed(1)}\n`);
console.log(row('cores', 'whose', 'wall', 'CPU', 'peak memory'));
for (const { name, ...run } of runs) {
  for (const kind of kinds) {
    const of = (member: keyof Unpacking) => computeMedian(run[kind].map((one) => one[member]));
    const [wall, cpu, peak] = [of('wallMs'), of('cpuMs'), of('peakBytes')];
    console.log(row(name, kind, `${wall.toFixed(0)} ms`, `${cpu.toFixed(0)} ms`, megabytes(peak)));
  }
  // Ratios are computed within a round, because other load then affects both.
  const ratio = (of: keyof Unpacking) =>
    `${computeMedian(run.stock.map((stock, round) => stock[of] / (run.ours[round]?.[of] ?? Number.NaN))).toFixed(2)} ×`;
  console.log(row('', 'ratio', ratio('wallMs'), ratio('cpuMs'), ratio('peakBytes')));
}
console.log(`\n${row('bytes', 'whose', 'packed', 'unpacked', '')}`);
for (const kind of kinds) {
  console.log(row('', kind, megabytes(sizes[kind].packed), megabytes(sizes[kind].unpacked), ''));
}
console.log(row('', 'limit', megabytes(CODE_BYTES_MAX), megabytes(TEMPORARY_BYTES_MIN), ''));

const folder = join(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
const file = join(folder, `unpack-${new Date().toISOString().replaceAll(':', '-')}.json`);
await writeFile(file, `${JSON.stringify({ machine, sizes, runs }, null, 2)}\n`);
console.log(`\nWritten to ${file}`);

async function unpack(kind: Kind, oneCore: boolean): Promise<Unpacking> {
  const into = await mkdtemp(join(tmpdir(), 'bench-unpack-'));
  try {
    const child = join(import.meta.dirname, 'measure', 'unpack-child.ts');
    const words = [process.execPath, child, kind, packDir, into];
    const [command = '', ...rest] = oneCore ? ['taskset', '--cpu-list', '0', ...words] : words;
    // With this variable the package also unpacks its libraries, as it does on Lambda.
    const env = {
      PATH: process.env.PATH,
      TMPDIR: into,
      HOME: into,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    };
    const { stdout } = await promisify(execFile)(command, rest, { env });
    sizes[kind].unpacked = await measureSize(into);
    return JSON.parse(stdout) as Unpacking;
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/** Returns the folder of the package's compressed files. */
function stockFiles(): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(dirname(resolve('@sparticuz/chromium'))), 'bin');
}

async function measureSize(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return found.reduce((sum, { size }) => sum + size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

function row(...[first = '', ...rest]: string[]): string {
  return first.padEnd(8) + rest.map((cell) => cell.padStart(14)).join('');
}
