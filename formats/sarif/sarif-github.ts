import type { Invocation, Location, Result, Run } from 'sarif';
import type { IssueGroup, Report } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { compareImpacts } from '../../core/scans/page-result.ts';
import { findSourcePath } from '../../core/sites/find-source-path.ts';
import { escapeLine } from '../../core/text/line.ts';
import { toRelativeUri } from '../escaping/uri.ts';
import { countPagesWithoutBrokenLinks } from '../parts/broken-links.ts';
import { type DecidedFindings, readDecidedFindings } from '../parts/decided-findings.ts';
import { appendDecision } from '../parts/decision-text.ts';
import { readCurrentViolations } from '../parts/findings.ts';
import { formatGroupElements, formatOneFixAside, isCurrent } from '../parts/groups.ts';
import { renderJsonArray } from '../parts/json-pieces.ts';
import { buildRuleTexts, type RuleText } from '../parts/rule-texts.ts';
import { formatGapUrls, formatRulesNotRun } from '../parts/rules-not-run.ts';
import type { ReportRenderer } from '../report-renderer.ts';
import { buildDecisionNotes, describeProblems, findProblems } from './github-decisions.ts';
import { removeMarkdown } from './github-text.ts';
import { buildDescriptor, levels } from './rules.ts';
import { buildAutomationDetails, buildExtensions, buildInvocation, driver, SARIF_SCHEMA } from './run.ts';
import { buildMessage } from './text.ts';

/**
 * Maximum number of results that GitHub accepts. It drops further ones by its own rules. Source:
 * https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit
 */
export const RESULTS_MAX = 5_000;
/** Maximum number of locations of one result, from the same source. */
export const LOCATIONS_MAX = 100;

/** Maximum number of characters of a file path; `TEXT_MAX` is that of a result's text. */
const URI_LENGTH_MAX = 400;
const TEXT_MAX = 600;
const NOTE_MAX = 2_000;
const PAGES_NAMED = 3;
const PAGE_LENGTH_MAX = 60;

/**
 * Maximum number of characters of all locations after the first of each result. With the limits above it keeps the
 * file below GitHub's maximum of 10 MB, even if it could not be compressed.
 */
const LOCATIONS_LENGTH_MAX = 1_500_000;
/** Maximum number of characters of a location besides its URI. */
const LOCATION_LENGTH = 100;

/**
 * Renders the SARIF profile that GitHub code scanning accepts and shows well: one run, and one result for each issue
 * group with violations that are not suppressed, worst first, at the files that its pages are built from. GitHub makes
 * an alert of each result, so that findings that a person decided to be fine are notifications.
 */
export const renderSarifGithub: ReportRenderer = async function* (source) {
  const { head } = source;
  const groups = listCurrentGroups(head);
  const shown = groups.slice(0, RESULTS_MAX);
  const texts = buildRuleTexts(head);
  const rules = [...texts.values()].filter(({ ruleId }) => shown.some((group) => group.ruleId === ruleId));
  const ruleIndex = new Map(rules.map(({ ruleId }, index) => [ruleId, index]));
  const decided = await readDecidedFindings(source);
  const run: Omit<Run, 'results'> = {
    tool: { driver: { ...driver, rules: rules.map(buildDescriptor) }, extensions: buildExtensions(head) },
    automationDetails: buildAutomationDetails(head),
    invocations: [
      buildInvocationWithNotes(head, groups.length - shown.length, buildDecisionNotes(decided, texts)),
    ],
    columnKind: 'utf16CodeUnits',
    properties: { omittedResults: groups.length - shown.length, limits: head.limits.statement },
  };
  yield `{"$schema":${JSON.stringify(SARIF_SCHEMA)},"version":"2.1.0","runs":[{`;
  yield `${JSON.stringify(run).slice(1, -1)},\n"results":`;
  const evidence = { mixed: await readCurrentPages(source, shown), problems: findProblems(decided) };
  yield* renderJsonArray(buildResults(head, shown, evidence, texts, ruleIndex));
  yield '}]}\n';
};

/**
 * Returns groups with violations that are not suppressed, worst first; with equal impact in the order of the report.
 */
function listCurrentGroups({ issueGroups }: Report): IssueGroup[] {
  return issueGroups
    .filter((group) => group.kind === 'violation' && isCurrent(group))
    .toSorted((a, b) => compareImpacts(a.impact, b.impact));
}

/** The pages on which a group has findings that are not suppressed: the shown ones, and the number of all. */
interface CurrentPages {
  shown: string[];
  count: number;
}

/**
 * Returns the pages of groups with some suppressed findings. A group's own list of pages also contains pages on which
 * all findings are suppressed.
 */
async function readCurrentPages(
  source: ReportSource,
  groups: readonly IssueGroup[],
): Promise<Map<string, CurrentPages>> {
  const mixed = new Map(
    groups
      .filter(({ suppressed }) => suppressed > 0)
      .map(({ id }) => [id, { shown: [] as string[], count: 0 }]),
  );
  if (mixed.size === 0) return mixed;
  const last = new Map<string, string>();
  for await (const { node } of readCurrentViolations(source)) {
    const { issueGroup, pageId } = node;
    const pages = issueGroup === null ? undefined : mixed.get(issueGroup);
    // The findings of a group have one rule, so they are ordered by page.
    if (issueGroup === null || !pages || last.get(issueGroup) === pageId) continue;
    last.set(issueGroup, pageId);
    pages.count += 1;
    if (pages.shown.length < LOCATIONS_MAX) pages.shown.push(pageId);
  }
  return mixed;
}

