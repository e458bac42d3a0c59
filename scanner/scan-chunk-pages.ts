import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKS_VERSION } from '../core/checks/checks.ts';
import { isOwnCheck } from '../core/rule-sets/rules.ts';
import type { ChunkEvents, ChunkJob } from '../core/scans/chunk.ts';
import type { ChunkPage } from '../core/scans/messages.ts';
import { ATTEMPTS_MAX, PAGE_OVERHEAD_MS, PAGE_PATIENCE, PAGE_TIMEOUT_MS } from '../core/scans/pacing.ts';
import type { PageEngine, PageResult } from '../core/scans/page-result.ts';
import { launchBrowser, type RunningBrowser } from './browser/browser.ts';
import { clearBrowserState } from './browser/clear-browser-state.ts';
import { findChromium } from './browser/find-chromium.ts';
import { loadChecksScript } from './checks/build-script.ts';
import { type ChromiumLocation, locateUnpacked, provideAxe } from './chromium-pack/locate.ts';
import {
  type AppliedCredentials,
  applyCredentials,
  getCredentialFeatures,
  getUsableCredentials,
} from './credentials/credentials.ts';
import type { Resolve } from './egress/connect.ts';
import type { EgressPolicy } from './egress/policy.ts';
import { type EgressProxy, type OnRefused, PROXY_SERVERS, startEgressProxy } from './egress/proxy.ts';
import type { TrafficLimits } from './egress/traffic.ts';
import { killLeftProcesses } from './environment/kill-left-processes.ts';
import type { OwnEnvironment } from './environment/own-environment.ts';
import { removeLeftFiles, removeTree } from './environment/remove-left-files.ts';
import { prepareAxeScript } from './page/axe-script.ts';
import { BrowserGoneError } from './page/clock.ts';
import type { OutcomeDetail } from './page/outcomes.ts';
import { createEmptyObservation, type PageObservation } from './page/page-observation.ts';
import { sanitizeText } from './page/sanitize-text.ts';
import { scanPage, TabNotOpenedError } from './page/scan-page.ts';
import { PageScriptError } from './page/world.ts';
import { createRedaction, type Redaction, redactEvents } from './redact/redact-result.ts';
import { createNetwork } from './sandbox/network.ts';

