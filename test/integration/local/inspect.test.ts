import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFunction } from '../../../local/functions/inspect.ts';
import { Runtime } from '../../../local/runtime.ts';
import type { LambdaFunction } from '../../../local/template/service.ts';
import { findFreePort } from '../../support/free-port.ts';
import { client, until } from './fixtures/client.ts';
import { synthesizeTestStack, temporaryFolder } from './fixtures/stack.ts';

const folder = temporaryFolder();
const said: string[] = [];
let runtime: Runtime;
let port: number;
let call: ReturnType<typeof client>;

beforeAll(async () => {
  const assembly = await synthesizeTestStack(folder.path);
  const say = (line: string) => void said.push(line);
  port = await findFreePort();
  const inspect = { name: 'api', port };
  runtime = await Runtime.start({ assembly, dataFolder: join(folder.path, 'data'), inspect, say });
  call = client(runtime.baseUrl);
});

afterAll(async () => {
  await runtime?.stop();
  folder.remove();
});

/** Lets the process go on that waits for a debugger, as a debugger does when it is attached. */
async function attach(url: string): Promise<void> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.runIfWaitingForDebugger' }));
  await new Promise((resolve) => {
    socket.onmessage = resolve;
  });
  socket.close();
}

describe('a function that is inspected', () => {
  it('waits for a debugger, without its time limit of 3 s, and then answers', async () => {
    const answer = call('GET', '/echo/a');
    const line = await until('the line of the inspector', async () =>
      said.find((each) => each.startsWith('api: ')),
    );
    const url = line.slice('api: Debugger listening on '.length);
    expect(new URL(url).host).toBe(`127.0.0.1:${port}`);
    await new Promise((wake) => setTimeout(wake, 4_000));
    await attach(url);
    const { status, text } = await answer;
    expect(status).toBe(200);
    expect(JSON.parse(text).env.SCAN_BLOCKED_PORTS.split(',')).toContain(String(port));
  });
});

describe('the name of a function to inspect', () => {
  const functions = ['ScanPagesFunction1A2B3C4D', 'GetScanFunction0F0F0F0F'].map(
    (logicalId) => ({ logicalId }) as LambdaFunction,
  );

  it('is the name of its folder', () => {
    expect(findFunction(functions, 'scan-pages')).toBe(functions[0]);
  });

  it('is refused with the list of functions if it is unknown', () => {
    expect(() => findFunction(functions, 'scan')).toThrow(
      'There is no function scan. There are: get-scan, scan-pages',
    );
  });
});
