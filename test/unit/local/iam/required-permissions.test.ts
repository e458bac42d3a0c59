import { describe, expect, it } from 'vitest';
import { Authorizer } from '../../../../local/iam/authorizer.ts';
import { parsePolicy, type Statement } from '../../../../local/iam/policy.ts';
import { requireServicePermissions } from '../../../../local/iam/required-permissions.ts';
import { ACCOUNT_ID, REGION } from '../../../../local/template/names.ts';
import type { Service } from '../../../../local/template/service.ts';

const functionArn = `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:list-sites`;
const roleArn = `arn:aws:iam::${ACCOUNT_ID}:role/invoke`;
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
        functionArn,
        roleArn,
        authorizerId: undefined,
        timeoutMilliseconds: 29_000,
      },
    ],
    authorizers: [],
    gatewayResponses: [],
  },
  distributions: [],
  userPools: [],
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
      new Authorizer({ roles: new Map([[roleArn, statements]]), resources: new Map() }),
    );
  const allow = (resource: string) =>
    parsePolicy(
      { Statement: { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: resource } },
      'Roles.invoke',
    );

  it('suffices if it may invoke the function', () => {
    expect(() => requireWith(allow(functionArn))).not.toThrow();
  });

  it('is reported with the method if it may only invoke another one', () => {
    expect(() => requireWith(allow(`${functionArn}-2`))).toThrow(
      `GET /v1/sites may not perform lambda:InvokeFunction on ${functionArn}`,
    );
  });
});
