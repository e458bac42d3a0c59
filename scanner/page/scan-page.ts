import type { Browser, CDPSession } from 'puppeteer-core';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import type { PageFinding, RuleOutcome } from '../../core/scans/page-result.ts';
import { viewport } from '../browser/arguments.ts';
import { openTab, type Tab } from '../browser/tab.ts';
import type { EgressFailure } from '../egress/failure.ts';
import { type AxeRun, runAxe } from './axe.ts';
import { BrowserGone, PageClock, StepTimeout } from './clock.ts';
import { type DocumentWatch, watchDocument } from './document-watch.ts';
import type { Facts, ResponseFacts } from './facts.ts';
import { findingsOf, ruleOutcomes } from './findings.ts';
import { readContent } from './in-page/read-content.ts';
import { outcomeOf, refusal } from './outcomes.ts';
import { safeText } from './safe-text.ts';
import { settle } from './settle.ts';
import { VirtualClock } from './virtual-clock.ts';
import { callIn, type World, worldIn } from './world.ts';

/** Documents larger than this, inflated, are not scanned. */
export const maxDocumentBytes = 20 * 1024 * 1024;
const maxUrl = 4_000;
const maxTitle = 500;
/** How often a page may go on to another document by itself before it is given up as restless. */
const maxRounds = 5;
/** The rule that costs most on large pages: https://github.com/dequelabs/axe-core/issues/4008 */
const costlyRule = 'color-contrast';

/** What one page is scanned with. */
export interface PageJob {
  browser: Browser;
  /** Text of axe-core's script. */
  axeScript: string;
  url: string;
  ruleIds: string[];
  timeoutMs: number;
  /** What the egress proxy knows of the latest connection to the host of a URL. */
  egressFailure: (url: string) => EgressFailure | undefined;
}

/** What is found out about one page; the chunk adds who asked and with what. */
export interface PageReading {
  finalUrl: string | null;
  title: string | null;
  httpStatus: number | null;
  contentType: string | null;
  outcome: PageOutcome;
  detail: string;
  settled: boolean | null;
  rules: RuleOutcome[];
  findings: PageFinding[];
  /** The browser answers no more, or may still be busy with the page: it must not serve another. */
  browserSpent: boolean;
}

/**
 * Opens one page, waits for it to come to rest, runs the rules in all its frames, and closes it.
 * @throws BrowserGone when the browser ended meanwhile; every other mishap of a page is a reading
 */
export async function scanPage(job: PageJob): Promise<PageReading> {
  const gone = Promise.withResolvers<never>();
  const onDisconnect = () => gone.reject(new BrowserGone('the browser ended'));
  job.browser.once('disconnected', onDisconnect);
  const clock = new PageClock(job.timeoutMs, gone.promise);
  try {
    return await openAndScan(job, clock, gone.reject);
  } catch (error) {
    // The protocol reports a browser that ended in many words; what counts is that it is gone.
    if (!job.browser.connected) throw new BrowserGone('the browser ended', { cause: error });
    throw error;
  } finally {
    job.browser.off('disconnected', onDisconnect);
  }
}

async function openAndScan(
  job: PageJob,
  clock: PageClock,
  onGone: (reason: BrowserGone) => void,
): Promise<PageReading> {
  if (!/^https?:/i.test(job.url)) {
    return unopened(job, outcomeOf(responseFacts(job, undefined, false, false)));
  }
  const tab = await clock.bound('opening a tab', openTab(job.browser));
  tab.session.once('Inspector.targetCrashed', () => onGone(new BrowserGone('the page crashed')));
  let reading: PageReading;
  try {
    const mainFrameId = await clock.bound('opening a tab', prepare(tab.session));
    const watch = watchDocument(tab.session, mainFrameId, maxDocumentBytes);
    reading = await readPage(job, tab.session, mainFrameId, watch, clock);
  } catch (error) {
    if (!(error instanceof StepTimeout)) throw error;
    const detail = `The page could not be scanned in time: ${error.message}.`;
    reading = { ...unopened(job, { outcome: 'timeout', detail }), browserSpent: true };
  }
  return { ...reading, browserSpent: reading.browserSpent || !(await closes(tab)) };
}

async function closes(tab: Tab): Promise<boolean> {
  const clock = new PageClock(3_000, new Promise(() => undefined));
  return clock.bound('closing the tab', tab.close()).then(
    () => true,
    () => false,
  );
}

