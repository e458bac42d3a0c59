import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, killTree } from '../../../local/processes/tree.ts';
import { Runtime } from '../../../local/runtime.ts';
import type { Faults } from '../../../local/runtime-options.ts';
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

describe('injected faults', () => {
  /** The faults of the current test; empty between the tests. */
  let faults: Faults = {};
  let runtime: Runtime;
  let call: ReturnType<typeof client>;
  let item: ReturnType<typeof itemReader>;
  beforeAll(async () => {
    runtime = await Runtime.start({
      assembly,
      dataFolder: join(folder.path, 'faults'),
      faults: {
        deliverTwice: () => faults.deliverTwice?.() ?? false,
        failCall: (...of) => faults.failCall?.(...of) ?? false,
        killAfterCall: (...of) => faults.killAfterCall?.(...of) ?? false,
      },
    });
    call = client(runtime.baseUrl);
    item = itemReader(call);
  });
  afterEach(() => {
    faults = {};
  });
  afterAll(() => runtime?.stop());

  const stored = (id: string) =>
    until(`object ${id}`, async () =>
      (await call('GET', `/objects/${id}`)).status === 200 ? true : undefined,
    );

  it('fail a call, which the function’s own client retries', async () => {
    let failures = 0;
    faults = {
      failCall: (name, { action }) => name.startsWith('Worker') && action === 'PutObject' && ++failures === 1,
    };
    await call('POST', '/messages', { id: 'failed' });
    await stored('failed');
    expect(failures).toBe(2);
    expect((await item('failed'))?.count).toBe(1);
  });

  it('kill a function after each of its writes: the write is stored, the function gets no response', async () => {
    const writes: string[] = [];
    let before = 0;
    faults = {
      killAfterCall: (name, nth, { service, action }) => {
        if (!name.startsWith('Worker')) return false;
        if (writes.length === 0) before = nth - 1;
        writes.push(`${nth - before} ${service} ${action}`);
        return nth - before === 1 || nth - before === 3;
      },
    };
    await call('POST', '/messages', { id: 'killed' });
    await until('the first write', async () => (writes.length === 1 ? true : undefined));
    // Its visibility timeout is minutes; the runtime notices the kill a moment after the write.
    await until('the object', async () => {
      runtime.releaseInFlight('Work');
      return (await call('GET', '/objects/killed')).status === 200 ? true : undefined;
    });
    expect(writes).toEqual(['1 dynamodb UpdateItem', '2 dynamodb UpdateItem', '3 s3 PutObject']);
    expect((await item('killed'))?.count).toBe(2);
  });

  // The last test, because the second delivery may still write when the test ends.
  it('deliver every message twice', async () => {
    faults = { deliverTwice: () => true };
    await call('POST', '/messages', { id: 'twice' });
    await until('the second delivery', async () => ((await item('twice'))?.count === 2 ? true : undefined));
  });
});

function readWorkerLog(dataFolder: string): string {
  const logs = join(dataFolder, 'logs');
  const name = readdirSync(logs).find((file) => file.startsWith('Worker'));
  return name === undefined ? '' : readFileSync(join(logs, name), 'utf8');
}
