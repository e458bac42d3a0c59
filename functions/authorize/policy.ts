import type { APIGatewayAuthorizerResult, APIGatewayAuthorizerResultContext } from 'aws-lambda';

/**
 * Returns the policy for API Gateway. It is valid for the called method only.
 * @param methodArn ARN of the called method, `arn:…:<api>/<stage>/<method>/<path>`
 */
export function buildPolicy(
  effect: 'Allow' | 'Deny',
  methodArn: string,
  principalId: string,
  context: APIGatewayAuthorizerResultContext,
): APIGatewayAuthorizerResult {
  return {
    principalId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: methodArn }],
    },
    context,
  };
}
