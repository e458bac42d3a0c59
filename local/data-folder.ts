import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isAlive, readStartTicks } from './processes/tree.ts';

/** The data folder cannot be used. The message is one line for the user. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

/** Version of the data in the folder. Increase it when names of tables, queues or buckets, or stored data change. */
const VERSION = 2;
const VERSION_FILE = 'version.json';

/**
 * All state of the runtime in its folder. `--fresh` removes these entries and nothing else. The other files there are
 * built from the sources alone: the synthesized stacks and the unpacked browser when they change, and the functions'
 * bootstrap at each start.
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

/** How long to wait for a lock whose process was killed: the process still exists for a moment. */
const DYING_MILLISECONDS = 1_000;

/** The folder with all data of a runtime. Only one runtime at a time may use it. */
export class DataFolder {
  readonly path: string;
  private readonly lockFile: string;
  private readonly createdFolder: string | undefined;

  private constructor(path: string, lockFile: string, createdFolder: string | undefined) {
    this.path = path;
    this.lockFile = lockFile;
    this.createdFolder = createdFolder;
  }

  /**
   * Creates the folder if it does not exist and locks it for this process.
   *
   * Takes over a lock whose process has ended, for example by `kill -9`.
   *
   * @throws DataFolderError
   */
  static async claim(folder: string): Promise<DataFolder> {
    const path = resolve(folder);
    let createdFolder: string | undefined;
    try {
      createdFolder = createFolder(path);
    } catch (error) {
      throw new DataFolderError(`the data folder ${path} cannot be created: ${describeError(error)}`);
    }
    if (!statSync(path).isDirectory()) throw new DataFolderError(`the data folder ${path} is not a folder`);
    const lockFile = join(path, 'lock');
    const ownFile = join(path, `lock.${process.pid}`);
    try {
      writeFileSync(ownFile, `${process.pid} ${readStartTicks(process.pid) ?? ''}`, { mode: 0o600 });
    } catch (error) {
      throw new DataFolderError(`the data folder ${path} cannot be written to: ${describeError(error)}`);
    }
    try {
      excludeOtherUsers(path);
      await acquireLock(path, lockFile, ownFile);
    } finally {
      unlinkSync(ownFile);
    }
    return new DataFolder(path, lockFile, createdFolder);
  }

  file(...names: string[]): string {
    return join(this.path, ...names);
  }

  /**
   * Checks the version of the data in the folder. Writes the current version into an empty folder.
   *
   * @throws DataFolderError if the folder holds data of another version
   */
  requireVersion(): void {
    const version = this.readJson<number>(VERSION_FILE);
    if (version === VERSION) return;
    if (version !== undefined || existsSync(this.file('dynamodb')) || existsSync(this.file('sqs-s3'))) {
      throw new DataFolderError(
        `the data folder ${this.path} was created by ${version === undefined || version < VERSION ? 'an earlier' : 'a later'} version of the service; ` +
          'start once with --fresh (it deletes all local data) or use another folder with --data',
      );
    }
    this.writeJson(VERSION_FILE, VERSION);
  }

  /** Removes all state. */
  empty(): void {
    for (const name of stateEntries) rmSync(this.file(name), { recursive: true, force: true });
  }

  /** @returns undefined if the file does not exist or holds no valid JSON, for example after a crash during a write */
  readJson<T>(name: string): T | undefined {
    try {
      return JSON.parse(readFileSync(this.file(name), 'utf8')) as T;
    } catch {
      return undefined;
    }
  }

  /** Writes a file that only its owner may read. The write is atomic. */
  writeJson(name: string, value: unknown): void {
    const temporary = this.file(`${name}.${process.pid}`);
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    chmodSync(temporary, 0o600); // the mode above applies only to a new file
    renameSync(temporary, this.file(name));
  }

  /** Renames a file if it exists. */
  rename(from: string, to: string): void {
    if (existsSync(this.file(from))) renameSync(this.file(from), this.file(to));
  }

  remove(name: string): void {
    rmSync(this.file(name), { recursive: true, force: true });
  }

  /** Releases the lock. */
  release(): void {
    rmSync(this.lockFile, { force: true });
  }

  /** Releases the lock after a failed start, and removes the folder if this process created it. */
  abandon(): void {
    this.release();
    if (this.createdFolder !== undefined) rmSync(this.createdFolder, { recursive: true, force: true });
  }
}

/**
 * Creates a folder and its missing parents. Does not use `recursive`: if a file system rejects with ENOENT, as /proc
 * does, Node retries forever.
 *
 * @returns the topmost folder that was created, or undefined if the folder existed
 */
function createFolder(path: string): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
    missing.unshift(folder);
  }
  for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
  return missing[0];
}

/**
 * Removes the permissions of other users from a folder that existed before. Then those of its files have no effect.
 *
 * @throws DataFolderError if the folder belongs to another user, or has files that are not of the runtime
 */
function excludeOtherUsers(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  const isOwn =
    existsSync(join(path, VERSION_FILE)) || readdirSync(path).every((name) => name.startsWith('lock'));
  const open = `other users of this machine may enter the data folder ${path}`;
  if (!isOwn)
    throw new DataFolderError(
      `${open}; use another folder with --data, or change it with: chmod 700 "${path}"`,
    );
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    throw new DataFolderError(
      `${open}, and this cannot be changed; use another folder with --data, such as a new one inside it: ${describeError(error)}`,
    );
  }
}

async function acquireLock(path: string, lockFile: string, ownFile: string): Promise<void> {
  const deadline = Date.now() + DYING_MILLISECONDS;
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      linkSync(ownFile, lockFile); // fails if it exists; other processes never see it half written
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new DataFolderError(`the data folder ${path} cannot be locked: ${describeError(error)}`);
      }
    }
    const [pid, ticks] = readLockHolder(lockFile);
    if (pid > 0 && isAlive(pid) && (ticks === '' || readStartTicks(pid) === ticks)) {
      if (Date.now() > deadline) {
        throw new DataFolderError(
          `the data folder ${path} is used by another runtime (process ${pid}); stop it or use another folder with --data`,
        );
      }
      await new Promise((wake) => setTimeout(wake, 25));
      continue;
    }
    try {
      // If two processes start at the same time, only one of them can move the file away.
      const stale = `${lockFile}.stale.${process.pid}`;
      renameSync(lockFile, stale);
      // This is not the lock that was read above: another runtime has replaced it, and its lock is valid.
      if (readLockHolder(stale)[0] !== pid) linkSync(stale, lockFile);
      unlinkSync(stale);
    } catch {
      // The other process moved it.
    }
  }
  throw new DataFolderError(
    `the data folder ${path} cannot be locked: several runtimes start at once; start again`,
  );
}

function readLockHolder(lockFile: string): [pid: number, ticks: string] {
  try {
    const [pid, ticks = ''] = readFileSync(lockFile, 'utf8').split(' ');
    return [Number(pid), ticks];
  } catch {
    return [0, ''];
  }
}

function describeError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'it belongs to another user',
    EEXIST: 'it is not a folder',
    ENOTDIR: 'part of the path is not a folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  };
  return reasons[code ?? ''] ?? message;
}
