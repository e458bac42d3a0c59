import { type ActingNeed, isActingNeed } from '../../core/checks/check-definition.ts';
import { getCheckNeed, isOwnCheck } from '../../core/rule-sets/rules.ts';
import type { FindingNode, PageFinding } from '../../core/scans/page-result.ts';
import {
  type ChecksJob,
  type ChecksRun,
  defineInWorld,
  dropUnprovenPasses,
  runChecks,
} from '../checks/run-checks.ts';
import { runKeyboardChecks } from '../interaction/run-keyboard-checks.ts';
import { runViewportChecks } from '../layouts/run-viewport-checks.ts';
import { rememberPage, runTimeChecks, type TimeRun } from '../time/run-time-checks.ts';
import { type AxeRun, type AxeTask, runAxe } from './axe.ts';
import { addSources, dropNodes, listAnswered } from './better-known.ts';
import { StepTimeoutError } from './clock.ts';
import { interruptScript } from './endless-script.ts';
import { listExisting } from './existing-frames.ts';
import { type FindingContext, findElement, readFindings, sortFindings } from './findings.ts';
import { resultLimits } from './in-page/wire-results.ts';
import { findOpaqueContent } from './opaque-content.ts';
import type { OpenPage } from './open-page.ts';
import { readPageMarkups } from './page-markups.ts';
import type { PageJob } from './page-observation.ts';
import { buildRuleGroups, insertGroups, isLarge, splitGroup } from './rule-groups.ts';
import type { AxeContext } from './selection.ts';
import { tracePhase } from './trace-phase.ts';
import { listContradicted } from './tree-roles.ts';
import { openWorld, PageScriptError, type World } from './world.ts';

/** Part of the remaining time that a group of all rules may take. */
const SHARE = 0.6;
/** Part of the remaining time that a group may take while others wait, so that a slow rule does not use all time. */
const GROUP_SHARE = 0.4;
/** Part of the remaining time that a group of all rules may take on a large page, where the rules may need groups. */
const LARGE_SHARE = 0.35;
/** Minimum remaining milliseconds to begin a further group. */
const LEAST_MS = 2_000;
/** Milliseconds reserved after the last group to terminate it and to finish the page. */
const REST_MS = 4_000;

type RunJob = (
  page: OpenPage,
  job: ChecksJob,
) => Promise<ChecksRun & Partial<Pick<TimeRun, 'checksToRepeat'>>>;

/** The checks that act on the page, by what they need, in the order in which they run. */
const actingPhases: readonly [ActingNeed, RunJob][] = [
  ['viewport', runViewportChecks],
  ['keyboard', runKeyboardChecks],
  // After all others, because the page can change by itself while time passes.
  ['time', runTimeChecks],
];

/** Results of the rules, and the rules that took too long. */
export interface RulesRun extends Omit<GroupRun, 'frames'> {
  /** See `markups` of the page's result. */
  markups: string | null;
  rulesNotRun: string[];
  /** See `TimeRun`. */
  checksToRepeat: string[];
  /** A script that could not be terminated still blocks the page. */
  pageBlocked: boolean;
  /** See `ChecksRun`. */
  shortcomings: readonly string[];
}

/** Results of one group of rules. */
interface GroupRun extends Omit<AxeRun, 'findings'> {
  findings: PageFinding[];
}

/**
 * Runs the rules, all at once if that is likely to end in time. A group that takes too long is stopped, and its rules
 * are run in smaller groups while time remains.
 * @param weight size of the page in elements
 * @throws StepTimeoutError if no group ended in time
 */
