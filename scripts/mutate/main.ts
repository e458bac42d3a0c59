import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runGit } from '../release/git.ts';
import { chooseFaults } from './choose-faults.ts';
import { FaultyCopy } from './faulty-copy.ts';
import type { Fault } from './list-faults.ts';
import { allStage, buildFormerStage, type Stage, testStages } from './stages.ts';

/**
 * Measures whether the tests find faults: `npm run mutate -- --seed 1 --count 5`.
 *
 * Puts random small faults into a copy of the last commit, one at a time, and runs the tests of `npm test` until one
 * fails; then, if none fails, those that `npm run test:all` adds. With `--former COMMIT` it also runs the tests of an
 * earlier commit that have changed since.
 *
 * The number of faults that survive is not a number of missing tests: some faults change nothing that anybody can
 * observe, such as a time limit that is one millisecond longer. It is for comparison: of two suites, the one that
 * leaves fewer of the same faults finds more. Read each survivor. If a user could notice it, a test is missing.
 *
 * Results are written after each fault, and a run that is repeated goes on where it ended.
 */
const USAGE = 'Usage: npm run mutate -- --seed NUMBER --count NUMBER [--former COMMIT]';
const root = join(import.meta.dirname, '..', '..');

/** How often a stage runs that ends by a test which also fails without the fault. */
const ATTEMPTS = 3;

/** What was found out about a fault. */
interface Result {
  fault: Fault;
  /** The line of the source before and after. */
  before: string;
  after: string;
  /** The stage that found it; null if it survived all. */
  foundBy: string | null;
  /** The test that failed. */
  test?: string;
  seconds: number;
}

process.exitCode = await main();

/** Returns the exit code: 0 if the faults were tried, whatever the outcome, 2 for a usage error. */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { seed, count, former } = options;
  const commit = await runGit(root, ['rev-parse', 'HEAD']);
  const path = join(root, '.cache', 'mutate', `${commit.slice(0, 12)}-${seed}.json`);
  const results: Result[] = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : [];
  for (const result of results) console.log(describeResult(result));

  const stages = [...testStages, allStage];
  const copy = await FaultyCopy.create(root, commit);
  const formerCopy = former === undefined ? undefined : await FaultyCopy.create(root, former);
  try {
    const errors = await copy.checkTypes();
    if (errors !== '') throw new Error(`The commit itself does not compile:\n${errors}`);
    let tried = 0;
    for (const fault of chooseFaults(root, seed)) {
      if (tried === count) break;
      const known = results.find((each) => JSON.stringify(each.fault) === JSON.stringify(fault));
      if (known === undefined) {
        const startedAt = Date.now();
        if ((await copy.withFault(fault, () => copy.checkTypes())) !== '') continue;
        let found = await testFault(copy, fault, stages);
        if (found.foundBy === null && former !== undefined && formerCopy !== undefined) {
          found = await testFault(formerCopy, fault, [await buildFormerStage(root, former, commit)]);
        }
        const lines = await describeFault(fault);
        const result = { fault, ...lines, ...found, seconds: Math.round((Date.now() - startedAt) / 1000) };
        results.push(result);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
        console.log(describeResult(result));
      }
      tried += 1;
    }
  } finally {
    await copy.remove();
    await formerCopy?.remove();
  }
  console.log(summarize(results));
  return 0;
}

type Found = Pick<Result, 'foundBy' | 'test'>;

async function testFault(copy: FaultyCopy, fault: Fault, stages: readonly Stage[]): Promise<Found> {
  for (const stage of stages) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const outcome = await copy.withFault(fault, () => copy.test(stage.args(fault)));
      if (!outcome.found) break;
      // A test that also fails without the fault has not found it, and the tests after it did not run.
      const { file, by } = outcome;
      const isFlaky = file !== undefined && (await copy.test(['run', file])).found;
      if (!isFlaky) return { foundBy: stage.name, test: by };
      console.error(`fails without a fault too: ${by}`);
    }
  }
  return { foundBy: null };
}

async function describeFault({
  file,
  start,
  end,
  replacement,
}: Fault): Promise<Pick<Result, 'before' | 'after'>> {
  const source = await readFile(join(root, file), 'utf8');
  const text = source.slice(start, end);
  const from = source.lastIndexOf('\n', start) + 1;
  const to = source.indexOf('\n', end);
  const before = source.slice(from, to);
  return { before: before.trim(), after: before.replace(text, () => replacement).trim() };
}

function describeResult({ fault, before, after, foundBy, test, seconds }: Result): string {
  const outcome = foundBy === null ? 'SURVIVED' : `found by ${foundBy}: ${test}`;
  return `${fault.file}:${fault.line}, ${fault.kind}, ${seconds} s\n  - ${before}\n  + ${after}\n  ${outcome}`;
}

function summarize(results: readonly Result[]): string {
  const counts = Map.groupBy(results, ({ foundBy }) => foundBy ?? 'survived');
  return [...counts].map(([name, some]) => `${some.length} ${name}`).join('\n');
}

function readOptions(): { seed: number; count: number; former?: string } | undefined {
  try {
    const { values } = parseArgs({
      options: { seed: { type: 'string' }, count: { type: 'string' }, former: { type: 'string' } },
    });
    const [seed, count] = [Number(values.seed), Number(values.count)];
    if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) return undefined;
    return { seed, count, ...(values.former === undefined ? {} : { former: values.former }) };
  } catch {
    return undefined;
  }
}
