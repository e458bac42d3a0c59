import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_START_MS = 120_000;
const LONGEST_STOP_MS = 15_000;
const LOOK_AGAIN_MS = 10;

/** The file that `npm start` writes for its clients. */
export interface ServiceFile {
  baseUrl: string;
  apiKey: string;
  siteId: string | null;
}

/** A service that was started with `npm start`. */
export interface StartedService {
  /** Milliseconds from the command until `GET /health` returned 200. */
  answersAfterMs: number;
  /** Milliseconds from the command until a client finds a valid key in `service.json`. */
  usableAfterMs: number;
  service: ServiceFile;
  /** Waits until a text was printed. */
  waitForOutput(text: string): Promise<void>;
  /** Stops the service as Ctrl-C does. Resolves when its data folder is free again. */
  stop(): Promise<void>;
}

/** Process groups that must not outlive this process. */
const groups = new Set<number>();
process.on('exit', () => {
  for (const group of groups) signal(group, 'SIGKILL');
});

/**
 * Runs `npm start` as a user does and measures its start.
 * @param checkout folder of the checkout
 * @param data the data folder
 * @throws Error with the output if the service ends or does not respond within two minutes
 */
export async function startService(
  checkout: string,
  data: string,
  flags: readonly string[] = [],
): Promise<StartedService> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn('npm', ['start', '--', '--data', data, '--port', String(port), ...flags], {
    cwd: checkout,
    // A separate process group, as Ctrl-C in a terminal ends a whole group.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) groups.add(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const until = async (what: string, done: () => Promise<boolean> | boolean) => {
    while (!(await done())) {
      if (failure) throw new Error(`npm could not be started: ${failure.message}`);
      if (child.exitCode !== null) throw new Error(`npm start ended before ${what}:\n${output}`);
      if (performance.now() - start > LONGEST_START_MS) throw new Error(`no ${what} in time:\n${output}`);
      await sleep(LOOK_AGAIN_MS);
    }
    return performance.now() - start;
  };
  const file = join(data, 'service.json');
  const [answersAfterMs, usableAfterMs] = await Promise.all([
    until('an answer', () => isHealthy(port)),
    // The file of an earlier start is renamed before the API answers.
    until('service.json', async () => output.includes('The API answers') && existsSync(file)),
  ]);
  return {
    answersAfterMs,
    usableAfterMs,
    service: JSON.parse(await readFile(file, 'utf8')),
    waitForOutput: async (text) => {
      await until(`"${text}"`, () => output.includes(text));
    },
    stop: () => stop(child, data),
  };
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/api/v1/health`)).ok;
  } catch {
    return false; // no server listens yet
  }
}

async function stop(child: ChildProcess, data: string): Promise<void> {
  const group = child.pid ?? 0;
  signal(group, 'SIGINT');
  const deadline = performance.now() + LONGEST_STOP_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline)
    await sleep(LOOK_AGAIN_MS);
  while (existsSync(join(data, 'lock')) && performance.now() < deadline) await sleep(LOOK_AGAIN_MS);
  signal(group, 'SIGKILL');
  groups.delete(group);
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // The group has no process.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
