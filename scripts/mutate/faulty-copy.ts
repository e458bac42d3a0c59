import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { killStartedWith, killTree } from '../../local/processes/tree.ts';
import { runGit } from '../release/git.ts';
import { applyFault, type Fault } from './list-faults.ts';

/** A test that never ends has found the fault. No stage takes nearly as long without one. */
const STAGE_TIMEOUT_MS = 45 * 60_000;

/** What tests say about a copy of the product. */
export type Outcome =
  | { found: false }
  /** The failed file, if the results name one, and what failed. */
  | { found: true; file?: string; by: string };

/** A checkout of one commit, in a temporary folder, into which one fault at a time is put. */
export class FaultyCopy {
  readonly #folder: string;
  /** Temporary folder of the tests. What they leave behind is removed with it. */
  readonly #temporary: string;

  private constructor(folder: string, temporary: string) {
    this.#folder = folder;
    this.#temporary = temporary;
  }

  /** Checks out a commit of a repository. The installed packages are those of the repository. */
  static async create(root: string, commit: string): Promise<FaultyCopy> {
    const parent = await mkdtemp(join(tmpdir(), 'mutate-'));
    const [folder, temporary] = [join(parent, 'copy'), join(parent, 'tmp')];
    await mkdir(temporary);
    await runGit(root, ['clone', '--quiet', '--shared', '--no-checkout', root, folder]);
    await runGit(folder, ['checkout', '--quiet', '--detach', commit]);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return new FaultyCopy(folder, temporary);
  }

  /** Puts a fault into the copy while a function runs. */
  async withFault<Result>(fault: Fault, run: () => Promise<Result>): Promise<Result> {
    const path = join(this.#folder, fault.file);
    const source = await readFile(path, 'utf8');
    await writeFile(path, applyFault(source, fault));
    try {
      return await run();
    } finally {
      await writeFile(path, source);
    }
  }

  /** Returns the errors of the type check; an empty text if the copy compiles. */
  async checkTypes(): Promise<string> {
    for (const project of ['.', 'dashboard']) {
      const { exitCode, output } = await this.#run('tsc', [
        '--noEmit',
        '--incremental',
        '--tsBuildInfoFile',
        `.cache/types-${project}.json`,
        '-p',
        project,
      ]);
      if (exitCode !== 0) return output;
    }
    return '';
  }

  /** Runs tests until the first one fails. */
  async test(args: readonly string[]): Promise<Outcome> {
    const results = join(this.#folder, '.cache', 'mutate-results.json');
    await rm(results, { force: true });
    const options = ['--bail', '1', '--reporter', 'json', '--outputFile', results];
    const { exitCode, output } = await this.#run('vitest', [...args, ...options]);
    if (exitCode === 0) return { found: false };
    const failed = existsSync(results) ? findFailure(await readFile(results, 'utf8')) : undefined;
    if (failed === undefined) return { found: true, by: `exit code ${exitCode}: ${output.slice(-300)}` };
    const file = relative(this.#folder, failed.file);
    return { found: true, file, by: `${file}: ${failed.what}` };
  }

  async remove(): Promise<void> {
    await rm(dirname(this.#folder), { recursive: true, force: true });
  }

  async #run(command: string, args: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
    const child = spawn(join(this.#folder, 'node_modules', '.bin', command), args, {
      cwd: this.#folder,
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
    const timer = setTimeout(() => child.pid !== undefined && killTree(child.pid), STAGE_TIMEOUT_MS);
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve);
      child.once('error', reject);
    });
    clearTimeout(timer);
    // A faulty product may leave processes and files behind.
    killStartedWith(this.#temporary);
    await rm(this.#temporary, { recursive: true, force: true });
    await mkdir(this.#temporary);
    return { exitCode, output };
  }
}

interface Results {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Returns file and name of a failed test in the results of a run, or the file that could not be loaded. */
function findFailure(json: string): { file: string; what: string } | undefined {
  const { testResults } = JSON.parse(json) as Results;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed');
    if (failed) return { file: name, what: failed.fullName };
  }
  // Files that did not run because another one failed before count as failed too, without a message.
  const broken = testResults.find(({ status, message }) => status === 'failed' && message !== '');
  return broken && { file: broken.name, what: broken.message.slice(0, 200) };
}