export interface ScanOptions {
  egress: EgressPolicy;
  /** The scan creates a new subdirectory here, uses only that, and removes it at the end. */
  workDir: string;
  /**
   * What belongs to the function that runs this chunk. Whatever earlier chunks left in it is killed and removed before
   * the chunk begins. Default: nothing but what this scan creates, so that scans can run at the same time.
   */
  environment?: OwnEnvironment | undefined;
  /** Returns the remaining milliseconds. Pages that do not fit in them are returned to the caller. */
  deadline: () => number;
  /** Wall-clock limit of one page in milliseconds. Default: `PAGE_TIMEOUT_MS`. */
  pageTimeoutMs?: number;
  /** Where the packed browser is and where to unpack it, or the installed browser to use. */
  chromium?: ChromiumLocation;
  /** Returns the browser to launch. Default: the one at `chromium`, verified before each launch. For tests. */
  findBrowser?: typeof findChromium;
  /** Returns the script of the service's own checks. Default: that of all checks. For tests. */
  loadChecks?: typeof loadChecksScript;
  /** Replaces the system's name resolution. */
  resolve?: Resolve;
  /** Called with each destination that the egress policy refuses, often more than once. */
  onRefused?: OnRefused;
  /** Traffic limits of one page, instead of those of `pageTrafficLimits`. */
  limits?: Partial<TrafficLimits>;
  /** Memory of the browser in megabytes above which a page is ended. Default: `BROWSER_MEMORY_MB`. */
  memoryMb?: number | undefined;
  /** Whether the browser runs in a sandbox, which `findSandboxFault` has found possible. Default: false. */
  sandbox?: boolean | undefined;
  /** The proxy closes a connection after this many milliseconds without traffic. Default: 30 s. For tests. */
  idleMs?: number;
  /** Ends the chunk at once: the scan kills the browser and throws the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Scans the pages of a chunk one after the other in one browser. A failure of a page becomes its result. A page that
 * crashes the browser gets a second attempt in a new browser.
 * @returns the pages that were not opened because time ran out or because the site asked to retry later. A page that
 * crashed in its first attempt has `attempt` 2.
 * @throws Error only for faults of the service: the browser cannot be launched, or an event handler threw. Also
 * throws the reason of the signal.
 */
export async function scanChunkPages(
  job: ChunkJob,
  events: ChunkEvents,
  options: ScanOptions,
): Promise<{ notReached: ChunkPage[] }> {
  await mkdir(options.workDir, { recursive: true });
  if (options.environment !== undefined) {
    // In this order, because a process could write new files, and change the browser after it is verified.
    await killLeftProcesses(options.environment);
    await removeLeftFiles(options.environment.folder, await locateUnpacked(options.chromium));
  }
  const directory = await mkdtemp(join(options.workDir, 'job-'));
  const environment = options.environment ?? { folder: directory, ownsProcesses: false };
  try {
    const { axeScript, axeVersion } = await provideAxe(options.chromium);
    const axe = { script: prepareAxeScript(await readFile(axeScript, 'utf8')), version: axeVersion };
    const checksScript = await (options.loadChecks ?? loadChecksScript)();
    const credentials = getUsableCredentials(job.credentials, options.egress);
    const redaction = createRedaction(job.credentials);
    const network = options.sandbox === true ? await createNetwork(PROXY_SERVERS) : undefined;
    const proxy = await startEgressProxy(options.egress, { ...options, network }).catch((error) => {
      network?.close();
      throw error;
    });
    const chunk = new Chunk({
      job: { ...job, credentials },
      redaction,
      events: redactEvents(events, redaction),
      options,
      directory,
      environment,
      axe,
      checksScript,
      proxy,
    });
    const stop = () => void chunk.stopBrowser();
    options.signal?.addEventListener('abort', stop);
    try {
      return { notReached: await chunk.run() };
    } finally {
      options.signal?.removeEventListener('abort', stop);
      await chunk.stopBrowser();
      await proxy.close();
    }
  } finally {
    try {
      await killLeftProcesses(environment);
    } finally {
      // `rm` tries again while the system still holds files of a killed browser, but cannot remove everything.
      const settings = { recursive: true, force: true, maxRetries: 5 };
      await rm(directory, settings).catch(() => removeTree(directory));
    }
  }
}

/** What all pages of a chunk share. */
interface ChunkSetup {
  job: ChunkJob;
  redaction: Redaction;
  events: ChunkEvents;
  options: ScanOptions;
  directory: string;
  environment: OwnEnvironment;
  axe: { script: string; version: string };
  checksScript: string;
  proxy: EgressProxy;
}

class Chunk {
  readonly #setup: ChunkSetup;
  readonly #pageTimeoutMs: number;
  #browser: RunningBrowser | undefined;
  /** True if the browser has opened no page yet. */
  #isBrowserFresh = true;
  #appliedCredentials: AppliedCredentials | undefined;

  constructor(setup: ChunkSetup) {
    this.#setup = setup;
    this.#pageTimeoutMs = setup.options.pageTimeoutMs ?? PAGE_TIMEOUT_MS;
  }

