import { matchesPattern } from '../iam/wildcards.ts';
import type { ApiAuthorizer } from '../template/rest-api.ts';
import type { GatewayFailure } from './gateway-responses.ts';
import {
  type AuthorizerContext,
  buildAuthorizerEvent,
  buildMethodArn,
  type GatewayRequest,
  getHeaderValues,
} from './request.ts';
import type { Match } from './routes.ts';

/** Invokes a function by ARN. Rejects with the function's error. */
export type Invoke = (functionArn: string, event: unknown, timeoutMilliseconds?: number) => Promise<unknown>;

/**
 * Invokes a Lambda authorizer for a request.
 *
 * @returns the context for the integration, or the failure that the gateway responds with. If an identity source is
 *   missing, the function is not invoked. If the function throws "Unauthorized", the response is 401; any other error
 *   means 500.
 */
export async function authorize(
  authorizer: ApiAuthorizer,
  request: GatewayRequest,
  match: Match,
  invoke: Invoke,
): Promise<{ context: AuthorizerContext } | { failure: GatewayFailure }> {
  const query = new URLSearchParams(request.query);
  const complete =
    authorizer.identityHeaders.every((name) =>
      getHeaderValues(request, name).some((value) => value !== ''),
    ) && authorizer.identityParameters.every((name) => query.get(name));
  if (!complete) return { failure: { type: 'UNAUTHORIZED' } };

  let answer: unknown;
  try {
    answer = await invoke(authorizer.functionArn, buildAuthorizerEvent(request, match));
  } catch (error) {
    const unauthorized = error instanceof Error && error.message === 'Unauthorized';
    return { failure: { type: unauthorized ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE' } };
  }
  const policy = readPolicy(answer);
  if (!policy) return { failure: { type: 'AUTHORIZER_CONFIGURATION_ERROR' } };
  const context = { ...policy.context, principalId: policy.principalId };
  return isAllowed(policy.statements, buildMethodArn(request, match))
    ? { context }
    : { failure: { type: 'ACCESS_DENIED', authorizer: context } };
}

type Statement = { Effect: string; Action: string[]; Resource: string[] };
type Policy = { principalId: string; statements: Statement[]; context: AuthorizerContext };

function readPolicy(answer: unknown): Policy | undefined {
  if (answer === null || typeof answer !== 'object') return undefined;
  const { principalId, policyDocument, context } = answer as Record<string, unknown>;
  if (typeof principalId !== 'string' || policyDocument === null || typeof policyDocument !== 'object')
    return undefined;
  const { Statement: statements } = policyDocument as { Statement?: unknown };
  if (!Array.isArray(statements)) return undefined;
  // API Gateway accepts only flat contexts.
  const values = Object.values(context ?? {});
  if (values.some((value) => value !== null && typeof value === 'object')) return undefined;
  return {
    principalId,
    context: (context ?? {}) as AuthorizerContext,
    statements: statements.map((statement: Record<string, string | string[]>) => ({
      Effect: String(statement.Effect),
      Action: [statement.Action ?? []].flat(),
      Resource: [statement.Resource ?? []].flat(),
    })),
  };
}

/** Evaluates the statements by IAM's rule: a matching Deny wins, then a matching Allow; otherwise access is denied. */
function isAllowed(statements: Statement[], arn: string): boolean {
  const matching = statements.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => matchesPattern(pattern.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((pattern) => matchesPattern(pattern, arn)),
  );
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
  );
}
