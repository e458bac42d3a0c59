import type { Invocation, Location, Result, Run } from 'sarif';
import type { IssueGroup, Report } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { compareImpacts } from '../../core/scans/page-result.ts';
import { findSourcePath } from '../../core/sites/find-source-path.ts';
import { escapeLine } from '../../core/text/line.ts';
import { toRelativeUri } from '../escaping/uri.ts';
import type { ReportRenderer } from '../form.ts';
import { countPagesWithoutBrokenLinks } from '../parts/broken-links.ts';
import { readCurrentViolations } from '../parts/findings.ts';
import { formatGroupElements, formatOneFixAside } from '../parts/groups.ts';
import { renderJsonArray } from '../parts/json-pieces.ts';
import { buildRuleTexts, type RuleText } from '../parts/rule-texts.ts';
import { formatGapUrls, formatRulesNotRun } from '../parts/rules-not-run.ts';
import { buildDescriptor, levels } from './rules.ts';
import { buildAutomationDetails, buildExtensions, buildInvocation, driver, SARIF_SCHEMA } from './run.ts';
import { buildMessage } from './text.ts';

/**
 * Results that GitHub takes in at most; of more it drops some by its own rules. Source:
 * https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit
 */
export const RESULTS_MAX = 5_000;
/** Locations of one result, by the same source. */
export const LOCATIONS_MAX = 100;

/** Characters of a file path, and of the text of a result. */
const URI_LENGTH_MAX = 400;
const TEXT_MAX = 600;
const NOTE_MAX = 2_000;
const PAGES_NAMED = 3;
const PAGE_LENGTH_MAX = 60;

/**
 * Characters of all locations beyond the first of each result. With the bounds above it keeps the file below
 * the 10 MB that GitHub takes even if nothing of it could be compressed.
 */
const LOCATIONS_LENGTH_MAX = 1_500_000;
/** Characters of a location but for its address, at most. */
const LOCATION_LENGTH = 100;

/**
 * The profile of SARIF that GitHub code scanning takes and shows well: one run, one result for each issue
 * group with violations that are not suppressed, worst first, at the files that its pages are made from.
 */
export const renderSarifGithub: ReportRenderer = async function* (source) {
  const { head } = source;
  const groups = currentGroups(head);
  const shown = groups.slice(0, RESULTS_MAX);
  const texts = buildRuleTexts(head);
  const rules = [...texts.values()].filter(({ ruleId }) => shown.some((group) => group.ruleId === ruleId));
  const ruleIndex = new Map(rules.map(({ ruleId }, index) => [ruleId, index]));
  const run: Omit<Run, 'results'> = {
    tool: { driver: { ...driver, rules: rules.map(buildDescriptor) }, extensions: buildExtensions(head) },
    automationDetails: buildAutomationDetails(head),
    invocations: [invocation(head, groups.length - shown.length)],
    columnKind: 'utf16CodeUnits',
    properties: { omittedResults: groups.length - shown.length, limits: head.limits.statement },
  };
  yield `{"$schema":${JSON.stringify(SARIF_SCHEMA)},"version":"2.1.0","runs":[{`;
  yield `${JSON.stringify(run).slice(1, -1)},\n"results":`;
  yield* renderJsonArray(resultsOf(head, shown, await pagesOf(source, shown), texts, ruleIndex));
  yield '}]}\n';
};

/** Groups with violations that count, worst first; of one impact in the order of the report. */
function currentGroups({ issueGroups }: Report): IssueGroup[] {
  return issueGroups
    .filter(({ kind, elements, suppressed }) => kind === 'violation' && elements > suppressed)
    .toSorted((a, b) => compareImpacts(a.impact, b.impact));
}

/** Pages on which a group has findings that count: as many as are shown, and how many there are. */
interface CurrentPages {
  shown: string[];
  count: number;
}

/**
 * The pages of those groups of which some findings are suppressed: their lists of pages also name pages where
 * all are.
 */
async function pagesOf(
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
    // The findings of a group are of one rule, and so come page by page.
    if (issueGroup === null || !pages || last.get(issueGroup) === pageId) continue;
    last.set(issueGroup, pageId);
    pages.count += 1;
    if (pages.shown.length < LOCATIONS_MAX) pages.shown.push(pageId);
  }
  return mixed;
}

