import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { run } from '../../../cli/run.ts';
import { type Report, reportSchema } from '../../../core/reports/report.ts';
import { fakeHost } from '../../support/cli-host.ts';

export interface Ran {
  code: number;
  /** The output of `--json`. */
  document: Record<string, unknown> & { notes?: string[]; scan?: { reason: string | null } };
  stderr: string;
}

/** The configuration of scans that do not depend on the checks of the service itself, which take most of the time. */
const AXE_ONLY = 'axe-only.json';

/** Creates a folder for the scans of a file, and sets a folder in it as that of temporary files. */
export function useLocalRuns() {
  let folder: string;
  let temporary: string;
  const usual = process.env.TMPDIR;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-test-'));
    temporary = join(folder, 'tmp');
    await mkdir(temporary);
    process.env.TMPDIR = temporary;
    await writeFile(join(folder, AXE_ONLY), JSON.stringify({ config: { checks: 'axe' } }));
  });
  afterAll(async () => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    await rm(folder, { recursive: true });
  });

  /**
   * Runs `a11y-scan local … --json` in the folder of the test, with axe only unless the arguments name a configuration.
   * @param onStart gets the function that interrupts the run
   */
  async function runLocal(args: string[], onStart: (interrupt: () => void) => void = () => {}): Promise<Ran> {
    const { host, stdout, stderr, interrupt } = fakeHost({ env: {}, cwd: folder });
    onStart(interrupt);
    const config = args.some((arg) => /^--(no-)?config$/.test(arg)) ? [] : ['--config', AXE_ONLY];
    const code = await run(['local', ...args, ...config, '--json', '--quiet'], host);
    return { code, document: JSON.parse(stdout()), stderr: stderr() };
  }

  async function readReport(name: string): Promise<Report> {
    return reportSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
  }

  return { runLocal, readReport, folder: () => folder, temporary: () => temporary };
}

/** Serves a handler that gets the path, and counts the connections. */
export async function serve(
  answer: (path: string) => { status?: number; headers?: object; body?: string } | null,
) {
  let connections = 0;
  const server: Server = createServer((request, response) => {
    const given = answer(request.url ?? '/');
    if (given === null) return;
    const { status = 200, headers = {}, body = '' } = given;
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    connections: () => connections,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

export const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
export const picture = (name: string) =>
  `<img id="${name}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">`;

/** Serves a site, and writes suppressions and a configuration with them. Returns the site. */
export function useSuppressions(folder: () => string) {
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    site = await serve((path) =>
      path === '/'
        ? {
            body: document(
              'Home',
              `${picture('own')}<div id="chat">${picture('theirs')}</div><a href="/b">B</a>`,
            ),
          }
        : path === '/b'
          ? { body: document('B', picture('other')) }
          : { status: 404 },
    );
    await writeFile(
      join(folder(), 'suppressions.json'),
      JSON.stringify([
        { match: { selector: '#chat' }, reason: 'Theirs' },
        { match: { rule: 'image-alt', page: '/b' }, reason: 'Later' },
        { match: { selector: '#gone' }, reason: 'Was there once' },
        { match: { rule: 'image-alt' }, reason: 'Was accepted', expiresAt: '2026-01-01T00:00:00Z' },
      ]),
    );
    const settings = { suppressions: 'suppressions.json', config: { rules: ['wcag-aa'], checks: 'axe' } };
    await writeFile(join(folder(), 'suppressing.json'), JSON.stringify(settings));
  });
  afterAll(() => site?.stop());
  return () => site;
}
