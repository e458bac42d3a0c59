import { z } from 'zod';
import { formatMeanings } from '../meanings.ts';
import { ruleEngine } from '../scans/engine.ts';

/** What became of a finding since the baseline. */
export const findingStates = {
  new: 'The baseline does not have it.',
  regressed: 'It was fixed before, and is back.',
  unchanged: 'The baseline has it.',
  reclassified: 'The baseline has it as the other of violation and needs review.',
  unknown: 'There is no baseline, or it knows the page but the rule never completed there.',
} as const;
export type FindingState = keyof typeof findingStates;
export const findingStateNames = Object.keys(findingStates) as [FindingState, ...FindingState[]];

/** Whether a finding came since the baseline, for the first time or again. */
export function isNewOrRegressed(state: FindingState): boolean {
  return state === 'new' || state === 'regressed';
}

/** What made a finding new. */
export const findingCauses = {
  engine: `The rule, ${ruleEngine.name} or the browser changed, and the element did not.`,
  page: `The page changed: rule, ${ruleEngine.name} and browser are the same as in the baseline.`,
  unknown: `The rule, ${ruleEngine.name} or the browser changed, and whether the element did too is not known.`,
} as const;
export type FindingCause = keyof typeof findingCauses;
export const findingCauseNames = Object.keys(findingCauses) as [FindingCause, ...FindingCause[]];

/** How a baseline was found. */
const baselineChoices = {
  config: '`config.baseline` names it.',
  'target-branch':
    'A comparable scan of the target branch: the latest, or for a gate on new findings the one that passed or was accepted.',
  branch: "The same for the scan's own branch. Scans without a branch count as one branch.",
  site: 'The same for the whole site.',
} as const;
export type BaselineChoice = keyof typeof baselineChoices;
const baselineChoiceNames = Object.keys(baselineChoices) as [BaselineChoice, ...BaselineChoice[]];

/** The scan that another is compared with. */
export const baselineSchema = z.object({
  scanId: z.string(),
  branch: z.string().nullable(),
  createdAt: z.string(),
  chosenBy: z.enum(baselineChoiceNames).meta({ description: formatMeanings(baselineChoices) }),
});
export type Baseline = z.infer<typeof baselineSchema>;
