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

/** Calls a function by ARN; throws what the function threw. */
export type Invoke = (functionArn: string, event: unknown, timeoutMilliseconds?: number) => Promise<unknown>;

/**
 * Asks a Lambda authorizer whether a request may pass.
 *
 * @returns the context for the integration, or how the gateway answers instead. A missing identity source never
 *   reaches the function; a function that throws "Unauthorized" means 401, any other error 500.
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
  // API Gateway takes flat contexts only.
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

/** IAM's rule: a Deny that matches counts, else an Allow that matches, else the answer is no. */
function isAllowed(statements: Statement[], arn: string): boolean {
  const matching = statements.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => matches(pattern.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((pattern) => matches(pattern, arn)),
  );
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
  );
}

function matches(pattern: string, text: string): boolean {
  const expression = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(text);
}
