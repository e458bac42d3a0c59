import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../lib/bundle/bundle-functions.ts';
import { hashDirectory } from '../../lib/bundle/hash-directory.ts';

/** The bundles of the real functions are tested in test/e2e/bundles.test.ts, as the shared service runs them. */
describe('bundling', () => {
  it('hashes names and contents', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'hash-'));
    try {
      const hashes = new Set<string>();
      await writeFile(join(directory, 'a'), 'one');
      hashes.add(await hashDirectory(directory));
      await writeFile(join(directory, 'a'), 'two');
      hashes.add(await hashDirectory(directory));
      await writeFile(join(directory, 'b'), 'two');
      hashes.add(await hashDirectory(directory));
      await rm(join(directory, 'a'));
      hashes.add(await hashDirectory(directory));
      expect(hashes.size).toBe(4);
      expect(hashes).toContain(await hashDirectory(directory));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('gives a function the hash of its contents, independent of the folder it is built in', async () => {
    const root = await mkdtemp(join(tmpdir(), 'bundles-'));
    try {
      for (const name of ['one', 'two']) {
        await mkdir(join(root, 'functions', name), { recursive: true });
        await writeFile(
          join(root, 'functions', name, 'handler.ts'),
          `import { createServer } from 'node:http';
           import { z } from '${fileURLToPath(import.meta.resolve('zod'))}';
           export const createHandler = () => [createServer, z.string(), '${name}'];`,
        );
      }
      await writeFile(join(root, 'companion'), 'companion');
      const build = async (into: string, companions = {}) => {
        const bundles = await bundleFunctions({ root, into: join(root, into), companions });
        return [bundles.one?.hash, bundles.two?.hash];
      };
      const [one, two] = await build('first');
      expect(one).toMatch(/^[0-9a-f]{64}$/);
      expect(one).not.toBe(two);
      expect(await build('second')).toEqual([one, two]);
      const [more, same] = await build('third', { one: { companion: join(root, 'companion') } });
      expect([more === one, same === two]).toEqual([false, true]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
