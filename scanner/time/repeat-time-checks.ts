import {
  buildNotRun,
  type ChecksJob,
  type ChecksRun,
  defineChecks,
  runChecks,
} from '../checks/run-checks.ts';
import { type AxeRun, runAxe } from '../page/axe.ts';
import { resultLimits } from '../page/in-page/wire-results.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { PageJob } from '../page/page-observation.ts';
import { advanceTo } from '../page/pass-time.ts';
import { readSelection } from '../page/selection.ts';
import { openWorld } from '../page/world.ts';
import { Documents } from './documents.ts';
import { letHoursPass } from './hours.ts';
import { LIMIT_CHECK, MESSAGE_CHECK, runTimeChecks } from './run-time-checks.ts';
import { TimerTrace } from './timer-trace.ts';

/** Milliseconds of a minute. */
const MINUTE_MS = 60_000;
/** Wall-clock limit of that minute, in milliseconds. */
const MINUTE_LIMIT_MS = 10_000;
/** A rule that has a result in each document, which is not used: axe finds the documents of the page. */
const ANY_RULE = 'document-title';

/** The results of the repeated checks, and the documents in which they ran. */
export interface RepeatedRun extends ChecksRun {
  frames: AxeRun['frames'];
}

/**
 * Loads the page in a blank tab, where nothing but time happens to it, and runs the checks again: those of messages if
 * keys may have closed one, and that of time limits, for which hours pass.
 * @param load loads the page until it is stable; returns false if that is not possible
 * @param onHours called before hours pass: the browser must not scan another page, because its clock is then wrong
 */
export async function repeatTimeChecks(
  page: OpenPage,
  { axeScript, checksScript, settings }: PageJob,
  checkIds: readonly string[],
  load: () => Promise<boolean>,
  onHours: () => void,
): Promise<RepeatedRun> {
  const { session, clock, safeMode, time, mainFrameId } = page;
  const needsHours = checkIds.includes(LIMIT_CHECK);
  const trace = new TimerTrace(session, clock);
  try {
    if (needsHours) await trace.begin();
    if (!(await load())) return { ...buildNotRun({ checkIds: [...checkIds] }), frames: [] };
    const world = await openWorld(session, mainFrameId, clock);
    const { context } = await readSelection(page, world, settings);
    const task = {
      axeScript,
      seesScrolled: true,
      ruleIds: [ANY_RULE],
      context,
      isLarge: false,
      limits: resultLimits,
    };
    const { frames } = await runAxe(session, world, task, clock);
    const job: ChecksJob = {
      checksScript,
      checkIds: [],
      frames,
      context,
      isUnchanged: false,
      limits: resultLimits,
    };
    await safeMode.begin();
    if (needsHours) {
      await trace.end();
      await trace.begin();
    }
    const ofMessages = checkIds.filter((id) => id === MESSAGE_CHECK);
    let run: ChecksRun = buildNotRun({ checkIds: [] });
    if (ofMessages.length > 0) run = await runTimeChecks(page, { ...job, checkIds: ofMessages });
    else await advanceTo(page, world, (await time.now(world)) + MINUTE_MS, MINUTE_LIMIT_MS);
    if (!needsHours) return { ...run, frames };
    const calls = await trace.end();
    await defineChecks(session, job, clock);
    const documents = new Documents(session, job, clock);
    await documents.callAll('start');
    const before = await documents.callAll('countChanges');
    const limit = await letHoursPass(page, world, trace, calls, onHours);
    if (limit === 'unknown') return { ...joinRuns(run, buildNotRun({ checkIds: [LIMIT_CHECK] })), frames };
    if (limit !== 'none') {
      const after = await documents.callAll('countChanges');
      const hasChanged = after.some((count, index) => count !== before[index]);
      await documents.call(0, 'storeLimit', { ...limit, hasChanged });
    }
    const ofLimit = await runChecks(session, { ...job, checkIds: [LIMIT_CHECK] }, clock);
    return { ...joinRuns(run, ofLimit), frames };
  } finally {
    trace.dispose();
  }
}

function joinRuns(one: ChecksRun, other: ChecksRun): ChecksRun {
  return {
    findings: [...one.findings, ...other.findings],
    rules: [...one.rules, ...other.rules],
    rulesNotRun: [...one.rulesNotRun, ...other.rulesNotRun],
    pageBlocked: one.pageBlocked || other.pageBlocked,
  };
}
