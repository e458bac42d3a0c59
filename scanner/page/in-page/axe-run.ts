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
/** What the checks of a rule said about one element, before axe decides. */
interface AxeRawNode {
  any: AxeRawCheck[];
  all: AxeRawCheck[];
  none: AxeRawCheck[];
}
interface AxeRawCheck {
  id: string;
  /** No boolean when the check could not decide. */
  result?: boolean | null;
}
interface FrameContext {
  frameSelector: unknown;
  frameContext: unknown;
}
/** A frame within a document. */
export interface ChildFrame extends FrameContext {
  /** Its selector as it is in the `target` of what is found in it. */
  target: string | string[];
}
declare const document: object;
declare const performance: { getEntriesByType(type: 'navigation'): { responseStatus?: number }[] };
declare const axe: {
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
interface ScannerWorld extends ResultsWorld {
  a11yPartial?: unknown;
  setTimeout: (callback: () => void, ms?: number) => unknown;
}

/**
 * Runs in the page, before axe: while virtual time is paused no timer fires, and axe yields by zero-delay timers.
 * In the scanner's world these become microtasks; the page's own timers are untouched.
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

/** Runs in a frame: the HTTP status of its document; 0 if it has none, as for `srcdoc`. */
export function readStatus(): number {
  return performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0;
}

/** Runs in the page: the rules that this axe has. */
export function listAxeRules(): string[] {
  return axe.getRules().map(({ ruleId }) => ruleId);
}

/** Runs in a small page without frames: runs axe and keeps the results in the scanner's world. */
export async function runOnWholePage(context: unknown, options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yResults = await axe.run(context ?? document, { ...options, iframes: false, elementRef: true });
}

/**
 * Runs in a page that is large or has frames: runs axe on one document, keeps what it found, and returns the frames
 * below. To compute a selector takes axe time that grows with the page: 40,000 of them took three quarters of a run.
 * So only the elements that can be listed get one; the others are counted.
 * @param frame number of this one, by which its elements are found again in the joined results
 * @param listedMax elements that get a selector, of each rule and each kind: those that pass, those that fail, those that are
 * undecided. A rule decides finally when it has seen all frames.
 * Runs once for each time that axe's script was run, because it replaces a function of axe.
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
  // Each kind has a list of its own, so that many elements of one do not hide those of another.
  const kindOf = (node: AxeRawNode) =>
    passes(node)
      ? 'passed'
      : [node.any, node.all, node.none].some((checks) =>
            checks.some(({ result }) => typeof result !== 'boolean'),
          )
        ? 'undecided'
        : 'failed';
  // Ancestry is slow too. Only frames are found by it, and the elements of these checks.
  const checksOfAncestry = ['frame-tested', 'heading-order'];
  const isComparedByAncestry = ({ any, all, none }: AxeRawNode) =>
    [any, all, none].some((checks) => checks.some(({ id }) => checksOfAncestry.includes(id)));
  let isListed = true;
  let needsAncestry = false;
  const mapNodes = nodeSerializer.mapRawNodeResults;
  nodeSerializer.mapRawNodeResults = (nodes) => {
    const counts = { passed: 0, undecided: 0, failed: 0 };
    const specs = nodes?.flatMap((node) => {
      isListed = counts[kindOf(node)]++ < listedMax;
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
      // An empty selector says that the element is not listed.
      if (!isListed) return { ...spec, selector: [''], source: '', xpath: ['/'] };
      // Elements cannot leave their frame, but their numbers can. They replace XPaths, which axe carries from frame
      // to frame and which are not used.
      const number = numbers.get(element) ?? elements.push(element) - 1;
      numbers.set(element, number);
      const { selector, source } = reference;
      return { ...spec, selector, source, xpath: [`${frame}:${number}`] };
    },
  });
  const frames = axe.utils.getFrameContexts(context ?? document, options);
  const partial = await axe.runPartial(context ?? document, options);
  world.a11yPartial = partial;
  return frames.map(({ frameSelector, frameContext }, index) => ({
    frameSelector,
    frameContext,
    target: partial.frames[index]?.selector[0] ?? String(frameSelector),
  }));
}

/** Runs in a frame: hands what `runOnDocument` kept to the scanner; null when it is larger than the limit. */
export function readPartial(limit: number): string | null {
  const text = JSON.stringify((globalThis as unknown as ScannerWorld).a11yPartial);
  return text.length > limit ? null : text;
}

/** Runs in a page: the frame's element, for its id. */
export function findFrame(selector: unknown): object | null {
  return axe.utils.shadowSelect(selector);
}

/** Runs in a page: the address that a frame's element asks for; empty for `srcdoc` and if there is none. */
export function readFrameSource(selector: unknown): string {
  const element = axe.utils.shadowSelect(selector) as { src?: unknown; srcdoc?: unknown } | null;
  return element === null || element.srcdoc ? '' : String(element.src ?? '');
}

/** Runs in the top document: joins what the frames found, in the order in which axe met them. */
export async function finishRun(framePartials: (string | null)[], options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  const frameResults = framePartials.map((text) => (text === null ? null : JSON.parse(text)));
  world.a11yResults = await axe.finishRun([world.a11yPartial, ...frameResults], { ...options, xpath: true });
}
