import { stringify } from 'csv-stringify/sync';
import type { FixedFinding, ReportDecision, ReportPage } from '../core/reports/report.ts';
import type { ReportFinding, ReportSource } from '../core/reports/report-source.ts';
import { getRuleSource } from '../core/rule-sets/rules.ts';
import { formatSelector } from '../core/scans/selector-text.ts';
import { escapeCsvCell } from './escaping/csv-cell.ts';
import { listBrokenLinks } from './parts/broken-links.ts';
import { createDecisionFinder } from './parts/decisions.ts';
import { buildRuleTexts, type RuleText } from './parts/rule-texts.ts';
import { listPageGaps } from './parts/rules-not-run.ts';
import type { ReportRenderer } from './report-renderer.ts';

/** Names of the columns, in their order. New ones are added only at the end. */
export const csvColumns = [
  'state',
  'cause',
  'kind',
  'impact',
  'rule',
  'help',
  'how_to_fix',
  'success_criteria',
  'page_url',
  'selector',
  'html',
  'fingerprint',
  'issue_group',
  'suppressed_by',
  'picture',
  'decision',
  'decision_reason',
  'decision_author',
  'source',
] as const;
type Row = Record<(typeof csvColumns)[number], string>;
const emptyRow = Object.fromEntries(csvColumns.map((name) => [name, ''])) as Row;

/** Number of rows that are written at once. */
const BATCH = 200;

/** Byte order mark, so that Excel reads the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Renders one row per finding (RFC 4180, UTF-8 with byte order mark, every cell quoted): the findings in the order of
 * the report, then the fixed findings of the baseline that the report lists. Then one row per broken link, and one
 * for each rule that did not run on a scanned page.
 */
export const renderCsv: ReportRenderer = async function* (source) {
  yield BYTE_ORDER_MARK + formatRows([Object.fromEntries(csvColumns.map((name) => [name, name])) as Row]);
  let batch: Row[] = [];
  for await (const row of readRows(source)) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield formatRows(batch);
    batch = [];
  }
  if (batch.length > 0) yield formatRows(batch);
};

function formatRows(batch: readonly Row[]): string {
  const cells = batch.map((row) => csvColumns.map((name) => escapeCsvCell(row[name])));
  return stringify(cells, { quoted: true, quoted_empty: true, record_delimiter: 'windows' });
}

async function* readRows(source: ReportSource): AsyncIterable<Row> {
  const rules = buildRuleTexts(source.head);
  const findDecision = createDecisionFinder(source.head);
  for await (const finding of source.findings()) {
    yield buildRow(finding, rules.get(finding.ruleId), findDecision(finding.node));
  }
  for (const fixed of source.head.comparison.fixed.findings)
    yield buildFixedRow(fixed, rules.get(fixed.ruleId));
  for (const page of listBrokenLinks(source.head)) yield buildBrokenLinkRow(page);
  for (const { page, reason, ruleIds } of listPageGaps(source.head.pages)) {
    for (const ruleId of ruleIds) yield buildNotRunRow(page.requestedUrl, reason, ruleId, rules.get(ruleId));
  }
}

/** Returns a row of the kind `not-run` for a rule that did not run on a page. The column of the fix has the reason. */
function buildNotRunRow(url: string, reason: string, ruleId: string, rule: RuleText | undefined): Row {
  return {
    ...emptyRow,
    kind: 'not-run',
    rule: ruleId,
    help: rule?.help ?? ruleId,
    how_to_fix: reason,
    success_criteria: rule?.successCriteria.join(' ') ?? '',
    page_url: url,
    source: getRuleSource(ruleId),
  };
}

function buildRow(
  { kind, ruleId, node }: ReportFinding,
  rule: RuleText | undefined,
  decision: ReportDecision | undefined,
): Row {
  return {
    state: node.state,
    cause: node.cause ?? '',
    kind,
    impact: node.impact,
    rule: ruleId,
    help: rule?.help ?? ruleId,
    how_to_fix: node.howToFix,
    success_criteria: rule?.successCriteria.join(' ') ?? '',
    page_url: node.url,
    selector: formatSelector(node.target),
    html: node.html,
    fingerprint: node.fingerprint ?? '',
    issue_group: node.issueGroup ?? '',
    suppressed_by: node.suppressedBy ?? '',
    picture: node.picture?.id ?? '',
    decision: node.decision ?? '',
    decision_reason: decision?.reason ?? '',
    decision_author: decision?.author.name ?? '',
    source: getRuleSource(ruleId),
  };
}

function buildFixedRow(fixed: FixedFinding, rule: RuleText | undefined): Row {
  return {
    ...emptyRow,
    state: 'fixed',
    kind: fixed.kind,
    impact: fixed.impact,
    rule: fixed.ruleId,
    help: fixed.help,
    success_criteria: rule?.successCriteria.join(' ') ?? '',
    page_url: fixed.url,
    selector: fixed.selector,
    fingerprint: fixed.fingerprint,
    source: getRuleSource(fixed.ruleId),
  };
}

/**
 * Returns a row for a broken link. Its page is the one with the link; if only a sitemap has the link, the linked URL
 * itself.
 */
function buildBrokenLinkRow({ requestedUrl, httpStatus, foundOn }: ReportPage): Row {
  return {
    ...emptyRow,
    state: 'broken-link',
    help: 'Broken link',
    how_to_fix: `${requestedUrl} does not exist (${httpStatus}). Correct or remove the link, or restore the page.`,
    page_url: foundOn ?? requestedUrl,
  };
}
