import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runGit } from './release/git.ts';

/**
 * Runs the test files that take too long for each change: `npm run test:long -- --shard 1/4`.
 *
 * Each file is a run of its own. Files that have passed on this commit are not run again, so that a run which was
 * interrupted goes on where it ended. Uncommitted changes are tested too, but nothing is remembered of them.
 */
const USAGE = 'Usage: npm run test:long -- [--shard NUMBER/COUNT]';
const root = join(import.meta.dirname, '..');

process.exitCode = await main();

/** Returns the exit code: 0 if all files passed, 1 if one failed, 2 for a usage error. */
async function main(): Promise<number> {
  const shard = readShard();
  if (shard === undefined) {
    console.error(USAGE);
    return 2;
  }
  const files = globSync('test/**/*.long.test.ts', { cwd: root })
    .sort()
    .filter((_, index) => index % shard.count === shard.number - 1);
  const path = await findMemory();
  const passed = new Set(path === undefined ? [] : readPassed(path));
  const failed: string[] = [];
  for (const file of files) {
    if (passed.has(file)) {
      console.log(`${file} has passed on this commit before`);
      continue;
    }
    if (runTests(file)) passed.add(file);
    else failed.push(file);
    if (path !== undefined) writePassed(path, passed);
  }
  if (failed.length > 0) console.error(`Failed:\n${failed.map((file) => `  ${file}`).join('\n')}`);
  console.log(`${files.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

/** Returns the file that remembers what has passed on this commit; undefined if there are uncommitted changes. */
async function findMemory(): Promise<string | undefined> {
  if ((await runGit(root, ['status', '--porcelain'])) !== '') return undefined;
  return join(root, '.cache', 'test-long', `${await runGit(root, ['rev-parse', 'HEAD'])}.json`);
}

function readPassed(path: string): string[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

function writePassed(path: string, passed: ReadonlySet<string>): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify([...passed]));
}

function runTests(file: string): boolean {
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  return spawnSync(vitest, ['run', file], { cwd: root, stdio: 'inherit' }).status === 0;
}

function readShard(): { number: number; count: number } | undefined {
  try {
    const { shard = '1/1' } = parseArgs({ options: { shard: { type: 'string' } } }).values;
    const [, number, count] = (/^(\d{1,3})\/(\d{1,3})$/.exec(shard) ?? []).map(Number);
    if (number === undefined || count === undefined || number < 1 || number > count) return undefined;
    return { number, count };
  } catch {
    return undefined;
  }
}
