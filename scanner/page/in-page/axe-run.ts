import type { ReaderWorld } from './element-reader.ts';

/** What one check said and measured. */
export interface RawCheck {
  id: string;
  message: string;
  data: Record<string, RawDatum | RawDatum[]> | null;
}
export type RawDatum = string | number | boolean | null;
/** One node as axe reports it. */
export interface RawNode {
  target: (string | string[])[];
  html: string;
  impact: string | null;
  any: RawCheck[];
  all: RawCheck[];
  none: RawCheck[];
  /** The frame that it is in, by the order in which frames were run, and its number there; null when unknown. */
  element: { frame: number; number: number } | null;
}
/** One rule's findings, with no more nodes than the cap. */
export interface RawFinding {
  ruleId: string;
  impact: string | null;
  nodeCount: number;
  nodes: RawNode[];
}
/** What one page's run of axe comes to. */
export interface RawResults {
  violations: RawFinding[];
  incomplete: RawFinding[];
  passes: string[];
  inapplicable: string[];
  /** Rules that threw on the page, or in a frame of it: what they would have found is not known. */
  failed: string[];
}
/** Bounds of what is handed back. */
export interface ResultLimits {
  nodesPerRule: number;
  /** UTF-16 units of one snippet, message or selector. */
  html: number;
  message: number;
  selector: number;
  /** UTF-16 units of one thing that a check measured. */
  datum: number;
  /** Members of what a check measured, and entries of a list among them. */
  data: number;
  /** Checks of one element, of each kind. */
  checks: number;
  /** UTF-16 units of all nodes together. */
  total: number;
}

