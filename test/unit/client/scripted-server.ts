import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientOptions, createClient, type Pace, type RetryInfo } from '../../../client/index.ts';

/** A key in the valid format; no service knows it. */
export const testKey = `key_${'0123456789'.repeat(3)}_secret-that-nobody-may-see`;

/** Retries at once, and gives up after a few attempts. */
export const tinyPace: Pace = {
  requestTimeout: 10_000,
  attempts: 3,
  backoff: 1,
  backoffMax: 2,
  retryAfterMax: 60_000,
};

/** One request as the server received it. */
export interface Seen {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A response to a request. */
export type Reply = (response: ServerResponse, seen: Seen) => void;

/** A server that responds by a script: each request takes the next reply; the last reply is repeated. */
export interface ScriptedServer {
  origin: string;
  apiUrl: string;
  seen: Seen[];
  close(): Promise<void>;
}

export async function scriptedServer(...script: Reply[]): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  return listening(seen, async (request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    for await (const part of request) body += part;
    seen.push({ method, url, headers, body });
    const reply = script[Math.min(seen.length, script.length) - 1];
    reply?.(response, seen.at(-1) as Seen);
  });
}

async function listening(seen: Seen[], listener: RequestListener): Promise<ScriptedServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin, apiUrl: `${origin}/api/v1`, seen, close };
}

/** Replies with JSON, as the service does. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'Content-Type': type, 'X-Request-Id': 'request-1', ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Replies with a problem, as the service does. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Reply {
  const body = {
    type: `urn:a11y-scan:problem:${code}`,
    title: `Title of ${code}`,
    status,
    detail: `Detail of ${code}.`,
    code,
    instance: 'urn:uuid:request-1',
  };
  return json(status, body, headers);
}

/** Replies with an HTML page, as proxies do. */
export function page(status: number, html: string): Reply {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(html);
  };
}

/** Returns a client of the server, with the warnings that it logged. */
export function clientOf(apiUrl: string, options: Partial<ClientOptions> = {}) {
  const retries: RetryInfo[] = [];
  const client = createClient({
    apiUrl,
    apiKey: () => testKey,
    pace: tinyPace,
    onRetry: (info) => retries.push(info),
    ...options,
  });
  return { client, retries };
}

export const scan = {
  id: 'scan_1',
  siteId: 'site_1',
  status: 'queued',
  config: { rules: ['wcag-aa'] },
  progress: { pagesDone: 0, pagesKnown: 0 },
  createdAt: '2026-11-22T10:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  report: 'pending',
  failure: null,
  cancelReason: null,
  summary: null,
};

export const site = {
  id: 'site_1',
  name: 'Example',
  url: 'https://www.example.com/',
  pages: [],
  origins: ['*.preview.example.com'],
};
