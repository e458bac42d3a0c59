import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeContent, type FileContent } from '../../../scanner/chromium-pack/contents.ts';
import { requirePlatform } from '../../../scanner/chromium-pack/locate.ts';
import type { PackedBinary, PackManifest } from '../../../scanner/chromium-pack/manifest.ts';
import { findUnpacked, unpackChromium } from '../../../scanner/chromium-pack/unpack.ts';
import { unpackForUser } from '../../../scanner/chromium-pack/unpack-for-user.ts';
import { checkCacheFolder, listCacheFolders } from '../../../scanner/chromium-pack/user-cache.ts';

const program = Buffer.from('the browser, some hundred megabytes of it '.repeat(5));
const uid = process.getuid?.() ?? 0;

let directory: string;
let packDir: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'unpack-test-'));
  packDir = join(directory, 'pack');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Creates a pack of minimum size. `described` is the binary that its list of contents describes. */
async function pack(codec: 'zstd' | 'brotli', described = program): Promise<void> {
  const files = { 'fonts/a.ttf': 'font', 'lib/libnss3.so': 'library', 'libGLESv2.so': 'graphics' };
  const contents: Record<string, FileContent> = { chromium: describeContent(described, true) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(packDir, 'files', dirname(path)), { recursive: true });
    writeFileSync(join(packDir, 'files', path), text);
    contents[path] = describeContent(Buffer.from(text));
  }
  const partSize = 80;
  const binary: PackedBinary =
    codec === 'zstd' ? { codec, parts: ['0', '1', '2'], partSize } : { codec, file: 'chromium.br' };
  if (binary.codec === 'zstd') {
    for (const [index, name] of binary.parts.entries()) {
      const part = program.subarray(index * partSize, (index + 1) * partSize);
      writeFileSync(join(packDir, name), zlib.zstdCompressSync(part));
    }
  } else writeFileSync(join(packDir, binary.file), zlib.brotliCompressSync(program));
  const manifest: PackManifest = {
    use: codec === 'zstd' ? 'function' : 'command',
    version: '1.2.3',
    axe: '4.5.6',
    binary,
    contents,
  };
  writeFileSync(join(packDir, 'manifest.json'), JSON.stringify(manifest));
}

/** Returns type, mode and content of all entries of a folder. */
function listTree(folder: string): unknown[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, statSync(path).mode, entry.isFile() ? readFileSync(path, 'utf8') : null] as const;
    })
    .sort(([left], [right]) => left.localeCompare(right));
}

const into = () => join(directory, 'into');
const folder = (name: string) => ({ path: join(directory, name), isNamed: false });
const faultOf = async (...of: Parameters<typeof checkCacheFolder>) => {
  const judgement = await checkCacheFolder(...of);
  return 'fault' in judgement ? judgement.fault : null;
};
const binaryOf = (executable: string) => join(dirname(executable), 'chromium');

