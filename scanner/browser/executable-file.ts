import { constants } from 'node:fs';
import { access, open, readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { CHROMIUM_HINT, ChromiumUnavailableError } from '../chromium-pack/chromium-unavailable.ts';

/** The format of a file according to its first bytes; null if it is not a program. */
export type ProgramFormat = { system: 'linux' | 'darwin' | 'win32'; arch: string | null } | 'script' | null;

/** `e_machine` of an ELF file. Source: https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html */
const elfMachines: Readonly<Record<number, string>> = {
  3: 'ia32',
  40: 'arm',
  62: 'x64',
  183: 'arm64',
  243: 'riscv64',
};
/**
 * Magic numbers of Mach-O files: thin and universal, in both byte orders.
 * Source: https://github.com/apple-oss-distributions/xnu (EXTERNAL_HEADERS/mach-o)
 */
const machO = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe, 0xbebafeca]);

/**
 * Returns the format of a file.
 * @param head at least the first 20 bytes of the file
 */
export function detectProgramFormat(head: Buffer): ProgramFormat {
  if (head.length < 4) return null;
  const magic = head.readUInt32BE(0);
  if (magic === 0x7f454c46) {
    const bigEndian = head[5] === 2;
    const machine = head.length < 20 ? undefined : bigEndian ? head.readUInt16BE(18) : head.readUInt16LE(18);
    return { system: 'linux', arch: (machine !== undefined && elfMachines[machine]) || 'another processor' };
  }
  if (machO.has(magic)) return { system: 'darwin', arch: null };
  const [first, second] = head.toString('latin1', 0, 2);
  if (first === 'M' && second === 'Z') return { system: 'win32', arch: null };
  return first === '#' && second === '!' ? 'script' : null;
}

/**
 * Checks that a path given by the user is a program that this machine can run.
 * @returns the absolute path
 * @throws ChromiumUnavailableError if it does not exist, is a folder, is not executable, or is a program for another
 * system or processor
 */
export async function checkExecutable(
  path: string,
  { platform, arch }: { platform: string; arch: string } = process,
): Promise<string> {
  const file = resolve(path);
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new ChromiumUnavailableError(
      'browser-not-found',
      `There is no browser at ${file} (${error.code}).`,
      CHROMIUM_HINT,
      error,
    );
  });
  if (!found.isFile()) throw await buildNotAFileError(file, found.isDirectory());
  await access(file, platform === 'win32' ? constants.R_OK : constants.R_OK | constants.X_OK).catch(
    (error) => {
      const message = `${file} is not executable.`;
      const hint = `If it is the browser, make it executable (chmod +x). ${CHROMIUM_HINT}`;
      throw new ChromiumUnavailableError('browser-not-executable', message, hint, error);
    },
  );
  const format = detectProgramFormat(await readHead(file));
  if (format === null) {
    throw new ChromiumUnavailableError('not-a-browser', `${file} is not a program.`, CHROMIUM_HINT);
  }
  if (format === 'script') return file;
  const fits = format.system === platform && (format.arch === null || canRunOn(format.arch, platform, arch));
  if (fits) return file;
  const target = [format.system, format.arch].filter((word) => word !== null).join(' on ');
  const message = `${file} is a program for ${target}; this is ${platform} on ${arch}.`;
  throw new ChromiumUnavailableError('browser-of-another-platform', message, CHROMIUM_HINT);
}

/** True if the processor fits. Linux on x64 and arm64 can also run the 32-bit programs ia32 and arm. */
function canRunOn(target: string, platform: string, arch: string): boolean {
  const predecessors: Readonly<Record<string, string>> = { x64: 'ia32', arm64: 'arm' };
  return target === arch || (platform === 'linux' && predecessors[arch] === target);
}

async function buildNotAFileError(path: string, isFolder: boolean): Promise<ChromiumUnavailableError> {
  const programs = join(path, 'Contents', 'MacOS');
  const [program] = extname(path) === '.app' ? await readdir(programs).catch(() => []) : [];
  const hint = program === undefined ? CHROMIUM_HINT : `The program is ${join(programs, program)}.`;
  const message = isFolder ? `${path} is a folder, not a program.` : `${path} is not a file.`;
  return new ChromiumUnavailableError('not-a-browser', message, hint);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
