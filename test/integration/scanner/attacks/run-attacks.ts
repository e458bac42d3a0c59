import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import type { PageResult } from '../../../../core/scans/page-result.ts';
import { page, scan } from '../harness.ts';

/**
 * The addresses that an attack page uses. The forbidden server is a server on loopback addresses that no page may
 * reach. An attack tries to make the browser connect to it.
 */
export interface AttackContext {
  /** Origin of the attack page itself, which pages may reach. */
  origin: string;
  /** Another origin that pages may reach. */
  otherOrigin: string;
  /** Host and port of the forbidden server, by a name that only this attack uses. */
  forbiddenHost: string;
  /** The same server by its address. */
  forbiddenAddress: string;
  /** Port of the forbidden server, TCP and UDP. */
  forbiddenPort: number;
  /** The attack's id in paths. */
  id: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Text = (attackContext: AttackContext) => string;

export interface Attack {
  name: string;
  /** URL to scan; by default the attack's own page. */
  url?: Text;
  /** Content of the attack page's body. */
  body?: Text;
  /** Content of its head. */
  head?: Text;
  /** Responds instead of the attack page. */
  answer?: (attackContext: AttackContext) => Answer;
  /** Script, served as a separate file `/code/<id>.js`, which `body` may load in any way. */
  code?: Text;
  /** More files on the attack page's origin, by path under `/file/<id>/`. */
  files?: Record<string, (attackContext: AttackContext) => string | Answer>;
  /**
   * What proves that the attack was made:
   *
   * - `refused`: the proxy refused a connection to a name below `.inner.test`, as in `forbiddenHost`;
   * - `address`: the proxy refused at least one connection, to whatever destination; for attacks that use an address
   *   instead of a name;
   * - `ran`: the attack's script reached its end;
   * - `declined`: the page ended as `blocked-address` without a refusal by the proxy, because the browser or the
   *   scanner did not open the URL.
   */
  shownBy: 'refused' | 'address' | 'ran' | 'declined';
  /** Expected outcome of the page; by default any outcome that is no fault of the service. */
  outcome?: PageResult['outcome'];
}

export interface AttackResult {
  result: PageResult;
  /** Destinations that the proxy refused while the page was open, `host:port`. */
  refused: string[];
  /** Whether the attack's script reached its end. */
  ran: boolean;
}

export interface AttackRun {
  /** Returns the result of an attack. */
  getResult(attack: Attack): AttackResult;
  /** Everything that reached the forbidden server: one line for each connection and datagram. */
  arrived: string[];
  close(): Promise<void>;
}

/**
 * The attack's script reports its end to the server. The server delays its answer until the proxy has refused the
 * attack, at most this many milliseconds. Without this delay the page would become stable and be closed before the
 * browser opens its sockets.
 */
const HOLD_MS = 300;

/**
 * How often an attack is tried at most until `shownBy` proves that it was made, and the factor by which the delay
 * grows each time. On a busy machine a service worker may end with its page before it opens its socket.
 */
const ROUNDS = 4;
const HOLD_FACTOR = 5;

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  xml: 'text/xml',
  json: 'application/json',
  html: 'text/html; charset=utf-8',
};

/** Returns a script that runs the code and then reports its end to the server of the attack page. */
export function buildReportingScript(code: string, { origin: home, id }: AttackContext): string {
  return `try { ${code} } catch (error) { console.log(String(error)) } finally { fetch('${home}/ran/${id}').catch(() => {}) }`;
}

/**
 * Starts the forbidden server, and scans the pages of attacks one after another, all in one browser.
 * @param pages attacks by page. Attacks that are joined on one page have a `body`, or only `code`.
 * @param unguarded true if pages may reach the forbidden server, to show that the attacks would reach it
 */
