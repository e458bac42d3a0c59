import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('lists each type of the data flow of a finding with the file that declares it', () => {
  const [, section = ''] = read('docs/architecture.md').split('## How a finding flows through the code');
  const [, table = ''] = section.split('```');
  const rows = [...table.matchAll(/((?:[A-Z][a-z]\w+(?:, )?)+) +((?:core|scanner)\/\S+\.ts)/g)];
  const types = rows.flatMap(([, names = '', path = '']) =>
    names.split(', ').map((name) => ({ name, path })),
  );

  expect(types.length).toBeGreaterThan(12);
  expect(
    types.filter(
      ({ name, path }) => !new RegExp(`export (interface|type|class) ${name}\\b`).test(read(path)),
    ),
  ).toEqual([]);
});
