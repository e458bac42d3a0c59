import { type Impact, impacts, type PageFinding, type RuleOutcome } from '../../core/scans/page-result.ts';
import { resultLimits } from './axe.ts';
import type { RawFinding, RawNode, RawResults } from './in-page/axe-run.ts';
import { safeText } from './safe-text.ts';

/** The findings of one page, sorted by rule; violations before needs-review of the same rule. */
export function findingsOf(results: RawResults): PageFinding[] {
  return [
    ...results.violations.map((raw) => finding(raw, 'violation')),
    ...results.incomplete.map((raw) => finding(raw, 'review')),
  ].sort((a, b) => compare(a.ruleId, b.ruleId));
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
  return ruleIds.map((ruleId) => {
    if (violations.has(ruleId)) return { ruleId, result: 'failed' };
    if (incomplete.has(ruleId)) return { ruleId, result: 'review' };
    if (passes.has(ruleId)) return { ruleId, result: 'passed' };
    if (inapplicable.has(ruleId)) return { ruleId, result: 'inapplicable' };
    return { ruleId, result: 'not-run', reason: notRun(ruleId) };
  });
}

function finding(raw: RawFinding, kind: PageFinding['kind']): PageFinding {
  return {
    ruleId: raw.ruleId,
    kind,
    impact: impact(raw.impact),
    nodes: raw.nodes.map(node),
    nodeCount: raw.nodeCount,
  };
}

function node(raw: RawNode): PageFinding['nodes'][number] {
  const selector = (text: string) => safeText(text, resultLimits.selector);
  const messages = (list: string[]) => list.map((text) => safeText(text, resultLimits.message));
  return {
    target: raw.target.map((part) => (typeof part === 'string' ? selector(part) : part.map(selector))),
    html: safeText(raw.html, resultLimits.html),
    impact: impact(raw.impact),
    fix: { any: messages(raw.any), all: messages(raw.all), none: messages(raw.none) },
  };
}

function impact(value: string | null): Impact | null {
  return impacts.find((known) => known === value) ?? null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
