import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer-core';
import {
  buildNotRun,
  type ChecksJob,
  type ChecksRun,
  defineChecks,
  dropUnprovenPasses,
  runChecks,
} from '../checks/run-checks.ts';
import { type PageClock, StepTimeoutError } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import { advanceTo } from '../page/pass-time.ts';
import { isCausedByPage } from '../page/world.ts';
import { isEndlesslyAnimated } from './animated-picture.ts';
import { Documents } from './documents.ts';
import { mayLimitTime } from './may-limit-time.ts';
import { REACTION_MS, RequestWatch } from './request-watch.ts';

/** Part of the remaining time of the page that all observations may take. */
const SHARE = 0.5;
/** Wall-clock limit of waiting until media are decoded, and the pause between two looks, in milliseconds. */
const MEDIA_MS = 1_000;
const MEDIA_PAUSE_MS = 20;
/**
 * Wall-clock limit of letting the spans pass, in milliseconds. They take about 15, and 400 if the browser collects
 * garbage meanwhile. The limit is far from both, so that the result does not depend on the machine.
 */
const SPANS_MS = 10_000;
/**
 * The ends of the spans of virtual time in seconds. All pages of a browser share one clock, which cannot be set back,
 * so hours here would end what later pages have stored with a date, such as a sign-in.
 */
const spanEnds = [10, 30, 60];
/** Pictures that are looked at: their minimum width and height in CSS pixels, and their maximum number. */
const PICTURE_SIZE_MIN = 40;
const PICTURES_MAX = 40;

/** The spans that are divided if messages are shown: their ends, and the lengths of their parts, in seconds. */
const messageParts: ReadonlyMap<number, number> = new Map([
  [10, 1],
  [30, 2],
  [60, 6],
]);
/** Part of the remaining time that the scripts of the page may be read. */
const SCRIPTS_SHARE = 0.2;

/** The checks that need the decoding of sounds, the files of pictures, and a minute to pass. */
const SOUND_CHECK = 'a11y-autoplay-sound';
const MOTION_CHECK = 'a11y-endless-motion';
export const MESSAGE_CHECK = 'a11y-vanishing-message';
const timedChecks = ['a11y-timed-redirect', MOTION_CHECK, MESSAGE_CHECK];
/** The check that needs hours to pass. */
export const LIMIT_CHECK = 'a11y-time-limit';

/** The results of the checks, and those that need the page to be loaded once more. */
export interface TimeRun extends ChecksRun {
  checksToRepeat: string[];
}

/** Stores what is shown before the scanner acts on the page, for checks that need to know what has vanished. */
export async function rememberPage({ session, clock }: OpenPage, job: ChecksJob): Promise<void> {
  if (!job.checkIds.includes(MESSAGE_CHECK)) return;
  const within = clock.within(clock.left() * SHARE);
  try {
    await defineChecks(session, job, within);
    await new Documents(session, job, within).callAll('rememberMessages');
  } catch (error) {
    // The check itself will fail in the same way.
    if (!isCausedByPage(error)) throw error;
  }
}

/**
 * Observes what changes with the time, in safe mode: sound, motion, messages, and navigations within a minute of
 * virtual time. Then runs the checks of what was observed.
 */
export async function runTimeChecks(page: OpenPage, job: ChecksJob): Promise<TimeRun> {
  const { session, watch, safeMode } = page;
  const clock = page.clock.within(page.clock.left() * SHARE);
  const commits = watch.commits();
  const documents = new Documents(session, job, clock);
  const notRun = { ...buildNotRun(job), checksToRepeat: [] };
  try {
    await clock.bound('starting safe mode', safeMode.begin());
    await defineChecks(session, job, clock);
    await documents.callAll('start');
    const incomplete = new Set<string>();
    if (!(await recordSounds(documents, clock))) incomplete.add(SOUND_CHECK);
    if (!(await recordMotion(page, documents, clock))) incomplete.add(MOTION_CHECK);
    const messages = job.checkIds.includes(MESSAGE_CHECK) ? await documents.callAll('beginMessages') : [];
    const areShown = messages.some(({ shown }) => shown > 0);
    const requests = new RequestWatch(session);
    const hasPassed = await letTimePass(page, documents, requests, areShown).finally(() =>
      requests.dispose(),
    );
    if (!hasPassed) for (const id of timedChecks) incomplete.add(id);
    if (watch.commits() !== commits) return notRun;
    const ends = await documents.callAll('end');
    safeMode.end(ends.some(({ changes }) => changes > 0));
    if (ends.some(({ areMessagesCut }) => areMessagesCut)) incomplete.add(MESSAGE_CHECK);
    const isOneGone = messages.some((each) => each.isOneGone);
    const checksToRepeat = [
      ...(isOneGone ? [MESSAGE_CHECK] : []),
      ...((await needsHours(page, job, clock)) ? [LIMIT_CHECK] : []),
    ];
    const run = dropUnprovenPasses(await runChecks(session, job, page.clock), incomplete);
    return { ...run, checksToRepeat };
  } catch (error) {
    if (isCausedByPage(error) || watch.commits() !== commits) return notRun;
    throw error;
  }
}

