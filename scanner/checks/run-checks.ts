import type { CDPSession } from 'puppeteer-core';
import { checks } from '../../core/checks/checks.ts';
import { getRuleImpact } from '../../core/scans/page-finding.ts';
import { isSiteCheck } from '../../core/site-checks/site-checks.ts';
import type { FrameRun } from '../page/axe.ts';
import { BrowserGoneError, type PageClock, StepTimeoutError } from '../page/clock.ts';
import { interruptScript } from '../page/endless-script.ts';
import type { ResultLimits, WireFinding, WireRule } from '../page/in-page/wire-results.ts';
import { readListeners } from '../page/listeners.ts';
import type { AxeContext } from '../page/selection.ts';
import { callInWorld, DocumentGoneError, expectDocument, type World } from '../page/world.ts';
import { detectLanguages } from './detect-languages.ts';
import type { ChecksOfFrame, ChecksTask, ChecksWorld } from './in-page/run-checks.ts';
import type { DeclaredText, TextLanguage } from './in-page/text-parts.ts';

/** Part of the remaining time of the page that the checks may take. */
const SHARE = 0.5;
/** Part of the remaining time of the checks that one call may take, so that a slow check does not use all of it. */
const CALL_SHARE = 0.5;
/** Minimum remaining milliseconds to continue after a check that was stopped. */
const LEAST_MS = 200;
/** Part of the remaining time of the checks that `readListeners` may take. */
const LISTENERS_SHARE = 0.3;
/** Wall-clock limit of reading the results of checks that were stopped, in milliseconds. */
const READ_MS = 5_000;

const checksWithListeners = new Set(checks.filter(({ needs }) => needs === 'listeners').map(({ id }) => id));
const checksWithLanguages = new Set(checks.filter(({ needs }) => needs === 'languages').map(({ id }) => id));

/** By check: the rules of axe that it answers. */
export const answersOf: ReadonlyMap<string, readonly string[]> = new Map(
  checks.map(({ id, answers = [] }) => [id, answers]),
);

const canFail = new Set(checks.filter(({ kinds }) => kinds.includes('violation')).map(({ id }) => id));

/** What the checks need of a page. */
export interface ChecksJob {
  checksScript: string;
  /** Ids of the checks to run. */
  checkIds: string[];
  /** The documents that axe ran in. */
  frames: FrameRun[];
  /** The part of the top document to test. */
  context: AxeContext;
  /** True if nothing happened since axe ran: its model of the documents is used then. */
  isUnchanged: boolean;
  limits: ResultLimits;
  /** Numbers of elements of the top document about whose contrast axe asks. */
  askedTexts?: readonly number[];
}

/** The results of the checks on one page. */
export interface ChecksRun {
  findings: WireFinding[];
  /** One entry for each check that ended in all documents. */
  rules: WireRule[];
  /** Checks that took too long, or could not test all of the page. */
  rulesNotRun: string[];
  /** A script that could not be terminated still blocks the page. */
  pageBlocked: boolean;
  /** What was not tested although the checks have results, one sentence each. */
  shortcomings?: readonly string[];
}

/**
 * Runs the checks of the service itself in the documents of a page, in which axe has ended: what they do cannot change
 * axe's results. A check that takes too long is stopped; the others continue while time remains.
 */
