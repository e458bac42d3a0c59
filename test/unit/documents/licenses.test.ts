import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** SPDX identifiers that a production dependency may have; see decision 36. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // Copyleft for each file: allowed for packages that are distributed unchanged.
  'MPL-2.0',
]);

interface LockedPackage {
  license?: string;
  dev?: boolean;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(root, path), 'utf8')) as T;
}

/** Returns true if an SPDX expression is allowed: one alternative of `OR`, every part of `AND`. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((alternative) => alternative.split(' AND ').every((id) => allowed.has(id)));
}

it('allows only known permissive licenses, and MPL-2.0, in production dependencies', async () => {
  const { packages } = await readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const production = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  expect(production.length).toBeGreaterThan(50);
  const refused = production.filter(([, { license = 'none' }]) => !isAllowed(license));
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'UNLICENSED', 'none'])(
  'rejects %s',
  (license) => {
    expect(isAllowed(license)).toBe(false);
  },
);

it('has the same license in package.json, in the lock file and in LICENSE', async () => {
  const { license } = await readJson<{ license: string }>('package.json');
  const { packages } = await readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  expect([license, packages['']?.license]).toEqual(['Apache-2.0', 'Apache-2.0']);
  expect(await readFile(join(root, 'LICENSE'), 'utf8')).toMatch(
    /^\s+Apache License\n\s+Version 2\.0, January 2004/,
  );
});
