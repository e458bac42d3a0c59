import { callRecorder } from '../checks/call-recorder.ts';
import type { LayoutName, LayoutRecorder } from '../checks/in-page/layouts/recorder.ts';
import {
  buildNotRun,
  type ChecksJob,
  type ChecksRun,
  defineChecks,
  dropUnprovenPasses,
  runChecks,
} from '../checks/run-checks.ts';
import type { FrameRun } from '../page/axe.ts';
import { StepTimeoutError } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import { divide, drawFrames, passTime } from '../page/pass-time.ts';
import { PageScriptError } from '../page/world.ts';
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
  const [{ world }] = job.frames as [FrameRun];
  const call = async <M extends Method>(method: M, ...args: Parameters<LayoutRecorder[M]>) => {
    const calls = job.frames.map(({ world }) => callRecorder(session, world, 'layouts', method, args));
    return clock.bound('measuring the layout', Promise.all(calls)) as Promise<
      ReturnType<LayoutRecorder[M]>[]
    >;
  };
  /**
   * Lets time pass, and measures a layout in all documents. Waits longer if one has changed meanwhile, unless it may.
   */
  const measure = async (name: LayoutName, spans: readonly number[], mayHaveChanged: boolean) => {
    await drawFrames(page, world, spans);
    const due = sum(spans);
    let answers = await call('measure', name, due, mayHaveChanged);
    const left = Math.max(
      ...answers.map((answer) => (answer === null || answer === 'changed' ? 0 : answer.left)),
    );
    if (left > 0) {
      await passTime(page, world, divide(left));
      answers = await call('measure', name, 0, mayHaveChanged);
    }
    if (!answers.includes('changed')) return;
    await passTime(page, world, adaptFurtherMs);
    await call('measure', name, 0, true);
  };
  const resize = async (size: { width: number; height: number }, mobile: boolean) => {
    const metrics = { ...size, deviceScaleFactor: 1, mobile };
    await clock.bound('changing the window', session.send('Emulation.setDeviceMetricsOverride', metrics));
  };
  try {
    await clock.bound('starting safe mode', page.safeMode.begin());
    await defineChecks(session, job, clock);
    await call('start');
    const contrasts = await measureContrasts(page, world, clock);
    if (contrasts.texts > 0) await call('restore');
    await call('measure', 'normal', 0, true);
    for (const name of ['spacing', 'enlarged'] as const) {
      await call('setStyles', name);
      await measure(name, [FRAME_MS], true);
    }
    await call('setStyles', null);
    for (const [name, size] of Object.entries(sizes) as [keyof typeof sizes, typeof sizes.zoomed][]) {
      await resize(size, false);
      await measure(name, adaptMs, false);
    }
    await resize(settings.viewport, settings.mobile);
    await passTime(page, world, adaptMs);
    let restored = await call('restore');
    if (restored.some(({ hasChanged }) => hasChanged)) {
      await passTime(page, world, adaptFurtherMs);
      restored = await call('restore');
    }
    if (restored.some(({ wasScrolled }) => wasScrolled)) await passTime(page, world, [FRAME_MS]);
    page.safeMode.end(sum(await call('end')) > 0);
    // Another document, such as `about:blank`, replaced the page.
    if (watch.commits() !== commits) return buildNotRun(job);
    const incomplete = new Set(contrasts.areAllMeasured ? [] : [CONTRAST_RULE]);
    return dropUnprovenPasses(await runChecks(session, job, page.clock), incomplete);
  } catch (error) {
    const isExpected = error instanceof StepTimeoutError || error instanceof PageScriptError;
    if (isExpected || watch.commits() !== commits) {
      await restoreWindow(page);
      return buildNotRun(job);
    }
    throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** Restores the window after an error, so that what follows sees the page in the window of the scan. */
async function restoreWindow({ session, settings, clock }: OpenPage): Promise<void> {
  const { viewport, mobile } = settings;
  const metrics = { ...viewport, deviceScaleFactor: 1, mobile };
  await clock.bound(
    'changing the window',
    session.send('Emulation.setDeviceMetricsOverride', metrics),
    2_000,
  );
}

type Method = Exclude<keyof LayoutRecorder, 'get'>;
