import { listCriteriaOfTags } from '../wcag/criteria.ts';
import { HELP_URL } from './axe-rules.ts';
import { getRemedy } from './remedies.ts';
import { findRule, isBestPractice } from './rules.ts';

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
}

/** Returns the texts of a rule. @param help for a rule that this version of axe does not have */
export function getRuleText(ruleId: string, help = ruleId): RuleText {
  const rule = findRule(ruleId);
  const tags = [...(rule?.tags ?? [])];
  return {
    ruleId,
    help: rule?.help ?? help,
    description: rule?.description ?? help,
    helpUrl: rule ? HELP_URL + ruleId : null,
    remedy: getRemedy(ruleId),
    successCriteria: listCriteriaOfTags(tags),
    bestPractice: isBestPractice(ruleId),
    tags,
  };
}
