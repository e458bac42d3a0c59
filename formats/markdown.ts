import { describeResolution } from '../core/gate/resolutions.ts';
import { countListed } from '../core/reports/count-listed.ts';
import { SHORT_LIMITS_TEXT } from '../core/reports/limits.ts';
import type { IssueGroup, Report } from '../core/reports/report.ts';
import { getRuleSource } from '../core/rule-sets/rules.ts';
import { impacts } from '../core/scans/page-result.ts';
import { formatElementPath } from '../core/scans/selector-text.ts';
import { formatCodeSpan, formatProse } from './escaping/markdown.ts';
import {
  countPagesWithoutBrokenLinks,
  describeLinkSource,
  formatBrokenLinksSuffix,
  listBrokenLinks,
} from './parts/broken-links.ts';
import { type DecidedFindings, readDecidedFindings } from './parts/decided-findings.ts';
import { verdictWords } from './parts/decision-text.ts';
import { describeDecided, PROBLEM_TEXT } from './parts/decisions.ts';
import {
  countJudgedPages,
  formatGroupElements,
  formatGroupPages,
  formatOneFixAside,
  isCurrent,
  isUrgent,
  listOtherPages,
} from './parts/groups.ts';
import { describeIncompleteReport } from './parts/incomplete.ts';
import { describeNotSeenAgain } from './parts/not-seen-again.ts';
import { buildRuleTexts, type RuleText } from './parts/rule-texts.ts';
import { formatGapUrls, formatRulesNotRun } from './parts/rules-not-run.ts';
import { formatCount, formatNumber, impactNames } from './parts/words.ts';
import type { ReportRenderer } from './report-renderer.ts';

/**
 * Maximum length of the comment in characters. GitHub allows 65,536 (its API answers "body is too long (maximum is
 * 65536 characters)"), GitLab 1,000,000. The difference is for text that a CI pipeline adds.
 */
export const MARKDOWN_LENGTH_MAX = 60_000;
/** Groups that are shown with element and fix, and entries of each list. */
const DETAILED_MAX = 20;
/**
 * Groups that are not new are shown with element and fix only up to this total number, because the comment is about a
 * change.
 */
const STANDING_MAX = 10;
const LISTED_MAX = 100;
/** Maximum number of characters of a text from a page. */
const TEXT_MAX = 300;
const ADDRESS_MAX = 200;
const ADDRESS_IN_LINE_MAX = 120;
const HTML_MAX = 240;
const NAME_MAX = 100;

/**
 * Renders a comment for a pull request: the gate with its reasons, new issue groups with their fixes, other issue
 * groups that the gate counts (without a baseline, all that have to be fixed), fixed findings, numbers, and the rest
 * as collapsed lists: what people decided, and other issue groups. It uses only the head of the report, unless people
 * decided about findings, and is never longer than `MARKDOWN_LENGTH_MAX`; entries that do not fit are counted.
 */
export const renderMarkdown: ReportRenderer = async function* (source) {
  const { head } = source;
  const rules = buildRuleTexts(head);
  const groups = head.issueGroups.filter(isCurrent);
  const newGroups = groups.filter((group) => group.kind === 'violation' && countNew(group) > 0);
  const newGroupSet = new Set(newGroups);
  const standing = groups.filter((group) => !newGroupSet.has(group) && isUrgent(head, group));
  const standingShown = standing.slice(0, Math.max(0, STANDING_MAX - newGroups.length));
  const shownGroups = new Set([...newGroups, ...standingShown]);
  const rest = groups.filter((group) => !shownGroups.has(group));
  const closing = renderClosing(head);
  const comment = new CommentText(MARKDOWN_LENGTH_MAX - closing.length);
  comment.add(renderOpening(head));
  comment.list(
    renderNewTitle(newGroups),
    newGroups.slice(0, DETAILED_MAX).map((group) => renderGroup(head, group, rules)),
    newGroups.length,
  );
  comment.list(
    renderStandingTitle(head, standing.length, standingShown.length, newGroups.length > 0),
    standingShown.map((group) => renderGroup(head, group, rules)),
    standingShown.length,
  );
  const { fixed } = head.comparison;
  comment.list(
    `### Fixed: ${formatCount(fixed.count, 'finding')}`,
    fixed.findings
      .slice(0, DETAILED_MAX)
      .map(
        ({ help: renderHelp, url, selector }) =>
          `- ${formatProse(renderHelp, TEXT_MAX)} on ${formatCodeSpan(url, ADDRESS_MAX)}, at ${formatCodeSpan(selector, ADDRESS_MAX)}\n`,
      ),
    fixed.count,
  );
  const broken = listBrokenLinks(head);
  comment.list(
    `### Broken links: ${formatNumber(broken.length)}`,
    broken.slice(0, DETAILED_MAX).map(({ requestedUrl, httpStatus, foundOn }) => {
      const where = describeLinkSource({ foundOn: foundOn && formatCodeSpan(foundOn, ADDRESS_MAX) });
      return `- ${formatCodeSpan(requestedUrl, ADDRESS_MAX)} (${httpStatus}), ${where}\n`;
    }),
    broken.length,
  );
  comment.add(renderNumbers(head));
  const decided = await readDecidedFindings(source);
  comment.list(
    `<details>\n<summary>${formatCount(decided.length, 'decision')} of people</summary>`,
    decided.slice(0, DETAILED_MAX).map((each) => renderDecided(each, rules)),
    decided.length,
    '\n</details>\n',
  );
  comment.list(
    `<details>\n<summary>${formatCount(rest.length, 'other issue group')}</summary>`,
    rest.slice(0, LISTED_MAX).map((group) => renderGroupLine(head, group, rules)),
    rest.length,
    '\n</details>\n',
  );
  comment.add(renderCriteria(head));
  yield comment.text + closing;
};

