import type { CDPSession } from 'puppeteer-core';
import type { ElementFacts } from '../../core/findings/element-facts.ts';
import { identify } from '../../core/findings/fingerprint.ts';
import {
  type FindingNode,
  type Impact,
  impacts,
  type PageFinding,
  type RuleOutcome,
} from '../../core/scans/page-result.ts';
import type { Redaction, ReportedNode } from '../redact/redact-result.ts';
import { type AxeRun, resultLimits } from './axe.ts';
import type { PageClock } from './clock.ts';
import { type FoundElement, readFoundElements } from './found-elements.ts';
import type { RawCheck, RawFinding, RawNode, RawResults } from './in-page/axe-run.ts';
import { safeText } from './safe-text.ts';

/** What findings are told by, beside what the page shows. */
export interface FindingsOf {
  /** The page's identity: see `pageIdentity`. */
  identity: string;
  /** CSS selectors; findings say which of them they match. */
  marks: string[];
  redaction: Redaction;
}

/**
 * Makes the findings of what axe found, while the page is open: what tells elements apart is read from it.
 * @returns redacted and with their identities, by rule; violations before needs-review of the same rule
 */
export async function readFindings(
  session: CDPSession,
  run: AxeRun,
  of: FindingsOf,
  clock: PageClock,
): Promise<PageFinding[]> {
  const found = [
    ...run.results.violations.map((raw) => ({ raw, kind: 'violation' as const })),
    ...run.results.incomplete.map((raw) => ({ raw, kind: 'review' as const })),
  ];
  const ruleOf = new Map(found.flatMap((each) => each.raw.nodes.map((node) => [node, each] as const)));
  const nodes = new Map<RawNode, FindingNode>();
  const keep = (raw: RawNode, element: Omit<FoundElement, 'nodes'>) => {
    const rule = ruleOf.get(raw) as (typeof found)[number];
    nodes.set(raw, nodeOf(raw, { ruleId: rule.raw.ruleId, kind: rule.kind }, element, of));
  };
  for await (const { nodes: same, ...element } of readFoundElements(
    session,
    run,
    ruleOf.keys(),
    of.marks,
    clock,
  )) {
    const redacted = {
      facts: of.redaction.element(element.facts),
      frames: element.frames.map(of.redaction.element),
      path: element.path === null ? null : of.redaction.path(safePath(element.path)),
      marks: element.marks,
    };
    for (const raw of same) keep(raw, redacted);
  }
  for (const raw of ruleOf.keys()) {
    if (!nodes.has(raw))
      keep(raw, {
        facts: unread(of.redaction.path(safePath(raw.target))),
        frames: [],
        path: null,
        marks: [],
      });
  }

  return sortedFindings(found.map(({ raw, kind }) => findingOf(raw, kind, nodes)));
}

/** Findings by rule; violations before needs-review of the same rule. */
export function sortedFindings(findings: readonly PageFinding[]): PageFinding[] {
  const rank = ({ kind }: PageFinding) => (kind === 'violation' ? 0 : 1);
  return findings.toSorted((a, b) => compare(a.ruleId, b.ruleId) || rank(a) - rank(b));
}

/** What each rule that was asked for said, in the order asked. */
export function ruleOutcomes(
  ruleIds: string[],
  results: RawResults | null,
  notRun: (ruleId: string) => string,
): RuleOutcome[] {
  const violations = new Set(results?.violations.map(({ ruleId }) => ruleId));
  const incomplete = new Set(results?.incomplete.map(({ ruleId }) => ruleId));
  const passes = new Set(results?.passes);
  const inapplicable = new Set(results?.inapplicable);
  const failed = new Set(results?.failed);
  return ruleIds.map((ruleId) => {
    if (failed.has(ruleId)) return { ruleId, result: 'not-run', reason: notRun(ruleId) };
    if (violations.has(ruleId)) return { ruleId, result: 'failed' };
    if (incomplete.has(ruleId)) return { ruleId, result: 'review' };
    if (passes.has(ruleId)) return { ruleId, result: 'passed' };
    if (inapplicable.has(ruleId)) return { ruleId, result: 'inapplicable' };
    return { ruleId, result: 'not-run', reason: notRun(ruleId) };
  });
}

function findingOf(
  raw: RawFinding,
  kind: PageFinding['kind'],
  nodes: ReadonlyMap<RawNode, FindingNode>,
): PageFinding {
  return {
    ruleId: raw.ruleId,
    kind,
    impact: impact(raw.impact),
    nodes: raw.nodes.flatMap((node) => nodes.get(node) ?? []),
    nodeCount: raw.nodeCount,
  };
}

function nodeOf(
  raw: RawNode,
  rule: { ruleId: string; kind: PageFinding['kind'] },
  { facts, frames, path, marks }: Omit<FoundElement, 'nodes'>,
  { identity: page, redaction }: FindingsOf,
): FindingNode {
  const node = redaction.node(reported(raw));
  const identity = identify({ ...rule, page, frames, element: facts, checks: node.checks });
  return { ...node, path: path ?? node.target, identity, marks, picture: null };
}

function reported(raw: RawNode): ReportedNode {
  const messages = (checks: RawCheck[]) =>
    checks.map(({ message }) => safeText(message, resultLimits.message));
  return {
    target: safePath(raw.target),
    html: safeText(raw.html, resultLimits.html),
    impact: impact(raw.impact),
    fix: { any: messages(raw.any), all: messages(raw.all), none: messages(raw.none) },
    checks: { any: raw.any.map(safeCheck), all: raw.all.map(safeCheck), none: raw.none.map(safeCheck) },
  };
}

/** Selectors that are safe to store. */
export function safePath(path: RawNode['target']): RawNode['target'] {
  const selector = (text: string) => safeText(text, resultLimits.selector);
  return path.map((part) => (typeof part === 'string' ? selector(part) : part.map(selector)));
}

function safeCheck({ id, message, data }: RawCheck): RawCheck {
  const datum = <T>(value: T) => (typeof value === 'string' ? safeText(value, resultLimits.datum) : value);
  const members = Object.entries(data ?? {}).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(datum) : datum(value)] as const,
  );
  return {
    id: safeText(id, 100),
    message: safeText(message, resultLimits.message),
    data: data === null ? null : Object.fromEntries(members),
  };
}

/** What stands for an element that is gone: it is told by its selector alone. */
function unread(target: RawNode['target']): ElementFacts {
  const tag = JSON.stringify(target);
  return {
    tag,
    attributes: [],
    ownText: '',
    text: null,
    inside: null,
    path: [{ tag, index: 1, role: '', id: '', label: '', inShadow: false }],
    hosts: [],
    base: '',
  };
}

function impact(value: string | null): Impact | null {
  return impacts.find((known) => known === value) ?? null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