/** What the findings show about groups: see `readCurrentPages` and `findProblems`. */
interface Evidence {
  mixed: ReadonlyMap<string, CurrentPages>;
  problems: ReadonlyMap<string | null, readonly DecidedFindings[]>;
}

function* buildResults(
  head: Report,
  groups: readonly IssueGroup[],
  { mixed, problems }: Evidence,
  texts: ReadonlyMap<string, RuleText>,
  ruleIndex: ReadonlyMap<string, number>,
): Iterable<Result> {
  const urls = new Map(head.pages.map(({ id, requestedUrl }) => [id, requestedUrl]));
  const files = new Map<string, string>();
  const getFileUri = (pageId: string) => {
    const file = files.get(pageId) ?? findSourceUri(head, urls.get(pageId) ?? '');
    files.set(pageId, file);
    return file;
  };
  let remaining = LOCATIONS_LENGTH_MAX;
  for (const group of groups) {
    const { ruleId, id, impact, example, pageIds } = group;
    const { shown, count } = mixed.get(id) ?? { shown: pageIds, count: pageIds.length };
    // The first page is first in every scan: GitHub identifies an alert by its first location, among others
    // (https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support), and the example
    // changes with new findings.
    const uris = new Set([getFileUri(shown[0] ?? example.pageId), getFileUri(example.pageId)]);
    for (const pageId of shown) {
      if (uris.size === LOCATIONS_MAX) break;
      const uri = getFileUri(pageId);
      if (uris.has(uri)) continue;
      remaining -= uri.length + LOCATION_LENGTH;
      if (remaining < 0) break;
      uris.add(uri);
    }
    const help = texts.get(ruleId)?.help ?? ruleId;
    yield {
      ruleId,
      ruleIndex: ruleIndex.get(ruleId),
      kind: 'fail',
      ...levels[impact],
      message: buildMessage(
        appendDecision(
          removeMarkdown(`${help}. ${example.howToFix} ${describePages(group, { shown, count }, urls)}`),
          removeMarkdown(group.decidedProblems ? describeProblems(problems.get(id)) : ''),
          TEXT_MAX,
        ),
        TEXT_MAX,
      ),
      locations: [...uris].map(buildLocation),
      // GitHub distinguishes alerts by this value. It does not have to be computed from a line's text.
      partialFingerprints: { primaryLocationLineHash: `${escapeLine(id)}:1` },
      properties: { impact, oneFix: group.oneFix, new: group.byState.new + group.byState.regressed },
    };
  }
}

/** The last percent-encoded character, or the incomplete rest of one after truncation. */
const LAST_ENCODED = /(?:%[C-F][\dA-F](?:%[89AB][\dA-F])*)?(?:%[\dA-F]?)?$/;

function findSourceUri({ configuration }: Report, url: string): string {
  const uri = toRelativeUri(findSourcePath(configuration.sourcePaths, url));
  // Encoding triples the length of non-ASCII text. A character must not be cut in two.
  return uri.length <= URI_LENGTH_MAX ? uri : uri.slice(0, URI_LENGTH_MAX).replace(LAST_ENCODED, '');
}

function buildLocation(uri: string): Location {
  // GitHub shows an alert only with a line. A scan of rendered pages cannot know which one.
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } };
}

function describePages(
  group: IssueGroup,
  { shown, count }: CurrentPages,
  urls: ReadonlyMap<string, string>,
): string {
  const { example } = group;
  const named = [...new Set([example.pageId, ...shown.slice(0, PAGES_NAMED)])]
    .slice(0, PAGES_NAMED)
    .map((id) => escapeLine(URL.parse(urls.get(id) ?? '')?.pathname ?? '/', PAGE_LENGTH_MAX));
  return `${formatGroupElements(group)} on ${count} ${count === 1 ? 'page' : 'pages'}: ${named.join(', ')}${formatOneFixAside(group)}`;
}

/** @param decisions notes about decisions of people, which are no warnings */
function buildInvocationWithNotes(head: Report, omitted: number, decisions: readonly string[]): Invocation {
  const { summary } = head;
  const pages = countPagesWithoutBrokenLinks(head);
  const notScanned = pages - summary.pages.scanned;
  const broken = head.pages.length - pages;
  const notes = [
    omitted > 0
      ? `${omitted} issue groups with less impact are omitted: GitHub accepts ${RESULTS_MAX} results.`
      : '',
    notScanned > 0 ? `${notScanned} of ${pages} pages ${notScanned === 1 ? 'was' : 'were'} not scanned.` : '',
    broken > 0 ? `${broken} broken ${broken === 1 ? 'link' : 'links'} found.` : '',
    ...summary.rulesNotRun.map(
      (gap) =>
        `Rules not run: ${formatRulesNotRun(gap, summary.pages.scanned)}: ${formatGapUrls(gap, (url) => url)}`,
    ),
  ].filter((note) => note !== '');
  return {
    ...buildInvocation(head),
    toolExecutionNotifications: [
      ...notes.map((text) => ({ level: 'warning' as const, message: buildMessage(text, NOTE_MAX) })),
      ...decisions.map((text) => ({ level: 'note' as const, message: buildMessage(text, NOTE_MAX) })),
    ],
  };
}
