import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, killTree } from '../../../local/processes/tree.ts';
import { Runtime } from '../../../local/runtime.ts';
import { client, itemReader, until } from './fixtures/client.ts';
import { synthesizeTestStack, temporaryFolder } from './fixtures/stack.ts';

const folder = temporaryFolder();
let assembly: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  // Long enough that the test fails if the next start does not release the message.
  assembly = await synthesizeTestStack(folder.path, { visibilityTimeoutSeconds: 300 });
});

afterAll(() => {
  for (const { pid } of children) if (pid !== undefined) killTree(pid);
  folder.remove();
});

/** A runtime in a separate process. */
async function startInChild(dataFolder: string) {
  const script = fileURLToPath(new URL('./fixtures/run.ts', import.meta.url));
  const child = spawn(process.execPath, [script, assembly, dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the runtime ended with ${code}`)));
  });
  return { child, baseUrl: JSON.parse(line).baseUrl as string };
}

async function killHard(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

describe('a runtime that is killed', () => {
  it('leaves no process behind, and the next start processes the message in flight', async () => {
    const dataFolder = join(folder.path, 'killed');
    const first = await startInChild(dataFolder);
    const call = client(first.baseUrl);
    await call('POST', '/messages', { id: 'before' });
    await until('the first message', () => itemReader(call)('before'));
    await call('POST', '/messages', { id: 'held', how: 'hang' });
    const grandchild = await until(
      'the function to hang',
      async () => /sleeping in (\d+)/.exec(readWorkerLog(dataFolder))?.[1],
    );
    const dynamodb = Number(readFileSync(join(dataFolder, 'dynamodb', 'pid'), 'utf8').split(' ')[0]);
    expect(isAlive(dynamodb)).toBe(true);

    await killHard(first.child);
    for (const pid of [Number(grandchild), dynamodb]) {
      await until(`process ${pid} to end`, async () => (isAlive(pid) ? undefined : true));
    }

    const second = await Runtime.start({ assembly, dataFolder });
    try {
      const item = itemReader(client(second.baseUrl));
      expect((await item('before'))?.count).toBe(1);
      const held = await until('the message in hand', async () => {
        const found = await item('held');
        return found && found.count > 1 ? found : undefined;
      });
      expect(held.last.attributes.ApproximateReceiveCount).toBe('2');
    } finally {
      await second.stop();
    }
  });

  it('leaves no process of a function, also if it left the tree of its function, after its end or its next start', async () => {
    const dataFolder = join(folder.path, 'left-tree');
    /** Starts a process with the variables of a browser, but as a child of this process. */
    const startBelow = (temporary: string) => {
      const child = spawn('sleep', ['600'], { env: { TMPDIR: join(temporary, 'tmp') }, stdio: 'ignore' });
      children.push(child);
      return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    };
    const runtime = await Runtime.start({ assembly, dataFolder });
    const call = client(runtime.baseUrl);
    await call('POST', '/messages', { id: 'one' });
    const [environment = ''] = readdirSync(join(dataFolder, 'tmp'));
    const ofRunning = startBelow(join(dataFolder, 'tmp', environment));
    await runtime.stop();
    expect(await ofRunning).toBe('SIGKILL');

    const ofKilled = startBelow(join(dataFolder, 'tmp', 'killed-1'));
    await (await Runtime.start({ assembly, dataFolder })).stop();
    expect(await ofKilled).toBe('SIGKILL');
  });

  it('can be started again at once, while its remaining processes are still ending', async () => {
    const dataFolder = join(folder.path, 'at-once');
    for (let round = 0; round < 2; round++) {
      const { child, baseUrl } = await startInChild(dataFolder);
      const call = client(baseUrl);
      expect((await call('POST', '/messages', { id: `round${round}` })).status).toBe(202);
      child.kill('SIGKILL');
    }
    const runtime = await Runtime.start({ assembly, dataFolder });
    try {
      const item = itemReader(client(runtime.baseUrl));
      for (let round = 0; round < 2; round++) await until(`round ${round}`, () => item(`round${round}`));
    } finally {
      await runtime.stop();
    }
  });
});

describe('a data folder', () => {
  it('with another table schema requires --fresh, which keeps foreign files, and is usable after it', async () => {
    const dataFolder = join(folder.path, 'reshaped');
    await (await Runtime.start({ assembly, dataFolder })).stop();
    writeFileSync(join(dataFolder, 'mine.txt'), 'mine');
    writeFileSync(join(dataFolder, 'service.json'), '{}');
    const other = temporaryFolder();
    try {
      const changed = await synthesizeTestStack(other.path, { extraIndex: true });
      await expect(Runtime.start({ assembly: changed, dataFolder })).rejects.toThrow('--fresh');
      await (await Runtime.start({ assembly: changed, dataFolder, fresh: true })).stop();
      expect(existsSync(join(dataFolder, 'mine.txt'))).toBe(true);
      expect(existsSync(join(dataFolder, 'service.json'))).toBe(false);
      await (await Runtime.start({ assembly: changed, dataFolder })).stop();
    } finally {
      other.remove();
    }
  });
});

function readWorkerLog(dataFolder: string): string {
  const logs = join(dataFolder, 'logs');
  const name = readdirSync(logs).find((file) => file.startsWith('Worker'));
  return name === undefined ? '' : readFileSync(join(logs, name), 'utf8');
}
