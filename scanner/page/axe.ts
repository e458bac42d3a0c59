import type { CDPSession } from 'puppeteer-core';
import { type PageClock, StepTimeoutError } from './clock.ts';
import { interruptScript } from './endless-script.ts';
import {
  type ChildFrame,
  findFrame,
  finishRun,
  installModelKeeper,
  listAxeRules,
  readFrameSource,
  readPartial,
  readStatus,
  replaceZeroTimers,
  runOnDocument,
  runOnWholePage,
} from './in-page/axe-run.ts';
import { createDom } from './in-page/dom.ts';
import { installFactsReader } from './in-page/facts-reader.ts';
import { installUnreadable } from './in-page/opaque-content.ts';
import { installPathReader } from './in-page/path-reader.ts';
import { installElementReader } from './in-page/read-elements.ts';
import { installScrollReach } from './in-page/scroll-reach.ts';
import { installSelectorMatcher } from './in-page/selector-matcher.ts';
import { type ResultLimits, readResults, type WireResults } from './in-page/wire-results.ts';
import { excludeHtmlRules, SVG_TYPE } from './rules-of-document.ts';
import { sanitizeText } from './sanitize-text.ts';
import type { AxeContext } from './selection.ts';
import {
  callEachInWorld,
  callInWorld,
  getObjectInWorld,
  openWorld,
  PageScriptError,
  type World,
} from './world.ts';

/** Functions that prepare a world before axe runs in it, in this order. */
export const worldSetup = [
  replaceZeroTimers,
  installModelKeeper,
  createDom,
  installUnreadable,
  installFactsReader,
  installPathReader,
  installSelectorMatcher,
  installElementReader,
];

/** Wall-clock limits of preparing a frame, and of running the rules in it, in milliseconds. */
const FRAME_TIMEOUT_MS = 10_000;
const FRAME_RUN_MS = 20_000;
const MAX_FRAMES = 100;
const MAX_FRAME_DEPTH = 10;
const MAX_FRAME_RESULT = 20 * 1024 * 1024;

export interface AxeTask {
  /** See `prepareAxeScript`. */
  axeScript: string;
  /** Whether what users can scroll to is visible, also where axe-core takes it as hidden: see `installScrollReach`. */
  seesScrolled: boolean;
  ruleIds: string[];
  /** The part of the top document to test. */
  context: AxeContext;
  /** True for a large page: to save time, elements beyond the limits are then only counted. */
  isLarge: boolean;
  limits: ResultLimits;
  /** Called when the rules run in a document, to send what is to be done there afterwards. */
  whileRunning?: (world: World) => void;
}

export interface AxeRun extends WireResults {
  /** Requested rules that this version of axe does not have. */
  unknownRules: string[];
  /** The documents that axe ran in, by the frame numbers of nodes. The first is the top document. */
  frames: FrameRun[];
  framesNotScanned: FrameNotScanned[];
}

/** A document that axe ran in. */
export interface FrameRun {
  world: World;
  /** For a frame: the number of the parent document, and the frame's selector there for axe's `shadowSelect`. */
  owner: { frame: number; selector: unknown } | null;
  /** For a frame: as in `FrameNotScanned`; empty for the top document. */
  path: FrameNotScanned['path'];
  /** For a frame: whether it is an SVG document, in which only some rules run. */
  isSvg: boolean;
}

/** A frame or closed shadow root that was not scanned, including the frames in it. */
export interface FrameNotScanned {
  /** Selectors from the top document down, in the format of `target` of a node. */
  path: (string | string[])[];
  /** True if its document was loaded, and not scanned because of a limit: size, time, depth or number of frames. */
  isLoaded: boolean;
  /** Address of the document that it should contain; empty if unknown. */
  url: string;
  /** Text for users. */
  description: string;
  /** True for a modal dialog that hides all of the page. */
  hidesPage?: boolean;
}

/** A frame contains no document that the rules can test. */
class FrameNotLoaded extends Error {
  override name = 'FrameNotLoaded';
}

interface Frame {
  url: string;
  unreachable: boolean;
  mimeType: string;
}

/**
 * Runs axe in every frame of a settled page, each in the scanner's own world.
 * @param main the world of the top document; the worlds of the frames get the same name
 * @throws StepTimeoutError if the top document takes longer than the clock allows. A frame that does is skipped.
 */