export async function runChecks(session: CDPSession, job: ChecksJob, clock: PageClock): Promise<ChecksRun> {
  const within = clock.within(clock.left() * SHARE);
  const runs: ChecksOfFrame[] = [];
  const tooSlow = new Set(await findChecksWithoutListeners(session, job, within));
  const failed = new Set<string>();
  let pageBlocked = false;
  let isOneGone = false;
  /** The number of runs of the top document. */
  let ofTop = 0;
  for (const [number, { world, path, isSvg }] of job.frames.entries()) {
    if (isSvg) continue;
    // Pages are compared by their top documents.
    const ofDocument = number === 0 ? job.checkIds : job.checkIds.filter((id) => !isSiteCheck(id));
    let checkIds = ofDocument.filter((id) => !tooSlow.has(id) && !failed.has(id));
    while (checkIds.length > 0) {
      const task: ChecksTask = {
        checks: checkIds.map((id) => ({ id, impact: getRuleImpact(id), answers: answersOf.get(id) ?? [] })),
        context: number === 0 ? job.context : null,
        isUnchanged: job.isUnchanged,
        frame: number,
        path,
        limits: job.limits,
      };
      try {
        const work = start(session, world, job.checksScript, task);
        runs.push(await within.bound('running the checks', work, within.left() * CALL_SHARE));
        break;
      } catch (error) {
        if (error instanceof BrowserGoneError) throw error;
        if (error instanceof DocumentGoneError && number > 0) {
          // Without it, the selectors of other frames may mean different ones.
          runs.length = ofTop;
          isOneGone = true;
          break;
        }
        if (!(error instanceof StepTimeoutError)) {
          // The document prevents that it is read.
          for (const id of checkIds) failed.add(id);
          break;
        }
        const stopped = await stop(session, world, clock);
        pageBlocked = stopped === null;
        const { running = null, rules = [] } = stopped ?? {};
        if (stopped !== null) runs.push(stopped);
        const ended = new Set(rules.map(([id]) => id));
        checkIds = checkIds.filter((id) => id !== running && !ended.has(id));
        if (running !== null) tooSlow.add(running);
        // Without a running check, the document itself is too large.
        if (running !== null && within.left() > LEAST_MS) continue;
        for (const id of checkIds) tooSlow.add(id);
        break;
      }
    }
    if (pageBlocked || isOneGone) break;
    if (number === 0) ofTop = runs.length;
  }
  if (pageBlocked) for (const id of job.checkIds) tooSlow.add(id);
  const joined = joinRuns(runs, failed, job.limits);
  const hasEnded = ({ ruleId }: { ruleId: string }) => !tooSlow.has(ruleId);
  const run = {
    findings: joined.findings.filter(hasEnded),
    rules: joined.rules.filter(([id]) => !tooSlow.has(id)),
    rulesNotRun: [...tooSlow].sort(),
    pageBlocked,
  };
  return isOneGone ? dropUnprovenPasses(run, new Set(job.checkIds)) : run;
}

/**
 * Returns a run in which the checks that could not observe everything keep their violations; those that never report
 * violations keep their questions. The others have no result, because a violation may be in what was not observed.
 */
export function dropUnprovenPasses<Run extends ChecksRun>(run: Run, incomplete: ReadonlySet<string>): Run {
  const isUnproven = ([id, result]: WireRule) =>
    incomplete.has(id) &&
    (result === 'passed' || result === 'inapplicable' || (result === 'review' && canFail.has(id)));
  const unproven = new Set(run.rules.filter(isUnproven).map(([id]) => id));
  return {
    ...run,
    findings: run.findings.filter(({ ruleId }) => !unproven.has(ruleId)),
    rules: run.rules.filter(([id]) => !unproven.has(id)),
    rulesNotRun: [...run.rulesNotRun, ...unproven].sort(),
  };
}

/** Returns the result of checks without the observation that they need. */
export function buildNotRun({ checkIds }: Pick<ChecksJob, 'checkIds'>): ChecksRun {
  return { findings: [], rules: [], rulesNotRun: [...checkIds].sort(), pageBlocked: false };
}

/** Defines the checks in all documents of a page. */
export async function defineChecks(
  session: CDPSession,
  { checksScript, frames }: Pick<ChecksJob, 'checksScript' | 'frames'>,
  clock: PageClock,
): Promise<void> {
  const all = Promise.all(frames.map(({ world }) => defineInWorld(session, world, checksScript)));
  await clock.bound('running the checks', all);
}

/** The worlds in which the checks are defined: the script is long, and a page has several phases. */
const defined = new WeakSet<World>();

/** Defines the checks in a world, unless they are. */
export async function defineInWorld(session: CDPSession, world: World, checksScript: string): Promise<void> {
  if (defined.has(world)) return;
  const expression = `if (typeof a11yChecks === 'undefined') { ${checksScript} }; undefined`;
  const sent = session.send('Runtime.evaluate', { expression, contextId: world.contextId });
  const { exceptionDetails } = await expectDocument(sent);
  if (exceptionDetails === undefined) defined.add(world);
}

