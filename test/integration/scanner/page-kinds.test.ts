import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNodes, page, type Site, scan } from './harness.ts';
import { ENDLESS_TIMEOUT_MS, endless, expectOutcomes, large, restless, serveKinds } from './page-kinds.ts';

/** Kinds whose pages cost little, and that no page of hostile-pages.test.ts or findings.test.ts resembles. */
const kinds = [...endless, ...restless, ...large].filter(({ name }) =>
  [
    'a document that never ends and loses its elements',
    'an address that changes all the time',
    'a breakpoint',
    '50 nested frames',
  ].includes(name),
);

let site: Site;
beforeAll(async () => {
  site = await serveKinds(kinds);
});
afterAll(() => site.close());

describe('pages of strange kinds', () => {
  it('end as expected, and the next page of the chunk is not affected', async () => {
    expect(kinds).toHaveLength(4);
    const last = kinds.at(-1);
    await expectOutcomes(site, kinds, ENDLESS_TIMEOUT_MS, (kind) => kind === last || kind === kinds[0]);
  });
});

describe('a page that uses a WebSocket all the time', () => {
  it('is scanned', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(
        page(
          `<div id="out"></div><script>
             const socket = new WebSocket('ws://' + location.host + '/talk');
             socket.onmessage = () => { out.innerHTML = '<img src="a.png">'; socket.send('x'); };
           </script>`,
        ),
      );
    });
    server.on('upgrade', (request, socket: Socket) => {
      sockets.add(socket);
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      const timer = setInterval(() => socket.write(Buffer.from([0x81, 0x01, 0x78])), 20);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // Messages of a socket are no requests in flight, so without this the wait would depend on the machine.
    const settings = { waitFor: { selector: 'img' } };
    const { results } = await scan([url], { settings });
    expect(results.map(({ outcome }) => outcome)).toEqual(['scanned']);
    expect(listNodes(results[0])).toEqual(['image-alt ["img"]']);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
