import type { Check } from '../../../core/findings/check.ts';
import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import type { RuleOutcome } from '../../../core/scans/page-result.ts';
import type { ElementsWorld } from './read-elements.ts';

/** One element that a rule reports, with the texts of the page, truncated one unit beyond their limit. */
export interface WireNode {
  target: (string | string[])[];
  html: string;
  impact: string | null;
  any: Check[];
  all: Check[];
  none: Check[];
  /** The frame of the element, by the order in which frames were run, and its number there; null when unknown. */
  element: { frame: number; number: number } | null;
}
/** The elements that one rule reports as one kind of finding, with no more nodes than the limit. */
export interface WireFinding {
  ruleId: string;
  kind: FindingKind;
  impact: string | null;
  nodeCount: number;
  nodes: WireNode[];
}
/** The result of a rule; `error` if it threw on the page or in a frame, so that its findings are unknown. */
export type WireRule = [ruleId: string, result: Exclude<RuleOutcome['result'], 'not-run'> | 'error'];
/** The results of one run of axe as they are transferred from the page. */
export interface WireResults {
  /** Violations before needs-review findings, each in the order of axe. */
  findings: WireFinding[];
  /** If a rule has several entries, the last one counts. */
  rules: WireRule[];
}
/** Limits of the results that are transferred from a page. */
export interface ResultLimits {
  nodesPerRule: number;
  /** UTF-16 units of one snippet, message or selector. */
  html: number;
  message: number;
  selector: number;
  /** UTF-16 units of one value that a check measured. */
  datum: number;
  /** Members of the data of a check, and entries of a list among them. */
  data: number;
  /** Checks of one element, of each kind. */
  checks: number;
  /** UTF-16 units of all nodes together. */
  total: number;
}

/** Limits of the stored results of one page. What exceeds them is only counted. */
export const resultLimits: ResultLimits = {
  nodesPerRule: 200,
  html: 1_000,
  message: 500,
  selector: 2_000,
  datum: 200,
  data: 20,
  checks: 20,
  total: 3 * 1024 * 1024,
};

type Datum = string | number | boolean | null;

/** The members of axe's results that are used. */
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
  /** In a page with frames, one entry per frame. The last one is `frame:number`, which `runOnDocument` writes. */
  xpath?: string[];
}
interface AxeRule {
  id: string;
  impact?: string | null;
  nodes: AxeNode[];
}
export interface AxeResults {
  violations: AxeRule[];
  incomplete: AxeRule[];
  passes: AxeRule[];
  inapplicable: AxeRule[];
}
export interface ResultsWorld extends ElementsWorld {
  a11yResults?: AxeResults;
  /** Numbers of the elements in `a11yElements`. */
  a11yNumbers?: Map<object, number>;
}

/** Runs in the top document: returns the results of axe within limits, in the order of the page. */
export function readResults(limits: ResultLimits): WireResults {
  const world = globalThis as unknown as ResultsWorld;
  const { violations, incomplete, passes, inapplicable } = world.a11yResults as AxeResults;
  world.a11yElements ??= [];
  world.a11yNumbers ??= new Map();
  const { a11yElements: elements, a11yNumbers: numbers } = world;
  let left = limits.total;
  const cut = (text: unknown, limit: number) => {
    const whole = String(text ?? '');
    return whole.length > limit ? whole.slice(0, limit + 1) : whole;
  };
  const isDatum = (value: unknown): value is Datum =>
    value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  const datum = (value: Datum) => (typeof value === 'string' ? cut(value, limits.datum) : value);
  const toData = (given: unknown): Check['data'] => {
    if (given === undefined || given === null) return null;
    const members = Array.isArray(given)
      ? { values: given }
      : typeof given === 'object'
        ? given
        : { value: given };
    const data: NonNullable<Check['data']> = Object.create(null);
    for (const [name, value] of Object.entries(members).slice(0, limits.data)) {
      if (!/^\w{1,40}$/.test(name)) continue;
      if (Array.isArray(value)) data[name] = value.filter(isDatum).slice(0, limits.data).map(datum);
      else if (isDatum(value)) data[name] = datum(value);
    }
    return Object.keys(data).length === 0 ? null : data;
  };
  const toChecks = (checks: AxeCheck[]): Check[] =>
    checks.slice(0, limits.checks).map(({ id, message, data }) => ({
      id: cut(id, 100),
      message: cut(message, limits.message),
      data: toData(data),
    }));
  const toElement = ({ element, xpath }: AxeNode): WireNode['element'] => {
    const [, frame, number] = /^(\d+):(\d+)$/.exec(xpath?.at(-1) ?? '') ?? [];
    if (frame !== undefined) return { frame: Number(frame), number: Number(number) };
    if (element === undefined) return null;
    const own = numbers.get(element) ?? elements.push(element) - 1;
    numbers.set(element, own);
    return { frame: 0, number: own };
  };
  // A rule that throws becomes incomplete, with one element that holds the error. Its other elements are lost.
  const isError = ({ none }: AxeNode) => none.some(({ id }) => id === 'error-occurred');
  const toFindings = (list: AxeRule[], kind: FindingKind): WireFinding[] =>
    list.flatMap(({ id, impact, nodes: all }) => {
      const nodes = all.filter((node) => !isError(node));
      if (nodes.length === 0) return [];
      const kept: WireNode[] = [];
      for (const node of nodes) {
        if (kept.length === limits.nodesPerRule) break;
        if (node.target.at(-1) === '') continue;
        const raw: WireNode = {
          target: node.target.map((part) =>
            Array.isArray(part)
              ? part.map((selector) => cut(selector, limits.selector))
              : cut(part, limits.selector),
          ),
          html: cut(node.html, limits.html),
          impact: node.impact ?? null,
          any: toChecks(node.any),
          all: toChecks(node.all),
          none: toChecks(node.none),
          element: toElement(node),
        };
        left -= JSON.stringify(raw).length;
        if (left < 0) break;
        kept.push(raw);
      }
      return { ruleId: id, kind, impact: impact ?? null, nodeCount: nodes.length, nodes: kept };
    });
  const toWireRules = (list: AxeRule[], result: WireRule[1]) => list.map(({ id }): WireRule => [id, result]);
  const findings = [...toFindings(violations, 'violation'), ...toFindings(incomplete, 'review')];
  const withError = [...violations, ...incomplete].filter(({ nodes }) => nodes.some(isError));
  return {
    findings,
    // From the weakest to the strongest.
    rules: [
      ...toWireRules(inapplicable, 'inapplicable'),
      ...toWireRules(passes, 'passed'),
      ...findings
        .toReversed()
        .map(({ ruleId, kind }): WireRule => [ruleId, kind === 'violation' ? 'failed' : 'review']),
      ...toWireRules(withError, 'error'),
    ],
  };
}
