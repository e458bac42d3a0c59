import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageResult } from '../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../core/scans/page-settings.ts';
import { listProcessIds, readMemory, readVariables } from '../../scanner/environment/processes.ts';
import { scanChunkPages } from '../../scanner/scan-chunk-pages.ts';
import type { Bomb, BombAnswer } from './bombs.ts';

/** How often the memory is read, in milliseconds. */
const SAMPLE_MS = 40;
const MEGABYTE = 1024 * 1024;

const next: BombAnswer = {
  type: 'text/html',
  body: '<!doctype html><html lang="en"><title>Next</title><main><h1>Next</h1><img src="/a.png"></main></html>',
};

export interface BombScan {
  /** Result of the page with the bomb. */
  bomb: PageResult;
  /** Result of an ordinary page after it, in the same chunk. */
  next: PageResult;
  /** Most memory of the browser at a time, in megabytes. */
  peakMb: number;
}

/**
 * Scans a page that fills the memory, and an ordinary page after it.
 * @param memoryMb limit of the browser in megabytes
 */
export async function scanBomb(bomb: Bomb, ruleIds: string[], memoryMb: number): Promise<BombScan> {
  const workDir = await mkdtemp(join(tmpdir(), 'bomb-'));
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = path === '/next' ? next : bomb.files[path];
    if (answer === undefined) return void response.writeHead(404).end();
    const encoding = answer.encoding === undefined ? {} : { 'Content-Encoding': answer.encoding };
    response.writeHead(200, { 'Content-Type': answer.type, ...encoding }).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const urls = ['/', '/next'].map((path) => `http://127.0.0.1:${port}${path}`);
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, readMemory(listProcessesOf(workDir), 'Pss'));
  }, SAMPLE_MS);
  const results: PageResult[] = [];
  try {
    await scanChunkPages(
      {
        scanId: 'bomb',
        pages: urls.map((url) => ({ pageId: url, url, attempt: 1, identity: '/' })),
        ruleIds,
        settings: { ...pageSettingsDefault, screenshots: 'none' },
        hashRoutes: false,
        marks: [],
      },
      {
        async pageStarted() {},
        async picture() {},
        async pageDeferred() {},
        async pageFinished(result) {
          results.push(result);
        },
      },
      {
        egress: { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] },
        workDir,
        deadline: () => Number.POSITIVE_INFINITY,
        memoryMb,
      },
    );
  } finally {
    clearInterval(sampler);
    server.closeAllConnections();
    server.close();
    await rm(workDir, { recursive: true, force: true, maxRetries: 5 });
  }
  const [ofBomb, ofNext] = results;
  if (ofBomb === undefined || ofNext === undefined) throw new Error(`${bomb.name}: a page has no result`);
  return { bomb: ofBomb, next: ofNext, peakMb: Math.round(peak / MEGABYTE) };
}

/** Returns the processes of browsers below a folder. */
function listProcessesOf(folder: string): number[] {
  return listProcessIds().filter((pid) =>
    readVariables(pid).some((variable) => variable.startsWith(`HOME=${folder}/`)),
  );
}
