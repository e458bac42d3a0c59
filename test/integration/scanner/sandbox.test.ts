import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canUnshare } from '../../../local/stand-ins/dynamodb.ts';
import { findSandboxFault } from '../../../scanner/sandbox/find-fault.ts';
import { createNetwork, type OwnNetwork } from '../../../scanner/sandbox/network.ts';
import { buildSandboxCommand } from '../../../scanner/sandbox/sandbox.ts';
import { ATTACKS, permitted, possibleOutside } from './sandbox-attacks.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox test-'));
const own = join(folder, 'own');
const readableFolder = join(folder, 'program');
const readable = join(readableFolder, 'file');
const secret = join(folder, 'secret');
const beside = join(folder, 'beside');
const socket = join(folder, 'socket');
const abstract = `sandbox-test-${process.pid}`;
const servers: Server[] = [];

async function listen(where: object): Promise<number> {
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((listening) => server.listen(where, listening));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

/** Runs a program, as from a shell that left a folder open, and returns what it prints. */
async function run([program = '', ...args]: readonly string[]): Promise<string> {
  const opened = openSync(folder, 'r');
  try {
    const stdio = ['ignore', 'pipe', 'inherit', 'ignore', 'ignore', 'ignore', 'ignore', opened] as const;
    const child = spawn(program, args, { stdio: [...stdio] });
    let printed = '';
    for await (const chunk of child.stdout ?? []) printed += chunk;
    return printed;
  } finally {
    closeSync(opened);
  }
}

describe.runIf(await canUnshare())('a program in the sandbox', () => {
  let network: OwnNetwork;
  let targets: object;

  /** Runs a program of Node.js in the sandbox. */
  async function runInside(args: readonly string[], directory: string): Promise<string> {
    mkdirSync(directory, { recursive: true });
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: directory };
    const folders = [dirname(process.execPath), readableFolder, join(import.meta.dirname, '../../..')];
    return run(
      await buildSandboxCommand(network, directory, { command: [process.execPath, ...args], env, folders }),
    );
  }

  beforeAll(async () => {
    mkdirSync(readableFolder);
    for (const path of [readable, secret]) writeFileSync(path, 'text');
    network = await createNetwork(1);
    const [proxy] = network.servers;
    proxy?.on('connection', (connection) => connection.destroy());
    targets = {
      own,
      readableFolder,
      readable,
      secret,
      beside,
      socket,
      abstract,
      scanner: process.pid,
      port: await listen({ host: '::', port: 0 }),
      proxyPort: (proxy?.address() as AddressInfo | undefined)?.port,
    };
    await listen({ path: socket });
    await listen({ path: `\0${abstract}` });
  });
  afterAll(() => {
    for (const server of servers) server.close();
    network.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is possible where a machine permits a network namespace', async () => {
    expect(await findSandboxFault(folder)).toBe(null);
  });

  it('reaches its own folder and the proxy, and nothing else', async () => {
    const attack = ['-e', ATTACKS, JSON.stringify(targets)];
    expect(JSON.parse(await runInside(attack, own))).toEqual(permitted);
    expect(readFileSync(readable, 'utf8')).toBe('text');
    expect(existsSync(beside)).toBe(false);
  });

  it('would reach more without it', async () => {
    const only = [...possibleOutside, 'connect to the proxy'];
    const program = [process.execPath, '-e', ATTACKS, JSON.stringify({ ...targets, only })];
    expect(JSON.parse(await run(program))).toEqual(possibleOutside);
  });

  it('is refused to a browser that lies beside the files of the user', async () => {
    const command = [process.execPath, '--version'];
    expect(await findSandboxFault(folder, { command, env: {}, folders: [homedir()] })).toContain(
      'among files that it must not read',
    );
  });

  it('cannot have a sandbox, like a program of a machine that permits none', async () => {
    const find = join(import.meta.dirname, '../../../scanner/sandbox/find-fault.ts');
    const program = `import(${JSON.stringify(find)}).then(async ({ findSandboxFault }) => {
      process.stdout.write(String(await findSandboxFault(process.env.HOME)));
    })`;
    expect(await runInside(['-e', program], join(folder, 'nested'))).toMatch(/^unshare: .*not permitted$/);
  });
});
