import { SHORT_LIMITS_TEXT } from '../core/reports/limits.ts';
import type { IssueGroup, Report } from '../core/reports/report.ts';
import { impacts } from '../core/scans/page-result.ts';
import { formatElementPath } from '../core/scans/selector-text.ts';
import { formatCodeSpan, formatProse } from './escaping/markdown.ts';
import type { ReportRenderer } from './form.ts';
import {
  countPagesWithoutBrokenLinks,
  describeLinkSource,
  formatBrokenLinksSuffix,
  listBrokenLinks,
} from './parts/broken-links.ts';
import {
  formatGroupElements,
  formatOneFixAside,
  isCurrent,
  isUrgent,
  listOtherPages,
} from './parts/groups.ts';
import { buildRuleTexts, type RuleText } from './parts/rule-texts.ts';
import { formatGapUrls, formatRulesNotRun } from './parts/rules-not-run.ts';
import { formatCount, formatNumber, impactNames } from './parts/words.ts';

/**
 * Characters of the whole comment at most. GitHub takes 65,536 (its API answers "body is too long (maximum is
 * 65536 characters)"), GitLab 1,000,000; what a pipeline adds around it has room.
 */
export const MARKDOWN_LENGTH_MAX = 60_000;
/** Groups that are shown with element and fix, and entries of each list. */
const DETAILED_MAX = 20;
/** Those that are not new are shown so only up to this many in all: a comment is about a change. */
const STANDING_MAX = 10;
const LISTED_MAX = 100;
/** Characters of what a page says. */
const TEXT_MAX = 300;
const ADDRESS_MAX = 200;
const ADDRESS_IN_LINE_MAX = 120;
const HTML_MAX = 240;

/**
 * A comment for a pull request: the gate with its reasons, what is new with how to fix it, what else the gate
 * counts (without a baseline, whatever there is to fix), what is fixed, numbers, and the rest as a collapsed
 * list. It is made of the report's head alone and never longer than
 * `MARKDOWN_LENGTH_MAX`; what did not fit is counted.
 */
export const renderMarkdown: ReportRenderer = async function* ({ head }) {
  const rules = buildRuleTexts(head);
  const groups = head.issueGroups.filter(isCurrent);
  const fresh = groups.filter((group) => group.kind === 'violation' && freshOf(group) > 0);
  const isFresh = new Set(fresh);
  const standing = groups.filter((group) => !isFresh.has(group) && isUrgent(head, group));
  const standingShown = standing.slice(0, Math.max(0, STANDING_MAX - fresh.length));
  const isShown = new Set([...fresh, ...standingShown]);
  const rest = groups.filter((group) => !isShown.has(group));
  const closing = closingOf(head);
  const page = new Page(MARKDOWN_LENGTH_MAX - closing.length);
  page.add(openingOf(head));
  page.list(
    freshTitle(fresh),
    fresh.slice(0, DETAILED_MAX).map((group) => groupText(head, group, rules)),
    fresh.length,
  );
  page.list(
    standingTitle(head, standing.length, standingShown.length, fresh.length > 0),
    standingShown.map((group) => groupText(head, group, rules)),
    standingShown.length,
  );
  const { fixed } = head.comparison;
  page.list(
    `### Fixed: ${formatCount(fixed.count, 'finding')}`,
    fixed.findings
      .slice(0, DETAILED_MAX)
      .map(
        ({ help, url, selector }) =>
          `- ${formatProse(help, TEXT_MAX)} on ${formatCodeSpan(url, ADDRESS_MAX)}, at ${formatCodeSpan(selector, ADDRESS_MAX)}\n`,
      ),
    fixed.count,
  );
  const broken = listBrokenLinks(head);
  page.list(
    `### Broken links: ${formatNumber(broken.length)}`,
    broken.slice(0, DETAILED_MAX).map(({ requestedUrl, httpStatus, foundOn }) => {
      const where = describeLinkSource({ foundOn: foundOn && formatCodeSpan(foundOn, ADDRESS_MAX) });
      return `- ${formatCodeSpan(requestedUrl, ADDRESS_MAX)} (${httpStatus}), ${where}\n`;
    }),
    broken.length,
  );
  page.add(numbersOf(head));
  page.list(
    `<details>\n<summary>${formatCount(rest.length, 'other issue group')}</summary>`,
    rest.slice(0, LISTED_MAX).map((group) => line(head, group, rules)),
    rest.length,
    '\n</details>\n',
  );
  yield page.text + closing;
};

