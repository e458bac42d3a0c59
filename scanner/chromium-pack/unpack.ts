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
 * Launches the browser as it cannot be launched from within Node.
 *
 * - No core dumps: one takes hundreds of megabytes of /tmp, and puppeteer has no setting for limits.
 * - Nothing in the environment but what the launching code put there: the shell would add PWD.
 */
const LAUNCHER = `#!/bin/sh
ulimit -c 0
cd "$HOME"
unset PWD OLDPWD
exec "\${0%/*}/chromium" "$@"
`;

/** Changes when what is made of a pack does, so that an older one's directory is not taken for it. */
const revision = createHash('sha256').update(`contents\n${LAUNCHER}`).digest('hex').slice(0, 8);

/**
 * Unpacks a packed Chromium unless that was done before. Safe when several processes do it at once; one that is no
 * longer whole is unpacked anew.
 * @param packDir what `packChromium` returned, or its copy in a bundle
 * @param into parent directory; a directory per version is made in it
 * @throws ChromiumUnavailableError when the pack is missing or damaged; Error of the file system, e.g. ENOSPC, with nothing left
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

/** The Chromium of a pack as it lies unpacked in a parent directory; null when it does not, or not whole. */
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

/** @throws ChromiumUnavailableError when there is no pack */
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

/** Names the package's fonts only: system fonts change text widths, and with them the findings. */
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
