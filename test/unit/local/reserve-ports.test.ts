import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { reservePorts } from '../../../local/stand-ins/reserve-ports.ts';
import { findFreePort } from '../../support/free-port.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Returns true if a server can listen on a port. The server stays until the end of the test. */
function listen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
    closing.push(() => server.close());
  });
}

describe('the reserved ports', () => {
  it('cannot be used until they are released', async () => {
    const port = await findFreePort();
    const release = await reservePorts([port, port]);
    expect(await listen(port)).toBe(false);
    release();
    await expect.poll(() => listen(port)).toBe(true);
  });

  it('are skipped if they are in use', async () => {
    const port = await findFreePort();
    expect(await listen(port)).toBe(true);
    const release = await reservePorts([port]);
    release();
  });
});
