import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { killStartedWith, killTree } from '../../local/processes/tree.ts';
import { runGit } from '../release/git.ts';
import type { TestFiles } from './find-together.ts';
import { applyFault, type Fault } from './list-faults.ts';
import type { Stage } from './stages.ts';

/** Stands for a file if tests fail and no file did: the run crashed, did not end, or an error belongs to no test. */
const NO_FILE = '(no file)';
/** A small file whose tests need the browser, which is packed and unpacked for them. */
const BROWSER_TEST = 'test/integration/scanner/attacks/downloads.test.ts';

/** A checkout of one commit, in a temporary folder, into which faults are put. */
export class FaultyCopy {
  /** Contains all that the copy needs, and nothing else. */
  readonly #parent: string;
  #child: ChildProcess | undefined;
  #isRemoved = false;

  private constructor(parent: string) {
    this.#parent = parent;
  }

  /** The checkout. */
  get folder(): string {
    return join(this.#parent, 'copy');
  }

  /** Temporary folder of the tests. What they leave behind is removed with it. */
  get #temporary(): string {
    return join(this.#parent, 'tmp');
  }

  /** The folder in which the project keeps what it has computed, such as the packed browser. */
  get #cache(): string {
    return join(this.folder, '.cache');
  }

  /** What that folder contains before any fault: a faulty product may store something wrong there. */
  get #initialCache(): string {
    return join(this.#parent, 'cache');
  }

  /**
   * Checks out a commit of a repository, and prepares the browser. The installed packages are those of the repository.
   */
  static async create(root: string, commit: string): Promise<FaultyCopy> {
    const copy = new FaultyCopy(await mkdtemp(join(tmpdir(), 'mutate-')));
    const { folder } = copy;
    try {
      await mkdir(copy.#temporary);
      await runGit(root, ['clone', '--quiet', '--shared', '--no-checkout', root, folder]);
      await runGit(folder, ['checkout', '--quiet', '--detach', commit]);
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
      const { exitCode, output } = await copy.#run('vitest', ['run', BROWSER_TEST], 10);
      if (exitCode !== 0) throw new Error(`A test fails without a fault:\n${output}`);
      await cp(copy.#cache, copy.#initialCache, { recursive: true });
    } catch (error) {
      await copy.remove();
      throw error;
    }
    return copy;
  }

  /** Puts faults into the copy while a function runs. Faults of one file must not overlap. */
  async withFaults<Result>(faults: readonly Fault[], run: () => Promise<Result>): Promise<Result> {
    const sources = new Map<string, string>();
    for (const fault of faults.toSorted((one, other) => other.start - one.start)) {
      const source = await this.readSource(fault.file);
      if (!sources.has(fault.file)) sources.set(fault.file, source);
      await writeFile(join(this.folder, fault.file), applyFault(source, fault));
    }
    try {
      return await run();
    } finally {
      for (const [file, source] of sources) await writeFile(join(this.folder, file), source);
    }
  }

  /** Returns the source of a file, given by its path from the root; an empty text if this commit does not have it. */
  async readSource(file: string): Promise<string> {
    const path = join(this.folder, file);
    return existsSync(path) ? await readFile(path, 'utf8') : '';
  }

  /** Returns the files in which the type check finds an error. */
  async findFilesWithErrors(): Promise<string[]> {
    const files: string[] = [];
    for (const project of ['.', 'dashboard']) {
      const { exitCode, output } = await this.#run(
        'tsc',
        ['--noEmit', '--pretty', 'false', '-p', project],
        10,
      );
      const named = output.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error /gm);
      files.push(...Array.from(named, ([, file = '']) => file));
      if (exitCode !== 0 && files.length === 0) throw new Error(`The type check failed:\n${output}`);
    }
    return [...new Set(files)];
  }

  /**
   * Runs tests of a stage.
   * @returns the files that failed, the quickest first
   */
  async findFailedFiles({ args, minutes }: Stage, files: TestFiles): Promise<string[]> {
    const results = join(this.#parent, 'results.json');
    await rm(results, { force: true });
    await rm(this.#cache, { recursive: true, force: true });
    await cp(this.#initialCache, this.#cache, { recursive: true });
    const run = 'only' in files ? listOnly(args, files.only) : [...args, ...listWithout(files.without)];
    const options = ['--reporter', 'json', '--outputFile', results];
    const { exitCode } = await this.#run('vitest', [...run, ...options], minutes);
    if (exitCode === 0) return [];
    const failed = existsSync(results) ? listFailedFiles(await readFile(results, 'utf8')) : [];
    return failed.length === 0 ? [NO_FILE] : failed.map((file) => relative(this.folder, file));
  }

  /** Ends what runs, and removes the copy. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    this.#endProcesses();
    // What was killed may still write for a moment.
    await rm(this.#parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #endProcesses(): void {
    if (this.#child?.pid !== undefined) killTree(this.#child.pid);
    killStartedWith(this.#parent);
  }

  async #run(
    command: string,
    args: readonly string[],
    minutes: number,
  ): Promise<{ exitCode: number | null; output: string }> {
    const child = spawn(join(this.folder, 'node_modules', '.bin', command), args, {
      cwd: this.folder,
      env: { ...process.env, TMPDIR: this.#temporary },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    this.#child = child;
    const timer = setTimeout(() => this.#endProcesses(), minutes * 60_000);
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve);
      child.once('error', reject);
    });
    clearTimeout(timer);
    // A faulty product may leave processes and files behind.
    this.#endProcesses();
    this.#child = undefined;
    // Only a signal removes a copy in use, and the process ends then.
    if (this.#isRemoved) await new Promise(() => undefined);
    await rm(this.#temporary, { recursive: true, force: true });
    await mkdir(this.#temporary);
    return { exitCode, output };
  }
}

/** Returns the arguments that run some files of a stage. What belongs to no file is only shown by the whole stage. */
function listOnly(args: readonly string[], files: readonly string[]): readonly string[] {
  return files.includes(NO_FILE) ? args : ['run', ...files];
}

function listWithout(files: readonly string[]): string[] {
  return files.filter((file) => file !== NO_FILE).flatMap((file) => ['--exclude', file]);
}

interface Results {
  /** Times are in milliseconds. */
  testResults: { name: string; status: string; startTime: number; endTime: number }[];
}

/** Returns the files of a run of which a test failed, or that could not be loaded; the quickest first. */
function listFailedFiles(json: string): string[] {
  const { testResults } = JSON.parse(json) as Results;
  const duration = ({ startTime, endTime }: Results['testResults'][number]) => endTime - startTime;
  return testResults
    .filter(({ status }) => status === 'failed')
    .sort((one, other) => duration(one) - duration(other))
    .map(({ name }) => name);
}
