import { ACCOUNT_ID, REGION } from '../template/names.ts';
import type { Service } from '../template/service.ts';
import type { Authorizer } from './authorizer.ts';
import type { Principal } from './evaluate.ts';

/** What Lambda needs to receive the messages of a queue: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
const queueActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/**
 * Checks the permissions that AWS itself needs to run the functions: Lambda receives messages as the role of the
 * function, API Gateway and EventBridge must be allowed to invoke it.
 *
 * @throws Error naming each missing permission
 */
export function requireServicePermissions(service: Service, authorizer: Authorizer): void {
  const missing: string[] = [];
  const require = (
    who: string,
    principal: Principal,
    action: string,
    resource: string,
    sourceArn?: string,
  ) => {
    const context = { 'aws:sourcearn': sourceArn === undefined ? [] : [sourceArn] };
    const decision = authorizer.authorize(principal, { action, resource, context });
    if (!decision.allowed)
      missing.push(`${who} may not perform ${action} on ${resource}: ${decision.reason}`);
  };
  const requireInvocation = (serviceName: string, functionArn: string, sourceArn: string) =>
    require(`${serviceName} (${sourceArn})`, {
      kind: 'service',
      name: serviceName,
    }, 'lambda:InvokeFunction', functionArn, sourceArn);

  for (const { functionArn, queueArn } of service.eventSources) {
    const lambda = service.functions.find(({ arn }) => arn === functionArn);
    if (!lambda) throw new Error(`the function ${functionArn} of an event source does not exist`);
    for (const action of queueActions)
      require(lambda.logicalId, { kind: 'role', arn: lambda.roleArn }, action, queueArn);
  }
  for (const { functionArn, ruleArn } of service.schedules)
    requireInvocation('events.amazonaws.com', functionArn, ruleArn);
  const { api } = service;
  if (api) {
    const apiArn = `arn:aws:execute-api:${REGION}:${ACCOUNT_ID}:${api.id}`;
    for (const { functionArn, roleArn, httpMethod, resourcePath } of api.methods) {
      if (roleArn !== undefined) {
        const role = { kind: 'role', arn: roleArn } as const;
        require(`${httpMethod} ${resourcePath}`, role, 'lambda:InvokeFunction', functionArn);
        continue;
      }
      const method = httpMethod === 'ANY' ? 'GET' : httpMethod;
      const path = resourcePath.replaceAll(/[{}]/g, '');
      requireInvocation(
        'apigateway.amazonaws.com',
        functionArn,
        `${apiArn}/${api.stageName}/${method}${path}`,
      );
    }
    for (const { functionArn, id } of api.authorizers)
      requireInvocation('apigateway.amazonaws.com', functionArn, `${apiArn}/authorizers/${id}`);
  }
  if (missing.length > 0) throw new Error(missing.join('\n'));
}
