import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runGit } from '../release/git.ts';
import { withSignalHandler } from '../release/signals.ts';
import { chooseFaults } from './choose-faults.ts';
import { FaultyCopy } from './faulty-copy.ts';
import { findTogether } from './find-together.ts';
import type { Fault } from './list-faults.ts';
import { allStage, buildFormerStage, type Stage, testStages } from './stages.ts';

/**
 * Measures whether the tests find faults: `npm run mutate -- --seed 1 --count 5`.
 *
 * Puts random small faults into a copy of the last commit, and runs the tests of `npm test`, from the cheapest to the
 * most expensive, then those that `npm run test:all` adds. All faults that are left share one run; only for the files
 * that fail it finds out which fault it was, so each found fault was found alone. With `--former COMMIT` it also runs
 * the tests of an earlier commit that have changed since.
 *
 * The number of faults that survive is not a number of missing tests: some faults change nothing that anybody can
 * observe, such as a time limit that is one millisecond longer. It is for comparison: of two suites, the one that
 * leaves fewer of the same faults finds more. Read each survivor. If a user could notice it, a test is missing.
 *
 * Results are written after each stage of tests, and a run that is repeated goes on where it ended.
 */
const USAGE = 'Usage: npm run mutate -- --seed NUMBER --count NUMBER [--former COMMIT]';
const root = join(import.meta.dirname, '..', '..');

/** What was found out about a fault. */
interface Result {
  fault: Fault;
  /** The lines of the source before and after. */
  before: string;
  after: string;
  /** The stages that did not find it. */
  survived: string[];
  /** The stage that found it, and the file that failed. */
  found?: { by: string; file: string };
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
  const path = join(root, '.cache', 'mutate', `${commit.slice(0, 12)}-${seed}-${count}.json`);
  const results: Result[] = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : [];
  const save = async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
  };
  const copy = await FaultyCopy.create(root, commit);
  const formerCopy = former === undefined ? undefined : await FaultyCopy.create(root, former);
  const removeCopies = () => Promise.allSettled([copy.remove(), formerCopy?.remove()]);
  await withSignalHandler(
    () => void removeCopies().finally(() => process.exit(1)),
    async () => {
      if (results.length === 0) {
        for (const fault of await chooseCompiling(copy, seed, count))
          results.push({ fault, ...describeFault(await copy.readSource(fault.file), fault), survived: [] });
        await save();
      }
      for (const stage of [...testStages, allStage]) await tryTogether(copy, stage, results, save);
      if (former !== undefined && formerCopy !== undefined) {
        const isSame = async ({ fault: { file } }: Result) =>
          (await formerCopy.readSource(file)) === (await copy.readSource(file));
        const same = await Promise.all(results.map(isSame));
        const stage = await buildFormerStage(root, former, commit);
        await tryTogether(
          formerCopy,
          stage,
          results.filter((_, index) => same[index]),
          save,
        );
      }
    },
  ).finally(removeCopies);
  console.log(results.map(describeResult).join('\n'));
  console.log(summarize(results));
  return 0;
}

/** Returns the first faults of a seed that compile. */
async function chooseCompiling(copy: FaultyCopy, seed: number, count: number): Promise<Fault[]> {
  const faults = chooseFaults(copy.folder, seed);
  const findFilesWithErrors = (some: readonly Fault[]) =>
    copy.withFaults(some, () => copy.findFilesWithErrors());
  let chosen: Fault[] = [];
  for (;;) {
    while (chosen.length < count) chosen.push(faults.next().value as Fault);
    const wrong = await findFilesWithErrors(chosen);
    if (wrong.length === 0) return chosen;
    // Hardly any fault makes only another file wrong.
    const ofThese = chosen.filter(({ file }) => wrong.includes(file));
    const omitted =
      ofThese.length > 0
        ? ofThese
        : [...(await findTogether(chosen, findFilesWithErrors, () => undefined)).keys()];
    if (omitted.length === 0) throw new Error(`The commit itself does not compile: ${wrong.join(', ')}`);
    chosen = chosen.filter((fault) => !omitted.includes(fault));
  }
}

/** Tries the faults that no stage has found yet with all tests of a stage. */
async function tryTogether(
  copy: FaultyCopy,
  stage: Stage,
  results: readonly Result[],
  save: () => Promise<void>,
): Promise<void> {
  const left = results.filter(({ found, survived }) => found === undefined && !survived.includes(stage.name));
  console.error(`${stage.name}: ${left.length} faults are left`);
  const found = await findTogether(
    left.map(({ fault }) => fault),
    (faults, files) => copy.withFaults(faults, () => copy.findFailedFiles(stage, files)),
    (file) => console.error(`${stage.name}: passed over, because no fault alone makes it fail: ${file}`),
  );
  for (const result of left) {
    const file = found.get(result.fault);
    if (file === undefined) result.survived.push(stage.name);
    else result.found = { by: stage.name, file };
  }
  await save();
}

/** Returns the lines of a source before and after a fault. */
function describeFault(source: string, fault: Fault): Pick<Result, 'before' | 'after'> {
  const from = source.lastIndexOf('\n', fault.start) + 1;
  const to = source.indexOf('\n', fault.end);
  const before = source.slice(from, to);
  const after = source.slice(from, fault.start) + fault.replacement + source.slice(fault.end, to);
  return { before: before.trim(), after: after.trim() };
}

function describeResult({ fault, before, after, found }: Result): string {
  const outcome = found === undefined ? 'not found' : `found by ${found.by}: ${found.file}`;
  return `${fault.file}:${fault.line}, ${fault.kind}\n  - ${before}\n  + ${after}\n  ${outcome}`;
}

function summarize(results: readonly Result[]): string {
  const counts = Map.groupBy(results, ({ found }) => found?.by ?? 'survived');
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
