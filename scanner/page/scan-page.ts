import { isActingNeed } from '../../core/checks/check-definition.ts';
import { getCheckNeed } from '../../core/rule-sets/rules.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import { clearBrowserState } from '../browser/clear-browser-state.ts';
import { openTab, type Tab } from '../browser/tab.ts';
import { prepareSafeMode } from '../interaction/safe-mode.ts';
import { addPictures } from '../pictures/add-pictures.ts';
import { addRepetition } from './add-repetition.ts';
import { BrowserGoneError, PageClock, StepTimeoutError } from './clock.ts';
import { loadAgain, observePage } from './observe-page.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { decideOutcome } from './outcomes.ts';
import { createEmptyObservation, type PageJob, type PageObservation } from './page-observation.ts';
import { collectResponseFacts } from './response-facts.ts';

/** Wall-clock limit of opening a blank tab and setting it up, in milliseconds. */
const OPEN_TIMEOUT_MS = 5_000;

/** The browser does not open a tab because an earlier page still blocks it. */
export class TabNotOpenedError extends Error {
  override name = 'TabNotOpenedError';
}

/**
 * Opens one page, waits until it is stable, runs the rules in all its frames, takes pictures of the findings, and
 * closes the page.
 * @throws BrowserGoneError if the browser ended meanwhile; TabNotOpenedError. Other failures of a page are part of the
 * observation.
 */
export async function scanPage(job: PageJob): Promise<PageObservation> {
  const gone = Promise.withResolvers<never>();
  const onDisconnect = () => gone.reject(new BrowserGoneError('the browser ended'));
  job.browser.once('disconnected', onDisconnect);
  const isCut = () => job.resources?.isMemoryExceeded() === true;
  const clock = new PageClock(job.timeoutMs, gone.promise, {
    isCut,
    stalledFor: () => job.resources?.stalledFor() ?? 0,
    extraMax: job.extraMs,
  });
  try {
    const observation = await openAndScan(job, clock, gone.reject);
    return isCut() ? describeMemoryLimit(job, observation) : observation;
  } catch (error) {
    if (isCut()) return describeMemoryLimit(job, null);
    // The protocol reports the end of the browser with different errors. They become one.
    if (!job.browser.connected) throw new BrowserGoneError('the browser ended', { cause: error });
    throw error;
  } finally {
    job.browser.off('disconnected', onDisconnect);
  }
}

async function openAndScan(
  job: PageJob,
  clock: PageClock,
  onGone: (reason: BrowserGoneError) => void,
): Promise<PageObservation> {
  if (!/^https?:/i.test(job.url)) {
    return createEmptyObservation(
      job.ruleIds,
      decideOutcome(collectResponseFacts(job, undefined, false, false, 0)),
    );
  }
  let shown = await openBlankPage(job, clock, onGone);
  let isUsable = true;
  /** Returns the page as the rules saw it. After an interaction that changed it, that is the page loaded again. */
  async function showPage(): Promise<OpenPage | null> {
    if (!shown.page.safeMode.hasChangedPage) return shown.page;
    const page = await openAgain();
    return page !== null && (await loadAgain(job, page)) ? page : null;
  }
  /** Returns a blank page instead of the one that is shown; null if that is not possible. */
  async function openAgain(): Promise<OpenPage | null> {
    isUsable = (await closeTab(shown.tab)) && (await clearState(job));
    if (!isUsable) return null;
    job.releaseWebSockets?.();
    shown = await openBlankPage(job, clock, onGone);
    return shown.page;
  }
  let observation = await observePage(job, shown.page).catch((error) => describeTimeout(job, error));
  observation = await addPictures(job, showPage, observation).catch((error) => {
    // The protocol reports the end of a killed browser with different errors. What was observed is still true.
    if (!(error instanceof StepTimeoutError) && !job.resources?.isMemoryExceeded()) throw error;
    isUsable = false;
    return observation;
  });
  // After the pictures, because hours may pass in the browser.
  observation = await addRepetition(job, isUsable ? openAgain : async () => null, observation);
  const isClosed = isUsable && (await closeTab(shown.tab));
  return { ...observation, browserUnusable: observation.browserUnusable || !isClosed };
}

/**
 * Returns the observation of a page of which no group of rules ended in time.
 * @throws errors other than StepTimeoutError
 */
function describeTimeout({ ruleIds }: PageJob, error: unknown): PageObservation {
  if (!(error instanceof StepTimeoutError)) throw error;
  const detail = `The page could not be scanned in time: ${error.message}.`;
  return { ...createEmptyObservation(ruleIds, { outcome: 'timeout', detail }), browserUnusable: true };
}

/**
 * Returns the observation of a page whose browser was killed because it needed too much memory.
 * @param observation what was observed before; null if that is nothing
 */
function describeMemoryLimit(
  { ruleIds, resources }: PageJob,
  observation: PageObservation | null,
): PageObservation {
  const sentence = `The page needed more than ${resources?.memoryMb} MB of memory in the browser, so it was ended. If it is meant to, allow more with --memory of the command, or ask the operator of the service (memory.browser of the stage).`;
  const unusable = { incomplete: true, browserUnusable: true };
  const hasResults = observation?.rules.some(({ result }) => result !== 'not-run');
  if (observation === null || !isScanned(observation.outcome) || !hasResults)
    return { ...createEmptyObservation(ruleIds, { outcome: 'too-large', detail: sentence }), ...unusable };
  const before = observation.outcome === 'scanned' ? [] : [observation.detail];
  return {
    ...observation,
    outcome: 'partially-scanned',
    detail: [...before, sentence].join(' '),
    ...unusable,
  };
}

/** Opens a blank tab that is ready for the page. */
async function openBlankPage(
  job: PageJob,
  clock: PageClock,
  onGone: (reason: BrowserGoneError) => void,
): Promise<{ tab: Tab; page: OpenPage }> {
  const opening = clock.within(OPEN_TIMEOUT_MS);
  const { browser, settings, mode } = job;
  if (job.ruleIds.some(needsSafeMode))
    await orTabNotOpened(opening.bound('opening a tab', prepareSafeMode(browser)));
  const tab = await orTabNotOpened(opening.bound('opening a tab', openTab(browser, settings.viewport, mode)));
  tab.session.once('Inspector.targetCrashed', () => onGone(new BrowserGoneError('the page crashed')));
  const page = await orTabNotOpened(
    opening.bound('opening a tab', openPage(tab.session, settings, clock, mode.framesOnRequest, job)),
  );
  const watched = job.credentials?.watchTab(tab.session, page.mainFrameId) ?? Promise.resolve();
  await orTabNotOpened(opening.bound('opening a tab', watched));
  return { tab, page };
}

/** Clears what the page stored, as before each page. Returns false if that is not possible. */
async function clearState({ browser, credentials }: PageJob): Promise<boolean> {
  return (await clearBrowserState(browser)) && (await credentials?.renewCookies()) !== false;
}

function needsSafeMode(ruleId: string): boolean {
  return isActingNeed(getCheckNeed(ruleId));
}

async function orTabNotOpened<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StepTimeoutError
      ? new TabNotOpenedError('the browser opened no tab', { cause: error })
      : error;
  }
}

async function closeTab(tab: Tab): Promise<boolean> {
  const clock = new PageClock(3_000, new Promise(() => undefined));
  return clock.bound('closing the tab', tab.close()).then(
    () => true,
    () => false,
  );
}