describe('unpacking Chromium', () => {
  for (const codec of ['zstd', 'brotli'] as const) {
    it(`returns the binary that was packed as ${codec}, executable, with all its other files`, async () => {
      await pack(codec);
      const chromium = await unpackChromium(packDir, into());
      expect(readFileSync(binaryOf(chromium.executable))).toEqual(program);
      expect(readdirSync(chromium.fontConfig).sort()).toEqual(['a.ttf', 'fonts.conf']);
      expect(chromium).toMatchObject({ kind: 'packed', version: '1.2.3', axeVersion: '4.5.6' });
      expect(await findUnpacked(packDir, into())).toEqual(chromium);
    });
  }

  it('is the same for processes that know its folder by different paths', async () => {
    await pack('brotli');
    await unpackChromium(packDir, into());
    const link = `${into()}-link`;
    symlinkSync(into(), link);
    expect(await findUnpacked(packDir, link)).not.toBeNull();
  });

  it('is repeated if one of its files is missing or truncated, as after a crash of the machine', async () => {
    await pack('brotli');
    const { executable, fontConfig } = await unpackChromium(packDir, into());
    truncateSync(binaryOf(executable), 5);
    expect(await findUnpacked(packDir, into())).toBeNull();
    await unpackChromium(packDir, into());
    expect(readFileSync(binaryOf(executable))).toEqual(program);
    rmSync(join(fontConfig, 'a.ttf'));
    await unpackChromium(packDir, into());
    expect(readFileSync(join(fontConfig, 'a.ttf'), 'utf8')).toBe('font');
    expect(readdirSync(into())).toHaveLength(1);
  });

  /** Replaces a file by another of the same length and modification time. */
  const forge = (path: string) => {
    const { atime, mtime, size } = statSync(path);
    writeFileSync(path, 'x'.repeat(size));
    utimesSync(path, atime, mtime);
  };
  const move = (path: string) => {
    renameSync(path, join(directory, 'moved'));
    symlinkSync(join(directory, 'moved'), path);
  };
  const changes: Record<string, (at: (path: string) => string) => void> = {
    'the start script changed': (at) => forge(at('launch.sh')),
    'the binary changed': (at) => forge(at('chromium')),
    'a library changed': (at) => forge(at('lib/libnss3.so')),
    'the configuration of fonts changed': (at) => forge(at('fonts/fonts.conf')),
    'an added library': (at) => writeFileSync(at('lib/libc.so.6'), 'another'),
    'an added file': (at) => writeFileSync(at('chrome_100_percent.pak'), ''),
    'an added folder': (at) => mkdirSync(at('resources')),
    'a file in the folder that is empty': (at) => writeFileSync(at('locales/en-US.pak'), ''),
    'an added file whose name is not valid UTF-8': (at) =>
      writeFileSync(Buffer.concat([Buffer.from(at('lib/')), Buffer.from([0xff])]), ''),
    'a link to the same file': (at) => move(at('lib/libnss3.so')),
    'a link to the same folder': (at) => move(at('lib')),
    'a link to the whole folder': (at) => move(at('.').replace(/\/\.?$/, '')),
    'a folder without permissions': (at) => {
      mkdirSync(at('lib/closed/inner'), { recursive: true });
      for (const path of ['lib/closed/inner', 'lib/closed', 'lib']) chmodSync(at(path), 0);
    },
    'a named pipe': (at) => {
      rmSync(at('libGLESv2.so'));
      execFileSync('mkfifo', [at('libGLESv2.so')]);
    },
    'a file that others can write to': (at) => chmodSync(at('lib/libnss3.so'), 0o666),
    'a folder that others can write to': (at) => chmodSync(at('lib'), 0o777),
    'a binary with the rights of its owner': (at) => chmodSync(at('chromium'), 0o4755),
    'a start script that cannot be executed': (at) => chmodSync(at('launch.sh'), 0o644),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`is repeated if the unpacked folder has ${name}`, async () => {
      await pack('zstd');
      const { executable } = await unpackChromium(packDir, into());
      const unpacked = dirname(executable);
      const before = listTree(unpacked);
      change((path) => join(unpacked, path));
      expect(await findUnpacked(packDir, into())).toBeNull();
      await unpackChromium(packDir, into());
      expect(listTree(unpacked)).toEqual(before);
      expect(readdirSync(into())).toHaveLength(1);
    });
  }

  it('is not repeated if nothing changed', async () => {
    await pack('zstd');
    const { executable } = await unpackChromium(packDir, into());
    const { ino } = statSync(executable);
    await unpackChromium(packDir, into());
    expect(statSync(executable).ino).toBe(ino);
  });

  it('reports what is missing if there is no pack', async () => {
    await expect(unpackChromium(join(directory, 'none'), into())).rejects.toMatchObject({
      name: 'ChromiumUnavailableError',
      code: 'pack-missing',
      message: expect.stringContaining(join(directory, 'none')),
    });
  });

  it('rejects a pack that is damaged, also with the same number of bytes, and leaves no files', async () => {
    const damaged = { name: 'ChromiumUnavailableError', code: 'pack-damaged' };
    for (const codec of ['zstd', 'brotli'] as const) {
      await pack(codec, Buffer.from(program).fill('x', 0, 1));
      await expect(unpackChromium(packDir, into())).rejects.toMatchObject(damaged);
    }
    await pack('brotli');
    writeFileSync(join(packDir, 'chromium.br'), 'no brotli at all, but as long as one could be');
    await expect(unpackChromium(packDir, into())).rejects.toMatchObject(damaged);
    writeFileSync(join(packDir, 'chromium.br'), zlib.brotliCompressSync(program).subarray(0, -3));
    await expect(unpackChromium(packDir, into())).rejects.toMatchObject(damaged);
    expect(readdirSync(into())).toEqual([]);
  });
});

