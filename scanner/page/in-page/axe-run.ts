import type { AxeResults, ResultsWorld } from './wire-results.ts';

/** axe's reference to an element. `selector` and `ancestry` are computed when they are read, slowly on large pages. */
interface AxeReference {
  element: { nodeName: string };
  selector: unknown;
  source: unknown;
  ancestry: unknown;
  nodeIndexes: unknown;
  fromFrame: boolean;
}
/** Results of a rule's checks of one element, before axe decides. */
interface AxeRawNode {
  any: AxeRawCheck[];
  all: AxeRawCheck[];
  none: AxeRawCheck[];
}
interface AxeRawCheck {
  id: string;
  /** Not a boolean if the check could not decide. */
  result?: boolean | null;
}
interface FrameContext {
  frameSelector: unknown;
  frameContext: unknown;
}
/** A frame within a document. */
export interface ChildFrame extends FrameContext {
  /** Its selector in the `target` of findings in it. */
  target: string | string[];
}
declare const document: object;
declare const performance: { getEntriesByType(type: 'navigation'): { responseStatus?: number }[] };
declare const axe: {
  _cache: { clear(): void };
  _memoizedFns: object[];
  _tree?: object;
  _selectorData?: object;
  getRules(): { ruleId: string }[];
  run(context: unknown, options: object): Promise<AxeResults>;
  runPartial(context: unknown, options: object): Promise<{ frames: { selector: (string | string[])[] }[] }>;
  finishRun(partials: unknown[], options: object): Promise<AxeResults>;
  utils: {
    getFrameContexts(context: unknown, options: object): FrameContext[];
    shadowSelect(selector: unknown): object | null;
    nodeSerializer: {
      update(serializer: { toSpec(reference: AxeReference): object }): void;
      mapRawNodeResults(nodes: AxeRawNode[] | undefined): object[] | undefined;
    };
  };
};
/** What axe knows of the document after a run. */
export interface ModelWorld {
  /** Lets the next run of axe keep its model. */
  a11yKeepModel?: () => void;
  /** Gives axe the model of its last run back, as before the end of that run. */
  a11yReturnModel?: () => void;
}
interface ScannerWorld extends ResultsWorld, ModelWorld {
  a11yPartial?: unknown;
  setTimeout: (callback: () => void, ms?: number) => unknown;
}

/**
 * Runs in the page, before axe. Replaces zero-delay timers of the scanner's world with microtasks: axe yields with such
 * timers, but no timer fires while virtual time is paused. The page's own timers do not change.
 */
export function replaceZeroTimers(): void {
  const world = globalThis as unknown as ScannerWorld;
  const native = world.setTimeout.bind(globalThis);
  world.setTimeout = (callback, ms = 0) => {
    if (ms > 0) return native(callback, ms);
    queueMicrotask(callback);
    return 0;
  };
}

/**
 * Runs in the page, before axe. At the end of a run, axe drops its tree of the document and what it computed of it,
 * such as visibility and what is on top of what. To compute it again took half of the time of the checks of the
 * service itself.
 */
export function installModelKeeper(): void {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yKeepModel = () => {
    const { _cache: cache, _memoizedFns: memoized } = axe;
    const { clear } = cache;
    let model = {};
    axe._memoizedFns = [];
    cache.clear = () => {
      model = { _tree: axe._tree, _selectorData: axe._selectorData };
    };
    world.a11yReturnModel = () => {
      cache.clear = clear;
      Object.assign(axe, model, { _memoizedFns: memoized });
      delete world.a11yReturnModel;
    };
  };
}

/** Runs in a frame: returns the HTTP status of its document; 0 if it has none, as for `srcdoc`. */
export function readStatus(): number {
  return performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0;
}

/** Runs in the page: returns the ids of the rules that this version of axe has. */
export function listAxeRules(): string[] {
  return axe.getRules().map(({ ruleId }) => ruleId);
}

/** Runs in a small page without frames: runs axe and stores the results in the scanner's world. */
export async function runOnWholePage(context: unknown, options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yKeepModel?.();
  world.a11yResults = await axe.run(context ?? document, { ...options, iframes: false, elementRef: true });
}

