import { BrowserGoneError, StepTimeoutError } from './clock.ts';
import { getRetryAfterSeconds } from './deferral.ts';
import type { DocumentWatch } from './document-watch.ts';
import { isResponsiveWithin, stopEndlessScript } from './endless-script.ts';
import { evaluatePage, readPageContent } from './evaluate-page.ts';
import type { ResponseFacts } from './facts.ts';
import type { OpenPage } from './open-page.ts';
import { findRefusal, type OutcomeDetail } from './outcomes.ts';
import { createEmptyObservation, type PageJob, type PageObservation } from './page-observation.ts';
import { collectResponseFacts, getResponseMembers } from './response-facts.ts';
import { type SettleResult, settle, type WaitSettings } from './settle.ts';
import { describeSkippedWait } from './wait-for.ts';
import { waitForLoad } from './wait-for-load.ts';
import { openWorld, type World } from './world.ts';

/** How often a page may navigate by itself before the scan gives up. */
const MAX_ROUNDS = 5;

/**
 * Loads the page and waits until it is stable. Repeats that while the page navigates to other documents. Then scans the
 * document.
 */
export async function observePage(job: PageJob, page: OpenPage): Promise<PageObservation> {
  const { session, mainFrameId, watch, time, clock } = page;
  await time.stop();
  navigate(page, job.url);
  let scriptStopped = false;
  for (let round = 1; ; round += 1) {
    const since = performance.now();
    let loaded = await waitForLoad(watch, time, clock, job.timeoutMs / 2);
    if (!loaded && watch.latest()?.response && (await stopEndlessScript(page))) {
      scriptStopped = true;
      loaded = await waitForLoad(watch, time, clock, job.timeoutMs / 4);
    }
    const keepsNavigating = round > MAX_ROUNDS || watch.keepsNavigating();
    const timedOut = !loaded && isDocumentIncomplete(watch.latest(), scriptStopped);
    const response = collectResponseFacts(job, watch, timedOut, keepsNavigating, performance.now() - since);
    const refused = findRefusal(response);
    if (refused !== undefined) {
      const known = refused.outcome === 'http-error' ? await inspectErrorPage(page, response) : undefined;
      return {
        ...createEmptyObservation(job.ruleIds, known ?? refused),
        ...getResponseMembers(response),
        retryAfterSeconds: refused.outcome === 'rate-limited' ? getRetryAfterSeconds(response) : null,
      };
    }

    const commits = watch.commits();
    const moved = () => watch.movedSince(commits);
    try {
      const world = await openWorld(session, mainFrameId, clock);
      const settleResult = await settleOrStop(page, world, job.settings);
      const settled = settleResult.settled && loaded;
      if (moved() || watch.keepsNavigating()) continue;
      scriptStopped = (await stopEndlessScript(page)) || scriptStopped;
      await time.stop();
      return await evaluatePage(job, page, world, response, { ...settleResult, settled, scriptStopped });
    } catch (error) {
      // A replaced document takes the world of the scanner with it. The next round opens a world in the new document.
      if (
        error instanceof StepTimeoutError ||
        error instanceof BrowserGoneError ||
        !(moved() || watch.keepsNavigating())
      ) {
        throw error;
      }
    }
  }
}

/**
 * Loads the page as `observePage` does, in a tab that has shown nothing.
 * @param first what was observed on it before, if the page must be the same one: with the same address, and stable if
 *   it was
 * @returns false if it does not become stable, navigates elsewhere by itself, or if its response cannot be scanned or
 *   was cut
 */
export async function loadAgain(
  job: PageJob,
  page: OpenPage,
  first?: Pick<PageObservation, 'finalUrl' | 'settled'>,
): Promise<boolean> {
  const { session, mainFrameId, watch, time, clock } = page;
  await time.stop();
  navigate(page, job.url);
  const since = performance.now();
  if (!(await waitForLoad(watch, time, clock, job.timeoutMs / 4))) return false;
  const response = collectResponseFacts(
    job,
    watch,
    false,
    watch.keepsNavigating(),
    performance.now() - since,
  );
  if (findRefusal(response) !== undefined || job.traffic?.().exceededLimit) return false;
  if (first !== undefined && getResponseMembers(response).finalUrl !== first.finalUrl) return false;
  const commits = watch.commits();
  const world = await openWorld(session, mainFrameId, clock);
  const { settled } = await settleOrStop(page, world, job.settings);
  await time.stop();
  const isStable = settled || first?.settled === false;
  return isStable && !watch.movedSince(commits) && !job.traffic?.().exceededLimit;
}

/**
 * Navigates to a URL without waiting. Only this answer reports that the browser refuses a URL without a request, such
 * as one that it cannot parse or that is too long.
 */
function navigate({ session, watch }: OpenPage, url: string): void {
  session.send('Page.navigate', { url }).then(
    ({ errorText }) => {
      if (errorText !== undefined) watch.refuse(url);
    },
    // The other errors mean that the browser or the tab has ended, which the clock of the page reports.
    (error) => {
      if (/invalid URL/.test(String(error))) watch.refuse(url);
    },
  );
}

/**
 * True if a document was not received, or not completely: a part must not count as the page. A document whose script
 * was stopped is not incomplete, because the script prevented the page from receiving the rest.
 */
function isDocumentIncomplete(request: ReturnType<DocumentWatch['latest']>, scriptStopped: boolean): boolean {
  if (request === undefined) return false;
  return request.response === null || (!request.isWhole && !scriptStopped);
}

/**
 * Reads the content of an error page. A bot protection also answers with an error status, and often only the content
 * distinguishes it from an ordinary error page.
 * @returns the outcome by the content; undefined if the content is not decisive or cannot be read in time
 */
async function inspectErrorPage(page: OpenPage, response: ResponseFacts): Promise<OutcomeDetail | undefined> {
  const request = page.watch.latest();
  if (request?.committed !== true || request.netError !== null) return undefined;
  try {
    const world = await openWorld(page.session, page.mainFrameId, page.clock);
    return findRefusal({ ...response, ...(await readPageContent(page, world, 3_000)) });
  } catch (error) {
    if (error instanceof BrowserGoneError) throw error;
    return undefined;
  }
}

/**
 * Waits until the page is stable. If an animation frame is not drawn in time and a script blocks the page, the page is
 * the cause: the caller stops the script. If no script blocks the page, the browser is the cause, and the page must be
 * scanned in a new one.
 */
async function settleOrStop(page: OpenPage, world: World, settings: WaitSettings): Promise<SettleResult> {
  const { clock } = page;
  try {
    return await settle(page, world, settings);
  } catch (error) {
    if (!(error instanceof StepTimeoutError) || clock.left() === 0) throw error;
    if (error.step === 'drawing a frame' && (await isResponsiveWithin(page, 1_000))) {
      throw new BrowserGoneError('the browser stopped drawing');
    }
    return { settled: false, waitFailure: describeSkippedWait(settings.waitFor) };
  }
}
