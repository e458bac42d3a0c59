import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Reaper } from '../processes/reaper.ts';
import { isAlive, killTree, readStartTicks } from '../processes/tree.ts';
import { occupyPort, reserveLoopbackAddress } from './loopback-address.ts';

/** A DynamoDB-compatible server. */
export type DynamoDbStandIn = { endpoint: string; stop: () => Promise<void> };

/** How long a server may take to start or to end. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Starts dynoxide on a free port of its own loopback address, with its data in `folder`.
 *
 * @param folder created if it does not exist
 * @param endpoint address of a running server to use instead
 * @throws Error with one line that says what is missing
 */
export async function startDynamoDb(
  folder: string,
  reaper: Reaper,
  endpoint?: string,
): Promise<DynamoDbStandIn> {
  if (endpoint) {
    await waitUntilAnswering(endpoint, () => undefined);
    return { endpoint, stop: async () => undefined };
  }
  const binary = findDynoxideBinary();
  mkdirSync(folder, { recursive: true });
  const pidFile = join(folder, 'pid');
  await waitUntilPredecessorEnded(pidFile);

  for (let attempt = 1; ; attempt++) {
    const { host, port, release } = await reserveLoopbackAddress();
    // It refuses a port that another server has on any address.
    await release();
    const child = spawn(
      binary,
      ['serve', '--host', host, '--port', String(port), '--db-path', join(folder, 'dynamodb.sqlite')],
      {
        detached: true, // Ctrl-C must not end it before the functions that use it
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env.PATH },
      },
    );
    reaper.watch(child);
    let launchError = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      launchError = (launchError + chunk).slice(-500);
    });
    const url = `http://${host}:${port}`;
    try {
      await waitUntilAnswering(url, () =>
        hasEnded(child) ? launchError.trim() || 'it ended at once' : undefined,
      );
      if (host !== '127.0.0.1') child.once('close', (await occupyPort(port)).release);
      writeFileSync(pidFile, `${child.pid} ${readStartTicks(child.pid ?? 0) ?? ''}`);
      return { endpoint: url, stop: () => stop(child) };
    } catch (error) {
      child.kill('SIGKILL');
      // Another process may have taken the port meanwhile.
      if (attempt >= 3) throw new Error(`the DynamoDB stand-in did not start: ${(error as Error).message}`);
    }
  }
}

function findDynoxideBinary(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    return join(dirname(manifest), 'dynoxide');
  } catch {
    throw new Error(
      `no DynamoDB stand-in is available for ${process.platform}-${process.arch}: ` +
        'set DYNAMODB_ENDPOINT to the address of a DynamoDB-compatible server',
    );
  }
}

/**
 * Waits for the DynamoDB process of a runtime that was ended by `kill -9`, because it may live for a moment. Two
 * processes on one file would not see each other's caches.
 */
async function waitUntilPredecessorEnded(pidFile: string): Promise<void> {
  let recorded: string[];
  try {
    recorded = readFileSync(pidFile, 'utf8').split(' ');
  } catch {
    return;
  }
  const pid = Number(recorded[0]);
  const runs = () => pid > 0 && isAlive(pid) && readStartTicks(pid) === (recorded[1] || undefined);
  const deadline = Date.now() + PATIENCE_MILLISECONDS / 2;
  while (runs() && Date.now() < deadline) await pause(20);
  if (runs()) killTree(pid);
}

async function waitUntilAnswering(endpoint: string, failure: () => string | undefined): Promise<void> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      await fetch(endpoint, { signal: AbortSignal.timeout(2_000) });
      return;
    } catch (error) {
      const reason = failure();
      if (reason !== undefined) throw new Error(reason);
      if (Date.now() > deadline) throw new Error(`${endpoint} does not answer: ${(error as Error).message}`);
      await pause(15);
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLISECONDS / 2);
  await exited;
  clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}
