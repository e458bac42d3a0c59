import { ACCOUNT_ID } from '../template/names.ts';
import type { Context } from './conditions.ts';
import { type Decision, evaluate, type Principal } from './evaluate.ts';
import { type Access, appliesTo, type Statement } from './policy.ts';
import type { Policies } from './read-policies.ts';
import { matchesArn, matchesPattern } from './wildcards.ts';

/** One action on one resource that a role is allowed, as its policy writes them. */
export type Permission = { roleArn: string; action: string; resource: string };

/**
 * Values that every request to AWS has. The servers on this machine have no TLS, and the SDK uses TLS 1.3 for all
 * requests to AWS.
 */
const everywhere: Context = { 'aws:securetransport': ['true'], 's3:tlsversion': ['1.3'] };

/** Decides about requests by the policies of the templates, and records which permissions were used. */
export class Authorizer {
  private readonly policies: Policies;
  private readonly used = new Set<string>();

  constructor(policies: Policies) {
    this.policies = policies;
  }

  /**
   * Decides about one access.
   * @param principal the role of a function, or the service that sends the request
   */
  authorize(principal: Principal, { action, resource, context }: Access): Decision {
    const ofPrincipal: Context =
      principal.kind === 'role'
        ? { 'aws:principalarn': [principal.arn], 'aws:principalaccount': [ACCOUNT_ID] }
        : { 'aws:sourceaccount': [ACCOUNT_ID] };
    const access = { action, resource, context: { ...everywhere, ...ofPrincipal, ...context } };
    const ofRole = principal.kind === 'role' ? (this.policies.roles.get(principal.arn) ?? []) : [];
    const decision = evaluate(principal, access, ofRole, this.policiesOf(resource));
    if (decision.allowed && principal.kind === 'role') this.recordUse(principal.arn, ofRole, access);
    return decision;
  }

  /** Returns the permissions of roles that no request has used. */
  listUnused(roleArns: readonly string[]): Permission[] {
    return roleArns.flatMap((roleArn) =>
      listPermissions(roleArn, this.policies.roles.get(roleArn) ?? []).filter(
        (permission) => !this.used.has(toKey(permission)),
      ),
    );
  }

  private recordUse(roleArn: string, statements: readonly Statement[], access: Access): void {
    const applicable = statements.filter((statement) => appliesTo(statement, access));
    for (const permission of listPermissions(roleArn, applicable)) {
      const isUsed =
        matchesPattern(permission.action, access.action.toLowerCase()) &&
        matchesArn(permission.resource, access.resource);
      if (isUsed) this.used.add(toKey(permission));
    }
  }

  /** The policy of a bucket applies to its objects. */
  private policiesOf(resource: string): readonly Statement[] {
    const { resources } = this.policies;
    const isObject = resource.startsWith('arn:aws:s3:::');
    return resources.get(isObject ? (resource.split('/')[0] ?? '') : resource) ?? [];
  }
}

function listPermissions(roleArn: string, statements: readonly Statement[]): Permission[] {
  return statements
    .filter(({ effect }) => effect === 'Allow')
    .flatMap(({ actions, resources }) =>
      actions.patterns.flatMap((action) =>
        resources.patterns.map((resource) => ({ roleArn, action, resource })),
      ),
    );
}

const toKey = ({ roleArn, action, resource }: Permission) => `${roleArn} ${action} ${resource}`;
