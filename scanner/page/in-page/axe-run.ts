/** One check's words. */
export interface RawCheck {
  message: string;
}
/** One node as axe reports it. */
export interface RawNode {
  target: (string | string[])[];
  html: string;
  impact: string | null;
  any: string[];
  all: string[];
  none: string[];
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
}
/** Bounds of what is handed back. */
export interface ResultLimits {
  nodesPerRule: number;
  /** UTF-16 units of one snippet, message or selector. */
  html: number;
  message: number;
  selector: number;
  /** UTF-16 units of all nodes together. */
  total: number;
}

/** What these functions use of the page's world. */
interface AxeNode {
  target: (string | string[])[];
  html: string;
  impact?: string | null;
  any: RawCheck[];
  all: RawCheck[];
  none: RawCheck[];
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
declare const document: object;
declare const axe: {
  getRules(): { ruleId: string }[];
  run(context: unknown, options: object): Promise<AxeResults>;
  runPartial(context: unknown, options: object): Promise<unknown>;
  finishRun(partials: unknown[], options: object): Promise<AxeResults>;
  utils: {
    getFrameContexts(context: unknown, options: object): FrameContext[];
    shadowSelect(selector: unknown): object | null;
  };
};
interface ScannerWorld {
  a11yPartial?: unknown;
  a11yResults?: AxeResults;
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

/** Runs in the page: the rules that this axe has. */
export function knownRules(): string[] {
  return axe.getRules().map(({ ruleId }) => ruleId);
}

/** Runs in a page without frames: runs axe and keeps the results in the scanner's world. */
export async function runWhole(context: unknown, options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yResults = await axe.run(context ?? document, { ...options, iframes: false });
}

/** Runs in a page with frames: runs axe on one document, keeps what it found, and names the frames below. */
export async function runOwn(context: unknown, options: object): Promise<FrameContext[]> {
  const world = globalThis as unknown as ScannerWorld;
  const frames = axe.utils.getFrameContexts(context ?? document, options);
  world.a11yPartial = await axe.runPartial(context ?? document, options);
  return frames.map(({ frameSelector, frameContext }) => ({ frameSelector, frameContext }));
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

/** Runs in the top document: joins what the frames found, in the order in which axe met them. */
export async function finishWhole(framePartials: (string | null)[], options: object): Promise<void> {
  const world = globalThis as unknown as ScannerWorld;
  const below = framePartials.map((text) => (text === null ? null : JSON.parse(text)));
  world.a11yResults = await axe.finishRun([world.a11yPartial, ...below], options);
}

/** Runs in the top document: what is kept of the results, within bounds; page order throughout. */
export function distill(limits: ResultLimits): RawResults {
  const { violations, incomplete, passes, inapplicable } = (globalThis as unknown as ScannerWorld)
    .a11yResults as AxeResults;
  let left = limits.total;
  const cut = (text: unknown, limit: number) => {
    const whole = String(text ?? '');
    return whole.length > limit ? whole.slice(0, limit + 1) : whole;
  };
  const messages = (checks: RawCheck[]) =>
    checks.slice(0, 20).map(({ message }) => cut(message, limits.message));
  const rules = (list: AxeRule[]): RawFinding[] =>
    list.map(({ id, impact, nodes }) => {
      const kept: RawNode[] = [];
      for (const node of nodes.slice(0, limits.nodesPerRule)) {
        const raw: RawNode = {
          target: node.target.map((part) =>
            Array.isArray(part)
              ? part.map((selector) => cut(selector, limits.selector))
              : cut(part, limits.selector),
          ),
          html: cut(node.html, limits.html),
          impact: node.impact ?? null,
          any: messages(node.any),
          all: messages(node.all),
          none: messages(node.none),
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
  };
}
