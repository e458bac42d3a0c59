import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listWrongPackages } from '../../../scripts/release/installed-packages.ts';

const root = mkdtempSync(join(tmpdir(), 'a11y-scan-installed-'));

function install(directory: string, version: string): void {
  mkdirSync(join(root, directory), { recursive: true });
  writeFileSync(join(root, directory, 'package.json'), JSON.stringify({ version }));
}

beforeAll(() => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/same': { version: '1.0.0' },
    'node_modules/other': { version: '2.0.1' },
    'node_modules/same/node_modules/nested': { version: '3.0.0' },
    'node_modules/missing': { version: '4.0.0' },
    'node_modules/other-platform': { version: '5.0.0', optional: true },
    'node_modules/old-platform': { version: '6.0.1', optional: true },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  install('node_modules/same', '1.0.0');
  install('node_modules/other', '2.0.0');
  install('node_modules/same/node_modules/nested', '3.1.0');
  install('node_modules/old-platform', '6.0.0');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

it('names missing packages and packages of another version, except optional ones that are missing', async () => {
  expect(await listWrongPackages(root)).toEqual([
    'node_modules/other is 2.0.0; package-lock.json has 2.0.1.',
    'node_modules/same/node_modules/nested is 3.1.0; package-lock.json has 3.0.0.',
    'node_modules/missing is missing; package-lock.json has 4.0.0.',
    'node_modules/old-platform is 6.0.0; package-lock.json has 6.0.1.',
  ]);
});
