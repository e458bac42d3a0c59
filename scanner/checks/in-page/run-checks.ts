import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import type { Impact } from '../../../core/scans/page-result.ts';
import type {
  ResultLimits,
  ResultsWorld,
  WireFinding,
  WireNode,
  WireRule,
} from '../../page/in-page/wire-results.ts';
import type { AxeContext } from '../../page/selection.ts';
import type { Check, CheckFinding } from '../check.ts';
import { axe, type PageElement } from './axe.ts';
import { CheckedPage, type Tree } from './checked-page.ts';
import { ContrastRecorder } from './contrast/recorder.ts';
import { HoverRecorder } from './hover/recorder.ts';
import { KeyRecorder } from './keyboard/recorder.ts';
import { LayoutRecorder } from './layouts/recorder.ts';
import type { DeclaredText, TextLanguage } from './text-parts.ts';
import { TimeRecorder } from './time/recorder.ts';

/** The checks of one document that are to run. */
export interface ChecksTask {
  checks: { id: string; impact: Impact; answers: readonly string[] }[];
  /** The part of the document to test. */
  context: AxeContext;
  isUnchanged: boolean;
  /** The number of the document, and the selectors of the frames around it: see `FrameRun`. */
  frame: number;
  path: WireNode['target'];
  limits: ResultLimits;
}

/** The results of the checks in one document. */
export interface ChecksOfFrame {
  findings: WireFinding[];
  rules: WireRule[];
  /** The check that was running when the run was stopped; null if none was. */
  running: string | null;
}

/** The functions that the scanner calls in its world of a document. */
export interface ChecksInPage {
  /** Returns the texts whose languages the scanner detects before the run. */
  readTexts(task: Pick<ChecksTask, 'context' | 'isUnchanged'>): DeclaredText[];
  /** Stores the languages of these texts, in their order. */
  storeLanguages(languages: readonly TextLanguage[]): void;
  /** Runs the checks one after the other, and returns their results. */
  run(task: ChecksTask): ChecksOfFrame;
  /** Returns the results so far; for a run that was stopped. */
  read(): ChecksOfFrame;
  /** Returns which of these findings of axe are about an element that a check has judged by the same requirement. */
  listAnswered(findings: readonly (readonly [ruleId: string, element: number])[]): boolean[];
  /** Records what keys do in the document. */
  keyboard: KeyRecorder;
  /** Records what appears under the pointer. */
  hover: HoverRecorder;
  /** Records the layout of the document in other windows. */
  layouts: LayoutRecorder;
  /** Records what changes with the time. */
  time: TimeRecorder;
  /** Finds texts whose contrast pictures show. */
  contrast: ContrastRecorder;
}

export interface ChecksWorld extends ResultsWorld {
  a11yChecks?: ChecksInPage;
}

