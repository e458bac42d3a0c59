import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSandboxFault } from '../../../scanner/sandbox/find-fault.ts';
import { createNetwork, type OwnNetwork } from '../../../scanner/sandbox/network.ts';
import { buildSandboxCommand } from '../../../scanner/sandbox/sandbox.ts';
import { ATTACKS, permitted } from './sandbox-attacks.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox test-'));
const fault = await findSandboxFault(folder);
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

async function run([program = '', ...args]: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, args)).stdout;
}

describe.runIf(fault === null)('a program in the sandbox', () => {
  let network: OwnNetwork;
  let attack: string[];

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
    servers.push(...network.servers);
    const [proxy] = network.servers;
    proxy?.on('connection', (connection) => connection.destroy());
    const targets = {
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
    attack = ['-e', ATTACKS, JSON.stringify(targets)];
  });
  afterAll(() => {
    for (const server of servers) server.close();
    network.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reaches its own folder and the proxy, and nothing else', async () => {
    expect(JSON.parse(await runInside(attack, own))).toEqual(permitted);
    expect(readFileSync(readable, 'utf8')).toBe('text');
    expect(existsSync(beside)).toBe(false);
  });

  it('would reach the rest without it', async () => {
    const succeeded = JSON.parse(await run([process.execPath, ...attack]));
    expect(succeeded).toEqual(
      expect.arrayContaining([
        'read a file of the user',
        'read the passwords of the system',
        'list the home folders',
        'write beside its folder',
        'change a program that it may read',
        'see the process of the scanner',
        'read its variables',
        'signal it',
        'connect to a server of the machine',
        'connect to a socket without a file',
        'connect to a socket with a file',
        'create a user namespace',
      ]),
    );
    expect(succeeded).not.toContain('connect to the proxy');
  });

  it('cannot have a sandbox, like a program of a machine that permits none', async () => {
    const find = join(import.meta.dirname, '../../../scanner/sandbox/find-fault.ts');
    const program = `import(${JSON.stringify(find)}).then(async ({ findSandboxFault }) => {
      process.stdout.write(String(await findSandboxFault(process.env.HOME)));
    })`;
    expect(await runInside(['-e', program], join(folder, 'nested'))).toMatch(/^unshare: .*not permitted$/);
  });
});
