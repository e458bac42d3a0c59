import type { APIGatewayAuthorizerResult, APIGatewayAuthorizerResultContext } from 'aws-lambda';

/**
 * The gateway's policy. It covers every method of the stage, not only the one that was called, so that it would
 * hold for all of a key's calls if the gateway ever kept it.
 * @param buildMethodArn ARN of the called method, `arn:…:<api>/<stage>/<method>/<path>`
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
