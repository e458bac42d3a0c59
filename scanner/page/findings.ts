import type { CDPSession } from 'puppeteer-core';
import type { ElementFacts } from '../../core/findings/element-facts.ts';
import { identify } from '../../core/findings/fingerprint.ts';
import type { FindingNode, PageFinding, RuleOutcome } from '../../core/scans/page-result.ts';
import { parseImpact } from '../redact/redact-node.ts';
import type { Redaction } from '../redact/redact-result.ts';
import type { AxeRun } from './axe.ts';
import type { PageClock } from './clock.ts';
import { type FoundElement, readFoundElements } from './found-elements.ts';
import type { WireFinding, WireNode, WireRule } from './in-page/wire-results.ts';

/** What identifies a finding besides the content of the page. */
export interface FindingContext {
  /** The page's identity: see `buildPageIdentity`. */
  identity: string;
  /** CSS selectors of suppressions. Each finding lists those that match its element. */
  suppressionSelectors: string[];
  redaction: Redaction;
}

/** Where the elements of nodes are in the page. */
const elements = new WeakMap<FindingNode, NonNullable<WireNode['element']>>();

/** Returns the frame of a node's element and its number there; undefined if it is not known. */
export function findElement(node: FindingNode): NonNullable<WireNode['element']> | undefined {
  return elements.get(node);
}

/**
 * Reads the elements of findings while the page is open.
 * @returns the redacted findings with their identities, sorted by rule, violations before needs-review findings
 */
export async function readFindings(
  session: CDPSession,
  run: Pick<AxeRun, 'findings' | 'frames'>,
  context: FindingContext,
  clock: PageClock,
): Promise<PageFinding[]> {
  const findingByNode = new Map(run.findings.flatMap((found) => found.nodes.map((node) => [node, found])));
  const nodes = new Map<WireNode, FindingNode>();
  const found = readFoundElements(session, run, findingByNode.keys(), context.suppressionSelectors, clock);
  for await (const { nodes: same, ...element } of found) {
    const redacted = redactElement(element, context.redaction);
    for (const node of same) {
      nodes.set(node, buildNode(node, findingByNode.get(node) as WireFinding, redacted, context));
    }
  }
  return sortFindings(
    run.findings.map((found) => ({
      ruleId: found.ruleId,
      kind: found.kind,
      impact: parseImpact(found.impact),
      nodes: found.nodes.map(
        (node) =>
          nodes.get(node) ?? buildNode(node, found, buildGoneElement(node, context.redaction), context),
      ),
      nodeCount: found.nodeCount,
    })),
  );
}

/** Returns findings sorted by rule; of each rule, violations before needs-review findings. */
export function sortFindings(findings: readonly PageFinding[]): PageFinding[] {
  const rank = ({ kind }: PageFinding) => (kind === 'violation' ? 0 : 1);
  return findings.toSorted((a, b) => compare(a.ruleId, b.ruleId) || rank(a) - rank(b));
}

/**
 * Returns the outcome of each requested rule, in the order of the request.
 * @param ended the result of each rule that ran
 * @param notRun returns why another rule was not run
 */
export function buildRuleOutcomes(
  ruleIds: string[],
  ended: ReadonlyMap<string, WireRule[1]>,
  notRun: (ruleId: string) => string,
): RuleOutcome[] {
  return ruleIds.map((ruleId) => {
    const result = ended.get(ruleId);
    if (result === undefined) return { ruleId, result: 'not-run', reason: notRun(ruleId) };
    if (result !== 'error') return { ruleId, result };
    return { ruleId, result: 'not-run', reason: 'The rule failed with an error on this page.' };
  });
}

type Element = Omit<FoundElement, 'nodes'>;

function redactElement({ facts, frames, path, matchedSelectors }: Element, redaction: Redaction): Element {
  return {
    facts: redaction.element(facts),
    frames: frames.map(redaction.element),
    path: path && redaction.path(path),
    matchedSelectors,
  };
}

/** Returns the facts of an element that no longer exists. Only its selector identifies it. */
function buildGoneElement({ target }: WireNode, redaction: Redaction): Element {
  const tag = JSON.stringify(redaction.path(target));
  const facts: ElementFacts = {
    tag,
    attributes: [],
    ownText: '',
    text: null,
    inside: null,
    path: [{ tag, index: 1, role: '', id: '', label: '', inShadow: false }],
    hosts: [],
    base: '',
  };
  return { facts, frames: [], path: null, matchedSelectors: [] };
}

/** Returns a node as it is stored. The element must be redacted. */
function buildNode(
  wire: WireNode,
  { ruleId, kind }: WireFinding,
  { facts, frames, path, matchedSelectors }: Element,
  { identity: page, redaction }: FindingContext,
): FindingNode {
  const node = redaction.node(wire);
  const identity = identify({ ruleId, kind, page, frames, element: facts, checks: node.checks });
  const built = { ...node, path: path ?? node.target, identity, marks: matchedSelectors, picture: null };
  if (wire.element !== null) elements.set(built, wire.element);
  return built;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
