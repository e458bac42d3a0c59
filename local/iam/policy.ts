import {
  type Condition,
  type Context,
  meetsConditions,
  parseConditions,
  refuseVariables,
} from './conditions.ts';
import { matchesArn, matchesPattern } from './wildcards.ts';

/** One action on one resource, with the values of condition keys. */
export type Access = {
  /** `dynamodb:GetItem` */
  action: string;
  /** An ARN, or `*` for an action without resources. */
  resource: string;
  context?: Context;
};

/** Patterns, and whether the element is negated (`NotAction`, `NotResource`). */
type Patterns = { patterns: readonly string[]; negated: boolean };

/** One statement of a policy. */
export type Statement = {
  effect: 'Allow' | 'Deny';
  actions: Patterns;
  resources: Patterns;
  conditions: readonly Condition[];
  /** In a policy of a resource: `*`, or ARNs, account ids and names of services. In other policies undefined. */
  principals: readonly string[] | undefined;
};

type Document = { Statement?: unknown };
type RawStatement = Record<string, unknown>;

const supportedElements = new Set([
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
  'Principal',
]);

/**
 * Parses a policy document without intrinsic functions.
 *
 * @param where names the policy in errors
 * @throws Error if a part of the grammar is not supported
 */
export function parsePolicy(document: unknown, where: string): Statement[] {
  const statements = [(document as Document).Statement ?? []].flat() as RawStatement[];
  return statements.map((statement, index) => parseStatement(statement, `${where}.Statement[${index}]`));
}

function parseStatement(raw: RawStatement, where: string): Statement {
  const unsupported = Object.keys(raw).filter((name) => !supportedElements.has(name));
  if (unsupported.length > 0)
    throw new Error(`${where}: the embedded runtime does not support the element ${unsupported.join(', ')}`);
  const effect = raw.Effect;
  if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`${where}: Effect must be Allow or Deny`);
  const actions = parsePatterns(raw, 'Action', where);
  return {
    effect,
    actions: { ...actions, patterns: actions.patterns.map((pattern) => pattern.toLowerCase()) },
    resources: parsePatterns(raw, 'Resource', where),
    conditions: parseConditions(raw.Condition, where),
    principals: parsePrincipals(raw.Principal),
  };
}

function parsePatterns(raw: RawStatement, name: 'Action' | 'Resource', where: string): Patterns {
  const negated = raw[name] === undefined;
  const patterns = [raw[negated ? `Not${name}` : name] ?? []].flat().map(String);
  if (patterns.length === 0) throw new Error(`${where}: ${name} is missing`);
  for (const pattern of patterns) refuseVariables(pattern, where);
  return { patterns, negated };
}

function parsePrincipals(principal: unknown): string[] | undefined {
  if (principal === undefined) return undefined;
  if (typeof principal === 'string') return [principal];
  return Object.values(principal as Record<string, unknown>)
    .flat()
    .map(String);
}

/** Returns whether a statement applies to an access, whatever its principals are. */
export function appliesTo(statement: Statement, access: Access): boolean {
  const action = access.action.toLowerCase();
  return (
    matchesAny(statement.actions, (pattern) => matchesPattern(pattern, action)) &&
    matchesAny(statement.resources, (pattern) => matchesArn(pattern, access.resource)) &&
    meetsConditions(statement.conditions, access.context ?? {})
  );
}

function matchesAny({ patterns, negated }: Patterns, matches: (pattern: string) => boolean): boolean {
  return patterns.some(matches) !== negated;
}
