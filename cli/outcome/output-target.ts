import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, open, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Host } from '../host.ts';
import { findStandardStream } from '../settings/outputs.ts';
import { toOutputError } from './output-error.ts';

/** The target of one output. */
export type OutputTarget =
  | { kind: 'stream'; stream: 'stdout' | 'stderr' }
  /** A pipe, terminal or other device. It is written directly, because it cannot be replaced. */
  | { kind: 'device'; path: string }
  /** A file that may not exist yet; `path` contains no symbolic link. */
  | { kind: 'file'; path: string; mode: number | null };

type Chunks = AsyncIterable<string | Uint8Array>;

/** Maximum number of symbolic links in a path, as on Linux (path_resolution(7)). */
const LINKS_MAX = 40;
/** The bits of an existing file's mode that are preserved. */
const PERMISSIONS = 0o777;
/** Size of one write, in bytes. */
const BLOCK_LENGTH = 64 * 1_024;

/**
 * Resolves the target of a path and checks that it is writable: creates missing folders, and creates and removes a file
 * beside the target. Follows symbolic links, as a shell's redirection does, even if their target does not exist yet.
 * @param confined whether the target must be below the working directory
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
    if (given === '' || given.includes('\0')) throw 'this is not a path';
    if (/[/\\]$/.test(given)) throw 'it is the path of a folder; add the name of a file';
    const absolute = resolve(host.cwd, given);
    const path = await resolveLinks(absolute);
    if (confined && !isBelow(path, await realpath(host.cwd))) {
      throw 'a symbolic link points outside the working directory; set the path with --output';
    }
    const existing = await stat(absolute).catch(nullIfCode('ENOENT'));
    if (existing?.isDirectory()) throw 'it is a folder; use the path of a file in it';
    if (existing !== null) await access(absolute, constants.W_OK);
    if (existing !== null && !existing.isFile()) return { kind: 'device', path: absolute };
    await makeFolder(dirname(path));
    const temporaryPath = getTemporaryPath(path);
    await (await open(temporaryPath, 'wx')).close();
    await unlink(temporaryPath);
    return { kind: 'file', path, mode: existing === null ? null : existing.mode & PERMISSIONS };
  } catch (error) {
    throw toOutputError(given, error);
  }
}

/**
 * Writes a report to its target. A file is written to a temporary file beside it, which replaces it when it is complete
 * and on the disk. The existing file therefore stays intact if an error occurs.
 * @param given the path, for errors
 * @throws CliError usage `output-unwritable`; errors of `pieces` unchanged
 */
export async function writeTo(
  target: OutputTarget,
  given: string,
  chunks: Chunks,
  host: Host,
): Promise<void> {
  if (target.kind === 'stream') return writeStream(host[target.stream], chunks);
  if (target.kind === 'device') return writeDevice(target.path, given, chunks);
  const temporaryPath = getTemporaryPath(target.path);
  try {
    await writeFile(temporaryPath, given, chunks, 'wx', target.mode);
    await rename(temporaryPath, target.path).catch((error) => {
      throw toOutputError(given, error);
    });
  } catch (error) {
    await unlink(temporaryPath).catch(() => {});
    throw error;
  }
}

async function writeStream(output: Host['stdout'], chunks: Chunks): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunks) {
    output.write(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
  }
  output.write(decoder.decode());
}

/** Opens the device without waiting first, because opening a named pipe without a reader would wait forever. */
async function writeDevice(path: string, given: string, chunks: Chunks): Promise<void> {
  const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error) => {
    throw toOutputError(given, error);
  });
  try {
    await writeFile(path, given, chunks, constants.O_WRONLY, null);
  } finally {
    await probe.close();
  }
}

async function writeFile(
  path: string,
  given: string,
  chunks: Chunks,
  flags: string | number,
  mode: number | null,
): Promise<void> {
  const throwOutputError = (error: unknown): never => {
    throw toOutputError(given, error);
  };
  const file = await open(path, flags).catch(throwOutputError);
  try {
    if (mode !== null) await file.chmod(mode).catch(throwOutputError);
    for await (const block of toBlocks(chunks)) await file.writeFile(block).catch(throwOutputError);
    // Some file systems report only now that the disk is full.
    if ((await file.stat()).isFile()) await file.sync().catch(throwOutputError);
  } finally {
    await file.close();
  }
}

/** Combines small chunks into larger blocks, because each write is a system call. */
async function* toBlocks(chunks: Chunks): AsyncIterable<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    waiting.push(bytes);
    length += bytes.length;
    if (length < BLOCK_LENGTH) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Follows all symbolic links of a path, even if its last parts do not exist. */
async function resolveLinks(path: string, links = 0): Promise<string> {
  if (links > LINKS_MAX) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
  const existing = await realpath(path).catch(nullIfCode('ENOENT'));
  if (existing !== null || dirname(path) === path) return existing ?? path;
  const link = await lstat(path).catch(nullIfCode('ENOENT'));
  if (link?.isSymbolicLink()) return resolveLinks(resolve(dirname(path), await readlink(path)), links + 1);
  return join(await resolveLinks(dirname(path), links), basename(path));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Creates a folder and its parents. Node.js's `recursive` option retries forever if the system allows no folder at all,
 * as in /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const existing = await stat(path).catch(nullIfCode('ENOENT'));
  if (existing?.isDirectory()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error) => {
    // Another process may have created it in the meantime.
    if (!(await stat(path).catch(nullIfCode('ENOENT')))?.isDirectory()) throw error;
  });
}

function getTemporaryPath(path: string): string {
  // A short name, so that it is not too long even if the file's name is close to the limit.
  return join(dirname(path), `.a11y-scan-${randomUUID()}.tmp`);
}

function nullIfCode(code: string): (error: NodeJS.ErrnoException) => null {
  return (error) => {
    if (error.code === code) return null;
    throw error;
  };
}
