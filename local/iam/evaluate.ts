import { ACCOUNT_ID } from '../template/names.ts';
import { type Access, appliesTo, type Statement } from './policy.ts';

/** Who sends a request: a role, or a service of AWS. */
export type Principal = { kind: 'role'; arn: string } | { kind: 'service'; name: string };

export type Decision =
  | { allowed: true; by: Statement }
  /** `reason` ends the sentence "… because". */
  | { allowed: false; reason: string };

const ROOT_ARN = `arn:aws:iam::${ACCOUNT_ID}:root`;

/**
 * Decides about one access by a principal of the account, as IAM does: an explicit deny wins, then one allow is
 * enough, otherwise the access is denied
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html). For keys, the policies
 * of roles count only if the policy of the key delegates to them
 * (https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html).
 *
 * @param identityStatements the policies of the principal
 * @param resourceStatements the policy of the resource, if it has one
 */
export function evaluate(
  principal: Principal,
  access: Access,
  identityStatements: readonly Statement[],
  resourceStatements: readonly Statement[],
): Decision {
  const ofIdentity = identityStatements.filter((statement) => appliesTo(statement, access));
  const ofResource = resourceStatements.filter((statement) => appliesTo(statement, access));
  const naming = (names: readonly string[]) => (statement: Statement) =>
    statement.principals?.some((name) => names.includes(name)) ?? false;
  const own = principal.kind === 'role' ? [principal.arn, '*'] : [principal.name, '*'];
  const direct = ofResource.filter(naming(own));
  const delegated = principal.kind === 'role' ? ofResource.filter(naming([ROOT_ARN, ACCOUNT_ID])) : [];

  if (ofIdentity.some(isDeny)) return { allowed: false, reason: 'a policy of the role denies it explicitly' };
  if ([...direct, ...delegated].some(isDeny))
    return { allowed: false, reason: 'the policy of the resource denies it explicitly' };
  const byResource = direct.find(isAllow);
  if (byResource) return { allowed: true, by: byResource };
  const byIdentity = ofIdentity.find(isAllow);
  if (!byIdentity) return { allowed: false, reason: `no policy allows ${access.action}` };
  if (access.action.startsWith('kms:') && !delegated.some(isAllow))
    return { allowed: false, reason: 'the policy of the key does not delegate to policies of roles' };
  return { allowed: true, by: byIdentity };
}

const isDeny = ({ effect }: Statement) => effect === 'Deny';
const isAllow = ({ effect }: Statement) => effect === 'Allow';
