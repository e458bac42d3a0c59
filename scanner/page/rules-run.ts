import type { PageFinding } from '../../core/scans/page-result.ts';
import { type AxeRun, runAxe } from './axe.ts';
import { StepTimeoutError } from './clock.ts';
import { interruptScript } from './endless-script.ts';
import { readFindings, sortFindings } from './findings.ts';
import { resultLimits } from './in-page/wire-results.ts';
import { findOpaqueContent } from './opaque-content.ts';
import type { OpenPage } from './open-page.ts';
import { readPageMarkups } from './page-markups.ts';
import type { PageJob } from './page-observation.ts';
import { buildRuleGroups, insertGroups, isLarge, splitGroup } from './rule-groups.ts';
import type { AxeContext } from './selection.ts';
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

/** Results of the rules, and the rules that took too long. */
export interface RulesRun extends Omit<GroupRun, 'frames'> {
  /** See `markups` of the page's result. */
  markups: string | null;
  rulesNotRun: string[];
  /** A script that could not be terminated still blocks the page. */
  pageBlocked: boolean;
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
  { axeScript, ruleIds, ...findingContext }: PageJob,
  context: AxeContext,
  weight: number,
): Promise<RulesRun> {
  const { session, clock } = page;
  let groups = buildRuleGroups(ruleIds, weight);
  const runs: GroupRun[] = [];
  const rulesNotRun: string[] = [];
  const { total } = resultLimits;
  let world = main;
  let left = total;
  let pageBlocked = false;
  let stops = 0;
  const getShare = (group: string[]) =>
    group !== ruleIds ? GROUP_SHARE : isLarge(weight) ? LARGE_SHARE : SHARE;
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    if (runs.length > 0 && clock.left() < LEAST_MS) {
      rulesNotRun.push(...group);
      continue;
    }
    try {
      const limits = { ...resultLimits, total: left };
      const task = { axeScript, ruleIds: group, context, isLarge: isLarge(weight), limits };
      const isLast = groups.length === 0 && runs.length > 0;
      const bound = isLast
        ? Math.max(clock.left() - REST_MS, clock.left() / 2)
        : clock.left() * getShare(group);
      const within = clock.within(bound);
      const run = await runAxe(session, world, task, within);
      runs.push({ ...run, findings: await readFindings(session, run, findingContext, within) });
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
  const markups = pageBlocked
    ? null
    : await readPageMarkups(session, last.frames, findingContext.redaction, clock);
  const joined = joinRuns(runs);
  const opaque = pageBlocked ? [] : await findOpaqueContent(session, last.frames, context, clock);
  const framesNotScanned = [...joined.framesNotScanned, ...opaque];
  return { ...joined, framesNotScanned, markups, rulesNotRun, pageBlocked };
}

/** Returns the run of rules that ended with an error because axe itself failed on the page. */
function buildFailedRun(ruleIds: readonly string[], world: World): GroupRun {
  return {
    findings: [],
    rules: ruleIds.map((ruleId) => [ruleId, 'error']),
    unknownRules: [],
    frames: [{ world, owner: null, path: [] }],
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
