import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as outgoingRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy does with a request instead of returning the API's response. */
export type Fault =
  /** The proxy responds; a body that is not a string is sent as problem+json. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string | object }
  /** The connection stays open and nothing comes, not even headers. The API is not asked. */
  | { kind: 'hang' }
  /** The API is asked; its answer's headers and so many bytes of its body come, and then nothing more. */
  | { kind: 'hang-in-body'; afterBytes: number }
  /** The API is asked; the connection ends after so many bytes of its answer's body. */
  | { kind: 'cut-off'; afterBytes: number }
  /** The connection is reset. The API is not asked. */
  | { kind: 'reset' }
  /** The API is asked and does what it does; its answer is lost. */
  | { kind: 'lose-answer' }
  /** The API is asked; headers of its answer are others. */
  | { kind: 'headers'; headers: Record<string, string> };

/** The requests that a fault applies to. */
export interface Match {
  method?: string;
  /** Matched against path and query, e.g. `/api/v1/sites?limit=100`. */
  path?: RegExp;
  /** Limits the fault to the first matching requests; it applies to all of them unless set. */
  times?: number;
}

/** One request as it was received. */
export interface Recorded {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An HTTP proxy that injects faults between a client and the API of the embedded service, including report links. */
export interface FaultProxy {
  /** Version 1 of the API, behind the proxy. */
  apiUrl: string;
  /** Every request since the start or the last `reset`, in the order in which they came. */
  requests: Recorded[];
  /** Applies a fault to requests from now on. If several faults match a request, the one added last wins. */
  fault(match: Match, fault: Fault): void;
  /** Resolves when a matching request has arrived, also if it arrived before this call. */
  seen(match: Omit<Match, 'times'>): Promise<Recorded>;
  /** Forgets faults and requests, and ends hanging connections. */
  reset(): void;
  stop(): Promise<void>;
}

interface Rule {
  match: Match;
  fault: Fault;
  left: number;
}

/** Paths under which the proxy forwards requests to links that the API returned. */
const LINK = /^\/link\/(\d+)$/;

/**
 * Starts a proxy on a free port of 127.0.0.1.
 * @param target version 1 of the API, `http://…/api/v1`; links in its responses are rewritten to lead through the
 * proxy too
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { origin, pathname } = new URL(target);
  const requests: Recorded[] = [];
  const links: string[] = [];
  const hanging = new Set<ServerResponse>();
  let rules: Rule[] = [];
  let onRequest: (() => void)[] = [];

  const server = createServer(async (incoming, answer) => {
    answer.on('error', () => {});
    const recorded = await record(incoming).catch(() => null);
    if (recorded === null) return;
    requests.push(recorded);
    const wake = onRequest;
    onRequest = [];
    for (const each of wake) each();
    const rule = rules.findLast(({ match, left }) => left > 0 && matches(match, recorded));
    if (rule) rule.left -= 1;
    respond(recorded, answer, rule?.fault).catch(() => incoming.socket.destroy());
  });

  async function respond(request: Recorded, answer: ServerResponse, fault: Fault | undefined): Promise<void> {
    if (fault?.kind === 'hang') {
      hanging.add(answer);
      return;
    }
    if (fault?.kind === 'reset') {
      answer.socket?.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'answer') {
      const { status, headers = {}, body = '' } = fault;
      const isText = typeof body === 'string';
      answer.writeHead(status, {
        'Content-Type': isText ? 'text/html' : 'application/problem+json',
        ...headers,
      });
      answer.end(isText ? body : JSON.stringify(body));
      return;
    }
    const [, number] = LINK.exec(request.path) ?? [];
    const given = await forward(
      number === undefined ? origin + request.path : (links[Number(number)] ?? ''),
      request,
    );
    if (fault?.kind === 'lose-answer') {
      answer.socket?.resetAndDestroy();
      return;
    }
    const body = throughProxy(given.body);
    const headers = { ...given.headers, ...(fault?.kind === 'headers' ? fault.headers : {}) };
    answer.writeHead(given.status, { ...headers, 'content-length': String(body.length) });
    if (fault?.kind !== 'hang-in-body' && fault?.kind !== 'cut-off') {
      answer.end(body);
      return;
    }
    answer.write(body.subarray(0, fault.afterBytes));
    if (fault.kind === 'cut-off') answer.socket?.end();
    else hanging.add(answer);
  }

  /** Returns the body of a response; if it is a link, with a URL that leads through the proxy. */
  function throughProxy(body: Buffer): Buffer {
    const [, url] = /^\{"url":("[^"]+"),"expiresAt":"[^"]+"\}$/.exec(body.toString('latin1')) ?? [];
    if (url === undefined) return body;
    const number = links.push(JSON.parse(url)) - 1;
    const own = JSON.stringify(`${ownOrigin()}/link/${number}`);
    return Buffer.from(body.toString().replace(url, () => own));
  }

  const ownOrigin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    apiUrl: ownOrigin() + pathname,
    requests,
    fault(match, fault) {
      rules.push({ match, fault, left: match.times ?? Number.POSITIVE_INFINITY });
    },
    async seen(match) {
      for (;;) {
        const found = requests.find((each) => matches(match, each));
        if (found) return found;
        await new Promise<void>((resolve) => onRequest.push(resolve));
      }
    },
    reset() {
      rules = [];
      requests.length = 0;
      for (const answer of hanging) answer.destroy();
      hanging.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function matches({ method, path }: Match, request: Recorded): boolean {
  return (
    (method === undefined || method === request.method) && (path === undefined || path.test(request.path))
  );
}

async function record(incoming: IncomingMessage): Promise<Recorded> {
  const { method = '', url = '', headers } = incoming;
  return { method, path: url, headers, body: (await Buffer.concat(await incoming.toArray())).toString() };
}

/** Sends a request to the real server and reads the complete response. */
function forward(
  url: string,
  { method, headers, body }: Recorded,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { host: _proxy, connection: _connection, ...rest } = headers;
    const outgoing = outgoingRequest(url, { method, headers: rest, agent: false }, async (incoming) => {
      try {
        const { 'transfer-encoding': _chunked, connection: _, ...kept } = incoming.headers;
        const bytes = Buffer.concat(await incoming.toArray());
        resolve({ status: incoming.statusCode ?? 502, headers: kept, body: bytes });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
