import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packChromium } from '../../scanner/chromium-pack/pack.ts';
import { bundleCli } from './bundle-cli.ts';
import { writeClientTypes } from './client-types.ts';
import { noticesOf } from './notices.ts';
import { packageJsonOf, type RootPackage } from './package-json.ts';

/** What came of packing the command. */
export interface PackedCli {
  /** The file that `npx` and `npm install` take. */
  tarball: string;
  /** Bytes of the tarball, and of the files in it. */
  size: number;
  unpackedSize: number;
  /** Sources that were bundled, relative to the root. */
  inputs: string[];
}

const root = join(import.meta.dirname, '..', '..');

/**
 * Makes the package of the command: bundled JavaScript, the declarations of the client, the packed browser.
 * @param into existing directory for `a11y-scan-<version>.tgz`; one of the same name is replaced
 */
export async function packCli(into: string): Promise<PackedCli> {
  const staging = await mkdtemp(join(tmpdir(), 'a11y-scan-package-'));
  try {
    const chromium = packChromium(undefined, 'command');
    // Awaited where it is copied; a failure before that must not end the process without cleaning up.
    chromium.catch(() => undefined);
    const dist = join(staging, 'dist');
    const [{ inputs, legalComments }, own] = await Promise.all([
      bundleCli(root, dist),
      readFile(join(root, 'package.json'), 'utf8'),
      writeClientTypes(root, join(staging, 'types')),
    ]);
    const manifest = packageJsonOf(JSON.parse(own) as RootPackage);
    await mkdir(dist, { recursive: true });
    await Promise.all([
      chmod(join(dist, 'main.js'), 0o755),
      writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`),
      writeFile(join(staging, 'THIRD-PARTY-NOTICES.md'), `${await noticesOf(root, inputs, legalComments)}\n`),
      copyFile(join(root, 'cli', 'package', 'README.md'), join(staging, 'README.md')),
      copyFile(join(root, 'cli', 'a11y-scan.config.schema.json'), join(staging, 'config.schema.json')),
      cp(await chromium, join(dist, 'chromium'), { recursive: true, mode: constants.COPYFILE_FICLONE }),
    ]);
    return { ...(await npmPack(staging, into)), inputs };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function npmPack(directory: string, into: string): Promise<Omit<PackedCli, 'inputs'>> {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', into];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: directory, maxBuffer: 10_000_000 });
  const said: unknown = JSON.parse(stdout);
  // A list of npm 11 and before, by name of npm 12.
  const [packed] = Object.values(said as Record<string, unknown>) as {
    filename: string;
    size: number;
    unpackedSize: number;
  }[];
  if (packed === undefined) throw new Error(`npm pack made nothing: ${stdout}`);
  return { tarball: join(into, packed.filename), size: packed.size, unpackedSize: packed.unpackedSize };
}
