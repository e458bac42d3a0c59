import { z } from 'zod';
import { formatMeanings } from '../meanings.ts';
import { ruleEngine } from '../scans/engine.ts';

/** The states of a finding relative to the baseline. */
export const findingStates = {
  new: 'The baseline does not have the finding.',
  regressed: 'The finding was fixed before, and occurs again.',
  unchanged: 'The baseline has the finding.',
  reclassified: 'The baseline has the finding, but as a violation instead of needs review, or vice versa.',
  unknown:
    'It is not known whether the finding is new: there is no baseline, or the page, rule or frame was never completely tested before, or more findings existed than were listed.',
} as const;
export type FindingState = keyof typeof findingStates;
export const findingStateNames = Object.keys(findingStates) as [FindingState, ...FindingState[]];

/** The states of a finding in the comparison of two scans. */
export const differenceStates = {
  ...findingStates,
  new: 'Only the later scan has the finding: the other one completed the rule there without finding it, or did not have the page.',
  unchanged: 'Both scans have the finding.',
  reclassified: 'Both scans have the finding, one as a violation and the other as needs review.',
  unknown:
    'It is not known what changed: the earlier scan did not reach the page, frame or rule completely, or a scan has findings that its report does not list.',
  fixed: 'Only the earlier scan has the finding: the other one completed the rule there without finding it.',
  'not-seen-again':
    'Only the earlier scan has the finding, but the other one did not reach the page, frame or rule, has findings that it does not list, or has other settings.',
} as const;
export type DifferenceState = keyof typeof differenceStates;
export const differenceStateNames = Object.keys(differenceStates) as [DifferenceState, ...DifferenceState[]];

/** True if a finding is new since the baseline, for the first time or again. */
export function isNewOrRegressed(state: FindingState): boolean {
  return state === 'new' || state === 'regressed';
}

/** The causes of a new finding. */
export const findingCauses = {
  engine: `The rule, ${ruleEngine.name} or the browser changed, but the element did not.`,
  page: `The page changed: the rule, ${ruleEngine.name} and the browser are the same as in the baseline.`,
  unknown: `The rule, ${ruleEngine.name} or the browser changed, and it is not known whether the element also changed.`,
} as const;
export type FindingCause = keyof typeof findingCauses;
export const findingCauseNames = Object.keys(findingCauses) as [FindingCause, ...FindingCause[]];

/** How a baseline was chosen. */
const baselineChoices = {
  config: '`config.baseline` names it.',
  'target-branch':
    'A comparable scan of the target branch: the latest one or, for a gate on new findings, one that passed or was accepted.',
  branch: "Like `target-branch`, for the scan's own branch. Scans without a branch count as one branch.",
  site: 'Like `target-branch`, for the whole site.',
} as const;
export type BaselineChoice = keyof typeof baselineChoices;
const baselineChoiceNames = Object.keys(baselineChoices) as [BaselineChoice, ...BaselineChoice[]];

/** The scan that another scan is compared with. */
export const baselineSchema = z.object({
  scanId: z.string(),
  branch: z.string().nullable(),
  createdAt: z.string(),
  chosenBy: z.enum(baselineChoiceNames).meta({ description: formatMeanings(baselineChoices) }),
});
export type Baseline = z.infer<typeof baselineSchema>;
