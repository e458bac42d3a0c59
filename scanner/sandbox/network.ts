import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Server } from 'node:net';

/** Environment variables of programs of the system. The search path of most users does not have the folder of `ip`. */
export const systemEnv: Readonly<Record<string, string>> = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C',
};

/**
 * Arguments of `unshare`, before a program, to run it in a network namespace of its own with a loopback interface that
 * no other process can reach.
 */
export const ownNetworkArguments: readonly string[] = [
  ...['--user', '--map-root-user', '--net'],
  ...['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'],
];

/** How long the start may take. */
const PATIENCE_MS = 10_000;

/** Listens on free ports of the loopback interface and passes the servers to its parent, which then kills it. */
const PROGRAM = `
  process.on('disconnect', () => process.exit());
  for (let left = Number(process.argv[1]); left > 0; left -= 1) {
    const server = require('node:net').createServer().listen(0, '127.0.0.1', () => process.send('', server));
  }
`;

/** A network namespace: its only interface is its own loopback interface, and its only servers are those given here. */
export interface OwnNetwork {
  /** Listen in the namespace; their connections are accepted in this process. */
  readonly servers: readonly Server[];
  /** Program and first arguments that run a program in the namespace, as the root user of its user namespace. */
  readonly enter: readonly string[];
  /** Closes the servers and releases the namespace. */
  close(): void;
}

/**
 * Creates a network namespace of a new user namespace. No process is left in it: this process keeps it open.
 * @param count number of servers
 * @throws Error with one line if the machine does not permit it
 */
export async function createNetwork(count: number): Promise<OwnNetwork> {
  const listen = [process.execPath, '-e', PROGRAM, String(count)];
  const child = spawn('unshare', [...ownNetworkArguments, ...listen], {
    env: systemEnv,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const servers: Server[] = [];
  const namespaces: number[] = [];
  const close = () => {
    for (const server of servers) server.close();
    namespaces.forEach(closeSync);
  };
  let printed = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    printed = (printed + chunk).slice(0, 500);
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (_, server) => {
        servers.push(server as Server);
        if (servers.length === count) resolve();
      });
      child.once('error', reject);
      child.once('close', (_, signal) => {
        const late =
          signal === null ? 'unshare ended' : `unshare did not answer within ${PATIENCE_MS / 1_000} s`;
        reject(new Error(printed.trim().split('\n')[0] || late));
      });
    });
    for (const name of ['user', 'net']) namespaces.push(openSync(`/proc/${child.pid}/ns/${name}`, 'r'));
    const [user, net] = namespaces.map((opened) => `/proc/${process.pid}/fd/${opened}`);
    return {
      servers,
      enter: ['nsenter', '--preserve-credentials', `--user=${user}`, `--net=${net}`],
      close,
    };
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    if (child.pid !== undefined) await closed;
  }
}
