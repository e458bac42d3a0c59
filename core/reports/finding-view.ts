import { z } from 'zod';
import { findingKinds } from '../findings/finding-kind.ts';
import { findRule, getRuleSource } from '../rule-sets/rules.ts';
import { ruleSources } from '../scans/engine.ts';
import { listCriteriaOfTags } from '../wcag/criteria.ts';
import type { ReportFinding } from './report-source.ts';
import { reportNodeSchema } from './schema/node.ts';

/** One finding in the list of findings: all members that the report has, and its rule. */
export const findingViewSchema = reportNodeSchema
  .extend({
    kind: z
      .enum(findingKinds)
      .meta({ description: '`review`: the rule could not decide, so a person must review the element.' }),
    ruleId: z.string().meta({ description: 'The rule that reported the finding.' }),
    help: z
      .string()
      .nullable()
      .meta({ description: 'What the rule requires; null for a rule that no longer exists.' }),
    source: z.enum(ruleSources).meta({ description: 'The engine that has the rule.' }),
    successCriteria: z
      .array(z.string())
      .meta({ description: 'Numbers of the success criteria of the rule, e.g. `1.4.3`.' }),
  })
  .meta({ id: 'Finding', description: 'One result of one rule at one element of one page.' });
export type FindingView = z.infer<typeof findingViewSchema>;

/** Returns a finding in the format of the API. */
export function toFindingView({ kind, ruleId, node }: ReportFinding): FindingView {
  const rule = findRule(ruleId);
  return {
    kind,
    ruleId,
    help: rule?.help ?? null,
    source: getRuleSource(ruleId),
    successCriteria: rule ? listCriteriaOfTags(rule.tags) : [],
    ...node,
  };
}
