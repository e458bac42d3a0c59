import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { EgressPolicy } from '../../../scanner/egress/policy.ts';
import { type EgressOptions, type EgressProxy, startEgressProxy } from '../../../scanner/egress/proxy.ts';

const open: EgressPolicy = { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function startProxy(options: EgressOptions = {}, policy: EgressPolicy = open): Promise<EgressProxy> {
  const proxy = await startEgressProxy(policy, options);
  closing.push(() => proxy.close());
  return proxy;
}

/** Starts a server that treats every connection equally. @returns its port */
async function startServer(treats: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    treats(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends bytes to the proxy. @returns everything that it sent until it closed the connection */
function send({ address }: Pick<EgressProxy, 'address'>, text: string): Promise<string> {
  const [host = '', port = ''] = address.split(':');
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), host, () => socket.write(text));
    socket.on('data', (data) => {
      heard += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
}

const get = (authority: string, path = '/') =>
  `GET http://${authority}${path} HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`;
const tunnel = (authority: string) => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;
const answering = (body: string) => (socket: Socket) => {
  socket.once('data', () => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  });
};
/** Returns a port on which nothing listens any more. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a refusal by the proxy', () => {
  it('looks the same for every reason, for plain requests and for tunnels', async () => {
    const dead = await findClosedPort();
    const proxy = await startProxy(
      {
        resolve: async (host) => {
          if (host === 'nowhere.test') throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
          return [{ address: '10.0.0.1', family: 4 }];
        },
        limits: { bytes: 1_000_000, requests: 1_000, connections: 10 },
      },
      { ...open, blockedHosts: ['own.*'] },
    );
    const reasons = {
      'inner.test': 'blocked',
      '169.254.169.254': 'blocked',
      '[::ffff:127.0.0.1]': 'blocked',
      [`127.0.0.1:${dead}`]: 'refused',
      [proxy.address]: 'blocked',
      'nowhere.test': 'dns',
      'own.execute-api.eu-central-1.amazonaws.com': 'blocked',
    };
    for (const [authority, reason] of Object.entries(reasons)) {
      expect(await send(proxy, get(authority)), authority).toBe('');
      expect(proxy.failureFor(`http://${authority}/`), authority).toBe(reason);
      const full = /:\d+$/.test(authority) ? authority : `${authority}:443`;
      expect(await send(proxy, tunnel(full)), authority).toBe(
        'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n',
      );
      expect(proxy.failureFor(`https://${full}/`), authority).toBe(reason);
    }
    for (const nonsense of ['CONNECT [fe80::1%25lo]:80', 'CONNECT :', 'CONNECT a b']) {
      expect(await send(proxy, `${nonsense} HTTP/1.1\r\nHost: x\r\n\r\n`), nonsense).not.toContain('200');
    }
    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', '/', '*', 'https://127.0.0.1/']) {
      expect(await send(proxy, `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`), url).toBe('');
    }
  });

  it('covers a bucket of ours by host and by path', async () => {
    const refused: string[] = [];
    const proxy = await startProxy(
      {
        resolve: async () => [{ address: '10.0.0.1', family: 4 }],
        onRefused: ({ host }) => refused.push(host),
      },
      { ...open, blockedHosts: ['our-bucket.*', '127.0.0.1'] },
    );
    const port = await startServer(answering('x'));
    expect(await send(proxy, get('our-bucket.s3.eu-central-1.amazonaws.com'))).toBe('');
    expect(await send(proxy, get('s3.eu-central-1.amazonaws.com', '/our-bucket/reports/x'))).toBe('');
    expect(await send(proxy, get(`127.0.0.1:${port}`))).toBe('');
    expect(refused).toEqual([
      'our-bucket.s3.eu-central-1.amazonaws.com',
      's3.eu-central-1.amazonaws.com',
      '127.0.0.1',
    ]);
  });
});

describe('the traffic of one page', () => {
  it('ends at a number of bytes, within a response, until the next page', async () => {
    const chunk = Buffer.alloc(64 * 1024);
    const endless = await startServer((socket) => {
      const more = () => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', more);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
        more();
      });
    });
    const small = await startServer(answering('small'));
    const proxy = await startProxy({ limits: { bytes: 1_000_000, requests: 100, connections: 10 } });
    for (const request of [
      get(`127.0.0.1:${endless}`),
      `${tunnel(`127.0.0.1:${endless}`)}GET / HTTP/1.1\r\n\r\n`,
    ]) {
      const { length } = await send(proxy, request);
      expect(length).toBeGreaterThan(10_000);
      expect(length).toBeLessThan(2_000_000);
      expect(proxy.traffic()).toMatchObject({ requests: 1, exceededLimit: 'bytes' });
      expect(await send(proxy, get(`127.0.0.1:${small}`))).toBe('');
      expect(proxy.failureFor(`http://127.0.0.1:${small}/`)).toBe('limit');
      proxy.beginPage();
      expect(proxy.traffic()).toEqual({ bytes: 0, decodedBytes: 0, requests: 0, exceededLimit: null });
      expect(await send(proxy, get(`127.0.0.1:${small}`))).toContain('small');
      expect(proxy.traffic().bytes).toBeGreaterThan(5);
      proxy.beginPage();
    }
  });

  it('counts sent and received bytes', async () => {
    const sink = await startServer((socket) => socket.resume());
    const proxy = await startProxy({ limits: { bytes: 100_000, requests: 10, connections: 10 } });
    const body = 'x'.repeat(200_000);
    const head = `POST http://127.0.0.1:${sink}/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
    await send(proxy, head + body);
    expect(proxy.traffic().exceededLimit).toBe('bytes');
  });

  it('ends at a number of requests, and of concurrent connections', async () => {
    const small = await startServer(answering('small'));
    const few = await startProxy({ limits: { bytes: 1_000_000, requests: 2, connections: 10 } });
    const ask = (proxy: EgressProxy) => send(proxy, get(`127.0.0.1:${small}`));
    expect([await ask(few), await ask(few)].every((answer) => answer.includes('small'))).toBe(true);
    expect(await ask(few)).toBe('');
    expect(few.traffic().exceededLimit).toBe('requests');

    const waiting = await startServer((socket) => socket.resume());
    const narrow = await startProxy({ limits: { bytes: 1_000_000, requests: 100, connections: 3 } });
    // The limit closes open connections, so that all four end.
    const held = Array.from({ length: 4 }, () => send(narrow, tunnel(`127.0.0.1:${waiting}`)));
    expect(await Promise.all(held)).toHaveLength(4);
    expect(narrow.traffic().exceededLimit).toBe('connections');
  });

  it('frees a connection when it ends or fails, so that the next page has all connections', async () => {
    const small = await startServer(answering('small'));
    const dead = await findClosedPort();
    const proxy = await startProxy({ limits: { bytes: 1_000_000, requests: 100, connections: 1 } });
    for (let round = 0; round < 5; round += 1) {
      expect(await send(proxy, get(`127.0.0.1:${dead}`))).toBe('');
      expect(await send(proxy, get(`127.0.0.1:${small}`))).toContain('small');
    }
    expect(proxy.traffic()).toMatchObject({ requests: 10, exceededLimit: null });
  });
});

describe('a server that wastes time or violates the protocol', () => {
  it.each([
    ['never answers', (socket: Socket) => socket.resume()],
    ['stops within its header', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-')],
    [
      'stops within its body',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nx'),
    ],
  ])('is disconnected when it %s', async (_, treats) => {
    const port = await startServer(treats);
    const proxy = await startProxy({ idleMs: 100 });
    for (const request of [get(`127.0.0.1:${port}`), tunnel(`127.0.0.1:${port}`)]) {
      proxy.beginPage();
      await send(proxy, request);
      expect(proxy.failureFor(`http://127.0.0.1:${port}/`)).toBe('silent');
    }
  });

  it('does not make the next page look like one with a silent server', async () => {
    const port = await startServer((socket) => socket.resume());
    const proxy = await startProxy({ idleMs: 300 });
    proxy.beginPage();
    const held = send(proxy, tunnel(`127.0.0.1:${port}`));
    await new Promise((resolve) => setTimeout(resolve, 100));
    proxy.beginPage();
    await held;
    expect(proxy.failureFor(`https://127.0.0.1:${port}/`)).toBeUndefined();
  });

  it.each([
    ['closes at once', '', 'empty'],
    ['is not a web server', 'SSH-2.0-OpenSSH\r\n', 'invalid'],
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'invalid',
    ],
    [
      'sends a header that is too large',
      `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300 * 1024)}\r\n\r\n`,
      'invalid',
    ],
  ])('is refused like any other when it %s', async (_, text, failure) => {
    const port = await startServer((socket) => {
      socket.once('data', () => socket.end(text));
    });
    const proxy = await startProxy();
    expect(await send(proxy, get(`127.0.0.1:${port}`))).toBe('');
    expect(proxy.failureFor(`http://127.0.0.1:${port}/`)).toBe(failure);
  });
});

describe('the address for web sockets', () => {
  it('asks the check for each destination, and refuses like the proxy itself', async () => {
    const small = await startServer(answering('small'));
    const proxy = await startProxy();
    const address = /socks=http:\/\/(127\.0\.0\.1:\d+)$/.exec(proxy.rules)?.[1] ?? expect.unreachable();
    const ask = (authority: string) => send({ address }, tunnel(authority) + get(authority));
    expect(await ask(`127.0.0.1:${small}`)).toContain('small');
    const asked: unknown[] = [];
    proxy.setWebSocketCheck(async (destination) => asked.push(destination) > 1);
    expect(await ask(`127.0.0.1:${small}`)).toBe('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    expect(proxy.failureFor(`http://127.0.0.1:${small}/`)).toBeUndefined();
    expect(await ask(`127.0.0.1:${small}`)).toContain('small');
    expect(asked).toEqual([
      { host: '127.0.0.1', port: small },
      { host: '127.0.0.1', port: small },
    ]);
    expect(await send(proxy, tunnel(address)), 'a page cannot reach it').toContain('502');
    expect(await ask(proxy.address)).toContain('502');
  });
});
