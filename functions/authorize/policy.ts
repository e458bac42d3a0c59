import type { APIGatewayAuthorizerResult, APIGatewayAuthorizerResultContext } from 'aws-lambda';

/**
 * Returns the policy for API Gateway. It covers every method of the stage, not only the called one, so that it is valid
 * for all calls of a key even if API Gateway caches it.
 * @param methodArn ARN of the called method, `arn:…:<api>/<stage>/<method>/<path>`
 */
export function buildPolicy(
  effect: 'Allow' | 'Deny',
  methodArn: string,
  principalId: string,
  context: APIGatewayAuthorizerResultContext,
): APIGatewayAuthorizerResult {
  const [api, stage] = methodArn.split('/');
  return {
    principalId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: `${api}/${stage}/*` }],
    },
    context,
  };
}
