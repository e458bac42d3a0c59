import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeComment {
  id: number;
  body: string;
  user: { login: string };
}

/** A GitHub on loopback that stores the comments of one pull request, acme/shop#42. */
export interface FakeGitHub {
  url: string;
  comments: FakeComment[];
  /** Every request: method and path with query. */
  requests: string[];
  /** Responses for the next requests; null stands for the usual response. */
  faults: ({ status: number; headers?: Record<string, string>; body?: string } | null)[];
  [Symbol.asyncDispose](): Promise<void>;
}

const COMMENTS = /^\/repos\/acme\/shop\/issues\/42\/comments\?per_page=(\d+)&page=(\d+)$/;
const COMMENT = /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/;

/** @param login the user of the one accepted token; null if GraphQL is not available */
export async function startFakeGitHub(
  token: string,
  login: string | null = 'github-actions[bot]',
): Promise<FakeGitHub> {
  const comments: FakeComment[] = [];
  const requests: string[] = [];
  const faults: FakeGitHub['faults'] = [];
  let nextId = 1_000;
  const respond = async (request: IncomingMessage): Promise<{ status: number; value: unknown }> => {
    const { method, url = '' } = request;
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, value: { message: 'Bad credentials' } };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    const [, size, page] = COMMENTS.exec(url) ?? [];
    const [, id] = COMMENT.exec(url) ?? [];
    if (method === 'POST' && url === '/graphql' && login !== null) {
      return { status: 200, value: { data: { viewer: { login } } } };
    }
    if (method === 'GET' && size !== undefined) {
      const from = Number(size) * (Number(page) - 1);
      return { status: 200, value: comments.slice(from, from + Number(size)) };
    }
    if (method === 'POST' && url === '/repos/acme/shop/issues/42/comments') {
      const comment = { id: nextId++, body: sent.body, user: { login: login ?? 'github-actions[bot]' } };
      comments.push(comment);
      return { status: 201, value: comment };
    }
    const found = comments.find((comment) => String(comment.id) === id);
    if (method === 'PATCH' && found !== undefined) {
      found.body = sent.body;
      return { status: 200, value: found };
    }
    return { status: 404, value: { message: 'Not Found' } };
  };
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const fault = faults.shift() ?? null;
    if (fault !== null) {
      request.resume();
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '{"message":"fault"}');
      return;
    }
    const { status, value } = await respond(request);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    requests,
    faults,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns as many comments of other users as are needed for several result pages. */
export function chatter(count: number): FakeComment[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    body: `Comment ${index + 1}`,
    user: { login: 'octocat' },
  }));
}
