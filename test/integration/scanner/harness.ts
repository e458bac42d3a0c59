import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoundLinks } from '../../../core/crawl/found-links.ts';
import { buildPageIdentity, getHomeOrigins } from '../../../core/findings/page-identity.ts';
import type { Deferral } from '../../../core/scans/chunk.ts';
import type { ChunkPage } from '../../../core/scans/messages.ts';
import { PAGE_TIMEOUT_MS } from '../../../core/scans/pacing.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { type PageSettings, pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import type { Credentials } from '../../../core/sites/credentials.ts';
import { type ScanOptions, scanChunkPages } from '../../../scanner/scan-chunk-pages.ts';
import { findVerified } from '../../support/find-verified.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on a free loopback port. */
export interface Site {
  port: number;
  url(path: string): string;
  /** Paths requested so far. */
  requests: string[];
  close(): Promise<void>;
}

/** Serves HTML by path; a handler responds itself. Unknown paths answer 404. */
export async function serve(pages: Record<string, string | Handler>): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const page = pages[path.split('?')[0] ?? ''];
    if (typeof page === 'function') {
      page(request, response);
      return;
    }
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(page ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a page without faults around some HTML. */
export function page(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><main><h1>Heading</h1>${body}</main></body></html>`;
}

/** Rules that the fixtures violate or pass. */
export const fixtureRules = [
  'image-alt',
  'button-name',
  'html-has-lang',
  'document-title',
  'color-contrast',
  'label',
];

export interface Scanned {
  results: PageResult[];
  /** One for each result, in the same order. */
  links: FoundLinks[];
  /** Bytes by id. */
  pictures: Map<string, Uint8Array>;
  deferred: Deferral[];
  started: ChunkPage[];
  notReached: ChunkPage[];
  /** Files left in the work directory. */
  workDir: string;
}

/**
 * Time limit of a page in milliseconds. Rules and pictures get parts of it, and on a busy machine need more than the
 * service allows.
 */
export const PATIENT_TIMEOUT_MS = 4 * PAGE_TIMEOUT_MS;

/** Scans URLs as one chunk; by default loopback is allowed, and no pictures are taken. */
export async function scan(
  urls: string[],
  options: Partial<ScanOptions> & {
    ruleIds?: string[];
    attempt?: number;
    expectStatus?: number;
    expectLogin?: boolean;
    onStart?: () => void;
    settings?: Partial<PageSettings>;
    hashRoutes?: boolean;
    /** Returns the identity of a page in fingerprints. */
    identity?: (url: string) => string;
    marks?: string[];
    /** The known findings of the baseline for every page. */
    known?: string;
    credentials?: Credentials;
  } = {},
): Promise<Scanned> {
  const {
    ruleIds = fixtureRules,
    attempt = 1,
    expectStatus,
    expectLogin,
    onStart,
    settings,
    hashRoutes = false,
    identity = (url: string) => buildPageIdentity(url, getHomeOrigins(urls, null), hashRoutes),
    marks = [],
    known,
    credentials,
    ...rest
  } = options;
  const workDir = rest.workDir ?? (await mkdtemp(join(tmpdir(), 'scanner-test-')));
  const results: PageResult[] = [];
  const links: FoundLinks[] = [];
  const pictures = new Map<string, Uint8Array>();
  const deferred: Deferral[] = [];
  const started: ChunkPage[] = [];
  try {
    const { notReached } = await scanChunkPages(
      {
        scanId: 'scan_test',
        pages: urls.map((url, index) => ({
          pageId: `page_${index}`,
          url,
          attempt,
          identity: identity(url),
          ...(expectStatus === undefined ? {} : { expectStatus }),
          ...(expectLogin === undefined ? {} : { expectLogin }),
          ...(known === undefined ? {} : { known }),
        })),
        ruleIds,
        settings: { ...pageSettingsDefault, screenshots: 'none', ...settings },
        hashRoutes,
        marks,
        ...(credentials === undefined ? {} : { credentials }),
      },
      {
        async pageStarted(started_) {
          started.push(started_);
          onStart?.();
        },
        async picture(id, bytes) {
          pictures.set(id, bytes);
        },
        async pageFinished(result, found) {
          results.push(result);
          links.push(found);
        },
        async pageDeferred(_page, deferral) {
          deferred.push(deferral);
        },
      },
      {
        egress: { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] },
        workDir,
        pageTimeoutMs: PATIENT_TIMEOUT_MS,
        deadline: () => 1_200_000,
        ...(rest.chromium === undefined ? { findBrowser: findVerified } : {}),
        ...rest,
      },
    );
    return { results, links, pictures, deferred, started, notReached, workDir };
  } finally {
    if (rest.workDir === undefined) await rm(workDir, { recursive: true, force: true });
  }
}

/** Returns `rule target` of every node of a kind, for comparison. */
export function listNodes(
  result: PageResult | undefined,
  kind: 'violation' | 'review' = 'violation',
): string[] {
  return (result?.findings ?? [])
    .filter((finding) => finding.kind === kind)
    .flatMap(({ ruleId, nodes }) => nodes.map(({ target }) => `${ruleId} ${JSON.stringify(target)}`));
}
