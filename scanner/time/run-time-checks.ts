import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer-core';
import { callRecorder } from '../checks/call-recorder.ts';
import type { TimeRecorder } from '../checks/in-page/time/recorder.ts';
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
import { PageScriptError } from '../page/world.ts';
import { isEndlesslyAnimated } from './animated-picture.ts';

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

/** The checks that need the decoding of sounds, the files of pictures, and a minute to pass. */
const SOUND_CHECK = 'a11y-autoplay-sound';
const MOTION_CHECK = 'a11y-endless-motion';
const timedChecks = ['a11y-timed-redirect', MOTION_CHECK];

/**
 * Observes what changes with the time, in safe mode: sound, motion, and navigations within a minute of virtual
 * time. Then runs the checks of what was observed.
 */
export async function runTimeChecks(page: OpenPage, job: ChecksJob): Promise<ChecksRun> {
  const { session, watch, safeMode } = page;
  const clock = page.clock.within(page.clock.left() * SHARE);
  const commits = watch.commits();
  const documents = new Documents(page, job, clock);
  try {
    await clock.bound('starting safe mode', safeMode.begin());
    await defineChecks(session, job, clock);
    await documents.callAll('start');
    const incomplete = new Set<string>();
    if (!(await recordSounds(documents, clock))) incomplete.add(SOUND_CHECK);
    if (!(await recordMotion(page, documents, clock))) incomplete.add(MOTION_CHECK);
    if (!(await letTimePass(page, documents))) for (const id of timedChecks) incomplete.add(id);
    if (watch.commits() !== commits) return buildNotRun(job);
    const counts = await documents.callAll('end');
    safeMode.end(counts.some((count) => count > 0));
    return dropUnprovenPasses(await runChecks(session, job, page.clock), incomplete);
  } catch (error) {
    const isExpected = error instanceof StepTimeoutError || error instanceof PageScriptError;
    if (isExpected || watch.commits() !== commits) return buildNotRun(job);
    throw error;
  }
}

/**
 * Waits until the sounds that begin by themselves are decoded, which takes real time, and stores them.
 * @returns false if some are not decoded in time
 */
async function recordSounds(documents: Documents, clock: PageClock): Promise<boolean> {
  const end = clock.left() - MEDIA_MS;
  const areReady = async () => !(await documents.callAll('areSoundsReady')).includes(false);
  let isReady = await areReady();
  while (!isReady && clock.left() > end) {
    await pause(MEDIA_PAUSE_MS);
    isReady = await areReady();
  }
  await documents.callAll('recordSounds');
  return isReady;
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
 * @returns false if the scripts of the page take too long, so that it is unknown whether it navigates later
 */
async function letTimePass({ time, safeMode }: OpenPage, documents: Documents): Promise<boolean> {
  const known = safeMode.refused.length;
  const started = performance.now();
  let passed = 0;
  await documents.callAll('startSpans');
  for (const end of spanEnds) {
    const left = SPANS_MS - (performance.now() - started);
    try {
      if (left <= 0) return false;
      await time.advance((end - passed) * 1_000, left);
    } catch (error) {
      if (!(error instanceof StepTimeoutError)) throw error;
      await time.stop();
      return false;
    }
    passed = end;
    await documents.callAll('endSpan');
    const change = safeMode.refused
      .slice(known)
      .find(({ kind, isByScript }) => kind === 'navigation' && isByScript);
    if (change === undefined) continue;
    await documents.call(0, 'addChange', { url: change.url, withinSeconds: end });
    return true;
  }
  return true;
}

type Method = Exclude<keyof TimeRecorder, 'changes' | 'sounds' | 'moving' | 'flashing'>;
type Result<M extends Method> = ReturnType<TimeRecorder[M]>;

/** The recorders of all documents of a page. */
class Documents {
  readonly worlds;
  readonly #page: OpenPage;
  readonly #clock: PageClock;

  constructor(page: OpenPage, { frames }: ChecksJob, clock: PageClock) {
    this.worlds = frames.map(({ world }) => world);
    this.#page = page;
    this.#clock = clock;
  }

  callAll<M extends Method>(method: M, ...args: Parameters<TimeRecorder[M]>): Promise<Result<M>[]> {
    return Promise.all(this.worlds.map((_, index) => this.call(index, method, ...args)));
  }

  async call<M extends Method>(
    index: number,
    method: M,
    ...args: Parameters<TimeRecorder[M]>
  ): Promise<Result<M>> {
    const world = this.worlds[index] as (typeof this.worlds)[number];
    const work = callRecorder(this.#page.session, world, 'time', method, args);
    return (await this.#clock.bound('observing the page', work)) as Result<M>;
  }
}