/** Installs the checks in the scanner's world. @param checks by id */
export function installChecks(checks: Readonly<Record<string, Check>>): void {
  const keyboard = new KeyRecorder();
  const hover = new HoverRecorder();
  const layouts = new LayoutRecorder();
  const time = new TimeRecorder();
  const contrast = new ContrastRecorder();
  const results: ChecksOfFrame = { findings: [], rules: [], running: null };
  /** By rule of axe: the elements that checks have judged by the same requirement. */
  const answered = new Map<string, Set<object>>();
  const answer = (answers: readonly string[], { actualNode }: PageElement) => {
    for (const ruleId of answers) answered.set(ruleId, (answered.get(ruleId) ?? new Set()).add(actualNode));
  };
  let page: CheckedPage | undefined;
  const open = ({ context, isUnchanged }: Pick<ChecksTask, 'context' | 'isUnchanged'>) =>
    new CheckedPage(context, isUnchanged, { keyboard, hover, layouts, time, contrast }, whileOpening);
  /** No check is to blame if the document is too large for its tree. */
  const whileOpening = (readTree: () => Tree): Tree => {
    const { running } = results;
    results.running = null;
    const tree = readTree();
    results.running = running;
    return tree;
  };
  (globalThis as unknown as ChecksWorld).a11yChecks = {
    readTexts(task) {
      page ??= open(task);
      return page.textParts().map(({ lang, text }) => ({ lang, text }));
    },
    storeLanguages(languages) {
      page?.storeLanguages(languages);
    },
    run(task) {
      results.findings = [];
      results.rules = [];
      results.running = null;
      page ??= open(task);
      for (const { id, impact, answers } of task.checks) {
        const check = checks[id];
        if (check === undefined) continue;
        results.running = id;
        try {
          const judged = (element: PageElement) => answer(answers, element);
          const { findings, result } = runCheck(check, page, { ...task, id, impact }, judged);
          results.findings.push(...findings);
          results.rules.push([id, result]);
        } catch {
          results.rules.push([id, 'error']);
        }
      }
      results.running = null;
      page.close();
      page = undefined;
      return results;
    },
    read() {
      // Of a check that was stopped.
      page?.close();
      page = undefined;
      return results;
    },
    listAnswered(findings) {
      const { a11yElements: elements = [] } = globalThis as unknown as ChecksWorld;
      return findings.map(
        ([ruleId, number]) => answered.get(ruleId)?.has(elements[number] as object) === true,
      );
    },
    keyboard,
    hover,
    layouts,
    time,
    contrast,
  };
}

/**
 * Runs one check. Lists as many elements as the limits allow, and counts the others.
 * @param judged gets each element that the check has judged and named
 */
function runCheck(
  check: Check,
  page: CheckedPage,
  task: Omit<ChecksTask, 'checks'> & { id: string; impact: Impact },
  judged: (element: PageElement) => void,
): { findings: WireFinding[]; result: WireRule[1] } {
  const { id, impact, limits } = task;
  const byKind = new Map<FindingKind, WireFinding>();
  let isApplicable = false;
  for (const result of check(page)) {
    isApplicable = true;
    if (result.element !== undefined) judged(result.element);
    if (result.kind === 'passed') continue;
    const { kind } = result;
    const finding = byKind.get(kind) ?? { ruleId: id, kind, impact, nodeCount: 0, nodes: [] };
    byKind.set(kind, finding);
    finding.nodeCount += 1;
    if (finding.nodes.length < limits.nodesPerRule) finding.nodes.push(buildNode(result, task));
  }
  const findings = (['violation', 'review'] as const).flatMap((kind) => byKind.get(kind) ?? []);
  const result = byKind.has('violation')
    ? 'failed'
    : byKind.has('review')
      ? 'review'
      : isApplicable
        ? 'passed'
        : 'inapplicable';
  return { findings, result };
}

/** Returns an element as axe's results show it, with axe's selector and its number in the document. */
function buildNode(
  { element, message, data }: CheckFinding,
  { id, impact, frame, path, limits }: Omit<ChecksTask, 'checks'> & { id: string; impact: Impact },
): WireNode {
  const world = globalThis as unknown as ResultsWorld;
  world.a11yElements ??= [];
  world.a11yNumbers ??= new Map();
  const { a11yElements: elements, a11yNumbers: numbers } = world;
  const number = numbers.get(element.actualNode) ?? elements.push(element.actualNode) - 1;
  numbers.set(element.actualNode, number);
  const { selector, source } = new axe.utils.DqElement(element);
  const cut = (text: string, limit: number) => (text.length > limit ? text.slice(0, limit + 1) : text);
  const cutDatum = <T>(value: T) => (typeof value === 'string' ? cut(value, limits.datum) : value);
  const cutData = Object.entries(data ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, limits.data).map(cutDatum) : cutDatum(value),
  ]);
  const text = { id, message: cut(message, limits.message), data: data && Object.fromEntries(cutData) };
  return {
    target: [
      ...path,
      ...selector.map((part) =>
        Array.isArray(part) ? part.map((each) => cut(each, limits.selector)) : cut(part, limits.selector),
      ),
    ],
    html: cut(source ?? '', limits.html),
    impact,
    any: [text],
    all: [],
    none: [],
    element: { frame, number },
  };
}
