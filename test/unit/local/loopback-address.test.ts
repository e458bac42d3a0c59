import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listenOnLoopback, reserveLoopbackAddress } from '../../../local/stand-ins/loopback-address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Returns whether a site of this machine can have a port. If so, it has the port until the end of the test. */
function canServe(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
    servers.push(server);
  });
}

// Elsewhere the servers listen on 127.0.0.1 itself.
describe.runIf(process.platform === 'linux')('the address of a stand-in', () => {
  it('has a port that no site can have until it is released', async () => {
    const { host, port, release } = await reserveLoopbackAddress();
    expect(host).toMatch(/^127\./);
    expect(await canServe(port)).toBe(false);
    await release();
    await expect.poll(() => canServe(port)).toBe(true);
  });

  it('is released when its server is closed', async () => {
    const server = createHttpServer((_request, response) => response.end('here'));
    const url = await listenOnLoopback(server);
    expect(await (await fetch(url)).text()).toBe('here');
    const port = Number(new URL(url).port);
    expect(await canServe(port)).toBe(false);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await expect.poll(() => canServe(port)).toBe(true);
  });
});
