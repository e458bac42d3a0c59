import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkPage } from '../core/scans/messages.ts';
import { ATTEMPTS_MAX, PAGE_TIMEOUT_MS } from '../core/scans/pacing.ts';
import type { Engine, PageResult } from '../core/scans/page-result.ts';
import { viewport } from './browser/arguments.ts';
import { launchBrowser, type RunningBrowser } from './browser/browser.ts';
import { cleanse } from './browser/cleanse.ts';
import { type ChromiumLocation, provideChromium } from './chromium-pack/locate.ts';
import type { UnpackedChromium } from './chromium-pack/unpack.ts';
import type { Resolve } from './egress/connect.ts';
import type { EgressPolicy } from './egress/policy.ts';
import { type EgressProxy, startEgressProxy } from './egress/proxy.ts';
import { BrowserGone } from './page/clock.ts';
import { ruleOutcomes } from './page/findings.ts';
import { safeText } from './page/safe-text.ts';
import { type PageReading, scanPage } from './page/scan-page.ts';

export type { EgressPolicy } from './egress/policy.ts';

/** Pages of one scan that share a browser. */
export interface ChunkJob {
  scanId: string;
  pages: ChunkPage[];
  /** axe rule ids to run, and no others. */
  ruleIds: string[];
}

/** What the caller is told, and awaited for, in order. */
export interface ChunkEvents {
  /** Before a page is opened; a second time, with `attempt` 2, when it took the browser down. */
  pageStarted(page: ChunkPage): Promise<void>;
  pageFinished(result: PageResult): Promise<void>;
}

export interface ScanOptions {
  egress: EgressPolicy;
  /** Only a fresh subdirectory of it is used, and removed at the end. */
  workDir: string;
  /** Milliseconds left; pages not begun when too little is left for one are handed back. */
  deadline: () => number;
  /** Wall clock of one page in milliseconds; `PAGE_TIMEOUT_MS` unless given. */
  pageTimeoutMs?: number;
  /** Where the packed browser is, and where to unpack it. */
  chromium?: ChromiumLocation;
  /** Name resolution in place of the system's. */
  resolve?: Resolve;
}

/** Launching, closing and reporting beside a page's own time, in milliseconds. */
const overheadMs = 5_000;

/**
 * Scans the pages of a chunk one after the other in one browser. What befalls a page is its result; a page that
 * takes the browser down is tried once more in a fresh one.
 * @returns the pages that were not opened for want of time; one that lost its first attempt has `attempt` 2
 * @throws Error only for faults of ours: the browser cannot be launched, or an event handler threw
 */
export async function scanChunk(
  job: ChunkJob,
  events: ChunkEvents,
  options: ScanOptions,
): Promise<{ notReached: ChunkPage[] }> {
  await mkdir(options.workDir, { recursive: true });
  const directory = await mkdtemp(join(options.workDir, 'job-'));
  const chromium = await provideChromium(options.chromium);
  const proxy = await startEgressProxy(options.egress, options.resolve);
  const chunk = new Chunk(job, events, options, directory, chromium, proxy);
  try {
    return { notReached: await chunk.run() };
  } finally {
    await chunk.stopBrowser();
    await proxy.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Chunk {
  readonly #job: ChunkJob;
  readonly #events: ChunkEvents;
  readonly #options: ScanOptions;
  readonly #directory: string;
  readonly #chromium: UnpackedChromium;
  readonly #proxy: EgressProxy;
  readonly #pageTimeoutMs: number;
  #browser: RunningBrowser | undefined;
  #axeScript: string | undefined;

  constructor(
    job: ChunkJob,
    events: ChunkEvents,
    options: ScanOptions,
    directory: string,
    chromium: UnpackedChromium,
    proxy: EgressProxy,
  ) {
    this.#job = job;
    this.#events = events;
    this.#options = options;
    this.#directory = directory;
    this.#chromium = chromium;
    this.#proxy = proxy;
    this.#pageTimeoutMs = options.pageTimeoutMs ?? PAGE_TIMEOUT_MS;
  }

  async run(): Promise<ChunkPage[]> {
    const waiting = [...this.#job.pages];
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      if (this.#options.deadline() < this.#pageTimeoutMs + overheadMs) return [page, ...waiting];
      const retry = await this.#scan(page);
      if (retry !== undefined) waiting.unshift(retry);
    }
    return [];
  }

  /** @returns the page's next attempt, when this one took the browser down and it has one left */
  async #scan(page: ChunkPage): Promise<ChunkPage | undefined> {
    const browser = await this.#freshOrRunning();
    await this.#events.pageStarted(page);
    this.#proxy.forgetFailures();
    const startedAt = new Date();
    const start = performance.now();
    const reading = await this.#read(page, browser);
    if (reading.browserSpent) await this.#discard();
    if (reading.outcome === 'crashed' && page.attempt < ATTEMPTS_MAX) {
      return { ...page, attempt: page.attempt + 1 };
    }
    const { browserSpent: _, ...rest } = reading;
    await this.#events.pageFinished({
      schemaVersion: 1,
      scanId: this.#job.scanId,
      pageId: page.pageId,
      attempt: page.attempt,
      requestedUrl: safeText(page.url, 4_000),
      ...rest,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - start),
      engine: this.#engine(browser),
    });
    if (this.#browser !== undefined && !(await cleanse(browser.browser))) await this.#discard();
    return undefined;
  }

  async #read(page: ChunkPage, browser: RunningBrowser): Promise<PageReading> {
    this.#axeScript ??= await readFile(this.#chromium.axeScript, 'utf8');
    try {
      return await scanPage({
        browser: browser.browser,
        axeScript: this.#axeScript,
        url: page.url,
        ruleIds: this.#job.ruleIds,
        timeoutMs: this.#pageTimeoutMs,
        egressFailure: (url) => this.#proxy.failureFor(url),
      });
    } catch (error) {
      const crashed = error instanceof BrowserGone;
      return {
        finalUrl: null,
        title: null,
        httpStatus: null,
        contentType: null,
        outcome: crashed ? 'crashed' : 'service-fault',
        detail: crashed
          ? 'The browser crashed on this page twice.'
          : `The scanner failed: ${safeText(String(error).split('\n')[0] ?? '', 300)}`,
        settled: null,
        rules: ruleOutcomes(this.#job.ruleIds, null, () => 'The page was not scanned.'),
        findings: [],
        browserSpent: true,
      };
    }
  }

  async #freshOrRunning(): Promise<RunningBrowser> {
    if (this.#browser !== undefined && !this.#browser.browser.connected) await this.#discard();
    if (this.#browser === undefined) {
      const directory = await mkdtemp(join(this.#directory, 'browser-'));
      this.#browser = await launchBrowser(this.#chromium, directory, this.#proxy.address);
    }
    return this.#browser;
  }

  async #discard(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = undefined;
  }

  async stopBrowser(): Promise<void> {
    await this.#browser?.stop();
    this.#browser = undefined;
  }

  #engine({ version, userAgent }: RunningBrowser): Engine {
    return { axe: this.#chromium.axeVersion, browser: version, userAgent, viewport };
  }
}
