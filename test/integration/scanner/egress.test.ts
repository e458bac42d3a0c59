import { createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type Site, scan, serve } from './harness.ts';

/** A listener that must stay silent: counts every connection. */
let listener: Server;
let listenerPort: number;
let connections = 0;
let site: Site;

beforeAll(async () => {
  listener = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  listenerPort = (listener.address() as { port: number }).port;
  const target = `127.0.0.1:${listenerPort}`;
  site = await serve({
    '/plain': page('<p>x</p>'),
    '/redirect': (_request, response) => {
      response.writeHead(307, { Location: `http://${target}/` });
      response.end();
    },
    '/script': page(`<p>x</p><script>location.href = 'http://${target}/'</script>`),
    '/refresh': page('<p>x</p>', `<meta http-equiv="refresh" content="0; url=http://${target}/">`),
    '/parts': page(
      `<p>x</p><img src="http://${target}/i"><img src="http://localhost:${listenerPort}/i"><img src="http://0x7f000001:${listenerPort}/i">
       <iframe title="f" src="http://${target}/f"></iframe><video src="http://${target}/v"></video>
       <object data="http://${target}/o"></object><form id="f" action="http://${target}/p" method="post" target="n"></form><iframe title="n" name="n"></iframe>
       <a id="a" ping="http://${target}/ping" href="#x">x</a>
       <script>
         f.submit(); a.click();
         fetch('http://${target}/', { mode: 'no-cors' }).catch(() => {});
         fetch('https://${target}/', { mode: 'no-cors' }).catch(() => {});
         new XMLHttpRequest().open('GET', 'http://${target}/');
         new WebSocket('ws://${target}/'); new WebSocket('wss://${target}/'); new EventSource('http://${target}/');
         navigator.sendBeacon('http://${target}/', 'x'); import('http://${target}/m.js').catch(() => {});
         try { new Worker(URL.createObjectURL(new Blob(["fetch('http://${target}/').catch(() => {})"]))); } catch {}
         try { new WebTransport('https://${target}/').ready.catch(() => {}); } catch {}
         const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${target}' }, { urls: 'turn:${target}?transport=tcp', username: 'a', credential: 'b' }] });
         peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
       </script>`,
      `<link rel="stylesheet" href="http://${target}/c"><link rel="preconnect" href="http://${target}">
       <link rel="prefetch" href="http://${target}/p"><link rel="preload" as="font" crossorigin href="http://${target}/f">
       <script type="speculationrules">{"prefetch":[{"source":"list","urls":["http://${target}/s"]}]}</script>
       <style>@import "http://${target}/x"; @font-face { font-family: x; src: url(http://${target}/w) } h1 { font-family: x; background: url(http://${target}/b) }</style>`,
    ),
  });
});
afterAll(async () => {
  await site.close();
  listener.close();
});

describe('what a page may reach', () => {
  it('opens no loopback address in the cloud, however it is written', async () => {
    const urls = [
      `http://127.0.0.1:${listenerPort}/`,
      `http://localhost:${listenerPort}/`,
      `http://localhost.:${listenerPort}/`,
      `http://2130706433:${listenerPort}/`,
      `http://0177.1:${listenerPort}/`,
      `http://0x7f.1:${listenerPort}/`,
      `http://0:${listenerPort}/`,
      `http://①②⑦.0.0.1:${listenerPort}/`,
      `http://[::1]:${listenerPort}/`,
      `http://[::ffff:127.0.0.1]:${listenerPort}/`,
      `http://user:pass@127.0.0.1:${listenerPort}/`,
      `https://127.0.0.1:${listenerPort}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[fd00:ec2::254]/',
      'file:///etc/passwd',
      'chrome://version',
      'view-source:http://127.0.0.1/',
      'data:text/html,<p>x',
      'javascript:alert(1)',
    ];
    const { results } = await scan(urls, {
      egress: { loopbackPorts: 'none', blockedPorts: [], ports: [80, 443, listenerPort] },
    });
    expect(results.map(({ outcome, requestedUrl }) => [requestedUrl, outcome])).toEqual(
      urls.map((url) => [url, 'blocked-address']),
    );
    expect(connections).toBe(0);
  });

  it('keeps redirects and subresources away from a port that is not allowed', async () => {
    const { results } = await scan(['/redirect', '/script', '/refresh', '/parts'].map(site.url), {
      egress: { loopbackPorts: [site.port], blockedPorts: [], ports: [80, 443] },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'blocked-address',
      'blocked-address',
      'blocked-address',
      'partially-scanned',
    ]);
    expect(connections).toBe(0);
  });

  it('connects to the very address that was checked', async () => {
    const answers = ['127.0.0.1', '10.0.0.1'];
    const { results } = await scan(
      [`http://named.test:${site.port}/plain`, `http://named.test:${site.port}/plain`],
      {
        egress: { loopbackPorts: [site.port], blockedPorts: [], ports: [80] },
        resolve: async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }],
      },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['scanned', 'blocked-address']);
    expect(site.requests.filter((path) => path === '/plain')).toHaveLength(1);
  });

  it('refuses a name that has any inner address, asks for it once a connection', async () => {
    const asked: string[] = [];
    const { results } = await scan(['http://rebound.test/', 'http://mixed.test/', 'http://inner.test/'], {
      egress: { loopbackPorts: 'none', blockedPorts: [], ports: [80] },
      resolve: async (host) => {
        asked.push(host);
        const inner = { address: '127.0.0.1', family: 4 };
        const outer = { address: '8.8.8.8', family: 4 };
        if (host === 'mixed.test') return [outer, inner];
        return [inner];
      },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(3).fill('blocked-address'));
    expect(new Set(asked)).toEqual(new Set(['rebound.test', 'mixed.test', 'inner.test']));
    expect(connections).toBe(0);
  });
});
