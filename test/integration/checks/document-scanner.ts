import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isActingNeed } from '../../../core/checks/check-definition.ts';
import { getCheckNeed } from '../../../core/rule-sets/rules.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { launchBrowser, type RunningBrowser } from '../../../scanner/browser/browser.ts';
import { openTab } from '../../../scanner/browser/tab.ts';
import { loadChecksScript } from '../../../scanner/checks/build-script.ts';
import type { ChecksWorld } from '../../../scanner/checks/in-page/run-checks.ts';
import { type ChecksJob, type ChecksRun, runChecks } from '../../../scanner/checks/run-checks.ts';
import { provideAxe } from '../../../scanner/chromium-pack/locate.ts';
import { type EgressProxy, startEgressProxy } from '../../../scanner/egress/proxy.ts';
import { runKeyboardChecks } from '../../../scanner/interaction/run-keyboard-checks.ts';
import { prepareSafeMode } from '../../../scanner/interaction/safe-mode.ts';
import { runViewportChecks } from '../../../scanner/layouts/run-viewport-checks.ts';
import { type FrameRun, worldSetup } from '../../../scanner/page/axe.ts';
import { prepareAxeScript } from '../../../scanner/page/axe-script.ts';
import { PageClock } from '../../../scanner/page/clock.ts';
import type { ListenersWorld } from '../../../scanner/page/in-page/listeners.ts';
import { installScrollReach } from '../../../scanner/page/in-page/scroll-reach.ts';
import { resultLimits } from '../../../scanner/page/in-page/wire-results.ts';
import { loadAgain } from '../../../scanner/page/observe-page.ts';
import { type OpenPage, openPage } from '../../../scanner/page/open-page.ts';
import type { PageJob } from '../../../scanner/page/page-observation.ts';
import { runRules } from '../../../scanner/page/rules-run.ts';
import { settle } from '../../../scanner/page/settle.ts';
import { waitForLoad } from '../../../scanner/page/wait-for-load.ts';
import { callEachInWorld, callInWorld, openWorld, type World } from '../../../scanner/page/world.ts';
import { createRedaction } from '../../../scanner/redact/redact-result.ts';
import { repeatTimeChecks } from '../../../scanner/time/repeat-time-checks.ts';
import { rememberPage, runTimeChecks } from '../../../scanner/time/run-time-checks.ts';
import { findVerified } from '../../support/find-verified.ts';
import { PATIENT_TIMEOUT_MS, type Site } from '../scanner/harness.ts';
import { type CheckOutcome, toOutcome } from './case-pages.ts';

/** Path of the document whose content is replaced. No page of a check has it. */
export const KEPT_PATH = '/kept';

/** Virtual milliseconds between two checks whether a document has loaded. */
const LOAD_SLICE_MS = 50;
/** Milliseconds in which all documents are tested. */
const WHOLE_TIMEOUT_MS = 1_200_000;
const actingPhases = {
  viewport: runViewportChecks,
  keyboard: runKeyboardChecks,
  time: runTimeChecks,
};

const settings = { ...pageSettingsDefault, screenshots: 'none' } as const;

/** A page in a tab that can be closed. */
interface OpenTab extends OpenPage {
  close(): Promise<void>;
}

/** The tab whose document is replaced, and the world of the scanner in it. */
interface KeptTab {
  page: OpenTab;
  world: World;
}

/**
 * Runs single checks on documents of a site, by the functions of the scanner that run the checks, without what a scan
 * does around them: waiting until a page is stable, links, identities, outcomes. That is several times cheaper.
 */
export class DocumentScanner {
  readonly #site: Site;
  readonly #folder: string;
  readonly #proxy: EgressProxy;
  readonly #running: RunningBrowser;
  readonly #axeScript: string;
  readonly #checksScript: string;
  #kept: Promise<KeptTab> | undefined;

