import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type DashboardFile,
  getCacheControl,
  getContentType,
  PAGE,
} from '../../../core/dashboard/dashboard-file.ts';
import { answerCall, createFakeState, type FakeState, type RecordedRequest } from './fake-calls.ts';

/** The headers of the static part, as the distribution sends them. */
const staticHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** A server of the built dashboard and of the calls that it makes. */
export interface FakeService {
  origin: string;
  port: number;
  requests: RecordedRequest[];
  /** What the calls answer; tests change it. */
  state: FakeState;
  close(): Promise<void>;
}

export async function startFakeService(
  files: readonly DashboardFile[],
  initial: Partial<FakeState> = {},
): Promise<FakeService> {
  const requests: RecordedRequest[] = [];
  const state = { ...createFakeState(), ...initial };
  const byPath = new Map(files.map((file) => [`/${file.path}`, file]));
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const recorded = {
      method: request.method ?? '',
      url: request.url ?? '/',
      headers: request.headers,
      body,
    };
    requests.push(recorded);
    const { pathname } = new URL(recorded.url, 'http://localhost');
    if (pathname.startsWith('/api/')) await answerCall(state, recorded, response);
    else serveFile(byPath, pathname, state, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    state,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers like the distribution: hashed files, and `index.html` for every other path. */
function serveFile(
  byPath: ReadonlyMap<string, DashboardFile>,
  path: string,
  state: FakeState,
  response: ServerResponse,
): void {
  const file = byPath.get(path) ?? (path.startsWith('/assets/') ? undefined : byPath.get(`/${PAGE}`));
  if (file === undefined || state.missingFiles.some((name) => path.includes(name))) {
    response.writeHead(403, { ...staticHeaders, 'Content-Type': 'application/xml' }).end('<Error/>');
    return;
  }
  response
    .writeHead(200, {
      ...staticHeaders,
      'Content-Type': getContentType(file.path),
      'Cache-Control': getCacheControl(file.path),
    })
    .end(file.contents);
}
