import { isGlobMatch } from '../../core/crawl/url-glob.ts';
import { countNewOrRegressed } from '../../core/reports/issue-groups.ts';
import type { IssueGroup, Report } from '../../core/reports/report.ts';
import type { Impact } from '../../core/scans/page-result.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import { findSourcePath } from '../../core/sites/find-source-path.ts';
import type { SourcePaths } from '../../core/sites/source-paths.ts';
import {
  formatGroupElements,
  formatOneFixAside,
  hasGateFailures,
  isCurrent,
} from '../../formats/parts/groups.ts';
import { buildRuleTexts } from '../../formats/parts/rule-texts.ts';
import { formatCount, impactNames } from '../../formats/parts/words.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { formatAzureIssue, formatGithubCommand } from '../terminal/log-commands.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/**
 * Maximum number of annotations of each level that GitHub shows for a step
 * (https://docs.github.com/en/rest/checks/runs, "annotations").
 */
const ANNOTATIONS_MAX = 10;
const TEXT_MAX = 300;
const URL_MAX = 300;

/** A message that a CI shows beside the source or above the log. */
interface Annotation {
  level: 'error' | 'warning';
  title: string;
  message: string;
  /** The source file of the page; null if the site maps none. */
  file: string | null;
}

/** Builds the log command of each CI. */
const commands: Partial<Record<Pipeline['name'], (annotation: Annotation) => string>> = {
  github: ({ level, title, message, file }) =>
    formatGithubCommand(level, { ...(file === null ? {} : { file }), title }, message),
  azure: ({ level, title, message, file }) => formatAzureIssue(level, `${title}: ${message}`, file),
};

/**
 * Returns the log commands that make a CI show what fails the gate: one for each issue group, new ones first. Returns
 * none for a CI without such commands.
 */
export function renderAnnotations(report: Report | null, pipeline: Pipeline | null): string[] {
  const command = pipeline === null ? undefined : commands[pipeline.name];
  if (report === null || command === undefined) return [];
  const rules = buildRuleTexts(report);
  return report.issueGroups
    .filter((group) => isCurrent(group) && hasGateFailures(report, group))
    .toSorted((one, other) => Number(countNewOrRegressed(other) > 0) - Number(countNewOrRegressed(one) > 0))
    .slice(0, ANNOTATIONS_MAX)
    .map((group) => command(toAnnotation(report, group, rules.get(group.ruleId)?.help ?? group.ruleId)));
}

function toAnnotation(report: Report, group: IssueGroup, help: string): Annotation {
  const { example, impact, ruleId, pageIds } = group;
  const { sourcePaths } = report.configuration;
  const where = `${formatGroupElements(group)} on ${formatCount(pageIds.length, 'page')}${formatOneFixAside(group)}`;
  return {
    level: levels[impact],
    title: escapeLogLine(`${impactNames[impact]}: ${help} (${ruleId})`, TEXT_MAX),
    message: [
      escapeLogLine(`${where}, such as ${escapeLogLine(formatElementPath(example), URL_MAX)}`),
      `Page: ${escapeLogLine(example.url, URL_MAX)}`,
      `How to fix: ${escapeLogLine(example.howToFix, TEXT_MAX)}`,
    ].join('\n'),
    file: isMapped(sourcePaths, example.url) ? escapeLogLine(findSourcePath(sourcePaths, example.url)) : null,
  };
}

/**
 * True if the site maps the URL to a source file. A path that is only derived from the URL is a guess, so CIs do not
 * show it.
 */
function isMapped(paths: SourcePaths, url: string): boolean {
  return URL.canParse(url) && paths.some((each) => isGlobMatch(each.url, url));
}

const levels: Record<Impact, Annotation['level']> = {
  critical: 'error',
  serious: 'error',
  moderate: 'warning',
  minor: 'warning',
};