  private constructor(
    site: Site,
    folder: string,
    proxy: EgressProxy,
    running: RunningBrowser,
    axeScript: string,
    checksScript: string,
  ) {
    this.#site = site;
    this.#folder = folder;
    this.#proxy = proxy;
    this.#running = running;
    this.#axeScript = axeScript;
    this.#checksScript = checksScript;
  }

  static async start(site: Site): Promise<DocumentScanner> {
    const { axeScript } = await provideAxe();
    const axe = prepareAxeScript(await readFile(axeScript, 'utf8'));
    const checksScript = await loadChecksScript();
    const folder = await mkdtemp(join(tmpdir(), 'document-scanner-'));
    let proxy: EgressProxy | undefined;
    try {
      proxy = await startEgressProxy({ loopbackPorts: [site.port], blockedPorts: [], ports: [] });
      const running = await launchBrowser(
        await findVerified(),
        join(folder, 'browser'),
        proxy.rules,
        settings,
      );
      return new DocumentScanner(site, folder, proxy, running, axe, checksScript);
    } catch (error) {
      await release(folder, proxy);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#running.kill();
    await release(this.#folder, this.#proxy);
  }

  /**
   * Runs a check in a document without frames, whatever it needs. All such documents are shown in one tab, by replacing
   * the content of a document that axe was sent to: to open a page takes far longer than to test a small one.
   */
  async scanContent(check: string, html: string): Promise<CheckOutcome> {
    this.#kept ??= this.#openKept();
    const kept = this.#kept;
    try {
      return await this.#scanKept(await kept, check, html);
    } catch (error) {
      // The next document gets a new tab.
      this.#kept = undefined;
      await kept.then(({ page }) => page.close()).catch(() => undefined);
      throw error;
    }
  }

  async #scanKept({ page, world: known }: KeptTab, check: string, html: string): Promise<CheckOutcome> {
    const { session, mainFrameId, clock, time } = page;
    const need = getCheckNeed(check);
    const isActing = isActingNeed(need);
    // The scanner sends its recorders again to what it takes for a new world.
    const world = isActing ? { ...known } : known;
    await callInWorld(session, world, forgetDocument, isActing);
    await session.send('Runtime.evaluate', { expression: `(${forgetTimers.toString()})()` });
    await session.send('Page.setDocumentContent', { frameId: mainFrameId, html: limitNames(html) });
    for (
      let waitedMs = 0;
      !(await callInWorld(session, world, isDocumentLoaded));
      waitedMs += LOAD_SLICE_MS
    ) {
      if (waitedMs > PATIENT_TIMEOUT_MS) throw new Error(`a document of ${check} does not load`);
      await time.advance(LOAD_SLICE_MS);
    }
    // Animations begin and early timers fire, as in a scan.
    if (need === 'time') await settle(page, world, pageSettingsDefault);
    const job = {
      checksScript: this.#checksScript,
      checkIds: [check],
      frames: [{ world, owner: null, path: [], isSvg: false }] satisfies FrameRun[],
      context: null,
      isUnchanged: false,
      limits: resultLimits,
    };
    if (need === 'time') await rememberPage(page, job);
    const run = isActing ? actingPhases[need] : runChecksOnly;
    const { findings, rules } = await run(page, job);
    await clock.bound('pausing the page', time.stop());
    return toOutcome(check, findings, new Map(rules));
  }

  async #openKept(): Promise<KeptTab> {
    const job = this.#buildJob(this.#site.url(KEPT_PATH), []);
    await prepareSafeMode(job.browser);
    const page = await this.#openPage(job);
    const world = await load(page, job.url);
    const { session } = page;
    const { contextId } = world;
    await callEachInWorld(session, world, [...worldSetup, installScrollReach]);
    await session.send('Runtime.evaluate', { expression: `${this.#axeScript}\n;undefined`, contextId });
    return { page, world };
  }