/** Reads the listeners if a check needs them. Returns the checks that cannot run because they could not be read. */
async function findChecksWithoutListeners(
  session: CDPSession,
  { checkIds, frames }: ChecksJob,
  clock: PageClock,
): Promise<string[]> {
  const needing = checkIds.filter((id) => checksWithListeners.has(id));
  if (needing.length === 0) return [];
  try {
    await readListeners(session, frames, clock.within(clock.left() * LISTENERS_SHARE));
    return [];
  } catch (error) {
    if (error instanceof BrowserGoneError) throw error;
    return needing;
  }
}

/** Defines the checks in a world and runs them. */
async function start(
  session: CDPSession,
  world: World,
  checksScript: string,
  task: ChecksTask,
): Promise<ChecksOfFrame> {
  await defineInWorld(session, world, checksScript);
  if (task.checks.some(({ id }) => checksWithLanguages.has(id))) {
    const texts = await callInWorld(session, world, readTextsInWorld, task);
    await callInWorld(session, world, storeLanguagesInWorld, await detectLanguages(texts));
  }
  return callInWorld(session, world, runInWorld, task);
}

/** Stops the running check. Returns the results of those before it; null if it cannot be stopped. */
async function stop(session: CDPSession, world: World, clock: PageClock): Promise<ChecksOfFrame | null> {
  try {
    await interruptScript(session, clock);
    const work = callInWorld(session, world, readInWorld);
    return await clock.bound('reading the checks', work, READ_MS);
  } catch (error) {
    if (error instanceof DocumentGoneError) return { findings: [], rules: [], running: null };
    if (!(error instanceof StepTimeoutError)) throw error;
    return null;
  }
}

/** Runs in a document: see `ChecksInPage`. */
function readTextsInWorld(task: ChecksTask): DeclaredText[] {
  return (globalThis as unknown as Required<ChecksWorld>).a11yChecks.readTexts(task);
}

/** Runs in a document: see `ChecksInPage`. */
function storeLanguagesInWorld(languages: TextLanguage[]): void {
  (globalThis as unknown as Required<ChecksWorld>).a11yChecks.storeLanguages(languages);
}

/** Runs in a document: see `ChecksInPage`. */
function runInWorld(task: ChecksTask): ChecksOfFrame {
  return (globalThis as unknown as Required<ChecksWorld>).a11yChecks.run(task);
}

/** Runs in a document: see `ChecksInPage`. */
export function listAnsweredInWorld(findings: readonly (readonly [string, number])[]): boolean[] {
  const { a11yChecks } = globalThis as unknown as ChecksWorld;
  return a11yChecks?.listAnswered(findings) ?? findings.map(() => false);
}

/** Runs in a document: see `ChecksInPage`. */
function readInWorld(): ChecksOfFrame {
  return (globalThis as unknown as Required<ChecksWorld>).a11yChecks.read();
}

/**
 * Returns the results of all documents as one. A check that failed with an error in one of them has the result `error`,
 * and its findings are dropped, like those of axe's rules.
 */
function joinRuns(
  runs: readonly ChecksOfFrame[],
  failedEverywhere: ReadonlySet<string>,
  limits: ResultLimits,
): { findings: WireFinding[]; rules: WireRule[] } {
  const ranks: WireRule[1][] = ['inapplicable', 'passed', 'review', 'failed', 'error'];
  const results = new Map<string, WireRule[1]>([...failedEverywhere].map((id) => [id, 'error']));
  for (const [id, result] of runs.flatMap(({ rules }) => rules)) {
    const known = results.get(id);
    if (known === undefined || ranks.indexOf(result) > ranks.indexOf(known)) results.set(id, result);
  }
  const findings = new Map<string, WireFinding>();
  let left = limits.total;
  for (const { nodes, ...finding } of runs.flatMap((run) => run.findings)) {
    if (results.get(finding.ruleId) === 'error') continue;
    const key = `${finding.ruleId} ${finding.kind}`;
    const joined = findings.get(key) ?? { ...finding, nodeCount: 0, nodes: [] };
    findings.set(key, joined);
    joined.nodeCount += finding.nodeCount;
    for (const node of nodes) {
      left -= JSON.stringify(node).length;
      if (left >= 0 && joined.nodes.length < limits.nodesPerRule) joined.nodes.push(node);
    }
  }
  return { findings: [...findings.values()], rules: [...results] };
}
