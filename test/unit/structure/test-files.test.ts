import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../../vitest.config.ts';

const cwd = join(import.meta.dirname, '../../..');
const files = globSync('test/**/*.test.ts', { cwd });
const projects = (config.test?.projects ?? []) as { test: { name: string; include: string[] } }[];

/** Returns the files of a project. A pattern that begins with `!` excludes files. */
function listFiles(include: readonly string[]): string[] {
  const excluded = include.flatMap((pattern) =>
    pattern.startsWith('!') ? globSync(pattern.slice(1), { cwd }) : [],
  );
  return globSync(
    include.filter((pattern) => !pattern.startsWith('!')),
    { cwd },
  ).filter((file) => !excluded.includes(file));
}

it('each test file belongs to exactly one project', () => {
  const owners = projects.flatMap(({ test }) => listFiles(test.include));
  expect(files.length).toBeGreaterThan(500);
  expect(owners.sort()).toEqual(files.sort());
});

it('the name of each test file says which command runs it', () => {
  expect(files.filter((file) => !/^[a-z0-9-]+(\.(all|long))?\.test\.ts$/.test(basename(file)))).toEqual([]);
});
