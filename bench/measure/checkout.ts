import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** Files and folders that a fresh checkout does not have, and the packages, which are linked. */
const left = new Set(['.git', '.cache', '.local', 'cdk.out', 'coverage', 'node_modules']);

/** A copy of this checkout as it is after `npm ci` and before the first start. */
export interface Checkout {
  folder: string;
  /** The data folder of its services. */
  data: string;
  /** Removes the data folder and the packed browser, which outlives it. */
  forget(): Promise<void>;
}

/**
 * Copies the checkout, so that a first start can be measured without removing the packed browser of this checkout,
 * which may be in use. The copy is removed when this process ends.
 */
export async function copyCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-checkout-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  await cp(root, folder, {
    recursive: true,
    filter: (path) => {
      const parts = relative(root, path).split(sep);
      return !left.has(parts[0] ?? '') && parts.at(-1) !== 'node_modules';
    },
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    data: join(folder, '.local'),
    async forget() {
      for (const name of ['.local', '.cache']) await rm(join(folder, name), { recursive: true, force: true });
    },
  };
}