/** Sets up a blank tab. @returns the id of its top frame */
async function prepare(session: CDPSession): Promise<string> {
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send('Page.setBypassCSP', { enabled: true }),
    session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false }),
    session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    }),
  ]);
  return frameTree.frame.id;
}

/** Loads and settles the page, round after round while it moves on to other documents, then scans what is there. */
async function readPage(
  job: PageJob,
  session: CDPSession,
  mainFrameId: string,
  watch: DocumentWatch,
  clock: PageClock,
): Promise<PageReading> {
  const time = new VirtualClock(session, clock);
  await time.stop();
  session.send('Page.navigate', { url: job.url }).catch(() => undefined);
  let scriptStopped = false;
  for (let round = 1; ; round += 1) {
    let loaded = await load(watch, time, clock, job.timeoutMs / 2);
    if (!loaded && watch.latest()?.response && (await stopEndlessScript(session, time, clock))) {
      scriptStopped = true;
      loaded = await load(watch, time, clock, job.timeoutMs / 4);
    }
    const restless = round > maxRounds || watch.restless();
    const response = responseFacts(job, watch, !loaded && watch.latest()?.response === null, restless);
    const refused = refusal(response);
    if (refused !== undefined) return { ...unopened(job, refused), ...answerOf(response, watch) };

    const commits = watch.commits();
    const moved = () => watch.commits() !== commits || watch.navigating();
    try {
      const world = await worldIn(session, mainFrameId, clock);
      const settled = (await settleOrStop(session, world, watch, time, clock)) && loaded;
      if (moved() || watch.restless()) continue;
      scriptStopped = (await stopEndlessScript(session, time, clock)) || scriptStopped;
      await time.stop();
      return await judge(job, session, world, response, watch, settled, scriptStopped, clock);
    } catch (error) {
      // A document that is replaced takes the scanner's world along; the next round enters the new one.
      if (error instanceof StepTimeout || error instanceof BrowserGone || !(moved() || watch.restless())) {
        throw error;
      }
    }
  }
}

/** Virtual milliseconds granted at a time while a document loads. */
const loadSliceMs = 50;

/**
 * Waits until the document has loaded or failed, and lets virtual time pass as soon as it has begun to arrive.
 * @returns false when that did not happen in time
 */
async function load(
  watch: DocumentWatch,
  time: VirtualClock,
  clock: PageClock,
  milliseconds: number,
): Promise<boolean> {
  const done = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => done.resolve(false), Math.min(milliseconds, clock.left()));
  const loaded = watch.loaded().then(() => done.resolve(true));
  try {
    await clock.bound('loading', Promise.race([watch.committed(), done.promise]));
    // Without a renderer that answers no time can be granted: that is for the caller to mend.
    for (let over = false; !over; ) {
      await time.grant(loadSliceMs, done.promise);
      over = await Promise.race([done.promise.then(() => true), pause(0)]);
    }
    return await done.promise;
  } catch (error) {
    if (error instanceof StepTimeout && error.step !== 'loading') return false;
    throw error;
  } finally {
    clearTimeout(timer);
    loaded.catch(() => undefined);
  }
}

function pause(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}

/**
 * Settles the page. A frame that is not drawn in time is the page's doing when a script holds it, which is then
 * stopped by the caller; otherwise it is the browser's, and the page deserves another one.
 */
async function settleOrStop(
  session: CDPSession,
  world: World,
  watch: DocumentWatch,
  time: VirtualClock,
  clock: PageClock,
): Promise<boolean> {
  try {
    return await settle(session, world, watch, time, clock);
  } catch (error) {
    if (!(error instanceof StepTimeout) || clock.left() === 0) throw error;
    if (error.step === 'drawing a frame' && (await answersWithin(session, clock, 1_000))) {
      throw new BrowserGone('the browser stopped drawing');
    }
    return false;
  }
}

async function answersWithin(session: CDPSession, clock: PageClock, milliseconds: number): Promise<boolean> {
  try {
    await clock.bound('asking the page', session.send('Runtime.evaluate', { expression: '1' }), milliseconds);
    return true;
  } catch (error) {
    if (error instanceof StepTimeout) return false;
    throw error;
  }
}

/** Whether a script held the page and was stopped so that the page answers again. */
async function stopEndlessScript(
  session: CDPSession,
  time: VirtualClock,
  clock: PageClock,
): Promise<boolean> {
  if (await answersWithin(session, clock, 2_000)) return false;
  // Asked for first, so that time stands still before the next timer starts the like again.
  const stopped = time.stop();
  stopped.catch(() => undefined);
  await clock.bound('stopping a script', session.send('Runtime.terminateExecution'), 2_000);
  await stopped;
  return true;
}