/**
 * Runs in a page that is large or has frames: runs axe on one document, stores the results, and returns the child
 * frames. The time to compute a selector grows with the page: 40,000 selectors took three quarters of a run. So only
 * the elements that can be listed get a selector; the others are only counted.
 *
 * May run only once after each run of axe's script, because it replaces a function of axe.
 * @param frame number of this document, which identifies its elements in the joined results
 * @param listedMax number of elements that get a selector, for each rule and each kind: passed, failed, undecided. A
 * rule makes its final decision after it has processed all frames.
 */
export async function runOnDocument(
  context: unknown,
  options: object,
  frame: number,
  listedMax: number,
): Promise<ChildFrame[]> {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yElements ??= [];
  world.a11yNumbers ??= new Map();
  const { a11yElements: elements, a11yNumbers: numbers } = world;
  const { nodeSerializer } = axe.utils;
  const passes = ({ any, all, none }: AxeRawNode) =>
    (any.length === 0 || any.some(({ result }) => result === true)) &&
    all.every(({ result }) => result === true) &&
    none.every(({ result }) => result === false);
  // Each kind has its own list, so that many elements of one kind do not displace those of another.
  const getKind = (node: AxeRawNode) =>
    passes(node)
      ? 'passed'
      : [node.any, node.all, node.none].some((checks) =>
            checks.some(({ result }) => typeof result !== 'boolean'),
          )
        ? 'undecided'
        : 'failed';
  // Ancestry is slow too. Only frames and the elements of these checks need it.
  const checksOfAncestry = ['frame-tested', 'heading-order'];
  const isComparedByAncestry = ({ any, all, none }: AxeRawNode) =>
    [any, all, none].some((checks) => checks.some(({ id }) => checksOfAncestry.includes(id)));
  let isListed = true;
  let needsAncestry = false;
  const mapNodes = nodeSerializer.mapRawNodeResults;
  nodeSerializer.mapRawNodeResults = (nodes) => {
    const counts = { passed: 0, undecided: 0, failed: 0 };
    const specs = nodes?.flatMap((node) => {
      isListed = counts[getKind(node)]++ < listedMax;
      needsAncestry = isComparedByAncestry(node);
      return mapNodes([node]) ?? [];
    });
    isListed = true;
    needsAncestry = false;
    return specs;
  };
  nodeSerializer.update({
    toSpec: (reference) => {
      const { element, nodeIndexes, fromFrame } = reference;
      const isFrame = /^i?frame$/i.test(element.nodeName);
      const ancestry = needsAncestry || isFrame ? reference.ancestry : [':root'];
      const spec = { ancestry, nodeIndexes, fromFrame };
      // An empty selector means that the element is not listed.
      if (!isListed) return { ...spec, selector: [''], source: '', xpath: ['/'] };
      // Elements cannot leave their frame, but their numbers can. They replace XPaths, which axe carries from frame
      // to frame and which are not used.
      const number = numbers.get(element) ?? elements.push(element) - 1;
      numbers.set(element, number);
      const { selector, source } = reference;
      return { ...spec, selector, source, xpath: [`${frame}:${number}`] };
    },
  });
  world.a11yKeepModel?.();
  const frames = axe.utils.getFrameContexts(context ?? document, options);
  const partial = await axe.runPartial(context ?? document, options);
  world.a11yPartial = partial;
  return frames.map(({ frameSelector, frameContext }, index) => ({
    frameSelector,
    frameContext,
    target: partial.frames[index]?.selector[0] ?? String(frameSelector),
  }));
}

/** Runs in a frame: returns the results that `runOnDocument` stored; null if they are larger than the limit. */
export function readPartial(limit: number): string | null {
  const text = JSON.stringify((globalThis as unknown as ScannerWorld).a11yPartial);
  return text.length > limit ? null : text;
}

/** Runs in a page: returns the element of a frame, from which the scanner gets the frame id. */
export function findFrame(selector: unknown): object | null {
  return axe.utils.shadowSelect(selector);
}

/** Runs in a page: returns the `src` address of a frame's element; empty for `srcdoc` and without `src`. */
export function readFrameSource(selector: unknown): string {
  const element = axe.utils.shadowSelect(selector) as { src?: unknown; srcdoc?: unknown } | null;
  return element === null || element.srcdoc ? '' : String(element.src ?? '');
}

/** Runs in the top document: joins the results of the frames, in the order in which axe ran in them. */
export async function finishRun(framePartials: (string | null)[], options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  const frameResults = framePartials.map((text) => (text === null ? null : JSON.parse(text)));
  world.a11yResults = await axe.finishRun([world.a11yPartial, ...frameResults], { ...options, xpath: true });
}