export async function runAxe(
  session: CDPSession,
  main: World,
  task: AxeTask,
  clock: PageClock,
): Promise<AxeRun> {
  const { ruleIds, context, isLarge, limits, whileRunning } = task;
  const frames = await listFrames(session, clock);
  await inject(session, main, task, clock);
  const known = new Set(await clock.bound('listing the rules', callInWorld(session, main, listAxeRules)));
  const options = {
    runOnly: { type: 'rule', values: ruleIds.filter((id) => known.has(id)) },
    // Only the names of passed and inapplicable rules are needed, so their nodes need no selectors.
    resultTypes: ['violations', 'incomplete'],
    preload: false,
    elementRef: false,
  };
  const documents: FrameRun[] = [{ world: main, owner: null, path: [], isSvg: false }];
  const framesNotScanned: FrameNotScanned[] = [];
  if (frames.size === 1 && !isLarge) {
    const run = callInWorld(session, main, runOnWholePage, context, options);
    whileRunning?.(main);
    await clock.bound('running the rules', run);
  } else {
    const partials: (string | null)[] = [];
    await runDocument(0, [], context, 1);
    await clock.bound('joining the frames', callInWorld(session, main, finishRun, partials, options));

    async function runDocument(
      number: number,
      path: FrameNotScanned['path'],
      context: unknown,
      depth: number,
    ) {
      const { world, isSvg } = documents[number] as FrameRun;
      const values = isSvg ? excludeHtmlRules(options.runOnly.values) : options.runOnly.values;
      // axe refuses to run no rule. The joining needs an entry for each frame.
      if (values.length === 0) {
        partials.push(null);
        return;
      }
      const ofDocument = { ...options, runOnly: { ...options.runOnly, values } };
      const run = callInWorld(
        session,
        world,
        runOnDocument,
        context,
        ofDocument,
        number,
        limits.nodesPerRule,
      );
      whileRunning?.(world);
      const childFrames = await clock.bound(
        'running the rules',
        run,
        world === main ? undefined : FRAME_RUN_MS,
      );
      if (world !== main) {
        const partial = await clock.bound(
          'reading a frame',
          callInWorld(session, world, readPartial, MAX_FRAME_RESULT),
        );
        if (partial === null) throw new Error('its results are too large');
        partials.push(partial);
      }
      for (const frame of childFrames) await runFrame(number, [...path, frame.target], frame, depth);
    }

    async function runFrame(
      parent: number,
      path: FrameNotScanned['path'],
      { frameSelector: selector, frameContext }: ChildFrame,
      depth: number,
    ) {
      const before = partials.length;
      const frameId = await findFrameId(session, (documents[parent] as FrameRun).world, selector, clock);
      const frame = frameId === undefined ? undefined : frames.get(frameId);
      let source = '';
      try {
        if (frameId === undefined || frame === undefined) throw new FrameNotLoaded('it is gone');
        if (frame.unreachable) throw new FrameNotLoaded('it could not be loaded');
        const parentWorld = (documents[parent] as FrameRun).world;
        source = await clock.bound(
          'entering a frame',
          callInWorld(session, parentWorld, readFrameSource, selector),
          FRAME_TIMEOUT_MS,
        );
        // Until the server answers, a frame holds an empty document.
        const isEmpty = frame.url === '' || frame.url === 'about:blank';
        if (isEmpty && /^https?:/i.test(source)) throw new FrameNotLoaded('it did not answer in time');
        if (depth > MAX_FRAME_DEPTH || before >= MAX_FRAMES) throw new Error('there are too many frames');
        const world = await openWorld(session, frameId, clock, main.name);
        const status = await clock.bound(
          'entering a frame',
          callInWorld(session, world, readStatus),
          FRAME_TIMEOUT_MS,
        );
        if (status >= 400) throw new FrameNotLoaded(`it answered ${status}`);
        await inject(session, world, task, clock);
        const isSvg = frame.mimeType === SVG_TYPE;
        const number = documents.push({ world, owner: { frame: parent, selector }, path, isSvg }) - 1;
        await runDocument(number, path, frameContext, depth + 1);
      } catch (error) {
        if (clock.left() === 0) throw error;
        if (error instanceof StepTimeoutError) await interruptScript(session, clock);
        // Drops the results of frames within the failed frame, because axe assigns results to frames by their order.
        partials.splice(before, partials.length, null);
        const isLoaded = !(error instanceof FrameNotLoaded);
        framesNotScanned.push({
          path,
          isLoaded,
          url: source || (frame?.url ?? ''),
          description: describe(frame, selector, error),
        });
      }
    }
  }
  const results = await clock.bound('reading the results', callInWorld(session, main, readResults, limits));
  const unknownRules = ruleIds.filter((id) => !known.has(id));
  return { ...results, unknownRules, frames: documents, framesNotScanned };
}

async function inject(
  session: CDPSession,
  world: World,
  { axeScript, seesScrolled }: AxeTask,
  clock: PageClock,
): Promise<void> {
  const setup = seesScrolled ? [...worldSetup, installScrollReach] : worldSetup;
  await clock.bound('preparing a frame', callEachInWorld(session, world, setup), FRAME_TIMEOUT_MS);
  const { exceptionDetails } = await clock.bound(
    'preparing a frame',
    session.send('Runtime.evaluate', { expression: `${axeScript}\n;undefined`, contextId: world.contextId }),
    FRAME_TIMEOUT_MS,
  );
  if (exceptionDetails) throw new PageScriptError(`axe could not be started: ${exceptionDetails.text}`);
}

/** Returns the frames of a page by id. */
export async function listFrames(session: CDPSession, clock: PageClock): Promise<Map<string, Frame>> {
  const { frameTree } = await clock.bound('listing the frames', session.send('Page.getFrameTree'));
  const frames = new Map<string, Frame>();
  const queue = [frameTree];
  for (let tree = queue.pop(); tree !== undefined; tree = queue.pop()) {
    const { frame, childFrames = [] } = tree;
    // A frame that failed to load shows an error page of the browser, which must not be tested as content.
    const unreachable = Boolean(frame.unreachableUrl);
    const { id, url, unreachableUrl, mimeType } = frame;
    frames.set(id, { url: unreachableUrl || url, unreachable, mimeType });
    queue.push(...childFrames);
  }
  return frames;
}

async function findFrameId(
  session: CDPSession,
  parent: World,
  selector: unknown,
  clock: PageClock,
): Promise<string | undefined> {
  const objectId = await clock.bound(
    'finding a frame',
    getObjectInWorld(session, parent, findFrame, selector),
  );
  if (objectId === null) return undefined;
  const { node } = await clock.bound('finding a frame', session.send('DOM.describeNode', { objectId }));
  return node.frameId;
}

function describe(frame: Frame | undefined, selector: unknown, error: unknown): string {
  const reason = sanitizeText(error instanceof Error ? (error.message.split('\n')[0] ?? '') : '', 200);
  const name = frame?.url || (typeof selector === 'string' ? selector : JSON.stringify(selector));
  return `${sanitizeText(name, 200)} (${reason})`;
}