/** What these functions use of the page's world. */
interface AxeCheck {
  id: string;
  message: string;
  data?: unknown;
}
interface AxeNode {
  target: (string | string[])[];
  html: string;
  impact?: string | null;
  any: AxeCheck[];
  all: AxeCheck[];
  none: AxeCheck[];
  element?: object;
  /** In a page with frames one entry a frame, of which the last is `frame:number` as `runOwn` has it. */
  xpath?: string[];
}
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
interface AxeRule {
  id: string;
  impact?: string | null;
  nodes: AxeNode[];
}
interface AxeResults {
  violations: AxeRule[];
  incomplete: AxeRule[];
  passes: AxeRule[];
  inapplicable: AxeRule[];
}
interface FrameContext {
  frameSelector: unknown;
  frameContext: unknown;
}
/** A frame within a document. */
export interface FrameBelow extends FrameContext {
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
interface ScannerWorld extends ReaderWorld {
  a11yPartial?: unknown;
  a11yResults?: AxeResults;
  /** Numbers of the elements in `a11yElements`. */
  a11yNumbers?: Map<object, number>;
  setTimeout: (callback: () => void, ms?: number) => unknown;
}

/**
 * Runs in the page, before axe: while virtual time is paused no timer fires, and axe yields by zero-delay timers.
 * In the scanner's world these become microtasks; the page's own timers are untouched.
 */
export function shadowZeroTimers(): void {
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
export function knownRules(): string[] {
  return axe.getRules().map(({ ruleId }) => ruleId);
}

/** Runs in a small page without frames: runs axe and keeps the results in the scanner's world. */
export async function runWhole(context: unknown, options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yResults = await axe.run(context ?? document, { ...options, iframes: false, elementRef: true });
}

/**
 * Runs in a page that is large or has frames: runs axe on one document, keeps what it found, and returns the frames
 * below. To compute a selector takes axe time that grows with the page: 40,000 of them took three quarters of a run.
 * So only the elements that can be listed get one; the others are counted.
 * @param frame number of this one, by which its elements are found again in the joined results
 * @param named elements that get a selector, of each rule and each kind: those that pass, those that fail, those that are
 * undecided. A rule decides finally when it has seen all frames.
 * Runs once for each time that axe's script was run, because it replaces a function of axe.
 */
export async function runOwn(
  context: unknown,
  options: object,
  frame: number,
  named: number,
): Promise<FrameBelow[]> {
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
  let isNamed = true;
  let needsAncestry = false;
  const mapNodes = nodeSerializer.mapRawNodeResults;
  nodeSerializer.mapRawNodeResults = (nodes) => {
    const counts = { passed: 0, undecided: 0, failed: 0 };
    const specs = nodes?.flatMap((node) => {
      isNamed = counts[kindOf(node)]++ < named;
      needsAncestry = isComparedByAncestry(node);
      return mapNodes([node]) ?? [];
    });
    isNamed = true;
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
      if (!isNamed) return { ...spec, selector: [''], source: '', xpath: ['/'] };
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

/** Runs in a frame: hands what `runOwn` kept to the scanner; null when it is larger than the limit. */
export function takePartial(limit: number): string | null {
  const text = JSON.stringify((globalThis as unknown as ScannerWorld).a11yPartial);
  return text.length > limit ? null : text;
}

/** Runs in a page: the frame's element, for its id. */
export function findFrame(selector: unknown): object | null {
  return axe.utils.shadowSelect(selector);
}

/** Runs in a page: the address that a frame's element asks for; empty for `srcdoc` and if there is none. */
export function readSource(selector: unknown): string {
  const element = axe.utils.shadowSelect(selector) as { src?: unknown; srcdoc?: unknown } | null;
  return element === null || element.srcdoc ? '' : String(element.src ?? '');
}

/** Runs in the top document: joins what the frames found, in the order in which axe met them. */
export async function finishWhole(framePartials: (string | null)[], options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  const below = framePartials.map((text) => (text === null ? null : JSON.parse(text)));
  world.a11yResults = await axe.finishRun([world.a11yPartial, ...below], { ...options, xpath: true });
}

/** Runs in the top document: what is kept of the results, within bounds; page order throughout. */
export function distill(limits: ResultLimits): RawResults {
  const world = globalThis as unknown as ScannerWorld;
  const { violations, incomplete, passes, inapplicable } = world.a11yResults as AxeResults;
  world.a11yElements ??= [];
  world.a11yNumbers ??= new Map();
  const { a11yElements: elements, a11yNumbers: numbers } = world;
  let left = limits.total;
  const cut = (text: unknown, limit: number) => {
    const whole = String(text ?? '');
    return whole.length > limit ? whole.slice(0, limit + 1) : whole;
  };
  const isDatum = (value: unknown): value is RawDatum =>
    value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  const datum = (value: RawDatum) => (typeof value === 'string' ? cut(value, limits.datum) : value);
  const dataOf = (given: unknown): RawCheck['data'] => {
    if (given === undefined || given === null) return null;
    const members = Array.isArray(given)
      ? { values: given }
      : typeof given === 'object'
        ? given
        : { value: given };
    const data: NonNullable<RawCheck['data']> = {};
    for (const [name, value] of Object.entries(members).slice(0, limits.data)) {
      if (!/^\w{1,40}$/.test(name)) continue;
      if (Array.isArray(value)) data[name] = value.filter(isDatum).slice(0, limits.data).map(datum);
      else if (isDatum(value)) data[name] = datum(value);
    }
    return Object.keys(data).length === 0 ? null : data;
  };
  const checksOf = (checks: AxeCheck[]): RawCheck[] =>
    checks.slice(0, limits.checks).map(({ id, message, data }) => ({
      id: cut(id, 100),
      message: cut(message, limits.message),
      data: dataOf(data),
    }));
  const elementOf = ({ element, xpath }: AxeNode): RawNode['element'] => {
    const [, frame, number] = /^(\d+):(\d+)$/.exec(xpath?.at(-1) ?? '') ?? [];
    if (frame !== undefined) return { frame: Number(frame), number: Number(number) };
    if (element === undefined) return null;
    const own = numbers.get(element) ?? elements.push(element) - 1;
    numbers.set(element, own);
    return { frame: 0, number: own };
  };
  // A rule that throws becomes incomplete, with one element that holds the error; the others that it found are lost.
  const isError = ({ none }: AxeNode) => none.some(({ id }) => id === 'error-occurred');
  const rules = (list: AxeRule[]): RawFinding[] =>
    list.flatMap(({ id, impact, nodes: all }) => {
      const nodes = all.filter((node) => !isError(node));
      if (nodes.length === 0) return [];
      const kept: RawNode[] = [];
      for (const node of nodes) {
        if (kept.length === limits.nodesPerRule) break;
        if (node.target.at(-1) === '') continue;
        const raw: RawNode = {
          target: node.target.map((part) =>
            Array.isArray(part)
              ? part.map((selector) => cut(selector, limits.selector))
              : cut(part, limits.selector),
          ),
          html: cut(node.html, limits.html),
          impact: node.impact ?? null,
          any: checksOf(node.any),
          all: checksOf(node.all),
          none: checksOf(node.none),
          element: elementOf(node),
        };
        left -= JSON.stringify(raw).length;
        if (left < 0) break;
        kept.push(raw);
      }
      return { ruleId: id, impact: impact ?? null, nodeCount: nodes.length, nodes: kept };
    });
  const ids = (list: AxeRule[]) => list.map(({ id }) => id);
  return {
    violations: rules(violations),
    incomplete: rules(incomplete),
    passes: ids(passes),
    inapplicable: ids(inapplicable),
    failed: ids([...violations, ...incomplete].filter(({ nodes }) => nodes.some(isError))),
  };
}