/** Returns whether the page may have a time limit of more than a minute. */
async function needsHours(page: OpenPage, job: ChecksJob, clock: PageClock): Promise<boolean> {
  const isWhole = job.context?.include === undefined;
  if (!isWhole || !job.checkIds.includes(LIMIT_CHECK)) return false;
  try {
    const within = clock.within(clock.left() * SCRIPTS_SHARE);
    return await mayLimitTime(page, within);
  } catch (error) {
    if (!(error instanceof StepTimeoutError)) throw error;
    return true;
  }
}

/**
 * Waits until the sounds that begin by themselves are decoded, which takes real time, and stores them.
 * @returns false if some are not decoded in time
 */
async function recordSounds(documents: Documents, clock: PageClock): Promise<boolean> {
  const end = clock.left() - MEDIA_MS;
  let answers = await documents.callAll('areSoundsReady');
  if (answers.every((isReady) => isReady === null)) return true;
  while (answers.includes(false) && clock.left() > end) {
    await pause(MEDIA_PAUSE_MS);
    answers = await documents.callAll('areSoundsReady');
  }
  await documents.callAll('recordSounds');
  return !answers.includes(false);
}

/**
 * Stores what moves if users have not asked for less motion.
 * @returns false if there are more pictures that may be animated, or if the browser does not give the file of one
 */
async function recordMotion(page: OpenPage, documents: Documents, clock: PageClock): Promise<boolean> {
  const { session, settings } = page;
  const emulate = (reducedMotion: string) => {
    const features = [
      { name: 'prefers-color-scheme', value: settings.colorScheme },
      { name: 'prefers-reduced-motion', value: reducedMotion },
    ];
    return clock.bound('emulating motion', session.send('Emulation.setEmulatedMedia', { features }));
  };
  await emulate('no-preference');
  await documents.callAll('recordMotion');
  await emulate(settings.reducedMotion);
  const pictures = await documents.callAll('listPictures', PICTURE_SIZE_MIN, PICTURES_MAX + 1);
  let areRead = pictures.every(({ length }) => length <= PICTURES_MAX);
  for (const [index, addresses] of pictures.entries()) {
    if (addresses.length === 0) continue;
    const { frameId } = documents.worlds[index] as { frameId: string };
    const areAnimated = addresses.map(async (url) =>
      isEndlesslyAnimated(await clock.bound('reading a picture', readPicture(session, frameId, url))),
    );
    // The browser may have dropped the file.
    const settled = await Promise.allSettled(areAnimated);
    if (settled.some(({ status }) => status === 'rejected')) areRead = false;
    const results = settled.map((each) => each.status === 'fulfilled' && each.value);
    await documents.call(index, 'recordPictures', results);
  }
  return areRead;
}

/** Returns the file of a picture, which the browser has. */
async function readPicture(session: CDPSession, frameId: string, url: string): Promise<Buffer> {
  if (url.startsWith('data:')) return Buffer.from(await (await fetch(url)).arrayBuffer());
  const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url });
  return Buffer.from(content, base64Encoded ? 'base64' : 'latin1');
}

/**
 * Lets a minute of virtual time pass, and stores the first navigation.
 * @param requests that the page sends meanwhile
 * @param areMessagesShown whether messages are shown that may vanish
 * @returns false if the scripts of the page take too long, so that it is unknown whether it navigates later
 */
async function letTimePass(
  page: OpenPage,
  documents: Documents,
  requests: RequestWatch,
  areMessagesShown: boolean,
): Promise<boolean> {
  const { time, safeMode, clock } = page;
  const started = performance.now();
  let passed = 0;
  let areShown = areMessagesShown;
  const begun = await clock.bound('reading the time', time.now(documents.top));
  const advance = async (toMs: number) => {
    const left = SPANS_MS - (performance.now() - started);
    if (left <= 0) return false;
    try {
      await advanceTo(page, documents.top, begun + toMs, left);
      if (areShown) await time.frame(documents.top);
      return true;
    } catch (error) {
      if (!(error instanceof StepTimeoutError)) throw error;
      await time.stop();
      return false;
    }
  };
  await documents.callAll('startSpans');
  // What was refused before time passes belongs to the phase before.
  const known = safeMode.refused.length;
  const { failedBefore } = safeMode;
  const findChange = () =>
    safeMode.refused.slice(known).find(({ kind, isByScript }) => kind === 'navigation' && isByScript);
  for (const end of spanEnds) {
    // Frames are drawn meanwhile, because messages often vanish at the end of a transition.
    const part = areShown ? (messageParts.get(end) ?? end) : end - passed;
    for (; passed < end; passed += part) {
      if (!(await advance(Math.min(passed + part, end) * 1_000))) return false;
      if (areShown) await documents.callAll('lookForMessages');
    }
    passed = end;
    areShown = (await documents.callAll('endSpan')).some((shown) => shown > 0);
    // Scripts react to refused requests when they are refused, in real time.
    await requests.waitForRequests(clock, () => findChange() !== undefined);
    if (requests.refused > 0 && findChange() === undefined && !(await advance(end * 1_000 + REACTION_MS)))
      return false;
    const change = findChange();
    if (change === undefined) continue;
    const isAfterRefusal = change.failedBefore > failedBefore;
    await documents.call(0, 'addChange', { url: change.url, withinSeconds: end, isAfterRefusal });
    return true;
  }
  return true;
}