  async run(): Promise<ChunkPage[]> {
    const remaining = [...this.#setup.job.pages];
    for (let page = remaining.shift(); page !== undefined; page = remaining.shift()) {
      if (this.#setup.options.deadline() < this.#pageTimeoutMs + PAGE_OVERHEAD_MS)
        return [page, ...remaining];
      const { retry, siteDeferred } = await this.#scan(page, remaining.length === 0);
      if (retry !== undefined) remaining.unshift(retry);
      if (siteDeferred) return remaining;
    }
    return [];
  }

  /**
   * @returns `retry`: the next attempt, if the page crashed the browser and may be tried again; `siteDeferred`: true
   * if the site asked to retry later
   */
  async #scan(page: ChunkPage, isLast: boolean): Promise<{ retry?: ChunkPage; siteDeferred?: boolean }> {
    const browser = await this.#ensureBrowser();
    this.#setup.options.signal?.throwIfAborted();
    await this.#setup.events.pageStarted(page);
    this.#setup.proxy.beginPage();
    const startedAt = new Date();
    const start = performance.now();
    const observation = await this.#observeWithRetry(page, browser);
    this.#setup.options.signal?.throwIfAborted();
    if (observation.browserUnusable) await this.#discardBrowser();
    if (observation.outcome === 'crashed' && page.attempt < ATTEMPTS_MAX) {
      return { retry: { ...page, attempt: page.attempt + 1 } };
    }
    const {
      browserUnusable: _,
      repetition: _repeated,
      retryAfterSeconds,
      links,
      pictures,
      ...rest
    } = observation;
    if (retryAfterSeconds !== null) {
      const { outcome, detail } = rest;
      await this.#setup.events.pageDeferred(page, { retryAfterSeconds, outcome, detail });
      return { siteDeferred: true };
    }
    const result: PageResult = {
      schemaVersion: 1,
      scanId: this.#setup.job.scanId,
      pageId: page.pageId,
      attempt: page.attempt,
      requestedUrl: sanitizeText(page.url, 4_000),
      ...rest,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - start),
      engine: this.#engine(browser),
    };
    for (const { id, bytes } of pictures) await this.#setup.events.picture(id, bytes);
    const [, isCleared] = await Promise.all([
      this.#setup.events.pageFinished(result, links, result.finalUrl),
      this.#browser === undefined || isLast || clearBrowserState(this.#browser.browser),
    ]);
    if (!isCleared) await this.#discardBrowser();
    return {};
  }

  /**
   * Scans a page. If an earlier page blocks the browser, or may have filled its memory, starts a new browser and scans
   * the page there.
   */
  async #observeWithRetry(page: ChunkPage, browser: RunningBrowser): Promise<PageObservation> {
    const isFresh = this.#isBrowserFresh;
    this.#isBrowserFresh = false;
    const endsAt = performance.now() + PAGE_PATIENCE * this.#pageTimeoutMs;
    try {
      const observation = await this.#observe(page, browser, endsAt);
      if (isFresh || !browser.resources.isMemoryExceeded()) return observation;
      // Without the time to scan it again, the page counts as one that crashed the browser, which has another attempt.
      if (this.#getTimeLeft(endsAt) < this.#pageTimeoutMs)
        return page.attempt < ATTEMPTS_MAX ? { ...observation, outcome: 'crashed' } : observation;
    } catch (error) {
      if (!(error instanceof TabNotOpenedError)) throw error;
    }
    await this.#discardBrowser();
    const fresh = await this.#ensureBrowser();
    this.#isBrowserFresh = false;
    this.#setup.proxy.beginPage();
    return this.#observe(page, fresh, endsAt, true);
  }

  /** Returns the milliseconds that a page may still take. */
  #getTimeLeft(endsAt: number): number {
    return Math.min(endsAt - performance.now(), this.#setup.options.deadline() - PAGE_OVERHEAD_MS);
  }

