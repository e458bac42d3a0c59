import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');

/** A process that runs `npm start`. */
export interface Started {
  process: ChildProcess;
  /** Everything that it has printed so far, on both streams. */
  output(): string;
  /** The part of it that was printed on standard error. */
  errors(): string;
  /** Resolves with the exit code; null if a signal ended the process. */
  exited: Promise<number | null>;
  /** Waits until the API responds and this process has written `service.json`. */
  service(): Promise<ServiceFile>;
  /** Waits until the process has printed a text. */
  printed(text: string | RegExp): Promise<void>;
}

/** The content of `service.json`. */
export interface ServiceFile {
  baseUrl: string;
  apiKey: string;
  siteId: string | null;
  demoSiteUrl: string | null;
  dashboardUrl: string;
  signInEmail: string;
  mailsUrl: string;
}

const running = new Set<ChildProcess>();

/** Ends processes that a failed test left running. */
export async function endStarted(): Promise<void> {
  const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ended);
}

/** Starts the embedded runtime on a data folder, on a free port unless the flags set one. */
export function start(dataFolder: string, flags: string[] = []): Started {
  const port = flags.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(process.execPath, ['local/main.ts', '--data', dataFolder, ...port, ...flags], {
    cwd: root,
    env: { ...process.env, PORT: undefined, NO_COLOR: '1', NODE_COMPILE_CACHE: '.cache/compiled' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (errors += chunk));
  running.add(child);
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    exited,
    async service() {
      await this.printed('A key of role admin is in');
      return JSON.parse(await readFile(join(dataFolder, 'service.json'), 'utf8'));
    },
    async printed(text) {
      for (let tries = 0; tries < 2400; tries++) {
        if (typeof text === 'string' ? output.includes(text) : text.test(output)) return;
        if (child.exitCode !== null) throw new Error(`ended before it printed ${text}: ${output}`);
        await sleep(100);
      }
      throw new Error(`never printed ${text}: ${output}`);
    },
  };
}

/** Returns the command lines of processes that name a path in their arguments or environment. */
async function processesOf(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid) continue;
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const [command, environment] = [await read('cmdline'), await read('environ')];
    if (command.includes(path) || environment.includes(path)) found.push(command.replaceAll('\0', ' '));
  }
  return found;
}

/** Waits until no process names a path; returns those that still do after a minute. */
export async function leftOver(path: string): Promise<string[]> {
  let left = await processesOf(path);
  for (let tries = 0; left.length > 0 && tries < 600; tries++) {
    await sleep(100);
    left = await processesOf(path);
  }
  return left;
}