/** Text with a maximum length. */
class CommentText {
  text = '';
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a block if it fits. */
  add(block: string): void {
    if (block !== '' && this.text.length + block.length + 1 <= this.#max) this.text += `${block}\n`;
  }

  /**
   * Adds a list with its heading and as many entries as fit, and states how many are omitted. Adds nothing for an
   * empty list.
   * @param total number of all entries, also of those not passed
   */
  list(heading: string, entries: readonly string[], total: number, end = ''): void {
    if (total === 0) return;
    // The 100 characters are for the sentence about omitted entries.
    const remaining = this.#max - this.text.length - heading.length - end.length - 100;
    let length = 0;
    const shown = entries.filter((entry) => {
      length += entry.length;
      return length <= remaining;
    });
    if (remaining < 0) return;
    const omitted = total - shown.length;
    const more = omitted === 0 ? '' : `\nand ${formatCount(omitted, 'more', 'more')}, in the full report\n`;
    this.text += `${heading}\n\n${shown.join('')}${more}${end}\n`;
  }
}

const countNew = ({ byState }: IssueGroup) => byState.new + byState.regressed;

/** @param follows true if the new issue groups are listed above */
function renderStandingTitle({ comparison }: Report, count: number, shown: number, follows: boolean): string {
  const here = shown < count ? `; the worst ${shown} are listed` : '';
  return comparison.baseline === null
    ? `### Violations: ${formatCount(count, 'issue group')}${here}`
    : `### ${follows ? 'Also counted' : 'Counted'} by the gate: ${formatCount(count, 'issue group')}${here}`;
}

const gateTitles = {
  passed: 'the gate passed',
  failed: 'the gate failed',
  inconclusive: 'the gate is not decided',
};

function renderOpening(head: Report): string {
  const { gate, comparison, site, summary, scan } = head;
  const title = gate.result === null ? 'scan report' : gateTitles[gate.result];
  const reasons = gate.reasons
    .map(({ code, message }) => {
      const resolution = describeResolution(code);
      const next = resolution === null ? '' : `  \n  What to do – ${formatProse(resolution, TEXT_MAX)}`;
      return `- ${formatProse(message, TEXT_MAX)}${next}`;
    })
    .join('\n');
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
  const incomplete = describeIncompleteReport(scan);
  // A CI pipeline finds its earlier comment by this marker. Each site has its own.
  const marker = `<!-- a11y-scan-report ${site.id ?? 'local'} -->`;
  const facts = [pages, incomplete, compared].filter((sentence) => sentence !== '').join(' ');
  const blocks = [`## Accessibility: ${title}`, reasons, facts];
  return `${marker}\n${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderNewTitle(newGroups: readonly IssueGroup[]): string {
  const findings = newGroups.reduce((sum, group) => sum + countNew(group), 0);
  const byEngine = newGroups.reduce((sum, group) => sum + group.byEngine, 0);
  const title = `### New: ${formatCount(newGroups.length, 'issue group')}, ${formatCount(findings, 'finding')}`;
  if (byEngine === 0) return title;
  const came = `${formatCount(byEngine, 'new finding')} ${byEngine === 1 ? 'was' : 'were'} caused by a change of the rules or the browser`;
  return `${title}\n\n${came}, not of the pages.`;
}

function renderGroup(head: Report, group: IssueGroup, rules: ReadonlyMap<string, RuleText>): string {
  const { example } = group;
  const facts = [
    `**${impactNames[group.impact]}** · **${renderHelp(group, rules)}** · ${where(head, group)}${describeNew(group)}${formatOneFixAside(group)}`,
    ...(group.decidedProblems ? [PROBLEM_TEXT] : []),
    `How to fix: ${formatCodeSpan(example.howToFix, TEXT_MAX)}`,
    `Element: ${formatCodeSpan(example.html, HTML_MAX)} at ${formatCodeSpan(formatElementPath(example), ADDRESS_MAX)}`,
    `Page: ${formatCodeSpan(example.url, ADDRESS_MAX)}${renderOtherPages(head, group)}`,
    `About: ${renderRuleLinks(group, rules)}`,
  ];
  return `- ${facts.join('<br>\n  ')}\n`;
}

function renderGroupLine(head: Report, group: IssueGroup, rules: ReadonlyMap<string, RuleText>): string {
  const review = group.kind === 'review' ? ' (needs review)' : '';
  const decided = group.decidedProblems ? ' (decided by a person)' : '';
  const element = formatCodeSpan(formatElementPath(group.example), ADDRESS_IN_LINE_MAX);
  const comment = formatCodeSpan(group.example.url, ADDRESS_IN_LINE_MAX);
  return `- ${impactNames[group.impact]}: ${renderHelp(group, rules)}${review}${decided}, ${where(head, group)}${formatOneFixAside(group)}, e.g. ${element} on ${comment}\n`;
}

const decidedTitles = {
  outdated: 'Needs review again',
  problem: 'Problem',
  fine: 'Fine',
};

/** Returns what a person decided about findings of a group, with reason and name in code spans, as page text is. */
function renderDecided(
  { said, decision, ruleId, count, element, url }: DecidedFindings,
  rules: ReadonlyMap<string, RuleText>,
): string {
  const before = said === 'outdated' ? ` before that it is ${verdictWords[decision.decision]}` : '';
  const where = `${formatCodeSpan(element, ADDRESS_MAX)} on ${formatCodeSpan(url, ADDRESS_MAX)}`;
  const facts = [
    `**${decidedTitles[said]}** · **${renderHelp({ ruleId }, rules)}** · ${formatCount(count, 'element')}, at ${where}`,
    `Decided${before} by ${formatCodeSpan(decision.author.name, NAME_MAX)}: ${formatCodeSpan(decision.reason, TEXT_MAX)}`,
  ];
  return `- ${facts.join('<br>\n  ')}\n`;
}

function renderHelp({ ruleId }: Pick<IssueGroup, 'ruleId'>, rules: ReadonlyMap<string, RuleText>): string {
  return formatProse(rules.get(ruleId)?.help ?? ruleId, TEXT_MAX);
}

function where(head: Report, group: IssueGroup): string {
  return `${formatGroupElements(group)}${formatGroupPages(group, countJudgedPages(head))}`;
}

/** Returns the first other pages of a group as text. */
function renderOtherPages({ pages }: Report, group: IssueGroup): string {
  const ids = new Set(group.pageIds);
  const addresses = new Map(
    pages.flatMap(({ id, requestedUrl }) => (ids.has(id) ? [[id, requestedUrl]] : [])),
  );
  const { named, more } = listOtherPages(group, addresses);
  if (named.length === 0) return '';
  const shown = named.map((url) => formatCodeSpan(url, ADDRESS_IN_LINE_MAX)).join(', ');
  return `, also on ${shown}${more > 0 ? ` and ${formatCount(more, 'more', 'more')}` : ''}`;
}

/** Returns how many findings of a group are new and why; empty if all are new. */
function describeNew(group: IssueGroup): string {
  const { byState, byEngine } = group;
  const facts = [
    byState.new > 0 && byState.new < countListed(group) ? `, ${formatNumber(byState.new)} new` : '',
    byState.regressed > 0 ? `, ${formatNumber(byState.regressed)} regressed` : '',
    byEngine > 0 ? ` (${formatNumber(byEngine)} by a change of the rules or the browser)` : '',
  ];
  return facts.join('');
}

/** Returns the rule and its criteria as links to URLs from our own tables. */
function renderRuleLinks({ ruleId }: IssueGroup, rules: ReadonlyMap<string, RuleText>): string {
  const rule = rules.get(ruleId);
  const name = formatCodeSpan(ruleId, TEXT_MAX);
  const criteria = rule && rule.successCriteria.length > 0 ? `, WCAG ${rule.successCriteria.join(', ')}` : '';
  const linked = rule?.helpUrl && isPlainLink(rule.helpUrl) ? `[${name}](${rule.helpUrl})` : name;
  return `${linked} (${getRuleSource(ruleId)})${criteria}`;
}

/** True if the URL is a plain link without brackets and spaces, so that it cannot break out of the Markdown link. */
function isPlainLink(url: string): boolean {
  return /^https:\/\/[\w./?=&%#-]+$/.test(url);
}

function renderNumbers(report: Report): string {
  const { summary, comparison } = report;
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
    ...describeDecided(report),
    unseen === 0 ? '' : describeNotSeenAgain(unseen),
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

/** Returns which success criteria the scan tested in part, and which not, collapsed; empty without criteria. */
function renderCriteria({ limits }: Report): string {
  const { criteriaTestedInPart: inPart, criteriaNotTested: notTested } = limits;
  const all = inPart.length + notTested.length;
  if (all === 0) return '';
  const list = (criteria: readonly { number: string }[]) => criteria.map(({ number }) => number).join(', ');
  const lines = [
    inPart.length > 0 && `Tested in part: ${list(inPart)}.`,
    notTested.length > 0 && `Not tested by a rule, so people must: ${list(notTested)}.`,
  ].filter((line) => line !== false);
  const summary = `${formatNumber(inPart.length)} of ${formatNumber(all)} success criteria tested in part`;
  return `<details>\n<summary>${summary}</summary>\n\n${lines.join('\n\n')}\n\n</details>\n`;
}

function renderClosing({ scan }: Report): string {
  return `<sub>Scan ${formatCodeSpan(scan.id, ADDRESS_MAX)}. ${SHORT_LIMITS_TEXT}</sub>\n`;
}
