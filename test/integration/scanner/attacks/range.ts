import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import type { PageResult } from '../../../../core/scans/page-result.ts';
import { page, scan } from '../harness.ts';

/** What an attack page knows of the range it is in. */
export interface Ground {
  /** Origin that pages may reach: where the attack page itself is from. */
  home: string;
  /** Another origin that pages may reach. */
  abroad: string;
  /** Host and port, never to be reached, by a name that is this attack's own. */
  inner: string;
  /** The same place by its address. */
  literal: string;
  /** Port of the forbidden place, TCP and UDP. */
  port: number;
  /** The attack's name in paths. */
  id: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Text = (ground: Ground) => string;

export interface Attack {
  name: string;
  /** URL to be scanned; the attack's own page at home unless given. */
  url?: Text;
  /** What stands in the attack page's body. */
  body?: Text;
  /** What stands in its head. */
  head?: Text;
  /** What answers in place of the attack page. */
  answer?: (ground: Ground) => Answer;
  /** Script, served as a file of its own, which `body` may use in whatever way: `/code/<id>.js`. */
  code?: Text;
  /** More files at home, by path under `/file/<id>/`. */
  files?: Record<string, (ground: Ground) => string | Answer>;
  /**
   * How it is known that the attack was made: the proxy `refused` the attack's own name; it refused the `address`;
   * its script `ran`; the browser `declined` to load the URL at all.
   */
  shownBy: 'refused' | 'address' | 'ran' | 'declined';
  /** How the page ends; any outcome that is no fault of the service unless given. */
  outcome?: PageResult['outcome'];
}

export interface Fired {
  result: PageResult;
  /** Destinations that were refused by the proxy while the page was open, `host:port`. */
  refused: string[];
  /** Whether the attack's script reached its end. */
  ran: boolean;
}

export interface Range {
  /** What became of an attack. */
  fired(attack: Attack): Fired;
  /** What reached the forbidden place: one line for each connection and datagram. */
  heard: string[];
  close(): Promise<void>;
}

/**
 * How long a page waits for the answer to its word that its script ran, at most; it ends when the proxy has refused
 * it. Sockets and datagrams are begun by the browser in its own time, which a page that has settled would not give.
 */
const HOLD_MS = 300;

/**
 * How often an attack is made at most until it is seen to have been made, and how much longer its page is held each
 * time. On a busy machine a service worker may be gone with its page before its socket was begun.
 */
const ROUNDS = 4;
const LONGER = 5;

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  xml: 'text/xml',
  json: 'application/json',
  html: 'text/html; charset=utf-8',
};

/** Ends a script with word to the attack page's own server that it ran. */
export function reporting(code: string, { home, id }: Ground): string {
  return `try { ${code} } catch (error) { console.log(String(error)) } finally { fetch('${home}/ran/${id}').catch(() => {}) }`;
}

/**
 * Scans one page after the other of a list of attacks, all in one browser, beside a place that may not be reached:
 * a port of loopback that is listened on, TCP and UDP, IPv4 and IPv6.
 * @param unguarded whether that place may be reached after all, to show that the attacks would reach it
 */