export async function runRules(
  page: OpenPage,
  main: World,
  { axeScript, checksScript, ruleIds: requested, ...findingContext }: PageJob,
  context: AxeContext,
  weight: number,
): Promise<RulesRun> {
  const { session, clock } = page;
  const ruleIds = requested.filter((id) => !isOwnCheck(id));
  const ownIds = requested.filter(isOwnCheck);
  const checkIds = ownIds.filter((id) => !isActingNeed(getCheckNeed(id)));
  let groups = buildRuleGroups(ruleIds, weight);
  const runs: GroupRun[] = [];
  const rulesNotRun: string[] = [];
  const shortcomings: string[] = [];
  const { total } = resultLimits;
  let world = main;
  let left = total;
  let pageBlocked = false;
  let stops = 0;
  const getShare = (group: string[]) =>
    group !== ruleIds ? GROUP_SHARE : isLarge(weight) ? LARGE_SHARE : SHARE;
  const sendChecks = (target: World) => {
    // If that fails, they are sent again when they run.
    defineInWorld(session, target, checksScript).catch(() => undefined);
  };
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    if (runs.length > 0 && clock.left() < LEAST_MS) {
      rulesNotRun.push(...group);
      continue;
    }
    try {
      const limits = { ...resultLimits, total: left };
      const task: AxeTask = {
        axeScript,
        // Without checks of the service itself, axe's findings are those of axe.
        seesScrolled: ownIds.length > 0,
        ruleIds: group,
        context,
        isLarge: isLarge(weight),
        limits,
      };
      // The script of the checks is long, so it is sent while axe runs. It keeps the axe that is there when it runs
      // afterwards, and each group replaces axe.
      if (ownIds.length > 0 && groups.length === 0) task.whileRunning = sendChecks;
      const isLast = groups.length === 0 && runs.length > 0;
      const bound = isLast
        ? Math.max(clock.left() - REST_MS, clock.left() / 2)
        : clock.left() * getShare(group);
      const within = clock.within(bound);
      const run = await tracePhase('axe', async () => {
        const ofAxe = await runAxe(session, world, task, within);
        return { ...ofAxe, findings: await readFindings(session, ofAxe, findingContext, within) };
      });
      runs.push(run);
      left -= JSON.stringify(run.findings).length;
    } catch (error) {
      if (error instanceof PageScriptError) {
        runs.push(buildFailedRun(group, world));
        // axe refuses to run again in this world.
        stops += 1;
        world = await openWorld(session, main.frameId, clock, `${main.name}-${stops}`);
        continue;
      }
      if (!(error instanceof StepTimeoutError)) throw error;
      const parts = splitGroup(group);
      if (parts.length > 0) groups = insertGroups(groups, parts);
      else rulesNotRun.push(...group);
      try {
        await interruptScript(session, clock);
        // Opens a new world, because axe refuses to run in a world where a run was terminated.
        stops += 1;
        const name = `${main.name}-${stops}`;
        world = await openWorld(session, main.frameId, clock, name);
      } catch (failure) {
        if (!(failure instanceof StepTimeoutError)) throw failure;
        rulesNotRun.push(...groups.flat());
        pageBlocked = true;
        break;
      }
    }
  }
  const last = runs.at(-1);
  if (last === undefined) throw new StepTimeoutError('running the rules');
  if (pageBlocked) rulesNotRun.push(...checkIds);
  else if (checkIds.length > 0) {
    const limits = { ...resultLimits, total: Math.max(0, left) };
    const checksJob = { checksScript, checkIds, frames: last.frames, context, isUnchanged: true, limits };
    const checks = await tracePhase('dom', () =>
      runOwnChecks(page, checksJob, findingContext, runChecksOnly),
    );
    runs.push(checks);
    rulesNotRun.push(...checks.rulesNotRun);
    pageBlocked = checks.pageBlocked;
  }
  // The numbers of elements are those of one world.
  const ofThisWorld = runs.filter((run) => run.frames[0]?.world === last.frames[0]?.world);
  const ofAxe = ownIds.length === 0 ? [] : ofThisWorld.flatMap(({ findings }) => findings);
  const askedTexts = ofAxe
    .filter(({ ruleId, kind }) => ruleId === 'color-contrast' && kind === 'review')
    .flatMap(({ nodes }) => nodes.map(findElement))
    .flatMap((element) => (element?.frame === 0 ? element.number : []));
  const markups = pageBlocked
    ? null
    : await readPageMarkups(session, last.frames, findingContext.redaction, clock);
  const opaque = pageBlocked ? [] : await findOpaqueContent(session, last.frames, context, clock);
  const ofTime = ownIds.filter((id) => getCheckNeed(id) === 'time');
  if (ofTime.length > 0 && !pageBlocked) {
    const { frames } = last;
    const remembered = {
      checksScript,
      checkIds: ofTime,
      frames,
      context,
      isUnchanged: true,
      limits: resultLimits,
    };
    await rememberPage(page, remembered);
  }
  const checksToRepeat: string[] = [];
  let { frames } = last;
  // Last, because they change the page.
  for (const [need, runActing] of actingPhases) {
    const actingIds = ownIds.filter((id) => getCheckNeed(id) === need);
    if (actingIds.length === 0) continue;
    if (pageBlocked) {
      rulesNotRun.push(...actingIds);
      continue;
    }
    frames = await listExisting(session, frames, clock);
    const limits = { ...resultLimits, total: Math.max(0, left) };
    const actingJob = {
      checksScript,
      checkIds: actingIds,
      frames,
      context,
      isUnchanged: false,
      limits,
      askedTexts,
    };
    // The checks do not see what the page has removed.
    const unproven = new Set(frames.length < last.frames.length ? actingIds : []);
    const checks = await tracePhase(need, () =>
      runOwnChecks(page, actingJob, findingContext, async (...args) =>
        dropUnprovenPasses(await runActing(...args), unproven),
      ),
    );
    runs.push(checks);
    rulesNotRun.push(...checks.rulesNotRun);
    checksToRepeat.push(...(checks.checksToRepeat ?? []));
    shortcomings.push(...(checks.shortcomings ?? []));
    pageBlocked = checks.pageBlocked;
  }
  const none = new Set<FindingNode>();
  const all = joinRuns(runs);
  const answered = pageBlocked ? none : await listAnswered(session, ofAxe, all.rules, last.frames, clock);
  const contradicted = pageBlocked ? none : await listContradicted(page, ofAxe, last.frames);
  const joined = dropNodes(
    { ...all, findings: addSources(all.findings, answered) },
    new Set([...answered, ...contradicted]),
  );
  const framesNotScanned = [...joined.framesNotScanned, ...opaque];
  return { ...joined, framesNotScanned, markups, rulesNotRun, checksToRepeat, pageBlocked, shortcomings };
}

