import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Processes, RunOptions } from './processes.ts';
import { readLogTail } from './processes.ts';
import { RehearsalError } from './steps.ts';

/**
 * The emulator that the rehearsal deploys to. The version is pinned because the features of an emulator differ
 * between releases.
 */
export const MINISTACK_VERSION = '1.5.33';
export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';

const START_PATIENCE_MS = 60_000;

/**
 * Installs MiniStack into a virtual environment, unless it is installed there already.
 * @param venv folder of the environment; created again if it has another version or is incomplete
 */
export async function installMiniStack(
  processes: Processes,
  { python, venv, ...options }: RunOptions & { python: string; venv: string },
): Promise<void> {
  const versionFile = join(venv, 'ministack-version');
  if ((await readFile(versionFile, 'utf8').catch(() => '')) === MINISTACK_VERSION) return;
  await rm(venv, { recursive: true, force: true });
  await mkdir(dirname(venv), { recursive: true });
  await processes.run(python, ['-m', 'venv', venv], options);
  const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', `ministack==${MINISTACK_VERSION}`];
  await processes.run(join(venv, 'bin/python'), pip, options);
  await writeFile(versionFile, MINISTACK_VERSION);
}

/**
 * Starts MiniStack on a free port of 127.0.0.1.
 * @returns its endpoint, for every AWS service
 */
export async function startMiniStack(
  processes: Processes,
  { venv, tmp, ...options }: RunOptions & { venv: string; tmp: string },
): Promise<string> {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const env = {
    ...options.env,
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    MINISTACK_REGION: REGION,
    MINISTACK_ACCOUNT_ID: ACCOUNT,
    // Its functions inherit these variables. On Lambda each function has its own /tmp; here they use the one of the
    // rehearsal.
    TMPDIR: tmp,
    AWS_ENDPOINT_URL: endpoint,
  };
  const server = processes.start(join(venv, 'bin/ministack'), [], { ...options, env });
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    const answer = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    if (answer?.ok) return endpoint;
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new RehearsalError(
        `MiniStack did not start. The end of ${options.log}:\n${await readLogTail(options.log)}`,
      );
    }
    await sleep(100);
  }
}

/**
 * Returns the URL at which MiniStack serves an API of API Gateway. MiniStack has no host names of its own, so the id
 * goes into the path.
 * @param apiUrl as the stack's output states it, e.g. `https://<id>.execute-api.<region>.amazonaws.com/api/v1`
 */
export function toReachableUrl(endpoint: string, apiUrl: string): string {
  const { hostname, pathname } = new URL(apiUrl);
  return `${endpoint}/_aws/execute-api/${hostname.split('.')[0]}${pathname}`;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
