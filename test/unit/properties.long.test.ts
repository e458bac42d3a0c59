import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { multiplyRuns } from '../support/hold.ts';

/** The properties of `npm test`, with so many times as many values. */
const FACTOR = 20;

multiplyRuns(FACTOR);
afterAll(() => multiplyRuns(1));

const files = globSync('**/*.test.ts', { cwd: import.meta.dirname })
  .filter((path) => /support\/hold\.ts'/.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
  .filter((path) => !path.endsWith('.long.test.ts'));
// The query loads a file again, because the process may run it also with fewer values.
for (const path of files) await import(`./${path}?again`);

it('the properties of all folders are among them', () => {
  expect(files.length).toBeGreaterThan(10);
});