/** Runs the checks of the service itself. They run last, so that nothing they do can change axe's findings. */
async function runOwnChecks(
  page: OpenPage,
  job: ChecksJob,
  findingContext: FindingContext,
  runJob: RunJob,
): Promise<
  GroupRun &
    Pick<RulesRun, 'rulesNotRun' | 'pageBlocked'> &
    Partial<Pick<TimeRun, 'checksToRepeat'> & Pick<ChecksRun, 'shortcomings'>>
> {
  const { session, clock } = page;
  const { frames } = job;
  const nothing = { findings: [], rules: [], unknownRules: [], framesNotScanned: [], frames };
  try {
    const run = await runJob(page, job);
    const findings = await readFindings(session, { ...run, frames }, findingContext, clock);
    return { ...nothing, ...run, findings };
  } catch (error) {
    if (!(error instanceof StepTimeoutError)) throw error;
    return { ...nothing, rulesNotRun: job.checkIds, pageBlocked: clock.left() === 0 };
  }
}

function runChecksOnly({ session, clock }: OpenPage, job: ChecksJob): Promise<ChecksRun> {
  return runChecks(session, job, clock);
}

/** Returns the run of rules that ended with an error because axe itself failed on the page. */
function buildFailedRun(ruleIds: readonly string[], world: World): GroupRun {
  return {
    findings: [],
    rules: ruleIds.map((ruleId) => [ruleId, 'error']),
    unknownRules: [],
    frames: [{ world, owner: null, path: [], isSvg: false }],
    framesNotScanned: [],
  };
}

function joinRuns(runs: GroupRun[]): Omit<GroupRun, 'frames'> {
  const all = <T>(pick: (run: GroupRun) => T[]): T[] => runs.flatMap(pick);
  const framesNotScanned = all((run) => run.framesNotScanned);
  return {
    findings: sortFindings(all(({ findings }) => findings)),
    rules: all(({ rules }) => rules),
    unknownRules: all(({ unknownRules }) => unknownRules),
    framesNotScanned: [
      // Each frame once. It counts as loaded if it was loaded in any run.
      ...new Map(
        framesNotScanned
          .toSorted((a, b) => Number(a.isLoaded) - Number(b.isLoaded))
          .map((frame) => [JSON.stringify(frame.path), frame]),
      ).values(),
    ],
  };
}
