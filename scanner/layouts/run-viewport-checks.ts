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
import type { OpenPage } from '../page/open-page.ts';
import { divide, drawFrames, passTime } from '../page/pass-time.ts';
import { isCausedByPage, type World } from '../page/world.ts';
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
/** The same if a document has changed meanwhile: a change can lead to another one in the next frame. */
const adaptFurtherMs = [100, 100];

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
  // Documents in frames come first, because styles of the document around a frame can change its size.
  const worlds = job.frames.map(({ world }) => world).reverse();
  const top = worlds.at(-1) as World;
  const call = async <M extends Method>(world: World, method: M, ...args: Parameters<LayoutRecorder[M]>) => {
    const work = callRecorder(session, world, 'layouts', method, args);
    return (await clock.bound('measuring the layout', work)) as ReturnType<LayoutRecorder[M]>;
  };
  const callAll = <M extends Method>(method: M, ...args: Parameters<LayoutRecorder[M]>) =>
    Promise.all(worlds.map((world) => call(world, method, ...args)));
  /**
   * Lets time pass, and then calls a method in all documents: again, after more time, if one of them is not ready.
   * @returns the answers of the last call
   */
  const callAfter = async <Answer>(
    spans: readonly number[],
    mayHaveChanged: boolean,
    send: (world: World, wait: Wait) => Promise<Answer | NotReady>,
  ) => {
    const sendAll = (wait: Wait) => Promise.all(worlds.map((world) => send(world, wait)));
    await drawFrames(page, top, spans);
    let answers = await sendAll({ milliseconds: sum(spans), mayHaveChanged });
    const left = Math.max(0, ...answers.map((answer) => (isNotReady(answer) ? answer.left : 0)));
    if (left > 0) {
      await passTime(page, top, divide(left));
      answers = await sendAll({ milliseconds: 0, mayHaveChanged });
    }
    if (!answers.some(isNotReady)) return answers as Answer[];
    await passTime(page, top, adaptFurtherMs);
    return (await sendAll({ milliseconds: 0, mayHaveChanged: true })) as Answer[];
  };
  const measure = (
    name: LayoutName,
    next: LayoutStyles | null,
    spans: readonly number[],
    mayHaveChanged: boolean,
  ) => callAfter(spans, mayHaveChanged, (world, wait) => call(world, 'measure', name, next, wait));
  const resize = async (size: { width: number; height: number }, mobile: boolean) => {
    const metrics = { ...size, deviceScaleFactor: 1, mobile };
    await clock.bound('changing the window', session.send('Emulation.setDeviceMetricsOverride', metrics));
  };
  try {
    await clock.bound('starting safe mode', page.safeMode.begin());
    await defineChecks(session, job, clock);
    await callAll('start');
    const contrasts = await measureContrasts(page, top, job.askedTexts ?? [], clock);
    if (contrasts.texts > 0) await call(top, 'restoreScroll', { milliseconds: 0, mayHaveChanged: true });
    await measure('normal', 'spacing', [], true);
    await measure('spacing', 'enlarged', [FRAME_MS], true);
    await measure('enlarged', null, [FRAME_MS], true);
    for (const [name, size] of Object.entries(sizes) as [keyof typeof sizes, typeof sizes.zoomed][]) {
      await resize(size, false);
      await measure(name, null, adaptMs, false);
    }
    await resize(settings.viewport, settings.mobile);
    const scrolled = await callAfter(adaptMs, false, (world, wait) => call(world, 'restoreScroll', wait));
    if (scrolled.includes(true)) await passTime(page, top, [FRAME_MS]);
    page.safeMode.end(sum(await callAll('end')) > 0);
    // Another document, such as `about:blank`, replaced the page.
    if (watch.commits() !== commits) return buildNotRun(job);
    const incomplete = new Set(contrasts.areAllMeasured ? [] : [CONTRAST_RULE]);
    return dropUnprovenPasses(await runChecks(session, job, page.clock), incomplete);
  } catch (error) {
    if (isCausedByPage(error) || watch.commits() !== commits) {
      await restoreWindow(page, worlds);
      return buildNotRun(job);
    }
    throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function isNotReady(answer: unknown): answer is NotReady {
  return typeof answer === 'object' && answer !== null;
}

/** Restores the window and the styles after an error, for the phases that follow. */
async function restoreWindow(
  { session, settings, clock }: OpenPage,
  worlds: readonly World[],
): Promise<void> {
  const { viewport, mobile } = settings;
  const metrics = { ...viewport, deviceScaleFactor: 1, mobile };
  const restored = [
    session.send('Emulation.setDeviceMetricsOverride', metrics),
    // Some documents may be gone.
    Promise.allSettled(worlds.map((world) => callRecorder(session, world, 'layouts', 'dropStyles', []))),
  ];
  await clock.bound('restoring the window', Promise.all(restored), 2_000);
}

type Method = Exclude<keyof LayoutRecorder, 'get'>;
