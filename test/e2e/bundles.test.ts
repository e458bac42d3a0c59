import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionNames, readBundles } from './bundles/packaged-functions.ts';

/** Lambda's limit for the unzipped package of a function. */
const UNZIPPED_LIMIT = 250 * 1024 * 1024;
/** Limit for the unzipped package of an API function, which Lambda reads at each cold start. */
const API_LIMIT = 5 * 1024 * 1024;

const apart: readonly string[] = ['scan-pages'];

/** Returns the bytes of all files of a bundle. */
async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

describe('the packaged functions', () => {
  let bundles: Map<string, string>;
  const sizes = new Map<string, number>();
  const folderOf = (name: string) => bundles.get(name) ?? expect.unreachable(name);

  beforeAll(async () => {
    bundles = await readBundles();
    for (const name of functionNames) sizes.set(name, await sizeOf(folderOf(name)));
  });

  it("are within Lambda's size limit, and those of the API far below it", () => {
    const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`.padStart(12);
    const lines = [...sizes].map(([name, size]) => `${name.padEnd(20)}${kilobytes(size)} unzipped`);
    console.log(lines.join('\n'));
    for (const [name, unzipped] of sizes) {
      expect(unzipped, name).toBeGreaterThan(0);
      expect(unzipped, name).toBeLessThan(apart.includes(name) ? UNZIPPED_LIMIT : API_LIMIT);
    }
  });

  // Each SDK loads it at its first request.
  it('import http nowhere, which would load the fetch of Node.js, too', async () => {
    for (const name of functionNames) {
      const code = await readFile(join(folderOf(name), 'index.mjs'), 'utf8');
      expect(code.match(/(?:\bfrom|\bimport\(?)["'](?:node:)?http["']/g), name).toBeNull();
    }
  });

  it('have source maps without the sources', async () => {
    const map = JSON.parse(await readFile(join(folderOf('get-health'), 'index.mjs.map'), 'utf8'));
    expect(map.sources).toContain('../../functions/get-health/handler.ts');
    expect(map.sourcesContent ?? []).toEqual([]);
  });

  it('contain the packed browser in scan-pages only', async () => {
    for (const name of functionNames) {
      const names = await readdir(folderOf(name));
      expect(names.includes('chromium'), name).toBe(apart.includes(name));
    }
  });
});