function* resultsOf(
  head: Report,
  groups: readonly IssueGroup[],
  mixed: ReadonlyMap<string, CurrentPages>,
  texts: ReadonlyMap<string, RuleText>,
  ruleIndex: ReadonlyMap<string, number>,
): Iterable<Result> {
  const urls = new Map(head.pages.map(({ id, requestedUrl }) => [id, requestedUrl]));
  const files = new Map<string, string>();
  const fileOf = (pageId: string) => {
    const file = files.get(pageId) ?? pathOf(head, urls.get(pageId) ?? '');
    files.set(pageId, file);
    return file;
  };
  let left = LOCATIONS_LENGTH_MAX;
  for (const group of groups) {
    const { ruleId, id, impact, example, pageIds } = group;
    const { shown, count } = mixed.get(id) ?? { shown: pageIds, count: pageIds.length };
    // The first page comes first in every scan: the first location is part of what GitHub knows an alert by
    // (https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support), and the
    // example changes with what is new.
    const uris = new Set([fileOf(shown[0] ?? example.pageId), fileOf(example.pageId)]);
    for (const pageId of shown) {
      if (uris.size === LOCATIONS_MAX) break;
      const uri = fileOf(pageId);
      if (uris.has(uri)) continue;
      left -= uri.length + LOCATION_LENGTH;
      if (left < 0) break;
      uris.add(uri);
    }
    const help = texts.get(ruleId)?.help ?? ruleId;
    yield {
      ruleId,
      ruleIndex: ruleIndex.get(ruleId),
      kind: 'fail',
      ...levels[impact],
      message: buildMessage(
        unformatted(`${help}. ${example.howToFix} ${whereOf(group, { shown, count }, urls)}`),
        TEXT_MAX,
      ),
      locations: [...uris].map(locationOf),
      // GitHub tells alerts apart by it; it need not be made of a line's text.
      partialFingerprints: { primaryLocationLineHash: `${escapeLine(id)}:1` },
      properties: { impact, oneFix: group.oneFix, new: group.byState.new + group.byState.regressed },
    };
  }
}

/**
 * Text in which GitHub, which reads it as Markdown (https://github.com/github/codeql/issues/14128), finds no code
 * span and, where it becomes a comment at a pull request, no mention.
 */
function unformatted(text: string): string {
  return text.replaceAll('`', "'").replace(/@(?=\w)/g, '@ ');
}

/** What a cut leaves of a percent-encoded character at the end, or the last such character. */
const LAST_ENCODED = /(?:%[C-F][\dA-F](?:%[89AB][\dA-F])*)?(?:%[\dA-F]?)?$/;

function pathOf({ configuration }: Report, url: string): string {
  const uri = toRelativeUri(findSourcePath(configuration.sourcePaths, url));
  // Encoding triples what is not ASCII; no character may be cut in two.
  return uri.length <= URI_LENGTH_MAX ? uri : uri.slice(0, URI_LENGTH_MAX).replace(LAST_ENCODED, '');
}

function locationOf(uri: string): Location {
  // GitHub shows no alert without a line; which one it is, a scan of rendered pages cannot know.
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } };
}

function whereOf(
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

function invocation(head: Report, omitted: number): Invocation {
  const { summary } = head;
  const pages = countPagesWithoutBrokenLinks(head);
  const unscanned = pages - summary.pages.scanned;
  const broken = head.pages.length - pages;
  const notes = [
    omitted > 0
      ? `${omitted} issue groups with less impact are omitted: GitHub accepts ${RESULTS_MAX} results.`
      : '',
    unscanned > 0 ? `${unscanned} of ${pages} pages ${unscanned === 1 ? 'was' : 'were'} not scanned.` : '',
    broken > 0 ? `${broken} broken ${broken === 1 ? 'link' : 'links'} found.` : '',
    ...summary.rulesNotRun.map(
      (gap) =>
        `Rules not run: ${formatRulesNotRun(gap, summary.pages.scanned)}: ${formatGapUrls(gap, (url) => url)}`,
    ),
  ].filter((note) => note !== '');
  return {
    ...buildInvocation(head),
    toolExecutionNotifications: notes.map((text) => ({
      level: 'warning',
      message: buildMessage(text, NOTE_MAX),
    })),
  };
}
