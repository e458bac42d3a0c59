import { z } from 'zod';
import { ruleSources } from '../scans/engine.ts';
import { impacts } from '../scans/page-result.ts';
import { getRuleText } from './rule-text.ts';
import { isUnusable, rules } from './rules.ts';

/** A rule as the API shows it. */
export const ruleViewSchema = z
  .object({
    ruleId: z.string(),
    source: z.enum(ruleSources).meta({ description: 'The engine that has the rule.' }),
    version: z.string().meta({ description: 'The version of axe-core, or of the check.' }),
    help: z.string().meta({ description: 'The requirement, in one line.' }),
    description: z.string().meta({ description: 'What the rule tests.' }),
    impact: z.enum(impacts).meta({ description: 'The usual impact of its findings.' }),
    successCriteria: z.array(z.string()).meta({ description: 'Numbers of the success criteria of WCAG.' }),
    actRules: z.array(z.string()).meta({ description: 'Ids of the ACT rules that it implements.' }),
    bestPractice: z.boolean().meta({ description: 'Whether no success criterion requires it.' }),
    helpUrl: z.string().nullable().meta({ description: 'A page about the rule; null for `a11y-scan`.' }),
    remedy: z.string().nullable().meta({ description: 'How to fix a finding.' }),
    question: z.string().nullable().meta({
      description:
        'What a person must decide about a finding that needs review; null if that is not defined.',
    }),
    assumptions: z.string().nullable().meta({
      description:
        'What the rule assumes. Where that is not true, its results are wrong. Null for `axe-core`.',
    }),
  })
  .meta({ id: 'Rule', description: 'A rule of axe-core, or a check of the service itself.' });
export type RuleView = z.infer<typeof ruleViewSchema>;

/** Returns every rule that is in a rule set, sorted by id. */
export function listRules(): RuleView[] {
  return rules
    .filter((rule) => !isUnusable(rule))
    .map(({ ruleId, source, version, impact, actRules, question, assumptions }) => {
      const { help, description, successCriteria, bestPractice, helpUrl, remedy } = getRuleText(ruleId);
      return {
        ruleId,
        source,
        version,
        help,
        description,
        impact,
        successCriteria,
        actRules: [...actRules],
        bestPractice,
        helpUrl,
        remedy,
        question,
        assumptions,
      };
    });
}
