import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownNetworkArguments, systemEnv } from '../../scanner/sandbox/network.ts';
import type { Reaper } from '../processes/reaper.ts';
import { isAlive, killTree, readStartTicks } from '../processes/tree.ts';
import { AddressAgent } from './agents.ts';
import { occupyPort, reserveLoopbackAddress } from './loopback-address.ts';

/** A DynamoDB-compatible server. */
export type DynamoDbStandIn = {
  /** Connects to it. */
  agent: Agent;
  /** Its port on a loopback address, which other processes can find; undefined if they cannot connect to it. */
  port: number | undefined;
  stop: () => Promise<void>;
};

/** How long a server may take to start or to end. */
const PATIENCE_MILLISECONDS = 10_000;

/** Its port in a network namespace of its own, where no other server is. */
const NAMESPACE_PORT = 8000;

/**
 * Starts dynoxide with its data in `folder`. It checks no signatures and can only listen on TCP. So it runs in a
 * network namespace of its own if this machine permits that; otherwise on a free port of its own loopback address.
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
    const agent = new AddressAgent(endpoint);
    await waitUntilAnswering(agent, () => undefined);
    return { agent, port: agent.port, stop: async () => undefined };
  }
  const binary = findDynoxideBinary();
  mkdirSync(folder, { recursive: true });
  const pidFile = join(folder, 'pid');
  await waitUntilPredecessorEnded(pidFile);
  const database = join(folder, 'dynamodb.sqlite');
  const launch = (await canUnshare()) ? launchInNamespace : launchOnLoopback;

  for (let attempt = 1; ; attempt++) {
    const { child, agent, port } = await launch(binary, database);
    reaper.watch(child);
    let launchError = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      launchError = (launchError + chunk).slice(-500);
    });
    try {
      await waitUntilAnswering(agent, () =>
        hasEnded(child) ? launchError.trim() || 'it ended at once' : undefined,
      );
      if (port !== undefined) child.once('close', (await occupyPort(port)).release);
      writeFileSync(pidFile, `${child.pid} ${readStartTicks(child.pid ?? 0) ?? ''}`);
      return { agent, port, stop: () => stop(child) };
    } catch (error) {
      if (child.pid !== undefined) killTree(child.pid);
      // Another process may have taken the port meanwhile.
      if (attempt >= 3) throw new Error(`the DynamoDB stand-in did not start: ${(error as Error).message}`);
    }
  }
}

type Launched = { child: ChildProcess; agent: Agent; port: number | undefined };

/** Whether processes of this user can have a network namespace of their own. */
export async function canUnshare(): Promise<boolean> {
  try {
    await promisify(execFile)('unshare', [...ownNetworkArguments, 'true'], { env: systemEnv });
    return true;
  } catch {
    return false;
  }
}

const spawnOptions = {
  detached: true, // Ctrl-C must not end it before the functions that use it
  env: systemEnv,
} satisfies SpawnOptions;

async function launchInNamespace(binary: string, database: string): Promise<Launched> {
  const program = fileURLToPath(new URL('./namespace-main.ts', import.meta.url));
  const server = [binary, ...listServeArguments('127.0.0.1', NAMESPACE_PORT, database)];
  const connector = [process.execPath, program, String(NAMESPACE_PORT), ...server];
  const child = spawn('unshare', [...ownNetworkArguments, ...connector], {
    ...spawnOptions,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return { child, agent: new NamespaceAgent(child), port: undefined };
}

async function launchOnLoopback(binary: string, database: string): Promise<Launched> {
  const { host, port, release } = await reserveLoopbackAddress();
  // It refuses a port that another server has on any address.
  await release();
  const child = spawn(binary, listServeArguments(host, port, database), {
    ...spawnOptions,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { child, agent: new AddressAgent(`http://${host}:${port}`), port };
}

function listServeArguments(host: string, port: number, database: string): string[] {
  return ['serve', '--host', host, '--port', String(port), '--db-path', database];
}

/** Requests connections to a server in another network namespace from `namespace-main.ts`, which runs there. */
class NamespaceAgent extends Agent {
  private readonly connector: ChildProcess;
  private readonly waiting: ((error: Error | null, socket: Duplex) => void)[] = [];

  constructor(connector: ChildProcess) {
    super({ keepAlive: true });
    this.connector = connector;
    // The connections are all alike, so they need no names.
    connector.on('message', (_, socket) => this.answer(socket as Socket | undefined));
    connector.once('close', () => {
      while (this.waiting.length > 0) this.answer(undefined);
    });
  }

  override createConnection(_: unknown, done: (error: Error | null, socket: Duplex) => void): undefined {
    this.waiting.push(done);
    if (this.connector.connected) this.connector.send('connect');
    else setImmediate(() => this.answer(undefined));
  }

  private answer(socket: Socket | undefined): void {
    const error = socket === undefined ? new Error('the server does not answer') : null;
    this.waiting.shift()?.(error, socket as Socket);
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

async function waitUntilAnswering(agent: Agent, failure: () => string | undefined): Promise<void> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      await new Promise<void>((resolve, reject) => {
        get({ agent, timeout: 2_000 }, (response) => response.resume().once('end', resolve))
          .once('timeout', () => reject(new Error('it is silent')))
          .once('error', reject);
      });
      return;
    } catch (error) {
      const reason = failure();
      if (reason !== undefined) throw new Error(reason);
      if (Date.now() > deadline) throw new Error(`it does not answer: ${(error as Error).message}`);
      await pause(15);
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => killTree(child.pid ?? 0), PATIENCE_MILLISECONDS / 2);
  await exited;
  clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}
