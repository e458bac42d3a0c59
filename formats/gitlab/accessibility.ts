import type { Report, ReportPage } from '../../core/reports/report.ts';
import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';
import { getRuleSource } from '../../core/rule-sets/rules.ts';
import type { RuleSource } from '../../core/scans/engine.ts';
import { isScanned, type PageOutcome } from '../../core/scans/page-outcome.ts';
import { formatSelector } from '../../core/scans/selector-text.ts';
import { escapeLine } from '../../core/text/line.ts';
import { describeBrokenLink, isBrokenLink } from '../parts/broken-links.ts';
import { appendDecision, describeDecision } from '../parts/decision-text.ts';
import { createDecisionFinder } from '../parts/decisions.ts';
import { readCurrentViolations } from '../parts/findings.ts';
import { buildRuleTexts, type RuleText } from '../parts/rule-texts.ts';
import { listPageGaps } from '../parts/rules-not-run.ts';
import type { ReportRenderer } from '../report-renderer.ts';

const TEXT_MAX = 500;
const CONTEXT_MAX = 500;
const SELECTOR_MAX = 1_000;

/**
 * Maximum number of findings in memory. The format lists them by page and the report by rule, so the report is read
 * once for every batch of pages with at most this many findings.
 */
export const BATCH_FINDINGS_MAX = 25_000;

/** Outcomes of pages that are not counted as not scanned. */
const uncountedOutcomes: ReadonlySet<PageOutcome> = new Set(['duplicate-redirect', 'not-attempted']);

/** The runners of pa11y's results; `axe` is its own name of axe-core. */
const runners = { 'axe-core': 'axe', 'a11y-scan': 'a11y-scan' } as const satisfies Record<RuleSource, string>;

/** One entry of a page, in the format of pa11y's results. */
interface Issue {
  code: string;
  type: 'error';
  typeCode: 1;
  message: string;
  context: string;
  selector: string;
  runner: string;
  runnerExtras: Record<string, string>;
}

/**
 * Renders GitLab's accessibility report (https://docs.gitlab.com/ci/testing/accessibility_testing/), which has the
 * format of pa11y-ci's: by page, each violation that is not suppressed. A page that could not be scanned has one
 * entry that says so, as in pa11y-ci, so it never counts as passed. A page on which rules did not run, and a broken
 * link, have such an entry too.
 */
export const renderGitlabAccessibility: ReportRenderer = async function* (source) {
  const { head } = source;
  const rules = buildRuleTexts(head);
  const counts = await countViolations(source);
  const pages = head.pages.filter(({ outcome }) => !uncountedOutcomes.has(outcome));
  const gaps = Map.groupBy(listPageGaps(pages), ({ page }) => page.id);
  const countServiceIssues = (page: ReportPage) =>
    isScanned(page.outcome) ? (gaps.get(page.id)?.length ?? 0) : 1;
  const numbers = pages.map((page) => (counts.get(page.id) ?? 0) + countServiceIssues(page));
  const errors = numbers.reduce((sum, each) => sum + each, 0);
  const passes = numbers.filter((each) => each === 0).length;
  yield `{"total":${pages.length},"passes":${passes},"errors":${errors},"results":{`;
  let before = '';
  for (const batch of splitIntoBatches(pages, counts)) {
    const issues = await readIssues(source, batch, counts, rules);
    for (const page of batch) {
      const entries = issues.get(page.id) ?? [];
      if (!isScanned(page.outcome)) entries.push(JSON.stringify(buildNotScannedIssue(page)));
      for (const gap of gaps.get(page.id) ?? []) entries.push(JSON.stringify(buildNotRunIssue(gap)));
      yield `${before}\n${JSON.stringify(escapeLine(page.requestedUrl))}:[${entries.join(',\n')}]`;
      before = ',';
    }
  }
  yield '\n}}\n';
};

async function countViolations(source: ReportSource): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { node } of readCurrentViolations(source)) {
    counts.set(node.pageId, (counts.get(node.pageId) ?? 0) + 1);
  }
  return counts;
}

function* splitIntoBatches(
  pages: Report['pages'],
  counts: ReadonlyMap<string, number>,
): Iterable<ReportPage[]> {
  let batch: ReportPage[] = [];
  let findings = 0;
  for (const page of pages) {
    const count = counts.get(page.id) ?? 0;
    if (batch.length > 0 && findings + count > BATCH_FINDINGS_MAX) {
      yield batch;
      batch = [];
      findings = 0;
    }
    batch.push(page);
    findings += count;
  }
  if (batch.length > 0) yield batch;
}

/** Returns the entries of some pages as JSON, by page id. */
async function readIssues(
  source: ReportSource,
  batch: readonly ReportPage[],
  counts: ReadonlyMap<string, number>,
  rules: ReadonlyMap<string, RuleText>,
): Promise<Map<string, string[]>> {
  const issues = new Map(batch.map(({ id }) => [id, [] as string[]]));
  if (!batch.some(({ id }) => counts.has(id))) return issues;
  const findDecision = createDecisionFinder(source.head);
  for await (const finding of readCurrentViolations(source)) {
    const { ruleId, node } = finding;
    const decided = describeDecision(node.decision, findDecision(node));
    issues.get(node.pageId)?.push(JSON.stringify(buildIssue(finding, rules.get(ruleId), decided)));
  }
  return issues;
}

/** @param decided what a person decided about the finding; empty without a decision */
function buildIssue({ ruleId, node }: ReportFinding, rule: RuleText | undefined, decided: string): Issue {
  return {
    code: ruleId,
    type: 'error',
    typeCode: 1,
    message: appendDecision(`${rule?.help ?? ruleId}. ${node.howToFix}`, decided, TEXT_MAX),
    context: escapeLine(node.html, CONTEXT_MAX),
    selector: escapeLine(formatSelector(node.target), SELECTOR_MAX),
    runner: runners[getRuleSource(ruleId)],
    runnerExtras: {
      description: rule?.description ?? ruleId,
      impact: node.impact,
      help: rule?.help ?? ruleId,
      helpUrl: rule?.helpUrl ?? '',
    },
  };
}

function buildNotScannedIssue(page: ReportPage): Issue {
  const { outcome, detail } = page;
  if (isBrokenLink(page)) return buildServiceIssue(outcome, describeBrokenLink(page));
  return buildServiceIssue(`page-${outcome}`, detail);
}

function buildNotRunIssue({ reason, ruleIds }: { reason: string; ruleIds: readonly string[] }): Issue {
  return buildServiceIssue('rules-not-run', `Rules not run: ${ruleIds.join(', ')}. ${reason}`);
}

function buildServiceIssue(code: string, message: string): Issue {
  return {
    code,
    type: 'error',
    typeCode: 1,
    message: escapeLine(message, TEXT_MAX),
    context: '',
    selector: '',
    runner: 'a11y-scan-service',
    runnerExtras: {},
  };
}