export async function openRange(attacks: Attack[], { unguarded = false } = {}): Promise<Range> {
  const heard: string[] = [];
  const forbidden = await listenSilently(heard);
  const ran = new Set<string>();
  const grounds = new Map<string, Ground>();
  let attackOf = new Map<string, Attack>();

  let holdMs = HOLD_MS;
  let held: { id: string; answer: () => void }[] = [];
  const letGo = (id: string) => {
    for (const each of held) if (each.id === id) each.answer();
    held = held.filter((each) => each.id !== id);
  };

  const answer: Answer = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://home');
    const [, kind = '', name = '', ...rest] = pathname.split('/');
    const id = name.replace(/\.\w+$/, '');
    const attack = attackOf.get(id);
    const ground = grounds.get(id);
    if (attack === undefined || ground === undefined) {
      response.writeHead(404).end();
      return;
    }
    const send = (text: string, extension: string) => {
      response.writeHead(200, {
        'Content-Type': types[extension] ?? 'text/plain',
        'Access-Control-Allow-Origin': '*',
        'Service-Worker-Allowed': '/',
      });
      response.end(text);
    };
    if (kind === 'ran') {
      ran.add(id);
      held.push({ id, answer: () => response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end() });
      setTimeout(() => letGo(id), holdMs);
    } else if (kind === 'code') {
      send(reporting(attack.code?.(ground) ?? '', ground), 'js');
    } else if (kind === 'file') {
      const file = attack.files?.[rest.join('/')]?.(ground) ?? '';
      if (typeof file === 'function') file(request, response);
      else send(file, rest.join('/').split('.').at(-1) ?? '');
    } else if (attack.answer !== undefined) {
      attack.answer(ground)(request, response);
    } else {
      const script = attack.code === undefined ? '' : `<script src="/code/${id}.js"></script>`;
      send(page(`<p>x</p>${attack.body?.(ground) ?? script}`, attack.head?.(ground) ?? ''), 'html');
    }
  };
  const home = await serve(answer);
  const abroad = await serve(answer);
  attackOf = new Map(attacks.map((attack, index) => [`a${index}`, attack]));
  for (const id of attackOf.keys()) {
    grounds.set(id, {
      id,
      home: `http://127.0.0.1:${home.port}`,
      abroad: `http://127.0.0.1:${abroad.port}`,
      inner: `${id}.inner.test:${forbidden.port}`,
      literal: `127.0.0.1:${forbidden.port}`,
      port: forbidden.port,
    });
  }

  const fired = new Map<Attack, Fired>();
  const fire = async (round: Attack[]) => {
    const refused: { page: number; destination: string }[] = [];
    const own = round.map((attack) => {
      const ground = grounds.get(`a${attacks.indexOf(attack)}`);
      if (ground === undefined) throw new Error(`${attack.name} has no ground`);
      return { attack, ground, url: attack.url?.(ground) ?? `${ground.home}/page/${ground.id}` };
    });
    let at = -1;
    const { results } = await scan(
      own.map(({ url }) => url),
      {
        ruleIds: ['html-has-lang'],
        // Many never come to rest, and are waited for for a part of this.
        pageTimeoutMs: 20_000,
        egress: {
          loopbackPorts: [home.port, abroad.port, ...(unguarded ? [forbidden.port] : [])],
          blockedPorts: [],
          ports: [80, 443, forbidden.port],
          blockedHosts: ['own-api.*', 'api.example.test'],
        },
        resolve: async (host) => [
          { address: host.startsWith('six') ? '::1' : '127.0.0.1', family: host.startsWith('six') ? 6 : 4 },
        ],
        onStart: () => {
          at += 1;
        },
        onRefused: ({ host, port }) => {
          refused.push({ page: at, destination: `${host}:${port}` });
          letGo(host.split('.')[0] ?? '');
        },
      },
    );
    for (const [index, { attack, ground }] of own.entries()) {
      const result = results[index];
      if (result === undefined) throw new Error(`${attack.name} was not scanned`);
      const its = refused.filter(
        ({ page, destination }) => page === index || destination.startsWith(`${ground.id}.`),
      );
      fired.set(attack, {
        result,
        refused: its.map(({ destination }) => destination),
        ran: ran.has(ground.id),
      });
    }
  };
  let round = attacks;
  for (let count = 0; count < ROUNDS && round.length > 0; count += 1, holdMs *= LONGER) {
    await fire(round);
    // Against an open place nothing is refused, so nothing would be won by a second round.
    round = unguarded ? [] : round.filter((attack) => !made(attack, outcomeOf(fired, attack)));
  }

  return {
    heard,
    fired: (attack) => outcomeOf(fired, attack),
    async close() {
      await Promise.all([home.close(), abroad.close(), forbidden.close()]);
    },
  };
}

/** Whether it was seen that an attack was made, in the way that its row names. */
export function made(attack: Attack, { result, refused, ran }: Fired): boolean {
  return {
    refused: refused.some((destination) => destination.includes('.inner.test:')),
    address: refused.length > 0,
    ran,
    declined: result.outcome === 'blocked-address' && refused.length === 0,
  }[attack.shownBy];
}

function outcomeOf(fired: Map<Attack, Fired>, attack: Attack): Fired {
  const found = fired.get(attack);
  if (found === undefined) throw new Error(`${attack.name} was not scanned`);
  return found;
}

async function serve(answer: Answer): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(answer);
  await listening(server, 0, '127.0.0.1');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A place that nobody may come to: the same port of both loopback addresses, over TCP and UDP. */
async function listenSilently(heard: string[]): Promise<{ port: number; close(): Promise<void> }> {
  const tcp = (host: string): Server =>
    createTcpServer((socket) => {
      const line = `tcp ${host}`;
      heard.push(line);
      socket.on('error', () => socket.destroy());
      socket.once('data', (data) => {
        heard[heard.indexOf(line)] = `${line} ${data.toString('latin1').slice(0, 200)}`;
        socket.destroy();
      });
    });
  const first = tcp('127.0.0.1');
  await listening(first, 0, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  const second = tcp('::1');
  await listening(second, port, '::1');
  const datagrams = await Promise.all(
    (['127.0.0.1', '::1'] as const).map((host) => bound(host, port, (text) => heard.push(text))),
  );
  return {
    port,
    async close() {
      for (const socket of datagrams) socket.close();
      await Promise.all([first, second].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

function bound(host: string, port: number, onMessage: (text: string) => void): Promise<UdpSocket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host === '::1' ? 'udp6' : 'udp4');
    socket.on('message', (data) => onMessage(`udp ${host} ${data.toString('latin1').slice(0, 100)}`));
    socket.once('error', reject);
    socket.bind(port, host, () => resolve(socket));
  });
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
