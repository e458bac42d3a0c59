import { callRecorder } from '../checks/call-recorder.ts';
import type {
  LayoutName,
  LayoutRecorder,
  LayoutStyles,
  NotReady,
  Wait,
} from '../checks/in-page/layouts/recorder.ts';
import {
  buildNotRun,
  type ChecksJob,
  type ChecksRun,
  defineChecks,
  dropUnprovenPasses,
  runChecks,
} from '../checks/run-checks.ts';
import { StepTimeoutError } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import { divide, drawFrames } from '../page/pass-time.ts';
import { PageScriptError, type World } from '../page/world.ts';
import { measureContrasts } from './measure-contrasts.ts';

/**
 * Part of the remaining time of the page that showing and measuring all layouts may take. It is far more than they
 * need, so that the result does not depend on the machine.
 */
const SHARE = 0.3;
/** Virtual milliseconds of a frame. */
const FRAME_MS = 17;
/**
 * Virtual milliseconds after a change of the window, between frames: scripts are notified in the first frame, and often
 * adapt after a short delay.
 */
const adaptMs = [FRAME_MS, 283];
/** The same for a page that scripts have changed meanwhile: they may continue in a frame. */
const adaptFurtherMs = [100, 100];
/** How often more time passes for documents that are not ready. */
const ROUNDS_MAX = 8;

/** The check that has no result if the browser gives no pictures. */
const CONTRAST_RULE = 'a11y-pixel-contrast';

/** Sizes of the window in CSS pixels, by layout. */
const sizes = {
  zoomed: { width: 640, height: 512 },
  narrow: { width: 320, height: 640 },
} as const satisfies Partial<Record<LayoutName, { width: number; height: number }>>;

/**
 * Shows a page with other spacings, with larger text and in windows of other sizes, measures its layouts, and runs the
 * checks of what was measured. The window is as before afterwards.
 */
export async function runViewportChecks(page: OpenPage, job: ChecksJob): Promise<ChecksRun> {
  const { session, watch, settings } = page;
  const clock = page.clock.within(page.clock.left() * SHARE);
  const commits = watch.commits();
  // Frames come before the documents that they are in, because styles of those can change their size.
  const worlds = job.frames.map(({ world }) => world).reverse();
  const top = worlds.at(-1) as World;
  const call = async <M extends Method>(world: World, method: M, ...args: Parameters<LayoutRecorder[M]>) => {
    const work = callRecorder(session, world, 'layouts', method, args);
    return (await clock.bound('measuring the layout', work)) as ReturnType<LayoutRecorder[M]>;
  };
  const callAll = <M extends Method>(method: M, ...args: Parameters<LayoutRecorder[M]>) =>
    Promise.all(worlds.map((world) => call(world, method, ...args)));
  /** Lets time pass, and then works in each document. Waits longer for those that are not ready. */
  const workAfter = async (
    spans: readonly number[],
    mayHaveChanged: boolean,
    work: (world: World, wait: Wait) => Promise<NotReady | null>,
  ) => {
    const wait = { milliseconds: sum(spans), mayHaveChanged };
    let waiting = worlds;
    let next = spans;
    for (let round = 1; waiting.length > 0; round += 1) {
      await drawFrames(page, top, next);
      const answers = await Promise.all(waiting.map((world) => work(world, wait)));
      waiting = waiting.filter((_, index) => answers[index] !== null);
      const left = Math.max(0, ...answers.map((answer) => answer?.left ?? 0));
      next = divide(left);
      if (left === 0) {
        next = answers.some((answer) => answer?.hasChanged) ? adaptFurtherMs : [FRAME_MS];
        wait.milliseconds += sum(next);
        wait.mayHaveChanged = true;
      }
      // A page that prevents that time passes waits less.
      if (round === ROUNDS_MAX) wait.milliseconds = 0;
    }
  };
  const measure = (
    name: LayoutName,
    next: LayoutStyles | null,
    spans: readonly number[],
    mayHaveChanged: boolean,
  ) => workAfter(spans, mayHaveChanged, (world, wait) => call(world, 'measure', name, next, wait));
  const resize = async (size: { width: number; height: number }, mobile: boolean) => {
    const metrics = { ...size, deviceScaleFactor: 1, mobile };
    await clock.bound('changing the window', session.send('Emulation.setDeviceMetricsOverride', metrics));
  };
  try {
    await clock.bound('starting safe mode', page.safeMode.begin());
    await defineChecks(session, job, clock);
    await callAll('start');
    const contrasts = await measureContrasts(page, top, clock);
    if (contrasts.texts > 0) await call(top, 'restoreScroll');
    await measure('normal', 'spacing', [], true);
    await measure('spacing', 'enlarged', [FRAME_MS], true);
    await measure('enlarged', null, [FRAME_MS], true);
    for (const [name, size] of Object.entries(sizes) as [keyof typeof sizes, typeof sizes.zoomed][]) {
      await resize(size, false);
      await measure(name, null, adaptMs, false);
    }
    await resize(settings.viewport, settings.mobile);
    let changes = 0;
    await workAfter(adaptMs, false, async (world, wait) => {
      const answer = await call(world, 'end', wait);
      if (typeof answer === 'object') return answer;
      changes += answer;
      return null;
    });
    page.safeMode.end(changes > 0);
    // Another document, such as `about:blank`, replaced the page.
    if (watch.commits() !== commits) return buildNotRun(job);
    const incomplete = new Set(contrasts.areAllMeasured ? [] : [CONTRAST_RULE]);
    return dropUnprovenPasses(await runChecks(session, job, page.clock), incomplete);
  } catch (error) {
    const isExpected = error instanceof StepTimeoutError || error instanceof PageScriptError;
    if (isExpected || watch.commits() !== commits) {
      await restoreWindow(page, worlds);
      return buildNotRun(job);
    }
    throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** Restores the window and the styles after an error, so that what follows sees the page as it was scanned. */
async function restoreWindow(
  { session, settings, clock }: OpenPage,
  worlds: readonly World[],
): Promise<void> {
  const { viewport, mobile } = settings;
  const metrics = { ...viewport, deviceScaleFactor: 1, mobile };
  await clock.bound(
    'changing the window',
    session.send('Emulation.setDeviceMetricsOverride', metrics),
    2_000,
  );
  const restored = worlds.map((world) => callRecorder(session, world, 'layouts', 'dropStyles', []));
  // A document that does not answer, or is gone, cannot be acted on later either.
  await clock.bound('restoring styles', Promise.allSettled(restored), 2_000).catch(() => undefined);
}

type Method = Exclude<keyof LayoutRecorder, 'get'>;
