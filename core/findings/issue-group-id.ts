import { z } from 'zod';
import type { FindingIdentity } from './identity.ts';

/** End of the id of a group of findings that a person decided to be problems. */
const PROBLEM = '_problem';

/** The id of an issue group, as reports show it. */
export const issueGroupIdSchema = z
  .string()
  .regex(/^grp_[0-9a-f]{16}(_problem)?$/, 'must be the id of an issue group, as reports show it');

/**
 * Returns the id of the issue group that a finding belongs to. Findings of a component have the same kind, unless a
 * person decided that some of them are problems: these are a group of their own, because they count as violations.
 */
export function buildIssueGroupId(
  { component }: Pick<FindingIdentity, 'component'>,
  isDecidedProblem = false,
): string {
  return `grp_${component}${isDecidedProblem ? PROBLEM : ''}`;
}

/**
 * Returns the id of the group of all findings of a component, whatever people decided about them. The history of a
 * component has this id, so that a decision makes nothing new or fixed.
 */
export function removeDecidedProblem(groupId: string): string {
  return groupId.endsWith(PROBLEM) ? groupId.slice(0, -PROBLEM.length) : groupId;
}
