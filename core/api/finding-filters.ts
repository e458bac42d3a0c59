import { z } from 'zod';
import { findingStateNames } from '../comparison/states.ts';
import { decisionFilterSchema } from '../decisions/decision.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { isKnownRule } from '../rule-sets/rules.ts';
import { impactSchema } from '../scans/page-result.ts';
import { URL_LENGTH_MAX } from '../sites/url.ts';
import { findCriterion } from '../wcag/criteria.ts';

/** Query parameters that filter findings, and issue groups by their findings. */
export const findingFilters = {
  state: z
    .enum(findingStateNames)
    .optional()
    .meta({ description: 'Only findings in this state relative to the baseline.' }),
  impact: impactSchema.optional().meta({ description: 'Only findings with exactly this impact.' }),
  kind: z
    .enum(findingKinds)
    .optional()
    .meta({ description: 'Only violations, or only findings that need review.' }),
  rule: z
    .string()
    .refine(isKnownRule, 'must be the id of a rule, as reports show it')
    .optional()
    .meta({ description: 'Only findings of this rule.', example: 'color-contrast' }),
  page: z
    .string()
    .min(1)
    .max(2 * URL_LENGTH_MAX)
    .optional()
    .meta({ description: 'Only findings on this page: its id, or its requested URL.' }),
  criterion: z
    .string()
    .refine((number) => findCriterion(number) !== undefined, 'must be a criterion such as 1.4.3')
    .optional()
    .meta({ description: 'Only findings of rules for this success criterion.', example: '1.4.3' }),
  suppressed: z.enum(['true', 'false']).optional().meta({
    description: '`true`: only suppressed findings; `false`: only findings that are not suppressed.',
  }),
  decision: decisionFilterSchema.optional().meta({
    description:
      'Only findings that a person decided to be fine or to be a problem. `none`: only findings to which no decision applies. `outdated`: only those among them that a person decided about before. `open`: only findings that were not decided to be fine.',
  }),
};