export async function runAttacks(pages: Attack[][], { unguarded = false } = {}): Promise<AttackRun> {
  const attacks = pages.flat();
  const arrived: string[] = [];
  const forbidden = await startForbiddenServer(arrived);
  const ran = new Set<string>();
  const attackContexts = new Map<string, AttackContext>();
  let attackOf = new Map<string, Attack>();
  /** The attacks of a page, by the id of the first of them. */
  let joined = new Map<string, Attack[]>();

  let holdMs = HOLD_MS;
  let held: { id: string; answer: () => void }[] = [];
  const release = (id: string) => {
    for (const each of held) if (each.id === id) each.answer();
    held = held.filter((each) => each.id !== id);
  };
  const contextOf = (attack: Attack): AttackContext => {
    const attackContext = attackContexts.get(`a${attacks.indexOf(attack)}`);
    if (attackContext === undefined) throw new Error(`${attack.name} has no context`);
    return attackContext;
  };

  const answer: Answer = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://home');
    const [, kind = '', name = '', ...rest] = pathname.split('/');
    const id = name.replace(/\.\w+$/, '');
    const attack = attackOf.get(id);
    const attackContext = attackContexts.get(id);
    if (attack === undefined || attackContext === undefined) {
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
      setTimeout(() => release(id), holdMs);
    } else if (kind === 'code') {
      send(buildReportingScript(attack.code?.(attackContext) ?? '', attackContext), 'js');
    } else if (kind === 'file') {
      const file = attack.files?.[rest.join('/')]?.(attackContext) ?? '';
      if (typeof file === 'function') file(request, response);
      else send(file, rest.join('/').split('.').at(-1) ?? '');
    } else if (attack.answer !== undefined) {
      attack.answer(attackContext)(request, response);
    } else {
      const together = joined.get(id) ?? [attack];
      const bodies = together.map((each) => buildBody(each, contextOf(each)));
      const heads = together.map((each) => each.head?.(contextOf(each)) ?? '');
      send(page(`<p>x</p>${bodies.join('\n')}`, heads.join('\n')), 'html');
    }
  };
  const home = await serve(answer);
  const abroad = await serve(answer);
  attackOf = new Map(attacks.map((attack, index) => [`a${index}`, attack]));
  for (const id of attackOf.keys()) {
    attackContexts.set(id, {
      id,
      origin: `http://127.0.0.1:${home.port}`,
      otherOrigin: `http://127.0.0.1:${abroad.port}`,
      forbiddenHost: `${id}.inner.test:${forbidden.port}`,
      forbiddenAddress: `127.0.0.1:${forbidden.port}`,
      forbiddenPort: forbidden.port,
    });
  }

  const attackResults = new Map<Attack, AttackResult>();
  const runRound = async (round: Attack[][]) => {
    const refused: { page: number; destination: string }[] = [];
    joined = new Map();
    const urls = round.map((together) => {
      const [first] = together;
      if (first === undefined) throw new Error('a page has no attack');
      const attackContext = contextOf(first);
      joined.set(attackContext.id, together);
      return first.url?.(attackContext) ?? `${attackContext.origin}/page/${attackContext.id}`;
    });
    let at = -1;
    const { results } = await scan(urls, {
      ruleIds: ['html-has-lang'],
      // Many pages never become stable; the scan waits for a part of this time.
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
        release(host.split('.')[0] ?? '');
      },
    });
    for (const [index, together] of round.entries()) {
      const result = results[index];
      if (result === undefined) throw new Error(`${together[0]?.name} was not scanned`);
      for (const attack of together) {
        const { id } = contextOf(attack);
        const its = refused.filter(
          ({ page, destination }) =>
            (page === index && together.length === 1) || destination.startsWith(`${id}.`),
        );
        const destinations = its.map(({ destination }) => destination);
        attackResults.set(attack, { result, refused: destinations, ran: ran.has(id) });
      }
    }
  };
  let round = pages;
  for (let count = 0; count < ROUNDS && round.length > 0; count += 1, holdMs *= HOLD_FACTOR) {
    await runRound(round);
    const isMissing = (attack: Attack) => !wasMade(attack, getResult(attackResults, attack));
    // Nothing is refused without protection, so a second round would prove nothing.
    round = unguarded
      ? []
      : round.map((together) => together.filter(isMissing)).filter(({ length }) => length > 0);
  }

  return {
    arrived,
    getResult: (attack) => getResult(attackResults, attack),
    async close() {
      await Promise.all([home.close(), abroad.close(), forbidden.close()]);
    },
  };
}

/** Returns what an attack adds to the body of its page. */
function buildBody(attack: Attack, attackContext: AttackContext): string {
  const script = attack.code === undefined ? '' : `<script src="/code/${attackContext.id}.js"></script>`;
  return attack.body?.(attackContext) ?? script;
}

/** True if the attack was made, by the proof that it names. */
export function wasMade(attack: Attack, { result, refused, ran }: AttackResult): boolean {
  return {
    refused: refused.some((destination) => destination.includes('.inner.test:')),
    address: refused.length > 0,
    ran,
    declined: result.outcome === 'blocked-address' && refused.length === 0,
  }[attack.shownBy];
}

function getResult(attackResults: Map<Attack, AttackResult>, attack: Attack): AttackResult {
  const found = attackResults.get(attack);
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

/** Starts the forbidden server: the same port of both loopback addresses, over TCP and UDP. */
async function startForbiddenServer(arrived: string[]): Promise<{ port: number; close(): Promise<void> }> {
  const tcp = (host: string): Server =>
    createTcpServer((socket) => {
      const line = `tcp ${host}`;
      arrived.push(line);
      socket.on('error', () => socket.destroy());
      socket.once('data', (data) => {
        arrived[arrived.indexOf(line)] = `${line} ${data.toString('latin1').slice(0, 200)}`;
        socket.destroy();
      });
    });
  const first = tcp('127.0.0.1');
  await listening(first, 0, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  const second = tcp('::1');
  await listening(second, port, '::1');
  const datagrams = await Promise.all(
    (['127.0.0.1', '::1'] as const).map((host) => bound(host, port, (text) => arrived.push(text))),
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