  /** @param endsAt when the page must have ended, whatever the machine does, in milliseconds of `performance.now` */
  async #observe(
    page: ChunkPage,
    browser: RunningBrowser,
    endsAt: number,
    isRepeated = false,
  ): Promise<PageObservation> {
    const { job, redaction, axe, checksScript, proxy } = this.#setup;
    const left = this.#getTimeLeft(endsAt);
    const timeoutMs = Math.min(this.#pageTimeoutMs, left);
    try {
      return await scanPage({
        browser: browser.browser,
        mode: browser.mode,
        axeScript: axe.script,
        checksScript,
        url: page.url,
        expectStatus: page.expectStatus,
        expectLogin: page.expectLogin,
        credentialsOrigin: job.credentials?.origin,
        credentials: this.#appliedCredentials,
        ruleIds: job.ruleIds,
        settings: job.settings,
        hashRoutes: job.hashRoutes,
        identity: page.identity,
        known: page.known,
        suppressionSelectors: job.marks,
        redaction,
        timeoutMs,
        extraMs: left - timeoutMs,
        egressFailure: proxy.failureFor,
        traffic: proxy.traffic,
        countDecoded: proxy.countDecoded,
        resources: browser.resources,
        holdWebSockets: proxy.holdWebSockets,
        releaseWebSockets: proxy.releaseWebSockets,
      });
    } catch (error) {
      if (error instanceof TabNotOpenedError && !isRepeated) throw error;
      return {
        ...createEmptyObservation(job.ruleIds, describeFailure(error)),
        browserUnusable: true,
      };
    }
  }

  async #ensureBrowser(): Promise<RunningBrowser> {
    this.#setup.options.signal?.throwIfAborted();
    if (this.#browser !== undefined && !this.#browser.browser.connected) await this.#discardBrowser();
    if (this.#appliedCredentials !== undefined && !(await this.#appliedCredentials.renewCookies()))
      await this.#discardBrowser();
    if (this.#browser === undefined) {
      // In this order, because a process could change the browser after it is verified.
      await killLeftProcesses(this.#setup.environment);
      const { findBrowser = findChromium, chromium: location } = this.#setup.options;
      const chromium = await findBrowser(location);
      const directory = await mkdtemp(join(this.#setup.directory, 'browser-'));
      const { settings, credentials } = this.#setup.job;
      this.#browser = await launchBrowser(
        chromium,
        directory,
        this.#setup.proxy.rules,
        { ...settings, features: getCredentialFeatures(credentials) },
        { memoryMb: this.#setup.options.memoryMb, network: this.#setup.proxy.network },
      );
      if (credentials !== undefined)
        this.#appliedCredentials = await applyCredentials(this.#browser.browser, credentials);
      this.#isBrowserFresh = true;
      this.#setup.proxy.setWebSocketCheck(this.#appliedCredentials?.mayOpenWebSocket ?? null);
    }
    return this.#browser;
  }

  async #discardBrowser(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = undefined;
    this.#appliedCredentials = undefined;
  }

  async stopBrowser(): Promise<void> {
    // Killing is enough because nothing of the browser is needed afterwards. Closing takes three times as long.
    await this.#browser?.kill();
    this.#browser = undefined;
  }

  #engine({ version, userAgent }: RunningBrowser): PageEngine {
    const { viewport, mobile, colorScheme, reducedMotion, locale } = this.#setup.job.settings;
    const conditions = { viewport, mobile, colorScheme, reducedMotion, locale };
    const checks = this.#setup.job.ruleIds.some(isOwnCheck) ? { checks: CHECKS_VERSION } : {};
    return { axe: this.#setup.axe.version, ...checks, browser: version, userAgent, ...conditions };
  }
}

/** Returns the outcome of a page whose scan ended with an error. */
function describeFailure(error: unknown): OutcomeDetail {
  if (error instanceof BrowserGoneError)
    return { outcome: 'crashed', detail: 'The browser crashed on this page twice.' };
  const message = sanitizeText(String(error).split('\n')[0] ?? '', 300);
  return error instanceof PageScriptError
    ? {
        outcome: 'partially-scanned',
        detail: `The page prevents that it is read, so no rule ran: ${message}`,
      }
    : { outcome: 'service-fault', detail: `The scanner failed: ${message}` };
}
