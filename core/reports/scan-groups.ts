import { z } from 'zod';
import type { FindingState } from '../comparison/states.ts';
import { type DecisionFilter, matchesDecision } from '../decisions/decision.ts';
import { removeDecidedProblem } from '../findings/issue-group-id.ts';
import { historyScanViewSchema } from '../history/history-view.ts';
import type { HistoryScan } from '../history/site-history.ts';
import { getRuleText } from '../rule-sets/rule-text.ts';
import type { Impact } from '../scans/page-result.ts';
import { formatElementPath } from '../scans/selector-text.ts';
import { truncate } from '../text/line.ts';
import { getLastStep } from './last-step.ts';
import type { IssueGroup } from './report.ts';
import { issueGroupSchema } from './schema/findings.ts';
import { countSchema } from './schema/numbers.ts';

/** Maximum number of pages that an entry names. */
const PAGES_NAMED = 20;
/** Maximum length of each text about the example, in UTF-16 units. 10,000 groups must stay a few megabytes. */
const TEXT_LENGTH_MAX = 300;

/** An issue group in the list of issue groups: the group in the report, with a short description of its example. */
export const scanGroupSchema = issueGroupSchema.omit({ pages: true, example: true }).extend({
  pageIds: z.array(z.string()).meta({
    description: `The first pages it occurs on, at most ${PAGES_NAMED}, in the order of the report.`,
  }),
  pageCount: countSchema.meta({ description: 'Number of pages it occurs on.' }),
  element: z
    .object({
      selector: z.string().meta({ description: 'Last step of the path to the element.', example: 'img' }),
      html: z.string(),
      howToFix: z.string(),
      path: z.string().optional().meta({
        description: 'The whole path to the element. Absent for older scans.',
        example: 'html > body > main > img',
      }),
      url: z.string().optional().meta({
        description: 'Its page, as it was requested. Absent for older scans.',
        example: 'https://shop.example/cart',
      }),
    })
    .meta({
      description: `An example: its first finding that counts, new ones before others. Each text is cut to ${TEXT_LENGTH_MAX} characters.`,
    }),
  firstSeen: historyScanViewSchema.nullable().meta({
    description:
      'The first scan that found the group, see GET /sites/{siteId}/groups/{groupId}/history; null if it is not known, or the scan was not completed.',
  }),
});
export type ScanGroup = z.infer<typeof scanGroupSchema>;

/** The same in the format of the API, with the texts of its rule. */
export const scanGroupViewSchema = scanGroupSchema
  .extend({
    help: z.string().meta({ description: 'The requirement of the rule.' }),
    remedy: z
      .string()
      .nullable()
      .meta({ description: 'How to fix such a problem in general; null if unknown.' }),
    successCriteria: z
      .array(z.string())
      .meta({ description: 'Numbers of the success criteria of the rule, e.g. `1.4.3`.' }),
  })
  .meta({
    id: 'ScanIssueGroup',
    description:
      'Findings of one component and template. One fix certainly or probably removes them: see `oneFix`. To list them, use GET /scans/{scanId}/findings?issueGroup=….',
  });
export type ScanGroupView = z.infer<typeof scanGroupViewSchema>;

const storedGroupsSchema = z.object({ version: z.literal(1), groups: z.array(scanGroupSchema) });

/** Returns the text of `groups.json`. @param firstSeen the first scan that found each group, if known, by its id */
export function serializeGroups(
  groups: readonly IssueGroup[],
  firstSeen: ReadonlyMap<string, HistoryScan> = new Map(),
): string {
  const stored: z.infer<typeof storedGroupsSchema> = {
    version: 1,
    groups: groups.map((group) =>
      buildScanGroup(group, firstSeen.get(removeDecidedProblem(group.id)) ?? null),
    ),
  };
  return JSON.stringify(stored);
}

/** Parses the text of `groups.json`. @throws Error if it is not a list of groups */
export function parseGroups(text: string): ScanGroup[] {
  return storedGroupsSchema.parse(JSON.parse(text)).groups;
}

function buildScanGroup(
  { pages: _, pageIds, example, ...group }: IssueGroup,
  firstSeen: HistoryScan | null,
): ScanGroup {
  return {
    ...group,
    pageIds: pageIds.slice(0, PAGES_NAMED),
    pageCount: pageIds.length,
    element: {
      selector: getLastStep(example.target, TEXT_LENGTH_MAX),
      html: truncate(example.html, TEXT_LENGTH_MAX),
      howToFix: truncate(example.howToFix, TEXT_LENGTH_MAX),
      path: truncate(formatElementPath(example), TEXT_LENGTH_MAX),
      url: truncate(example.url, TEXT_LENGTH_MAX),
    },
    firstSeen,
  };
}

/** Returns an issue group in the format of the API. */
export function toGroupView(group: ScanGroup): ScanGroupView {
  const { help, remedy, successCriteria } = getRuleText(group.ruleId);
  return { ...group, help, remedy, successCriteria };
}

/** Filter for issue groups; all given members must match. */
export interface GroupFilter {
  kind?: ScanGroup['kind'] | undefined;
  impact?: Impact | undefined;
  /** With at least one finding in this state that counts. */
  state?: FindingState | undefined;
  /** Whether all its findings are suppressed. */
  suppressed?: boolean | undefined;
  /** What a person decided about all its findings that are not suppressed; `outdated` if about one of them. */
  decision?: DecisionFilter | undefined;
  rule?: string | undefined;
  /** Any of these rules. */
  rules?: ReadonlySet<string> | undefined;
  /** Any of these groups. */
  ids?: ReadonlySet<string> | undefined;
}

/** Returns the groups that match, in the same order. */
export function filterGroups<Group extends ScanGroup>(
  groups: readonly Group[],
  filter: GroupFilter,
): Group[] {
  const { kind, impact, state, suppressed, decision, rule, rules, ids } = filter;
  return groups.filter(
    (group) =>
      (kind === undefined || group.kind === kind) &&
      (impact === undefined || group.impact === impact) &&
      (state === undefined || group.byState[state] > 0) &&
      (suppressed === undefined || isSuppressed(group) === suppressed) &&
      hasDecision(group, decision) &&
      (rule === undefined || group.ruleId === rule) &&
      (rules === undefined || rules.has(group.ruleId)) &&
      (ids === undefined || ids.has(group.id)),
  );
}

/** Elements that are not listed belong to no group for certain, so that no suppression of a group applies to them. */
function isSuppressed({ elements, suppressed, unlisted }: ScanGroup): boolean {
  return suppressed === elements && unlisted === 0;
}

/** True if all findings of a group that are not suppressed have a decision; for `outdated`, if one has. */
function hasDecision(group: ScanGroup, wanted: DecisionFilter | undefined): boolean {
  const { elements, suppressed, unlisted } = group;
  const { decidedFine = 0, decidedProblems, decisionsOutdated = 0 } = group;
  if (wanted === 'outdated') return decisionsOutdated > 0;
  const isFine = decidedFine > 0 && decidedFine + suppressed === elements && unlisted === 0;
  return matchesDecision(wanted, decidedProblems === true ? 'problem' : isFine ? 'fine' : null);
}
