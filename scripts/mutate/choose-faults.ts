import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, type FaultKind, faultKinds, listFaults } from './list-faults.ts';

/** Folders whose code runs in production, on a developer's machine, or at a customer's. */
const productionFolders = [
  'bin',
  'lib',
  'functions',
  'core',
  'use-cases',
  'adapters',
  'formats',
  'scanner',
  'local',
  'admin',
  'client',
  'cli',
  'dashboard',
];

interface SourceFile {
  file: string;
  source: string;
  lines: number;
}

/**
 * Yields random faults without end, the same ones for the same seed and the same sources. No two overlap. Each line of
 * production code is equally likely to be near a fault, so folders and files are chosen in proportion to their size.
 * Each kind of fault is equally likely.
 */
export function* chooseFaults(root: string, seed: number): Generator<Fault> {
  const files = readSources(root);
  const total = files.reduce((sum, { lines }) => sum + lines, 0);
  const chosen: Fault[] = [];
  for (let draw = 0; ; draw += 1) {
    const random = (name: string, below: number) => drawNumber(`${seed}/${draw}/${name}`, below);
    const target = findFileOfLine(files, random('line', total));
    const kind = faultKinds[random('kind', faultKinds.length)] as FaultKind;
    const faults = listFaults(target?.file ?? '', target?.source ?? '').filter(
      (fault) => fault.kind === kind,
    );
    const fault = faults[random('fault', faults.length)];
    if (fault === undefined || chosen.some((other) => overlap(fault, other))) continue;
    chosen.push(fault);
    yield fault;
  }
}

/** Code that a script of this repository writes. Its faults would be faults of that script. */
const generated = ['client/generated/', 'core/checks/checks.ts', 'core/rule-sets/axe-rules.ts'];

/** Whether two faults change the same text, so that they cannot be in one copy. */
function overlap(one: Fault, other: Fault): boolean {
  return one.file === other.file && one.start < other.end && other.start < one.end;
}

/** Returns the files of the production folders that the repository contains and that people write. */
function readSources(root: string): SourceFile[] {
  const args = ['ls-files', '-z', '--', ...productionFolders];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => /\.tsx?$/.test(file) && !generated.some((path) => file.startsWith(path)))
    .map((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return { file, source, lines: source.split('\n').length };
    });
}

/** Returns the file that contains a line, from 0, of all files together. */
function findFileOfLine(files: readonly SourceFile[], line: number): SourceFile | undefined {
  let first = 0;
  return files.find(({ lines }) => {
    first += lines;
    return line < first;
  });
}

/** Returns a number from 0 to below a limit that depends on a text only. */
function drawNumber(text: string, below: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % Math.max(1, below);
}
