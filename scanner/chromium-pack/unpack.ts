import { createHash } from 'node:crypto';
import { cp, open, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { axeName, filesName, manifestName, type PackManifest } from './manifest.ts';
import { publishDirectory } from './publish.ts';

/** A Chromium ready to be launched. */
export interface UnpackedChromium {
  /** Script that launches the browser with core dumps off. */
  executable: string;
  /** LD_LIBRARY_PATH: the package's own nss, nspr and expat. */
  libraries: string;
  /** FONTCONFIG_PATH: directory of fonts.conf, which knows the package's fonts only. */
  fontConfig: string;
  /** Version of the npm package; its major is Chromium's. */
  version: string;
  /** File of axe-core's script, and its version. */
  axeScript: string;
  axeVersion: string;
}

/**
 * Launches the browser as it cannot be launched from within Node.
 *
 * - No core dumps: one takes hundreds of megabytes of /tmp, and puppeteer has no setting for limits.
 * - Nothing in the environment but what the launching code put there: the shell would add PWD.
 */
const launcher = `#!/bin/sh
ulimit -c 0
cd "$HOME"
unset PWD OLDPWD
exec "\${0%/*}/chromium" "$@"
`;

/**
 * Unpacks a packed Chromium unless that was done before. Safe when several processes do it at once.
 * @param packDir what `packChromium` returned, or its copy in a bundle
 * @param into parent directory; a directory per version is made in it
 * @throws Error when the pack is missing or damaged
 */
export async function unpackChromium(packDir: string, into: string): Promise<UnpackedChromium> {
  const manifest = await readManifest(packDir);
  // The launcher is part of what is unpacked, so that a changed one must not find the directory of the old one.
  const revision = createHash('sha256').update(launcher).digest('hex').slice(0, 8);
  const target = join(into, `chromium-${manifest.version}-${revision}`);
  const directory = await publishDirectory(target, (temporary) => fill(temporary, packDir, manifest, target));
  return {
    executable: join(directory, 'launch.sh'),
    libraries: join(directory, 'lib'),
    fontConfig: join(directory, 'fonts'),
    version: manifest.version,
    axeScript: join(packDir, axeName),
    axeVersion: manifest.axe,
  };
}

async function readManifest(packDir: string): Promise<PackManifest> {
  const path = join(packDir, manifestName);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as PackManifest;
  } catch (cause) {
    throw new Error(
      `No packed Chromium at ${packDir}: ${basename(path)} cannot be read; run packChromium()`,
      {
        cause,
      },
    );
  }
}

async function fill(directory: string, packDir: string, manifest: PackManifest, finalDirectory: string) {
  await Promise.all([
    inflateBinary(join(directory, 'chromium'), packDir, manifest),
    cp(join(packDir, filesName), directory, { recursive: true }).then(() =>
      writeFile(join(directory, 'fonts', 'fonts.conf'), fontConfiguration(join(finalDirectory, 'fonts'))),
    ),
    writeFile(join(directory, 'launch.sh'), launcher, { mode: 0o755 }),
  ]);
}

/** Parts that are inflated at once: as many as libuv has threads. */
const AT_ONCE = 4;

async function inflateBinary(target: string, packDir: string, manifest: PackManifest): Promise<void> {
  const { parts, partSize } = manifest;
  const file = await open(target, 'w', 0o755);
  const waiting = parts.entries();
  let size = 0;
  async function work(): Promise<void> {
    // All take from the same parts, each the next one that nobody has.
    for (const [index, name] of waiting) {
      const packed = await readFile(join(packDir, name));
      // In one step, into one buffer: by default it would be one of 64 KiB after the other, and a copy of them all.
      const part = await promisify(zstdDecompress)(packed, {
        chunkSize: partSize,
        maxOutputLength: partSize,
      });
      await file.write(part, 0, part.length, index * partSize);
      size += part.length;
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (size !== manifest.size) {
      throw new Error(
        `The packed Chromium at ${packDir} is damaged: ${size} bytes instead of ${manifest.size}`,
      );
    }
  } finally {
    await file.close();
  }
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
