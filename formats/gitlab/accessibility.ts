import type { Report, ReportPage } from '../../core/reports/report.ts';
import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';
import { isScanned, type PageOutcome } from '../../core/scans/page-outcome.ts';
import { formatSelector } from '../../core/scans/selector-text.ts';
import { escapeLine } from '../../core/text/line.ts';
import type { ReportRenderer } from '../form.ts';
import { describeBrokenLink, isBrokenLink } from '../parts/broken-links.ts';
import { readCurrentViolations } from '../parts/findings.ts';
import { buildRuleTexts, type RuleText } from '../parts/rule-texts.ts';
import { listPageGaps } from '../parts/rules-not-run.ts';

const TEXT_MAX = 500;
const CONTEXT_MAX = 500;
const SELECTOR_MAX = 1_000;

/**
 * Findings that are held at once. The format lists them by page and the report by rule, so the report is read
 * once for every batch of pages that have no more together.
 */
export const BATCH_FINDINGS_MAX = 25_000;

/** Outcomes of pages that are not expected to be scanned. */
const passedOver: ReadonlySet<PageOutcome> = new Set(['duplicate-redirect', 'not-attempted']);

/** One entry of a page, in the form of pa11y's results. */
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
 * GitLab's accessibility report (https://docs.gitlab.com/ci/testing/accessibility_testing/), which has the
 * form of pa11y-ci's: by page, each violation that is not suppressed. A page that could not be scanned has
 * one entry that says so, as in pa11y-ci, and so never counts as passed; likewise a page on which rules did not run. A
 * broken link has one too.
 */
export const renderGitlabAccessibility: ReportRenderer = async function* (source) {
  const { head } = source;
  const rules = buildRuleTexts(head);
  const counts = await countsOf(source);
  const pages = head.pages.filter(({ outcome }) => !passedOver.has(outcome));
  const gaps = Map.groupBy(listPageGaps(pages), ({ page }) => page.id);
  const unjudged = (page: ReportPage) => (isScanned(page.outcome) ? (gaps.get(page.id)?.length ?? 0) : 1);
  const numbers = pages.map((page) => (counts.get(page.id) ?? 0) + unjudged(page));
  const errors = numbers.reduce((sum, each) => sum + each, 0);
  const passes = numbers.filter((each) => each === 0).length;
  yield `{"total":${pages.length},"passes":${passes},"errors":${errors},"results":{`;
  let before = '';
  for (const batch of batchesOf(pages, counts)) {
    const issues = await issuesOf(source, batch, counts, rules);
    for (const page of batch) {
      const entries = issues.get(page.id) ?? [];
      if (!isScanned(page.outcome)) entries.push(JSON.stringify(notScanned(page)));
      for (const gap of gaps.get(page.id) ?? []) entries.push(JSON.stringify(notRun(gap)));
      yield `${before}\n${JSON.stringify(escapeLine(page.requestedUrl))}:[${entries.join(',\n')}]`;
      before = ',';
    }
  }
  yield '\n}}\n';
};

async function countsOf(source: ReportSource): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { node } of readCurrentViolations(source)) {
    counts.set(node.pageId, (counts.get(node.pageId) ?? 0) + 1);
  }
  return counts;
}

function* batchesOf(pages: Report['pages'], counts: ReadonlyMap<string, number>): Iterable<ReportPage[]> {
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

/** The entries of some pages by page, as JSON. */
async function issuesOf(
  source: ReportSource,
  batch: readonly ReportPage[],
  counts: ReadonlyMap<string, number>,
  rules: ReadonlyMap<string, RuleText>,
): Promise<Map<string, string[]>> {
  const issues = new Map(batch.map(({ id }) => [id, [] as string[]]));
  if (!batch.some(({ id }) => counts.has(id))) return issues;
  for await (const finding of readCurrentViolations(source)) {
    issues.get(finding.node.pageId)?.push(JSON.stringify(issueOf(finding, rules.get(finding.ruleId))));
  }
  return issues;
}

function issueOf({ ruleId, node }: ReportFinding, rule: RuleText | undefined): Issue {
  return {
    code: ruleId,
    type: 'error',
    typeCode: 1,
    message: escapeLine(`${rule?.help ?? ruleId}. ${node.howToFix}`, TEXT_MAX),
    context: escapeLine(node.html, CONTEXT_MAX),
    selector: escapeLine(formatSelector(node.target), SELECTOR_MAX),
    runner: 'axe',
    runnerExtras: {
      description: rule?.description ?? ruleId,
      impact: node.impact,
      help: rule?.help ?? ruleId,
      helpUrl: rule?.helpUrl ?? '',
    },
  };
}

function notScanned(page: ReportPage): Issue {
  const { outcome, detail } = page;
  if (isBrokenLink(page)) return notJudged(outcome, describeBrokenLink(page));
  return notJudged(`page-${outcome}`, detail);
}

function notRun({ reason, ruleIds }: { reason: string; ruleIds: readonly string[] }): Issue {
  return notJudged('rules-not-run', `Rules not run: ${ruleIds.join(', ')}. ${reason}`);
}

function notJudged(code: string, message: string): Issue {
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
