import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Reaper } from '../../local/processes/reaper.ts';
import { killTree } from '../../local/processes/tree.ts';
import { RehearsalError } from './steps.ts';

const TAIL_LINES = 30;

/** How a program is run. */
export interface RunOptions {
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** File for the program's output. */
  log: string;
}

/**
 * The programs that the rehearsal starts. Each leads a process group. However the rehearsal ends, it also ends all of
 * them and everything that they started.
 */
export class Processes {
  private readonly running = new Set<ChildProcess>();
  private readonly reaper = new Reaper();

  /** Starts a program that runs until `stop`. */
  start(command: string, args: readonly string[], { env, cwd, log }: RunOptions): ChildProcess {
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.running.add(child);
    if (child.pid !== undefined) this.reaper.watch(child);
    child.once('exit', () => this.running.delete(child));
    child.once('error', () => this.running.delete(child));
    const file = createWriteStream(log, { flags: 'a', mode: 0o600 });
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.once('close', () => file.end());
    return child;
  }

  /**
   * Runs a program and waits for its end.
   * @throws RehearsalError with the end of its log if it fails
   */
  async run(command: string, args: readonly string[], options: RunOptions): Promise<void> {
    const child = this.start(command, args, options);
    const how = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(code === 0 ? '' : `exit code ${code ?? signal}`));
    });
    if (how === '') return;
    const name = [command, ...args.slice(0, 2)].join(' ');
    throw new RehearsalError(
      `${name}: ${how}. The end of ${options.log}:\n${await readLogTail(options.log)}`,
    );
  }

  /** Ends all programs that still run. */
  async stop(): Promise<void> {
    const ends = [...this.running].map((child) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.pid !== undefined) killTree(child.pid);
      return ended;
    });
    await Promise.all(ends);
    this.reaper.close();
  }
}

/** Returns the last lines of a log. */
export async function readLogTail(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
