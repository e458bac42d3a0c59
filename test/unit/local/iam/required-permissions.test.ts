import { describe, expect, it } from 'vitest';
import { Authorizer } from '../../../../local/iam/authorizer.ts';
import { parsePolicy, type Statement } from '../../../../local/iam/policy.ts';
import { requireServicePermissions } from '../../../../local/iam/required-permissions.ts';
import { ACCOUNT_ID, REGION } from '../../../../local/template/names.ts';
import type { Service } from '../../../../local/template/service.ts';

const FUNCTION_ARN = `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:list-sites`;
const ROLE_ARN = `arn:aws:iam::${ACCOUNT_ID}:role/invoke`;
const service: Service = {
  functions: [],
  queues: [],
  tables: [],
  buckets: [],
  keys: [],
  eventSources: [],
  schedules: [],
  api: {
    logicalId: 'Api',
    id: 'api',
    stageName: 'api',
    methods: [
      {
        resourcePath: '/v1/sites',
        resourceId: 'sites',
        httpMethod: 'GET',
        functionArn: FUNCTION_ARN,
        roleArn: ROLE_ARN,
        authorizerId: undefined,
        timeoutMilliseconds: 29_000,
      },
    ],
    authorizers: [],
    gatewayResponses: [],
  },
  distributions: [],
  userPools: [],
  userPoolClients: [],
  parameters: [],
  secrets: [],
  triggers: [],
  outputs: () => ({}),
  notServed: [],
};

describe('the role with which the gateway invokes a function', () => {
  const requireWith = (statements: Statement[]) =>
    requireServicePermissions(
      service,
      new Authorizer({ roles: new Map([[ROLE_ARN, statements]]), resources: new Map() }),
    );
  const allow = (resource: string) =>
    parsePolicy(
      { Statement: { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: resource } },
      'Roles.invoke',
    );

  it('suffices if it may invoke the function', () => {
    expect(() => requireWith(allow(FUNCTION_ARN))).not.toThrow();
  });

  it('is reported with the method if it may only invoke another one', () => {
    expect(() => requireWith(allow(`${FUNCTION_ARN}-2`))).toThrow(
      `GET /v1/sites may not perform lambda:InvokeFunction on ${FUNCTION_ARN}`,
    );
  });
});
