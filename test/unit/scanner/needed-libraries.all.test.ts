import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { expect, it } from 'vitest';
import { readTar } from '../../../scanner/chromium-pack/tar.ts';
import { readDocument } from '../../support/documents.ts';
import { readNeededLibraries } from '../../support/elf.ts';

const { resolve } = createRequire(import.meta.url);
const source = join(dirname(dirname(resolve('@sparticuz/chromium'))), 'bin');
const read = async (name: string) =>
  promisify(brotliDecompress)(await readFile(join(source, name))) as Promise<Buffer>;

/** Libraries of glibc and gcc, which Node.js itself needs: https://github.com/nodejs/node/blob/main/BUILDING.md */
const ofNode = [
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
];

it('the browser needs no library of the machine besides those of Node.js, and libsqlite3', async () => {
  const files = (await Promise.all(['al2023.tar.br', 'swiftshader.tar.br'].map(read))).flatMap((archive) =>
    [...readTar(archive)].map(({ path, content }) => ({ path, content: Buffer.from(content) })),
  );
  const packed = new Set(files.map(({ path }) => basename(path)));
  const needed = new Map<string, string[]>();
  for (const { path, content } of [...files, { path: 'chromium', content: await read('chromium.br') }]) {
    for (const library of readNeededLibraries(content) ?? [])
      needed.set(library, [...(needed.get(library) ?? []), basename(path)]);
  }
  expect(needed.get('libnss3.so')).toContain('chromium');
  const missing = [...needed].filter(([library]) => !packed.has(library) && !ofNode.includes(library));
  // NSS loads libsoftokn3 at the first TLS connection, and ends the browser if that fails. docs/deploy.md says how to
  // verify that the image of the Lambda runtime has the library.
  expect(missing).toEqual([['libsqlite3.so.0', ['libsoftokn3.so']]]);
  expect(readDocument('docs/deploy.md')).toContain('/usr/lib64/libsqlite3.so.0');
});
