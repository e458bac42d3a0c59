import type { RuleSource } from '../scans/engine.ts';
import { listCriteriaOfTags } from '../wcag/criteria.ts';
import { getRemedy } from './remedies.ts';
import { findRule, getRuleSource, isBestPractice } from './rules.ts';

/** The texts of a rule in reports, with or without findings. */
export interface RuleText {
  ruleId: string;
  help: string;
  description: string;
  helpUrl: string | null;
  remedy: string | null;
  /** Plain numbers of success criteria. */
  successCriteria: string[];
  bestPractice: boolean;
  tags: string[];
  /** The engine that has the rule. Absent in a report before 1.6, as the next two members. */
  source?: RuleSource | undefined;
  actRules?: string[] | undefined;
  /** See `Rule.assumptions`. */
  assumptions?: string | null | undefined;
}

/** Returns the texts of a rule. @param help for a rule that this version of axe does not have */
export function getRuleText(ruleId: string, help = ruleId): RuleText {
  const rule = findRule(ruleId);
  const tags = [...(rule?.tags ?? [])];
  return {
    ruleId,
    help: rule?.help ?? help,
    description: rule?.description ?? help,
    helpUrl: rule?.helpUrl ?? null,
    remedy: getRemedy(ruleId),
    successCriteria: listCriteriaOfTags(tags),
    bestPractice: isBestPractice(ruleId),
    tags,
    source: getRuleSource(ruleId),
    actRules: [...(rule?.actRules ?? [])],
    assumptions: rule?.assumptions ?? null,
  };
}