/** Looks at the settled document, runs the rules and decides the outcome. */
async function judge(
  job: PageJob,
  session: CDPSession,
  world: World,
  response: ResponseFacts,
  watch: DocumentWatch,
  settled: boolean,
  scriptStopped: boolean,
  clock: PageClock,
): Promise<PageReading> {
  const content = await clock.bound('reading the page', callIn(session, world, readContent));
  const answer = { ...answerOf(response, watch), title: safeText(content.title, maxTitle), settled };
  const refused = refusal({ ...response, ...content });
  if (refused !== undefined) return { ...unopened(job, refused), ...answer };

  const { run, rulesNotRun } = await runRules(job, session, world, clock);
  const facts: Facts = {
    ...response,
    ...content,
    framesNotScanned: run.framesNotScanned,
    rulesNotRun,
    scriptStopped,
  };
  const rules = ruleOutcomes(job.ruleIds, run.results, (ruleId) =>
    run.unknownRules.includes(ruleId)
      ? 'This version of axe-core has no such rule.'
      : rulesNotRun.includes(ruleId)
        ? 'The rule took too long on this page.'
        : 'axe-core gave no result for the rule.',
  );
  return {
    ...answer,
    ...outcomeOf(facts),
    rules,
    findings: findingsOf(run.results),
    browserSpent: scriptStopped,
  };
}

/** Runs the rules; when that takes too long, again without the costliest one. */
async function runRules(
  job: PageJob,
  session: CDPSession,
  world: World,
  clock: PageClock,
): Promise<{ run: AxeRun; rulesNotRun: string[] }> {
  const cheap = job.ruleIds.filter((id) => id !== costlyRule);
  if (cheap.length === job.ruleIds.length) {
    return { run: await runAxe(session, world, job.axeScript, job.ruleIds, clock), rulesNotRun: [] };
  }
  try {
    const run = runAxe(session, world, job.axeScript, job.ruleIds, clock);
    return { run: await clock.bound('running the rules', run, clock.left() * 0.6), rulesNotRun: [] };
  } catch (error) {
    if (!(error instanceof StepTimeout) || clock.left() < 1_000) throw error;
  }
  await clock.bound('stopping the rules', session.send('Runtime.terminateExecution'), 2_000);
  // A world of its own: axe refuses to run where a run was broken off.
  const fresh = await worldIn(session, world.frameId, clock, 'a11y-scan-again');
  return {
    run: await runAxe(session, fresh, job.axeScript, cheap, clock),
    rulesNotRun: [costlyRule],
  };
}

function responseFacts(
  job: PageJob,
  watch: DocumentWatch | undefined,
  timedOut: boolean,
  restless: boolean,
): ResponseFacts {
  const request = watch?.latest();
  const response = request?.response ?? null;
  const headers = new Map(
    Object.entries(response?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const attemptedUrl = request?.url ?? job.url;
  return {
    requestedUrl: job.url,
    attemptedUrl,
    finalUrl: response === null ? null : attemptedUrl,
    netError: request?.netError ?? null,
    egressFailure: job.egressFailure(attemptedUrl) ?? null,
    timedOut,
    httpStatus: response?.status ?? null,
    httpStatusText: response?.statusText ?? '',
    mimeType: response?.mimeType.toLowerCase() || null,
    download: /^\s*attachment/i.test(headers.get('content-disposition') ?? ''),
    limitExceeded: watch?.tooLarge() ? maxDocumentBytes : null,
    // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
    challenge: headers.get('cf-mitigated') === 'challenge',
    restless,
  };
}

function answerOf(facts: ResponseFacts, watch: DocumentWatch) {
  const headers = watch.latest()?.response?.headers ?? {};
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type');
  const contentType = (name && headers[name]) || facts.mimeType;
  return {
    finalUrl: facts.finalUrl === null ? null : safeText(facts.finalUrl, maxUrl),
    httpStatus: facts.httpStatus,
    contentType: contentType ? safeText(contentType, 200) : null,
  };
}

/** The reading of a page whose rules were not run. */
function unopened(job: PageJob, { outcome, detail }: { outcome: PageOutcome; detail: string }): PageReading {
  return {
    finalUrl: null,
    title: null,
    httpStatus: null,
    contentType: null,
    outcome,
    detail,
    settled: null,
    rules: ruleOutcomes(job.ruleIds, null, () => 'The page was not scanned.'),
    findings: [],
    browserSpent: false,
  };
}
