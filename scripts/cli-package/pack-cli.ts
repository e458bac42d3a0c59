import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { buildChecksScript, CHECKS_SCRIPT_NAME } from '../../scanner/checks/build-script.ts';
import { packChromium } from '../../scanner/chromium-pack/pack.ts';
import { bundleCli } from './bundle-cli.ts';
import { OWN_CODE } from './bundled-packages.ts';
import { readChromiumVersion } from './chromium-version.ts';
import { writeClientTypes } from './client-types.ts';
import { readInstalledPackage } from './installed-package.ts';
import { buildNotices } from './notices.ts';
import { buildPackageJson, PACKAGE_NAME, type RootPackage } from './package-json.ts';
import { buildSbom } from './sbom.ts';

/** A packed CLI package. */
export interface PackedCli {
  /** The file for `npx` and `npm install`. */
  tarball: string;
  /** The SBOM in the tarball, also written next to it. */
  sbom: string;
  /** Sizes in bytes of the tarball and of its files when unpacked. */
  size: number;
  unpackedSize: number;
  /** Sources that were bundled, relative to the root. */
  inputs: string[];
}

const root = join(import.meta.dirname, '..', '..');
const BROWSER_PACKAGE = 'node_modules/@sparticuz/chromium';
/** Packages that are copied into the CLI package, not bundled: the browser, and axe-core's script. */
const copiedPackages = [BROWSER_PACKAGE, 'node_modules/axe-core'];

/**
 * Packs the CLI: bundled JavaScript, the type declarations of the client, the browser, licenses and an SBOM.
 * @param into existing directory for `a11y-scan-<version>.tgz` and `a11y-scan-<version>.cdx.json`; existing files of
 *   these names are replaced
 * @param version version of the package; by default that of the root's package.json
 * @param signal if it is aborted, its reason is thrown before the tarball is written, which takes longest
 */
export async function packCli(into: string, version?: string, signal?: AbortSignal): Promise<PackedCli> {
  const staging = await mkdtemp(join(tmpdir(), 'a11y-scan-package-'));
  try {
    const chromium = packChromium(undefined, 'command');
    // Awaited before it is copied. A rejection before that must not end the process without a cleanup.
    chromium.catch(() => undefined);
    const dist = join(staging, 'dist');
    const [{ inputs, packages: graph, legalComments }, own] = await Promise.all([
      bundleCli(root, dist),
      readFile(join(root, 'package.json'), 'utf8'),
      writeClientTypes(root, join(staging, 'types')),
    ]);
    const rootPackage = JSON.parse(own) as RootPackage;
    const product = { ...rootPackage, version: version ?? rootPackage.version };
    const directories = [...copiedPackages, ...graph.keys()].filter((directory) => directory !== OWN_CODE);
    const packages = await Promise.all(
      directories.sort().map((directory) => readInstalledPackage(root, directory)),
    );
    await mkdir(dist, { recursive: true });
    await Promise.all([
      chmod(join(dist, 'main.js'), 0o755),
      writeFile(join(staging, 'package.json'), stringify(buildPackageJson(product))),
      writeFile(
        join(staging, 'THIRD-PARTY-NOTICES.md'),
        `${await buildNotices(root, packages, legalComments)}\n`,
      ),
      copyFile(join(root, 'LICENSE'), join(staging, 'LICENSE')),
      copyFile(join(root, 'NOTICE'), join(staging, 'NOTICE')),
      copyFile(join(root, 'cli', 'package', 'README.md'), join(staging, 'README.md')),
      copyFile(join(root, 'cli', 'a11y-scan.config.schema.json'), join(staging, 'config.schema.json')),
      writeFile(join(dist, CHECKS_SCRIPT_NAME), await buildChecksScript()),
      cp(await chromium, join(dist, 'chromium'), { recursive: true, mode: constants.COPYFILE_FICLONE }),
    ]);
    const browser = packages.find(({ directory }) => directory === BROWSER_PACKAGE);
    if (browser === undefined) throw new Error(`${BROWSER_PACKAGE} is not installed`);
    const sbom = stringify(
      buildSbom({
        product: { name: PACKAGE_NAME, version: product.version, license: product.license },
        packages,
        graph,
        browserPackage: BROWSER_PACKAGE,
        chromiumVersion: await readChromiumVersion(
          join(root, BROWSER_PACKAGE, 'bin', 'chromium.br'),
          browser.version,
        ),
        browserFiles: await listFiles(join(dist, 'chromium')),
      }),
    );
    await writeFile(join(staging, 'sbom.cdx.json'), sbom);
    signal?.throwIfAborted();
    const packed = await npmPack(staging, into);
    const sbomBeside = packed.tarball.replace(/\.tgz$/, '.cdx.json');
    await writeFile(sbomBeside, sbom);
    return { ...packed, sbom: sbomBeside, inputs };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function stringify(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Returns the paths of all files in a directory, relative to it, with `/`. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

async function npmPack(directory: string, into: string): Promise<Omit<PackedCli, 'inputs' | 'sbom'>> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', into];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: directory, maxBuffer: 10_000_000 });
  const output: unknown = JSON.parse(stdout);
  // npm 11 and older print a list, npm 12 an object by name.
  const [packed] = Object.values(output as Record<string, unknown>) as {
    filename: string;
    size: number;
    unpackedSize: number;
  }[];
  if (packed === undefined) throw new Error(`npm pack created no package: ${stdout}`);
  return { tarball: join(into, packed.filename), size: packed.size, unpackedSize: packed.unpackedSize };
}