  /** Loads a page in a tab of its own and runs a check, whatever it needs. */
  async scanPage(check: string, path: string): Promise<CheckOutcome> {
    const job = this.#buildJob(this.#site.url(path), ['document-title', check]);
    this.#proxy.beginPage();
    const { findings, rules, checksToRepeat } = await this.#withPage(job, async (page) => {
      const world = await load(page, job.url);
      if (getCheckNeed(check) === 'time') await settle(page, world, pageSettingsDefault);
      return runRules(page, world, job, null, 1);
    });
    if (!checksToRepeat.includes(check)) return toOutcome(check, findings, new Map(rules));
    this.#proxy.releaseWebSockets();
    const repeated = await this.#withPage(job, (page) =>
      repeatTimeChecks(
        page,
        job,
        checksToRepeat,
        () => loadAgain(job, page),
        // Only credentials depend on the clock of the browser.
        () => undefined,
      ),
    );
    return toOutcome(check, repeated.findings, new Map(repeated.rules));
  }

  /** Calls a function with a blank page. */
  async #withPage<Result>(job: PageJob, work: (page: OpenPage) => Promise<Result>): Promise<Result> {
    await prepareSafeMode(job.browser);
    const page = await this.#openPage(job);
    try {
      return await work(page);
    } finally {
      await page.close();
    }
  }

  #buildJob(url: string, ruleIds: string[]): PageJob {
    const { browser, mode } = this.#running;
    return {
      browser,
      mode,
      axeScript: this.#axeScript,
      checksScript: this.#checksScript,
      url,
      ruleIds,
      settings,
      hashRoutes: false,
      timeoutMs: WHOLE_TIMEOUT_MS,
      egressFailure: this.#proxy.failureFor,
      identity: url,
      suppressionSelectors: [],
      redaction: createRedaction(undefined),
      holdWebSockets: this.#proxy.holdWebSockets,
    };
  }

  async #openPage(job: PageJob): Promise<OpenTab> {
    const { browser, mode, timeoutMs } = job;
    const tab = await openTab(browser, settings.viewport, mode);
    const clock = new PageClock(timeoutMs, new Promise(() => undefined));
    const page = await openPage(tab.session, settings, clock, mode.framesOnRequest, job);
    return { ...page, close: () => tab.close() };
  }
}

async function release(folder: string, proxy: EgressProxy | undefined): Promise<void> {
  await proxy?.close();
  await rm(folder, { recursive: true, force: true });
}

/** Loads a page, and returns the world of the scanner in it. */
async function load({ session, mainFrameId, watch, time, clock }: OpenPage, url: string): Promise<World> {
  await time.stop();
  await session.send('Page.navigate', { url });
  await waitForLoad(watch, time, clock, PATIENT_TIMEOUT_MS);
  await time.stop();
  return openWorld(session, mainFrameId, clock);
}

function runChecksOnly({ session, clock }: OpenPage, job: ChecksJob): Promise<ChecksRun> {
  return runChecks(session, job, clock);
}

/** Returns a document whose scripts declare their constants in a block: those of the document before it still exist. */
function limitNames(html: string): string {
  return html.replace(/<script>([\s\S]*?)<\/script>/g, '<script>{$1}</script>');
}

/** Runs in a document: drops what was recorded of it. */
function forgetDocument(withRecorders: boolean): void {
  const world = globalThis as ChecksWorld & ListenersWorld & { scrollTo?: (x: number, y: number) => void };
  if (withRecorders) delete world.a11yChecks;
  delete world.a11yListeners;
  world.scrollTo?.(0, 0);
}

/** Runs in the world of the page. */
function forgetTimers(): void {
  const world = globalThis as unknown as {
    setTimeout(work: () => void): number;
    clearTimeout(id: number): void;
  };
  for (let id = world.setTimeout(() => undefined); id > 0; id -= 1) world.clearTimeout(id);
}

/** Runs in a document. */
function isDocumentLoaded(): boolean {
  return (globalThis as unknown as { document: { readyState: string } }).document.readyState === 'complete';
}