describe("the user's cache", () => {
  it('is where the user or the desktop sets it, otherwise in the home folder, with a temporary folder as fallback', () => {
    const paths = (env: Record<string, string>) => listCacheFolders(env).map(({ path }) => path);
    const temporary = join(tmpdir(), `a11y-scan-${uid}`);
    expect(paths({ XDG_CACHE_HOME: '/xdg' })).toEqual(['/xdg/a11y-scan', temporary]);
    expect(paths({ XDG_CACHE_HOME: 'relative' })[0]).toMatch(/^\/.*\.cache\/a11y-scan$/);
    expect(listCacheFolders({ A11Y_SCAN_CACHE: '/named', XDG_CACHE_HOME: '/xdg' })).toEqual([
      { path: '/named', isNamed: true },
    ]);
  });

  it('is rejected if other users can write to it or to a parent folder, or if it belongs to another user', async () => {
    mkdirSync(join(directory, 'open', 'own'), { recursive: true });
    expect(await faultOf(folder('open/own'))).toBeNull();
    chmodSync(join(directory, 'open', 'own'), 0o777);
    expect(await faultOf(folder('open/own'))).toContain('can be written by other users');
    chmodSync(join(directory, 'open', 'own'), 0o1777);
    expect(await faultOf(folder('open/own'))).toContain('can be written by other users');
    chmodSync(join(directory, 'open', 'own'), 0o700);
    chmodSync(join(directory, 'open'), 0o777);
    expect(await faultOf(folder('open/own'))).toContain(
      `${join(directory, 'open')} can be written by other users`,
    );
    expect(await faultOf({ ...folder('open/own'), isNamed: true })).toBeNull();
    chmodSync(join(directory, 'open'), 0o1777);
    expect(await faultOf(folder('open/own'))).toBeNull();
    if (uid === 0) chownSync(join(directory, 'open'), 12_345, 12_345);
    const other = uid === 0 ? uid : uid + 1;
    expect(await faultOf(folder('open/own'), other)).toContain('belongs to another user');
    if (uid === 0) chownSync(join(directory, 'open'), uid, 0);
    symlinkSync(join(directory, 'open', 'own'), join(directory, 'link'));
    expect(await checkCacheFolder(folder('link'))).toEqual({ real: join(directory, 'open', 'own') });
    expect(await faultOf(folder('none'))).toBe('ENOENT');
  });

  it('is used at the path that was checked, even if a symbolic link now leads elsewhere', async () => {
    await pack('brotli');
    for (const name of ['own', 'planted']) mkdirSync(join(directory, name), { mode: 0o700 });
    symlinkSync(join(directory, 'own'), join(directory, 'link'));
    const swapped = async (from: string, path: string) => {
      rmSync(join(directory, 'link'));
      symlinkSync(join(directory, 'planted'), join(directory, 'link'));
      return unpackChromium(from, path);
    };
    const { executable } = await unpackForUser(packDir, [folder('link')], swapped);
    expect(executable.startsWith(join(directory, 'own', '/'))).toBe(true);
    expect(readdirSync(join(directory, 'planted'))).toEqual([]);
    rmSync(join(directory, 'link'));
    symlinkSync(join(directory, 'own'), join(directory, 'link'));
    await expect(unpackForUser(packDir, [folder('link')])).resolves.toMatchObject({ executable });
  });

  it('contains one browser after several concurrent requests, for the user alone', async () => {
    await pack('brotli');
    const folders = [folder('cache')];
    const all = await Promise.all([1, 2, 3].map(() => unpackForUser(packDir, folders)));
    expect(new Set(all.map(({ executable }) => executable)).size).toBe(1);
    expect(readdirSync(join(directory, 'cache'))).toHaveLength(1);
  });

  it('falls back to the next folder if other users may have written to it, and uses nothing from it', async () => {
    await pack('brotli');
    mkdirSync(join(directory, 'shared'));
    const planted = await unpackChromium(packDir, join(directory, 'shared'));
    chmodSync(join(directory, 'shared'), 0o777);
    const found = await unpackForUser(packDir, [folder('shared'), folder('own')]);
    expect(found.executable).not.toBe(planted.executable);
    expect(found.executable.startsWith(join(directory, 'own'))).toBe(true);
  });

  it('that cannot be used anywhere causes an error with every reason and the solution', async () => {
    await pack('brotli');
    writeFileSync(join(directory, 'file'), '');
    const failed = unpackForUser(packDir, [folder('file/below'), folder('file')]);
    await expect(failed).rejects.toMatchObject({
      name: 'ChromiumUnavailableError',
      code: 'cache-unusable',
      message: expect.stringMatching(/file\/below cannot be written \(ENOTDIR\).*; .*file /),
      hint: expect.stringContaining('A11Y_SCAN_CACHE'),
    });
  });

  it('on a full disk falls back to the next folder, and reports the error if no other folder exists', async () => {
    await pack('brotli');
    const full = async (from: string, path: string) => {
      if (path.endsWith('full')) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return unpackChromium(from, path);
    };
    const found = await unpackForUser(packDir, [folder('full'), folder('roomy')], full);
    expect(found.executable).toContain('roomy');
    await expect(unpackForUser(packDir, [folder('full')], full)).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining(`${join(directory, 'full')} has no free space (ENOSPC)`),
    });
  });
});

describe('the machine', () => {
  it('runs the packed browser only on Linux on x64 with the GNU C library; otherwise the error suggests another browser', () => {
    expect(() => requirePlatform({ platform: 'linux', arch: 'x64' }, true)).not.toThrow();
    for (const [platform, arch, hasLoader] of [
      ['darwin', 'arm64', false],
      ['win32', 'x64', false],
      ['linux', 'arm64', true],
      ['linux', 'x64', false],
    ] as const) {
      expect(() => requirePlatform({ platform, arch }, hasLoader)).toThrow(
        expect.objectContaining({
          name: 'ChromiumUnavailableError',
          code: 'unsupported-platform',
          hint: expect.stringMatching(/--browser.*chrome-headless-shell/),
        }),
      );
    }
  });
});
