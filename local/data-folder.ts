import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isAlive, readStartTicks } from './processes/tree.ts';

/** A data folder that cannot be used; the message is one clear line. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

/** Version of what the data folder holds: another one when names of tables, queues or buckets, or stored data change. */
const VERSION = 2;
const VERSION_FILE = 'version.json';

/**
 * All that the runtime remembers in its folder; `--fresh` removes these and nothing else. What it also writes there is
 * made of the sources alone: the synthesized stacks and the unpacked browser, made anew when they change, and the
 * bootstrap of the functions, made anew at each start.
 */
const stateEntries = [
  'demo-report.html',
  'demo.json',
  'dynamodb',
  'kms',
  'logs',
  'runtime.json',
  'service.json',
  'service.previous.json',
  'sqs-s3',
  'tmp',
  VERSION_FILE,
];

/** A process that was killed still exists for a moment; so long is its lock waited for. */
const DYING_MILLISECONDS = 1_000;

/** The folder that holds everything a runtime keeps; one runtime at a time may use it. */
export class DataFolder {
  readonly path: string;
  private readonly lockFile: string;
  private readonly madeHere: string | undefined;

  private constructor(path: string, lockFile: string, madeHere: string | undefined) {
    this.path = path;
    this.lockFile = lockFile;
    this.madeHere = madeHere;
  }

  /**
   * Makes the folder if need be and locks it for this process.
   *
   * A lock whose process is gone is taken over: that is what `kill -9` leaves.
   *
   * @throws DataFolderError
   */
  static async claim(folder: string): Promise<DataFolder> {
    const path = resolve(folder);
    let madeHere: string | undefined;
    try {
      madeHere = makeFolder(path);
    } catch (error) {
      throw new DataFolderError(`the data folder ${path} cannot be made: ${reason(error)}`);
    }
    if (!statSync(path).isDirectory()) throw new DataFolderError(`the data folder ${path} is not a folder`);
    const lockFile = join(path, 'lock');
    const own = join(path, `lock.${process.pid}`);
    try {
      writeFileSync(own, `${process.pid} ${readStartTicks(process.pid) ?? ''}`, { mode: 0o600 });
    } catch (error) {
      throw new DataFolderError(`the data folder ${path} cannot be written to: ${reason(error)}`);
    }
    try {
      await takeLock(path, lockFile, own);
    } finally {
      unlinkSync(own);
    }
    return new DataFolder(path, lockFile, madeHere);
  }

  file(...names: string[]): string {
    return join(this.path, ...names);
  }

  /**
   * Marks an empty folder with the version of its content.
   *
   * @throws DataFolderError if the folder holds data of another version
   */
  requireVersion(): void {
    const version = this.readJson<number>(VERSION_FILE);
    if (version === VERSION) return;
    if (version !== undefined || existsSync(this.file('dynamodb')) || existsSync(this.file('sqs-s3'))) {
      throw new DataFolderError(
        `the data folder ${this.path} was made by ${version === undefined || version < VERSION ? 'an earlier' : 'a later'} version of the service; ` +
          'start once with --fresh (it forgets all local data) or name another folder with --data',
      );
    }
    this.writeJson(VERSION_FILE, VERSION);
  }

  /** Forgets all state. */
  empty(): void {
    for (const name of stateEntries) rmSync(this.file(name), { recursive: true, force: true });
  }

  /** @returns undefined when the file is missing or holds no JSON, as one that was being written by a crash */
  readJson<T>(name: string): T | undefined {
    try {
      return JSON.parse(readFileSync(this.file(name), 'utf8')) as T;
    } catch {
      return undefined;
    }
  }

  /** Writes a file that only its owner may read, whole or not at all. */
  writeJson(name: string, value: unknown): void {
    const temporary = this.file(`${name}.${process.pid}`);
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    chmodSync(temporary, 0o600); // the mode above counts only for a new file
    renameSync(temporary, this.file(name));
  }

  /** Gives a file another name; nothing when it is not there. */
  rename(from: string, to: string): void {
    if (existsSync(this.file(from))) renameSync(this.file(from), this.file(to));
  }

  remove(name: string): void {
    rmSync(this.file(name), { recursive: true, force: true });
  }

  /** Lets others use the folder. */
  release(): void {
    rmSync(this.lockFile, { force: true });
  }

  /** After a start that came to nothing: gives the lock back, and the folder too if it was made for it. */
  abandon(): void {
    this.release();
    if (this.madeHere !== undefined) rmSync(this.madeHere, { recursive: true, force: true });
  }
}

/**
 * Makes a folder with what is missing above it. Not by `recursive`: where a file system refuses with ENOENT, as /proc
 * does, Node tries that again for ever.
 *
 * @returns the topmost folder that was made, or undefined when the folder was there
 */
function makeFolder(path: string): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
    missing.unshift(folder);
  }
  for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
  return missing[0];
}

async function takeLock(path: string, lockFile: string, own: string): Promise<void> {
  const deadline = Date.now() + DYING_MILLISECONDS;
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      linkSync(own, lockFile); // fails if it exists, and is never seen half written
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new DataFolderError(`the data folder ${path} cannot be locked: ${reason(error)}`);
      }
    }
    const [pid, ticks] = lockHolder(lockFile);
    if (pid > 0 && isAlive(pid) && (ticks === '' || readStartTicks(pid) === ticks)) {
      if (Date.now() > deadline) {
        throw new DataFolderError(`the data folder ${path} is used by another runtime (process ${pid})`);
      }
      await new Promise((wake) => setTimeout(wake, 25));
      continue;
    }
    try {
      // Moving it away first lets only one of two that start at the same time succeed.
      const stale = `${lockFile}.stale.${process.pid}`;
      renameSync(lockFile, stale);
      // Not the lock that was looked at: another runtime was quicker, so this is its own, live one.
      if (lockHolder(stale)[0] !== pid) linkSync(stale, lockFile);
      unlinkSync(stale);
    } catch {
      // The other one did.
    }
  }
  throw new DataFolderError(`the data folder ${path} cannot be locked: several runtimes start at once`);
}

function lockHolder(lockFile: string): [pid: number, ticks: string] {
  try {
    const [pid, ticks = ''] = readFileSync(lockFile, 'utf8').split(' ');
    return [Number(pid), ticks];
  } catch {
    return [0, ''];
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EEXIST: 'it is not a folder',
    ENOTDIR: 'part of the path is not a folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  };
  return words[code ?? ''] ?? message;
}
