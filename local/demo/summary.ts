import { toPlainText } from '../terminal.ts';

/** The parts of a report that its summary shows. */
export type ReportExcerpt = {
  summary?: {
    pages?: { known?: number; scanned?: number; byOutcome?: Record<string, number> };
    violations?: Counts;
    needsReview?: Counts;
  };
  violations?: Issue[];
};
type Counts = {
  elements?: number;
  rules?: number;
  byImpact?: Record<string, { elements?: number; rules?: number }>;
};
type Issue = {
  ruleId?: string;
  help?: string;
  impact?: string;
  nodeCount?: number;
  pageCount?: number;
  successCriteria?: unknown[];
  nodes?: { url?: string; path?: unknown; target?: unknown; html?: string }[];
};

const WORST_RULES = 5;

/**
 * Returns the lines that summarize the result of a scan. All text from scanned pages is escaped.
 *
 * @param report as the API returns it; its violations are sorted by impact, the worst first
 */
export function renderSummaryLines(report: ReportExcerpt): string[] {
  const { pages, violations, needsReview } = report.summary ?? {};
  const outcomes = Object.entries(pages?.byOutcome ?? {}).map(
    ([outcome, count]) => `${count} ${toPlainText(outcome, 30)}`,
  );
  const lines = [
    `  Pages         ${pages?.known ?? 0}: ${outcomes.join(', ') || 'none'}`,
    `  Violations    ${formatCounts(violations)}`,
    `  Needs review  ${formatCounts(needsReview)}`,
  ];
  const worst = (report.violations ?? []).slice(0, WORST_RULES);
  if (worst.length > 0) lines.push('', '  Worst rules, each with one of its elements:');
  for (const issue of worst) {
    const { nodeCount = 0, pageCount = 0 } = issue;
    const [node] = issue.nodes ?? [];
    lines.push(
      `  • ${toPlainText(issue.ruleId, 40)} (${toPlainText(issue.impact, 20)}): ${toPlainText(issue.help)}`,
      `    ${formatCount(nodeCount, 'element')} on ${formatCount(pageCount, 'page')}`,
    );
    if (node) {
      lines.push(
        `    ${toPlainText(node.url)} at ${toPlainText(formatSelector(node.path ?? node.target), 80)}`,
        `    ${toPlainText(node.html, 110)}`,
      );
    }
  }
  return lines;
}

function formatCounts(counts: Counts | undefined): string {
  const byImpact = Object.entries(counts?.byImpact ?? {})
    .filter(([, { elements = 0 }]) => elements > 0)
    .map(([impact, { elements }]) => `${elements} ${toPlainText(impact, 20)}`);
  const total = `${formatCount(counts?.elements ?? 0, 'element')} by ${formatCount(counts?.rules ?? 0, 'rule')}`;
  return byImpact.length > 0 ? `${total}: ${byImpact.join(', ')}` : total;
}

/** Returns a selector as text. A path into frames is a list; a path into shadow roots is a list in that list. */
function formatSelector(target: unknown): string {
  return Array.isArray(target) ? target.map(formatSelector).join(' › ') : String(target ?? '');
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
