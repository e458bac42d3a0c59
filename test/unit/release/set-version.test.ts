import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { setReleaseVersion, setVersion } from '../../../scripts/release/set-version.ts';

const root = join(import.meta.dirname, '../../..');

test.each([
  ['package.json', 1],
  ['package-lock.json', 2],
])('changes only the version in %s', async (name, count) => {
  const text = await readFile(join(root, name), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  expect(setVersion(text, version)).toBe(text);
  const before = text.split('\n');
  const changed = setVersion(text, '99.0.0')
    .split('\n')
    .filter((line, index) => line !== before[index]);
  expect(changed.map((line) => line.trim())).toEqual(Array(count).fill('"version": "99.0.0",'));
});

it('changes the version in names of the CLI package and of the Action only', () => {
  const text =
    'npx ./a11y-scan-0.1.0.tgz, @example/a11y-scan@0.1.0, x/a11y-scan-service@v0.1.0, other-0.1.0.tgz, 0.1.0';
  expect(setReleaseVersion(text, '0.1.0', '0.2.0')).toBe(
    'npx ./a11y-scan-0.2.0.tgz, @example/a11y-scan@0.2.0, x/a11y-scan-service@v0.2.0, other-0.1.0.tgz, 0.1.0',
  );
});
