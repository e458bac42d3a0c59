import { affectedPeople } from '../rule-sets/affected-people.ts';
import { type AxeRule, axeRules } from '../rule-sets/axe-rules.ts';
import { remedyFor } from '../rule-sets/remedies.ts';
import { type Impact, impacts, type PageFinding } from '../scans/page-result.ts';
import { criteriaOf } from '../wcag/criteria.ts';
import type { ReportCounts, ReportNode, RuleFindings } from './report.ts';

/** One rule's finding on one page, with the page's identity. */
export interface PlacedFinding {
  pageId: string;
  url: string;
  finding: PageFinding;
}

const ruleById = new Map(axeRules.map((rule) => [rule.ruleId, rule]));

/** Used only for a finding without impact of a rule that this version of axe does not have. */
const IMPACT_UNKNOWN: Impact = 'moderate';

/**
 * Findings of many pages, put together by rule and sorted worst first, then by number of elements, then by
 * rule id. The elements of a rule keep the order in which the findings come.
 */
export function ruleFindingsOf(findings: readonly PlacedFinding[]): RuleFindings[] {
  const byRule = Map.groupBy(findings, ({ finding }) => finding.ruleId);
  return [...byRule].map(([ruleId, placed]) => ofRule(ruleId, placed)).sort(byWeight);
}

function ofRule(ruleId: string, placed: readonly PlacedFinding[]): RuleFindings {
  const rule = ruleById.get(ruleId);
  const nodes = placed.flatMap(({ pageId, url, finding }) =>
    finding.nodes.map((node): ReportNode => {
      const impact = node.impact ?? impactOf(finding, rule);
      const { any, all, none } = node.fix;
      return { pageId, url, target: node.target, html: node.html, impact, fix: { any, all, none } };
    }),
  );
  const tags = [...(rule?.tags ?? [])];
  return {
    ruleId,
    help: rule?.help ?? ruleId,
    description: rule?.description ?? ruleId,
    helpUrl: rule?.helpUrl ?? null,
    impact: worst([
      ...nodes.map((node) => node.impact),
      ...placed.map(({ finding }) => impactOf(finding, rule)),
    ]),
    affects: rule ? affectedPeople(rule) : null,
    remedy: remedyFor(ruleId),
    successCriteria: criteriaOf(tags),
    bestPractice: tags.includes('best-practice'),
    tags,
    pageCount: new Set(placed.map(({ pageId }) => pageId)).size,
    nodeCount: placed.reduce((sum, { finding }) => sum + elementsOf(finding), 0),
    nodes,
  };
}

/** True number of elements that a finding stands for. */
export function elementsOf(finding: PageFinding): number {
  return Math.max(finding.nodeCount, finding.nodes.length);
}

function impactOf(finding: PageFinding, rule: AxeRule | undefined): Impact {
  return finding.impact ?? rule?.impact ?? IMPACT_UNKNOWN;
}

function worst(all: readonly Impact[]): Impact {
  return impacts.find((impact) => all.includes(impact)) ?? IMPACT_UNKNOWN;
}

function byWeight(a: RuleFindings, b: RuleFindings): number {
  return (
    impacts.indexOf(a.impact) - impacts.indexOf(b.impact) ||
    b.nodeCount - a.nodeCount ||
    (a.ruleId < b.ruleId ? -1 : 1)
  );
}

/** The numbers of a list of rules. An element beyond those kept counts under the worst impact of its rule. */
export function countsOf(rules: readonly RuleFindings[]): ReportCounts {
  const byImpact = Object.fromEntries(
    impacts.map((impact) => [impact, { elements: 0, rules: 0 }]),
  ) as ReportCounts['byImpact'];
  for (const rule of rules) {
    byImpact[rule.impact].rules += 1;
    byImpact[rule.impact].elements += rule.nodeCount - rule.nodes.length;
    for (const node of rule.nodes) byImpact[node.impact].elements += 1;
  }
  return {
    elements: rules.reduce((sum, rule) => sum + rule.nodeCount, 0),
    rules: rules.length,
    byImpact,
    byRule: rules.map(({ ruleId, help, impact, nodeCount, pageCount }) => ({
      ruleId,
      help,
      impact,
      elements: nodeCount,
      pages: pageCount,
    })),
  };
}
