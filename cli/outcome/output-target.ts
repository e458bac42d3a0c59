import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, open, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Host } from '../host.ts';
import { findStandardStream } from '../settings/outputs.ts';
import { toOutputError } from './output-error.ts';

/** Where one output goes. */
export type OutputTarget =
  | { kind: 'stream'; stream: 'stdout' | 'stderr' }
  /** A pipe, terminal or other device: written as it is, for nothing can take its place. */
  | { kind: 'device'; path: string }
  /** A file that is there or not; `path` has no symbolic link in it. */
  | { kind: 'file'; path: string; mode: number | null };

type Pieces = AsyncIterable<string | Uint8Array>;

/** Symbolic links that a path may go through, as on Linux (path_resolution(7)). */
const LINKS_MAX = 40;
/** Of a file that is there, what of its mode is kept. */
const PERMISSIONS = 0o777;
/** Bytes. */
const BLOCK_LENGTH = 64 * 1_024;

/**
 * What a path leads to, after it was seen that it can be written: folders that it needs are made, and a file beside it
 * is made and removed again. A symbolic link is followed, as a shell's redirection does, also one whose target is not
 * there yet.
 * @param confined whether it may lead nowhere but below the working directory
 * @throws CliError usage `output-unwritable`
 */
export async function resolveOutputTarget(
  given: string,
  host: Pick<Host, 'cwd'>,
  confined = false,
): Promise<OutputTarget> {
  const stream = findStandardStream(given);
  if (stream !== null) return { kind: 'stream', stream };
  try {
    if (given === '' || given.includes('\0')) throw 'that is no path';
    if (/[/\\]$/.test(given)) throw 'it names a folder; add the name of a file';
    const absolute = resolve(host.cwd, given);
    const path = await resolved(absolute);
    if (confined && !isBelow(path, await realpath(host.cwd))) {
      throw 'a symbolic link leads out of the working directory; give the path by --output';
    }
    const there = await stat(absolute).catch(nullWhere('ENOENT'));
    if (there?.isDirectory()) throw 'it is a folder; give the path of a file in it';
    if (there !== null) await access(absolute, constants.W_OK);
    if (there !== null && !there.isFile()) return { kind: 'device', path: absolute };
    await makeFolder(dirname(path));
    const sibling = siblingOf(path);
    await (await open(sibling, 'wx')).close();
    await unlink(sibling);
    return { kind: 'file', path, mode: there === null ? null : there.mode & PERMISSIONS };
  } catch (error) {
    throw toOutputError(given, error);
  }
}

/**
 * Writes a form to where it goes. A file is written beside its place and put there when it is whole and on the disk, so
 * that what was there before stays whole whatever happens.
 * @param given the path, for errors
 * @throws CliError usage `output-unwritable`; whatever `pieces` throws as it is
 */
export async function writeTo(
  target: OutputTarget,
  given: string,
  pieces: Pieces,
  host: Host,
): Promise<void> {
  if (target.kind === 'stream') return writeStream(host[target.stream], pieces);
  if (target.kind === 'device') return writeDevice(target.path, given, pieces);
  const sibling = siblingOf(target.path);
  try {
    await writeFile(sibling, given, pieces, 'wx', target.mode);
    await rename(sibling, target.path).catch((error) => {
      throw toOutputError(given, error);
    });
  } catch (error) {
    await unlink(sibling).catch(() => {});
    throw error;
  }
}

async function writeStream(output: Host['stdout'], pieces: Pieces): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const piece of pieces) {
    output.write(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
  }
  output.write(decoder.decode());
}

/** Of a named pipe that nobody reads, opening would wait for ever; without waiting the system says so. */
async function writeDevice(path: string, given: string, pieces: Pieces): Promise<void> {
  const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error) => {
    throw toOutputError(given, error);
  });
  try {
    await writeFile(path, given, pieces, constants.O_WRONLY, null);
  } finally {
    await probe.close();
  }
}

async function writeFile(
  path: string,
  given: string,
  pieces: Pieces,
  flags: string | number,
  mode: number | null,
): Promise<void> {
  const orUnwritable = (error: unknown): never => {
    throw toOutputError(given, error);
  };
  const file = await open(path, flags).catch(orUnwritable);
  try {
    if (mode !== null) await file.chmod(mode).catch(orUnwritable);
    for await (const block of blocksOf(pieces)) await file.writeFile(block).catch(orUnwritable);
    // Some file systems say only now that there was no room.
    if ((await file.stat()).isFile()) await file.sync().catch(orUnwritable);
  } finally {
    await file.close();
  }
}

/** The bytes of many small pieces in a few blocks, for every write is a call of the system. */
async function* blocksOf(pieces: Pieces): AsyncIterable<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    length += bytes.length;
    if (length < BLOCK_LENGTH) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** The path with all symbolic links followed, whether its last parts are there or not. */
async function resolved(path: string, links = 0): Promise<string> {
  if (links > LINKS_MAX) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
  const there = await realpath(path).catch(nullWhere('ENOENT'));
  if (there !== null || dirname(path) === path) return there ?? path;
  const link = await lstat(path).catch(nullWhere('ENOENT'));
  if (link?.isSymbolicLink()) return resolved(resolve(dirname(path), await readlink(path)), links + 1);
  return join(await resolved(dirname(path), links), basename(path));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Makes a folder with those around it. Node's own `recursive` tries for ever where the system takes no folder at all,
 * as in /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const isThere = await stat(path).catch(nullWhere('ENOENT'));
  if (isThere?.isDirectory()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error) => {
    // Somebody else may have made it meanwhile.
    if (!(await stat(path).catch(nullWhere('ENOENT')))?.isDirectory()) throw error;
  });
}

function siblingOf(path: string): string {
  // Short, so that it is no longer than the longest name wherever that of the file is not.
  return join(dirname(path), `.a11y-scan-${randomUUID()}.tmp`);
}

function nullWhere(code: string): (error: NodeJS.ErrnoException) => null {
  return (error) => {
    if (error.code === code) return null;
    throw error;
  };
}
