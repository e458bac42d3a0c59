import {
  buildNotRun,
  type ChecksJob,
  type ChecksRun,
  defineChecks,
  dropUnprovenPasses,
  runChecks,
} from '../checks/run-checks.ts';
import type { FrameRun } from '../page/axe.ts';
import { readListeners, TooManyListenersError } from '../page/listeners.ts';
import type { OpenPage } from '../page/open-page.ts';
import { divide, passTime } from '../page/pass-time.ts';
import { tracePhase } from '../page/trace-phase.ts';
import { isCausedByPage, PageScriptError } from '../page/world.ts';
import { countChanges, findFocusChanges, findInputChanges } from './context-changes.ts';
import { testDialogs } from './dialogs.ts';
import { confirmHiddenFocus } from './hidden-focus.ts';
import { testHoverContent } from './hover-content.ts';
import { Keyboard } from './keyboard.ts';
import { Mouse } from './mouse.ts';
import { pressRoleButtons } from './press-buttons.ts';
import { walkThroughPage } from './traps.ts';
import type { WalkTools } from './walk.ts';
import { WalkedPage, type WalkStop } from './walked-page.ts';

/**
 * Part of the remaining time of the page that the interaction may take. The numbers of keys and elements limit it
 * before, so that its results do not depend on the speed of the machine.
 */
const SHARE = 0.6;

/** Part of that time after which a walk by Tab ends, so that what it has visited is still tested. */
const WALK_SHARE = 0.6;

/** Time limit of showing what was hidden, after the time of the interaction has ended, in milliseconds. */
const RESTORE_MS = 2_000;

/** The checks of the walk by Tab. */
const ofWalk = [
  'a11y-focus-context-change',
  'a11y-focus-covered',
  'a11y-focus-order',
  'a11y-keyboard-trap',
  'a11y-skip-link-target',
];

/** The checks of the elements that the walk visits. */
const ofVisits = ['a11y-dialog-focus', 'a11y-focus-visible', 'a11y-input-context-change', 'a11y-space-key'];

/** The checks that decide by the listeners of an element what it would do for a mouse. */
const withListeners = ['a11y-keyboard-trap', 'a11y-space-key'];

/**
 * Interacts with a page by the keyboard in safe mode, and runs the checks of what was observed. If the time ends
 * meanwhile, the checks of the steps that did not end have no result; those of the steps before have theirs. The page
 * may be another one afterwards.
 */
export async function runKeyboardChecks(page: OpenPage, job: ChecksJob): Promise<ChecksRun> {
  const { session, time, watch, safeMode } = page;
  const clock = page.clock.within(page.clock.left() * SHARE);
  const commits = watch.commits();
  const notRun = new Set(job.checkIds);
  const incomplete = new Set<string>();
  const shortcomings: string[] = [];
  const [{ world }] = job.frames as [FrameRun];
  const walked = new WalkedPage(session, job.frames, clock);
  const tools: WalkTools = {
    keyboard: new Keyboard(session, clock),
    page: walked,
    wait: (milliseconds) => clock.bound('letting time pass', passTime(page, world, divide(milliseconds))),
    skip: (milliseconds) => time.advance(milliseconds),
    isLate: () => clock.left() < clock.whole * (1 - WALK_SHARE),
  };
  /**
   * Each step of the interaction with the checks that it observes something for. A step returns false if it did not
   * observe everything.
   */
  const steps: [string[], () => Promise<boolean>][] = [
    [
      ofWalk,
      async () => {
        // Otherwise what is in the corner of the window has the styles of an element below the pointer.
        await new Mouse(page, world, clock).leave();
        const stopsMax = await walked.start();
        const before = countChanges(safeMode);
        const { stops, isWhole } = await walkThroughPage(tools, stopsMax);
        const visited = countElements(stops);
        if (!isWhole && visited < stopsMax)
          shortcomings.push(
            `The keyboard was tested with ${visited} of about ${stopsMax} elements that the Tab key reaches.`,
          );
        const areTested = await findFocusChanges(tools, safeMode, stops, before);
        // The next steps test what the walk has visited.
        if (!isWhole) for (const id of ofVisits) incomplete.add(id);
        return isWhole && areTested;
      },
    ],
    [['a11y-focus-visible'], async () => confirmHiddenFocus(page, tools, await walked.endWalk())],
    // Before keys open what would cover other elements.
    [['a11y-hover-content'], () => testHoverContent(page, job, tools, clock)],
    [['a11y-input-context-change'], () => findInputChanges(tools, safeMode)],
    [['a11y-space-key'], () => pressRoleButtons(tools, safeMode)],
    [['a11y-dialog-focus'], () => tracePhase('openers', () => testDialogs(tools))],
  ];
  try {
    await clock.bound('starting safe mode', safeMode.begin());
    await defineChecks(session, job, clock);
    for (const [checkIds, run] of steps) {
      const isComplete = await run();
      for (const id of checkIds) {
        notRun.delete(id);
        if (!isComplete) incomplete.add(id);
      }
    }
    // What was in a dialog that is gone could not be tested after it.
    if (await walked.hasLostModal()) for (const id of [...ofVisits, 'a11y-hover-content']) incomplete.add(id);
    await walked.restore();
    safeMode.end((await walked.countMutations()) > 0);
    if (await walked.hasFacts()) {
      for (const id of withListeners) notRun.add(id);
      await readListeners(session, job.frames, clock);
      for (const id of withListeners) notRun.delete(id);
    }
  } catch (error) {
    // What was hidden for pictures must show for the checks that follow.
    const restored = new WalkedPage(session, job.frames, page.clock.within(RESTORE_MS));
    await restored.showMotion().catch(() => undefined);
    if (watch.commits() === commits && !isExpected(error)) throw error;
    if (error instanceof PageScriptError) for (const id of job.checkIds) notRun.add(id);
  }
  // Another document, such as `about:blank`, replaced the page.
  if (watch.commits() !== commits) for (const id of job.checkIds) notRun.add(id);
  const checkIds = job.checkIds.filter((id) => !notRun.has(id));
  const run =
    checkIds.length > 0
      ? dropUnprovenPasses(await runChecks(session, { ...job, checkIds }, page.clock), incomplete)
      : buildNotRun({ checkIds });
  const without = job.checkIds.filter((id) => notRun.has(id));
  return { ...run, rulesNotRun: [...run.rulesNotRun, ...without].sort(), shortcomings };
}

/** Returns the number of elements that a walk has reached. */
function countElements(stops: readonly WalkStop[]): number {
  return new Set(
    stops.flatMap(({ position }) => (position === null ? [] : `${position.frame} ${position.element}`)),
  ).size;
}

function isExpected(error: unknown): boolean {
  return isCausedByPage(error) || error instanceof TooManyListenersError;
}
