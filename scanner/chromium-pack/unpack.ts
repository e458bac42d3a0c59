import { createHash } from 'node:crypto';
import { access, chmod, constants, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnpackedChromium } from './chromium.ts';
import { ChromiumUnavailableError } from './chromium-unavailable.ts';
import { type Contents, describeContent, hasExactContents, listFolders, modes } from './contents.ts';
import { buildDamagedError, inflateBinary } from './inflate-binary.ts';
import { AXE_NAME, BINARY_NAME, FILES_NAME, MANIFEST_NAME, type PackManifest } from './manifest.ts';
import { publishDirectory, waitForAll } from './publish.ts';

const LAUNCHER_NAME = 'launch.sh';

/** Folder that the browser creates if it does not exist, but leaves empty. */
const LOCALES_NAME = 'locales';

/**
 * Script that launches the browser with settings that Node.js cannot set.
 *
 * - No core dumps: one takes hundreds of megabytes of /tmp, and puppeteer has no setting for limits.
 * - No environment variables besides those of the launching code: the shell would add PWD.
 */
const LAUNCHER = `#!/bin/sh
ulimit -c 0
cd "$HOME"
unset PWD OLDPWD
exec "\${0%/*}/${BINARY_NAME}" "$@"
`;

/**
 * Configuration with only the fonts of the package, which are beside it: system fonts would change text widths and thus
 * findings. It names no absolute path, so that processes that know the folder by different paths share it, and a
 * sandbox that has it at one of them has the fonts.
 */
const FONT_CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Part of the directory name. Changes with the way of unpacking, so that the result of an older version is not used.
 */
const revision = createHash('sha256')
  .update(LAUNCHER + FONT_CONFIGURATION)
  .digest('hex')
  .slice(0, 8);

/**
 * Verifies the unpacked Chromium, and unpacks it if it is missing or has changed in any way. Several processes may do
 * this at once. Call it before each start of a browser, because an earlier browser may have been taken over and changed
 * the files. Processes that such a browser left must be killed before.
 * @param packDir the result of `packChromium`, or its copy in a bundle
 * @param into parent directory, which gets one directory per version
 * @throws ChromiumUnavailableError if the pack is missing or damaged; errors of the file system, e.g. ENOSPC, after
 * the partial result was removed
 */
export async function unpackChromium(packDir: string, into: string): Promise<UnpackedChromium> {
  const manifest = await readManifest(packDir);
  const target = getTargetDirectory(manifest, into);
  const contents = listContents(manifest);
  await publishDirectory(
    target,
    async (temporary) => {
      await fill(temporary, packDir, manifest, contents);
      if (await hasExactContents(temporary, contents)) return;
      throw buildDamagedError(packDir, 'its content differs from what was packed');
    },
    (directory) => hasExactContents(directory, contents),
  );
  return describeUnpacked(packDir, manifest, target);
}

/**
 * Returns the Chromium of a pack if it is already unpacked in a parent directory; null if it is missing or has changed.
 */
export async function findUnpacked(packDir: string, into: string): Promise<UnpackedChromium | null> {
  const manifest = await readManifest(packDir);
  const target = getTargetDirectory(manifest, into);
  const contents = listContents(manifest);
  if (!(await hasExactContents(target, contents))) return null;
  const chromium = describeUnpacked(packDir, manifest, target);
  return access(chromium.executable, constants.X_OK).then(
    () => chromium,
    () => null,
  );
}

/** Returns the folder of an unpacked browser below the parent directory of all of them. */
export function getTargetDirectory({ version }: PackManifest, into: string): string {
  return join(into, `chromium-${version}-${revision}`);
}

function describeUnpacked(packDir: string, manifest: PackManifest, directory: string): UnpackedChromium {
  return {
    kind: 'packed',
    executable: join(directory, LAUNCHER_NAME),
    libraries: join(directory, 'lib'),
    fontConfig: join(directory, 'fonts'),
    version: manifest.version,
    axeScript: join(packDir, AXE_NAME),
    axeVersion: manifest.axe,
  };
}

/**
 * Reads the manifest of a pack.
 * @throws ChromiumUnavailableError if it cannot be read
 */
export async function readManifest(packDir: string): Promise<PackManifest> {
  try {
    return JSON.parse(await readFile(join(packDir, MANIFEST_NAME), 'utf8')) as PackManifest;
  } catch (cause) {
    throw new ChromiumUnavailableError(
      'pack-missing',
      `No packed Chromium in ${packDir}: ${MANIFEST_NAME} cannot be read.`,
      'Install the package again; in a checkout, run packChromium().',
      cause,
    );
  }
}

/** A file that is generated when the browser is unpacked. */
interface GeneratedFile {
  path: string;
  text: string;
  isExecutable: boolean;
}

const generated: readonly GeneratedFile[] = [
  { path: LAUNCHER_NAME, text: LAUNCHER, isExecutable: true },
  { path: 'fonts/fonts.conf', text: FONT_CONFIGURATION, isExecutable: false },
];

function listContents(manifest: PackManifest): Contents {
  const described = generated.map(({ path, text, isExecutable }) => {
    return [path, describeContent(Buffer.from(text), isExecutable)] as const;
  });
  return { ...manifest.contents, ...Object.fromEntries(described), [LOCALES_NAME]: null };
}

async function fill(
  directory: string,
  packDir: string,
  manifest: PackManifest,
  contents: Contents,
): Promise<void> {
  const folders = [...listFolders(contents).keys()].map((folder) => join(directory, folder));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const copied = Object.keys(manifest.contents).filter((path) => path !== BINARY_NAME);
  await waitForAll([
    inflateBinary(join(directory, BINARY_NAME), packDir, manifest.binary),
    ...copied.map((path) => copyFile(join(packDir, FILES_NAME, path), join(directory, path))),
    ...generated.map(({ path, text }) => writeFile(join(directory, path), text)),
  ]);
  // The modes of new files depend on the umask and on the modes of the packed files.
  await waitForAll([
    ...folders.map((folder) => chmod(folder, modes.folder)),
    ...Object.entries(contents).map(([path, content]) =>
      chmod(join(directory, path), content === null || content.isExecutable ? modes.executable : modes.file),
    ),
  ]);
}