/** Text that grows as long as there is room. */
class Page {
  text = '';
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a block, if it fits. */
  add(block: string): void {
    if (block !== '' && this.text.length + block.length + 1 <= this.#max) this.text += `${block}\n`;
  }

  /**
   * Adds a list with its heading, as many entries as fit, and says how many were left out; nothing for an empty list.
   * @param total how many there are, where not all are given
   */
  list(heading: string, entries: readonly string[], total: number, end = ''): void {
    if (total === 0) return;
    // Room for the sentence about those left out.
    const room = this.#max - this.text.length - heading.length - end.length - 100;
    let length = 0;
    const shown = entries.filter((entry) => {
      length += entry.length;
      return length <= room;
    });
    if (room < 0) return;
    const omitted = total - shown.length;
    const more = omitted === 0 ? '' : `\nand ${formatCount(omitted, 'more', 'more')}, in the full report\n`;
    this.text += `${heading}\n\n${shown.join('')}${more}${end}\n`;
  }
}

const freshOf = ({ byState }: IssueGroup) => byState.new + byState.regressed;

/** @param follows whether what is new stands above it */
function standingTitle({ comparison }: Report, count: number, shown: number, follows: boolean): string {
  const here = shown < count ? `; the worst ${shown} are listed` : '';
  return comparison.baseline === null
    ? `### Violations: ${formatCount(count, 'issue group')}${here}`
    : `### ${follows ? 'Also counted' : 'Counted'} by the gate: ${formatCount(count, 'issue group')}${here}`;
}

const gateTitles = {
  passed: 'the gate passed',
  failed: 'the gate failed',
  inconclusive: 'the gate is inconclusive',
};

function openingOf(head: Report): string {
  const { gate, comparison, site, summary, scan } = head;
  const title = gate.result === null ? 'scan report' : gateTitles[gate.result];
  const reasons = gate.reasons.map(({ message }) => `- ${formatProse(message, TEXT_MAX)}`).join('\n');
  const { baseline } = comparison;
  const compared = baseline
    ? `Compared with scan ${formatCodeSpan(baseline.scanId, ADDRESS_MAX)} of ${baseline.createdAt.slice(0, 10)}${
        baseline.branch === null ? '' : ` on ${formatCodeSpan(baseline.branch, ADDRESS_MAX)}`
      }.`
    : `Not compared: ${formatProse(comparison.whyNone ?? 'there is no scan to compare with', TEXT_MAX)}`;
  const known = countPagesWithoutBrokenLinks(head);
  const pages = `${formatNumber(summary.pages.scanned)} of ${formatCount(known, 'page')} of ${formatCodeSpan(
    site.name,
    ADDRESS_MAX,
  )} ${known === 1 ? 'was' : 'were'} scanned${formatBrokenLinksSuffix(head)}.`;
  const incomplete = scan.incomplete ? ' The scan did not run to its end.' : '';
  // So that a pipeline finds its comment again; one for each site.
  const marker = `<!-- a11y-scan-report ${site.id ?? 'local'} -->`;
  const blocks = [`## Accessibility: ${title}`, reasons, `${pages}${incomplete} ${compared}`];
  return `${marker}\n${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function freshTitle(fresh: readonly IssueGroup[]): string {
  const findings = fresh.reduce((sum, group) => sum + freshOf(group), 0);
  const byEngine = fresh.reduce((sum, group) => sum + group.byEngine, 0);
  const title = `### New: ${formatCount(fresh.length, 'issue group')}, ${formatCount(findings, 'finding')}`;
  if (byEngine === 0) return title;
  const came = `${formatCount(byEngine, 'new finding')} ${byEngine === 1 ? 'was' : 'were'} caused by a change of the rules or the browser`;
  return `${title}\n\n${came}, not of the pages.`;
}

function groupText(head: Report, group: IssueGroup, rules: ReadonlyMap<string, RuleText>): string {
  const { example } = group;
  const facts = [
    `**${impactNames[group.impact]}** · **${help(group, rules)}** · ${where(head, group)}${newsOf(group)}${formatOneFixAside(group)}`,
    `How to fix: ${formatCodeSpan(example.howToFix, TEXT_MAX)}`,
    `Element: ${formatCodeSpan(example.html, HTML_MAX)} at ${formatCodeSpan(formatElementPath(example), ADDRESS_MAX)}`,
    `Page: ${formatCodeSpan(example.url, ADDRESS_MAX)}${alsoOn(head, group)}`,
    `About: ${about(group, rules)}`,
  ];
  return `- ${facts.join('<br>\n  ')}\n`;
}

function line(head: Report, group: IssueGroup, rules: ReadonlyMap<string, RuleText>): string {
  const review = group.kind === 'review' ? ' (needs review)' : '';
  const element = formatCodeSpan(formatElementPath(group.example), ADDRESS_IN_LINE_MAX);
  const page = formatCodeSpan(group.example.url, ADDRESS_IN_LINE_MAX);
  return `- ${impactNames[group.impact]}: ${help(group, rules)}${review}, ${where(head, group)}${formatOneFixAside(group)}, e.g. ${element} on ${page}\n`;
}

function help({ ruleId }: IssueGroup, rules: ReadonlyMap<string, RuleText>): string {
  return formatProse(rules.get(ruleId)?.help ?? ruleId, TEXT_MAX);
}

function where(head: Report, group: IssueGroup): string {
  const scanned = formatCount(head.summary.pages.scanned, 'page');
  return `${formatGroupElements(group)} on ${formatNumber(group.pageIds.length)} of ${scanned}`;
}

/** The first pages beside that of the example. */
function alsoOn({ pages }: Report, group: IssueGroup): string {
  const ids = new Set(group.pageIds);
  const addresses = new Map(
    pages.flatMap(({ id, requestedUrl }) => (ids.has(id) ? [[id, requestedUrl]] : [])),
  );
  const { named, more } = listOtherPages(group, addresses);
  if (named.length === 0) return '';
  const shown = named.map((url) => formatCodeSpan(url, ADDRESS_IN_LINE_MAX)).join(', ');
  return `, also on ${shown}${more > 0 ? ` and ${formatCount(more, 'more', 'more')}` : ''}`;
}

/** What of a group came since the baseline, where that is not all of it, and how. */
function newsOf({ elements, suppressed, byState, byEngine }: IssueGroup): string {
  const facts = [
    byState.new > 0 && byState.new < elements - suppressed ? `, ${formatNumber(byState.new)} new` : '',
    byState.regressed > 0 ? `, ${formatNumber(byState.regressed)} back after it was fixed` : '',
    byEngine > 0 ? ` (${formatNumber(byEngine)} by a change of the rules or the browser)` : '',
  ];
  return facts.join('');
}

/** The rule and its criteria, as links to addresses of our own tables. */
function about({ ruleId }: IssueGroup, rules: ReadonlyMap<string, RuleText>): string {
  const rule = rules.get(ruleId);
  const name = formatCodeSpan(ruleId, TEXT_MAX);
  const criteria = rule && rule.successCriteria.length > 0 ? `, WCAG ${rule.successCriteria.join(', ')}` : '';
  return (rule?.helpUrl && isPlainLink(rule.helpUrl) ? `[${name}](${rule.helpUrl})` : name) + criteria;
}

/** An address that can do nothing but lead to a page: no brackets, no spaces. */
function isPlainLink(url: string): boolean {
  return /^https:\/\/[\w./?=&%#-]+$/.test(url);
}

function numbersOf({ summary, comparison }: Report): string {
  const { pages, violations, needsReview, suppressed, rulesNotRun } = summary;
  const row = (name: string, found: number, review: number) =>
    `| ${name} | ${formatNumber(found)} | ${formatNumber(review)} |`;
  const rows = impacts.map((impact) =>
    row(impactNames[impact], violations.byImpact[impact].elements, needsReview.byImpact[impact].elements),
  );
  const states = Object.entries(comparison.violations)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${state} ${formatNumber(count)}`)
    .join(', ');
  const isEmpty = violations.elements + needsReview.elements === 0;
  const hidden = suppressed.violations.elements + suppressed.needsReview.elements;
  const unseen = comparison.notSeenAgain.count;
  const sentences = [
    isEmpty && pages.scanned > 0
      ? `The rules${rulesNotRun.length > 0 ? ' that ran' : ''} found no violation and nothing to review.`
      : '',
    states === '' || comparison.baseline === null ? '' : `Violations by state: ${states}.`,
    hidden === 0 ? '' : `${formatCount(hidden, 'finding')} suppressed.`,
    unseen === 0
      ? ''
      : `${formatCount(unseen, 'earlier finding')} could not be checked: page, frame or rule was not reached.`,
    ...rulesNotRun.map((gap) => {
      const urls = formatGapUrls(gap, (url) => formatCodeSpan(url, ADDRESS_MAX));
      return `**Rules not run**: ${formatProse(formatRulesNotRun(gap, pages.scanned), TEXT_MAX)} (${urls}).`;
    }),
  ];
  const table = [
    '### Summary\n',
    '| Impact | Violations | Needs review |',
    '|---|---:|---:|',
    ...rows,
    row('All', violations.elements, needsReview.elements),
  ].join('\n');
  const text = sentences.filter((each) => each !== '').join(' ');
  const blocks = [isEmpty ? '' : table, text].filter((each) => each !== '');
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function closingOf({ scan }: Report): string {
  return `<sub>Scan ${formatCodeSpan(scan.id, ADDRESS_MAX)}. ${SHORT_LIMITS_TEXT}</sub>\n`;
}
