import { createHash } from 'node:crypto';
import { access, constants, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnpackedChromium } from './chromium.ts';
import { ChromiumUnavailableError } from './chromium-unavailable.ts';
import { hasRecordedContents, recordContents } from './contents.ts';
import { inflateBinary } from './inflate-binary.ts';
import { AXE_NAME, FILES_NAME, MANIFEST_NAME, type PackManifest } from './manifest.ts';
import { publishDirectory, waitForAll } from './publish.ts';

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
exec "\${0%/*}/chromium" "$@"
`;

/**
 * Part of the directory name. Changes with the way of unpacking, so that the result of an older version is not used.
 */
const revision = createHash('sha256').update(`contents\n${LAUNCHER}`).digest('hex').slice(0, 8);

/**
 * Unpacks a packed Chromium unless it is already unpacked. Several processes may do this at once. An incomplete
 * directory is unpacked again.
 * @param packDir the result of `packChromium`, or its copy in a bundle
 * @param into parent directory, which gets one directory per version
 * @throws ChromiumUnavailableError if the pack is missing or damaged; errors of the file system, e.g. ENOSPC, after
 * the partial result was removed
 */
export async function unpackChromium(packDir: string, into: string): Promise<UnpackedChromium> {
  const manifest = await readManifest(packDir);
  const target = getTargetDirectory(manifest, into);
  await publishDirectory(
    target,
    (temporary) => fill(temporary, packDir, manifest, target),
    hasRecordedContents,
  );
  return describeUnpacked(packDir, manifest, target);
}

/**
 * Returns the Chromium of a pack if it is already unpacked in a parent directory; null if it is missing or incomplete.
 */
export async function findUnpacked(packDir: string, into: string): Promise<UnpackedChromium | null> {
  const manifest = await readManifest(packDir);
  const chromium = describeUnpacked(packDir, manifest, getTargetDirectory(manifest, into));
  if (!(await hasRecordedContents(getTargetDirectory(manifest, into)))) return null;
  return access(chromium.executable, constants.X_OK).then(
    () => chromium,
    () => null,
  );
}

function getTargetDirectory({ version }: PackManifest, into: string): string {
  return join(into, `chromium-${version}-${revision}`);
}

function describeUnpacked(packDir: string, manifest: PackManifest, directory: string): UnpackedChromium {
  return {
    kind: 'packed',
    executable: join(directory, 'launch.sh'),
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

async function fill(directory: string, packDir: string, manifest: PackManifest, finalDirectory: string) {
  await waitForAll([
    inflateBinary(join(directory, 'chromium'), packDir, manifest),
    cp(join(packDir, FILES_NAME), directory, { recursive: true }).then(() =>
      writeFile(join(directory, 'fonts', 'fonts.conf'), fontConfiguration(join(finalDirectory, 'fonts'))),
    ),
    writeFile(join(directory, 'launch.sh'), LAUNCHER, { mode: 0o755 }),
  ]);
  await recordContents(directory);
}

/**
 * Returns a configuration with only the fonts of the package. System fonts would change text widths and thus findings.
 */
function fontConfiguration(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${xml(fonts)}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
